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
# A field at the start of a message, or in camel case anywhere but in what is quoted or within an id.
_FIELD = re.compile(r"""'[^']*'|"[^"]*"|\A(?P<first>id)(?=:)|(?<![\w:./-])(?P<camel>[a-z]+(?:[A-Z][a-z]+)+)\b(?!::)""")
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
    click.echo(f"error: {_in_options(error.message, parameters)}", err=True)
    if error.hint:
        click.echo(f"hint: {_in_options(error.hint, parameters)}", err=True)
    if os.environ.get("KGRDF_DEBUG"):
        click.echo("".join(traceback.format_exception(error)), err=True)


def _in_options(text: str, parameters: Sequence[click.Parameter]) -> str:
    """Return a message of the library with the command's own words for the fields that it names."""

    def word(match: re.Match[str]) -> str:
        field = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", match["first"] or match["camel"] or "")
        for one in parameters:
            named_id = isinstance(one, click.Argument) and one.metavar == "ID" and field in _IDS
            if named_id or one.name == _PARAMETERS.get(field, field):
                return max(one.opts, key=len) if isinstance(one, click.Option) else one.human_readable_name
        return match[0]

    return _FIELD.sub(word, text)


def _tell_bug(error: Exception) -> None:
    if os.environ.get("KGRDF_DEBUG"):
        click.echo("".join(traceback.format_exception(error)), err=True)
    click.echo(f"error: a bug in kgrdf: {type(error).__name__}: {error}", err=True)
    click.echo("hint: nothing half-written was kept; run it again with KGRDF_DEBUG=1 and report what it prints", err=True)
