"""What the doctor found out about one thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kgrdf.doctor.line import Seen

__all__ = ["Finding", "Verdict", "allowed", "judged"]

Verdict: TypeAlias = Literal["good", "differs", "unsafe", "unknown"]
"""`differs`: not as others, and kgrdf does not depend on it; `unsafe`: kgrdf depends on it, so do not use this server so."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A capability of a server, what was seen, and what it means for kgrdf."""

    capability: str
    verdict: Verdict
    saw: str
    means: str = ""

    def wire(self) -> dict[str, str]:
        """Return it as JSON has it, without empty fields."""
        fields = {"capability": self.capability, "verdict": self.verdict, "saw": self.saw, "means": self.means}
        return {name: value for name, value in fields.items() if value}


def judged(capability: str, good: object, otherwise: Verdict, saw: str, means: str = "") -> Finding:
    """Return a finding that is good, or else what `otherwise` says."""
    return Finding(capability, "good" if good else otherwise, saw, means)


def allowed(capability: str, seen: Mapping[str, Seen]) -> Finding:
    """Return whether all of these forms of request, each of which kgrdf sends, may be sent."""
    denied = any(one.denied for one in seen.values())
    saw = ", ".join(f"{form}: {one.short}" for form, one in seen.items())
    means = "the user or the role needs the right to each" if denied else "kgrdf sends each"
    return judged(capability, all(one.ok for one in seen.values()), "unsafe", saw, means)
