"""Every store takes a whole memory in, gives it back and forgets it, beside others that it does not touch."""

from __future__ import annotations

import io
import json
from pathlib import Path

from kgrdf import Graph, open_store
from kgrdf.copying import content_of, copy_tenant
from kgrdf.export import export_trig
from kgrdf.ingest import import_lines, import_trig
from kgrdf.tenants import drop_tenant, list_tenants
from kgrdf.testing import FrozenClock
from kgrdf.validation import validate
from tests.contract.backends import Backend, serving

LINES = [
    {"kind": "document", "id": "page", "title": "A page", "chunks": ["Ann owns checkout.", "50 % “slow” \\ é\n"]},
    *({"kind": "entity", "id": f"s{n}", "name": f"service {n}", "entityType": "Service"} for n in range(8)),
    *({"kind": "entity", "id": f"p{n}", "name": f"person {n}", "entityType": "Person"} for n in range(2)),
    *(
        {
            "kind": "relationship",
            "fromId": f"entity::Service::s{n % 8}",
            "toId": f"entity::Person::p{(n + n // 8) % 2}",
            "relationshipType": "primary_owner",
            "validFrom": f"2024-0{1 + n // 8}-01T00:00:00Z",
            "weight": "0.50",
        }
        for n in range(16)
    ),
    *(
        {
            "kind": "fact",
            "claim": f"it is so: {n}",
            "aboutIds": [f"entity::Service::s{n % 8}"],
            "sourceDocumentId": "page",
            "confidence": 0.25,
        }
        for n in range(8)
    ),
]


def carry(graph: Graph) -> tuple[int, int, int, int]:
    data = "\n".join(json.dumps(line) for line in LINES).encode()
    report = import_lines(graph, [("lines", io.BytesIO(data))])
    return report.added, report.updated, report.unchanged, report.rejected


def exported(graph: Graph) -> bytes:
    out = io.BytesIO()
    export_trig(graph, out)
    return out.getvalue()


def test_a_memory_comes_in_goes_out_and_is_dropped(backend: Backend) -> None:
    backend.tenants += ["whole", "whole2"]
    clock = FrozenClock("2025-01-01T00:00:00Z")
    graph, other = (Graph(backend.store, name, clock=clock) for name in ("whole", "whole2"))
    other.store_entity("service 1", "Service")
    kept = content_of(backend.store, other.tenant)
    assert carry(graph) == (len(LINES), 0, 0, 0)
    assert carry(graph) == (0, 0, len(LINES), 0)
    assert graph.search_memory("slow").hits[0].kind == "chunk"
    whole = exported(graph)
    with open_store("memory:") as away:
        copied = copy_tenant(backend.store, away, graph.tenant)
        assert {"whole", "whole2"} <= set(list_tenants(backend.store).tenants)
        assert drop_tenant(graph)
        assert content_of(backend.store, graph.tenant).quads == 0
        assert "whole" not in list_tenants(backend.store).tenants
        assert content_of(backend.store, other.tenant) == kept
        assert copy_tenant(away, backend.store, graph.tenant) == copied
    assert list(validate(graph, shapes=False)) == []
    assert drop_tenant(graph)
    assert import_trig(graph, io.BytesIO(whole)) == (copied.quads, [])
    assert content_of(backend.store, graph.tenant) == copied
    assert graph.search_memory("slow").hits[0].kind == "chunk"


def test_a_memory_of_more_rows_than_a_server_gives_at_once_is_read_whole(tmp_path: Path) -> None:
    """Virtuoso ends each answer at 10,000 rows."""
    texts = [f"text {n}" for n in range(1450)]
    with open_store("memory:") as home, serving("virtuoso", tmp_path) as backend:
        graph = Graph(home, "long", clock=FrozenClock("2025-01-01T00:00:00Z"))
        for start in range(0, len(texts), 500):
            graph.store_document(f"Book {start}", chunks=texts[start : start + 500])
        kept = copy_tenant(home, backend.store, graph.tenant)
        assert kept.quads > 10_000
        there = Graph(backend.store, "long")
        lines, wanted = (
            [line for line in exported(one).splitlines() if b"#revision>" not in line] for one in (there, graph)
        )
        assert lines == wanted
        assert there.search_memory("1449").hits[0].kind == "chunk"
        with open_store("memory:") as away:
            assert copy_tenant(backend.store, away, graph.tenant) == kept
