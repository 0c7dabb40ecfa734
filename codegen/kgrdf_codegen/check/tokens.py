"""The words of a SPARQL text with their places, which rdflib's parse tree does not keep.

The trick that joins the two: every variable and name is parsed with the number of its token at its end (`?s` as `?s__17`),
so a term in the tree tells where it stands in the text and whether it was written with `$` or `?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Token", "deepest", "lines_of", "names", "tagged", "tokenize", "untag"]

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\#[^\n]*)
      | (?P<string>"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<iri><[^<>"{}|^`\\\s]*>)
      | (?P<var>[$?]\w+)
      | (?P<blank>_:[\w.-]*\w|\[|\])
      | (?P<pname>(?:[^\W\d_][\w.-]*)?:(?:(?:[\w:-]|%[0-9A-Fa-f]{2}|\\.|\.(?=[\w:.%\\-]))*(?<!\.))?)
      | (?P<word>@?[^\W\d]\w*)
      | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<punct>\^\^|&&|\|\||[!<>]=|.)""",
    re.VERBOSE | re.DOTALL,
)
_TAG = re.compile(r"(.*)__(\d+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the text."""

    index: int
    kind: str
    """`string`, `iri`, `var`, `blank`, `pname`, `word`, `number` or `punct`."""
    text: str
    offset: int
    line: int
    col: int

    @property
    def name(self) -> str:
        """A variable without its sigil."""
        return self.text[1:]

    @property
    def is_param(self) -> bool:
        """Whether this is `$x`."""
        return self.kind == "var" and self.text[0] == "$"

    def word_is(self, *words: str) -> bool:
        """Whether this is one of these keywords, in any case."""
        return self.kind == "word" and self.text.upper() in words

    def is_punct(self, *signs: str) -> bool:
        """Whether this is one of these signs."""
        return self.kind == "punct" and self.text in signs


def tokenize(text: str) -> list[Token]:
    """Return the words of a text, without white space and comments."""
    tokens: list[Token] = []
    line, line_start = 1, 0
    for match in _TOKEN.finditer(text):
        kind, word = str(match.lastgroup), match[0]
        if kind not in ("space", "comment"):
            col = match.start() - line_start + 1
            tokens.append(Token(len(tokens), kind, word, match.start(), line, col))
        breaks = word.count("\n")
        if breaks:
            line += breaks
            line_start = match.start() + word.rindex("\n") + 1
    return tokens


def deepest(tokens: Sequence[Token]) -> Token:
    """Return the bracket that stands inside most others; the first word of a text without brackets."""
    found, most, depth = tokens[0], 0, 0
    for token in tokens:
        if token.text in ("(", "[", "{"):
            depth += 1
            if depth > most:
                found, most = token, depth
        elif token.text in (")", "]", "}"):
            depth -= 1
    return found


def tagged(text: str, tokens: Sequence[Token]) -> str:
    """Return the text with the number of each variable, prefixed name and IRI at its end, the prologue left alone."""
    out: list[str] = []
    start = 0
    for token in names(tokens):
        end = token.offset + len(token.text) - (token.kind == "iri")
        out += [text[start:end], f"__{token.index}"]
        start = end
    return "".join(out) + text[start:]


def untag(value: str) -> tuple[str, int] | None:
    """Return the text and the token's number of a tagged name, or None where there is no tag."""
    match = _TAG.fullmatch(value)
    return (match[1], int(match[2])) if match else None


def names(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens that carry a tag: every one of them must be met again in the tree."""
    found = []
    for token in tokens:
        before = tokens[token.index - 1] if token.index else None
        earlier = tokens[token.index - 2] if token.index > 1 else None
        declares = before is not None and before.word_is("PREFIX", "BASE")
        declared = before is not None and before.kind == "pname" and earlier is not None and earlier.word_is("PREFIX")
        if token.kind in ("var", "iri", "pname") and not declares and not declared:
            found.append(token)
    return found


def lines_of(lines: Iterable[int]) -> str:
    """Return where something stands, as in `lines 3, 4 and 9`."""
    *most, last = map(str, sorted({*lines}))
    return f"lines {', '.join(most)} and {last}" if most else f"line {last}"
