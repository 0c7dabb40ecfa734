"""The command line: parse, call the library, print. Whatever it does, Python can do."""

from __future__ import annotations

import importlib

import click

from kgrdf.cli.failures import Failing

__all__ = ["main"]

# Module and name of every command. A module loads when its command runs or the help lists it; none loads the runtime before.
_COMMANDS = {
    "serve": ("serving", "serve"),
    "import": ("exchange", "import_files"),
    "export": ("exchange", "export"),
    "context": ("reading", "context"),
    "search": ("reading", "search"),
    "list": ("reading", "list_entities"),
    "timeline": ("reading", "timeline"),
    "fact": ("writing", "fact"),
    "relate": ("writing", "relate"),
    "supersede": ("changing", "supersede"),
    "end": ("changing", "end"),
    "retract": ("changing", "retract"),
    "amend": ("changing", "amend"),
    "resolve": ("changing", "resolve"),
    "sweep": ("upkeep", "sweep"),
    "copy": ("exchange", "copy"),
    "validate": ("upkeep", "validate"),
    "doctor": ("doctoring", "doctor"),
    "codegen": ("generating", "codegen"),
    "tenant": ("tenant", "tenant"),
}


class _Commands(Failing):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(f"kgrdf.cli.{module}"), name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="kgrdf", prog_name="kgrdf")
def main() -> None:
    """Long-term memory for AI agents: a typed, temporal knowledge graph.

    Exit status: 0 done; 1 import, validate or doctor found problems; 2 the call has to change; 3 the store could not do its
    part; 70 a bug in kgrdf (set KGRDF_DEBUG to see where).
    """
