"""What a program asked of a memory and what it was told, as plain data that can be compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from kgrdf.answers import Answer
from kgrdf.errors import KgrdfError
from kgrdf.testing import FrozenClock

if TYPE_CHECKING:
    from kgrdf import Graph

T = TypeVar("T")
# Which of several comes first is the store's choice: a page is not in the order of anything.
_UNORDERED = frozenset({"entities", "items", "nodes"})


class Transcript:
    """A memory, a clock that the program moves, and all answers so far."""

    def __init__(self, graph: Graph, clock: FrozenClock) -> None:
        self.graph, self.clock = graph, clock
        self.lines: list[tuple[str, Any]] = []

    def tell(self, call: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """Call, note the answer, and return it."""
        answer = call(*arguments, **named)
        self.note(_label(call, arguments, named), answer)
        return answer

    def refused(self, call: Callable[..., object], *arguments: Any, **named: Any) -> None:
        """Call, and note the error that it has to raise."""
        try:
            call(*arguments, **named)
        except KgrdfError as error:
            self.note(_label(call, arguments, named), {"code": error.code, "message": error.message})
        else:
            raise AssertionError(f"{call.__name__}{arguments}{named} was not refused")

    def ask(self, call: Callable[..., object], *arguments: Any, **named: Any) -> None:
        """Call, and note the answer or the error."""
        try:
            self.tell(call, *arguments, **named)
        except KgrdfError as error:
            self.note(_label(call, arguments, named), {"code": error.code, "message": error.message})

    def note(self, label: str, answer: object) -> None:
        """Keep an answer as plain data."""
        self.lines.append((label, plain(answer)))


def _label(call: Callable[..., object], arguments: tuple[object, ...], named: dict[str, object]) -> str:
    return f"{call.__name__}{[value for value in arguments if isinstance(value, (str, list))]}{named}"


def plain(answer: object) -> Any:
    """Return an answer as JSON would have it, with a set order where the store chose one."""
    if isinstance(answer, Answer):
        return plain(answer.wire())
    if isinstance(answer, BaseModel):
        return plain(answer.model_dump(mode="json"))
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        return plain({field.name: getattr(answer, field.name) for field in dataclasses.fields(answer)})
    if isinstance(answer, Mapping):
        return {
            str(name): sorted(plain(value), key=repr) if name in _UNORDERED else plain(value)
            for name, value in answer.items()
        }
    if isinstance(answer, (list, tuple)):
        return [plain(item) for item in answer]
    return answer.isoformat() if isinstance(answer, datetime) else answer
