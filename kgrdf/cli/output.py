"""How the command line prints what the library answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kgrdf.answers import Answer

__all__ = ["Advance", "progress", "show"]

Advance = Callable[[int, int | None], None]
"""Hears how much is done, and of how much where that is known."""


def show(answer: Answer, as_json: bool) -> None:
    """Print an answer: as one line of JSON, or as text for a person."""
    if as_json:
        click.echo(answer.to_json())
        return
    from kgrdf.rendering import render

    click.echo(render(answer))


@contextmanager
def progress(label: str) -> Iterator[Advance]:
    """Yield a function that takes how much is done and out of how much: a bar on a terminal, nothing in a pipe."""
    stream = sys.stderr
    if not stream.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(file=stream), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
