"""The graph in which the doctor writes: what is put there and asked of it, and how it is emptied."""

from __future__ import annotations

from kgrdf.doctor.line import SCRATCH, Line, Seen

__all__ = ["PROBE", "clean", "count", "has", "move", "put"]

PROBE = "urn:kgrdf-store:probe:"
_ANYTHING = f"ASK {{ GRAPH <{SCRATCH}> {{ ?s ?p ?o }} }}"
_CHUNK = 1000


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


def put(line: Line, subject: str, predicate: str, value: str) -> Seen:
    """Insert one triple, of the names of two nodes and a value as SPARQL writes it."""
    return line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{PROBE}{subject}> <{PROBE}{predicate}> {value} }} }}")


def has(subject: str, predicate: str, value: str) -> str:
    """Return the query that asks for one triple."""
    return f"ASK {{ GRAPH <{SCRATCH}> {{ <{PROBE}{subject}> <{PROBE}{predicate}> {value} }} }}"


def move(subject: str, predicate: str, old: int, new: int, winner: str | None = None) -> str:
    """Return the update that replaces a number by another only while it stands there, and says who did it."""
    won = "" if winner is None else f' . <{PROBE}{subject}> <{PROBE}won> "{winner}"'
    return (
        f"DELETE {{ GRAPH <{SCRATCH}> {{ <{PROBE}{subject}> <{PROBE}{predicate}> {old} }} }} "
        f"INSERT {{ GRAPH <{SCRATCH}> {{ <{PROBE}{subject}> <{PROBE}{predicate}> {new}{won} }} }} "
        f"WHERE {{ GRAPH <{SCRATCH}> {{ <{PROBE}{subject}> <{PROBE}{predicate}> {old} }} }}"
    )


def count(line: Line, subject: str, predicate: str) -> int | None:
    """Count the values of a property."""
    return line.number(
        f"SELECT (COUNT(?x) AS ?n) WHERE {{ GRAPH <{SCRATCH}> {{ <{PROBE}{subject}> <{PROBE}{predicate}> ?x }} }}"
    )
