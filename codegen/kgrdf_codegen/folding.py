"""`BOUND($x)` decided before the text runs: expressions with a constant in them, made shorter without another meaning.

Works on words, not on text, so that what is left is still the author's own spelling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgrdf_codegen.check.tokens import Token

__all__ = ["AT_ONCE", "asks_for", "fold", "regions"]

AT_ONCE = -2
"""The number of a word that stands nowhere in the text, and has no space before it."""

_Folded: TypeAlias = "bool | list[Token]"
_OPEN, _CLOSE = ("(", "{"), (")", "}")


def asks_for(tokens: Sequence[Token], optional: Set[str]) -> list[str]:
    """Return the optional parameters on which the meaning of some words depends, each once, in order."""
    names = [name for index in range(len(tokens)) if (name := _asked(tokens, index)) in optional]
    names += [tokens[1].name] if _listed(tokens, 0) and tokens[1].name in optional else []
    return list(dict.fromkeys(names))


def regions(tokens: Sequence[Token], optional: Set[str]) -> Iterator[tuple[int, int]]:
    """Yield where the places begin and end that depend on an optional parameter, from the left.

    Such a place is a FILTER, or what else stands in the outermost parentheses around BOUND, or the VALUES of a list.
    """
    index = 0
    while index < len(tokens):
        end = index + 1
        if _listed(tokens, index) and tokens[index + 1].name in optional:
            end = index + 5
            yield index, end
        elif tokens[index].is_punct("("):
            end = _closing(tokens, index) + 1
            if asks_for(tokens[index:end], optional):
                yield index - (index > 0 and tokens[index - 1].word_is("FILTER")), end
        elif _asked(tokens, index) in optional:
            end = index + 4
            yield index - (index > 0 and tokens[index - 1].word_is("FILTER")), end
        index = end


def fold(tokens: Sequence[Token], known: Mapping[str, bool]) -> list[Token]:
    """Return a place with the answers put in: `known` says of each parameter whether it is given.

    A FILTER that always holds says `true`, and so does what stands for the VALUES of a list that is not given.
    """
    return list(_Folder(known).words(tokens))


@dataclass(frozen=True)
class _Folder:
    known: Mapping[str, bool]

    def words(self, tokens: Sequence[Token]) -> Iterator[Token]:
        index = 0
        while index < len(tokens):
            token = tokens[index]
            end = index + 1
            if _listed(tokens, index) and self.known.get(tokens[index + 1].name) is False:
                # Any other word here could leave two full stops side by side, or none where one is needed.
                yield replace(token, text="FILTER(true)")
                end = index + 5
            elif token.word_is("FILTER") and end < len(tokens) and tokens[end].is_punct("("):
                close = _closing(tokens, end)
                holds = self.either(tokens[end + 1 : close], truth=True)
                yield from (token, tokens[end], *_close(_shown(holds, token), tokens[end + 1]), tokens[close])
                end = close + 1
            elif token.word_is("IF") and end < len(tokens) and tokens[end].is_punct("("):
                close = _closing(tokens, end)
                yield from self.conditional(token, tokens[end : close + 1])
                end = close + 1
            elif (name := _asked(tokens, index)) in self.known:
                # In parentheses: what stands after FILTER, HAVING or ORDER BY without any is a call, not a constant.
                yield replace(token, text=f"({str(self.known[name]).lower()})")
                end = index + 4
            elif token.is_punct("("):
                close = _closing(tokens, index)
                truth = index > 0 and tokens[index - 1].word_is("HAVING")
                inside = list(self.inside(tokens[end:close], truth=truth))
                yield from (token, *_close(inside, tokens[end]), tokens[close])
                end = close + 1
            else:
                yield token
            index = end

    def conditional(self, word: Token, tokens: Sequence[Token]) -> Iterator[Token]:
        """Yield what is left of `IF(condition, one, other)`; `tokens` are its parentheses with what is in them."""
        condition, one, other = _parts(tokens[1:-1], ",")
        holds = self.either(condition, truth=True)
        if isinstance(holds, bool):
            yield from (tokens[0], *self.inside(one if holds else other), tokens[-1])
        else:
            yield from (word, tokens[0], *self.inside(tokens[1:-1]), tokens[-1])

    def inside(self, tokens: Sequence[Token], *, truth: bool = False) -> Iterator[Token]:
        """Yield what is left of the inside of parentheses: an expression, a name after AS, or the arguments of a call."""
        commas = [token for token, depth in _levels(tokens) if depth == 0 and token.is_punct(",")]
        for number, part in enumerate(_parts(tokens, ",")):
            if number:
                yield commas[number - 1]
            start = int(bool(part) and part[0].word_is("DISTINCT"))
            tails = (i for i, (t, depth) in enumerate(_levels(part)) if depth == 0 and (t.word_is("AS") or t.is_punct(";")))
            end = next(tails, len(part))
            yield from part[:start]
            if end > start:
                yield from _shown(self.either(part[start:end], truth=truth), part[start])
            yield from part[end:]

    def either(self, tokens: Sequence[Token], *, truth: bool) -> _Folded:
        """Fold an expression; `truth` says that only its truth counts, so that `false || x` is as good as `x`."""
        return self._joined(tokens, "||", True, truth=truth)

    def _joined(self, tokens: Sequence[Token], sign: str, deciding: bool, *, truth: bool) -> _Folded:
        operands = list(_parts(tokens, sign))
        if len(operands) == 1:
            return self._joined(tokens, "&&", False, truth=truth) if sign == "||" else self._operand(tokens, truth=truth)
        signs = [token for token, depth in _levels(tokens) if depth == 0 and token.is_punct(sign)]
        folded: list[_Folded] = [
            self._joined(operand, "&&", False, truth=True) if sign == "||" else self._operand(operand, truth=True)
            for operand in operands
        ]
        if deciding in folded:
            return deciding
        left = [operand for operand in folded if not isinstance(operand, bool)]
        if not left:
            return not deciding
        if len(left) == 1 and not truth:
            # Alone, it would be a value and no longer a truth.
            left.insert(0, [replace(tokens[0], kind="word", text="false" if deciding else "true")])
        out = list(left[0])
        for word, operand in zip(signs, left[1:], strict=False):
            out += [word, *operand]
        return out

    def _operand(self, tokens: Sequence[Token], *, truth: bool) -> _Folded:
        if not tokens:
            return []
        if tokens[0].is_punct("!"):
            inner = self._operand(tokens[1:], truth=True) if _one(tokens[1:]) else list(self.words(tokens[1:]))
            return not inner if isinstance(inner, bool) else [tokens[0], *inner]
        if len(tokens) == 4 and (name := _asked(tokens, 0)) in self.known:
            return self.known[name]
        if tokens[0].is_punct("(") and _closing(tokens, 0) == len(tokens) - 1:
            inner = self.either(tokens[1:-1], truth=truth)
            return inner if isinstance(inner, bool) else [tokens[0], *inner, tokens[-1]]
        return list(self.words(tokens))


def _one(tokens: Sequence[Token]) -> bool:
    """Say whether words are one operand of `!`: `!BOUND($x) = true` is about something else than `!BOUND($x)`."""
    if not tokens or tokens[0].is_punct("!"):
        return bool(tokens) and _one(tokens[1:])
    opening = 0 if tokens[0].is_punct("(") else 1
    return len(tokens) > opening and tokens[opening].is_punct("(") and _closing(tokens, opening) == len(tokens) - 1


def _shown(folded: _Folded, near: Token) -> list[Token]:
    return [replace(near, kind="word", text=str(folded).lower(), index=-1)] if isinstance(folded, bool) else folded


def _close(words: list[Token], first: Token) -> list[Token]:
    """Return words that stand right behind a bracket, also where others stood there before."""
    return [replace(words[0], index=AT_ONCE), *words[1:]] if words and words[0].index != first.index else words


def _asked(tokens: Sequence[Token], index: int) -> str:
    """Return `x` where `BOUND($x)` begins, and nothing elsewhere."""
    words = tokens[index : index + 4]
    begins = len(words) == 4 and words[0].word_is("BOUND") and words[1].is_punct("(") and words[2].is_param
    return words[2].name if begins and words[3].is_punct(")") else ""


def _listed(tokens: Sequence[Token], index: int) -> bool:
    """Say whether `VALUES $x { UNDEF }` begins here."""
    return (
        index + 4 < len(tokens)
        and tokens[index].word_is("VALUES")
        and tokens[index + 1].is_param
        and tokens[index + 2].is_punct("{")
        and tokens[index + 3].word_is("UNDEF")
        and tokens[index + 4].is_punct("}")
    )


def _levels(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    depth = 0
    for token in tokens:
        depth -= token.is_punct(*_CLOSE)
        yield token, depth
        depth += token.is_punct(*_OPEN)


def _closing(tokens: Sequence[Token], opening: int) -> int:
    """Return where the bracket that opens at `opening` is closed."""
    depth = 0
    for index in range(opening, len(tokens)):
        depth += tokens[index].is_punct(*_OPEN) - tokens[index].is_punct(*_CLOSE)
        if depth == 0:
            return index
    raise ValueError("a bracket is not closed")


def _parts(tokens: Sequence[Token], sign: str) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token, depth in _levels(tokens):
        if depth == 0 and token.is_punct(sign):
            yield part
            part = []
        else:
            part.append(token)
    yield part
