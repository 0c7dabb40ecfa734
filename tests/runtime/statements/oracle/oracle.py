"""A naive bitemporal memory: the rules of `docs/time.md` over plain lists, clear and slow.

It is an independent reading of the rules, written without a look at `kgrdf/statements`. A statement is never removed; every
question is answered by walking the whole list. Refusals are `Refused` with the code that the real memory raises.
"""

from __future__ import annotations

from tests.runtime.statements.oracle.disputes import Disputes
from tests.runtime.statements.oracle.statement import Answer, Chunk, Refused, Thing

__all__ = ["Oracle"]


class Oracle(Disputes):
    """The memory of one tenant: statements, and what they are about and derive from."""

    def store_thing(self, clock: int, id: str, name: str, type_name: str, description: str | None) -> Answer:
        """Keep an entity, or give it another description."""
        k = self.instant(clock)
        known = self.things.get(id)
        if known is None:
            self.things[id] = Thing(id, name, type_name, k, description)
            return self._done(k, Answer(None, True, True, name=id))
        changed = description is not None and description != known.description
        if changed:
            known.description = description
        return self._done(k, Answer(None, False, changed, name=id))

    def store_document(self, clock: int, id: str, pieces: dict[str, str]) -> Answer:
        """Keep a document of these chunks, texts by id; what it had and no longer has is withdrawn, and may come back."""
        k = self.instant(clock)
        created = id not in self.documents
        self.documents.setdefault(id, k)
        changed = created
        for name, text in pieces.items():
            known = self.chunks.get(name)
            changed |= known is None or known.withdrawn
            if known is None:
                self.chunks[name] = Chunk(name, id, text, k)
            else:
                known.withdrawn = False
        for chunk in self.chunks.values():
            if chunk.document == id and chunk.id not in pieces:
                changed |= not chunk.withdrawn
                chunk.withdrawn = True
        return self._done(k, Answer(None, created, changed, name=id))

    def mention(self, clock: int, chunk: str, entity: str) -> Answer:
        """Note that a chunk names an entity."""
        k = self.instant(clock)
        if chunk not in self.chunks or entity not in self.things:
            raise Refused("not_found")
        created = (chunk, entity) not in self.mentions
        self.mentions.setdefault((chunk, entity), k)
        return self._done(k, Answer(None, created, created))
