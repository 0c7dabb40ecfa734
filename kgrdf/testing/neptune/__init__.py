"""An emulation of Amazon Neptune's SPARQL endpoint, built to its documentation."""

from __future__ import annotations

from kgrdf.testing.neptune.counters import Counters, Observation
from kgrdf.testing.neptune.emulation import NeptuneEmulation
from kgrdf.testing.neptune.faults import Fault, Faults
from kgrdf.testing.neptune.settings import Settings
from kgrdf.testing.neptune.signature import Credentials
from kgrdf.testing.neptune.values import Values

__all__ = ["Counters", "Credentials", "Fault", "Faults", "NeptuneEmulation", "Observation", "Settings", "Values"]
