"""What Neptune tells of itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from uuid import uuid4

from kgrdf.doctor.finding import Finding, Verdict, judged
from kgrdf.doctor.line import Line

__all__ = ["read_status"]

_HINTED = (
    "PREFIX hint: <http://aws.amazon.com/neptune/vocab/v01/QueryHints#> "
    "SELECT ?x WHERE { hint:Query hint:queryTimeout 1000 . VALUES ?x { 1 } }"
)


def read_status(line: Line) -> Iterator[Finding]:
    """Yield what `/status` says, and whether query hints are taken."""
    seen = line.send("GET", "/status", accept="application/json")
    try:
        status = json.loads(seen.text)
        limit = status["settings"]["clusterQueryTimeoutInMs"]
    except (ValueError, KeyError, TypeError):
        yield Finding("status", "differs", seen.short, "the documented limit of 120 s on a query is taken to hold")
        return
    told = ", ".join(f"{name} {status[name]}" for name in ("status", "role", "dbEngineVersion") if name in status)
    yield Finding("status", "good", f"{told}, queries end after {limit} ms")
    hinted = line.query(_HINTED)
    verdict: Verdict = "good" if hinted.ok and '"1"' in hinted.text else "unsafe"
    yield Finding("query hints", verdict, hinted.short, "each request of kgrdf has its time limit as a hint")
    # There is no such request, and with `silent` that is no error: only the right to cancel is tried.
    cancelled = line.send(
        "POST", f"{line.store.endpoint.query_url}/status", f"queryId={uuid4()}&cancelQuery=true&silent=true"
    )
    yield judged("cancelling", cancelled.ok, "differs", cancelled.short, "kgrdf cancels what nobody waits for any more")
