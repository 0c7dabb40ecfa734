"""Long answers from a server that ends them at some number of rows."""

from __future__ import annotations

from collections.abc import Iterator

from kgrdf.errors import AnswerCapError
from kgrdf.query import load
from kgrdf.store.base import Row, Store
from kgrdf.tenancy import Tenant

__all__ = ["all_rows"]

_DIGITS = "0123456789abcdef"
_LONGEST = 3
"""Digits of a part's name: there are 16 times more parts with each."""


def all_rows(store: Store, name: str, tenant: Tenant) -> Iterator[Row]:
    """Yield what the runtime's query of this name answers: one whose parameter `part` is the beginning of the rows' hashes.

    It is asked for at once, and where the server ends that answer, by parts. Each part is of its own instant, so nobody may
    write the tenant meanwhile. Raises `AnswerCapError` where the smallest parts are still too large.
    """
    return _rows(store, name, tenant, "")


def _rows(store: Store, name: str, tenant: Tenant, part: str) -> Iterator[Row]:
    try:
        rows = store.select(load(name).bind(tenant, part=part or None))
    except AnswerCapError:
        if len(part) == _LONGEST:
            raise
        for digit in _DIGITS:
            yield from _rows(store, name, tenant, part + digit)
    else:
        yield from rows
