"""Which errors an agent is told, and in which words."""

from __future__ import annotations

from kgrdf.errors import (
    CallerError,
    KgrdfError,
    StoreAccessError,
    StoreAnswerError,
    StoreLockedError,
    StoreUnavailableError,
    WriteConflictError,
)
from kgrdf.mcp.arguments import shorten

__all__ = ["TOLD", "told"]

# Left out: a query that was refused is our bug, and what cannot be read may quote what is nobody's to see.
TOLD = (CallerError, StoreUnavailableError, WriteConflictError, StoreLockedError, StoreAccessError, StoreAnswerError)
"""The errors whose message and hint an agent gets: it, or the person it asks, can do something about them."""
_LONGEST = 2_000


def told(error: KgrdfError) -> str:
    """Return message and hint as they are sent: not too long, and escaped where they are no UTF-8."""
    return shorten(str(error), _LONGEST).encode(errors="backslashreplace").decode()
