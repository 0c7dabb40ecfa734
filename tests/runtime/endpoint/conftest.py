from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgrdf import Graph
from kgrdf.store.endpoint import EndpointStore
from kgrdf.tenancy import Tenant
from kgrdf.testing import FrozenClock
from tests.runtime.endpoint.servers import oxigraph_serving


@pytest.fixture(scope="session", params=["plain", "union"])
def oxigraph_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The query URL of an Oxigraph server: its default graph is its own, or the union of all."""
    with oxigraph_serving(*(["--union-default-graph"] if request.param == "union" else [])) as url:
        yield url


@pytest.fixture
def endpoint(oxigraph_url: str) -> Iterator[EndpointStore]:
    with EndpointStore(oxigraph_url, profile="oxigraph") as store:
        yield store


@pytest.fixture
def memory(endpoint: EndpointStore, clock: FrozenClock) -> Graph:
    """The memory of a fresh tenant on the server."""
    return Graph(endpoint, Tenant.fresh(), clock=clock)
