"""A `.rq` text cut at its slots: what is left for the run time is to write terms between pieces of text.

`BOUND($x)` of an optional parameter is folded here: each place that asks for it has one text for the case that `$x` is given
and one for the case that it is not. No text ever says BOUND of a constant, which no engine would accept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kgrdf_codegen.check.tokens import Token, tokenize
from kgrdf_codegen.folding import AT_ONCE, asks_for, fold, regions
from kgrdf_codegen.headers import RESERVED, QueryHeader

__all__ = ["Choice", "NeededError", "Piece", "Slot", "cut", "cut_tokens", "joined"]

_COMMENT = re.compile(r"#[^\n]*\n?")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place where the binder writes."""

    name: str
    type: str
    """Of the values: `iri`, `string`, `instant` …, `list[…]`; or `graph`, `dataset`, `rows`.

    A name that the header does not declare, which the checker lets in no file, may be any `term`.
    """


@dataclass(frozen=True, slots=True)
class Choice:
    """Pieces that depend on whether an optional parameter is given."""

    name: str
    given: tuple[Piece, ...]
    absent: tuple[Piece, ...]


Piece: TypeAlias = "str | Slot | Choice"


class NeededError(Exception):
    """A parameter may be left out, and the text needs it all the same."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.text)
        self.token = token


def cut(text: str, header: QueryHeader) -> tuple[Piece, ...]:
    """Return the pieces of a text that has passed the checker.

    Raises `NeededError` where an optional parameter stands and no BOUND lets it be left out.
    """
    return cut_tokens(text, tokenize(text), header)


def cut_tokens(text: str, tokens: Sequence[Token], header: QueryHeader) -> tuple[Piece, ...]:
    """Return the pieces of that part of a text which these tokens are."""
    return _Cutter(text, header).pieces(tokens)


class _Cutter:
    def __init__(self, text: str, header: QueryHeader) -> None:
        self.optional = frozenset(param.name for param in header.params if param.optional)
        tokens = tokenize(text)
        self.gaps = dict(_gaps(text, tokens)) | {AT_ONCE: ""}
        self.lists = frozenset(tokens[index - 1].name for index in range(len(tokens)) if _values(tokens, index))
        self.types = {param.name: _slot_type(param.type, param.many) for param in header.params if param.type}
        self.rows = {rows.columns[0]: (rows.name, len(rows.columns)) for rows in header.rows}
        self.dataset = header.mode != "update" and header.scope == "tenant"

    def pieces(self, tokens: Sequence[Token]) -> tuple[Piece, ...]:
        where = next(self._outer_where(tokens), None) if self.dataset else None
        found: list[Piece] = []
        start = 0
        for first, end in regions(tokens, self.optional):
            found += self._plain(tokens[start:first], {}, where)
            found += self._chosen(tokens[first:end], {})
            start = end
        return joined([*found, *self._plain(tokens[start:], {}, where)])

    def _chosen(self, tokens: Sequence[Token], known: Mapping[str, bool]) -> tuple[Piece, ...]:
        """Return the pieces of a place for each case of the parameters that it asks for and that are not `known` yet."""
        name = next((name for name in asks_for(tokens, self.optional) if name not in known), None)
        if name is None:
            return tuple(self._plain(fold(tokens, known), known))
        given = joined(self._chosen(tokens, {**known, name: True}))
        absent = joined(self._chosen(tokens, {**known, name: False}))
        return given if given == absent else (Choice(name, given, absent),)

    def _outer_where(self, tokens: Sequence[Token]) -> Iterator[Token]:
        depth = 0
        for token in tokens:
            depth += token.is_punct("{") - token.is_punct("}")
            if depth == 0 and token.word_is("WHERE"):
                yield token

    def _plain(self, tokens: Sequence[Token], known: Mapping[str, bool], where: Token | None = None) -> Iterator[Piece]:
        index = parens = 0
        while index < len(tokens):
            token = tokens[index]
            index += 1
            parens += token.is_punct("(") - token.is_punct(")")
            yield self.gaps.get(token.index, " ")
            if token is where:
                yield from (Slot("", "dataset"), token.text)
            elif not token.is_param:
                yield token.text
            elif token.name in RESERVED:
                yield Slot(token.name, "graph")
            elif token.name in self.rows:
                name, columns = self.rows[token.name]
                yield Slot(name, "rows")
                index += columns - 1
            elif token.name in self.lists:
                if parens and self._may_be_absent(token.name, known):
                    raise NeededError(token)
                yield f"?{token.name}"
                if _values(tokens, index):  # `VALUES $x { UNDEF }`: UNDEF is where the values go
                    yield " { "
                    yield Slot(token.name, self.types.get(token.name, "list[term]"))
                    yield " }"
                    index += 3
            elif self._may_be_absent(token.name, known):
                raise NeededError(token)
            else:
                yield Slot(token.name, self.types.get(token.name, "term"))

    def _may_be_absent(self, name: str, known: Mapping[str, bool]) -> bool:
        return name in self.optional and not known.get(name, False)


def _values(tokens: Sequence[Token], index: int) -> bool:
    """Say whether the braces of `VALUES $x { UNDEF }` begin here."""
    return (
        index >= 2
        and index + 2 < len(tokens)
        and tokens[index - 2].word_is("VALUES")
        and tokens[index].is_punct("{")
        and tokens[index + 1].word_is("UNDEF")
        and tokens[index + 2].is_punct("}")
    )


def _slot_type(type_: str, many: bool) -> str:
    one = "iri" if type_ == "Ref" else type_
    return f"list[{one}]" if many else one


def _gaps(text: str, tokens: Iterable[Token]) -> Iterator[tuple[int, str]]:
    """Yield the white space before each token, comments left out."""
    end = 0
    for token in tokens:
        gap = text[end : token.offset]
        yield token.index, _COMMENT.sub("\n", gap) if end else ""
        end = token.offset + len(token.text)


def joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return pieces with no two texts side by side."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and found and isinstance(found[-1], str):
            found[-1] += piece
        elif piece != "":
            found.append(piece)
    return tuple(found)
