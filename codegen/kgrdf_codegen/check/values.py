"""Rules on values: what is compared or joined with a property's values is of their type, and one that they can have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from rdflib import XSD

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.literals import impossible
from kgrdf_codegen.check.meetings import Meetings
from kgrdf_codegen.check.refusals import Refusal
from kgrdf_codegen.check.tree import terms_of
from kgrdf_codegen.problems import Problem, cut

__all__ = ["RULES", "refusals"]


def values_fit(context: Context) -> Iterator[Problem]:
    """Q027: a literal is of a form that its datatype has, and a value of the type of the property that it stands with."""
    for term in terms_of(context.query):
        if term.kind == "literal" and term.datatype and impossible(term):
            name = term.datatype.removeprefix(str(XSD))
            message = f"{cut(term.value)!r} is no xsd:{name}"
            yield context.at(context.near(term, None) or term.token, "Q027", message)
    yield from _refused(context, "Q027")


def members_known(context: Context) -> Iterator[Problem]:
    """Q028: where the ontology lists the values of a property, a query names one of them."""
    yield from _refused(context, "Q028")


def relation_types_declared(context: Context) -> Iterator[Problem]:
    """Q029: a query names a declared relation type, or says in `@undeclared-types` that it means another one."""
    yield from _refused(context, "Q029")


def properties_reached(context: Context) -> Iterator[Problem]:
    """Q021: what a list or a comparison gives for a predicate is a declared property, as what a pattern names."""
    yield from _refused(context, "Q021")


def classes_reached(context: Context) -> Iterator[Problem]:
    """Q022: what a list, an alias or a comparison gives for a type is a declared class, as what a pattern names."""
    yield from _refused(context, "Q022")


def things_stored(context: Context) -> Iterator[Problem]:
    """Q050: what is asked to be a thing of the data is none of the ontology's own classes and properties."""
    yield from _refused(context, "Q050")


def _refused(context: Context, code: str) -> Iterator[Problem]:
    for refusal in refusals(context):
        if refusal.code == code:
            yield context.at(refusal.token, code, refusal.message)


@lru_cache(maxsize=1)
def refusals(context: Context) -> tuple[Refusal, ...]:
    """Return what several rules ask for of one file."""
    return tuple(Meetings(context).refused())


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    values_fit,
    members_known,
    relation_types_declared,
    properties_reached,
    classes_reached,
    things_stored,
)
