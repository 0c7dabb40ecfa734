"""Fitting a context into as many tokens as its reader has room for."""

from __future__ import annotations

from kgrdf.answers import ContextAnswer
from kgrdf.chunking import token_count
from kgrdf.context.walk import COUNTED
from kgrdf.errors import InvalidValueError
from kgrdf.rendering import render

__all__ = ["answer_tokens", "fit"]


def answer_tokens(answer: ContextAnswer) -> int:
    """Return what an answer costs: that of its JSON or of its text, whichever is more."""
    return max(token_count(answer.to_json()), token_count(render(answer)))


def fit(answer: ContextAnswer, max_tokens: int) -> ContextAnswer:
    """Return `answer`, or as much of it as costs no more than `max_tokens`, and says that it is truncated.

    What matters least goes first: passages, then neighbours (the farthest and weakest first), then facts (the oldest first),
    then contradictions, then the entity's own description and properties. Raises `InvalidValueError` where not even the
    bare entity fits.
    """
    if answer_tokens(answer) <= max_tokens:
        return answer
    fits, over = -1, _size(answer)
    while over - fits > 1:
        middle = (fits + over) // 2
        if answer_tokens(_first(answer, middle)) <= max_tokens:
            fits = middle
        else:
            over = middle
    if fits >= 0:
        return _first(answer, fits)
    bare = _first(answer, 0)
    bare = bare.model_copy(update={"entity": bare.entity.model_copy(update={"description": None}), "properties": None})
    if answer_tokens(bare) > max_tokens:
        raise InvalidValueError(
            f"maxTokens: {max_tokens} is too few; the entity alone takes {answer_tokens(bare)}", hint="ask for more"
        )
    return bare


def _size(answer: ContextAnswer) -> int:
    return len(answer.contradictions) + len(answer.facts) + len(answer.neighbors) + len(answer.source_chunks)


def _first(answer: ContextAnswer, count: int) -> ContextAnswer:
    """Return the answer with its `count` items that matter most."""
    kept: dict[str, int] = {}
    for name in ("contradictions", "facts", "neighbors", "source_chunks"):
        kept[name] = min(count, len(getattr(answer, name)))
        count -= kept[name]
    omitted = answer.omitted
    return answer.model_copy(
        update={name: getattr(answer, name)[:size] for name, size in kept.items()}
        | {
            "truncated": True,
            "omitted": omitted.model_copy(
                update={
                    "neighbors": min(COUNTED, omitted.neighbors + len(answer.neighbors) - kept["neighbors"]),
                    "facts": min(COUNTED, omitted.facts + len(answer.facts) - kept["facts"]),
                    "chunks": min(COUNTED, omitted.chunks + len(answer.source_chunks) - kept["source_chunks"]),
                }
            ),
        }
    )
