from __future__ import annotations

import io

import pytest

from kgrdf import Graph, open_store
from kgrdf.export import export_trig
from kgrdf.ingest import import_trig
from kgrdf.testing import FrozenClock

DAY = "2024-0{}-01T00:00:00Z"


@pytest.fixture
def remembered(graph: Graph, clock: FrozenClock) -> tuple[Graph, dict[str, str]]:
    """Four months: a claim and its sources, a contradiction and its end, an owner and the next."""
    clock.set(DAY.format(1))
    document = graph.store_document("Runbook", chunks=["checkout is Ann's", "checkout is Ben's"])
    first, second = document.chunk_ids or []
    ids = {name: graph.store_entity(name, kind).id for name, kind in (("checkout", "Service"), ("Ann", "Person"))}
    fast = graph.store_fact("checkout is fast", [ids["checkout"]], confidence="0.5", source_document_id=first)
    slow = graph.store_fact("checkout is slow", [ids["checkout"]])
    graph.add_relationship(ids["checkout"], ids["Ann"], "primary_owner")
    doubt = graph.mark_contradiction(fast.id, slow.id)
    clock.set(DAY.format(2))
    ids["Ben"] = graph.store_entity("Ben", "Person").id
    graph.add_mention(second, ids["Ben"])
    graph.store_fact("checkout is fast", [ids["checkout"]], confidence="0.5", source_document_id=second)
    clock.set(DAY.format(3))
    graph.add_relationship(ids["checkout"], ids["Ben"], "primary_owner")
    graph.resolve_contradiction(doubt.id, "keep", keep_id=fast.id)
    return graph, ids


VIEWS = [
    {"as_of": DAY.format(2)},
    {"as_of": DAY.format(4)},
    {"known_at": "2024-01-15T00:00:00Z"},
    {"known_at": "2024-02-15T00:00:00Z"},
    {"as_of": DAY.format(4), "known_at": "2024-02-15T00:00:00Z"},
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_a_snapshot_imports_as_a_memory_that_answers_as_the_viewpoint_did(
    remembered: tuple[Graph, dict[str, str]], view: dict[str, str]
) -> None:
    graph, ids = remembered
    out = io.BytesIO()
    export_trig(graph, out, **view)
    with open_store("memory:") as store:
        copy = Graph(store, graph.tenant, clock=FrozenClock(view.get("as_of") or view["known_at"]))
        added, problems = import_trig(copy, io.BytesIO(out.getvalue()))
        assert (bool(added), problems) == (True, [])
        for name in ("checkout", "Ann"):
            seen = graph.get_entity_context(ids[name], **view).wire()
            then = copy.get_entity_context(ids[name], as_of=view.get("as_of") or view["known_at"]).wire()
            # What the history explains is not in the snapshot.
            assert {**then, "omitted": {}} == {**seen, "omitted": {}}


def test_what_was_recorded_later_is_not_in_a_snapshot(remembered: tuple[Graph, dict[str, str]]) -> None:
    graph, _ = remembered
    out = io.BytesIO()
    export_trig(graph, out, known_at="2024-01-15T00:00:00Z")
    text = out.getvalue().decode()
    assert "checkout is slow" in text
    assert "Ben" not in text.replace("checkout is Ben's", "")
    assert "kgrdf/ns#mentions" not in text
