from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kgrdf import Graph
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.pace import Pace
from kgrdf.tenancy import Tenant
from kgrdf.testing import FrozenClock
from tests.runtime.endpoint.scripted import Scripted, Time, scripted
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


@pytest.fixture
def server() -> Iterator[Scripted]:
    with scripted() as started:
        yield started


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def opened(server: Scripted, time: Time) -> Iterator[Callable[..., EndpointStore]]:
    """Opens the scripted server as a store whose pauses take no time and are the longest that may be."""
    stores = []

    def open_with(**options: Any) -> EndpointStore:
        pace = Pace(clock=time.clock, sleep=time.sleep, chance=lambda: 1.0)
        options = {"update_url": f"{server.url}/update", "writers": "several"} | options
        stores.append(EndpointStore(server.url, pace=pace, **options))
        return stores[-1]

    yield open_with
    for store in stores:
        store.close()
