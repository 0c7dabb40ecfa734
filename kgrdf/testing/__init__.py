"""What tests of kgrdf and of applications that use it need: a clock, a query of its own, an emulation of Neptune."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgrdf.testing.clock import FrozenClock
from kgrdf.testing.queries import compiled

if TYPE_CHECKING:
    from kgrdf.testing.neptune import Credentials, Fault, NeptuneEmulation

__all__ = ["Credentials", "Fault", "FrozenClock", "NeptuneEmulation", "compiled"]


def __getattr__(name: str) -> Any:
    # A test that needs only the clock loads no server.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kgrdf.testing import neptune

    return getattr(neptune, name)
