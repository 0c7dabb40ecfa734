"""Errors, in three branches by whose move is next.

KgrdfError                    code, message, hint
|- CallerError                change the call
|  |- InvalidValueError       a value is out of form or out of range
|  |- UnknownTypeError        no class of this name
|  |- UnknownRelationError    no relation type of this name, and the schema is strict
|  |- NotAllowedError         the relation type may not join these two
|  |- NotFoundError           no such id for this tenant
|  |- AmbiguousError          a name fits several; the answer lists them
|  `- ConflictError           what stands in the graph contradicts the call; names the winner
|- StoreError                 the database could not
|  |- StoreUnavailableError   down or timed out: try again
|  |- WriteConflictError      another process wrote first, repeatedly: try again
|  |- StoreLockedError        another process holds the folder, or the lease on the server
|  |- StoreAccessError        the endpoint does not let us in, or not do this
|  |- StoreAnswerError        the endpoint answered something that is no answer
|  |  `- AnswerCapError       it ended an answer at its limit of rows
|  `- QueryRejectedError      the store refused our SPARQL: a bug in kgrdf
`- CorruptGraphError          stored data that this schema cannot read
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

__all__ = [
    "AmbiguousError",
    "AnswerCapError",
    "CallerError",
    "ConflictError",
    "CorruptGraphError",
    "InvalidValueError",
    "KgrdfError",
    "NotAllowedError",
    "NotFoundError",
    "QueryRejectedError",
    "StoreAccessError",
    "StoreAnswerError",
    "StoreError",
    "StoreLockedError",
    "StoreUnavailableError",
    "UnknownRelationError",
    "UnknownTypeError",
    "WriteConflictError",
    "field_name",
    "listed",
    "shown",
]

# Around the name of a field. No text that is kept has it, and what is shown of others has it escaped.
_MARK = "\0"
_LEAD = re.compile(r"[a-z]\w*(?=(\[\d+\])*: )", re.ASCII)
_SHOWN = 80
_LISTED = 10


class KgrdfError(Exception):
    """The base of every error that kgrdf raises on purpose.

    `code` is stable and fit for programs, `message` says what is wrong and where, `hint` what to do next. The field that a
    message starts with, and those that `field_name` names in it, may be called otherwise by a face: see `worded`.
    """

    code = "error"

    def __init__(self, message: str, *, hint: str = "", code: str | None = None) -> None:
        lead = _LEAD.match(message)
        self._message = f"{field_name(lead[0])}{message[lead.end() :]}" if lead else message
        self._hint = hint
        if code is not None:
            self.code = code
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """What is wrong and where."""
        return _worded(self._message, str)

    @property
    def hint(self) -> str:
        """What to do next; may be empty."""
        return _worded(self._hint, str)

    def worded(self, word: Callable[[str], str]) -> tuple[str, str]:
        """Return message and hint with a face's own words for the fields that they name.

        >>> InvalidValueError("id: 'id' is no id").worded(str.upper)
        ("ID: 'id' is no id", '')
        """
        return _worded(self._message, word), _worded(self._hint, word)

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class CallerError(KgrdfError):
    """The call cannot succeed as it is: change it."""

    code = "caller"


class InvalidValueError(CallerError):
    """A value is out of form or out of range; the message starts with the field's name."""

    code = "invalid_value"


class UnknownTypeError(CallerError):
    """The ontology has no class of this name."""

    code = "unknown_type"


class UnknownRelationError(CallerError):
    """The ontology declares no relation type of this name, and the schema is strict."""

    code = "unknown_relation"


class NotAllowedError(CallerError):
    """A declared relation type may not join things of these classes."""

    code = "not_allowed"


class NotFoundError(CallerError):
    """No such id for this tenant. An id of another tenant gives the same words."""

    code = "not_found"


class AmbiguousError(CallerError):
    """A name fits several things; the message lists their ids."""

    code = "ambiguous"


class ConflictError(CallerError):
    """What stands in the graph contradicts the call. `code` says which rule; the message names the winner."""

    code = "conflict"


class StoreError(KgrdfError):
    """The database could not do its part."""

    code = "store"


class StoreUnavailableError(StoreError):
    """The store is down or did not answer in time; trying again may help."""

    code = "store_unavailable"


class WriteConflictError(StoreError):
    """Another process kept writing first; trying again may help."""

    code = "write_conflict"


class StoreLockedError(StoreError):
    """Another process holds the folder, or the lease on the server; the message names it."""

    code = "store_locked"


class StoreAccessError(StoreError):
    """The endpoint does not know who asks, or does not allow it."""

    code = "store_access"


class StoreAnswerError(StoreError):
    """The endpoint's answer is none: broken off, of another kind, cut short or too large; nothing of it was used."""

    code = "store_answer"


class AnswerCapError(StoreAnswerError):
    """The endpoint ended an answer at its limit of rows; less has to be asked for at once."""


class QueryRejectedError(StoreError):
    """The store refused SPARQL that kgrdf wrote: a bug, with the store's words attached."""

    code = "query_rejected"


class CorruptGraphError(KgrdfError):
    """Stored data breaks what the schema promises."""

    code = "corrupt_graph"


def field_name(name: str) -> str:
    """Return the name of a field for the middle of a message or for a hint, so that a face can word it: see `KgrdfError`.

    The name that a message starts with, before a colon, needs none of this.
    """
    return f"{_MARK}{name}{_MARK}"


def _worded(text: str, word: Callable[[str], str]) -> str:
    return "".join(word(part) if number % 2 else part for number, part in enumerate(text.split(_MARK)))


def shown(value: object) -> str:
    """Return a value as messages show it: as Python spells it, on one line, and only its beginning where it is long.

    >>> shown("a\\nb")
    "'a\\\\nb'"
    """
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return f"a number of more than {_SHOWN} digits"
    if isinstance(value, (str, bytes)):
        return repr(value) if len(value) <= _SHOWN else f"{value[:_SHOWN]!r}…"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits inside, or something that holds itself
        return f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def listed(names: Sequence[str]) -> str:
    """Return names as messages list them: the first ten, and how many more there are."""
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more:,} more" if more > 0 else "")
