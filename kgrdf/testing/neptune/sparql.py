"""Running a query or an update by Neptune's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import pyoxigraph

from kgrdf.testing.neptune.cluster import Cluster, Instance
from kgrdf.testing.neptune.counters import Observation
from kgrdf.testing.neptune.dataset import Change
from kgrdf.testing.neptune.exchange import Call
from kgrdf.testing.neptune.faults import Fault
from kgrdf.testing.neptune.formats import written
from kgrdf.testing.neptune.hints import without_hints
from kgrdf.testing.neptune.numbers import with_engines_numbers, without_stand_ins
from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.running import Running
from kgrdf.testing.neptune.settings import Settings
from kgrdf.testing.neptune.text import BASE, PREFIXES, Text, read_text

__all__ = ["Sparql"]

_XSD = PREFIXES["xsd"]


class Sparql:
    """The path `/sparql`."""

    def __init__(self, settings: Settings, cluster: Cluster, running: Running) -> None:
        self._settings, self._cluster, self._running = settings, cluster, running

    def run(self, call: Call, instance: Instance, observation: Observation, fault: Fault | None) -> tuple[str, bytes]:
        """Return the media type and the body of the answer. Raises `Refusal`."""
        kind, sent, fields = call.sparql()
        observation.text = sent
        if "\0" in sent:
            raise Refusal("BadRequestException", "Bad request: NUL is not allowed")
        text, hints = without_hints(read_text(sent))
        observation.describe(text)
        if text.services:
            raise Refusal("UnsupportedOperationException", "SERVICE is not carried out by the emulation")
        if text.loads:
            raise Refusal("LoadUrlAccessDeniedException", "LOAD and UNLOAD are not carried out by the emulation")
        if text.is_update != (kind == "update"):
            raise Refusal("MalformedQueryException", f"Malformed query: sent as {kind}")
        self._check_numbers(text)
        if (given := with_engines_numbers(text)) != text.text:
            text = read_text(given)
        timeout = hints.timeout(self._settings.query_timeout)
        dataset = (
            ("default-graph-uri", "named-graph-uri") if kind == "query" else ("using-graph-uri", "using-named-graph-uri")
        )
        default, named = (fields.get(name, []) for name in dataset)
        with self._running.job(sent, hints.value("queryId"), timeout, call.arrived) as job:
            if fault is not None and fault.works:
                job.work(fault.works)
            if kind == "query":
                accept, proceed = call.headers.get("accept", ""), partial(job.work, 0.0)
                return job.run(partial(self._query, instance, text, default, named, accept, proceed))
            hold = partial(job.work, fault.holds) if fault is not None and fault.holds else None
            change = job.run(partial(self._update, instance, text, default, named, hold, job.settle))
            observation.graphs |= {quad.graph_name.value for quad in change.quads}  # type: ignore[union-attr]
            return "application/json; charset=UTF-8", b"{}"

    def _query(
        self,
        instance: Instance,
        text: Text,
        default: list[str],
        named: list[str],
        accept: str,
        proceed: Callable[[], None],
    ) -> tuple[str, bytes]:
        self._cluster.follow(instance)
        if not default and not named:
            (operation,) = text.operations
            default, named = operation.default, operation.named
        with _malformed():
            media, body = written(instance.dataset.query(text.text, default, named, proceed), accept)
        return f"{media}; charset=UTF-8", without_stand_ins(body)

    def _update(
        self,
        instance: Instance,
        text: Text,
        default: list[str],
        named: list[str],
        hold: Callable[[], None] | None,
        settle: Callable[[], None],
    ) -> Change:
        with _malformed():
            _check_syntax(text.text)
            return self._cluster.update(instance, text, default, named, hold, settle)

    def _check_numbers(self, text: Text) -> None:
        for pattern in text.patterns:
            for token in pattern.tokens:
                if token.kind == "number" and token.text.isdecimal():
                    self._settings.values.check_number(token.text, _XSD + "integer")


@contextmanager
def _malformed() -> Iterator[None]:
    try:
        yield
    except (SyntaxError, ValueError) as error:
        raise Refusal("MalformedQueryException", f"Malformed query: {error}") from None


def _check_syntax(update: str) -> None:
    """Raise `SyntaxError` where the engine finds one; what else it says of an empty store does not count."""
    with suppress(RuntimeError, OSError):
        pyoxigraph.Store().update(update, base_iri=BASE, prefixes=PREFIXES)
