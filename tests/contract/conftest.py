from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgrdf import Graph, open_store
from kgrdf.copying import content_of, copy_tenant
from kgrdf.store import EmbeddedStore
from kgrdf.tenancy import Tenant
from kgrdf.testing import FrozenClock
from tests.contract.backends import NAMES, Backend, serving

CANARY = Tenant("canary")
NAMES_USED = (("Checkout", "Service"), ("Billing", "Service"), ("Ann", "Person"), ("hub", "Service"), ("latency", "Concept"))


@pytest.fixture(scope="session")
def crowded() -> Iterator[EmbeddedStore]:
    """A store where another tenant has the names that the programs use, each with a word that must never be seen."""
    with open_store("memory:") as store:
        graph = Graph(store, CANARY, clock=FrozenClock("2024-01-01T00:00:00Z"))
        document = graph.store_document("Handbook canary", text="the canary sings of checkout")
        assert document.chunk_ids
        for name, kind in NAMES_USED:
            id = graph.store_entity(name, kind, description="canary", source_document_id=document.id).id
            claims = [graph.store_fact(f"it is slow, says the canary {number}", [id]).id for number in range(6)]
            graph.supersede_fact(claims[0], "it is quick, says the canary")
            graph.retract_statement(claims[1])
            graph.mark_contradiction(claims[2], claims[3])
            if kind != "Concept":
                graph.add_mention(document.chunk_ids[0], id)
                graph.add_relationship("entity::Service::checkout", id, "knows of the canary")
        yield store


@pytest.fixture(scope="session", params=NAMES)
def backend(
    request: pytest.FixtureRequest, crowded: EmbeddedStore, tmp_path_factory: pytest.TempPathFactory, repository: Path
) -> Iterator[Backend]:
    """A store where the canary lives, and the sample data of Neptune's notebooks beside it where that is at hand."""
    with serving(request.param, tmp_path_factory.mktemp(request.param)) as started:
        copy_tenant(crowded, started.store, CANARY)
        sample = Path(os.environ.get("KGRDF_SHARED", repository.parent / "shared")) / "data/neptune-epl/0_epl_data.txt"
        if sample.exists():
            started.seed(sample.read_text(encoding="utf-8"))
        before = content_of(started.store, CANARY)
        if started.neptune is not None:
            started.neptune.counters.reset()
        yield started
        started.check()
        assert content_of(started.store, CANARY) == before
