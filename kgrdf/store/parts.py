"""Long answers from a server that ends them at some number of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from kgrdf.errors import AnswerCapError
from kgrdf.query import Bindable, load
from kgrdf.store.base import Row, Store
from kgrdf.tenancy import Tenant

__all__ = ["all_rows", "by_halves"]

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")

_DIGITS = "0123456789abcdef"
_LONGEST = 3
"""Digits of a part's name: there are 16 times more parts with each."""


def all_rows(store: Store, name: str, tenant: Tenant, **bound: Bindable) -> Iterator[Row]:
    """Yield what the runtime's query of this name answers: one whose parameter `part` is the beginning of the rows' hashes.

    It is asked for at once, and where the server ends that answer, by parts. Each part is of its own instant, so nobody may
    write the tenant meanwhile. Raises `AnswerCapError` where the smallest parts are still too large.

    Such a query has one filter of its own for this. Each row is in just one part of every length: LCASE, because a server
    may give a hash in capitals; "0000", longer than any part's name, because one may give none of a text that it cannot
    hash; and the hash is of IRIs alone, because a server spells a number otherwise than it was sent.
    """
    return _rows(store, name, tenant, "", bound)


def by_halves(ask: Callable[[Sequence[_Item]], _Answer], items: Sequence[_Item]) -> Iterator[_Answer]:
    """Yield what is answered of all items, or where the server ends that answer, of each half of them.

    Raises `AnswerCapError` where the answer of a single item is too large.
    """
    try:
        answer = ask(items)
    except AnswerCapError:
        half = len(items) // 2
        if not half:
            raise
        for some in (items[:half], items[half:]):
            yield from by_halves(ask, some)
    else:
        yield answer


def _rows(store: Store, name: str, tenant: Tenant, part: str, bound: Mapping[str, Any]) -> Iterator[Row]:
    try:
        rows = store.select(load(name).bind(tenant, part=part or None, **bound))
    except AnswerCapError:
        if len(part) == _LONGEST:
            raise
        for digit in _DIGITS:
            yield from _rows(store, name, tenant, part + digit, bound)
    else:
        yield from rows
