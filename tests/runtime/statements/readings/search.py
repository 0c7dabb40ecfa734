"""`search_memory`, every kind of thing, and `list_entities`."""

from __future__ import annotations

import re

from tests.runtime.statements.readings.sight import Sight
from tests.runtime.statements.readings.wire import Json, brief, fields, instant

__all__ = ["compare_lists", "compare_searches", "expected_hits"]

QUESTIONS = ("red", "green", "blue common", "d1 s3")


def compare_searches(sight: Sight) -> None:
    """Ask by words of claims, names, descriptions, titles and passages."""
    for question in QUESTIONS:
        whole = _hits(sight, question, 100)
        assert {hit["id"]: {k: v for k, v in hit.items() if k != "score"} for hit in whole} == expected_hits(sight, question)
        assert [hit["score"] for hit in whole] == sorted((hit["score"] for hit in whole), reverse=True)
    assert _hits(sight, QUESTIONS[0], 2) == _hits(sight, QUESTIONS[0], 100)[:2]


def _hits(sight: Sight, question: str, limit: int) -> list[Json]:
    answer = sight.graph.search_memory(question, limit=limit, as_of=sight.as_of, known_at=sight.known_at)
    found: list[Json] = answer.wire()["hits"]
    return found


def expected_hits(sight: Sight, question: str) -> dict[str, Json]:
    """Return what has one of the words, by id, without scores: those are the engine's."""
    oracle, view = sight.oracle, sight.view
    wanted = set(question.split())
    hits: dict[str, Json] = {}

    def offer(words: str, id: str, kind: str, text: str, sources: list[str], **dates: str | None) -> None:
        if wanted & set(re.findall(r"\w+", words.lower())):
            hits[id] = fields(id=id, kind=kind, text=text, sourceIds=sources, **dates)

    for thing in oracle.things.values():
        if thing.recorded_at <= view.k:
            text = f"{thing.name}: {thing.description}" if thing.description else thing.name
            offer(text, thing.id, "concept" if thing.type == "Concept" else "entity", text, [])
    for document, recorded in oracle.documents.items():
        if recorded <= view.k:
            title = document.removeprefix("doc::")
            offer(title, document, "document", title, [])
    for chunk in oracle.chunks.values():
        if chunk.recorded_at <= view.k and not chunk.withdrawn:
            title = chunk.document.removeprefix("doc::")
            offer(f"{title} {chunk.text}", chunk.id, "chunk", chunk.text, [chunk.document])
    for s in view.visible:
        if s.kind == "fact":
            dates = {"validFrom": instant(s.valid_from), "validTo": instant(view.end(s))}
            offer(s.label, sight.ids[s.id], "fact", s.label, list(view.sources(s)), **dates)
    return hits


def compare_lists(sight: Sight) -> None:
    """List the entities: `asOf` leaves them, `knownAt` hides those recorded later."""
    known = [thing for thing in sight.oracle.things.values() if thing.recorded_at <= sight.view.k]
    for type_name in (None, "Service"):
        page = sight.graph.list_entities(type_name, limit=4, as_of=sight.as_of, known_at=sight.known_at).wire()
        listed = page["entities"]
        while "nextCursor" in page:
            page = sight.graph.list_entities(
                type_name, limit=4, cursor=page["nextCursor"], as_of=sight.as_of, known_at=sight.known_at
            ).wire()
            listed += page["entities"]
        of_type = [brief(thing) for thing in known if type_name in (None, thing.type)]
        assert sorted(listed, key=_id) == sorted(of_type, key=_id)


def _id(found: Json) -> str:
    return str(found["id"])
