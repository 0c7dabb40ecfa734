"""A tenant: one validated id and the names of everything that belongs to it.

Two walls stand between tenants: each has graphs of its own, and each subject IRI carries the tenant as well.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, unquote

from pyoxigraph import NamedNode

from kgrdf.errors import CorruptGraphError, InvalidValueError, shown

__all__ = ["Tenant"]

_FORM = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_GRAPH = re.compile(rf"urn:kgrdf:({_FORM.pattern}):graph:(?:current|history)")
# The colon stays readable: a kind is always followed by two of them, and graph names hold only single ones, so no id can
# spell a graph's IRI.
_SAFE = ":~._-"
_PLAIN = re.compile(r"[A-Za-z0-9:~._-]*")


@dataclass(frozen=True)
class Tenant:
    """A tenant's id, checked once when it is made.

    Raises `InvalidValueError` unless the id matches `[a-z0-9][a-z0-9._-]{0,63}`.

    >>> Tenant("acme").iri("entity::Service::café").value
    'urn:kgrdf:acme:entity::Service::caf%C3%A9'
    """

    id: str

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not _FORM.fullmatch(self.id):
            raise InvalidValueError(
                f"tenant: {shown(self.id)} is not a tenant id",
                hint="1 to 64 of a-z, 0-9, '.', '_' and '-', starting with a letter or a digit",
            )

    @classmethod
    def fresh(cls) -> Tenant:
        """Return a new tenant with a random UUID for an id. Nothing is stored: a tenant's first write makes its graphs."""
        return cls(str(uuid.uuid4()))

    @classmethod
    def of_graph(cls, name: str) -> Tenant | None:
        """Return whose graph this is, or None if it is no tenant's.

        >>> Tenant.of_graph("urn:kgrdf:acme:graph:history")
        Tenant(id='acme')
        """
        found = _GRAPH.fullmatch(name)
        return None if found is None else cls(found[1])

    @cached_property
    def prefix(self) -> str:
        """What every IRI of the tenant starts with."""
        return f"urn:kgrdf:{self.id}:"

    @cached_property
    def current(self) -> NamedNode:
        """The graph of what is believed and has not ended, and of everything that is not versioned."""
        return NamedNode(f"{self.prefix}graph:current")

    @cached_property
    def history(self) -> NamedNode:
        """The graph of retracted and ended statements, and of what replaced what."""
        return NamedNode(f"{self.prefix}graph:history")

    @cached_property
    def state(self) -> NamedNode:
        """The node that carries the tenant's clock and revision."""
        return NamedNode(f"{self.prefix}state")

    def iri(self, public_id: str) -> NamedNode:
        """Return the IRI of a public id; different ids have different IRIs."""
        # Most ids are hashes, and need no encoding.
        encoded = public_id if _PLAIN.fullmatch(public_id) else quote(public_id, safe=_SAFE)
        return NamedNode(self.prefix + encoded)

    def public_id(self, iri: str | NamedNode) -> str:
        """Return the public id that `iri` stands for.

        Raises `CorruptGraphError` if the IRI is not this tenant's.
        """
        text = iri if isinstance(iri, str) else iri.value
        if not text.startswith(self.prefix):
            raise CorruptGraphError(f"the IRI {text} lies outside tenant {self.id}")
        return unquote(text[len(self.prefix) :], errors="strict")
