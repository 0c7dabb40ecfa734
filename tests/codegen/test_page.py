from __future__ import annotations

import re
from pathlib import Path


def test_the_page_on_the_generator_lists_every_code_and_no_other(repository: Path) -> None:
    sources = (repository / "codegen" / "kgrdf_codegen").glob("*.py")
    used = {code for path in sources for code in re.findall(r'"([ABEFGLN]\d{3})"', path.read_text(encoding="utf-8"))}
    page = (repository / "docs" / "generator.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| ([A-Z]\d{3}) \|", page, re.MULTILINE)) == used
    assert len(used) > 20
