from __future__ import annotations

import pytest

from kgrdf_codegen.check import Vocabulary
from tests.ontology import interference


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """What the core declares."""
    return interference.vocabulary()
