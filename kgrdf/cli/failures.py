"""What the shell sees when a command fails: a message, a hint and an exit status, never a traceback."""

from __future__ import annotations

import errno
import os
import traceback

import click

from kgrdf.errors import CallerError, KgrdfError, StoreError

__all__ = ["Failing"]

_CALLER, _STORE, _BUG = 2, 3, 70


class Failing(click.Group):
    """A group that turns errors into messages on stderr and an exit status: 2 caller, 3 store, 70 bug."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; click's own errors pass through, since click prints them itself."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except KgrdfError as error:
            _tell(error)
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


def _tell(error: KgrdfError) -> None:
    click.echo(f"error: {error.message}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
    if os.environ.get("KGRDF_DEBUG"):
        click.echo("".join(traceback.format_exception(error)), err=True)


def _tell_bug(error: Exception) -> None:
    if os.environ.get("KGRDF_DEBUG"):
        click.echo("".join(traceback.format_exception(error)), err=True)
    click.echo(f"error: a bug in kgrdf: {type(error).__name__}: {error}", err=True)
    click.echo("hint: nothing half-written was kept; run it again with KGRDF_DEBUG=1 and report what it prints", err=True)
