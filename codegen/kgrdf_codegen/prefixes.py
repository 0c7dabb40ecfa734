"""The word that stands for a namespace in a name."""

from __future__ import annotations

from collections.abc import Mapping

from kgrdf_codegen.naming import local_name, split_iri

__all__ = ["Prefixes"]


class Prefixes:
    """The prefixes that the files bind; a namespace without one is called by the last word of its IRI."""

    def __init__(self, bound: Mapping[str, str]) -> None:
        self._by_space: dict[str, str] = {}
        for prefix, space in sorted(bound.items(), key=lambda item: (len(item[0]), item[0])):
            if prefix:
                self._by_space.setdefault(space, prefix)

    def of(self, iri: str) -> str:
        """Return the prefix of the namespace that an IRI is in.

        >>> Prefixes({"foaf": "http://xmlns.com/foaf/0.1/"}).of("http://xmlns.com/foaf/0.1/name")
        'foaf'
        """
        space = split_iri(iri)[0]
        return self._by_space.get(space) or local_name(space) or "ns"
