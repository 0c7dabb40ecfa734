"""What the shell sees when a command fails: a message, a hint and an exit status, never a traceback."""

from __future__ import annotations

import errno
import os
import re
import traceback
from collections.abc import Sequence

import click

from kgrdf.errors import CallerError, KgrdfError, StoreError

__all__ = ["Failing"]

_CALLER, _STORE, _BUG = 2, 3, 70
# What is called otherwise on the command line than in Python and in the tools.
_PARAMETERS = {"source_document_id": "source", "about_ids": "about"}
_IDS = ("id", "fact_id", "relationship_id")


class Failing(click.Group):
    """A group that turns errors into messages on stderr and an exit status: 2 caller, 3 store, 70 bug."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; click's own errors pass through, since click prints them itself."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except KgrdfError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            _tell(error, command.params if command else ())
            ctx.exit(_CALLER if isinstance(error, CallerError) else _STORE)
        except Exception as error:
            # The reader of a pipe went away: click ends quietly.
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                raise
            if isinstance(error, OSError):
                _tell(StoreError(f"the system refused: {error}", hint="is the disk full, or may this not be written?"))
                ctx.exit(_STORE)
            _tell_bug(error)
            ctx.exit(_BUG)


def _tell(error: KgrdfError, parameters: Sequence[click.Parameter] = ()) -> None:
    message, hint = error.worded(lambda field: _parameter(field, parameters))
    click.echo(f"error: {message}", err=True)
    if hint:
        click.echo(f"hint: {hint}", err=True)
    if os.environ.get("KGRDF_DEBUG"):
        click.echo("".join(traceback.format_exception(error)), err=True)


def _parameter(field: str, parameters: Sequence[click.Parameter]) -> str:
    """Return the command's own word for a field, which may have none."""
    name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", field)
    for one in parameters:
        named_id = isinstance(one, click.Argument) and one.metavar == "ID" and name in _IDS
        if named_id or one.name == _PARAMETERS.get(name, name):
            return max(one.opts, key=len) if isinstance(one, click.Option) else one.human_readable_name
    return field


def _tell_bug(error: Exception) -> None:
    if os.environ.get("KGRDF_DEBUG"):
        click.echo("".join(traceback.format_exception(error)), err=True)
    click.echo(f"error: a bug in kgrdf: {type(error).__name__}: {error}", err=True)
    click.echo("hint: nothing half-written was kept; run it again with KGRDF_DEBUG=1 and report what it prints", err=True)
