"""The facts about an entity, latest first."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from pyoxigraph import NamedNode

from kgrdf.context.viewing import is_visible, shown_end
from kgrdf.context.walk import COUNTED
from kgrdf.query import load
from kgrdf.temporal import Viewpoint
from kgrdf.terms import integer_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["SHOWN", "AboutEntity", "KnownFact", "read_facts"]

SHOWN = 20


class KnownFact(NamedTuple):
    """A fact as stored, its confidence its own."""

    node: NamedNode
    claim: str
    confidence: Decimal | None
    start: int
    end: int | None


@dataclass
class AboutEntity:
    """What was read of the facts about an entity."""

    shown: list[KnownFact] = field(default_factory=list)
    """At most `SHOWN`, the latest `validFrom` first, then by id; of an entity with more than 2,000, of those read first."""
    omitted: int = 0
    """How many more are visible, at most `COUNTED`."""
    ended: list[str] = field(default_factory=list)
    """Those that are no longer visible but still lie in the current graph."""


def read_facts(graph: BaseGraph, view: Viewpoint, entity: NamedNode) -> AboutEntity:
    """Return the facts about an entity that are visible from a viewpoint."""
    about, spans = AboutEntity(), dict[NamedNode, tuple[int, int | None]]()
    if view.current:
        request = load("fact_spans").bind(graph.tenant, entity=entity)
    else:
        request = load("fact_spans_dated").bind(graph.tenant, entity=entity, asOf=view.valid, knownAt=view.known)
    for node, start, end, *told in graph.store.select(request):
        assert isinstance(node, NamedNode)
        begins, ends = integer_of(start) or 0, integer_of(end)
        learned = integer_of(told[0]) if told else None
        if is_visible(view, begins, ends, learned=learned):
            spans[node] = (begins, shown_end(view, ends, learned))
        elif begins <= view.valid:
            about.ended.append(node.value)
    latest = sorted(spans, key=lambda node: (-spans[node][0], node.value))[:SHOWN]
    about.omitted = min(len(spans) - len(latest), COUNTED)
    if latest:
        name = "fact_texts" if view.current else "fact_texts_asof"
        texts: dict[str, tuple[str, Decimal | None]] = {}
        for node, claim, confidence in graph.store.select(load(name).bind(graph.tenant, ids=latest)):
            assert isinstance(node, NamedNode)
            share = None if confidence is None else Decimal(str(to_value(confidence)))
            texts[node.value] = (str(to_value(claim)), share)
        about.shown = [KnownFact(node, *texts[node.value], *spans[node]) for node in latest if node.value in texts]
    return about
