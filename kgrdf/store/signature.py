"""AWS Signature Version 4 for Neptune (`neptune-db`), by botocore."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from kgrdf.errors import InvalidValueError, StoreAccessError
from kgrdf.store.profiles import is_neptune_host
from kgrdf.store.wire import Call

if TYPE_CHECKING:
    from botocore.session import Session

__all__ = ["Signature"]

_SERVICE = "neptune-db"


class Signature:
    """Signs each request as it stands, with the credentials of AWS's standard chain.

    The chain is that of every AWS tool: variables, shared files, web identity, container and instance roles. Its
    short-lived credentials are renewed by botocore itself; others are kept until `renew`.
    Raises `InvalidValueError` where botocore is not installed or no region can be told.
    """

    def __init__(self, url: str, region: str | None) -> None:
        try:
            import botocore.auth
            import botocore.awsrequest
        except ImportError as error:
            raise InvalidValueError(
                "auth: sigv4 needs botocore, which is not installed", hint="pip install 'kgrdf[aws]'"
            ) from error
        self._botocore = botocore
        self._guard = threading.Lock()
        self._session: Session | None = None
        self._region = region or _region_of(url) or self._opened().get_config_variable("region")
        if not self._region:
            raise InvalidValueError("region: the host's name does not tell the AWS region", hint="give --region")

    def headers(self, call: Call) -> Mapping[str, str]:
        """Return the signature of this request, the date and the session's token."""
        found = self._opened().get_credentials()
        if found is None:
            raise StoreAccessError(
                "auth: no AWS credentials were found",
                hint="configure them as for the aws command, or give --auth none for a cluster without IAM authentication",
            )
        request = self._botocore.awsrequest.AWSRequest(
            method=call.method, url=call.url, data=call.body, headers=dict(call.headers)
        )
        signer = self._botocore.auth.SigV4Auth(found.get_frozen_credentials(), _SERVICE, self._region)
        signer.add_auth(request)
        return {name: value for name, value in request.headers.items() if name not in call.headers}

    def challenged(self, call: Call, challenges: str) -> bool:
        """Say no: a request is signed before it is sent."""
        return False

    def renew(self) -> None:
        """Go through the chain again at the next request."""
        with self._guard:
            self._session = None

    def _opened(self) -> Session:
        from botocore.session import Session

        with self._guard:
            if self._session is None:
                self._session = Session()
            return self._session


def _region_of(url: str) -> str | None:
    host = urlsplit(url).hostname or ""
    return host.partition(".neptune.")[0].rpartition(".")[2] if is_neptune_host(host) else None
