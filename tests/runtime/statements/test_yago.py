"""A data set of dated relations, as YAGO11k is one: masks, open and inclusive ends, and rows that are no statements."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path

import pytest

from benchmarks import yago
from kgrdf import Graph
from kgrdf.ingest import Rejection, import_lines

ROWS = """
0 0 1 1950-03-04 1960-05-06
0 0 2 1950-##-## 1960-##-##
0 0 3 1950-02-## 1960-12-##
0 0 4 1950-03-04 ####-##-##
0 1 1 950-##-## 960-##-##
0 1 2 9990-##-## 9999-##-##
0 1 3 1950-03-04 9999-12-31
0 1 4 1950-03-04 9998-12-31
1 0 0 19##-##-## 1960-##-##
1 0 2 1960-##-## 1950-##-##
1 0 3 1950-02-30 1960-##-##
1 0 4 -431-##-## 1960-##-##
1 0 0 0000-##-## 1960-##-##
1 0 0 1950-##-## 1949-12-31
2 0 9 1950-##-## 1960-##-##
2 9 1 1950-##-## 1960-##-##
2 0 1 1950-##-##
2 0 1 1950-##-03 1960-##-##
"""
TAKEN = {
    ("0", "1", "knows"): ("1950-03-04T00:00:00Z", "1960-05-07T00:00:00Z"),
    ("0", "2", "knows"): ("1950-01-01T00:00:00Z", "1961-01-01T00:00:00Z"),
    ("0", "3", "knows"): ("1950-02-01T00:00:00Z", "1961-01-01T00:00:00Z"),
    ("0", "4", "knows"): ("1950-03-04T00:00:00Z", None),
    ("0", "1", "helps"): ("0950-01-01T00:00:00Z", "0961-01-01T00:00:00Z"),
    ("0", "4", "helps"): ("1950-03-04T00:00:00Z", "9999-01-01T00:00:00Z"),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder in the form of the data set, not compressed."""
    rows = [row.replace(" ", "\t") for row in ROWS.strip().splitlines()]
    names = [f"<Person {n}>\t{n}" for n in range(5)]
    for name, lines in (
        ("entity2id", names),
        ("relation2id", ["<knows>\t0", "<helps>\t1"]),
        ("train", rows[:5]),
        ("valid", rows[5:]),
        ("test", []),
    ):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def text_of(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def imported(graph: Graph, folder: Path) -> tuple[str, list[Rejection]]:
    text = "".join(json.dumps(line) + "\n" for line in yago.lines(folder))
    refused: list[Rejection] = []
    report = import_lines(graph, [("yago.jsonl", io.BytesIO(text.encode()))], reject=refused.append)
    return str(report), refused


def test_periods_are_half_open_and_what_cannot_be_read_is_refused_with_its_line(graph: Graph, data: Path) -> None:
    report, refused = imported(graph, data)

    assert report == f"{5 + len(TAKEN)} added, 0 updated, 0 unchanged, 12 rejected"
    assert sorted(rejection.place.line for rejection in refused) == [11, 12, *range(14, 24)]
    found = {}
    for day in ("1950-06-01T00:00:00Z", "0955-01-01T00:00:00Z"):
        for edge in graph.relationships.list(as_of=day, limit=100).items:
            key = edge.from_id[-1], edge.to_id[-1], edge.relationship_type
            found[key] = text_of(edge.valid_from), text_of(edge.valid_to)
    assert found == TAKEN
    assert yago.count_as_of(graph, "0955-01-01") == 1
    assert yago.count_as_of(graph, "1961-01-01") == 2
    assert imported(graph, data)[0] == f"0 added, 0 updated, {5 + len(TAKEN)} unchanged, 12 rejected"


@pytest.mark.proof
def test_of_yago11k_20414_rows_go_in_and_95_are_refused(graph: Graph, shared: Path) -> None:
    report, _ = imported(graph, shared / "data" / "yago11k")

    entities = 31_037 - 20_414
    assert report == f"{entities + 20_414:,} added, 0 updated, 0 unchanged, 95 rejected"
    assert [yago.count_as_of(graph, day) for day in yago.DAYS] == [2524, 3304, 6521, 8486]
    assert imported(graph, shared / "data" / "yago11k")[0] == "0 added, 0 updated, 31,037 unchanged, 95 rejected"
