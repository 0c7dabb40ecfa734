"""Types of a query's columns, from the places at which its variables stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from kgrdf_codegen import naming
from kgrdf_codegen.check import tree
from kgrdf_codegen.expressions import Typed, type_of
from kgrdf_codegen.ir import Column, ColumnKind, Field, Ontology, ValueKind
from kgrdf_codegen.rdf import value_kind

__all__ = ["bound_names", "classes_required", "infer_columns", "kinds_required"]

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_End = tuple[frozenset[ValueKind], frozenset[str]]
"""What a path says of one of its ends: kinds of value, and classes where it is a reference."""


def infer_columns(
    query: tree.Query, ontology: Ontology, params: Mapping[str, Typed] = MappingProxyType({})
) -> tuple[Column, ...]:
    """Return the columns of a SELECT, none of another form; `params` are the types of the parameters,
    which are told by where they stand if they are left out.

    A column is optional unless it has a value in every solution: the variable is bound on every branch, and an expression
    cannot fail.
    """
    select = query.select
    if query.form != "select" or select is None:
        return ()
    types = _Types(ontology, select.group, params)
    found = types.of_select(select)
    return tuple(
        Column(
            var.value,
            naming.snake(var.value),
            naming.camel(var.value),
            found[var.value].value,
            found[var.value].classes,
            not found[var.value].sure,
            types.enum_of(var.value),
        )
        for var in select.projection
    )


def bound_names(query: tree.Query, ontology: Ontology) -> frozenset[str]:
    """Return the variables that have a value in every solution of a query's pattern."""
    return _Types(ontology, query.where, {}).bound(query.where)


def classes_required(query: tree.Query, ontology: Ontology) -> dict[str, frozenset[str]]:
    """Return the classes of which each variable, parameters too, must be one in every solution."""
    return _Types(ontology, query.where, {}).sure


def kinds_required(query: tree.Query, ontology: Ontology) -> dict[str, frozenset[ValueKind]]:
    """Return what kinds of value each variable, parameters too, may have where it stands in patterns."""
    return {name: frozenset(kinds) for name, kinds in _Types(ontology, query.where, {}).values.items() if kinds}


def _variables(terms: Iterable[tree.Term]) -> Iterator[str]:
    return (term.value for term in terms if term.kind == "var")


class _Types:
    def __init__(self, ontology: Ontology, group: tree.Group, params: Mapping[str, Typed]) -> None:
        self.classes = {cls.name: cls for cls in ontology.classes}
        self.names = {cls.iri: cls.name for cls in ontology.classes}
        self.params = params
        self.owners: dict[str, set[str]] = defaultdict(set)
        self.fields: dict[str, list[Field]] = defaultdict(list)
        for cls in ontology.classes:
            for field in cls.fields:
                if not field.inverse:
                    self.fields[field.iri].append(field)
                    if field.name in cls.own:
                        self.owners[field.iri].add(cls.name)
        self.values: dict[str, set[ValueKind]] = defaultdict(set)
        self.enums: dict[str, set[str | None]] = defaultdict(set)
        self.computed: dict[str, list[Typed]] = defaultdict(list)
        self.sure = self._narrow(group)
        self.possible: dict[str, set[str]] = defaultdict(set)
        self._read(group)

    def of_select(self, select: tree.Select) -> dict[str, Typed]:
        """Return the type of each column."""
        inside = self.bound(select.group)
        # A GROUP BY makes no empty group; without one, there may be nothing to sum up.
        filled = not select.grouped or not select.one_row
        expressions = dict(zip((var.value for var in select.computed), select.expressions, strict=False))
        found: dict[str, Typed] = {}
        for var in select.projection:
            if (expr := expressions.get(var.value)) is not None:
                found[var.value] = type_of(expr, lambda term: self.of_term(term, inside, found), filled=filled)
            else:
                found[var.value] = self.of_term(var, inside, found)
        return found

    def of_term(self, term: tree.Term, inside: frozenset[str], before: Mapping[str, Typed]) -> Typed:
        """Return the type of a term of an expression; `before` are the columns to its left, which it may use."""
        match term.kind:
            case "literal" if term.lang is not None:
                return Typed("langString", sure=True)
            case "literal":
                return Typed(value_kind([term.datatype]) if term.datatype else "string", sure=True)
            case "iri":
                return Typed("iri", sure=True)
        if term.value in before:
            return before[term.value]
        value, classes = self.of_variable(term.value)
        given = self.params.get(term.value)
        if given is not None:
            sharper = bool(classes) and value == "ref" == given.value
            return Typed(given.value, classes if sharper else given.classes, given.sure)
        return Typed(value, classes, sure=term.value in inside or term.is_param)

    def of_variable(self, name: str) -> tuple[ColumnKind, tuple[str, ...]]:
        """Return the type of a variable, and the classes where it is a reference."""
        kinds: set[ColumnKind] = {*self.values[name], *(typed.value for typed in self.computed[name])}
        if kinds <= {"ref"} and (kinds or self.sure.get(name) or self.possible[name]):
            return "ref", tuple(sorted(self.sure.get(name) or self.possible[name]))
        return (next(iter(kinds)) if len(kinds) == 1 else "value"), ()

    def enum_of(self, name: str) -> str | None:
        """Return the closed enum of the properties whose value a variable is, if there is one for all of them."""
        enums = self.enums[name]
        return next(iter(enums)) if len(enums) == 1 and not self.computed[name] else None

    def bound(self, group: tree.Group) -> frozenset[str]:
        """Return the variables that have a value in every solution of a group."""
        sure: set[str] = set()
        for element in group.elements:
            match element:
                case tree.Triple():
                    sure.update(_variables((element.subject, element.object)))
                    if isinstance(element.path, tree.Link):
                        sure.update(_variables((element.path.term,)))
                case tree.Block():
                    sure.update(self.bound(element.group), _variables((element.name,)))
                case tree.Union():
                    sure.update(frozenset.intersection(*map(self.bound, element.arms)))
                case tree.Values():
                    # UNDEF is not kept in the tree; a list that a caller gives has none.
                    sure.update(term.value for term in element.columns if term.is_param)
                case tree.Bind():
                    inside = frozenset(sure)
                    if type_of(element.expr, lambda term: self.of_term(term, inside, {}), filled=False).sure:  # noqa: B023
                        sure.add(element.var.value)
                case tree.Select():
                    sure.update(name for name, typed in self.of_select(element).items() if typed.sure)
                case _:
                    pass
        return frozenset(sure)

    def _narrow(self, group: tree.Group) -> dict[str, frozenset[str]]:
        """Return the classes that each variable must be of: all patterns of a group hold, and one arm of a union does."""
        found: dict[str, frozenset[str]] = {}
        copies = []
        for element in group.elements:
            match element:
                case tree.Triple():
                    parts = self._classes(element)
                case tree.Block() | tree.Select():
                    parts = self._narrow(element.group)
                case tree.Union():
                    arms = [self._narrow(arm) for arm in element.arms]
                    parts = {name: frozenset().union(*(arm[name] for arm in arms)) for name in _shared(arms)}
                case tree.Bind() if isinstance(element.expr, tree.Term) and element.expr.kind == "var":
                    copies.append((element.var.value, element.expr.value))
                    parts = {}
                case _:
                    parts = {}
            for name, classes in parts.items():
                found[name] = self._both(found[name], classes) if name in found else classes
        for copy, original in copies:
            if original in found:
                found.setdefault(copy, found[original])
        return found

    def _both(self, one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
        """Return the classes that are below one of each."""
        return frozenset(cls for cls in one | other if self._below(cls, one) and self._below(cls, other))

    def _below(self, cls: str, allowed: frozenset[str]) -> bool:
        return not allowed.isdisjoint((cls, *self.classes[cls].ancestors))

    def _classes(self, triple: tree.Triple) -> dict[str, frozenset[str]]:
        """Return what one pattern says of the classes of its two ends."""
        path = triple.path
        found: dict[str, frozenset[str]] = {}
        if isinstance(path, tree.Link) and path.term.value == _TYPE:
            subject, object_ = (triple.object, triple.subject) if path.inverse else (triple.subject, triple.object)
            if subject.kind == "var" and object_.value in self.names:
                found[subject.value] = frozenset({self.names[object_.value]})
            return found
        for term, (_, classes) in zip((triple.subject, triple.object), self._ends(path), strict=True):
            if term.kind == "var" and classes:
                found[term.value] = self._both(found[term.value], classes) if term.value in found else classes
        return found

    def _ends(self, path: tree.Path) -> tuple[_End, _End]:
        """Return what a path says of where it begins and where it ends."""
        if isinstance(path, tree.Link):
            iri = path.term.value
            fields = self.fields[iri] if path.term.kind == "iri" else []
            kinds = frozenset[ValueKind]({"iri"}) if iri == _TYPE else frozenset(field.value for field in fields)
            begins = frozenset[ValueKind]({"ref"}), frozenset(self.owners[iri]) if fields else frozenset[str]()
            ends = kinds, frozenset(name for field in fields for name in field.range)
            return (ends, begins) if path.inverse else (begins, ends)
        parts = [self._ends(part) for part in path.parts]
        if path.form == "seq":
            return parts[0][0], parts[-1][1]
        return _either([first for first, _ in parts]), _either([last for _, last in parts])

    def _read(self, item: tree.Group | tree.Element) -> None:
        """Note what every pattern allows, those that need not hold as well."""
        match item:
            case tree.Triple():
                for name, classes in self._classes(item).items():
                    self.possible[name].update(classes)
                if isinstance(item.path, tree.Link):
                    object_ = item.subject if item.path.inverse else item.object
                    self.enums[object_.value].update(_enum(field) for field in self.fields[item.path.term.value])
                else:
                    self.enums[item.object.value].add(None)
                for term, (kinds, _) in zip((item.subject, item.object), self._ends(item.path), strict=True):
                    if term.kind == "var" and (term is item.object or "ref" not in kinds or _backwards(item.path)):
                        self.values[term.value].update(kinds)
            case tree.Bind() if isinstance(item.expr, tree.Term) and item.expr.kind == "var" and not item.expr.is_param:
                self.values[item.var.value].update(self.values[item.expr.value])
                self.possible[item.var.value].update(self.possible[item.expr.value])
                self.enums[item.var.value].update(self.enums[item.expr.value])
                self.computed[item.var.value].extend(self.computed[item.expr.value])
            case tree.Bind():
                typed = type_of(item.expr, lambda term: self.of_term(term, frozenset(), {}), filled=False)
                self.computed[item.var.value].append(typed)
                self.possible[item.var.value].update(typed.classes)
            case tree.Group():
                for element in item.elements:
                    self._read(element)
            case tree.Block() | tree.Optional():
                self._read(item.group)
            case tree.Select():
                self._read(item.group)
                for var in item.computed:
                    self.computed[var.value].append(self.of_select(item)[var.value])
            case tree.Union():
                for arm in item.arms:
                    self._read(arm)
            case _:
                pass


def _shared(arms: list[dict[str, frozenset[str]]]) -> list[str]:
    return [name for name in arms[0] if all(name in arm for arm in arms)] if arms else []


def _either(ends: list[_End]) -> _End:
    """Return what is known where one of several paths is taken: classes only if each names some."""
    kinds = frozenset[ValueKind]().union(*(kinds for kinds, _ in ends))
    named = all(classes for kinds, classes in ends if "ref" in kinds)
    return kinds, frozenset[str]().union(*(classes for _, classes in ends)) if named else frozenset()


def _backwards(path: tree.Path) -> bool:
    return isinstance(path, tree.Link) and path.inverse


def _enum(field: Field) -> str | None:
    return field.enum if field.value == "string" else None
