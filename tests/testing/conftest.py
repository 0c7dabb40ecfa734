from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgrdf.testing import NeptuneEmulation
from tests.testing.client import Client


@pytest.fixture
def neptune() -> Iterator[NeptuneEmulation]:
    """A cluster that asks for signatures."""
    with NeptuneEmulation() as emulation:
        yield emulation


@pytest.fixture
def client(neptune: NeptuneEmulation) -> Client:
    """Signs with the full credentials."""
    return Client(neptune)
