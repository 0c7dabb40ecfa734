"""SPARQL templates: text with `$` slots on one side, bound requests that a store can run on the other.

A template stays valid SPARQL 1.1. It is split once into pieces of text and slots; binding writes terms between the pieces,
so no value is ever parsed, pasted or escaped by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias, cast

from pyoxigraph import NamedNode

from kgrdf.errors import InvalidValueError
from kgrdf.tenancy import Tenant
from kgrdf.terms import Term, Value, to_term

__all__ = ["Bindable", "Request", "Template", "load"]

Row: TypeAlias = tuple[NamedNode, NamedNode, Term]
Bindable: TypeAlias = Value | Sequence[Value] | Sequence[Row]

_ROWS = re.compile(r"^#\s*@rows\s+(\w+):\s*(.*?)\s*$", re.MULTILINE)
_TRIPLE = re.compile(r"\$\w+\s+\$\w+\s+\$\w+")
_HEADER = re.compile(r"^#\s*@(\w+)\s+(.*?)\s*$", re.MULTILINE)
# Alternatives are tried in this order, so a `$`, a brace or a WHERE inside a comment, a string or an IRI is never seen.
_TOKEN = re.compile(
    r"""(?P<skip>\#[^\n]*|"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>"{}|^`\\\s]*>)"""
    r"""|(?P<list>\bVALUES\s*\$(?P<listed>\w+)\s*\{\s*UNDEF\s*\})"""
    r"""|\$(?P<name>\w+)|(?P<open>\{)|(?P<close>\})|(?P<where>\bWHERE\b)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Request:
    """SPARQL text that is ready to run; only a `Template` makes one."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    form: str
    """`one`, `list`, `triples` or `dataset`."""


@dataclass(frozen=True)
class Template:
    """A SPARQL text whose `$` variables are slots.

    >>> template = Template.parse("# @name names\\n# @mode many\\n# @limit 5\\n"
    ...     "SELECT ?n WHERE { GRAPH $current { $e <urn:name> ?n } }")
    >>> template.bind(Tenant("acme"), e=Tenant("acme").iri("entity::Service::x")).text.splitlines()[-1]
    'LIMIT 5'
    """

    name: str
    mode: str
    scope: str
    limit: int | None
    limit_max: int | None
    pieces: tuple[str | _Slot, ...]
    params: frozenset[str]

    @classmethod
    def parse(cls, text: str) -> Template:
        """Split a `.rq` text into pieces and slots."""
        header = {match[1]: match[2] for match in _HEADER.finditer(text)}
        # `none` says that the reader streams and stops by itself.
        limits = header.get("limit", "").removeprefix("none").split()
        lists = {match["listed"] for match in _TOKEN.finditer(text) if match["listed"]}
        triples = {columns.split()[0]: name for name, columns in _ROWS.findall(text)}
        pieces: list[str | _Slot] = []
        depth = start = 0
        placed = header["mode"] == "update" or header.get("scope") == "store"

        def cut(match: re.Match[str], slot: _Slot | None, before: str = "", resume: int | None = None) -> None:
            nonlocal start
            pieces.append(text[start : match.start()] + before)
            if slot is not None:
                pieces.append(slot)
            start = match.end() if resume is None else resume

        for match in _TOKEN.finditer(text):
            if match.start() < start:
                continue  # inside a triple of rows
            if match["skip"]:
                if match["skip"].startswith("#"):
                    cut(match, None)
            elif match["open"] or match["close"]:
                depth += 1 if match["open"] else -1
            elif match["where"]:
                if depth == 0 and not placed:
                    placed = True
                    cut(match, _Slot("", "dataset"), resume=match.start())
            elif match["list"]:
                cut(match, _Slot(match["listed"], "list"), f"VALUES ?{match['listed']} {{", match.end() - 1)
            elif match["name"] in triples and (row := _TRIPLE.match(text, match.start())):
                cut(match, _Slot(triples[match["name"]], "triples"), resume=row.end())
            elif match["name"] in lists:
                cut(match, None, f"?{match['name']}")
            else:
                cut(match, _Slot(match["name"], "one"))
        pieces.append(text[start:].rstrip())
        pieces = [piece for piece in pieces if piece not in ("", "\n")]
        return cls(
            name=header["name"],
            mode=header["mode"],
            scope=header.get("scope", "tenant"),
            limit=int(limits[0]) if limits else None,
            limit_max=int(limits[2]) if len(limits) == 3 else None,
            pieces=tuple(pieces),
            params=frozenset(p.name for p in pieces if isinstance(p, _Slot) and p.name) - {"current", "history"},
        )

    def bind(self, tenant: Tenant | None, *, limit: int | None = None, offset: int = 0, **params: Bindable) -> Request:
        """Return the request with every slot filled, and with a LIMIT (and OFFSET) where the header has a limit.

        `tenant` fills `$current` and `$history` and the FROM NAMED clauses; a store-level template takes None. A triple of
        `@rows` columns is written once for each row given under the rows' name. Raises `InvalidValueError` for a parameter
        left out or unknown: an unbound `$graph` would be a wildcard over every tenant.
        """
        if self.params != params.keys() or (tenant is None) != (self.scope == "store"):
            raise InvalidValueError(
                f"query {self.name}: takes {sorted(self.params)}, got {sorted(params)}",
                hint="bind every parameter, and no other",
            )
        graphs = {} if tenant is None else {"current": tenant.current, "history": tenant.history}
        out: list[str] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                out.append(piece)
            elif piece.form == "dataset":
                out.append("".join(f" FROM NAMED {graph}" for graph in graphs.values()) + " ")
            else:
                value = graphs.get(piece.name) or params[piece.name]
                out.append(_write(value, piece.form))
        if self.limit is not None:
            out.append(f"\nLIMIT {self._limit(limit)}" + (f" OFFSET {offset}" if offset else ""))
        return Request("".join(out), self.name)

    def _limit(self, asked: int | None) -> int:
        assert self.limit is not None
        if asked is None:
            return self.limit
        return min(asked, self.limit_max or self.limit)


def _write(value: Bindable, form: str) -> str:
    if form == "one":
        return str(to_term(cast("Value", value)))
    if form == "list":
        return " ".join(str(to_term(item)) for item in cast("Sequence[Value]", value))
    return " . ".join([" ".join(map(str, row)) for row in cast("Sequence[Row]", value)])


_FOLDER = files("kgrdf") / "sparql"


@cache
def load(name: str) -> Template:
    """Return the runtime's template `kgrdf/sparql/<name>.rq`."""
    return Template.parse((_FOLDER / f"{name}.rq").read_text(encoding="utf-8"))
