"""Bringing data in: JSON lines, one memory operation a line, and TriG, a tenant's whole graph."""

from __future__ import annotations

from kgrdf.ingest.apply import import_lines
from kgrdf.ingest.report import Rejection, Report
from kgrdf.ingest.trig import import_trig

__all__ = ["Rejection", "Report", "import_lines", "import_trig"]
