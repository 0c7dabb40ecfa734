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

from kgrdf.errors import InvalidValueError
from kgrdf.tenancy import Tenant
from kgrdf.terms import Value, to_term

__all__ = ["Bindable", "Request", "Template", "load"]

Row: TypeAlias = Sequence[Value | None]
Bindable: TypeAlias = Value | Sequence[Value] | Sequence[Row]

_HEADER = re.compile(r"^#\s*@(\w+)\s+(.*?)\s*$", re.MULTILINE)
# Alternatives are tried in this order, so a `$`, a brace or a WHERE inside a comment, a string or an IRI is never seen.
_TOKEN = re.compile(
    r"""(?P<skip>\#[^\n]*|"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>"{}|^`\\\s]*>)"""
    r"""|(?P<rows>\bVALUES\s*\((?P<names>(?:\s*\$\w+)+)\s*\)\s*\{\s*\((?:\s*UNDEF)+\s*\)\s*\})"""
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
    """`one`, `list`, `rows` or `dataset`."""


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
        limits = header.get("limit", "").removeprefix("none").split()
        lists = {match["listed"] for match in _TOKEN.finditer(text) if match["listed"]}
        for match in _TOKEN.finditer(text):
            lists.update(re.findall(r"\w+", match["names"] or ""))
        pieces: list[str | _Slot] = []
        depth = start = 0
        placed = header["mode"] == "update" or header.get("scope") == "store"
        for match in _TOKEN.finditer(text):
            slot: _Slot | None = None
            keep = match.start()
            if match["skip"]:
                if match["skip"].startswith("#"):
                    pieces.append(text[start:keep])
                    start = match.end()
            elif match["open"] or match["close"]:
                depth += 1 if match["open"] else -1
            elif match["where"] and depth == 0 and not placed:
                slot, placed = _Slot("", "dataset"), True
            elif match["rows"]:
                names = re.findall(r"\w+", match["names"])
                pieces.append(text[start:keep] + f"VALUES ({' '.join('?' + n for n in names)}) {{")
                pieces.append(_Slot(" ".join(names), "rows"))
                start, keep = match.end() - 1, match.end() - 1
            elif match["list"]:
                pieces.append(text[start:keep] + f"VALUES ?{match['listed']} {{")
                pieces.append(_Slot(match["listed"], "list"))
                start, keep = match.end() - 1, match.end() - 1
            elif match["name"] and match["name"] in lists:
                pieces.append(text[start:keep] + f"?{match['name']}")
                start = match.end()
            elif match["name"]:
                slot = _Slot(match["name"], "one")
            if slot is not None:
                pieces.append(text[start:keep])
                pieces.append(slot)
                start = keep if slot.form == "dataset" else match.end()
        pieces.append(text[start:].rstrip())
        pieces = [piece for piece in pieces if piece != "" and piece != "\n"]
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

        `tenant` fills `$current` and `$history` and the FROM NAMED clauses; a store-level template takes None. Rows of a
        multi-column VALUES go under the names joined by `_`. Raises `InvalidValueError` for a parameter left out or unknown:
        an unbound `$graph` would be a wildcard over every tenant.
        """
        given = {name.replace(" ", "_") for name in self.params}
        if given != params.keys() or (tenant is None) != (self.scope == "store"):
            raise InvalidValueError(
                f"query {self.name}: takes {sorted(given)}, got {sorted(params)}",
                hint="bind every parameter, and no other",
            )
        graphs = {} if tenant is None else {"current": tenant.current, "history": tenant.history}
        out: list[str] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                out.append(piece)
            elif piece.form == "dataset":
                out.append("".join(f"FROM NAMED {graph} " for graph in graphs.values()))
            else:
                value = graphs.get(piece.name) or params[piece.name.replace(" ", "_")]
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
    return " ".join(
        "(" + " ".join("UNDEF" if cell is None else str(to_term(cell)) for cell in row) + ")"
        for row in cast("Sequence[Row]", value)
    )


_FOLDER = files("kgrdf") / "sparql"


@cache
def load(name: str) -> Template:
    """Return the runtime's template `kgrdf/sparql/<name>.rq`."""
    return Template.parse((_FOLDER / f"{name}.rq").read_text(encoding="utf-8"))
