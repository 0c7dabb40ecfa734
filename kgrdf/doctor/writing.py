"""Probes that write, in a graph of their own that is empty again at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pyoxigraph import Literal

from kgrdf.doctor.finding import Finding, Verdict, judged
from kgrdf.doctor.line import SCRATCH, Line, terms
from kgrdf.doctor.rights import load, rights, update_as_query, without_graph
from kgrdf.doctor.scratch import PROBE, count, has, move, put
from kgrdf.doctor.sizes import graph_store, sizes

__all__ = ["WRITING"]

_XSD = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
_ROUNDS = 20
_WAYS = ((0, "there"), (1, "back"))


def writes(line: Line) -> Finding:
    """What is written can be read at once."""
    seen = put(line, "a", "p", '"x"')
    if not seen.ok:
        return Finding("writes", "unsafe", seen.short, "check the update URL, the user and the role")
    read = line.ask(has("a", "p", '"x"'))
    body = f"{seen.short}, {seen.type or 'no content type'}"
    return judged("writes", read, "unsafe", body if read else "not read back: is this a copy that is behind?")


def union(line: Line) -> Finding:
    """What a pattern outside every GRAPH reads, with data to tell by."""
    put(line, "union", "p", '"x"')
    found = line.ask(f'ASK {{ <{PROBE}union> <{PROBE}p> "x" }}')
    saw = {True: "the union of all graphs", False: "a graph of its own", None: "refused"}[found]
    return Finding("default graph", "good", saw, "no query of kgrdf reads it")


def protocol_dataset(line: Line) -> Finding:
    """The dataset of the protocol is heard."""
    put(line, "dataset", "p", '"x"')
    seen = line.query(f"ASK {{ GRAPH ?g {{ <{PROBE}dataset> ?p ?o }} }}", **{"named-graph-uri": f"{SCRATCH}:none"})
    heard = seen.ok and "true" not in seen.text.lower()
    return judged("named-graph-uri", heard, "differs", "heard" if heard else "not heard", "kgrdf sends none")


def shut_out(line: Line) -> Finding:
    """FROM NAMED of another graph hides this one."""
    put(line, "hidden", "p", '"x"')
    found = line.ask(f"ASK FROM NAMED <{SCRATCH}:none> WHERE {{ GRAPH ?g {{ <{PROBE}hidden> ?p ?o }} }}")
    saw = {True: "other graphs can be seen through it", False: "other graphs cannot be seen", None: "refused"}[found]
    return judged("FROM NAMED", found is False, "unsafe", saw, "tenants stand on GRAPH and on this")


def escapes(line: Line) -> Finding:
    """An EXISTS looks past FROM NAMED where it names the graph itself."""
    put(line, "escape", "p", '"x"')
    found = line.ask(
        f"ASK FROM NAMED <{SCRATCH}:none> WHERE {{ VALUES ?x {{ 1 }} "
        f"FILTER EXISTS {{ GRAPH <{SCRATCH}> {{ <{PROBE}escape> ?p ?o }} }} }}"
    )
    saw = {True: "sees a graph that is shut out", False: "sees no graph that is shut out", None: "refused"}[found]
    return judged("EXISTS past FROM NAMED", found is False, "differs", saw, "no query of kgrdf names a foreign graph")


def with_clause(line: Line) -> Finding:
    """WITH names the graph of an update; tried by a deletion, which leaves nothing elsewhere where it is not heard."""
    put(line, "with", "p", "1")
    triple = f"<{PROBE}with> <{PROBE}p> 1"
    seen = line.update(f"WITH <{SCRATCH}> DELETE {{ {triple} }} WHERE {{ {triple} }}")
    heard = line.ask(has("with", "p", "1")) is False
    return judged("WITH", heard, "differs", "heard" if heard else seen.short, "kgrdf writes none")


def guards(line: Line) -> Finding:
    """An update whose guard fails changes nothing."""
    put(line, "guard", "head", "1")
    update = move("guard", "head", 1, 2)
    seen = [line.update(update), line.update(update)]
    values = line.rows(f"SELECT ?x WHERE {{ GRAPH <{SCRATCH}> {{ <{PROBE}guard> <{PROBE}head> ?x }} }}") or ()
    good = all(one.ok for one in seen) and [str(row[0]) for row in values] == [str(Literal(2))]
    return judged("guarded updates", good, "unsafe", "applied once" if good else "applied wrongly")


def bare_guard(line: Line) -> Finding:
    """NOT EXISTS as all that there is in a WHERE."""
    for n in (1, 2):
        line.update(
            f"INSERT {{ GRAPH <{SCRATCH}> {{ <{PROBE}bare> <{PROBE}n> {n} }} }} "
            f"WHERE {{ FILTER NOT EXISTS {{ GRAPH <{SCRATCH}> {{ <{PROBE}bare> <{PROBE}n> ?any }} }} }}"
        )
    applied = count(line, "bare", "n")
    return judged(
        "NOT EXISTS alone as a guard",
        applied == 1,
        "differs",
        f"{applied} of 1 applied",
        "kgrdf always has a pattern beside",
    )


def concurrency(line: Line) -> Finding:
    """Of two updates sent at once with one guard, one wins."""
    put(line, "race", "head", "0")
    doubled = lost = 0
    with ThreadPoolExecutor(2) as pool:
        for n in range(_ROUNDS):
            moves = [move("race", "head", n, n + 1, winner=f"{n}-{side}") for side in "ab"]
            list(pool.map(line.update, moves))
            won = line.number(
                f"SELECT (COUNT(?w) AS ?n) WHERE {{ GRAPH <{SCRATCH}> {{ <{PROBE}race> <{PROBE}won> ?w }} "
                f'FILTER(STRSTARTS(STR(?w), "{n}-")) }}'
            )
            doubled += won == 2
            lost += won == 0
            if not line.ask(has("race", "head", str(n + 1))):
                put(line, "race", "head", str(n + 1))
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
    seen = line.update(
        f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{PROBE}whole> <{PROBE}p> 1 }} }} ; DROP GRAPH <{SCRATCH}:none>"
    )
    if seen.ok:
        return Finding("operations joined by ;", "unknown", "the second cannot be made to fail", "kgrdf sends one at a time")
    stays = line.ask(has("whole", "p", "1"))
    saw = "the first stays when the second fails" if stays else "both undone when the second fails"
    return Finding("operations joined by ;", "differs" if stays else "good", saw, "kgrdf sends one at a time")


def missing_graph(line: Line) -> Finding:
    """DROP and CLEAR of a graph that is not there."""
    saw = ", ".join(f"{verb}: {line.update(f'{verb} GRAPH <{SCRATCH}:none>').status}" for verb in ("DROP", "CLEAR"))
    return Finding("DROP and CLEAR of no graph", "good", saw, "kgrdf sends neither")


def blank_nodes(line: Line) -> Finding:
    """A blank node in INSERT DATA."""
    seen = line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ _:b <{PROBE}p> 1 }} }}")
    return judged("blank nodes", seen.ok, "differs", seen.short, "kgrdf writes none")


def stored_forms(line: Line) -> Finding:
    """What becomes of the forms of stored literals."""
    forms = ('"1.50"^^xsd:decimal', '"7"^^xsd:long', '"x"@en-GB', '"2024-01-01T00:00:00.123456+02:00"^^xsd:dateTime', "true")
    out = []
    for n, form in enumerate(forms):
        line.update(f"{_XSD}INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{PROBE}form> <{PROBE}f{n}> {form} }} }}")
        out.append(terms(line.rows(f"SELECT ?x WHERE {{ GRAPH <{SCRATCH}> {{ <{PROBE}form> <{PROBE}f{n}> ?x }} }}")))
    return Finding("literals as stored", "good", ", ".join(out), "kgrdf compares by value")


def plain_strings(line: Line) -> Finding:
    """A plain string and one of xsd:string are one term."""
    put(line, "plain", "p", '"x"')
    found = line.ask(_XSD + has("plain", "p", '"x"^^xsd:string'))
    return judged(
        '"x" and "x"^^xsd:string',
        found,
        "differs",
        "one term" if found else "two terms",
        "kgrdf writes the first",
    )


def cycles(line: Line) -> Finding:
    """p+ on a cycle comes back to its start."""
    circle = f"<{PROBE}c1> <{PROBE}to> <{PROBE}c2> . <{PROBE}c2> <{PROBE}to> <{PROBE}c1>"
    line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {circle} }} }}")
    found = line.ask(f"ASK {{ GRAPH <{SCRATCH}> {{ <{PROBE}c1> <{PROBE}to>+ <{PROBE}c1> }} }}")
    return judged("paths on a cycle", found, "differs", "reach their start" if found else "do not", "kgrdf writes none")


def walks(line: Line) -> Finding:
    """A path of alternatives is walked to its end, both ways, past a cycle."""
    there, back = (
        " . ".join(f"<{PROBE}w{n}> <{PROBE}{to}> <{PROBE}w{n + 1}>" for n in range(start, 200, 2)) for start, to in _WAYS
    )
    line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {there} . {back} . <{PROBE}w200> <{PROBE}there> <{PROBE}w0> }} }}")
    path = f"(<{PROBE}there>|^<{PROBE}there>|<{PROBE}back>|^<{PROBE}back>|<{PROBE}p>/^<{PROBE}p>)*"
    reached = line.number(
        f"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ GRAPH <{SCRATCH}> {{ VALUES ?w {{ <{PROBE}w100> }} ?w {path} ?x }} }}"
    )
    profile = line.store.profile
    saw = "refused" if reached is None else f"{reached} of 201 nodes reached"
    means = "one query of kgrdf walks so" if profile.walks_paths else "kgrdf walks step by step here"
    return judged("paths of alternatives", reached == 201, "unsafe" if profile.walks_paths else "differs", saw, means)


WRITING: Sequence[Callable[[Line], Finding]] = (
    writes,
    rights,
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
    walks,
    without_graph,
    load,
    graph_store,
)
"""In the order in which they are tried."""
