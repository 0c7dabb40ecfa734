"""What is stored of one node that is not versioned, and changing it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode

from kgrdf.errors import CorruptGraphError, InvalidValueError
from kgrdf.query import load
from kgrdf.terms import Term, Value, integer_of, to_term, to_value
from kgrdf.transaction import Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Record", "check_new_id", "read_record"]

_NOT_IN_IRIS = re.compile(r'[<>"{}|\\^`\x00-\x1f\x7f]')


class Record:
    """The values of some properties of a node in the tenant's current graph, as they were read, and how to change them.

    A change that asks for what is there already adds nothing to the transaction.
    """

    def __init__(self, node: NamedNode, values: dict[NamedNode, list[Term]]) -> None:
        self.node = node
        self._values = values

    @property
    def exists(self) -> bool:
        """Say whether the node has any of the properties that were read."""
        return bool(self._values)

    def one(self, name: NamedNode) -> str | int | bool | Decimal | None:
        """Return the value of a single-valued property, or None."""
        terms = self._values.get(name)
        return to_value(terms[0]) if terms else None

    def text(self, name: NamedNode) -> str | None:
        """Return the text of a single-valued property, or None."""
        value = self.one(name)
        if value is None or isinstance(value, str):
            return value
        raise CorruptGraphError(f"expected text as {name.value} of {self.node.value}, found {value!r}")

    def integer(self, name: NamedNode) -> int | None:
        """Return the number of a single-valued property, or None."""
        terms = self._values.get(name)
        return integer_of(terms[0]) if terms else None

    def terms(self, name: NamedNode) -> list[Term]:
        """Return all values of a property, in no order."""
        return list(self._values.get(name, ()))

    def texts(self, name: NamedNode) -> list[str]:
        """Return the texts of a many-valued property, sorted."""
        return sorted(term.value for term in self._values.get(name, ()))

    def replace(self, tx: Transaction, name: NamedNode, value: Value) -> bool:
        """Make `value` the only one, and say whether that is a change."""
        held = self._values.get(name, [])
        kept = next((term for term in held if _same(term, value)), None)
        for term in held:
            if term is not kept:
                tx.drop("current", self.node, name, term)
        if kept is None:
            tx.add("current", self.node, name, value)
        self._values[name] = [to_term(value)]
        return kept is None or len(held) > 1

    def unite(self, tx: Transaction, name: NamedNode, values: Iterable[Value]) -> bool:
        """Add the values that are not there, and say whether there were any."""
        held = self._values.setdefault(name, [])
        before = len(held)
        for value in values:
            if not any(_same(term, value) for term in held):
                tx.add("current", self.node, name, value)
                held.append(to_term(value))
        return len(held) > before

    def remove(self, tx: Transaction, name: NamedNode, value: Value | None = None) -> bool:
        """Drop a value, or all values with None, and say whether there was one."""
        held = self._values.pop(name, [])
        gone = [term for term in held if value is None or _same(term, value)]
        for term in gone:
            tx.drop("current", self.node, name, term)
        if kept := [term for term in held if term not in gone]:
            self._values[name] = kept
        return bool(gone)


def read_record(graph: BaseGraph, public_id: str, names: Iterable[NamedNode]) -> Record:
    """Return what the node of this id has of these properties."""
    node = graph.tenant.iri(public_id)
    values: dict[NamedNode, list[Term]] = {}
    request = load("node_values").bind(graph.tenant, node=node, properties=list(names))
    for name, value in graph.store.select(request):
        assert isinstance(name, NamedNode)
        assert isinstance(value, (NamedNode, Literal))
        values.setdefault(name, []).append(value)
    return Record(node, values)


def check_new_id(public_id: str, field: str) -> None:
    """Refuse an id that a caller gives to something new and that holds a character which no IRI may hold.

    kgrdf itself would keep it, percent-encoded; other tools that the id passes through would not. Ids made from names may
    hold such characters, and an id that exists is taken as it is.
    """
    found = _NOT_IN_IRIS.search(public_id)
    if found:
        raise InvalidValueError(
            f"{field}: {public_id!r} contains {found[0]!r}, which no id may hold",
            hint="use letters, digits and . _ ~ : / -, or leave id out",
        )


def _same(term: Term, value: Value) -> bool:
    """Compare by value: stores rewrite datatypes and the spelling of numbers."""
    other = to_term(value)
    if term == other:
        return True
    if isinstance(term, NamedNode) or isinstance(other, NamedNode):
        return False
    if term.language or other.language:
        return False
    mine, theirs = to_value(term), to_value(other)
    return type(mine) is type(theirs) and mine == theirs
