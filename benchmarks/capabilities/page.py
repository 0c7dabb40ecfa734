"""The page: two tables, and below them what was asked and what happened, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from benchmarks.capabilities.cell import Cell
from benchmarks.capabilities.rows import QUERIES, SCHEMA, Row

__all__ = ["line", "page", "renewed"]

_HEAD = """\
# Capabilities

What kgrdf's generator can do, beside sqlc, LinkML, shacl2code and grlc. Each cell is a run on a small input written for it
or, for kgrdf, a test of this repository that is named; it leads to what was asked and what happened. `–`: the language of
the tool has nothing of the kind. The page is written by

    python -m venv tools && tools/bin/pip install {packages}
    python -m benchmarks.capabilities --tools tools

with {versions}.
The inputs are in [benchmarks/capabilities](../benchmarks/capabilities). Each tool does more than is asked here, and is made
for something of its own: sqlc for SQL, LinkML for schemas in many formats, shacl2code for JSON-LD, grlc for routes.
"""
_SCHEMA_HEAD = """\
## From a schema to code

Read are RDFS and SHACL in Turtle by kgrdf and shacl2code, YAML by LinkML, PostgreSQL by sqlc. grlc reads no schema.
"""
_QUERIES_HEAD = """\
## From a query to a function

Read are SPARQL by kgrdf and grlc, PostgreSQL by sqlc. LinkML and shacl2code read no queries.
"""
_SCHEMA_TOOLS, _QUERY_TOOLS = ("kgrdf", "shacl2code", "LinkML", "sqlc"), ("kgrdf", "sqlc", "grlc")

Cells = Mapping[tuple[str, str], Cell]
"""Cells by the name of the tool and the id of the row."""


def page(cells: Cells, packages: str, versions: str) -> str:
    """Return the page about all cells."""
    parts = [_HEAD.format(packages=packages, versions=versions)]
    for head, rows, tools in ((_SCHEMA_HEAD, SCHEMA, _SCHEMA_TOOLS), (_QUERIES_HEAD, QUERIES, _QUERY_TOOLS)):
        parts += [head, *_table(cells, rows, tools), "", *_sections(cells, rows, tools)]
    return "\n".join(parts).rstrip("\n") + "\n"


def renewed(text: str, ours: Mapping[str, Cell]) -> str:
    """Return the page with these cells of kgrdf, by the id of the row, and all else as it is."""
    for row in (*SCHEMA, *QUERIES):
        if cell := ours.get(row.id):
            title, said = re.escape(row.title), line("kgrdf", cell).replace("\\", r"\\")
            text = re.sub(rf"^(\| {title} \| )\[.*?\]", rf"\g<1>[{cell.verdict}]", text, flags=re.MULTILINE)
            text = re.sub(rf"^(### {title}\n\n.*\n\n)- kgrdf: .*$", rf"\g<1>{said}", text, flags=re.MULTILINE)
    return text


def line(tool: str, cell: Cell) -> str:
    """Return what the section of a row says of a tool."""
    tests = "".join(f" `{test}`" for test in cell.tests)
    return f"- {tool}: **{cell.verdict}**: {_escaped(cell.words)}.{f' Tests:{tests}' if tests else ''}"


def _table(cells: Cells, rows: Iterable[Row], tools: tuple[str, ...]) -> Iterable[str]:
    yield "| | " + " | ".join(tools) + " |"
    yield "|---" * (len(tools) + 1) + "|"
    for row in rows:
        found = (f"[{cells[tool, row.id].verdict}](#{_anchor(row.title)})" for tool in tools)
        yield f"| {row.title} | {' | '.join(found)} |"


def _sections(cells: Cells, rows: Iterable[Row], tools: tuple[str, ...]) -> Iterable[str]:
    for row in rows:
        yield from (f"### {row.title}", "", row.asked, "")
        yield from (line(tool, cells[tool, row.id]) for tool in tools)
        yield ""


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _escaped(text: str) -> str:
    """Return text of one line in which only what stands between backquotes is code."""
    parts = " ".join(text.split()).split("`")
    return "`".join(re.sub(r"([*_<\[\]])", r"\\\1", part) if index % 2 == 0 else part for index, part in enumerate(parts))
