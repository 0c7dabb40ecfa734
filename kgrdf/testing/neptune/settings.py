"""How an emulated cluster is set up."""

from __future__ import annotations

from dataclasses import dataclass, field

from kgrdf.testing.neptune.values import Values

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """Documented limits of Neptune, each of which a test may make smaller."""

    region: str = "eu-west-1"
    iam: bool = True
    """Requests have to be signed."""
    query_timeout: int = 120_000
    """Milliseconds; the parameter `neptune_query_timeout`."""
    max_request_bytes: int = 157_286_400
    lock_wait: float = 60.0
    """Seconds that an update waits for a lock."""
    vcpus: int = 2
    queue_limit: int = 8192
    """Requests that may wait for one of the `2 * vcpus` workers."""
    chunk_bytes: int = 8192
    """Of a streamed answer."""
    values: Values = field(default_factory=Values)
