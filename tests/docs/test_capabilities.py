"""The table of capabilities: what it says of kgrdf is so today. What it says of others is written by the command alone.

`python -m benchmarks.capabilities` renews what it says of kgrdf.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.capabilities import grlc, kgrdf, linkml, shacl2code, sqlc, sqlc_queries
from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.page import line
from benchmarks.capabilities.rows import QUERIES, SCHEMA


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "capabilities.md").read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    (found,) = re.findall(rf"^### {re.escape(title)}\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL)
    return str(found)


def test_every_cell_has_a_probe() -> None:
    columns = {
        SCHEMA: (kgrdf.PROBES, shacl2code.PROBES, linkml.PROBES, sqlc.PROBES),
        QUERIES: (kgrdf.PROBES, sqlc_queries.PROBES, grlc.PROBES),
    }
    for rows, tools in columns.items():
        for probes in tools:
            assert [row.id for row in rows if row.id not in probes] == []


def test_the_page_asks_what_the_command_asks(page: str) -> None:
    for row in (*SCHEMA, *QUERIES):
        assert section(page, row.title).strip().startswith(row.asked)


def test_what_the_page_says_of_kgrdf_is_what_its_probes_say(page: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path, tmp_path)
    for row in (*SCHEMA, *QUERIES):
        if row.id not in kgrdf.SLOW:
            assert line("kgrdf", kgrdf.PROBES[row.id](bench)) in section(page, row.title).splitlines()


def test_every_test_that_the_page_names_is_there(page: str, repository: Path) -> None:
    named = set(re.findall(r"`(tests/[^`:]+\.py)::(\w+)`", page))
    assert len(named) > 20
    for path, name in sorted(named):
        assert f"def {name}(" in (repository / path).read_text(encoding="utf-8")
