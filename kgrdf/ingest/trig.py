"""TriG: a tenant's whole memory coming back."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, parse

from kgrdf.clearing import clear_tenant
from kgrdf.copying import bring_in, content_of, load_tenant, quads_of
from kgrdf.errors import ConflictError
from kgrdf.graph import BaseGraph
from kgrdf.remembered import Remembered
from kgrdf.standing import head_in
from kgrdf.store import EmbeddedStore, Store
from kgrdf.temporal import MINIMUM
from kgrdf.tenancy import Tenant
from kgrdf.terms import kg, to_term, to_value
from kgrdf.validation import check_derived, foreign, validate
from kgrdf.validation.structure import RECORDING

__all__ = ["import_trig"]

_DERIVED = frozenset((*(kg(f"adj{number}") for number in range(10)), kg("mentions")))
_SHOWN = 20
"""Of a file that cannot go in, so many problems are named."""


def import_trig(
    graph: BaseGraph,
    stream: IO[bytes],
    *,
    advance: Callable[[int, int | None], None] = lambda done, total: None,
) -> tuple[int, list[str]]:
    """Import TriG that an export of this tenant wrote; return how many quads came in, and what is wrong if none did.

    All or nothing: every quad must be of the tenant's graphs and subjects, and all of them together must pass `validate`.
    The adjacency index and the shortcuts are made anew, and the clock is moved past every recorded instant. The tenant
    must be empty: a file whose quads are all there already, and no others, changes nothing, and any other raises
    `ConflictError`. Bulk loading is not one transaction; the clock comes last, and an import that was interrupted before is
    replaced by the next one.
    """
    with tempfile.TemporaryDirectory(prefix="kgrdf-") as folder, EmbeddedStore(Path(folder) / "staging") as staging:
        staged = BaseGraph(staging, graph.tenant, schema=graph.schema, clock=graph.clock)
        problems = _stage(staged, stream)
        if not problems:
            found = validate(staged, search=False, advance=advance)
            problems = [str(problem) for problem in itertools.islice(found, _SHOWN)]
        if problems:
            return 0, problems
        return _take_over(graph, staging), []


def _stage(staged: BaseGraph, stream: IO[bytes]) -> list[str]:
    tenant, problems = staged.tenant, list[str]()
    latest, head, revision = MINIMUM, MINIMUM, 1

    def wanted() -> Iterator[Quad]:
        nonlocal latest, head, revision
        quads = parse(stream, format=RdfFormat.TRIG)
        begin = list(itertools.islice(quads, 1))
        if begin and (owner := _owner(begin[0])) is not None and owner != tenant:
            # Every quad of the file would be refused, each for the same reason.
            problems.append(
                f"tenant: is the memory of tenant {owner.id}, and goes into no other: import it with --tenant {owner.id}"
            )
            return
        for quad in itertools.chain(begin, quads):
            trouble = _trouble(tenant, quad)
            if trouble is not None:
                problems.append(trouble)
                if len(problems) == _SHOWN:
                    return
                continue
            number = to_value(quad.object) if isinstance(quad.object, Literal) else None
            if quad.predicate in RECORDING and isinstance(number, int):
                latest = max(latest, number)
            if quad.subject == tenant.state:
                head = max(head, number) if quad.predicate == kg("head") and isinstance(number, int) else head
                revision = number if quad.predicate == kg("revision") and isinstance(number, int) else revision
            elif quad.predicate not in _DERIVED:
                yield quad

    try:
        loaded = load_tenant(staged.store, wanted())
    except SyntaxError as error:
        return [f"{error.lineno or 0}: is not TriG: {error.msg}"]
    if problems or not loaded:
        return problems or ["holds nothing"]
    clock = (("head", max(head, latest)), ("revision", revision))
    staged.store.load(Quad(tenant.state, kg(name), to_term(value), tenant.current) for name, value in clock)
    repairs = (problem.repair for problem in check_derived(staged) if problem.repair is not None)
    load_tenant(staged.store, (Quad(r.subject, r.predicate, r.value, tenant.current) for r in repairs))
    return []


def _owner(quad: Quad) -> Tenant | None:
    return Tenant.of_graph(quad.graph_name.value) if isinstance(quad.graph_name, NamedNode) else None


def _trouble(tenant: Tenant, quad: Quad) -> str | None:
    if quad.graph_name not in (tenant.current, tenant.history):
        return f"tenant: {quad}: lies in no graph of tenant {tenant.id}"
    if quad.subject == tenant.state and quad.graph_name != tenant.current:
        return f"tenant: {quad}: the clock belongs into the current graph"
    reason = foreign(tenant, quad.subject, quad.object)
    return None if reason is None else f"tenant: {quad}: {reason}"


def _take_over(graph: BaseGraph, staging: Store) -> int:
    tenant, store = graph.tenant, graph.store
    with store.writing():
        if head_in(store, tenant) is not None:
            if content_of(store, tenant) == content_of(staging, tenant):
                return 0
            raise ConflictError(
                f"tenant: {tenant.id} has other data already",
                hint="a TriG file is a whole memory: drop the tenant first, or use one that is empty",
            )
        clear_tenant(graph)
        added = bring_in(store, tenant, quads_of(staging, tenant))
        Remembered.forget(graph)
        return added
