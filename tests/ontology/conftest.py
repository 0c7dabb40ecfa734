from __future__ import annotations

import pytest

from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.reader import read_ontology


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """What the core declares."""
    return Vocabulary.from_graph(read_ontology().graph)
