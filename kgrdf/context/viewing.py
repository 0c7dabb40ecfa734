"""Whether a statement is seen from a viewpoint: the one rule of the two clocks, on plain numbers."""

from __future__ import annotations

from kgrdf.temporal import Viewpoint

__all__ = ["is_visible", "shown_end"]


def is_visible(
    view: Viewpoint, start: int, end: int | None, recorded: int = 0, learned: int | None = None, retracted: int | None = None
) -> bool:
    """Say whether a statement holds at `view.valid` as known at `view.known`.

    Intervals are half-open. `learned` is when its end was recorded; an end that is learned later than `view.known` does not
    count, nor does a retraction.
    """
    return (
        start <= view.valid
        and recorded <= view.known
        and (retracted is None or view.known < retracted)
        and (end is None or view.valid < end or (learned is not None and view.known < learned))
    )


def shown_end(view: Viewpoint, end: int | None, learned: int | None) -> int | None:
    """Return the end of a statement if it was known by then."""
    return end if end is not None and (learned is None or learned <= view.known) else None
