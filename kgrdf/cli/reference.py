"""`python -m kgrdf.cli.reference` prints the page `docs/cli.md`, from the help of every command."""

from __future__ import annotations

from collections.abc import Iterator

import click

from kgrdf.cli import main

__all__ = ["reference"]

_WIDTH = 100


def reference() -> str:
    """Return the reference of the command line as Markdown."""
    parts = ["# The command line\n", "Made from `--help` by `python -m kgrdf.cli.reference`.\n"]
    for path, command in _commands("kgrdf", main):
        ctx = click.Context(command, info_name=path, terminal_width=_WIDTH, max_content_width=_WIDTH)
        ctx.help_option_names = ["-h", "--help"]
        parts += [f"## {path}\n", f"```\n{command.get_help(ctx)}\n```\n"]
    return "\n".join(parts)


def _commands(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            child = command.get_command(ctx, name)
            if child is not None:
                yield from _commands(f"{path} {name}", child)


if __name__ == "__main__":
    click.echo(reference(), nl=False)
