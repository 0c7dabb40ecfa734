from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from kgrdf.cli import main
from kgrdf.cli.reference import reference

COMMANDS = [
    "serve",
    "import",
    "export",
    "context",
    "search",
    "list",
    "timeline",
    "fact",
    "relate",
    "supersede",
    "end",
    "retract",
    "amend",
    "resolve",
    "sweep",
    "copy",
    "validate",
    "doctor",
    "codegen",
    "tenant",
]
LIGHT = {"rdflib", "jinja2", "mcp", "SPARQLWrapper", "pyshacl", "rich", "pyoxigraph", "pydantic"}


def test_the_page_about_the_command_line_is_what_help_says(repository: Path) -> None:
    page = (repository / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == reference(), "run: python -m kgrdf.cli.reference > docs/cli.md"


def test_every_command_is_there() -> None:
    assert main.list_commands(click.Context(main)) == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_every_option_says_what_it_is_for(command: str) -> None:
    found = main.get_command(click.Context(main), command)
    assert found is not None
    children = list(found.commands.values()) if isinstance(found, click.Group) else [found]
    for child in children:
        assert child.help, child.name
        for option in child.params:
            if isinstance(option, click.Option):
                assert option.help, f"{command}: {option.opts}"


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys\nfrom kgrdf.cli import main\nmain(['--help'], standalone_mode=False)\n"
        "print(sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert [name for name in LIGHT if f"'{name}'" in run.stderr] == []
    assert "relate" in run.stdout
