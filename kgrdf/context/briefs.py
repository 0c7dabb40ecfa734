"""Entities and concepts in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pyoxigraph import NamedNode

from kgrdf.answers import EntityBrief
from kgrdf.chunking import token_count
from kgrdf.query import load
from kgrdf.terms import integer_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Brief", "read_briefs", "shorten"]

LINE_TOKENS = 128
"""What the description of one entity among many may cost."""
_MARK = " […]"


class Brief(NamedTuple):
    """An entity and when it was recorded."""

    entity: EntityBrief
    recorded: int


def read_briefs(graph: BaseGraph, nodes: Iterable[NamedNode], *, tokens: int = LINE_TOKENS) -> dict[str, Brief]:
    """Return by IRI those of the entities and concepts that exist; longer descriptions are cut and marked."""
    found: dict[str, Brief] = {}
    rows = graph.store.select(load("briefs").bind(graph.tenant, ids=list(nodes)))
    for node, name, type_iri, recorded, description, definition in rows:
        assert isinstance(node, NamedNode)
        about = to_value(description if description is not None else definition)
        row = graph.schema.by_iri.get(str(to_value(type_iri)))
        brief = EntityBrief(
            id=graph.tenant.public_id(node),
            name=str(to_value(name)),
            entity_type=row.name if row is not None else "Entity",
            description=None if about is None else shorten(str(about), tokens),
        )
        found.setdefault(node.value, Brief(brief, integer_of(recorded) or 0))
    return found


def shorten(text: str, tokens: int) -> str:
    """Return `text`, or as much of its beginning as costs no more than `tokens`, marked where it was cut.

    >>> shorten("a" * 100, 10)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa […]'
    """
    if token_count(text) <= tokens:
        return text
    return text.encode()[: tokens * 4 - len(_MARK.encode())].decode(errors="ignore") + _MARK
