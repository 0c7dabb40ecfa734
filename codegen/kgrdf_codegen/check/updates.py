"""Rules on updates: they change what is bound, and nothing that the runtime keeps in step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rdflib import RDF

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.given import Inputs, joined
from kgrdf_codegen.check.tree import (
    Bind,
    Block,
    Call,
    Element,
    Expr,
    Filter,
    Group,
    Link,
    Minus,
    Optional,
    Select,
    Template,
    Term,
    Triple,
    Union,
    Values,
    bound_names,
    terms_of,
    walk,
)
from kgrdf_codegen.check.truth import needed
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import KG

__all__ = ["RULES"]

_DERIVED = {f"{KG}name": "nameKey", f"{KG}alias": "nameKey", f"{KG}text": "tokenCount"}
"""Properties of which the runtime keeps something else in step."""
_TYPE = str(RDF.type)


def subjects_bound(context: Context) -> Iterator[Problem]:
    """Q070: an update changes subjects that its pattern finds, and finds them by something that the caller gives."""
    if context.header.mode != "update" or context.query.form != "modify" or context.query.operations != 1:
        return
    params = {*context.header.inputs()}
    optional = frozenset(param.name for param in context.header.params if param.optional)
    inputs = Inputs(frozenset(params - optional), optional)
    where = context.query.where
    certain, made = _bound(where), _made(where)
    for template in context.query.templates:
        subject = template.triple.subject
        if subject.kind == "var" and subject.value not in params | certain:
            message = "is not bound on every branch of the WHERE, so nobody can tell what is changed"
            yield context.at(subject.token, "Q070", f"{subject.shown} {message}")
        elif subject.kind == "var" and subject.value in made:
            message = "is an IRI that the text puts together, and may be no thing of the tenant; find it by a pattern"
            yield context.at(subject.token, "Q070", f"{subject.shown} {message}")
        elif subject.kind == "var" and params and (said := _unjoined(context, template, inputs)):
            yield context.at(subject.token, "Q070", f"{subject.shown} {said}")
    if not params and context.header.scope == "tenant":
        message = "an update takes what it changes as a parameter; declare one with @param"
        yield context.at(context.word("DELETE", "INSERT"), "Q070", message)
    if not any(isinstance(element, (Triple, Bind, Values)) for element in _outside_exists(context.query.where)):
        message = "the WHERE holds nothing but a FILTER, which some stores pass over; put a pattern or VALUES before it"
        yield context.at(context.word("WHERE"), "Q070", message)
    elements = [element for element, _ in walk(context.query.where)]
    told = [element for element in elements if not isinstance(element, Triple) or not _open(element, params)]
    found = {name for element in told if isinstance(element, (Triple, Values)) for name in bound_names(element)}
    for element in elements:
        if isinstance(element, Triple) and _open(element, params | found):
            message = "scans and locks the whole graph; bind the subject, or name the property"
            yield context.at(element.token, "Q070", f"{element.subject.shown} with any property {message}")


def state_left_alone(context: Context) -> Iterator[Problem]:
    """Q071: an update leaves alone what the runtime keeps: its clock, keys and index, and what statements say."""
    if context.header.mode != "update" or context.header.scope == "store":
        return
    rows = {column for row in context.header.rows for column in row.columns}
    for template in context.query.templates:
        link = template.triple.path
        if isinstance(link, Link) and link.term.value not in rows:
            reason = _kept(context, template, link.term)
            if reason is not None:
                verb = "deletes" if template.clause == "DELETE" else "writes"
                yield context.at(link.term.token or template.triple.token, "Q071", f"{verb} {reason}")


def _kept(context: Context, template: Template, predicate: Term) -> str | None:
    """Return why a property is not an update's to change, or None."""
    vocabulary, name = context.vocabulary, context.short(predicate.value)
    if predicate.kind == "var":
        return f"{predicate.shown}, which may be any property, the runtime's own too; name the properties"
    if template.graph is not None and template.graph.value == "history":
        return f"{name} in $history, which only the verbs of the memory write"
    if predicate.value == _TYPE:
        if template.triple.object.kind == "iri" and not template.triple.object.value.startswith(KG):
            return None
        return "a type that the runtime keeps in step with the id; store the thing by its verb"
    declared = vocabulary.properties.get(predicate.value)
    if declared is None:
        return None
    if declared.internal:
        return f"{name}, which is the runtime's own"
    if declared.managed:
        return f"{name}, which only the runtime sets"
    if predicate.value in _DERIVED:
        return f"{name}, with which kg:{_DERIVED[predicate.value]} has to change; store the thing anew by its verb"
    if predicate.value.startswith(KG) and vocabulary.only(declared.domains, STATEMENT):
        return f"{name} of a statement, whose key, interval and index change with it; use supersede, end, retract or amend"
    return None


def _bound(group: Group) -> frozenset[str]:
    """Return the variables that have a value on every branch."""
    found: set[str] = set()
    for element in group.elements:
        match element:
            case Triple():
                found |= {term.value for term in (element.subject, element.object) if term.kind == "var"}
                if isinstance(element.path, Link) and element.path.term.kind == "var":
                    found.add(element.path.term.value)
            case Block():
                found |= _bound(element.group)
            case Union():
                found |= frozenset.intersection(*map(_bound, element.arms))
            case Values() if len(element.cells) == element.rows * len(element.columns):
                found |= {column.value for column in element.columns}
            case Bind():
                found.add(element.var.value)
            case Filter():
                found |= needed(element.expr, True)
            case Select():
                computed = {term.value for term in element.computed}
                found |= {term.value for term in element.projection} & (_bound(element.group) | computed)
    return frozenset(found)


def _made(where: Group) -> set[str]:
    """Return the variables whose value is an IRI made of text, or taken from such a one."""
    given = [(element.var, element.expr) for element, _ in walk(where) if isinstance(element, Bind)]
    selects = [element for element, _ in walk(where) if isinstance(element, Select)]
    given += [pair for select in selects for pair in zip(select.computed, select.expressions, strict=False)]
    found: set[str] = set()
    for _ in given:
        found |= {var.value for var, expr in given if _makes_iri(expr) or {term.value for term in terms_of(expr)} & found}
    return found


def _makes_iri(expr: Expr) -> bool:
    return isinstance(expr, Call) and (expr.op in ("IRI", "URI") or any(map(_makes_iri, expr.args)))


def _unjoined(context: Context, template: Template, inputs: Inputs) -> str | None:
    """Return in which way the subject of a change hangs together with nothing that the caller gives, or None."""
    where, subject = context.query.where, template.triple.subject.value
    told = frozenset(term.value for term in terms_of(template.triple) if term.kind == "var")
    branches = [subject in names for names in joined(where, inputs, told)]
    if all(branches):
        return None
    hint = "join it with a parameter"
    if any(branches):
        message = "is joined with what the caller gives on some branches alone, so all that others find would be changed"
        return f"{message}; {hint} outside OPTIONAL, and in every arm of UNION and of ||"
    if {term.value for term in terms_of(where)} & (inputs.always | inputs.perhaps):
        hint += ", which OPTIONAL, NOT EXISTS, MINUS and != do not"
    return f"is joined with nothing that the caller gives, so all that there are would be changed; {hint}"


def _outside_exists(group: Group) -> Iterator[Element]:
    for element in group.elements:
        yield element
        match element:
            case Block() | Optional() | Minus() | Select():
                yield from _outside_exists(element.group)
            case Union():
                for arm in element.arms:
                    yield from _outside_exists(arm)
            case Filter():
                pass


def _open(triple: Triple, known: set[str]) -> bool:
    """Whether a pattern reads any property of anything."""
    link = triple.path
    if not isinstance(link, Link) or link.term.kind != "var" or link.term.value in known:
        return False
    ends = [term for term in (triple.subject, triple.object) if term.kind != "var" or term.value in known]
    return not ends


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (subjects_bound, state_left_alone)
