from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EARLY, LATER = "2024-01-01T00:00:00Z", "2024-06-01T00:00:00Z"


@pytest.fixture
def filled(kgrdf: Any, lines: Any) -> Any:
    entities = [{"kind": "entity", "name": name, "entityType": "Service"} for name in ("checkout", "payments", "ledger")]
    kgrdf("import", lines(*entities))
    return kgrdf


@pytest.fixture
def fact(filled: Any, answer: Any) -> str:
    made = answer("fact", "checkout is slow", "--about", "checkout", "--valid-from", EARLY, "--confidence", "0.8")
    assert made["created"]
    found: str = made["id"]
    return found


def claims(answer: Any, *options: str) -> list[str]:
    return [line["claim"] for line in answer("context", "entity::Service::checkout", *options)["facts"]]


def test_a_fact_is_superseded_and_read_as_of_before_and_after(answer: Any, fact: str) -> None:
    newer = answer("supersede", fact, "--claim", "checkout is fast", "--valid-from", LATER)
    assert newer["created"]
    assert newer["supersededIds"] == [fact]
    assert claims(answer) == ["checkout is fast"]
    assert claims(answer, "--as-of", "2024-03-01T00:00:00Z") == ["checkout is slow"]
    versions = answer("timeline", fact)["versions"]
    assert (versions[0]["id"], versions[0]["validTo"]) == (fact, LATER)


def test_a_relationship_is_superseded_by_another_target(filled: Any, answer: Any) -> None:
    made = answer("relate", "checkout", "uses", "payments", "--valid-from", EARLY, "--weight", "0.5")
    newer = answer("supersede", made["id"], "--to", "ledger", "--weight", "0.25", "--valid-from", LATER)
    assert newer["supersededIds"] == [made["id"]]
    (near,) = answer("context", "entity::Service::checkout")["neighbors"]
    assert (near["entity"]["name"], near["via"][0]["weight"]) == ("ledger", 0.25)


@pytest.mark.parametrize(
    "options",
    [[], ["--claim", "c", "--to", "ledger"], ["--claim", "c", "--weight", "1"], ["--to", "x", "--confidence", "1"]],
)
def test_supersede_wants_a_claim_or_a_target(filled: Any, options: list[str]) -> None:
    assert "give --claim" in filled("supersede", "fact::x", *options, code=2).stderr


def test_ending_retracting_and_amending(answer: Any, fact: str) -> None:
    amended = answer("amend", fact, "--claim", "checkout is very slow")["id"]
    assert claims(answer) == ["checkout is very slow"]
    answer("end", amended, "--valid-to", LATER)
    assert claims(answer) == []
    assert claims(answer, "--as-of", EARLY) == ["checkout is very slow"]
    reopened = answer("amend", amended, "--reopen")["id"]
    assert claims(answer) == ["checkout is very slow"]
    answer("retract", reopened, "--reason", "a mistake")
    assert claims(answer, "--as-of", EARLY) == []


def test_a_contradiction_is_resolved(filled: Any, answer: Any) -> None:
    answer("relate", "checkout", "depends_on", "payments", "--valid-from", EARLY)
    found = answer("relate", "checkout", "independent_of", "payments", "--valid-from", EARLY)
    (contradiction,) = found["contradictionIds"]
    answer("resolve", contradiction, "keep", "--keep", found["id"], "--by", "ana")
    (near,) = answer("context", "entity::Service::checkout")["neighbors"]
    assert near["via"][0]["relationshipType"] == "independent_of"


def test_the_text_of_a_change_says_what_was_done(filled: Any, answer: Any, fact: str) -> None:
    newer = answer("supersede", fact, "--claim", "checkout is fast")["id"]
    amended = answer("amend", newer, "--claim", "checkout is faster")["id"]
    other = answer("fact", "it is up", "--about", "checkout", "--valid-from", EARLY)["id"]
    assert filled("end", other, "--valid-to", LATER).stdout == f"{other} (ended)\n"
    assert filled("end", other, "--valid-to", LATER).stdout == f"{other} (already ended)\n"
    again = filled("amend", other, "--reopen").stdout
    assert again.endswith(" (amended)\n")
    assert filled("amend", newer, "--claim", "checkout is faster").stdout == (
        f"{amended} (already amended)\nsuperseded: {fact}\n"
    )
    gone = f"what it superseded stays ended: {fact}\n"
    assert filled("retract", amended).stdout == f"{amended} (retracted)\n{gone}"
    assert filled("retract", amended).stdout == f"{amended} (already retracted)\n{gone}"


def test_settling_a_contradiction_says_that_it_is_resolved(filled: Any, answer: Any) -> None:
    answer("relate", "checkout", "depends_on", "payments", "--valid-from", EARLY)
    found = answer("relate", "checkout", "independent_of", "payments", "--valid-from", EARLY)
    (contradiction,) = found["contradictionIds"]
    assert filled("resolve", contradiction, "both").stdout == f"{contradiction} (resolved)\n"
    assert filled("resolve", contradiction, "both").stdout == f"{contradiction} (already resolved)\n"


@pytest.mark.parametrize(
    ("command", "error", "hint"),
    [
        ("resolve contra::x keep", "--keep: goes with resolution keep, and only with it", "name the statement to keep"),
        ("amend fact::x --reopen --valid-to 0", "--reopen: contradicts --valid-to", "give one of the two"),
        ("supersede ghost --claim c", "ID: no fact 'ghost'", "search, or ask for a timeline, to find its id"),
        ("supersede ghost --to checkout", "ID: no relationship 'ghost'", "search, or ask for a timeline, to find its id"),
        ("end factId", "ID: no statement 'factId'", "search, or ask for a timeline, to find its id"),
        ("fact c --about checkout --confidence 2", "--confidence: '2' is out of range", "a number from 0 to 1"),
        ("context checkout --known-at 2001-01-01T00:00:00Z", "ENTITY_ID: no entity", "what was recorded after --known-at"),
        ("fact c --about validTo", "--about: no entity 'validTo'", "store it first"),
        ("fact c --about checkout --source ghost", "--source: no document or chunk 'ghost'", "store the document first"),
        ("relate ghost uses checkout", "FROM_ID: no entity 'ghost'", "store it first"),
        ("relate checkout uses ghost", "TO_ID: no entity 'ghost'", "store it first"),
        ("context ghost", "ENTITY_ID: no entity 'ghost'", "store it first"),
        ("context checkout --as-of now", "--as-of: 'now' is not an instant", "ISO 8601"),
        ("list --type Ghost", "--type: no entity type 'Ghost'", "one of Concept"),
        ("timeline fact::ghost", "ID: no", "search"),
    ],
)
def test_an_error_names_the_option_or_argument_of_the_command(filled: Any, command: str, error: str, hint: str) -> None:
    told = filled(*command.split(), code=2).stderr
    assert told.startswith(f"error: {error}")
    assert f"\nhint: {hint}" in told


def test_withdrawing_what_has_ended_names_the_option_that_does_it(filled: Any, fact: str) -> None:
    filled("end", fact)
    assert "hint: set --include-ended to" in filled("retract", fact, code=2).stderr


@pytest.mark.parametrize(
    ("statement", "option", "kind"), [("fact::x", "--to", "fact"), ("rel::x", "--claim", "rel"), ("doc::x", "--to", "doc")]
)
def test_supersede_says_which_option_goes_with_which_kind(filled: Any, statement: str, option: str, kind: str) -> None:
    told = filled("supersede", statement, option, "checkout", code=2).stderr
    assert told == (
        f"error: ID: '{statement}' is an id of kind {kind}\n"
        "hint: a fact is superseded by another --claim, a relationship by another --to\n"
    )


def test_sweeping_moves_what_has_ended_and_changes_no_answer(answer: Any, fact: str, kgrdf: Any) -> None:
    assert kgrdf("sweep").stdout == "0 moved\n"
    kgrdf("validate", "--no-shapes")


def test_an_instant_without_a_zone_is_refused_at_every_flag(filled: Any) -> None:
    for command in (
        ("context", "checkout", "--as-of"),
        ("search", "x", "--known-at"),
        ("list", "--as-of"),
        ("timeline", "checkout", "--known-at"),
        ("fact", "c", "--about", "checkout", "--valid-from"),
        ("relate", "checkout", "uses", "ledger", "--valid-to"),
    ):
        assert "has no time zone" in filled(*command, "2024-01-01T00:00:00", code=2).stderr, command


def test_answers_are_text_for_people_and_one_line_of_json_for_programs(filled: Any, fact: str) -> None:
    for command in (("context", "entity::Service::checkout"), ("search", "slow"), ("list",), ("timeline", fact)):
        text, line = filled(*command).stdout, filled(*command, "--json").stdout
        assert "checkout" in text
        assert not text.startswith("{")
        assert line.count("\n") == 1
        json.loads(line)


def test_a_list_is_read_page_by_page(filled: Any, answer: Any) -> None:
    first = answer("list", "--limit", "2", "--type", "Service")
    second = answer("list", "--limit", "2", "--type", "Service", "--cursor", first["nextCursor"])
    names = [entity["name"] for page in (first, second) for entity in page["entities"]]
    assert sorted(names) == ["checkout", "ledger", "payments"]
    assert "nextCursor" not in second


def test_a_package_is_generated_checked_and_used(kgrdf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ontology = tmp_path / "ops.ttl"
    ontology.write_text(
        "@prefix kg: <https://w3id.org/kgrdf/ns#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix kgc: <https://w3id.org/kgrdf/codegen#> .\n"
        "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix ops: <https://example.com/ops#> .\n"
        "<https://example.com/ops> a owl:Ontology ; owl:imports <https://w3id.org/kgrdf/ns> .\n"
        'ops:Runbook a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:label "Runbook" ; rdfs:comment "Steps." ;\n'
        '    kgc:plural "runbooks" .\n'
        'ops:steps a owl:DatatypeProperty ; rdfs:label "steps" ; rdfs:comment "How many." ;\n'
        "    rdfs:domain ops:Runbook ; rdfs:range xsd:integer .\n"
    )
    out = ("--ontology", str(ontology), "--out", str(tmp_path / "ops_memory"))
    assert re.fullmatch(r"\S*ops_memory: \d+ files written \(\d+ ms\)\n", kgrdf("codegen", *out).stdout)
    assert "ops_memory: up to date (" in kgrdf("codegen", *out).stdout
    monkeypatch.chdir(tmp_path)
    line = json.dumps({"kind": "entity", "name": "Restart", "entityType": "Runbook", "steps": 3})
    schema = ("--schema", "ops_memory")
    run = [sys.executable, "-m", "kgrdf.cli"]
    assert (
        "1 added"
        in subprocess.run([*run, "import", "-", *schema], input=line, capture_output=True, text=True, check=True).stdout
    )
    subprocess.run([*run, "validate", *schema, "--ontology", str(ontology)], check=True, capture_output=True)
    assert 'steps> "3"' in kgrdf("export").stdout
    (tmp_path / "ops_memory" / "left_over.py").write_text("")
    assert "left_over.py" in kgrdf("codegen", *out, "--check", code=1).stdout
    ontology.write_text("this is no turtle")
    kgrdf("codegen", *out, code=2)


def test_a_package_that_python_could_not_import_is_refused(kgrdf: Any, tmp_path: Path) -> None:
    assert "'my-ops'" in kgrdf("codegen", "--out", str(tmp_path / "my-ops"), code=2).stderr
    assert not (tmp_path / "my-ops").exists()
