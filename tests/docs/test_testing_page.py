from __future__ import annotations

import os
import re
from pathlib import Path

import pytest


def test_the_examples_of_the_page_on_testing_run(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())  # an example sets credentials
    page = (repository / "docs" / "testing.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "docs/testing.md", "exec"), {})
