"""Probes of what may be sent as an update, and of what it then reaches."""

from __future__ import annotations

from kgrdf.doctor.finding import Finding, allowed, judged
from kgrdf.doctor.line import NOBODY, SCRATCH, Line
from kgrdf.doctor.scratch import PROBE, has, move, put

__all__ = ["load", "rights", "update_as_query", "without_graph"]


def rights(line: Line) -> Finding:
    """Each form of update that kgrdf sends may be sent."""
    triple, pattern = f"<{PROBE}right> <{PROBE}p> 1", f"<{PROBE}right> <{PROBE}p> ?x"
    seen = {
        "INSERT DATA": line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {triple} }} }}"),
        "INSERT WHERE": line.update(
            f"INSERT {{ GRAPH <{SCRATCH}> {{ <{PROBE}right> <{PROBE}q> ?x }} }} "
            f"WHERE {{ GRAPH <{SCRATCH}> {{ {pattern} }} }}"
        ),
        "DELETE/INSERT WHERE": line.update(move("right", "p", 1, 2)),
        "DELETE WHERE": line.update(
            f"DELETE {{ GRAPH <{SCRATCH}> {{ {pattern} }} }} WHERE {{ GRAPH <{SCRATCH}> {{ {pattern} }} }}"
        ),
    }
    return allowed("rights to write", seen)


def update_as_query(line: Line) -> Finding:
    """An update that is sent as a query."""
    seen = line.query(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ <{PROBE}as-query> <{PROBE}p> 1 }} }}")
    done = line.ask(has("as-query", "p", "1"))
    saw = "carried out" if done else seen.short
    return judged("updates sent as queries", done is False, "differs", saw, "kgrdf's own guard lets none through")


def without_graph(line: Line) -> Finding:
    """What a deletion reaches that names no graph: what it names is the doctor's own, wherever it lies."""
    put(line, "nowhere", "p", "1")
    seen = line.update(f"DELETE DATA {{ <{PROBE}nowhere> <{PROBE}p> 1 }}")
    stays = line.ask(has("nowhere", "p", "1"))
    saw = "a deletion leaves named graphs alone" if stays else "a deletion reaches into named graphs"
    good = seen.ok and stays
    return judged("updates without GRAPH", good, "differs", saw if seen.ok else seen.short, "kgrdf writes none")


def load(line: Line) -> Finding:
    """LOAD is taken, if not carried out: it is SILENT, from an address where nobody listens, into the scratch graph."""
    seen = line.update(f"LOAD SILENT <{NOBODY}> INTO GRAPH <{SCRATCH}>")
    saw = "taken: the server may fetch from any address" if seen.ok else f"refused: {seen.short}"
    return judged("LOAD", not seen.ok, "differs", saw, "kgrdf's own guard lets none through")
