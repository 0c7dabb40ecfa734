"""Probes that only read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pyoxigraph import Literal

from kgrdf.doctor.finding import Finding, allowed, judged
from kgrdf.doctor.line import NOBODY, SCRATCH, Line, terms

__all__ = ["READING"]

_XSD = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
_NOTHING = "SELECT ?x WHERE { VALUES ?x { 1 } }"
_ELSEWHERE = f"ASK {{ GRAPH ?g {{ ?s ?p ?o }} FILTER(?g != <{SCRATCH}>) }}"
_ROWS = 10_100


def answers(line: Line) -> Finding:
    """It answers at all, in the form that is asked for."""
    seen = line.query(_NOTHING)
    good = seen.ok and "json" in seen.type
    means = "" if good else "check the URL, the profile and how to sign in"
    saw = f"{seen.short}, {seen.type or 'no content type'}, {line.pace(_NOTHING):.1f} ms at best" if seen.ok else seen.short
    return judged("answers queries", good, "unsafe", saw, means)


def default_graph(line: Line) -> Finding:
    """What a pattern outside every GRAPH reads."""
    named, default = line.ask("ASK { GRAPH ?g { ?s ?p ?o } }"), line.ask("ASK { ?s ?p ?o }")
    if not named or default is None:
        return Finding("default graph", "unknown", "no data in a named graph to tell by", "try with --write-probe")
    saw = "holds data: the union of all graphs, or data of its own" if default else "empty beside full named graphs"
    return Finding("default graph", "good", saw, "no query of kgrdf reads it")


def dataset_clause(line: Line) -> Finding:
    """FROM NAMED shuts all other graphs out."""
    found = line.ask(f"ASK FROM NAMED <{SCRATCH}> WHERE {{ GRAPH ?g {{ ?s ?p ?o }} FILTER(?g != <{SCRATCH}>) }}")
    if found is None:
        return Finding("FROM NAMED", "unsafe", "refused", "every query of kgrdf has it")
    if found:
        return Finding("FROM NAMED", "unsafe", "other graphs can be seen through it", "tenants stand on GRAPH alone here")
    if not line.ask(_ELSEWHERE):
        return Finding("FROM NAMED", "unknown", "accepted; no data that it could shut out", "try with --write-probe")
    return Finding("FROM NAMED", "good", "other graphs cannot be seen")


def protocol_dataset(line: Line) -> Finding:
    """The dataset of the protocol is heard."""
    if not line.ask(_ELSEWHERE):
        return Finding("named-graph-uri", "unknown", "no data that it could shut out", "kgrdf sends none")
    seen = line.query(_ELSEWHERE, **{"named-graph-uri": SCRATCH})
    heard = seen.ok and "true" not in seen.text.lower()
    return judged("named-graph-uri", heard, "differs", "heard" if heard else "not heard", "kgrdf sends none")


def exists(line: Line) -> Finding:
    """An EXISTS inside a GRAPH reads that graph."""
    text = (
        f"ASK FROM NAMED <{SCRATCH}> WHERE {{ VALUES ?x {{ 1 }} "
        f"FILTER EXISTS {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o FILTER EXISTS {{ ?s ?p ?o }} }} }} }}"
    )
    found = line.ask(text)
    return judged("EXISTS", found is not None, "unsafe", "refused" if found is None else "understood")


def row_cap(line: Line) -> Finding:
    """An answer has all its rows."""
    digits = " ".join(str(n) for n in range(101))
    text = f"SELECT ?a ?b WHERE {{ VALUES ?a {{ {digits} }} VALUES ?b {{ {digits} }} }} LIMIT {_ROWS}"
    rows = line.rows(text)
    if rows is None:
        cap = line.store.profile.row_cap
        means = f"kgrdf fails loudly at {cap:,}" if cap else ""
        return judged("rows of an answer", cap, "unknown", f"{_ROWS:,} are not to be had", means)
    if len(rows) < _ROWS:
        return Finding("rows of an answer", "unsafe", f"{len(rows):,} of {_ROWS:,}, without a word", "set the profile's cap")
    return Finding("rows of an answer", "good", f"all {_ROWS:,}")


def long_lists(line: Line) -> Finding:
    """A long VALUES is taken."""
    taken = 0
    for size in (500, 3000, 8000):
        items = " ".join(f"<urn:kgrdf-store:probe:{n}>" for n in range(size))
        if not line.query(f"SELECT (COUNT(*) AS ?n) WHERE {{ VALUES ?x {{ {items} }} }}").ok:
            break
        taken = size
    return judged("long VALUES", taken >= 500, "unsafe", f"{taken:,} terms", "kgrdf sends at most 500 at once")


def later_syntax(line: Line) -> Finding:
    """What is not in SPARQL 1.1 is refused."""
    seen = line.query("SELECT ?s WHERE { GRAPH <urn:kgrdf-store:scratch> { << ?s ?p ?o >> ?q ?r } } LIMIT 1")
    return judged(
        "RDF 1.2 syntax",
        not seen.ok,
        "differs",
        f"accepted ({seen.short})" if seen.ok else seen.short,
        "kgrdf's own guard refuses it" if seen.ok else "",
    )


def prefixes(line: Line) -> Finding:
    """Which prefixes need no declaration."""
    known = [
        name for name in ("rdf", "rdfs", "owl", "xsd") if line.query(f"SELECT ?x WHERE {{ VALUES ?x {{ {name}:x }} }}").ok
    ]
    return Finding("prefixes without declaration", "good", ", ".join(known) or "none", "kgrdf declares every one")


def base(line: Line) -> Finding:
    """What a relative IRI is relative to."""
    rows = line.rows("SELECT ?x WHERE { VALUES ?x { <x> } }")
    return Finding("relative IRIs", "good", terms(rows), "kgrdf writes none")


def literals(line: Line) -> Finding:
    """Literals come back as they were sent."""
    rows = line.rows(_XSD + 'SELECT ?x WHERE { VALUES ?x { "a" 1 1.50 true "b"@en-GB "7"^^xsd:long } }')
    return judged("literals in an answer", rows, "unsafe", terms(rows), "kgrdf reads them by value")


def instants(line: Line) -> Finding:
    """How a dateTime comes back."""
    rows = line.rows(_XSD + 'SELECT ?x WHERE { VALUES ?x { "2024-01-01T00:00:00.123456789+02:00"^^xsd:dateTime } }')
    return Finding("xsd:dateTime in an answer", "good", terms(rows), "kgrdf keeps instants as integers")


def large_numbers(line: Line) -> Finding:
    """What becomes of a number of more than 64 bits."""
    seen = line.query("SELECT ?x WHERE { VALUES ?x { 123456789012345678901234567890 } }")
    kept = seen.ok and "123456789012345678901234567890" in seen.text
    return judged("numbers over 64 bits", kept, "differs", "kept" if kept else seen.short, "kgrdf writes none")


def milliseconds(line: Line) -> Finding:
    """An instant in milliseconds is compared exactly."""
    found = line.ask("ASK { VALUES (?a ?b) { (253402300799998 253402300799999) } FILTER(?a < ?b && ?a + 1 = ?b) }")
    return judged("integers of 48 bits", found, "unsafe", "exact" if found else "not exact")


def paths(line: Line) -> Finding:
    """Paths without a bound end."""
    seen = line.query("SELECT ?a WHERE { GRAPH <urn:kgrdf-store:scratch> { ?a <urn:kgrdf-store:p>+ ?b } } LIMIT 1")
    return judged(
        "paths without a fixed start", seen.ok, "differs", "accepted" if seen.ok else seen.short, "kgrdf writes none"
    )


def casts(line: Line) -> Finding:
    """Casts that not every server has."""
    has = [name for name in ("dateTime", "string") if line.query(_XSD + f'SELECT (xsd:{name}("x") AS ?x) WHERE {{ }}').ok]
    return Finding("casts", "good", ", ".join(f"xsd:{name}" for name in has) or "neither", "kgrdf writes none")


def negation(line: Line) -> Finding:
    """OPTIONAL with !BOUND, and NOT EXISTS, in one query."""
    found = line.ask(
        f"ASK FROM NAMED <{SCRATCH}> WHERE {{ VALUES ?x {{ <urn:kgrdf-store:absent> }} "
        f"OPTIONAL {{ GRAPH <{SCRATCH}> {{ ?x <urn:kgrdf-store:p> ?y }} }} FILTER(!BOUND(?y)) "
        f"FILTER NOT EXISTS {{ GRAPH <{SCRATCH}> {{ ?x <urn:kgrdf-store:q> ?z }} }} }}"
    )
    return judged("negation", found, "unsafe", "both forms" if found else "a form is not understood")


def tagged_union(line: Line) -> Finding:
    """A sorted UNION with a LIMIT gives the first rows."""
    rows = line.rows(
        "SELECT ?x WHERE { { VALUES ?x { 3 1 } BIND(2 AS ?tag) } UNION { VALUES ?x { 2 4 } BIND(1 AS ?tag) } } "
        "ORDER BY ?tag ?x LIMIT 3"
    )
    found = [row[0].value for row in rows or () if isinstance(row[0], Literal)]
    return judged("ORDER BY over UNION", found == ["2", "4", "1"], "unsafe", terms(rows))


def forms(line: Line) -> Finding:
    """Each form of query that kgrdf sends may be sent."""
    seen = {
        "SELECT": line.query(_NOTHING),
        "ASK": line.query(f"ASK {{ GRAPH <{SCRATCH}:none> {{ ?s ?p ?o }} }}"),
        "CONSTRUCT": line.post(
            {"query": f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH <{SCRATCH}:none> {{ ?s ?p ?o }} }} LIMIT 1"},
            accept="application/n-triples",
        ),
    }
    return allowed("forms of query", seen)


def service(line: Line) -> Finding:
    """SERVICE is taken; SILENT, so perhaps not carried out. Nobody listens at the address, which is the server's own."""
    seen = line.query(f"SELECT ?x WHERE {{ SERVICE SILENT <{NOBODY}> {{ VALUES ?x {{ 1 }} }} }}")
    saw = "taken: the server may ask any address" if seen.ok else f"refused: {seen.short}"
    return judged("SERVICE", not seen.ok, "differs", saw, "kgrdf's own guard lets none through")


def idle(line: Line) -> Finding:
    """How long the server keeps a connection that nobody uses, by its own words."""
    keeps = line.query(_NOTHING).keeps
    if "timeout" in keeps.lower():
        return Finding("idle connections", "good", keeps, "kgrdf sends a request again if its connection was reset")
    if keeps.lower() == "close":
        return Finding("idle connections", "differs", "closed after each answer", "each request opens one anew")
    means = "finding out takes minutes; kgrdf sends a request again if its connection was reset"
    return Finding("idle connections", "unknown", "not tried: the server does not say how long they live", means)


def long_paths(line: Line) -> Finding:
    """A path may have many steps, and many alternatives."""
    steps = [f"<urn:kgrdf-store:probe:{n}>" for n in range(100)]
    taken = [
        f"{len(steps)} {kind}"
        for kind, mark in (("steps", "/"), ("alternatives", "|"))
        if line.query(f"SELECT ?x WHERE {{ GRAPH <{SCRATCH}> {{ <{SCRATCH}> {mark.join(steps)} ?x }} }} LIMIT 1").ok
    ]
    return judged(
        "long paths", len(taken) == 2, "differs", " and ".join(taken) or "neither is taken", "kgrdf's have five alternatives"
    )


READING: Sequence[Callable[[Line], Finding]] = (
    answers,
    forms,
    default_graph,
    dataset_clause,
    protocol_dataset,
    exists,
    negation,
    tagged_union,
    milliseconds,
    row_cap,
    long_lists,
    literals,
    instants,
    large_numbers,
    later_syntax,
    prefixes,
    base,
    paths,
    long_paths,
    casts,
    service,
    idle,
)
"""In the order in which they are tried."""


def unprobed(*, write: bool) -> Iterator[Finding]:
    """Yield what cannot be found out without leaving something behind; without `write`, also what needs an update."""
    needs = () if write else ("rights to write", "LOAD", "updates without GRAPH", "graph store protocol")
    for what in needs:
        yield Finding(what, "unknown", "not tried: it takes an update", "try with --write-probe")
    yield Finding(
        "inserts without GRAPH",
        "unknown",
        "not tried: they would leave something outside the scratch graph",
        "kgrdf writes none",
    )
