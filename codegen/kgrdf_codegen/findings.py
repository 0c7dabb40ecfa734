"""What the builder finds on its way: problems for the author, and losses for the record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rdflib import URIRef
from rdflib.term import Node

from kgrdf_codegen.allocation import Clash
from kgrdf_codegen.ir import Loss
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import Reading
from kgrdf_codegen.text import OntText

__all__ = ["Findings", "place_loss"]


@dataclass
class Findings:
    """Collects; every problem is placed at the term that it is about."""

    reading: Reading
    _problems: set[Problem] = field(default_factory=set)
    _losses: set[Loss] = field(default_factory=set)
    _clashes: set[tuple[str, ...]] = field(default_factory=set)

    def refuse(self, iri: str, code: str, message: str) -> None:
        """Note what must be changed before anything is generated."""
        self._problems.add(self.reading.problem(URIRef(iri), code, message))

    def warn(self, iri: str, code: str, message: str) -> None:
        """Note what was understood in one way and may have been meant in another."""
        self._problems.add(replace(self.reading.problem(URIRef(iri), code, message), level="warning"))

    def lose(self, iri: str, code: str, message: str) -> None:
        """Note what the ontology says and the output does not."""
        self._losses.add(place_loss(self.reading, code, iri, message, URIRef(iri)))

    def clash(self, clashes: Iterable[Clash], what: str, remedy: str = "a kgc:pyName") -> None:
        """Refuse terms whose names fell together; keys of inverse paths start with `^`.

        Terms that fell together before, under another name, are not told again: one remedy helps with both.
        """
        for clash in clashes:
            if clash.iris in self._clashes:
                continue
            self._clashes.add(clash.iris)
            iris = [key.removeprefix("^") for key in clash.iris]
            message = f"{what} {self.show(iris, ' and ')} would all be called {clash.name!r}"
            if len(iris) == 1:
                message = f"{self.show(iris)} cannot be called {clash.name!r}: the name is taken"
            which = "it" if len(iris) == 1 else "one of them"
            self.refuse(self.reading.blamed(iris), "B006", f"{message}; give {which} {remedy}")

    def show(self, iris: Iterable[str], between: str = ", ") -> str:
        """Return IRIs in the short form of the files."""
        return between.join(self.reading.short(iri) for iri in iris)

    def problems(self) -> tuple[Problem, ...]:
        """Return all problems in the order of place."""
        return tuple(sorted(self._problems))

    def losses(self) -> tuple[Loss, ...]:
        """Return all losses, sorted."""
        return tuple(sorted(self._losses))


def place_loss(reading: Reading, code: str, iri: str, message: str, at: Node) -> Loss:
    """Return a loss with the place at which a term is first written."""
    place = reading.place(at)
    return Loss(code, iri, OntText(message), place.source, place.line)
