from __future__ import annotations

from pathlib import Path


def test_the_page_of_the_command_line_is_what_the_commands_say(repository: Path) -> None:
    """`make docs` writes it."""
    from kgrdf.cli.reference import reference

    assert (repository / "docs" / "cli.md").read_text(encoding="utf-8") == reference()
