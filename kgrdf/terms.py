"""Python values as RDF terms and back; with `kgrdf.query`, the only place where a value becomes SPARQL text."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from kgrdf.errors import CorruptGraphError

__all__ = [
    "KG",
    "RDF_TYPE",
    "XSD_BOOLEAN",
    "XSD_DECIMAL",
    "XSD_INTEGER",
    "Numeric",
    "Term",
    "Value",
    "integer_of",
    "kg",
    "node_of",
    "spelled",
    "to_term",
    "to_value",
]

KG = "https://w3id.org/kgrdf/ns#"
RDF_TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_XSD = "http://www.w3.org/2001/XMLSchema#"
XSD_BOOLEAN = NamedNode(f"{_XSD}boolean")
XSD_DECIMAL = NamedNode(f"{_XSD}decimal")
XSD_INTEGER = NamedNode(f"{_XSD}integer")

Term: TypeAlias = NamedNode | Literal
Numeric: TypeAlias = Decimal | float | int | str
"""What a caller may give for a weight or a confidence: a number, or its digits."""
Value: TypeAlias = NamedNode | Literal | str | int | bool | Decimal
_INTEGERS = frozenset(
    _XSD + name
    for name in (
        "integer",
        "long",
        "int",
        "short",
        "byte",
        "nonNegativeInteger",
        "positiveInteger",
        "nonPositiveInteger",
        "negativeInteger",
        "unsignedLong",
        "unsignedInt",
        "unsignedShort",
        "unsignedByte",
    )
)


# An escape of a literal: a codepoint, a backslash before what would read as a codepoint, or any other.
_ESCAPE = re.compile(r"\\(?:u|\\(?:[uU](?=[0-9A-Fa-f]{4}))?|.)")
_SPELLINGS = {r"\u": r"\U0000", r"\\u": r"\\\U00000075", r"\\U": r"\\\U00000055"}


@cache
def kg(name: str) -> NamedNode:
    """Return the core ontology's term of this local name. A test holds every name used against the ontology."""
    return NamedNode(KG + name)


def to_term(value: Value) -> Term:
    """Return the RDF term of a Python value: text is a plain literal, IRIs must be `NamedNode`s already."""
    if isinstance(value, (NamedNode, Literal)):
        return value
    if isinstance(value, bool):
        return Literal("true" if value else "false", datatype=XSD_BOOLEAN)
    if isinstance(value, int):
        return Literal(str(value), datatype=XSD_INTEGER)
    if isinstance(value, Decimal):
        # Fixed notation: xsd:decimal has no exponent.
        return Literal(format(value, "f"), datatype=XSD_DECIMAL)
    return Literal(value)


def spelled(text: str) -> str:
    r"""Return what pyoxigraph has written so that every server reads it alike, whenever it decodes codepoints.

    Some decode `\u0041` in a whole request first, also where the backslash is itself escaped, and some take eight digits for
    it where eight stand there. So a codepoint has eight digits, and a backslash is followed by no `u` that could begin one.

    >>> print(spelled(str(Literal("C:\\u0041 C:\\users \x01beef"))))
    "C:\\\U000000750041 C:\\users \U00000001beef"
    """
    if "\\u" not in text and "\\U" not in text:
        return text
    return _ESCAPE.sub(lambda match: _SPELLINGS.get(match[0], match[0]), text)


def to_value(term: NamedNode | BlankNode | Literal | Triple | None) -> str | int | bool | Decimal | None:
    """Return the Python value of a term by its datatype; an IRI gives its text.

    Stores rewrite datatypes (`xsd:long` comes back as `xsd:integer`, `0.50` as `0.5`), so only the value counts.
    """
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return term.value
    if not isinstance(term, Literal):
        raise CorruptGraphError(f"unexpected term {term} in a tenant's graph")
    datatype = term.datatype.value
    if datatype in _INTEGERS:
        return int(term.value)
    if datatype == XSD_DECIMAL.value:
        return Decimal(term.value)
    if datatype == XSD_BOOLEAN.value:
        return term.value in ("true", "1")
    return term.value


def integer_of(term: NamedNode | BlankNode | Literal | Triple | None) -> int | None:
    """Return the integer a term stands for, or None for none."""
    value = to_value(term)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise CorruptGraphError(f"expected an integer in the graph, found {term}")


def node_of(term: object) -> NamedNode:
    """Return an IRI that was read as what it is; whatever else stands there is refused."""
    if isinstance(term, NamedNode):
        return term
    raise CorruptGraphError(f"expected an IRI in the graph, found {term}")
