from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Lines = Callable[..., str]

SMALL = [
    {"kind": "document", "id": "d1", "title": "Minutes", "chunks": ["Ana owns checkout.", "Checkout uses payments."]},
    {"kind": "entity", "name": "Ana", "entityType": "Person", "aliases": ["Ana M."], "sourceDocumentId": "d1"},
    {"kind": "entity", "name": "Checkout", "entityType": "Service"},
    {"kind": "entity", "name": "Payments", "entityType": "Service"},
    {"kind": "concept", "name": "Churn", "domain": "sales", "definition": "Customers that leave."},
    {"kind": "chunk", "id": "c9", "documentId": "d1", "text": "Ana was on call."},
    {"kind": "mention", "chunkId": "c9", "entityId": "entity::Person::ana", "count": 1},
    {
        "kind": "relationship",
        "fromId": "checkout",
        "toId": "payments",
        "relationshipType": "depends_on",
        "weight": 0.5,
        "validFrom": "2024-01-01T00:00:00Z",
        "sourceDocumentId": "chunk::c9",
    },
    {"kind": "fact", "claim": "Ana owns checkout", "aboutIds": ["ana", "checkout"], "validFrom": "2024-01-01T00:00:00Z"},
]


def export(kgrdf: Any, *options: str) -> str:
    text: str = kgrdf("export", *options).stdout
    return text


def test_every_kind_of_line_goes_in(kgrdf: Any, answer: Any, lines: Lines) -> None:
    assert kgrdf("import", lines(*SMALL)).stdout == "9 added, 0 updated, 0 unchanged, 0 rejected\n"
    stats = answer("tenant", "stats")
    assert stats["open"] == 2
    expected = {"Document": 1, "Chunk": 3, "Person": 1, "Service": 2, "Entity": 3, "Concept": 1, "Mention": 1, "Fact": 1}
    assert expected.items() <= stats["nodes"].items()
    kgrdf("validate")


def test_lines_may_stand_before_what_they_refer_to(kgrdf: Any, lines: Lines) -> None:
    assert "9 added, 0 updated, 0 unchanged, 0 rejected" in kgrdf("import", lines(*reversed(SMALL))).stdout


def test_lines_may_refer_to_another_file_of_the_same_import(kgrdf: Any, lines: Lines) -> None:
    first, second = lines(*SMALL[6:], name="b.jsonl"), lines(*SMALL[:6], name="a.jsonl")
    assert "9 added" in kgrdf("import", first, second).stdout


def test_a_second_import_changes_nothing(kgrdf: Any, lines: Lines) -> None:
    """identity-26."""
    file = lines(*SMALL)
    kgrdf("import", file)
    before = export(kgrdf)
    assert kgrdf("import", file).stdout == "0 added, 0 updated, 9 unchanged, 0 rejected\n"
    assert kgrdf("import", file).stdout == "0 added, 0 updated, 9 unchanged, 0 rejected\n"
    assert export(kgrdf) == before


def test_a_line_that_was_retracted_since_stays_retracted(kgrdf: Any, answer: Any, lines: Lines) -> None:
    file = lines(*SMALL)
    kgrdf("import", file)
    (hit,) = [hit for hit in answer("search", "owns checkout")["hits"] if hit["kind"] == "fact"]
    kgrdf("retract", hit["id"])
    before = export(kgrdf)
    assert "0 added, 0 updated, 9 unchanged" in kgrdf("import", file).stdout
    assert export(kgrdf) == before


def test_a_line_about_what_is_known_already_is_remembered_on_what_holds_it(kgrdf: Any, lines: Lines) -> None:
    kgrdf("import", lines(*SMALL))
    again = {**SMALL[8], "sourceDocumentId": "d1"}
    file = lines(again)
    assert kgrdf("import", file).stdout == "0 added, 0 updated, 1 unchanged, 0 rejected\n"
    before = export(kgrdf)
    kgrdf("import", file)
    assert export(kgrdf) == before


BAD = [
    ("{", "line: is not JSON"),
    ("[]", "line: expected a JSON object"),
    ('{"kind": "entty"}', "kind: 'entty' is unknown (did you mean entity?)"),
    ('{"kind": "entity", "name": "x", "entityType": "Servce"}', "entityType: no entity type 'Servce'"),
    ('{"kind": "entity", "name": "x", "entityType": "Service", "nmae": 1}', "nmae: lines of kind entity have no such field"),
    ('{"kind": "entity", "name": " ", "entityType": "Service"}', "name: is blank"),
    ('{"kind": "entity", "name": "a\\u0000b", "entityType": "Service"}', "name: contains a NUL"),
    ('{"kind": "entity", "name": "\\ud800", "entityType": "Service"}', "name: contains a lone surrogate"),
    ('{"kind": "entity", "name": "x", "name": "y", "entityType": "Service"}', "name: is given twice"),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ghost"]}', "aboutIds: no entity 'ghost'"),
    ('{"kind": "fact", "claim": "x", "aboutIds": []}', "aboutIds: names nothing"),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "confidence": NaN}', "NaN is not JSON"),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "confidence": 1.01}', "confidence: 1.01 is out of range"),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "confidence": true}', "confidence: expected a number"),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "validFrom": "2024-02-30T00:00:00Z"}', "validFrom: "),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "validFrom": "2024-01-01T00:00:00"}', "has no time zone"),
    (
        '{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "validFrom": 5, "validTo": 4}',
        "validTo: 1970-01-01T00:00:00.004Z is before validFrom",
    ),
    ('{"kind": "fact", "claim": "x", "aboutIds": ["ana"], "validFrom": 5, "validTo": 5}', "the interval is empty"),
    ('{"kind": "chunk", "documentId": "nowhere", "text": "x"}', "documentId: no document 'nowhere'"),
    ('{"kind": "mention", "chunkId": "chunk::nowhere", "entityId": "ana"}', "chunkId: no chunk"),
]


def test_each_bad_line_is_rejected_with_its_place_and_the_others_go_in(kgrdf: Any, lines: Lines) -> None:
    file = lines(SMALL[1] | {"sourceDocumentId": "d1"}, SMALL[0], *(bad for bad, _ in BAD), SMALL[2])
    result = kgrdf("import", file, code=1)
    assert result.stdout == f"3 added, 0 updated, 0 unchanged, {len(BAD)} rejected\n"
    said = dict(line.removeprefix(f"{file}:").split(": ", 1) for line in result.stderr.splitlines())
    for number, (bad, words) in enumerate(BAD, 3):
        assert words in said[str(number)], bad
    kgrdf("validate", "--no-shapes")


def test_a_bad_line_that_comes_again_is_rejected_again(kgrdf: Any, lines: Lines) -> None:
    bad = {"kind": "fact", "claim": "x", "aboutIds": ["ghost"]}
    assert kgrdf("import", lines(bad, bad), code=1).stdout == "0 added, 0 updated, 0 unchanged, 2 rejected\n"


def test_a_line_that_is_not_utf_8_is_rejected_and_the_others_go_in(kgrdf: Any, tmp_path: Path) -> None:
    file = tmp_path / "bytes.jsonl"
    good = json.dumps(SMALL[2]).encode()
    file.write_bytes(b"\xef\xbb\xbf" + good + b'\r\n{"kind": "entity", "name": "\xff", "entityType": "Service"}\r\n')
    result = kgrdf("import", str(file), code=1)
    assert f"{file}:2: line: is not UTF-8" in result.stderr
    assert "1 added, 0 updated, 0 unchanged, 1 rejected" in result.stdout


def test_a_line_that_changes_what_is_there_counts_as_an_update(kgrdf: Any, lines: Lines) -> None:
    kgrdf("import", lines(*SMALL))
    changed = SMALL[0] | {"title": "Minutes of May"}
    assert kgrdf("import", lines(changed)).stdout == "0 added, 1 updated, 0 unchanged, 0 rejected\n"


def test_a_field_whose_name_cannot_be_printed_is_shown_on_one_line(kgrdf: Any, lines: Lines) -> None:
    bad = '{"kind": "entity", "name": "x", "entityType": "Service", "\\u001b[31m\\n\\ud800": 1}'
    (said,) = kgrdf("import", lines(bad), code=1).stderr.splitlines()
    assert "'\\x1b[31m\\n\\ud800': lines of kind entity have no such field" in said


def test_a_dash_reads_lines_from_stdin(kgrdf: Any) -> None:
    result = kgrdf("import", "-", stdin=json.dumps(SMALL[2]) + "\n{\n", code=1)
    assert "<stdin>:2: line: is not JSON" in result.stderr
    assert "1 added" in result.stdout


def test_a_file_that_cannot_be_read_is_named(kgrdf: Any, tmp_path: Path) -> None:
    assert f"{tmp_path / 'none.jsonl'} cannot be read" in kgrdf("import", str(tmp_path / "none.jsonl"), code=2).stderr


def test_three_runs_of_the_same_document_with_a_relationship_and_a_fact_leave_the_same_quads(
    kgrdf: Any, lines: Lines
) -> None:
    """identity-26."""
    file = lines(SMALL[0], *SMALL[1:4], SMALL[8], SMALL[7] | {"sourceDocumentId": "d1"})
    counts = []
    for _ in range(3):
        kgrdf("import", file)
        counts.append(len(export(kgrdf).splitlines()))
    assert counts[0] == counts[1] == counts[2]


def test_a_fact_about_three_things_of_which_one_is_missing_writes_nothing(kgrdf: Any, lines: Lines) -> None:
    """identity-27."""
    kgrdf("import", lines(*SMALL[:4]))
    before = export(kgrdf)
    bad = {"kind": "fact", "claim": "x", "aboutIds": ["ana", "checkout", "ghost"]}
    assert "no entity 'ghost'" in kgrdf("import", lines(bad), code=1).stderr
    assert export(kgrdf) == before
    ghosts = {"kind": "relationship", "fromId": "Ghost_A", "toId": "Ghost_B", "relationshipType": "uses"}
    assert "no entity 'Ghost_A'" in kgrdf("import", lines(ghosts), code=1).stderr
    assert export(kgrdf) == before


def test_an_import_that_was_killed_is_completed_by_the_next_one(
    kgrdf: Any, answer: Any, lines: Lines, tmp_path: Path
) -> None:
    facts = [{"kind": "fact", "claim": f"claim {n}", "aboutIds": ["ana"], "validFrom": n} for n in range(400)]
    file = lines(SMALL[1] | {"sourceDocumentId": "d1"}, SMALL[0], *facts)
    with subprocess.Popen([sys.executable, "-m", "kgrdf.cli", "import", file], stdout=subprocess.DEVNULL) as first:
        index = tmp_path / "memory" / "search" / "acme.sqlite"
        while first.poll() is None and not index.exists():
            time.sleep(0.01)
        time.sleep(0.1)
        first.kill()
    kgrdf("validate", "--no-shapes")
    kgrdf("import", file)
    stats = answer("tenant", "stats")
    assert (stats["nodes"]["Fact"], stats["open"]) == (400, 400)
    kgrdf("validate", "--no-shapes")
    assert kgrdf("import", file).stdout == "0 added, 0 updated, 402 unchanged, 0 rejected\n"
