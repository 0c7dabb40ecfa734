"""Every rule on queries has a page: what it catches, why, and two examples that the checker answers as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.query import check_file
from kgrdf_codegen.sources import ontology_folder

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/rules").glob("*.md"))
README = (ontology_folder() / "README.md").read_text(encoding="utf-8")
TABLE = dict(re.findall(r"^\| \[([HQ]\d{3})\]\(\.\./docs/rules/(\S+)\) \|", README, re.MULTILINE))
WITHOUT_EXAMPLE = {"Q000", "Q019"}
"""What no text can break."""


def test_every_code_has_a_page_and_a_case_folder_of_its_name() -> None:
    folders = {path.name for path in (Path(__file__).parent / "cases/wrong").iterdir()}

    assert {path.name for path in PAGES} == set(TABLE.values())
    assert all(name.startswith(code) for code, name in TABLE.items())
    assert folders <= {path.stem for path in PAGES}
    without = {"Q000-fault-of-the-checker", "Q016-name-of-the-file", "Q019-unreadable-file"}
    assert {path.stem for path in PAGES} - folders == without


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_are_answered_as_it_says(page: Path, vocabulary: Vocabulary, tmp_path: Path) -> None:
    text, code = page.read_text(encoding="utf-8"), page.stem.partition("-")[0]
    wrong, _, right = text.partition("\nRight:\n")
    examples = re.findall(r"^```sparql\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)

    assert text.startswith(f"# {code}: ")
    assert "**Why it matters.** " in text
    assert len(examples) == (0 if code in WITHOUT_EXAMPLE else 2)
    path = tmp_path / "example.rq"
    for part in (wrong, right) if examples else ():
        [example] = re.findall(r"^```sparql\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
        path.write_text(example, encoding="utf-8")
        told = re.findall(r"^    (\d+:\d+ [HQ]\d{3} .*)$", part, re.MULTILINE)
        found = check_file(path, vocabulary)[1]
        assert [f"{one.line}:{one.col} {one.code} {one.message}" for one in found] == told
        assert any(f" {code} " in line for line in told) == (part is wrong)
