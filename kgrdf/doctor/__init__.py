"""What a live endpoint can do, found out by trying."""

from __future__ import annotations

from collections.abc import Iterator

from kgrdf.doctor.finding import Finding, Verdict
from kgrdf.doctor.line import SCRATCH, Line
from kgrdf.doctor.reading import READING, unprobed
from kgrdf.doctor.scratch import clean
from kgrdf.doctor.status import read_status
from kgrdf.doctor.writing import WRITING
from kgrdf.store.endpoint import EndpointStore

__all__ = ["Finding", "Verdict", "examine"]

_BETTER = {"default_graph", "dataset_clause", "protocol_dataset"}
"""Probes that a write probe of the same name in the report does better."""


def examine(store: EndpointStore, *, write: bool = False) -> Iterator[Finding]:
    """Yield what is found out about an endpoint, one capability at a time.

    Nothing is changed, unless `write` is given: then a graph of the doctor's own, `urn:kgrdf-store:scratch`, is written to
    and emptied at the end, whatever happens. Tenants' graphs are neither read nor written by name.
    """
    line = Line(store)
    first, *rest = READING
    yield (found := first(line))
    if found.verdict == "unsafe":
        return
    if store.profile.hints:
        yield from read_status(line)
    told = {probe.__name__: probe(line) for probe in rest}
    if not write:
        yield from told.values()
        yield from unprobed(write=False)
        return
    yield from (finding for name, finding in told.items() if name not in _BETTER)
    try:
        if not clean(line):
            yield Finding("scratch graph", "unsafe", f"{SCRATCH} cannot be emptied", "nothing else was written")
            return
        for probe in WRITING:
            yield (found := probe(line))
            if probe is WRITING[0] and found.verdict == "unsafe":
                return
    finally:
        emptied = clean(line)
    yield Finding("scratch graph", "good" if emptied else "unsafe", "empty again" if emptied else f"{SCRATCH} is not empty")
    yield from unprobed(write=True)
