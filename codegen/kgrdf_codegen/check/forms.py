"""Tests of what a value is: an IRI or a literal, its datatype, its language; and what a value of a kind can be."""

from __future__ import annotations

from rdflib import RDF, XSD

from kgrdf_codegen.check.held import Held, Source
from kgrdf_codegen.check.tree import Call, Expr, Term
from kgrdf_codegen.check.truth import Asked
from kgrdf_codegen.rdf import INTEGERS

__all__ = ["forms_of", "let_through"]

_NUMBERS = frozenset({"integer", "decimal", "number"})
_LITERALS = _NUMBERS | {"string", "langString", "boolean", "other"}
_ALL = _LITERALS | {"iri", "blank"}
_TESTS = {
    "isIRI": frozenset({"iri"}),
    "isURI": frozenset({"iri"}),
    "isBLANK": frozenset({"blank"}),
    "isLITERAL": _LITERALS,
    "isNUMERIC": _NUMBERS,
}
_KINDS = {"ref": frozenset({"iri"}), "instant": frozenset({"integer"})}
_DATATYPES = {
    f"{XSD}string": "string",
    f"{RDF}langString": "langString",
    f"{XSD}integer": "integer",
    f"{XSD}decimal": "decimal",
    f"{XSD}boolean": "boolean",
}
_OTHER_NUMBERS = {f"{XSD}{name}" for name in (*INTEGERS, "double", "float")}


def forms_of(held: Held) -> frozenset[str]:
    """Return the forms of which a value is one."""
    return frozenset[str]().union(*(_of_way(way) for way in held.ways)) if held.ways else _ALL


def _of_way(way: tuple[Source, ...]) -> frozenset[str]:
    told = next((source for source in way if source.kind not in (None, "value")), None)
    if told is None:
        return _ALL
    found = _KINDS.get(str(told.kind), frozenset({str(told.kind)}))
    if told.declared is not None:
        return found
    # A number that is no property's value may be of any of the types of numbers, a text made of others in no language.
    made = told.term is None and "langString" in found
    return _NUMBERS if found <= _NUMBERS else found | {"string"} if made else found


def let_through(asked: Asked) -> tuple[Expr, frozenset[str]] | None:
    """Return what a simple condition tests, and the forms that it lets through; None for one of another kind."""
    call = asked.expr
    if isinstance(call, Term):
        return call, _LITERALS  # of an IRI nobody can say whether it is true
    if not isinstance(call, Call) or not call.args:
        return None
    if call.op in _TESTS:
        return call.args[0], _TESTS[call.op] if asked.wanted else _ALL - _TESTS[call.op]
    first = call.args[0]
    if call.op == "LANGMATCHES" and isinstance(first, Call) and first.op == "LANG":
        some = isinstance(call.args[-1], Term) and call.args[-1].kind == "literal" and call.args[-1].value
        return (first.args[0], frozenset({"langString"}) if asked.wanted else _LITERALS) if some else None
    for one, others in ((first, call.args[1:]), (call.args[-1], call.args[:-1])):
        if call.op in ("=", "!=", "IN") and isinstance(one, Call) and one.op in ("LANG", "DATATYPE"):
            names = [other.value for other in others if isinstance(other, Term) and other.kind != "var"]
            if len(names) == len(others):
                equal = (call.op != "!=") == asked.wanted
                found = frozenset[str]().union(*(_NAMED[one.op](name, equal) for name in names))
                return one.args[0], found
    return None


def _by_language(name: str, equal: bool) -> frozenset[str]:
    if equal:
        return frozenset({"langString"}) if name else _LITERALS - {"langString"}
    return _LITERALS if name else frozenset({"langString"})


def _by_datatype(name: str, equal: bool) -> frozenset[str]:
    found = _DATATYPES.get(name, "number" if name in _OTHER_NUMBERS else "other")
    return frozenset({found}) if equal else _LITERALS - {*_DATATYPES.values()}.intersection({found})


_NAMED = {"LANG": _by_language, "DATATYPE": _by_datatype}
