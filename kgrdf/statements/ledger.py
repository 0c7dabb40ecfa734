"""The statements that a request touches, as it found them and as it leaves them.

The rules work on the ledger alone; at the end the difference becomes triples to drop and to add. So a rule never thinks of
graphs, and a request that is refused half-way has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal

from pyoxigraph import NamedNode

from kgrdf.errors import CorruptGraphError
from kgrdf.ids import digest
from kgrdf.query import load
from kgrdf.remembered import Remembered
from kgrdf.statements.model import Contradiction, Draft, Source, Statement, Supersession
from kgrdf.terms import KG, Value, integer_of, to_value
from kgrdf.transaction import IndexChange, Side, Transaction

__all__ = ["Ledger"]

_SIDES: tuple[Side, ...] = ("current", "history")
_LINKS = {"about", "amends", "derivedFrom", "from", "to"}


class Ledger:
    """What one transaction knows of statements.

    Everything handed out is a value; changes go through the methods.
    """

    def __init__(self, tx: Transaction) -> None:
        self.tx = tx
        self.k = tx.k
        self._before: dict[str, tuple[Statement, Side]] = {}
        self._now: dict[str, Statement] = {}
        self._chained: set[str] = set()
        self._opposed: set[str] = set()
        self._leaving: set[str] = set()
        self._supersessions: dict[tuple[str, str], Supersession] = {}
        self._new_supersessions: list[Supersession] = []
        self._contradictions: dict[str, Contradiction] = {}
        self._contradictions_before: dict[str, Contradiction] = {}

    # -- reading ---------------------------------------------------------------------------------------------------------

    def load(self, ids: Iterable[str]) -> list[Statement]:
        """Return the statements of these ids that exist, in the order asked for."""
        wanted = list(ids)
        missing = [public_id for public_id in dict.fromkeys(wanted) if public_id not in self._now]
        # A statement lies in one of the two graphs, and most of those that a request looks at lie in the first.
        for side in _SIDES:
            if missing:
                self._read(missing, side)
                missing = [public_id for public_id in missing if public_id not in self._now]
        return [self._now[public_id] for public_id in wanted if public_id in self._now]

    def get(self, public_id: str) -> Statement | None:
        """Return a statement as it stands now, or None if there is none."""
        return next(iter(self.load([public_id])), None)

    def _read(self, ids: list[str], side: Side) -> None:
        store, tenant = self.tx.graph.store, self.tx.graph.tenant
        subjects = {tenant.iri(public_id): public_id for public_id in ids}
        values: dict[str, dict[str, list[Value]]] = {}
        edges: dict[str, dict[NamedNode, dict[str, Value]]] = {}
        for subject, node, predicate, value in store.select(load(f"statements_in_{side}").bind(tenant, ids=list(subjects))):
            assert isinstance(subject, NamedNode)
            assert isinstance(predicate, NamedNode)
            public_id, name = subjects[subject], predicate.value.removeprefix(KG)
            decoded = to_value(value)
            assert decoded is not None
            if name in _LINKS:
                decoded = tenant.public_id(str(decoded))
            if node is None:
                values.setdefault(public_id, {}).setdefault(name, []).append(decoded)
            else:
                assert isinstance(node, NamedNode)
                edges.setdefault(public_id, {}).setdefault(node, {})[name] = decoded
        for public_id, row in values.items():
            if "key" in row:
                sources = sorted(map(_source, edges.get(public_id, {}).values()), key=lambda s: s.id)
                statement = _statement(public_id, row, tuple(sources))
                self._before[public_id] = (statement, side)
                self._now[public_id] = statement

    def believed(self, what: str, value: str, since: int) -> list[Statement]:
        """Return the believed, non-empty statements of a `key` or `slot` that reach past `since`, by their start.

        History is read only where `since` lies before the write: nothing in it reaches past that.
        """
        request = (
            load(f"spans_by_{what}_since").bind(self.tx.graph.tenant, value=value, since=since)
            if since < self.k
            else load(f"spans_by_{what}").bind(self.tx.graph.tenant, value=value)
        )
        ids = [self.tx.graph.tenant.public_id(str(to_value(row[0]))) for row in self.tx.graph.store.select(request)]
        self.load(ids)
        return sorted(
            (
                s
                for s in self._now.values()
                if (s.draft.key if what == "key" else s.draft.slot) == value and s.believed and not s.empty and s.end > since
            ),
            key=lambda s: (s.valid_from, s.id),
        )

    def superseders(self, public_id: str) -> list[tuple[Statement, Supersession]]:
        """Return the believed statements that took this one's place."""
        found = self._now.get(public_id)
        if found is not None and found.believed and found.valid_to is None:
            return []  # what takes a statement's place ends it
        return self._ends(public_id, lambda link: link.newer if link.older == public_id else None)

    def superseded(self, public_id: str) -> list[tuple[Statement, Supersession]]:
        """Return the believed statements whose place this one took."""
        return self._ends(public_id, lambda link: link.older if link.newer == public_id else None)

    def _ends(self, public_id: str, other: Callable[[Supersession], str | None]) -> list[tuple[Statement, Supersession]]:
        self._read_supersessions(public_id)
        links = [(end, link) for link in self._supersessions.values() if (end := other(link)) is not None]
        self.load([end for end, _ in links])
        pairs = [(self._now[end], link) for end, link in links if end in self._now]
        return sorted((pair for pair in pairs if pair[0].believed), key=lambda pair: pair[0].id)

    def contradictions(self, public_id: str) -> list[Contradiction]:
        """Return the contradictions that this statement is part of, settled or not."""
        self._read_contradictions(public_id)
        found = [c for c in self._contradictions.values() if public_id in (c.first, c.second)]
        return sorted(found, key=lambda c: c.id)

    def _read_supersessions(self, public_id: str) -> None:
        if public_id in self._chained:
            return
        self._chained.add(public_id)
        tenant = self.tx.graph.tenant
        request = load("supersessions").bind(tenant, ids=[tenant.iri(public_id)])
        for newer, older, superseded, recorded in self.tx.graph.store.select(request):
            link = Supersession(
                tenant.public_id(str(to_value(newer))),
                tenant.public_id(str(to_value(older))),
                integer_of(superseded) or 0,
                integer_of(recorded) or 0,
            )
            self._supersessions.setdefault((link.newer, link.older), link)

    def _read_contradictions(self, public_id: str) -> None:
        if public_id in self._opposed:
            return
        self._opposed.add(public_id)
        tenant = self.tx.graph.tenant
        request = load("contradictions_of").bind(tenant, ids=[tenant.iri(public_id)])
        for first, second, detected, resolved, resolution, by in self.tx.graph.store.select(request):
            found = Contradiction(
                tenant.public_id(str(to_value(first))),
                tenant.public_id(str(to_value(second))),
                integer_of(detected) or 0,
                integer_of(resolved),
                _text(to_value(resolution)),
                _text(to_value(by)),
            )
            if found.id not in self._contradictions:
                self._contradictions[found.id] = self._contradictions_before[found.id] = found

    def end_is_derived(self, statement: Statement) -> bool:
        """Say that a statement ends because a believed superseder starts exactly there."""
        return statement.valid_to is not None and any(
            newer.valid_from == statement.valid_to for newer, _ in self.superseders(statement.id)
        )

    def latest(self, statement: Statement) -> Statement:
        """Return the believed version that took a withdrawn statement's place by amendment, or the last in that line."""
        tenant = self.tx.graph.tenant
        while not statement.believed:
            request = load("amended_by").bind(tenant, statement=tenant.iri(statement.id))
            ids = [tenant.public_id(str(to_value(row[0]))) for row in self.tx.graph.store.select(request)]
            following = sorted(self.load(ids), key=lambda s: (s.recorded_at, s.id))
            if not following:
                break
            statement = following[-1]
        return statement

    # -- changing --------------------------------------------------------------------------------------------------------

    def make(
        self, draft: Draft, valid_from: int, valid_to: int | None, sources: Iterable[Source] = (), amends: str | None = None
    ) -> Statement:
        """Add a new statement; one with an end is recorded together with it."""
        n = 0
        while True:
            public_id = f"{draft.kind}::{digest(draft.key, valid_from, valid_to, self.k, n)}"
            if public_id not in self._now:
                break
            n += 1
        made = Statement(
            public_id,
            draft,
            valid_from,
            valid_to,
            recorded_at=self.k,
            end_recorded_at=None if valid_to is None else self.k,
            op=self.tx.op,
            amends=amends,
            sources=tuple(sources),
        )
        self._now[public_id] = made
        # Nothing can be linked to it yet.
        self._chained.add(public_id)
        self._opposed.add(public_id)
        return made

    def put(self, statement: Statement) -> Statement:
        """Replace a statement by what it has become."""
        self._now[statement.id] = statement
        return statement

    def end(self, statement: Statement, at: int) -> Statement:
        """Write the end of an open statement in place."""
        assert statement.valid_to is None
        return self.put(replace(statement, valid_to=at, end_recorded_at=self.k, op=self.tx.op))

    def retract(self, statement: Statement, reason: str | None = None) -> Statement:
        """Withdraw a statement."""
        return self.put(replace(statement, retracted_at=self.k, retract_reason=reason, op=self.tx.op))

    def copy(
        self,
        statement: Statement,
        *,
        draft: Draft | None = None,
        valid_from: int | None = None,
        valid_to: int | None,
        keep_successor: bool = True,
    ) -> Statement:
        """Withdraw a statement and put a changed version in its place, with its sources and links."""
        self.superseders(statement.id)
        sources = (replace(source, extracted_at=self.k) for source in statement.sources)
        start = statement.valid_from if valid_from is None else valid_from
        made = self.make(draft or statement.draft, start, valid_to, sources, amends=statement.id)
        for older, link in self.superseded(statement.id):
            # The link's instant is where the newer one begins; if it was just that, it moves along.
            at = start if link.superseded_at == statement.valid_from else link.superseded_at
            self.supersede(made, older, at)
        if keep_successor:
            for newer, link in self.superseders(statement.id):
                self.supersede(newer, made, link.superseded_at)
        contradictions = {found.other(statement.id): found for found in self.contradictions(statement.id)}
        for other in self.load(contradictions):
            if other.believed:
                found, carried = contradictions[other.id], Contradiction.between(made.id, other.id, self.k)
                self.settle(
                    replace(
                        carried,
                        resolved_at=None if found.resolved_at is None else self.k,
                        resolution=found.resolution,
                        resolved_by=found.resolved_by,
                    )
                )
        self.retract(statement)
        return made

    def supersede(self, newer: Statement, older: Statement, at: int) -> None:
        """Note that `newer` takes the place of `older` from `at` on."""
        link = Supersession(newer.id, older.id, at, self.k)
        if (newer.id, older.id) not in self._supersessions:
            self._supersessions[newer.id, older.id] = link
            self._new_supersessions.append(link)

    def contradict(self, one: Statement, other: Statement) -> Contradiction:
        """Note that two statements cannot both stand; a contradiction that is there already stays as it is."""
        self._read_contradictions(one.id)
        found = Contradiction.between(one.id, other.id, self.k)
        return self._contradictions.setdefault(found.id, found)

    def settle(self, contradiction: Contradiction) -> None:
        """Replace a contradiction by what it has become."""
        self._contradictions[contradiction.id] = contradiction

    def leave(self, ids: Iterable[str]) -> None:
        """Let statements go to the graph that they belong to by now; one that only was looked at stays where it lies."""
        self._leaving.update(statement.id for statement in self.load(ids))

    # -- writing ---------------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Hand all changes to the transaction."""
        tx, tenant = self.tx, self.tx.graph.tenant
        for public_id, statement in self._now.items():
            before = self._before.get(public_id)
            side = statement.side(self.k)
            if before is not None and before[0] == statement and public_id not in self._leaving:
                continue
            tx.touched.add(public_id)
            if side == "current" and statement.valid_to is not None:
                Remembered.of(tx.graph).plan(tx.graph, statement.valid_to)
            if before is not None:
                for triple in before[0].triples(tenant, before[1]):
                    tx.drop(before[1], *triple)
            for triple in statement.triples(tenant, side):
                tx.add(side, *triple)
            self._index(statement, side, before)
        for link in self._new_supersessions:
            for triple in link.triples(tenant):
                tx.add("history", *triple)
        for public_id, contradiction in self._contradictions.items():
            old = self._contradictions_before.get(public_id)
            if old == contradiction:
                continue
            if old is not None:
                for triple in old.triples(tenant):
                    tx.drop(old.side, *triple)
            for triple in contradiction.triples(tenant):
                tx.add(contradiction.side, *triple)

    def _index(self, statement: Statement, side: Side, before: tuple[Statement, Side] | None) -> None:
        if statement.draft.claim is None:
            return
        change = _change(statement, statement.draft.claim, side)
        if before is None or change != _change(before[0], statement.draft.claim, before[1]):
            self.tx.index.append(change)


def _change(fact: Statement, claim: str, side: Side) -> IndexChange:
    if side == "history":
        return IndexChange(fact.id, "fact", claim, "closed")
    return IndexChange(fact.id, "fact", claim, "open", fact.valid_to)


def _text(value: Value | None) -> str | None:
    return None if value is None else str(value)


def _source(edge: dict[str, Value]) -> Source:
    confidence, at = edge.get("confidence"), edge["extractedAt"]
    assert isinstance(at, int)
    return Source(str(edge["derivedFrom"]), None if confidence is None else Decimal(str(confidence)), at)


def _statement(public_id: str, row: dict[str, list[Value]], sources: tuple[Source, ...]) -> Statement:
    def text(name: str) -> str | None:
        return str(row[name][0]) if name in row else None

    def instant(name: str) -> int | None:
        if name not in row:
            return None
        value = row[name][0]
        if not isinstance(value, int):
            raise CorruptGraphError(f"{public_id}: {name} is no instant: {value!r}")
        return value

    def share(name: str) -> Decimal | None:
        return Decimal(str(row[name][0])) if name in row else None

    valid_from, recorded_at, key, op = instant("validFrom"), instant("recordedAt"), text("key"), text("op")
    if valid_from is None or recorded_at is None or key is None or op is None:
        raise CorruptGraphError(f"{public_id}: the stored statement is not whole", hint="run kgrdf validate")
    draft = Draft(
        "fact" if "claim" in row else "rel",
        key,
        text("slot"),
        text("claim"),
        tuple(sorted(str(about) for about in row.get("about", []))),
        share("confidence"),
        text("from"),
        text("to"),
        text("relationshipType"),
        share("weight"),
    )
    return Statement(
        public_id,
        draft,
        valid_from,
        instant("validTo"),
        recorded_at,
        instant("endRecordedAt"),
        op,
        instant("retractedAt"),
        text("retractReason"),
        text("amends"),
        sources,
        tuple(sorted(str(value) for value in row.get("fingerprint", []))),
    )
