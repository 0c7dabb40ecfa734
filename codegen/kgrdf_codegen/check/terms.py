"""Rules on names: a query names only what the ontology declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches

from rdflib import RDF, XSD

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Call, Expr, Link, Path, Term, Triple, expressions_of, terms_of, walk
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import KGC

__all__ = ["RULES", "no_class", "no_node", "no_property", "prefixed"]

TYPE = str(RDF.type)


def prefixes_declared(context: Context) -> Iterator[Problem]:
    """Q020: every prefix has a PREFIX line."""
    prefixes = context.query.prefixes
    for token in context.tokens:
        prefix = token.text.partition(":")[0]
        if token.kind == "pname" and prefix not in prefixes:
            close = get_close_matches(prefix, prefixes, n=1)
            hint = f"did you mean {close[0]}:?" if close else f"write `PREFIX {prefix}: <…>`"
            yield context.at(token, "Q020", f"no prefix {prefix}:, {hint}")


def properties_declared(context: Context) -> Iterator[Problem]:
    """Q021: what stands as a predicate is a declared property."""
    vocabulary = context.vocabulary
    for triple in _triples(context):
        for link in _links(triple.path):
            iri = link.term.value
            if link.term.kind == "iri" and iri != TYPE and iri not in vocabulary.properties and _written(link.term, context):
                yield context.at(link.term.token, "Q021", no_property(context, iri))


def classes_declared(context: Context) -> Iterator[Problem]:
    """Q022: what stands as a type, in a pattern or in a parameter's Ref[…], is a declared class."""
    vocabulary = context.vocabulary
    for triple in _triples(context):
        term, link = triple.object, triple.path
        if not (isinstance(link, Link) and link.term.value == TYPE and term.kind == "iri" and _written(term, context)):
            continue
        if (wrong := no_class(context, term.value)) is not None:
            yield context.at(term.token, "Q022", wrong)
    for param in context.header.params:
        if param.cls is None:
            continue
        iri = context.class_of(param)
        if iri is None:
            prefix = param.cls.partition(":")[0]
            yield context.at_line(
                param.line, "Q022", f"${param.name}: no prefix {prefix}: in the text; write its PREFIX line"
            )
        elif iri not in vocabulary.classes:
            hint = _hint(context, iri, list(vocabulary.classes))
            yield context.at_line(param.line, "Q022", f"${param.name}: unknown class {context.short(iri)}{hint}")


def no_property(context: Context, iri: str) -> str:
    """Return why something is no property."""
    if iri in context.vocabulary.classes:
        return f"{context.short(iri)} is a class, not a property"
    return f"unknown property {context.short(iri)}{_hint(context, iri, list(context.vocabulary.properties))}"


def no_class(context: Context, iri: str) -> str | None:
    """Return why something is no class; None if it is one."""
    vocabulary = context.vocabulary
    if iri in vocabulary.classes:
        return None
    if iri in vocabulary.properties:
        return f"{context.short(iri)} is a property, not a class"
    if iri in vocabulary.individuals:
        return f"{context.short(iri)} is an individual, not a class"
    return f"unknown class {context.short(iri)}{_hint(context, iri, list(vocabulary.classes))}"


def no_node(shown: str) -> str:
    """Return why an IRI, as a message shows it, is that of nothing that a tenant has."""
    hint = "those begin with urn:kgrdf: and are made of ids, so take the id as a parameter"
    return f"nothing matches: {shown} is no IRI of a tenant's things; {hint}"


def constants_declared(context: Context) -> Iterator[Problem]:
    """Q023: any other name in a namespace of the ontology is declared too."""
    vocabulary = context.vocabulary
    checked = {id(term.token) for triple in _triples(context) for term in _predicates_and_types(triple)}
    for term in terms_of(context.query):
        known = term.kind != "iri" or id(term.token) in checked or not _written(term, context)
        if not known and vocabulary.lacks(term.value):
            everything = [*vocabulary.classes, *vocabulary.properties, *vocabulary.individuals]
            message = f"unknown term {context.short(term.value)}{_hint(context, term.value, everything)}"
            yield context.at(term.token, "Q023", message)


def functions_known(context: Context) -> Iterator[Problem]:
    """Q024: a function called by IRI is a cast to an XML Schema datatype; others exist in one store only."""
    for element, _ in walk(context.query.root):
        for expr in expressions_of(element):
            for call in _calls(expr):
                function = call.args[0]
                if isinstance(function, Term) and not function.value.startswith(str(XSD)) and _written(function, context):
                    name = context.short(function.value)
                    yield context.at(function.token, "Q024", f"{name} is no function of SPARQL 1.1; only xsd: casts are")


def datatypes_known(context: Context) -> Iterator[Problem]:
    """Q025: a literal's datatype is one of XML Schema's."""
    known = {f"{XSD}{name}" for name in XSD.__annotations__}
    for term in terms_of(context.query):
        if (
            term.kind == "literal"
            and term.datatype
            and term.token
            and term.datatype not in known
            and prefixed(term, context)
        ):
            close = context.vocabulary.closest(term.datatype, sorted(known))
            hint = f", did you mean xsd:{close.removeprefix(str(XSD))}?" if close else ""
            yield context.at(term.token, "Q025", f"unknown datatype {term.token.text}{hint}")


def _triples(context: Context) -> Iterator[Triple]:
    yield from (element for element, _ in walk(context.query.root) if isinstance(element, Triple))
    yield from (template.triple for template in context.query.templates)


def _links(path: Path) -> Iterator[Link]:
    if isinstance(path, Link):
        yield path
    else:
        for part in path.parts:
            yield from _links(part)


def _predicates_and_types(triple: Triple) -> Iterator[Term]:
    yield from (link.term for link in _links(triple.path))
    if isinstance(triple.path, Link) and triple.path.term.value == TYPE:
        yield triple.object


def _calls(expr: Expr) -> Iterator[Call]:
    if isinstance(expr, Call):
        if expr.op == "function":
            yield expr
        for arg in expr.args:
            yield from _calls(arg)


def _written(term: Term, context: Context) -> bool:
    """Whether the term stands in the text with a prefix that is declared; Q020 speaks of the others."""
    return term.token is not None and prefixed(term, context)


def prefixed(term: Term, context: Context) -> bool:
    """Whether the prefix of a name is declared."""
    token: Token | None = term.token
    return token is None or token.kind != "pname" or token.text.partition(":")[0] in context.query.prefixes


def _hint(context: Context, iri: str, among: list[str]) -> str:
    close = context.vocabulary.closest(iri, among)
    if close:
        return f", did you mean {context.suggested(close)}?"
    foreign = ":" in iri and not iri.startswith((*context.vocabulary.namespaces, KGC))
    return "; if an ontology of yours declares it, give that with --ontology" if foreign else ""


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    prefixes_declared,
    properties_declared,
    classes_declared,
    constants_declared,
    functions_known,
    datatypes_known,
)
