"""Types of a query's columns, from the places at which its variables stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kgrdf_codegen import naming
from kgrdf_codegen.check import tree
from kgrdf_codegen.ir import Column, ColumnKind, Field, Ontology, ValueKind
from kgrdf_codegen.rdf import value_kind

__all__ = ["infer_columns"]

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_COMPARISONS = frozenset({"=", "!=", "<", "<=", ">", ">=", "&&", "||", "!", "BOUND", "REGEX", "CONTAINS"})
_TEXTS = frozenset(
    {"Aggregate_GroupConcat", "STR", "CONCAT", "LCASE", "UCASE", "SUBSTR", "REPLACE", "LANG", "STRBEFORE", "STRAFTER"}
)


def infer_columns(query: tree.Query, ontology: Ontology) -> tuple[Column, ...]:
    """Return the columns of a SELECT, none of another form.

    A column is optional unless the variable is bound on every branch.
    """
    select = query.select
    if query.form != "select" or select is None:
        return ()
    inside = _bound(select.group)
    types = _Types(ontology, select.group)
    computed = dict(
        zip(
            (var.value for var in select.projection if not _occurs(var, select)),
            select.expressions,
            strict=False,
        )
    )
    found = []
    for var in select.projection:
        if (expr := computed.get(var.value)) is not None:
            value, classes, sure = types.of_expression(expr, inside)
        else:
            value, classes = types.of_variable(var.value)
            sure = var.value in inside or var.is_param
        found.append(Column(var.value, naming.snake(var.value), naming.camel(var.value), value, classes, not sure))
    return tuple(found)


def _occurs(var: tree.Term, select: tree.Select) -> bool:
    return any(term.kind == "var" and term.value == var.value for term in tree.terms_of(select.group))


def _bound(group: tree.Group) -> frozenset[str]:
    """Return the variables that have a value in every solution of a group."""
    sure: set[str] = set()
    for element in group.elements:
        match element:
            case tree.Triple():
                sure.update(_variables((element.subject, element.object)))
                if isinstance(element.path, tree.Link):
                    sure.update(_variables((element.path.term,)))
            case tree.Block():
                sure.update(_bound(element.group), _variables((element.name,)))
            case tree.Union():
                sure.update(frozenset.intersection(*map(_bound, element.arms)))
            case tree.Values():
                # UNDEF is not kept in the tree; a list that a caller gives has none.
                sure.update(term.value for term in element.columns if term.is_param)
            case tree.Bind():
                if isinstance(element.expr, tree.Term) and (
                    element.expr.kind != "var" or element.expr.is_param or element.expr.value in sure
                ):
                    sure.add(element.var.value)
            case tree.Select():
                sure.update(_bound(element.group).intersection(term.value for term in element.projection))
            case _:
                pass
    return frozenset(sure)


def _variables(terms: Iterable[tree.Term]) -> Iterator[str]:
    return (term.value for term in terms if term.kind == "var")


class _Types:
    def __init__(self, ontology: Ontology, group: tree.Group) -> None:
        self.classes = {cls.name: cls for cls in ontology.classes}
        self.names = {cls.iri: cls.name for cls in ontology.classes}
        self.owners: dict[str, set[str]] = defaultdict(set)
        self.fields: dict[str, list[Field]] = defaultdict(list)
        for cls in ontology.classes:
            for field in cls.fields:
                if not field.inverse:
                    self.fields[field.iri].append(field)
                    if field.name in cls.own:
                        self.owners[field.iri].add(cls.name)
        self.values: dict[str, set[ValueKind]] = defaultdict(set)
        self.sure = self._narrow(group)
        self.possible: dict[str, set[str]] = defaultdict(set)
        self._read(group)

    def of_variable(self, name: str) -> tuple[ColumnKind, tuple[str, ...]]:
        """Return the type of a variable, and the classes where it is a reference."""
        kinds = self.values[name]
        if kinds <= {"ref"} and (kinds or self.sure.get(name) or self.possible[name]):
            return "ref", tuple(sorted(self.sure.get(name) or self.possible[name]))
        return (next(iter(kinds)) if len(kinds) == 1 else "value"), ()

    def of_expression(self, expr: tree.Expr, inside: frozenset[str]) -> tuple[ColumnKind, tuple[str, ...], bool]:
        """Return the type of a computed column, its classes, and whether it always has a value."""
        match expr:
            case tree.Term() if expr.kind == "var":
                return *self.of_variable(expr.value), expr.value in inside
            case tree.Call() if expr.op == "Aggregate_Count":
                return "integer", (), True
            case tree.Call() if expr.op in ("Aggregate_Min", "Aggregate_Max", "Aggregate_Sample") and expr.args:
                value, classes, _ = self.of_expression(expr.args[0], inside)
                return value, classes, False
            case tree.Call() if expr.op in _COMPARISONS:
                return "boolean", (), False
            case tree.Call() if expr.op in _TEXTS:
                return "string", (), False
            case _:
                return "value", (), False

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
        if not isinstance(path, tree.Link) or path.term.kind != "iri":
            return {}
        subject, object_ = (triple.object, triple.subject) if path.inverse else (triple.subject, triple.object)
        found: dict[str, frozenset[str]] = {}
        if path.term.value == _TYPE:
            if subject.kind == "var" and object_.value in self.names:
                found[subject.value] = frozenset({self.names[object_.value]})
            return found
        if subject.kind == "var" and self.owners[path.term.value]:
            found[subject.value] = frozenset(self.owners[path.term.value])
        ranges = frozenset(name for field in self.fields[path.term.value] for name in field.range)
        if object_.kind == "var" and ranges:
            found[object_.value] = ranges
        return found

    def _read(self, item: tree.Group | tree.Element) -> None:
        """Note what every pattern allows, those that need not hold as well."""
        match item:
            case tree.Triple():
                for name, classes in self._classes(item).items():
                    self.possible[name].update(classes)
                path = item.path
                if isinstance(path, tree.Link):
                    object_ = item.subject if path.inverse else item.object
                    kinds = {field.value for field in self.fields[path.term.value]}
                    self.values[object_.value].update({"iri"} if path.term.value == _TYPE else kinds)
            case tree.Bind() if isinstance(item.expr, tree.Term):
                if item.expr.kind == "literal":
                    self.values[item.var.value].add(value_kind([item.expr.datatype or ""]))
                else:
                    self.values[item.var.value].update(self.values[item.expr.value])
                    self.possible[item.var.value].update(self.possible[item.expr.value])
            case tree.Group():
                for element in item.elements:
                    self._read(element)
            case tree.Block() | tree.Optional() | tree.Select():
                self._read(item.group)
            case tree.Union():
                for arm in item.arms:
                    self._read(arm)
            case _:
                pass


def _shared(arms: list[dict[str, frozenset[str]]]) -> list[str]:
    return [name for name in arms[0] if all(name in arm for arm in arms)] if arms else []
