"""Probes that write, in a graph of their own that is empty again at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pyoxigraph import Literal

from kgrdf.doctor.finding import Finding, Verdict, judged
from kgrdf.doctor.line import SCRATCH, Line, Seen, terms

__all__ = ["WRITING", "clean"]

_XSD = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
_P = "urn:kgrdf-store:probe:"
_ROUNDS = 20
_CHUNK = 1000


def clean(line: Line) -> bool:
    """Empty the scratch graph, some triples at a time; say whether it is empty."""
    while line.ask(f"ASK {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }}"):
        removed = line.update(
            f"DELETE {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }} WHERE {{ "
            f"{{ SELECT ?s ?p ?o WHERE {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }} LIMIT {_CHUNK} }} "
            f"GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }}"
        )
        if not removed.ok:
            return False
    return line.ask(f"ASK {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }}") is False


def writes(line: Line) -> Finding:
    """What is written can be read at once."""
    seen = _put(line, "a", "p", '"x"')
    if not seen.ok:
        return Finding("writes", "unsafe", seen.short, "check the update URL, the user and the role")
    read = line.ask(_has("a", "p", '"x"'))
    body = f"{seen.short}, {seen.type or 'no content type'}"
    return judged("writes", read, "unsafe", body if read else "not read back: is this a copy that is behind?")


def union(line: Line) -> Finding:
    """What a pattern outside every GRAPH reads, with data to tell by."""
    _put(line, "union", "p", '"x"')
    found = line.ask(f'ASK {{ <{_P}union> <{_P}p> "x" }}')
    saw = {True: "the union of all graphs", False: "a graph of its own", None: "refused"}[found]
    return Finding("default graph", "good", saw, "no query of kgrdf reads it")


def protocol_dataset(line: Line) -> Finding:
    """The dataset of the protocol is heard."""
    _put(line, "dataset", "p", '"x"')
    seen = line.query(f"ASK {{ GRAPH ?g {{ <{_P}dataset> ?p ?o }} }}", **{"named-graph-uri": f"{SCRATCH}:none"})
    heard = seen.ok and "true" not in seen.text.lower()
    return judged("named-graph-uri", heard, "differs", "heard" if heard else "not heard", "kgrdf sends none")


def shut_out(line: Line) -> Finding:
    """FROM NAMED of another graph hides this one."""
    _put(line, "hidden", "p", '"x"')
    found = line.ask(f"ASK FROM NAMED <{SCRATCH}:none> WHERE {{ GRAPH ?g {{ <{_P}hidden> ?p ?o }} }}")
    saw = {True: "other graphs can be seen through it", False: "other graphs cannot be seen", None: "refused"}[found]
    return judged("FROM NAMED", found is False, "unsafe", saw, "tenants stand on GRAPH and on this")


def escapes(line: Line) -> Finding:
    """An EXISTS looks past FROM NAMED where it names the graph itself."""
    _put(line, "escape", "p", '"x"')
    found = line.ask(
        f"ASK FROM NAMED <{SCRATCH}:none> WHERE {{ VALUES ?x {{ 1 }} "
        f"FILTER EXISTS {{ GRAPH <{SCRATCH}> {{ <{_P}escape> ?p ?o }} }} }}"
    )
    saw = {True: "sees a graph that is shut out", False: "sees no graph that is shut out", None: "refused"}[found]
    return judged("EXISTS past FROM NAMED", found is False, "differs", saw, "no query of kgrdf names a foreign graph")


def update_as_query(line: Line) -> Finding:
    """An update that is sent as a query."""
    seen = line.query(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{_P}as-query> <{_P}p> 1 }} }}")
    done = line.ask(_has("as-query", "p", "1"))
    saw = "carried out" if done else seen.short
    return judged("updates sent as queries", done is False, "differs", saw, "kgrdf's own guard lets none through")


def with_clause(line: Line) -> Finding:
    """WITH names the graph of an update; tried by a deletion, which leaves nothing elsewhere where it is not heard."""
    _put(line, "with", "p", "1")
    triple = f"<{_P}with> <{_P}p> 1"
    seen = line.update(f"WITH <{SCRATCH}> DELETE {{ {triple} }} WHERE {{ {triple} }}")
    heard = line.ask(_has("with", "p", "1")) is False
    return judged("WITH", heard, "differs", "heard" if heard else seen.short, "kgrdf writes none")


def guards(line: Line) -> Finding:
    """An update whose guard fails changes nothing."""
    _put(line, "guard", "head", "1")
    update = _move("guard", "head", 1, 2)
    seen = [line.update(update), line.update(update)]
    values = line.rows(f"SELECT ?x WHERE {{ GRAPH <{SCRATCH}> {{ <{_P}guard> <{_P}head> ?x }} }}") or ()
    good = all(one.ok for one in seen) and [str(row[0]) for row in values] == [str(Literal(2))]
    return judged("guarded updates", good, "unsafe", "applied once" if good else "applied wrongly")


def bare_guard(line: Line) -> Finding:
    """NOT EXISTS as all that there is in a WHERE."""
    for n in (1, 2):
        line.update(
            f"INSERT {{ GRAPH <{SCRATCH}> {{ <{_P}bare> <{_P}n> {n} }} }} "
            f"WHERE {{ FILTER NOT EXISTS {{ GRAPH <{SCRATCH}> {{ <{_P}bare> <{_P}n> ?any }} }} }}"
        )
    count = _count(line, "bare", "n")
    return judged(
        "NOT EXISTS alone as a guard",
        count == 1,
        "differs",
        f"{count} of 1 applied",
        "kgrdf always has a pattern beside",
    )


def concurrency(line: Line) -> Finding:
    """Of two updates sent at once with one guard, one wins."""
    _put(line, "race", "head", "0")
    doubled = lost = 0
    with ThreadPoolExecutor(2) as pool:
        for n in range(_ROUNDS):
            moves = [_move("race", "head", n, n + 1, winner=f"{n}-{side}") for side in "ab"]
            list(pool.map(line.update, moves))
            won = line.number(
                f"SELECT (COUNT(?w) AS ?n) WHERE {{ GRAPH <{SCRATCH}> {{ <{_P}race> <{_P}won> ?w }} "
                f'FILTER(STRSTARTS(STR(?w), "{n}-")) }}'
            )
            doubled += won == 2
            lost += won == 0
            if not line.ask(_has("race", "head", str(n + 1))):
                _put(line, "race", "head", str(n + 1))
    safe = doubled == lost == 0
    profile = line.store.profile
    saw = f"{_ROUNDS} rounds: {doubled} with two winners, {lost} with none"
    if safe:
        means = "" if profile.safe_concurrent_writes else "the profile asks for one writing process all the same"
        return Finding("updates at once", "good", saw, means)
    verdict: Verdict = "unsafe" if profile.safe_concurrent_writes else "differs"
    return Finding("updates at once", verdict, saw, "one process may write, and a lease sees to it")


def whole(line: Line) -> Finding:
    """A request of two operations is applied whole or not at all."""
    seen = line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{_P}whole> <{_P}p> 1 }} }} ; DROP GRAPH <{SCRATCH}:none>")
    if seen.ok:
        return Finding("operations joined by ;", "unknown", "the second cannot be made to fail", "kgrdf sends one at a time")
    stays = line.ask(_has("whole", "p", "1"))
    saw = "the first stays when the second fails" if stays else "both undone when the second fails"
    return Finding("operations joined by ;", "differs" if stays else "good", saw, "kgrdf sends one at a time")


def missing_graph(line: Line) -> Finding:
    """DROP and CLEAR of a graph that is not there."""
    saw = ", ".join(f"{verb}: {line.update(f'{verb} GRAPH <{SCRATCH}:none>').status}" for verb in ("DROP", "CLEAR"))
    return Finding("DROP and CLEAR of no graph", "good", saw, "kgrdf sends neither")


def sizes(line: Line) -> Finding:
    """How many triples one INSERT DATA may hold."""
    taken = 0
    for size in (500, 1000, 2500, 10_000):
        triples = " . ".join(f"<{_P}size:{n}> <{_P}p> {n}" for n in range(size))
        if not line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {triples} }} }}").ok:
            break
        taken = size
    wanted = line.store.profile.batch_triples
    return judged(
        "triples of one INSERT DATA",
        taken >= min(wanted, 10_000),
        "unsafe",
        f"{taken:,} taken",
        f"the profile sends at most {wanted:,}",
    )


def blank_nodes(line: Line) -> Finding:
    """A blank node in INSERT DATA."""
    seen = line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ _:b <{_P}p> 1 }} }}")
    return judged("blank nodes", seen.ok, "differs", seen.short, "kgrdf writes none")


def stored_forms(line: Line) -> Finding:
    """What becomes of the forms of stored literals."""
    forms = ('"1.50"^^xsd:decimal', '"7"^^xsd:long', '"x"@en-GB', '"2024-01-01T00:00:00.123456+02:00"^^xsd:dateTime', "true")
    out = []
    for n, form in enumerate(forms):
        line.update(f"{_XSD}INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{_P}form> <{_P}f{n}> {form} }} }}")
        out.append(terms(line.rows(f"SELECT ?x WHERE {{ GRAPH <{SCRATCH}> {{ <{_P}form> <{_P}f{n}> ?x }} }}")))
    return Finding("literals as stored", "good", ", ".join(out), "kgrdf compares by value")


def plain_strings(line: Line) -> Finding:
    """A plain string and one of xsd:string are one term."""
    _put(line, "plain", "p", '"x"')
    found = line.ask(_XSD + _has("plain", "p", '"x"^^xsd:string'))
    return judged(
        '"x" and "x"^^xsd:string',
        found,
        "differs",
        "one term" if found else "two terms",
        "kgrdf writes the first",
    )


def cycles(line: Line) -> Finding:
    """p+ on a cycle comes back to its start."""
    line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{_P}c1> <{_P}to> <{_P}c2> . <{_P}c2> <{_P}to> <{_P}c1> }} }}")
    found = line.ask(f"ASK {{ GRAPH <{SCRATCH}> {{ <{_P}c1> <{_P}to>+ <{_P}c1> }} }}")
    return judged("paths on a cycle", found, "differs", "reach their start" if found else "do not", "kgrdf writes none")


WRITING: Sequence[Callable[[Line], Finding]] = (
    writes,
    union,
    shut_out,
    escapes,
    protocol_dataset,
    update_as_query,
    with_clause,
    guards,
    concurrency,
    sizes,
    stored_forms,
    plain_strings,
    bare_guard,
    whole,
    missing_graph,
    blank_nodes,
    cycles,
)
"""In the order in which they are tried."""


def _put(line: Line, subject: str, predicate: str, value: str) -> Seen:
    return line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{_P}{subject}> <{_P}{predicate}> {value} }} }}")


def _has(subject: str, predicate: str, value: str) -> str:
    return f"ASK {{ GRAPH <{SCRATCH}> {{ <{_P}{subject}> <{_P}{predicate}> {value} }} }}"


def _move(subject: str, predicate: str, old: int, new: int, winner: str | None = None) -> str:
    won = "" if winner is None else f' . <{_P}{subject}> <{_P}won> "{winner}"'
    return (
        f"DELETE {{ GRAPH <{SCRATCH}> {{ <{_P}{subject}> <{_P}{predicate}> {old} }} }} "
        f"INSERT {{ GRAPH <{SCRATCH}> {{ <{_P}{subject}> <{_P}{predicate}> {new}{won} }} }} "
        f"WHERE {{ GRAPH <{SCRATCH}> {{ <{_P}{subject}> <{_P}{predicate}> {old} }} }}"
    )


def _count(line: Line, subject: str, predicate: str) -> int | None:
    return line.number(f"SELECT (COUNT(?x) AS ?n) WHERE {{ GRAPH <{SCRATCH}> {{ <{_P}{subject}> <{_P}{predicate}> ?x }} }}")
