"""What a checked query takes, gives and reads, and what proves that it keeps to its tenant and its time, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rdflib import RDF

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.paths import links
from kgrdf_codegen.check.promises import Promise
from kgrdf_codegen.check.proofs import Evidence
from kgrdf_codegen.check.reads import reads
from kgrdf_codegen.check.tokens import Token, lines_of
from kgrdf_codegen.check.tree import Triple, terms_of, walk
from kgrdf_codegen.effects import classes_known, things_made
from kgrdf_codegen.headers import Param
from kgrdf_codegen.inference import infer_columns, param_types
from kgrdf_codegen.ir import Column, Ontology

__all__ = ["explain"]

_TYPE = str(RDF.type)


def explain(context: Context, ontology: Ontology) -> str:
    """Return the explanation of a query without problems, a section for each thing that is proven."""
    header = context.header
    limit = "" if header.limit is None else f", {header.limit} rows, at most {header.limit_max or header.limit}"
    columns = infer_columns(context.query, ontology, param_types(header, ontology), context.vocabulary.properties)
    sections = {
        "takes": [_param(context, param) for param in header.params]
        + [f"{row.name}: rows of triples" for row in header.rows],
        "gives": [_column(column) for column in columns] or [*_constructed(context, ontology)] or [_FORMS[header.mode]],
        "changes": list(_changed(context, ontology)),
        "reads": list(_reads(context)),
        "scope": list(_scope(context)),
        "time": list(_time(context)),
        "allowed": [f"{allowance.code}: {allowance.reason}" for allowance in header.allowed],
    }
    lines = [f"{context.path}: {header.name}, @mode {header.mode}, @time {header.time}{limit}"]
    for title, told in sections.items():
        lines += [f"  {title}", *(f"    {line}" for line in told)] if told else []
    return "\n".join(lines)


def _constructed(context: Context, ontology: Ontology) -> Iterator[str]:
    """Say what a CONSTRUCT makes: the things with their classes, and the properties that each gets."""
    if context.header.mode != "construct":
        return
    made = things_made(context.query, ontology)
    parts: dict[str, list[Triple]] = defaultdict(list)
    for template in context.query.templates:
        parts[template.triple.subject.shown].append(template.triple)
    for name, triples in parts.items():
        cls = made.get(triples[0].subject.value)
        properties = [said for triple in triples if (said := _property(context, triple)) != "rdf:type"]
        yield f"{name}: {cls.name if cls else 'a thing'}" + (f" with {', '.join(properties)}" if properties else "")


def _changed(context: Context, ontology: Ontology) -> Iterator[str]:
    """Say what an update deletes and inserts, of things of which classes."""
    if context.header.mode != "update":
        return
    classes = classes_known(context.query, context.header, ontology)
    for template in context.query.templates:
        triple = template.triple
        known = " or ".join(sorted(classes.get(triple.subject.value, ())))
        of = f"{triple.subject.shown} ({known})" if known else triple.subject.shown
        yield f"{template.clause.lower()}s {_property(context, triple)} {triple.object.shown} of {of}"


def _property(context: Context, triple: Triple) -> str:
    """Return a property of a template with the kind of its values."""
    [link] = links(triple.path)
    if link.term.kind == "var":
        return link.term.shown
    declared = context.vocabulary.properties.get(link.term.value)
    kind = None if declared is None else declared.kind
    said = f" ({'Ref' if kind == 'ref' else kind})" if kind is not None else ""
    return "rdf:type" if link.term.value == _TYPE else f"{context.short(link.term.value)}{said}"


_FORMS = {
    "ask": "true or false",
    "construct": "the triples of its template",
    "update": "nothing; it is carried out whole or not at all",
}


def _param(context: Context, param: Param) -> str:
    classes = " | ".join(map(context.short, param.classes))
    kind = f"Ref[{classes}]" if classes else param.type
    written = f"list[{kind}]" if param.many else kind
    if param.inferred:
        values = f" ({', '.join(param.one_of)})" if param.one_of else ""
        written += f"{values}, inferred from where it stands"
    if param.optional:
        return f"${param.name}: {written}, may be left out"
    return f"${param.name}: {written}" + ("" if param.default is None else f", {param.default} where it is left out")


def _column(column: Column) -> str:
    kind = " or ".join(f"Ref[{name}]" for name in column.range) or {"ref": "Ref", "value": "any value"}.get(
        column.value, column.value
    )
    return f"?{column.name}: {kind}{', or nothing' if column.optional else ''}"


def _reads(context: Context) -> Iterator[str]:
    vocabulary = context.vocabulary
    names = {term.value for term in terms_of(context.query) if term.kind == "iri"}
    for what, known in (("classes", vocabulary.classes), ("properties", vocabulary.properties)):
        found = sorted(context.short(name) for name in names if name in known)
        if found:
            yield f"{what}: {', '.join(found)}"


def _scope(context: Context) -> Iterator[str]:
    """Say which GRAPH holds which pattern; a pattern without one would not have passed."""
    held: dict[Token, tuple[str, list[int]]] = {}
    for element, graph in walk(context.query.root):
        if isinstance(element, Triple) and graph is not None and graph.token is not None and element.token is not None:
            held.setdefault(graph.token, (graph.token.text, []))[1].append(element.token.line)
    for token, (name, lines) in sorted(held.items(), key=lambda item: item[0].index):
        yield f"GRAPH {name} in line {token.line} holds what is in {lines_of(lines)}"
    for template in context.query.templates:
        if template.graph is not None and template.graph.token is not None:
            token = template.graph.token
            yield f"{template.clause} in line {token.line} is for {token.text}"


def _time(context: Context) -> Iterator[str]:
    """Say of each statement, on each branch, which filters let it through only as the file promises."""
    if context.header.time == "all":
        yield "@time all: every version is read, whenever it held"
        return
    promise = Promise.of(context.header)
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for read in reads(context):
        if read.node is not None and read.node.token is not None and read.proof is not None and promise.conditions(read.cls):
            found[read.node.token.text, _reason(read.proof)].append((read.triple.token or read.node.token).line)
    for (name, reason), lines in found.items():
        yield f"{name}, read in {lines_of(lines)}: {reason}"
    if not found:
        yield "no statement is read"


def _reason(evidence: Evidence) -> str:
    """Say which condition bounds which dates, and why no other is needed."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for reason in evidence:
        if reason.token is not None:
            dates = " and ".join(f"kg:{date}" for date in reason.dates)
            found[dates, f"by {reason.form} in" if reason.form else "told in"].append(reason.token.line)
    conditions = ", ".join(f"{dates} {how} {lines_of(lines)}" for (dates, how), lines in found.items())
    return "; ".join((*filter(None, [conditions]), *dict.fromkeys(reason.why for reason in evidence if reason.why)))
