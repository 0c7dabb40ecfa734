"""Finding what the memory holds by its words."""

from __future__ import annotations

from kgrdf.search.find import search_memory
from kgrdf.search.index import SearchIndex

__all__ = ["SearchIndex", "search_memory"]
