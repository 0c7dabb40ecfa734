"""SPARQL text as tokens, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Token", "tokens_of"]

_LOCAL = r"(?:[\w:]|%[0-9A-Fa-f]{2}|\\.)(?:(?:[\w.:·-]|%[0-9A-Fa-f]{2}|\\.)*(?:[\w:·-]|%[0-9A-Fa-f]{2}|\\.))?"
# The order is the grammar's longest match: an IRI before `<`, a long string before a short one, a name before a word.
_TOKEN = re.compile(
    rf"""
      (?P<skip>\s+|\#[^\n\r]*)
    | (?P<iri><(?:[^<>"{{}}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{{4}}|\\U[0-9A-Fa-f]{{8}})*>)
    | (?P<string>"{{3}}(?:[^"\\]|\\.|"(?!""))*"{{3}}|'{{3}}(?:[^'\\]|\\.|'(?!''))*'{{3}}
        |"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    | (?P<variable>[?$]\w+)
    | (?P<language>@[A-Za-z]+(?:-+[A-Za-z0-9]+)*)
    | (?P<name>(?:_|[^\W\d_](?:[\w.·-]*[\w·-])?)?:(?:{_LOCAL})?)
    | (?P<number>(?:\d+\.\d*|\.?\d+)[eE][+-]?\d+|\d*\.\d+|\d+)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<mark>\^\^|<<|>>|\{{\||\|\}}|&&|\|\||!=|<=|>=|.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a text."""

    kind: str
    """`iri`, `string`, `variable`, `language`, `name` (with a prefix), `number`, `word` or `mark`."""
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The keyword in upper case, or the mark; empty for every other kind."""
        if self.kind == "word":
            return self.text.upper()
        return self.text if self.kind == "mark" else ""


def tokens_of(text: str) -> list[Token]:
    """Split a SPARQL text, without white space and comments.

    >>> [token.kind for token in tokens_of("ASK { ?s a <urn:x> } # done")]
    ['word', 'mark', 'variable', 'word', 'iri', 'mark']
    """
    return [
        Token(match.lastgroup or "", match[0], match.start(), match.end())
        for match in _TOKEN.finditer(text)
        if match.lastgroup != "skip"
    ]
