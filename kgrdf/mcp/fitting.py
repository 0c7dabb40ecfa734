"""Answers no larger than clients take: a read that would be larger is asked again for less.

Clients give a warning at about 10,000 tokens, and cut, spill or drop an answer at about twice as many.
"""

from __future__ import annotations

from collections.abc import Mapping

from kgrdf.answers import Answer
from kgrdf.chunking import token_count
from kgrdf.graph import BaseGraph
from kgrdf.mcp.tools import ToolRow

__all__ = ["BUDGET", "fitted"]

BUDGET = 10_000
"""Tokens that an answer may cost, as text and as JSON, where the caller names no other budget."""


def fitted(row: ToolRow, graph: BaseGraph, values: Mapping[str, object]) -> tuple[Answer, str]:
    """Call a tool and return its answer, and that as text.

    A context gets a budget. A page gets a smaller limit, and its cursor goes on from there. Only the text of a write, which
    lists the ids that it made, is cut: it may not be made twice.
    """
    taken = {argument.python for argument in row.arguments}
    answer = row.call(graph, values)
    text = row.text(answer)
    if not row.read:
        return answer, _cut(text)
    if "max_tokens" in taken:
        if "max_tokens" not in values and _cost(answer, text) > BUDGET:
            answer = row.call(graph, {**values, "max_tokens": BUDGET})
            text = row.text(answer)
    elif "limit" in taken:
        asked = limit = _limit(row, values)
        while limit > 1 and (cost := _cost(answer, text)) > BUDGET:
            limit = max(1, min(limit - 1, limit * BUDGET // cost))
            answer = row.call(graph, {**values, "limit": limit})
            text = row.text(answer)
        if limit < asked and "cursor" not in taken:
            text += f"\n… the first {limit} only, to keep the answer short"
    return answer, text


def _limit(row: ToolRow, values: Mapping[str, object]) -> int:
    limit = values.get("limit", row.defaults.get("limit"))
    assert isinstance(limit, int)
    return limit


def _cost(answer: Answer, text: str) -> int:
    return max(token_count(answer.to_json()), token_count(text))


def _cut(text: str) -> str:
    size = BUDGET * 4
    if len(text.encode()) <= size:
        return text
    return text.encode()[:size].decode(errors="ignore") + "… the structured content has all of it"
