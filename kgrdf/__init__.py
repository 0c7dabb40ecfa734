"""Long-term memory for AI agents: a typed, temporal, multi-tenant RDF knowledge graph.

>>> from kgrdf import Graph, open_store
>>> with open_store("memory:") as store:
...     graph = Graph(store, "acme")
...     graph.store_entity("checkout", "Service").id
'entity::Service::checkout'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kgrdf.errors import (
    CallerError,
    ConflictError,
    CorruptGraphError,
    InvalidValueError,
    KgrdfError,
    NotFoundError,
    StoreError,
    StoreLockedError,
)

if TYPE_CHECKING:
    from kgrdf.generated import Graph
    from kgrdf.graph import BaseGraph
    from kgrdf.store import open_store
    from kgrdf.tenancy import Tenant

__all__ = [
    "BaseGraph",
    "CallerError",
    "ConflictError",
    "CorruptGraphError",
    "Graph",
    "InvalidValueError",
    "KgrdfError",
    "NotFoundError",
    "StoreError",
    "StoreLockedError",
    "Tenant",
    "open_store",
]

# Loaded when first asked for: they bring the store engine and the models with them.
_LAZY = {
    "BaseGraph": "kgrdf.graph",
    "Graph": "kgrdf.generated",
    "Tenant": "kgrdf.tenancy",
    "open_store": "kgrdf.store",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
