"""What every rule is given: one `.rq` file, read."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Block, Group, Minus, Optional, Query, Select, Term, Union, terms_of, words_of
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.headers import Param, QueryHeader
from kgrdf_codegen.problems import Problem, cut

__all__ = ["Context"]

_LONG_IRI = 200


@dataclass(frozen=True, eq=False)
class Context:
    """A file's header, words and tree, and the vocabulary that it may use."""

    path: str
    text: str
    header: QueryHeader
    tokens: list[Token]
    query: Query
    vocabulary: Vocabulary

    def at(self, token: Token | None, code: str, message: str) -> Problem:
        """Return a problem at a word; without one, at the file's first word."""
        token = token or self.tokens[0]
        return Problem(self.path, token.line, token.col, code, message)

    def at_line(self, line: int, code: str, message: str) -> Problem:
        """Return a problem at the beginning of a line."""
        return Problem(self.path, line, 1, code, message)

    def word(self, *words: str) -> Token | None:
        """Return the first word outside all braces that is one of these."""
        depth = 0
        for token in self.tokens:
            depth -= token.is_punct("}")
            if depth == 0 and (token.word_is(*words) or token.is_punct(*words)):
                return token
            depth += token.is_punct("{")
        return None

    def near(self, literal: Term, token: Token | None) -> Token | None:
        """Return the word that a literal is, the one of this text that is nearest to another word."""
        if literal.token is not None:  # of a literal, its datatype, which stands two words behind
            return self.tokens[literal.token.index - 2] if literal.kind == "literal" else literal.token
        if (placed := self._placed.get(id(literal))) is not None:
            return placed
        if token is None:
            return None
        found = self._literals.get(literal.value.lstrip("+-"), ())
        return min(found, key=lambda other: abs(other.index - token.index), default=token)

    @cached_property
    def _literals(self) -> dict[str, list[Token]]:
        """The words that are literals, by their texts."""
        found: dict[str, list[Token]] = {}
        for token in self.tokens:
            if (text := _text(token)) is not None:
                found.setdefault(text, []).append(token)
        return found

    @cached_property
    def _placed(self) -> dict[int, Token]:
        """The words that literals of patterns and conditions are: each the first of its text behind what is before it."""
        found: dict[int, Token] = {}
        if self.query.select is not None:
            self._place(self.query.root, self.tokens[0], found)
        return found

    def _place(self, group: Group, word: Token, found: dict[int, Token]) -> Token:
        """Note the words of a group's literals, which stand behind a word; return the last one that is known."""
        for element in group.elements:
            match element:
                case Select():
                    columns = [term.token for term in (*element.projection, *element.computed) if term.token is not None]
                    self._place(element.group, _last(word, columns), found)
                    word = _last(word, words_of(element))  # what columns are computed of stands before the group
                case Block() | Optional() | Minus():
                    word = self._place(element.group, word, found)
                case Union():
                    for arm in element.arms:
                        word = self._place(arm, word, found)
                case _:
                    for term in terms_of(element):
                        if term.token is not None:
                            word = _last(word, [term.token])
                        elif term.kind == "literal":
                            others = self._literals.get(term.value.lstrip("+-"), [])
                            index = bisect_right(others, word.index, key=lambda other: other.index)
                            if index < len(others):
                                word = found[id(term)] = others[index]
        return word

    def class_of(self, param: Param) -> str | None:
        """Return the IRI of the class that a parameter refers to; None without one, or without its PREFIX line."""
        return param.class_iri(self.query.prefixes)

    def short(self, iri: str) -> str:
        """Return a term as the file would write it."""
        fits = [(space, prefix) for prefix, space in self.query.prefixes.items() if space and iri.startswith(space)]
        if not fits:
            return f"<{cut(iri, _LONG_IRI)}>"
        space, prefix = max(fits, key=lambda pair: len(pair[0]))
        return cut(f"{prefix}:{iri.removeprefix(space)}", _LONG_IRI)

    def suggested(self, iri: str) -> str:
        """Return a declared term as the file can write it: with the PREFIX line that it needs where it has none."""
        bound = self.short(iri)
        spaces = [(space, prefix) for prefix, space in self.vocabulary.prefixes.items() if iri.startswith(space)]
        if not bound.startswith("<") or not spaces:
            return bound
        space, prefix = max(spaces, key=lambda pair: len(pair[0]))
        taken = self.query.prefixes.get(prefix, space) != space
        return bound if taken else f"{prefix}:{iri.removeprefix(space)}, with `PREFIX {prefix}: <{space}>`"


def _text(token: Token) -> str | None:
    """Return the text of a literal's word; None for another word. Escapes stay as they are written."""
    if token.kind == "string":
        quotes = 3 if token.text[:3] in ('"""', "'''") else 1
        return token.text[quotes:-quotes]
    return token.text if token.kind == "number" or token.word_is("TRUE", "FALSE") else None


def _last(word: Token, others: list[Token]) -> Token:
    return max((word, *others), key=lambda token: token.index)
