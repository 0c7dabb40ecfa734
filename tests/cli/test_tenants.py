from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def two(kgrdf: Any, lines: Any) -> Any:
    """tenant-04: one entity each for `acme` and `acme2`."""
    for tenant in ("acme", "acme2"):
        file = lines(
            {"kind": "entity", "name": f"thing of {tenant}", "entityType": "Service", "id": "thing"},
            {"kind": "fact", "claim": f"{tenant} knows", "aboutIds": ["thing"]},
        )
        kgrdf("import", file, "--tenant", tenant)
    return kgrdf


def test_a_new_tenant_is_a_fresh_uuid_and_stores_nothing(kgrdf: Any, tmp_path: Path) -> None:
    one, other = (kgrdf("tenant", "new").stdout.strip() for _ in range(2))
    assert uuid.UUID(one) != uuid.UUID(other)
    assert not (tmp_path / "memory").exists()


def test_one_tenant_never_counts_lists_or_exports_what_another_has(two: Any, answer: Any) -> None:
    assert answer("tenant", "list") == {"tenants": ["acme", "acme2"]}
    for tenant in ("acme", "acme2"):
        stats = answer("tenant", "stats", "--tenant", tenant)
        assert (stats["nodes"]["Service"], stats["nodes"]["Fact"], stats["open"]) == (1, 1, 1)
        assert [e["name"] for e in answer("list", "--tenant", tenant)["entities"]] == [f"thing of {tenant}"]
    text = two("export").stdout
    assert "acme2" not in text
    assert "thing of acme" in text


def test_dropping_a_tenant_takes_all_it_has_and_nothing_of_another(two: Any, answer: Any, tmp_path: Path) -> None:
    answer("search", "thing")
    answer("search", "thing", "--tenant", "acme2")
    before = two("export", "--tenant", "acme2").stdout
    assert two("tenant", "drop", "--yes").stdout == "acme dropped\n"
    assert two("tenant", "list").stdout == "acme2\n"
    assert two("export", "--tenant", "acme2").stdout == before
    assert two("export").stdout.count("\n") == 4
    assert answer("list") == {"entities": []}
    assert answer("search", "thing")["hits"] == []
    assert answer("search", "thing", "--tenant", "acme2")["hits"] != []


def test_a_dropped_tenant_may_begin_again(two: Any, answer: Any, lines: Any) -> None:
    two("tenant", "drop", "--yes")
    two("import", lines({"kind": "entity", "name": "new thing", "entityType": "Service", "id": "thing"}))
    assert [hit["text"] for hit in answer("search", "new")["hits"]] == ["new thing"]
    assert answer("search", "acme")["hits"] == []
    two("validate")


def test_dropping_asks_first(two: Any, answer: Any) -> None:
    assert "Aborted" in two("tenant", "drop", code=1, stdin="n\n").stderr
    assert answer("tenant", "list") == {"tenants": ["acme", "acme2"]}
    two("tenant", "drop", stdin="y\n")
    assert answer("tenant", "list") == {"tenants": ["acme2"]}


def test_dropping_what_is_not_there_is_refused(two: Any) -> None:
    assert "acm has nothing in" in two("tenant", "drop", "--yes", "--tenant", "acm", code=2).stderr


def test_stats_of_an_unknown_tenant_are_zero_and_make_no_tenant(two: Any, answer: Any) -> None:
    assert answer("tenant", "stats", "--tenant", "acm") == {
        "tenant": "acm",
        "nodes": {},
        "open": 0,
        "ended": 0,
        "retracted": 0,
    }
    assert answer("tenant", "list") == {"tenants": ["acme", "acme2"]}
