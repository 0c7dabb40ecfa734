"""Text that comes from an ontology, and the only ways in which it may reach a generated file.

Ontology text is data of unknown origin. It travels as `OntText`, which cannot be turned into a string by accident: `str()`,
f-strings and `{{ }}` in a template all raise. The functions below unwrap it, each into one safe form.
"""

from __future__ import annotations

import inspect
import re
import unicodedata
from dataclasses import dataclass

__all__ = [
    "NOQA",
    "WIDTH",
    "OntText",
    "docstring",
    "iri_literal",
    "markdown",
    "marked",
    "overlong",
    "pystr",
    "rq_comment",
    "text_block",
    "width",
]

WIDTH = 125
"""The longest line that generated Python may have."""
NOQA = "  # noqa: E501"
"""Behind a line that cannot be shorter, because ontology text is never cut."""


@dataclass(frozen=True, slots=True, order=True)
class OntText:
    """A label, a comment or a query text, exactly as it was written."""

    raw: str

    def __str__(self) -> str:
        raise TypeError("ontology text must go through a filter: pystr, docstring, text_block, rq_comment or markdown")

    def __repr__(self) -> str:
        return "OntText(...)"

    def __bool__(self) -> bool:
        return bool(self.raw.strip())


def _escape(char: str) -> str:
    code = ord(char)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _visible(text: str) -> str:
    """Escape backslashes, and every character that does not show; a line feed stays."""
    return "".join(
        "\\\\" if char == "\\" else char if char == "\n" or char.isprintable() else _escape(char) for char in text
    )


def pystr(text: OntText | str) -> str:
    """Return a one-line Python string literal, quoted as the formatter would quote it.

    >>> pystr('say "no"')
    '\\'say "no"\\''
    """
    raw = text.raw if isinstance(text, OntText) else text
    body = _visible(raw).replace("\n", "\\n")
    quote = "'" if body.count('"') > body.count("'") else '"'
    return quote + body.replace(quote, "\\" + quote) + quote


def _hold_edges(line: str) -> str:
    """Escape blanks at the end of a line, which editors and formatters drop."""
    bare = line.rstrip(" ")
    return bare + "\\x20" * (len(line) - len(bare))


def _in_triple_quotes(body: str) -> str:
    # Three quotes would end the literal; one at either end would be taken for one of the three.
    return re.sub(r'"{3,}|^"+|"+$', lambda quotes: '\\"' * len(quotes[0]), body)


def docstring(text: OntText, indent: int, fallback: str) -> str:
    """Return a docstring whose value, read with `inspect.getdoc`, is the text.

    `fallback` stands in for a blank text. Lines that are longer than the limit are kept, and marked for the linter.
    """
    # Formatters and `getdoc` take the common margin away, so it is not written in the first place.
    # Without the blank lines before it, the first line no longer tells the margin of the others: that is taken away again.
    raw = inspect.cleandoc(re.sub(r"\A([ \t]*\n)+|(\n[ \t]*)+\Z", "", inspect.cleandoc(text.raw if text else fallback)))
    lines = [_hold_edges(line) for line in _in_triple_quotes(_visible(raw)).split("\n")]
    pad = " " * indent
    if len(lines) == 1:
        block = f'"""{lines[0]}"""'
    else:
        block = "\n".join([f'"""{lines[0]}', *(pad + line if line else "" for line in lines[1:]), f'{pad}"""'])
    return block + _overlong(block, indent)


def text_block(text: OntText, after: str = "") -> str:
    """Return a triple-quoted literal that keeps the text's lines, for the text of a query, with `after` behind it."""
    lines = [_hold_edges(line) for line in _in_triple_quotes(_visible(text.raw)).split("\n")]
    block = '"""\\\n' + "\n".join(lines) + '"""' + after
    return block + _overlong(block, 0)


def _overlong(block: str, indent: int) -> str:
    return NOQA if any(overlong(line) for line in (" " * indent + block).split("\n")) else ""


def overlong(line: str) -> bool:
    """Say whether a linter would call a line too long: a single word, or an address at the end, is excused."""
    parts = line.split()
    if width(line) <= WIDTH or len(parts) < 2:
        return False
    return "://" not in parts[-1] or width(line) - width(parts[-1]) > WIDTH


def marked(line: str) -> str:
    """Return a line that cannot be shorter, with a mark for the linter where it is too long."""
    return line + (NOQA if overlong(line) else "")


def width(line: str) -> int:
    """Return how many columns a line takes: wide characters take two, combining ones none."""
    if line.isascii():
        return len(line)
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


def rq_comment(text: OntText) -> str:
    """Return one line that is safe after `#` in a SPARQL file."""
    return " ".join("".join(char if char.isprintable() else " " for char in text.raw).split())


def markdown(text: OntText) -> str:
    """Return one line of Markdown in which nothing but the words is left of the text: fit for a table cell."""
    line = rq_comment(text)
    return re.sub(r"([\\`*_\[\]<>|{}#~])", r"\\\1", line)


def iri_literal(iri: str) -> str:
    """Return an IRI as a Python string literal, after asking whether it can stand between `<` and `>` in SPARQL."""
    if re.search(r"[\x00-\x20<>\"{}|^`\\]", iri):
        raise ValueError(f"not an IRI: {iri!r}")
    return pystr(iri)
