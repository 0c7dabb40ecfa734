"""Fixtures that every test may ask for: a clock that stands still, stores of both kinds, and a memory in one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from kgrdf.store import EmbeddedStore, open_store
from kgrdf.testing import FrozenClock

if TYPE_CHECKING:
    from kgrdf import Graph

# A busy machine is slow, which is no fault of the property under test.
settings.register_profile("kgrdf", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kgrdf")

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture
def clock() -> FrozenClock:
    """Shows 2025-01-01T00:00:00Z until a test moves it."""
    return FrozenClock("2025-01-01T00:00:00Z")


@pytest.fixture(params=["memory", "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Each embedded store in turn: a test that asks for it holds on both."""
    with open_store("memory:" if request.param == "memory" else tmp_path / "store") as opened:
        yield opened


@pytest.fixture
def graph(clock: FrozenClock) -> Iterator[Graph]:
    """The memory of tenant `acme`, of the core ontology, in a store in memory."""
    from kgrdf import Graph  # here, so that the tests of the generator run where its output is missing or broken

    with open_store("memory:") as opened:
        yield Graph(opened, "acme", clock=clock)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data sets that are not part of the repository; a test that needs it is skipped where it is absent."""
    folder = Path(os.environ.get("KGRDF_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no data sets in {folder}; set KGRDF_SHARED")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests noted with `record_property`."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties if report.when == "call" else ():
            terminalreporter.write_line(f"{name}: {value}")
