"""Probes that write, in a graph of their own that is empty again at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from urllib.parse import quote, urlsplit, urlunsplit

from pyoxigraph import Literal

from kgrdf.doctor.finding import Finding, Verdict, allowed, judged
from kgrdf.doctor.line import NOBODY, SCRATCH, Line, Seen, terms

__all__ = ["WRITING", "clean"]

_XSD = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
_P = "urn:kgrdf-store:probe:"
_ANYTHING = f"ASK {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }}"
_ROUNDS = 20
_CHUNK = 1000
_SIZES = (500, 1000, 2500, 10_000)
_PATIENCE = 5.0
"""Seconds of one request after which none larger is tried."""
_WAYS = ((0, "there"), (1, "back"))
# By profile: the end of the query URL's path, and what stands there instead, to be followed by the name of a graph.
_GRAPH_STORES = {
    "neptune": ("/sparql", "/sparql/gsp/?graph="),
    "oxigraph": ("/query", "/store?graph="),
    "virtuoso": ("/sparql", "/sparql-graph-crud-auth?graph-uri="),
    "fuseki": ("/query", "/data?graph="),
    "graphdb": ("", "/rdf-graphs/service?graph="),
}


def clean(line: Line) -> bool:
    """Empty the scratch graph, at once or, where that is refused, some triples at a time; say whether it is empty."""
    if line.ask(_ANYTHING):
        # Virtuoso may take minutes for the deletions below, by a plan that it made while the graph was empty.
        line.update(f"CLEAR SILENT GRAPH <{SCRATCH}>")
    while line.ask(_ANYTHING):
        removed = line.update(
            f"DELETE {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }} WHERE {{ "
            f"{{ SELECT ?s ?p ?o WHERE {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }} LIMIT {_CHUNK} }} "
            f"GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }}"
        )
        if not removed.ok:
            return False
    return line.ask(_ANYTHING) is False


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
    taken, refused = _most(lambda triples: line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {triples} }} }}"))
    wanted = line.store.profile.batch_triples
    return judged(
        "triples of one INSERT DATA",
        refused is None or taken >= wanted,
        "unsafe",
        _taken(taken, refused),
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


def rights(line: Line) -> Finding:
    """Each form of update that kgrdf sends may be sent."""
    triple, pattern = f"<{_P}right> <{_P}p> 1", f"<{_P}right> <{_P}p> ?x"
    seen = {
        "INSERT DATA": line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {triple} }} }}"),
        "INSERT WHERE": line.update(
            f"INSERT {{ GRAPH <{SCRATCH}> {{ <{_P}right> <{_P}q> ?x }} }} WHERE {{ GRAPH <{SCRATCH}> {{ {pattern} }} }}"
        ),
        "DELETE/INSERT WHERE": line.update(_move("right", "p", 1, 2)),
        "DELETE WHERE": line.update(
            f"DELETE {{ GRAPH <{SCRATCH}> {{ {pattern} }} }} WHERE {{ GRAPH <{SCRATCH}> {{ {pattern} }} }}"
        ),
    }
    return allowed("rights to write", seen)


def without_graph(line: Line) -> Finding:
    """What a deletion reaches that names no graph: what it names is the doctor's own, wherever it lies."""
    _put(line, "nowhere", "p", "1")
    seen = line.update(f"DELETE DATA {{ <{_P}nowhere> <{_P}p> 1 }}")
    stays = line.ask(_has("nowhere", "p", "1"))
    saw = "a deletion leaves named graphs alone" if stays else "a deletion reaches into named graphs"
    good = seen.ok and stays
    return judged("updates without GRAPH", good, "differs", saw if seen.ok else seen.short, "kgrdf writes none")


def load(line: Line) -> Finding:
    """LOAD is taken, if not carried out: it is SILENT, from an address where nobody listens, into the scratch graph."""
    seen = line.update(f"LOAD SILENT <{NOBODY}> INTO GRAPH <{SCRATCH}>")
    saw = "taken: the server may fetch from any address" if seen.ok else f"refused: {seen.short}"
    return judged("LOAD", not seen.ok, "differs", saw, "kgrdf's own guard lets none through")


def walks(line: Line) -> Finding:
    """A path of alternatives is walked to its end, both ways, past a cycle."""
    there, back = (" . ".join(f"<{_P}w{n}> <{_P}{to}> <{_P}w{n + 1}>" for n in range(start, 200, 2)) for start, to in _WAYS)
    line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {there} . {back} . <{_P}w200> <{_P}there> <{_P}w0> }} }}")
    path = f"(<{_P}there>|^<{_P}there>|<{_P}back>|^<{_P}back>|<{_P}p>/^<{_P}p>)*"
    count = line.number(
        f"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ GRAPH <{SCRATCH}> {{ VALUES ?w {{ <{_P}w100> }} ?w {path} ?x }} }}"
    )
    profile = line.store.profile
    saw = "refused" if count is None else f"{count} of 201 nodes reached"
    means = "one query of kgrdf walks so" if profile.walks_paths else "kgrdf walks step by step here"
    return judged("paths of alternatives", count == 201, "unsafe" if profile.walks_paths else "differs", saw, means)


def graph_store(line: Line) -> Finding:
    """How many triples the graph store protocol takes at once."""
    end, place = _GRAPH_STORES.get(line.store.profile.name, ("", ""))
    query = urlsplit(line.store.endpoint.query_url)
    if not place or not query.path.endswith(end):
        return Finding("graph store protocol", "unknown", "not tried: its URL is not known", "kgrdf does not use it")
    url = urlunsplit(query._replace(path=query.path.removesuffix(end), query="")) + place + quote(SCRATCH, safe="")
    taken, refused = _most(lambda triples: line.send("POST", url, triples, type="text/turtle"))
    return judged("graph store protocol", taken, "differs", _taken(taken, refused), "kgrdf does not use it")


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


def _most(send: Callable[[str], Seen]) -> tuple[int, Seen | None]:
    """Return how many triples were taken at once, and what more were answered with; None where no more were tried."""
    taken = 0
    for size in _SIZES:
        since = perf_counter()
        seen = send("".join(f"<{_P}size:{n}> <{_P}p> {n} .\n" for n in range(size)))
        if not seen.ok:
            return taken, seen
        taken = size
        if perf_counter() - since > _PATIENCE:
            break
    return taken, None


def _taken(taken: int, refused: Seen | None) -> str:
    return f"{taken:,} taken, " + ("more not tried" if refused is None else f"not more: {refused.short}")


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
