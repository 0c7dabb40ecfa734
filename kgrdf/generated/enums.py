"""The closed sets of values that the ontology lists, as types.

Generated from core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = [
    "ContradictionResolution",
]

ContradictionResolution: TypeAlias = Literal["keep", "both", "neither"]
"""How it was decided: keep one (the other is retracted), both, or neither."""
