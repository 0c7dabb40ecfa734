"""SPARQL templates: pieces of text with slots between them on one side, bound requests that a store can run on the other.

The generator cuts a `.rq` text at its slots; binding writes terms between the pieces. So nothing is parsed, pasted or
escaped at run time, and a value that looks like SPARQL is never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import TypeAlias

from pyoxigraph import Literal, NamedNode

from kgrdf.errors import InvalidValueError, shown
from kgrdf.tenancy import Tenant
from kgrdf.terms import Term, Value, spelled, to_term

__all__ = ["Bindable", "Choice", "Request", "Slot", "Template", "load"]

Row: TypeAlias = tuple[NamedNode, NamedNode, Term]
Bindable: TypeAlias = Value | Sequence[Value] | Sequence[Row]

_XSD = "http://www.w3.org/2001/XMLSchema#"
_LEXICAL = {
    f"{_XSD}integer": re.compile(r"[+-]?[0-9]+"),
    f"{_XSD}decimal": re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)"),
    f"{_XSD}boolean": re.compile(r"true|false|1|0"),
}
_STRING = f"{_XSD}string"
_LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
_DATATYPES: Mapping[str, tuple[str, ...]] = {
    "string": (_STRING,),
    "langString": (_STRING, _LANG_STRING),
    "integer": (f"{_XSD}integer",),
    "instant": (f"{_XSD}integer",),
    "decimal": (f"{_XSD}decimal", f"{_XSD}integer"),
    "boolean": (f"{_XSD}boolean",),
    "iri": (),
}


@dataclass(frozen=True, slots=True)
class Request:
    """SPARQL text that is ready to run; only a `Template` makes one."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place where the binder writes."""

    name: str
    """As after `$` in the text; of `rows`, their name."""
    type: str
    """Of what may stand here: `iri`, `string`, `langString`, `integer`, `decimal`, `boolean`, `instant`, `term` for any of
    these, or a `list[…]` of one of them; `rows` for triples; `graph` and `dataset` for what the tenant fills."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Pieces that depend on whether an optional parameter is given."""

    name: str
    given: tuple[Piece, ...]
    absent: tuple[Piece, ...]


Piece: TypeAlias = "str | Slot | Choice"


@dataclass(frozen=True)
class Template:
    """A SPARQL text cut at its slots.

    >>> template = Template(
    ...     name="names",
    ...     limit=5,
    ...     pieces=("SELECT ?n", Slot("", "dataset"), "WHERE { GRAPH ", Slot("current", "graph"),
    ...             " { ", Slot("e", "iri"), " <urn:name> ?n } }"),
    ... )
    >>> template.bind(Tenant("acme"), e=Tenant("acme").iri("entity::Service::x")).text.splitlines()[-1]
    'LIMIT 5'
    """

    name: str
    pieces: tuple[Piece, ...]
    scope: str = "tenant"
    """`tenant`, or `store` for a request that no tenant makes."""
    limit: int | None = None
    limit_max: int | None = None

    @cached_property
    def params(self) -> frozenset[str]:
        """Names of the parameters; an optional one is bound to None where it is not given."""
        return frozenset(self._names(self.pieces))

    @cached_property
    def _optional(self) -> frozenset[str]:
        return frozenset(piece.name for piece in _deep(self.pieces) if isinstance(piece, Choice))

    def bind(
        self, tenant: Tenant | None, *, limit: int | None = None, offset: int = 0, **params: Bindable | None
    ) -> Request:
        """Return the request with every slot filled, and with a LIMIT (and OFFSET) where the template has a limit.

        `tenant` fills the graphs and the FROM NAMED clauses; a store-level template takes None. A triple of `rows` is
        written once for each row given. Raises `InvalidValueError` for a parameter left out or unknown, since an unbound
        `$graph` would be a wildcard over every tenant, and for a value that is no term of the slot's type.
        """
        if self.params != params.keys() or (tenant is None) != (self.scope == "store"):
            raise InvalidValueError(
                f"query {self.name}: takes {sorted(self.params)}, got {sorted(params)}",
                hint="bind every parameter, and no other",
            )
        out: list[str] = []
        self._write(self.pieces, tenant, params, out)
        if self.limit is not None:
            shown_limit = self.limit if limit is None else min(_count(limit, "limit"), self.limit_max or self.limit)
            out.append(f"\nLIMIT {shown_limit}" + (f" OFFSET {_count(offset, 'offset')}" if offset else ""))
        return Request("".join(out), self.name)

    def _write(
        self, pieces: tuple[Piece, ...], tenant: Tenant | None, params: Mapping[str, Bindable | None], out: list[str]
    ) -> None:
        for piece in pieces:
            if isinstance(piece, str):
                out.append(piece)
            elif isinstance(piece, Choice):
                self._write(piece.absent if params[piece.name] is None else piece.given, tenant, params, out)
            elif piece.type in ("graph", "dataset"):
                assert tenant is not None
                graphs = {"current": tenant.current, "history": tenant.history}
                out.append(
                    str(graphs[piece.name])
                    if piece.type == "graph"
                    else "".join(f" FROM NAMED {graph}" for graph in graphs.values()) + " "
                )
            else:
                try:
                    out.append(_written(params[piece.name], piece.type))
                except ValueError as error:  # text with half a surrogate pair, which is no character
                    raise InvalidValueError(f"query {self.name}: ${piece.name}: {error}") from error

    def _names(self, pieces: Iterable[Piece]) -> Iterator[str]:
        for piece in _deep(pieces):
            if isinstance(piece, Choice) or (isinstance(piece, Slot) and piece.type not in ("graph", "dataset")):
                yield piece.name


def _deep(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        if isinstance(piece, Choice):
            yield from _deep((*piece.given, *piece.absent))


def _count(number: object, name: str) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
        return number
    raise InvalidValueError(f"{name}: {shown(number)} is not a number of rows", hint="0 or more")


def _written(value: object, type_: str) -> str:
    """Return the text of a value: every term reaches SPARQL here, through pyoxigraph's own serialiser."""
    if type_ == "rows":
        assert isinstance(value, Sequence)
        return " . ".join([" ".join(spelled(str(_lexical(term))) for term in row) for row in value])
    if type_.startswith("list["):
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise InvalidValueError(f"expected a list, got {type(value).__name__}")
        return " ".join(spelled(str(_typed(item, type_[5:-1]))) for item in value)
    return spelled(str(_typed(value, type_)))


def _typed(value: object, type_: str) -> Term:
    if isinstance(value, _VALUES):
        term = to_term(value)
        if isinstance(term, NamedNode) and type_ in ("iri", "term"):
            return term
        if isinstance(term, Literal) and term.datatype.value in _DATATYPES.get(type_, (term.datatype.value,)):
            return _lexical(term)
    raise InvalidValueError(f"expected {type_}, got {type(value).__name__}")


def _lexical(term: Term) -> Term:
    """Return a term whose text is one that its datatype has."""
    if isinstance(term, Literal) and (form := _LEXICAL.get(term.datatype.value)) and not form.fullmatch(term.value):
        raise InvalidValueError(f"{shown(term.value)} is no {term.datatype.value.removeprefix(_XSD)}")
    return term


_VALUES = (NamedNode, Literal, str, int, Decimal)


@cache
def _templates() -> Mapping[str, Template]:
    from kgrdf.sparql.segments import TEMPLATES  # it is made of what this module defines

    return TEMPLATES


def load(name: str) -> Template:
    """Return the runtime's template of this name: `kgrdf/sparql/<name>.rq`, as the generator has cut it."""
    return _templates()[name]
