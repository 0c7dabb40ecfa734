"""What a CONSTRUCT makes and what an update changes, and why it may be neither."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kgrdf_codegen.check import tree
from kgrdf_codegen.check.tokens import Token, tokenize
from kgrdf_codegen.headers import QueryHeader
from kgrdf_codegen.inference import bound_names, classes_required
from kgrdf_codegen.ir import Change, Class, Field, Ontology
from kgrdf_codegen.segments import Piece, Slot, cut_tokens, joined
from kgrdf_codegen.text import iri_literal

__all__ = [
    "Fault",
    "changed",
    "changes_of",
    "classes_known",
    "constructed",
    "reading_of",
    "things_made",
    "wrong_construct",
    "wrong_update",
]

Fault = tuple[str, Token | None, str]
"""Code, place and message."""

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_KEPT_BY_VERBS = frozenset({"name", "aliases"})


def constructed(query: tree.Query, ontology: Ontology) -> tuple[str, ...]:
    """Return the names of the classes that a CONSTRUCT makes things of, sorted."""
    return tuple(sorted({cls.name for cls in things_made(query, ontology).values()}))


def wrong_construct(query: tree.Query, header: QueryHeader, ontology: Ontology) -> Iterator[Fault]:
    """Yield why the things that a CONSTRUCT makes would not be whole things of a class."""
    made = things_made(query, ontology)
    parts: dict[str, dict[str, tree.Term]] = defaultdict(dict)
    for subject, predicate, object_, token in _triples(query):
        cls, pointed = made.get(subject.value), made.get(object_.value)
        field = None if cls is None else _field(cls, predicate, inverse=False)
        back = None if pointed is None else _field(pointed, predicate, inverse=True)
        told = bool(parts[subject.value])
        parts[subject.value][predicate.value] = object_
        if back is not None:  # what points at a thing is a value of it, and need be no thing itself
            parts[object_.value][predicate.value] = subject
        elif cls is None and not told:
            message = f"{subject.shown} is made without a class that has a model; write `{subject.shown} a …`"
            yield "F007", token, message
        elif cls is not None and field is None and predicate.value != _TYPE:
            yield "F007", token, f"class {cls.name} has no such field: this triple would be lost"
        several = next((one for one in (field, back) if one is not None and one.many), None)
        if several is not None and header.limit is not None:
            message = f"{several.name} has many values, and the limit would cut a thing apart; write `# @limit none` and "
            yield "F009", token, message + "a LIMIT in a subselect that finds the things"
    bound = bound_names(query, ontology)
    for name, cls in made.items():
        for required in cls.fields:
            value = parts[name].get(required.iri)
            unbound = value is not None and value.kind == "var" and not value.is_param and value.value not in bound
            if required.required and (value is None or unbound):
                token = next(token for subject, _, _, token in _triples(query) if subject.value == name)
                message = f"every {cls.name} has {required.wire}, and ?{name} is made without it"
                yield "F008", token, message if value is None else f"{message} where {value.shown} has no value"


def _field(cls: Class, predicate: tree.Term, *, inverse: bool) -> Field | None:
    """Return the field of a class whose values a triple gives, to its subject or, walked backwards, to its object."""
    if predicate.kind != "iri":
        return None
    return next((field for field in cls.fields if field.iri == predicate.value and field.inverse == inverse), None)


def changed(query: tree.Query, header: QueryHeader, ontology: Ontology) -> tuple[str, ...]:
    """Return the names of the classes of what an update changes, sorted."""
    classes = classes_known(query, header, ontology)
    return tuple(sorted({name for template in query.templates for name in classes[template.triple.subject.value]}))


def classes_known(query: tree.Query, header: QueryHeader, ontology: Ontology) -> Mapping[str, frozenset[str]]:
    """Return the classes of which each variable is one: by the patterns, or of a parameter by its type, narrowed by them."""
    names = {cls.iri: cls.name for cls in ontology.classes}
    typed = {param.name: frozenset(names[iri] for iri in param.classes if iri in names) for param in header.params}
    return classes_required(query, ontology) | {name: classes for name, classes in typed.items() if classes}


def changes_of(query: tree.Query) -> tuple[Change, ...]:
    """Return what an update drops and adds; the values are columns of the SELECT that reads for it."""
    columns = [_written(term) for term in _columns(query)]
    return tuple(
        Change(
            template.clause.lower(),
            columns.index(_written(template.triple.subject)),
            _link(template.triple).value,
            columns.index(_written(template.triple.object)),
        )
        for template in query.templates
    )


def reading_of(query: tree.Query, text: str, header: QueryHeader) -> tuple[Piece, ...]:
    """Return the pieces of the SELECT that finds what an update drops and adds."""
    tokens = tokenize(text)
    begin = next(token.index for token in tokens if token.word_is("DELETE", "INSERT"))
    where = next(token.index for token in tokens if token.word_is("WHERE"))
    types = {param.name: param.type for param in header.params if not param.many}
    columns: list[Piece] = ["\nSELECT DISTINCT"]
    for number, term in enumerate(_columns(query)):
        name = term.value
        if term.kind == "var" and name in types:
            columns += [" (", Slot(name, "iri" if types[name] == "Ref" else types[name]), f" AS ?_{number})"]
        elif term.kind == "var":
            columns.append(f" ?{name}")
        else:
            columns.append(f" ({_constant(term)} AS ?_{number})")
    head, body = cut_tokens(text, tokens[:begin], header), cut_tokens(text, tokens[where:], header)
    return joined((*head, *columns, "\n", Slot("", "dataset"), *_stripped(body)))


def wrong_update(query: tree.Query, header: QueryHeader, ontology: Ontology) -> Iterator[Fault]:
    """Yield why an update would break what the memory promises."""
    required = classes_known(query, header, ontology)
    for template in query.templates:
        subject, link, token = template.triple.subject, _link(template.triple), template.triple.token
        classes = [ontology.cls(name) for name in sorted(required.get(subject.value, ()))]
        if not classes or any(cls.kind not in ("entity", "concept") for cls in classes):
            found = " or ".join(cls.name for cls in classes)
            message = f"{subject.shown} is of class {found}" if found else f"{subject.shown} may be anything"
            hint = "a query changes entities and concepts alone; all else changes by the verbs of the memory"
            yield "F010", token, f"{message}; {hint}" if found else f"{message}; ask for its type in GRAPH $current: {hint}"
        elif link.value == _TYPE:
            yield "F010", token, "the class of a thing stands in its id and cannot be changed"
        elif template.graph is None or template.graph.value != "current":
            yield "F010", token, "only GRAPH $current may be changed"
        else:
            yield from _unsettable(classes, link.value, token)


def _unsettable(classes: Sequence[Class], iri: str, token: Token | None) -> Iterator[Fault]:
    owners = [(cls, cls.field(iri)) for cls in classes]
    for cls, field in owners:
        if field is not None and not _settable(field):
            message = f"{field.name} of class {cls.name} is kept in step by the verbs of the memory; use them"
            yield "F010", token, message
            return
    if all(field is None for _, field in owners):
        yield "F010", token, f"class {' or '.join(cls.name for cls in classes)} has no such property"


def _settable(field: Field) -> bool:
    return not (field.managed or field.inverse or field.name in _KEPT_BY_VERBS)


def things_made(query: tree.Query, ontology: Ontology) -> Mapping[str, Class]:
    """Return the class of each thing that templates make, by the variable or the IRI that stands for it."""
    by_iri = {cls.iri: cls for cls in ontology.classes}
    found: dict[str, Class] = {}
    for subject, predicate, object_, _ in _triples(query):
        cls = by_iri.get(object_.value)
        if predicate.value == _TYPE and cls is not None:
            held = found.get(subject.value)
            found[subject.value] = cls if held is None or held.name in cls.ancestors else held
    return found


def _triples(query: tree.Query) -> Iterator[tuple[tree.Term, tree.Term, tree.Term, Token | None]]:
    for template in query.templates:
        triple = template.triple
        yield triple.subject, _link(triple), triple.object, triple.token


def _link(triple: tree.Triple) -> tree.Term:
    assert isinstance(triple.path, tree.Link)  # a template has no paths
    return triple.path.term


def _columns(query: tree.Query) -> list[tree.Term]:
    """Return the terms of the templates' ends, each once."""
    terms = [term for template in query.templates for term in (template.triple.subject, template.triple.object)]
    return list({_written(term): term for term in terms}.values())


def _written(term: tree.Term) -> str:
    return f"?{term.value}" if term.kind == "var" else _constant(term)


def _constant(term: tree.Term) -> str:
    if term.kind == "iri":
        return f"<{iri_literal(term.value)[1:-1]}>"
    body = "".join(_ESCAPES.get(char, char) for char in term.value)
    if term.lang:
        return f'"{body}"@{term.lang}'
    return f'"{body}"^^<{iri_literal(term.datatype)[1:-1]}>' if term.datatype else f'"{body}"'


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


def _stripped(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    first = pieces[0]
    return (first.lstrip(), *pieces[1:]) if isinstance(first, str) else pieces
