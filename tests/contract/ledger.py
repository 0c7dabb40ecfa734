"""A memory on the emulation while things go wrong, and a plain dictionary of what it has acknowledged."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from kgrdf import Graph
from kgrdf.errors import StoreError
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.pace import Pace
from kgrdf.testing import Fault, FrozenClock, NeptuneEmulation

TENANT = "acme"
FAULTS: dict[str, Fault] = {
    "conflict": Fault.conflict(),
    "throttling": Fault.throttling(),
    "too many": Fault.too_many_requests(),
    "memory": Fault.memory_limit(),
    "time": Fault.time_limit(),
    "shutdown": Fault.shutdown(),
    "lost reply": Fault.lost_reply(),
    "reset": Fault.reset_before_headers(),
    "reset early": Fault.reset_before_headers(applied=False),
    "reset late": Fault.reset_after_headers(),
    "broken": Fault.broken_answer(),
    "failover": Fault.swapped_roles(),
}


@dataclass(frozen=True)
class Trouble:
    """What goes wrong during a step."""

    fault: str
    """A name in `FAULTS`, or `expiry` of the credentials."""
    times: int
    on: str
    """`query`, `update`, or either."""
    after: int


@dataclass(frozen=True)
class Step:
    """One thing that is told of one service."""

    verb: str
    """`claim`, `withdraw` or `describe`."""
    key: str
    troubles: tuple[Trouble, ...] = ()


@contextmanager
def signed_in(neptune: NeptuneEmulation) -> Iterator[pytest.MonkeyPatch]:
    """Put the credentials of the emulation where the standard chain of AWS finds them, and no others."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patch.delenv(name)
        for name, value in neptune.environment.items():
            patch.setenv(name, value)
        yield patch


def opened(neptune: NeptuneEmulation, **options: object) -> EndpointStore:
    """Open the emulation as a store whose pauses take no time."""
    pace = Pace(sleep=lambda seconds: None)
    return EndpointStore(neptune.url, profile="neptune", ca_file=neptune.ca_file, pace=pace, **options)  # type: ignore[arg-type]


@dataclass
class Ledger:
    """What has been acknowledged: the current claim of each service, and how many there have been."""

    neptune: NeptuneEmulation
    graph: Graph
    clock: FrozenClock
    current: dict[str, str] = field(default_factory=dict)
    """Claim by service."""
    facts: dict[str, str] = field(default_factory=dict)
    """Id of the current fact by service."""
    told: dict[str, list[str]] = field(default_factory=dict)
    """All claims that were ever made, by service."""
    descriptions: dict[str, str] = field(default_factory=dict)
    given_up: int = 0

    def take(self, number: int, step: Step) -> None:
        """Carry out a step while things go wrong; one that was given up was done whole or not at all."""
        for trouble in step.troubles:
            if trouble.fault == "expiry":
                self.neptune.rotate()
                os.environ.update(self.neptune.environment)
            else:
                self.neptune.faults.script(FAULTS[trouble.fault], times=trouble.times, on=trouble.on, after=trouble.after)
        self.clock.advance(seconds=1)
        text = f"{step.key} {number}"
        try:
            self._tell(step, text)
            done = True
        except StoreError:
            self.given_up += 1
            done = None
        finally:
            self.neptune.faults.clear()
        if done is None:
            done = self._was_done(step, text)
        if done:
            self._acknowledge(step, text)

    def _tell(self, step: Step, text: str) -> None:
        id = self.graph.store_entity(step.key, "Service").id if step.key not in self.told else service(step.key)
        if step.verb == "describe":
            self.graph.store_entity(step.key, "Service", description=text)
        elif step.verb == "claim" and step.key in self.facts:
            self.graph.supersede_fact(self.facts[step.key], text)
        elif step.verb == "claim":
            self.graph.store_fact(text, [id])
        elif step.key in self.facts:
            self.graph.retract_statement(self.facts[step.key])

    def _was_done(self, step: Step, text: str) -> bool:
        if step.verb == "describe":
            return any(entity.description == text for entity in self.graph.services.list(limit=200).items)
        found = self._claims(step.key)
        return text in found if step.verb == "claim" else self.current.get(step.key) not in found

    def _acknowledge(self, step: Step, text: str) -> None:
        if step.verb == "describe":
            self.descriptions[step.key] = text
        elif step.verb == "claim":
            self.told.setdefault(step.key, []).append(text)
            self.current[step.key] = text
            (self.facts[step.key],) = (fact.id for fact in self._facts(step.key))
        else:
            self.current.pop(step.key, None)
            self.facts.pop(step.key, None)

    def _facts(self, key: str) -> Sequence[object]:
        if not self.graph.services.find(key):
            return ()
        return self.graph.get_entity_context(service(key), hops=1).facts

    def _claims(self, key: str) -> list[str]:
        return [fact.claim for fact in self._facts(key)]  # type: ignore[attr-defined]

    def compare(self) -> None:
        """Fail unless the memory holds what was acknowledged, each once, and nothing else."""
        for key in {*self.told, *self.descriptions}:
            assert self._claims(key) == ([self.current[key]] if key in self.current else []), key
            versions = self.graph.get_timeline(service(key), limit=200, known_at=None).versions
            claimed = [version.claim for version in versions]
            assert sorted(str(claim) for claim in claimed) == sorted(self.told.get(key, [])), key
        described = {
            entity.name: entity.description for entity in self.graph.services.list(limit=200).items if entity.description
        }
        assert described == self.descriptions


def service(key: str) -> str:
    return f"entity::Service::{key}"
