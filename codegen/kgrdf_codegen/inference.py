"""Types of a query's columns, from the places at which its variables stand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import TypeAlias

from kgrdf_codegen import naming
from kgrdf_codegen.check import tree
from kgrdf_codegen.check.declared import Property
from kgrdf_codegen.check.facts import conjuncts
from kgrdf_codegen.check.flow import equated
from kgrdf_codegen.check.truth import needed
from kgrdf_codegen.expressions import MOST, Typed, constant_type, type_of
from kgrdf_codegen.headers import QueryHeader
from kgrdf_codegen.ir import Class, Column, ColumnKind, Field, Ontology, RelationType
from kgrdf_codegen.known import Known, Lattice
from kgrdf_codegen.reader import KG

__all__ = ["bound_names", "classes_required", "infer_columns", "param_types"]

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_TYPES = (_TYPE, f"{KG}entityType")
_VERB = f"{KG}relationshipType"
_IRI = Known(frozenset({"iri"}), sure=True)
_THING = Known(frozenset({"ref"}), sure=True)
_ANYTHING = Known(sure=True)
_NOTHING_GIVEN: Mapping[str, Typed] = MappingProxyType({})
_Told: TypeAlias = dict[str, Known]


@dataclass(frozen=True, slots=True)
class _Around:
    """What holds around a pattern: the constants of which a variable is one, and the verbs of relationships."""

    constants: Mapping[str, frozenset[str]]
    verbs: Mapping[str, tuple[RelationType, ...]]

    def options(self, term: tree.Term) -> frozenset[str]:
        """Return the constants of which a term is one; none where it may be anything."""
        return self.constants.get(term.value, frozenset()) if term.kind == "var" else frozenset({term.value})


_OUTSIDE = _Around({}, {})


def infer_columns(
    query: tree.Query,
    ontology: Ontology,
    params: Mapping[str, Typed] = _NOTHING_GIVEN,
    declared: Mapping[str, Property] = MappingProxyType({}),
) -> tuple[Column, ...]:
    """Return the columns of a SELECT, none of another form; `params` are the types of the parameters, and `declared` tells
    of the properties that are in no model.

    A column is optional unless it has a value in every solution: the variable is bound on every branch or a filter needs it,
    and an expression cannot fail.
    """
    if query.form != "select" or query.select is None:
        return ()
    types = _Types(ontology, params, declared)
    found = types.of_select(query.select, _OUTSIDE)
    return tuple(_column(var.value, found[var.value], types.lattice) for var in query.select.projection)


def _column(name: str, known: Known, lattice: Lattice) -> Column:
    typed = known.typed
    enum = known.enum if typed.value == "string" else None
    classes = lattice.roots(typed.classes)
    return Column(name, naming.snake(name), naming.camel(name), typed.value, classes, not typed.sure, enum)


def param_types(header: QueryHeader, ontology: Ontology) -> dict[str, Typed]:
    """Return the types of the parameters of a header that is complete."""
    names = {cls.iri: cls.name for cls in ontology.classes}
    found = {}
    for param in header.params:
        classes = tuple(sorted(names[iri] for iri in param.classes if iri in names))
        # What is declared an IRI and stands where only things of the graph do is the id of one.
        value: ColumnKind = "ref" if param.type == "Ref" or classes else param.type  # type: ignore[assignment]
        found[param.name] = Typed(value, classes, not param.optional, MOST.get(value))
    return found


def bound_names(query: tree.Query, ontology: Ontology) -> frozenset[str]:
    """Return the variables that have a value in every solution of a query's pattern."""
    return frozenset(name for name, known in _of_pattern(query, ontology).items() if known.sure)


def classes_required(query: tree.Query, ontology: Ontology) -> dict[str, frozenset[str]]:
    """Return the classes of which each variable, parameters too, must be one wherever it has a value."""
    return {name: known.classes for name, known in _of_pattern(query, ontology).items() if known.classes}


def _of_pattern(query: tree.Query, ontology: Ontology) -> _Told:
    return _Types(ontology, _NOTHING_GIVEN, {}).of_group(query.where, _OUTSIDE)


class _Types:
    def __init__(self, ontology: Ontology, params: Mapping[str, Typed], declared: Mapping[str, Property]) -> None:
        self.names = {cls.iri: cls.name for cls in ontology.classes}
        self.lattice = Lattice({cls.name: frozenset({cls.name, *cls.ancestors}) for cls in ontology.classes})
        self.params = params
        self.declared = declared
        self.verbs = {verb.name.raw: verb for verb in ontology.relation_types}
        self.fields: dict[str, list[tuple[Class, Field]]] = defaultdict(list)
        for cls in ontology.classes:
            for field in cls.fields:
                if not field.inverse:
                    self.fields[field.iri].append((cls, field))

    def of_select(self, select: tree.Select, around: _Around) -> _Told:
        """Return what is known of each column."""
        group = select.group if select.values is None else tree.Group((*select.group.elements, select.values))
        inside = self.of_group(group, around)
        if select.star:
            return inside
        # A GROUP BY makes no empty group; without one, there may be nothing to sum up.
        filled = not select.grouped or not select.one_row
        expressions = dict(zip((var.value for var in select.computed), select.expressions, strict=False))
        found: _Told = {}
        for var in select.projection:
            # What stands to the left may be used.
            expr = expressions.get(var.value, var)
            found[var.value] = self._of_expr(expr, {**inside, **found}, filled=filled)
        return found

    def of_group(self, group: tree.Group, around: _Around, outside: frozenset[str] = frozenset()) -> _Told:
        """Return what is known of the variables of a group, whose filters may find a value of those from `outside` there."""
        around = self._within(group, around)
        given = [self._given(element, around) for element in group.elements]
        found: _Told = {}
        for told in given:
            self._join(found, told)
        for element in group.elements:
            self._join(found, self._of_nothing(element, found))
        seen: set[str] = set()
        for element in group.elements:
            if isinstance(element, tree.Optional):
                told = self.of_group(element.group, around, frozenset(seen))
                self._join(found, {name: replace(known, sure=False) for name, known in told.items()})
            seen.update(tree.bound_names(element))
        needed_names = _needed_names(group) - outside
        before: set[str] = set()
        for index, element in enumerate(group.elements):
            before.update(name for name, known in given[index].items() if known.sure)
            if isinstance(element, tree.Bind):
                after = {name for other in group.elements[index:] for name in tree.bound_names(other)}
                sure = before | (needed_names - after)
                here = {name: replace(known, sure=name in sure) for name, known in found.items()}
                told = {element.var.value: self._of_expr(element.expr, here, filled=False)}
                before.update(name for name, known in told.items() if known.sure)
                self._join(found, told)
        return {name: replace(known, sure=known.sure or name in needed_names) for name, known in found.items()}

    def _join(self, into: _Told, told: Mapping[str, Known]) -> None:
        for name, known in told.items():
            into[name] = self.lattice.join(into.get(name), known)

    def _of_expr(self, expr: tree.Expr, inside: Mapping[str, Known], *, filled: bool) -> Known:
        typed = type_of(expr, lambda term: self._of_term(term, inside), filled=filled)
        same = inside.get(_copied(expr))
        return replace(Known.of(typed), enum=None if same is None else same.enum)

    def _of_term(self, term: tree.Term, inside: Mapping[str, Known]) -> Typed:
        if term.kind != "var":
            return constant_type(term)
        typed = inside[term.value].typed if term.value in inside else Typed("value")
        given = self.params.get(term.value)
        if given is not None:
            # A declaration says what the caller gives; the places may ask for fewer classes of it.
            sharper = bool(typed.classes) and typed.value == "ref" == given.value
            return replace(given, classes=typed.classes if sharper else given.classes)
        return replace(typed, sure=typed.sure or term.is_param)

    def _within(self, group: tree.Group, around: _Around) -> _Around:
        """Return what holds in a group: what holds around it, and what its own lists, conditions and verbs say."""
        constants = dict(around.constants)
        for name, listed in _listed(group):
            constants[name] = (constants[name] & listed if name in constants else listed) or listed
        around = replace(around, constants=constants)
        verbs = dict(around.verbs)
        for element in group.elements:
            link = element.path if isinstance(element, tree.Triple) else None
            if isinstance(element, tree.Triple) and isinstance(link, tree.Link) and link.term.value == _VERB:
                labels = frozenset() if link.inverse else around.options(element.object)
                if labels and labels <= self.verbs.keys():
                    verbs[element.subject.value] = tuple(self.verbs[label] for label in sorted(labels))
        return replace(around, verbs=verbs)

    def _given(self, element: tree.Element, around: _Around) -> _Told:
        """Return what an element gives that gives its variables their values by itself."""
        match element:
            case tree.Triple():
                return self._of_triple(element, around)
            case tree.Block():
                told = self.of_group(element.group, around)
                self._join(told, {element.name.value: _IRI} if element.name.kind == "var" else {})
                return told
            case tree.Union():
                arms = [self.of_group(arm, around) for arm in element.arms]
                names = dict.fromkeys(name for arm in arms for name in arm)
                return {name: self._of_arms([arm[name] for arm in arms if name in arm], len(arms)) for name in names}
            case tree.Values():
                return dict(self._of_values(element))
            case tree.Select():
                kept = {var.value for var in element.projection if var not in element.computed}
                constants = {name: found for name, found in around.constants.items() if element.star or name in kept}
                verbs = {name: found for name, found in around.verbs.items() if element.star or name in kept}
                return self.of_select(element, _Around(constants, verbs))
            case _:
                return {}

    def _of_arms(self, told: Sequence[Known], arms: int) -> Known:
        found = self.lattice.either(told)
        return replace(found, sure=found.sure and len(told) == arms)

    def _of_values(self, values: tree.Values) -> Iterator[tuple[str, Known]]:
        for index, column in enumerate(values.columns):
            if column.is_param:
                yield column.value, _ANYTHING  # a list that a caller gives has no UNDEF
                continue
            cells = values.listed(index)
            told = [Known.of(constant_type(cell)) for cell in cells if cell is not None]
            if told:
                yield column.value, replace(self.lattice.either(told), sure=None not in cells)

    def _of_triple(self, triple: tree.Triple, around: _Around) -> _Told:
        path, subject, object_ = triple.path, triple.subject, triple.object
        if isinstance(path, tree.Link) and path.inverse:
            path, subject, object_ = tree.Link(path.term), object_, subject
        begins, ends = self._ends(path, around)
        if isinstance(path, tree.Link) and path.term.value in _TYPES:
            classes = around.options(object_)
            if classes and classes <= self.names.keys():
                begins = replace(begins, classes=frozenset(self.names[iri] for iri in classes))
        verbs = around.verbs.get(subject.value, ())
        side = {f"{KG}from": "subjects", f"{KG}to": "objects"}.get(path.term.value) if isinstance(path, tree.Link) else None
        allowed: list[tuple[str, ...]] = [getattr(verb, side) for verb in verbs] if side is not None else []
        if allowed and all(allowed):
            ends = self.lattice.both(ends, Known(ends.kinds, frozenset(name for names in allowed for name in names)))
        found: _Told = {}
        predicate = path.term if isinstance(path, tree.Link) else None
        for term, known in ((subject, begins), (object_, ends), (predicate, _IRI)):
            if term is not None and term.kind == "var":
                self._join(found, {term.value: known})
        return found

    def _ends(self, path: tree.Path, around: _Around) -> tuple[Known, Known]:
        """Return what a path says of where it begins and where it ends."""
        if isinstance(path, tree.Link):
            found = [self._ends_of(iri) for iri in sorted(around.options(path.term))] or [(_THING, _ANYTHING)]
            begins, ends = (self.lattice.either(side) for side in zip(*found, strict=True))
            return (ends, begins) if path.inverse else (begins, ends)
        if _may_be_empty(path):
            return _ANYTHING, _ANYTHING
        if path.form == "seq":
            return self._end_of(path.parts, 0, around), self._end_of(path.parts[::-1], 1, around)
        parts = [self._ends(part, around) for part in path.parts]
        return self.lattice.either([begin for begin, _ in parts]), self.lattice.either([end for _, end in parts])

    def _end_of(self, parts: Sequence[tree.Path], side: int, around: _Around) -> Known:
        """Return what the first of some steps says of one end; where it may be no step, the next one may say it."""
        first, *others = parts
        if not isinstance(first, tree.Many) or not _may_be_empty(first) or not others:
            return self._ends(first, around)[side]
        return self.lattice.either([self._ends(first.parts[0], around)[side], self._end_of(others, side, around)])

    def _ends_of(self, iri: str) -> tuple[Known, Known]:
        if iri == _TYPE:
            return _THING, _IRI
        if iri in self.fields:
            owners = frozenset(cls.name for cls, field in self.fields[iri] if field.name in cls.own)
            return replace(_THING, classes=owners), self.lattice.either([_of_field(field) for _, field in self.fields[iri]])
        declared = self.declared.get(iri)
        if declared is None:
            return _THING, _ANYTHING
        owners, values = (self._named(classes) for classes in (declared.owners, declared.values))
        kind = declared.kind
        kinds = frozenset[ColumnKind]() if kind is None else frozenset({kind})
        return replace(_THING, classes=owners), Known(kinds, values, most=MOST.get(kind or "value"), sure=True)

    def _named(self, iris: frozenset[str]) -> frozenset[str]:
        """Return the names of classes; none where one has no model, as if nothing were told."""
        return frozenset(self.names[iri] for iri in iris) if iris <= self.names.keys() else frozenset()

    def _of_nothing(self, element: tree.Element, found: Mapping[str, Known]) -> _Told:
        """Return what a path tells that may have no step: each of its ends is what it leads to, or the other end."""
        path = element.path if isinstance(element, tree.Triple) else None
        if not isinstance(element, tree.Triple) or not isinstance(path, tree.Many) or not _may_be_empty(path):
            return {}
        ends = (element.subject, element.object)
        told: _Told = {}
        for term, other, known in zip(ends, ends[::-1], self._ends(path.parts[0], _OUTSIDE), strict=True):
            same = found.get(other.value, _ANYTHING) if other.kind == "var" else Known.of(constant_type(other))
            if term.kind == "var":
                told[term.value] = self.lattice.either([known, replace(same, sure=True)])
        return told


def _of_field(field: Field) -> Known:
    number = field.value in ("integer", "decimal")
    bounds = [abs(Decimal(bound.raw)) for bound in (field.minimum, field.maximum) if number and bound is not None]
    most = int(max(bounds)) + 1 if len(bounds) == 2 else MOST.get(field.value)
    enum = field.enum if field.value == "string" else None
    return Known(frozenset({field.value}), frozenset(field.range), enum, most, sure=True)


def _may_be_empty(path: tree.Path) -> bool:
    return isinstance(path, tree.Many) and path.form in ("*", "?")


def _copied(expr: tree.Expr) -> str:
    """Return the variable of which an expression is a value."""
    if isinstance(expr, tree.Call) and expr.op in ("Aggregate_Min", "Aggregate_Max", "Aggregate_Sample"):
        expr = expr.args[0]
    return expr.value if isinstance(expr, tree.Term) and expr.kind == "var" else ""


def _listed(group: tree.Group) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the constants that the lists and the conditions of a group allow for a variable."""
    for element in group.elements:
        if isinstance(element, tree.Values):
            for index, column in enumerate(element.columns):
                cells = element.listed(index)
                if cells and None not in cells and not column.is_param:
                    yield column.value, frozenset(cell.value for cell in cells if cell is not None)
        elif isinstance(element, tree.Filter):
            for part in conjuncts(element.expr):
                name, terms = equated(part)
                if name:
                    yield name, frozenset(term.value for term in terms)


def _needed_names(group: tree.Group) -> frozenset[str]:
    """Return the variables without a value of which the filters of a group let no solution through."""
    found = frozenset[str]()
    for element in group.elements:
        if isinstance(element, tree.Filter):
            found |= needed(element.expr, True)
    times = Counter(name for element in group.elements for name in {*tree.bound_names(element)})
    for element in reversed(group.elements):
        # Where a BIND fails, what follows it may give its variable a value.
        if isinstance(element, tree.Bind) and element.var.value in found and times[element.var.value] == 1:
            found |= needed(element.expr)
    return found
