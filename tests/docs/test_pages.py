from __future__ import annotations

import importlib
import re
from decimal import Decimal
from pathlib import Path

import pytest

from kgrdf import Graph
from kgrdf.mcp.tools import TOOLS
from kgrdf.sources import combined_confidence
from kgrdf.testing import FrozenClock


def pages(repository: Path) -> list[Path]:
    return [
        path
        for path in repository.rglob("*.md")
        if not any(part.startswith(".") for part in path.relative_to(repository).parts)
    ]


def test_every_link_between_pages_leads_somewhere(repository: Path) -> None:
    broken = []
    for page in pages(repository):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.relative_to(repository)} -> {target}")
    assert broken == []


def test_every_decision_has_a_number_a_title_and_a_reason(repository: Path) -> None:
    found = sorted((repository / "docs" / "decisions").glob("*.md"))
    numbers = [int(page.name[:4]) for page in found]
    assert numbers == sorted(set(numbers))
    for number, page in zip(numbers, found, strict=True):
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. ")
        assert "**Decision.**" in text
        assert len(text.splitlines()) < 60


def test_the_glossary_is_in_order(repository: Path) -> None:
    rows = re.findall(r"^\| ([^|]+) \|", (repository / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    words = [row.split(",")[0].split(" (")[0].lower() for row in rows if row != "word"]
    assert words == sorted(words)


def test_the_page_on_time_combines_confidence_as_the_code_does() -> None:
    assert combined_confidence(Decimal("0.8"), [Decimal("0.5"), None]) == Decimal("0.9")


@pytest.mark.parametrize(
    ("known_at", "owners"),
    [("2025-01-20T00:00:00Z", []), ("2025-02-05T00:00:00Z", ["Platform team"]), ("2025-03-05T00:00:00Z", [])],
)
def test_the_page_on_time_tells_anns_move_as_it_is(
    graph: Graph, clock: FrozenClock, known_at: str, owners: list[str]
) -> None:
    ann = graph.store_entity("Ann", "Person").id
    team = graph.store_entity("Platform team", "Organization").id
    clock.set("2025-02-01T00:00:00Z")
    move = graph.add_relationship(ann, team, "works_in", valid_from="2025-01-10T00:00:00Z")
    clock.set("2025-03-01T00:00:00Z")
    graph.amend_statement(move.id, valid_from="2025-01-20T00:00:00Z")
    clock.set("2025-04-01T00:00:00Z")
    context = graph.get_entity_context(ann, hops=1, as_of="2025-01-15T00:00:00Z", known_at=known_at)
    assert [neighbor.entity.name for neighbor in context.neighbors] == owners


@pytest.mark.parametrize(
    ("as_of", "owner"),
    [
        ("2023-06-01T00:00:00Z", "Ruth"),
        ("2023-11-30T23:59:59.999Z", "Ruth"),
        ("2023-12-01T00:00:00Z", "Dara"),
        (None, "Dara"),
    ],
)
def test_the_page_on_time_tells_who_owned_tracking(graph: Graph, as_of: str | None, owner: str) -> None:
    tracking = graph.store_entity("tracking", "Service").id
    for name, since in (("Ruth", "2023-01-09T00:00:00Z"), ("Dara", "2023-12-01T00:00:00Z")):
        graph.add_relationship(tracking, graph.store_entity(name, "Person").id, "primary_owner", valid_from=since)
    context = graph.get_entity_context(tracking, hops=1, as_of=as_of)
    assert [neighbor.entity.name for neighbor in context.neighbors] == [owner]


def test_the_page_on_time_draws_what_an_assertion_makes(graph: Graph) -> None:
    day = "2024-{}-01T00:00:00Z".format
    tracking = graph.store_entity("tracking", "Service").id
    held = graph.store_fact("it is slow", [tracking], valid_from=day("01"), valid_to=day("03"))
    graph.store_fact("it is slow", [tracking], valid_from=day("06"))
    inside = graph.store_fact("it is slow", [tracking], valid_from=day("02"))
    assert (inside.created, inside.id) == (False, held.id)
    made = graph.store_fact("it is slow", [tracking], valid_from=day("02"), valid_to=day("08"))
    [between] = graph.get_entity_context(tracking, as_of=day("04")).facts
    assert (made.created, made.id) == (True, between.id)
    assert between.valid_to is not None
    assert [at.month for at in (between.valid_from, between.valid_to)] == [3, 6]


def test_the_page_on_time_names_the_calls_of_each_verb(repository: Path) -> None:
    page = (repository / "docs" / "time.md").read_text(encoding="utf-8")
    calls = {tool.name for tool in TOOLS if re.match("supersede|end|retract|amend|resolve", tool.name)}
    assert {name for name in calls if f"`{name}`" in page} == calls
    assert all(hasattr(Graph, name) for name in calls)


def test_the_map_of_the_checker_names_each_of_its_modules_once_and_the_codes_of_its_rules(repository: Path) -> None:
    page = (repository / "docs" / "checker.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1:] for row in page.splitlines() if row.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row[0])]
    modules = {path.stem for path in (repository / "codegen/kgrdf_codegen/check").glob("*.py")} - {"__init__", "__main__"}
    assert sorted(named) == sorted(modules)

    told = {row[0].strip(" `"): row[2] for row in rows if len(row) == 4}
    for name, codes in told.items():
        module = importlib.import_module(f"kgrdf_codegen.check.{name}")
        spans = [span.split(" to ") for span in codes.strip().split(", ")]
        for rule in module.RULES:
            code = str(rule.__doc__).partition(":")[0]
            assert any(span[0] <= code <= span[-1] for span in spans) or code in ("H008", "Q021", "Q022", "Q050"), (
                name,
                code,
            )
