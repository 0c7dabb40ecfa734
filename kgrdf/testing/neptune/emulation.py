"""The emulation as a test uses it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from kgrdf.testing.neptune.certificate import Certificate
from kgrdf.testing.neptune.cluster import Cluster
from kgrdf.testing.neptune.counters import Counters
from kgrdf.testing.neptune.dataset import Dataset
from kgrdf.testing.neptune.faults import Faults
from kgrdf.testing.neptune.protocol import Protocol
from kgrdf.testing.neptune.server import Listener
from kgrdf.testing.neptune.settings import Settings
from kgrdf.testing.neptune.signature import Credentials, Verifier

__all__ = ["NeptuneEmulation"]


class NeptuneEmulation:
    """A cluster of two instances on the loopback address that behaves as Neptune's documentation says.

    It holds its data in memory and is gone when the `with` block ends. Settings are those of `Settings`, by name.

    >>> with NeptuneEmulation(iam=False) as neptune:
    ...     neptune.url.startswith("https://127.0.0.1:"), neptune.counters.requests
    (True, 0)
    """

    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.cluster = Cluster(self.settings.values, self.settings.lock_wait)
        self.credentials = Credentials.fresh()
        """Of a role that may do everything."""
        self.read_only_credentials = Credentials.fresh(read_only=True)
        self._verifier = Verifier(self.settings.region)
        self._verifier.know(self.credentials)
        self._verifier.know(self.read_only_credentials)
        self._protocol = Protocol(self.settings, self.cluster, self._verifier)

    def __enter__(self) -> NeptuneEmulation:
        self._folder = tempfile.TemporaryDirectory(prefix="neptune-")
        certificate = Certificate(Path(self._folder.name))
        self.ca_file: Path = certificate.ca_file
        """What a client has to trust."""
        self._writer = Listener(self._protocol, certificate.context, lambda: self.cluster.writer)
        self._reader = Listener(self._protocol, certificate.context, lambda: self.cluster.reader)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._writer.stop()
        self._reader.stop()
        self._folder.cleanup()

    @property
    def url(self) -> str:
        """The SPARQL endpoint of the writer. A connection stays with its instance when the roles are swapped."""
        return f"{self._writer.url}/sparql"

    @property
    def reader_url(self) -> str:
        """The SPARQL endpoint of the reader."""
        return f"{self._reader.url}/sparql"

    @property
    def region(self) -> str:
        """What signatures have to name."""
        return self.settings.region

    @property
    def environment(self) -> dict[str, str]:
        """What the standard chain of AWS clients reads credentials from."""
        return {
            "AWS_ACCESS_KEY_ID": self.credentials.access_key,
            "AWS_SECRET_ACCESS_KEY": self.credentials.secret_key,
            "AWS_SESSION_TOKEN": self.credentials.token,
            "AWS_REGION": self.region,
            "AWS_DEFAULT_REGION": self.region,
        }

    @property
    def counters(self) -> Counters:
        """What was asked so far."""
        return self._protocol.counters

    @property
    def faults(self) -> Faults:
        """What will go wrong."""
        return self._protocol.faults

    @property
    def signatures(self) -> set[str]:
        """Every good signature, once."""
        return self._verifier.signatures

    @property
    def dataset(self) -> Dataset:
        """The writer's data, past all protocol."""
        return self.cluster.writer.dataset

    def rotate(self) -> Credentials:
        """Let the full credentials expire, and return (and show) new ones."""
        self._verifier.expire(self.credentials)
        self.credentials = Credentials.fresh()
        self._verifier.know(self.credentials)
        return self.credentials

    def fail_over(self) -> None:
        """Swap the roles of the two instances."""
        self.cluster.fail_over()

    def check(self, *tenants: str) -> None:
        """Raise `AssertionError` if a request so far broke the rules between tenants; see `Counters.check`."""
        self.counters.check(*tenants)
