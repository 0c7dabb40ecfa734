from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {"rdflib", "jinja2", "mcp", "SPARQLWrapper", "urllib3", "botocore", "click", "pyshacl", "rich", "anyio", "sqlite3"}


def loaded_by(statement: str) -> set[str]:
    script = f"import sys, json; {statement}; print(json.dumps(sorted({{name.split('.')[0] for name in sys.modules}})))"
    return set(json.loads(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout))


def test_importing_kgrdf_loads_no_heavy_library() -> None:
    loaded = loaded_by("import kgrdf")
    assert loaded & (HEAVY | {"pydantic", "pyoxigraph"}) == set()


@pytest.mark.parametrize("names", ["open_store", "Graph, Tenant, open_store"])
def test_using_a_memory_loads_none_of_what_only_building_and_serving_need(names: str) -> None:
    assert loaded_by(f"from kgrdf import {names}") & (HEAVY - {"sqlite3"}) == set()


def test_the_clock_for_tests_loads_no_server() -> None:
    assert loaded_by("from kgrdf.testing import FrozenClock") & (HEAVY | {"http", "ssl", "trustme", "urllib3"}) == set()
