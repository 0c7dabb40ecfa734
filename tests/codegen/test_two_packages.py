"""The generator never imports the runtime, so what both have to know is written twice: here it is held together."""

from __future__ import annotations

from typing import get_args

import pytest
from pyoxigraph import Literal, NamedNode
from rdflib import XSD

from kgrdf import schema
from kgrdf.terms import KG, to_value
from kgrdf_codegen import ir, reader
from kgrdf_codegen.check.ontology import KINDS
from kgrdf_codegen.rdf import INTEGERS


def test_the_namespace_and_the_kinds_of_values_are_the_same() -> None:
    assert reader.KG == KG
    assert get_args(ir.ValueKind) == get_args(schema.ValueKind)


def test_an_ontology_may_name_the_kinds_that_the_runtime_has_a_role_for() -> None:
    assert {*KINDS, "other"} == set(get_args(schema.Kind))


@pytest.mark.parametrize("name", sorted(INTEGERS))
def test_what_the_generator_takes_for_an_integer_is_read_as_one(name: str) -> None:
    assert to_value(Literal("1", datatype=NamedNode(XSD[name]))) == 1
