"""What an import makes of a file of statements does not depend on how often, or in how many parts, it is read.

The order of the lines does count: an open statement that is heard after a later, ended one of the same key ends where that
one begins.
"""

from __future__ import annotations

import io
import json
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgrdf import Graph, open_store
from kgrdf.export import export_trig
from kgrdf.ingest import Report, import_lines
from kgrdf.terms import to_value
from kgrdf.testing import FrozenClock, compiled

Line: TypeAlias = dict[str, Any]

THINGS: list[Line] = [
    *({"kind": "document", "id": name, "title": name} for name in ("d1", "d2")),
    *({"kind": "entity", "id": name, "name": name, "entityType": "Service"} for name in ("s1", "s2")),
    *({"kind": "entity", "id": name, "name": name, "entityType": "Person"} for name in ("p1", "p2", "p3")),
]
_STATEMENTS = compiled(
    """# @name statements
# @mode many
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?what ?from ?to
WHERE {
  { GRAPH $current { ?s kg:key ?what ; kg:validFrom ?from FILTER NOT EXISTS { ?s kg:retractedAt ?at }
    OPTIONAL { ?s kg:validTo ?to } } }
  UNION
  { GRAPH $history { ?s kg:key ?what ; kg:validFrom ?from FILTER NOT EXISTS { ?s kg:retractedAt ?at }
    OPTIONAL { ?s kg:validTo ?to } } }
}"""
)

starts = st.integers(0, 9).map(lambda number: number * 10)
lasting = st.one_of(st.none(), st.integers(1, 40))
sources = st.sampled_from([None, "d1", "d2"])


def _line(kind: str, start: int, length: int | None, source: str | None, **fields: Any) -> Line:
    optional = {"validTo": None if length is None else start + length, "sourceDocumentId": source}
    return {
        "kind": kind,
        "validFrom": start,
        **fields,
        **{name: value for name, value in optional.items() if value is not None},
    }


owners = st.builds(
    lambda start, length, source, service, person: _line(
        "relationship", start, length, source, fromId=service, relationshipType="primary_owner", toId=person
    ),
    starts,
    lasting,
    sources,
    st.sampled_from(["s1", "s2"]),
    st.sampled_from(["p1", "p2", "p3"]),
)
links = st.builds(
    lambda start, length, source, kind, ends: _line(
        "relationship", start, length, source, fromId=ends[0], relationshipType=kind, toId=ends[1]
    ),
    starts,
    lasting,
    sources,
    st.sampled_from(["uses", "related_to", "depends_on", "dependency_of", "independent_of"]),
    st.sampled_from([("s1", "s2"), ("s2", "s1")]),
)
facts = st.builds(
    lambda start, length, source, claim, about: _line("fact", start, length, source, claim=claim, aboutIds=about),
    starts,
    lasting,
    sources,
    st.sampled_from(["is slow", "is fast"]),
    st.sampled_from([["s1"], ["s2"], ["s1", "s2"], ["s2", "s1"]]),
)
statement_files = st.lists(st.one_of(owners, links, facts), max_size=14)


def load(graph: Graph, lines: list[Line]) -> Report:
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    return import_lines(graph, [("lines", io.BytesIO(data))], reject=lambda rejection: pytest.fail(str(rejection)))


def as_of_answers(graph: Graph) -> list[set[str]]:
    rows = [[to_value(term) for term in row] for row in graph.store.select(_STATEMENTS.bind(graph.tenant))]
    return [
        {str(what) for what, start, end in rows if int(str(start)) <= at and (end is None or at < int(str(end)))}
        for at in range(-1, 140)
    ]


def content(graph: Graph) -> bytes:
    out = io.BytesIO()
    export_trig(graph, out)
    return out.getvalue()


@settings(max_examples=25)
@given(statement_files)
def test_a_second_run_changes_nothing(lines: list[Line]) -> None:
    with open_store("memory:") as store:
        graph = Graph(store, "acme")
        load(graph, THINGS + lines)
        before = content(graph)
        report = load(graph, THINGS + lines)
        assert (report.added, report.unchanged) == (0, len(THINGS) + len(lines))
        assert content(graph) == before


@settings(max_examples=25)
@given(statement_files, st.data())
def test_a_part_and_then_the_whole_is_as_good_as_the_whole_at_once(lines: list[Line], data: st.DataObject) -> None:
    half = data.draw(st.integers(0, len(lines)))
    with open_store("memory:") as store:
        whole, parts = Graph(store, "whole", clock=FrozenClock()), Graph(store, "parts", clock=FrozenClock())
        load(whole, THINGS + lines)
        load(parts, THINGS + lines[:half])
        load(parts, THINGS + lines)
        assert as_of_answers(parts) == as_of_answers(whole)
        before = content(parts)
        load(parts, THINGS + lines)
        assert content(parts) == before
