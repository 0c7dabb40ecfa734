"""A certificate authority that lives as long as the emulation."""

from __future__ import annotations

import ssl
from pathlib import Path

__all__ = ["HOST", "Certificate"]

HOST = "127.0.0.1"


class Certificate:
    """A certificate for the loopback address, and the file that a client has to trust."""

    def __init__(self, folder: Path) -> None:
        try:
            import trustme
        except ImportError as error:
            raise ImportError("the emulation of Neptune needs trustme: install kgrdf[testing]") from error
        authority = trustme.CA()
        self.ca_file = folder / "ca.pem"
        authority.cert_pem.write_to_path(str(self.ca_file))
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        authority.issue_cert(HOST, "localhost").configure_cert(self.context)
