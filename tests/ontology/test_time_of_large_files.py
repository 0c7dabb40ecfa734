"""What the proof of time costs does not grow with the square of a file."""

from __future__ import annotations

import cProfile
import pstats

import pytest

from kgrdf_codegen.check.query import examine
from kgrdf_codegen.check.reads import reads
from kgrdf_codegen.reader import KG
from tests.ontology.interference import vocabulary

PROVEN = "kg:validFrom ?from{0} FILTER(?from{0} <= $now) FILTER NOT EXISTS {{ ?f{0} kg:validTo ?to FILTER(?to <= $now) }}"
FILES = {
    "an OPTIONAL for each fact": ("?e kg:name ?n .", "OPTIONAL {{ ?f{0} kg:about ?e ; " + PROVEN + " }}", 20),
    "OPTIONALs of one fact": ("?f kg:about ?e ; " + PROVEN.format(""), "OPTIONAL {{ ?f kg:claim ?c{0} }}", 20),
    "an EXISTS for each fact": ("?e kg:name ?n .", "FILTER EXISTS {{ ?f{0} kg:about ?e ; " + PROVEN + " }}", 20),
    "arms beside a fact": ("?f kg:about ?e .", "{{ ?f kg:claim ?c{0} }} UNION {{ ?f kg:validFrom ?c{0} }}", 8),
    "arms beside a MINUS": (
        "?f kg:about ?e .",
        "{{ ?f kg:claim ?c{0} }} UNION {{ ?f kg:validTo ?c{0} }} MINUS {{ ?e kg:alias ?a{0} }}",
        8,
    ),
}


def calls(first: str, part: str, times: int) -> int:
    """Return how many calls of functions a proof costs: the same on every machine."""
    body = " ".join((first, *(part.format(number) for number in range(times))))
    text = (
        "# @name any\n# @mode many\n# @limit 100\n# @param now: instant = now\n# Says something.\n"
        f"PREFIX kg: <{KG}>\nSELECT ?e\nWHERE {{ GRAPH $current {{ {body} }} }}\nORDER BY ?e\n"
    )
    context = examine("any.rq", text, vocabulary()).context
    assert context is not None
    with cProfile.Profile() as profile:
        reads.__wrapped__(context)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(("first", "part", "times"), FILES.values(), ids=FILES.keys())
def test_the_proof_costs_less_than_the_square_of_a_file(first: str, part: str, times: int) -> None:
    """By the square it were 4 times as many, by the cube 8."""
    assert calls(first, part, 2 * times) < 3.3 * calls(first, part, times)
