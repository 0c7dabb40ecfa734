"""Answers as JSON has them, written out by hand: what a reader of the documentation would expect."""

from __future__ import annotations

from typing import Any, TypeAlias
from urllib.parse import quote

from tests.runtime.statements.lockstep.steps import at
from tests.runtime.statements.oracle.statement import Thing

__all__ = ["Json", "brief", "fields", "instant"]

Json: TypeAlias = dict[str, Any]


def instant(number: int | None) -> str | None:
    """Return ISO 8601 in UTC, with a fraction only where there is one."""
    moment = at(number)
    if moment is None:
        return None
    timespec = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=timespec).replace("+00:00", "Z")


def fields(**values: object) -> Json:
    """Return the values that there are: a field without one is left out."""
    return {name: value for name, value in values.items() if value is not None}


def brief(thing: Thing) -> Json:
    """Return an entity in a few words."""
    return fields(
        id=thing.id,
        name=thing.name,
        entityType=thing.type,
        description=thing.description,
        uri=f"kg://entity/{quote(thing.id, safe='')}",
    )
