"""A client that signs with botocore, which the emulation does not use."""

from __future__ import annotations

import json
import ssl
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import urllib3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as Signer

from kgrdf.testing import Credentials, NeptuneEmulation

FORM = "application/x-www-form-urlencoded"
JSON = "application/sparql-results+json"


@dataclass(frozen=True)
class Answer:
    status: int
    media: str
    headers: dict[str, str]
    text: str

    @property
    def code(self) -> str:
        return str(json.loads(self.text)["code"])

    @property
    def detail(self) -> str:
        return str(json.loads(self.text)["detailedMessage"])

    @property
    def rows(self) -> list[dict[str, str]]:
        bindings = json.loads(self.text)["results"]["bindings"]
        return [{name: value["value"] for name, value in row.items()} for row in bindings]


class Client:
    def __init__(self, neptune: NeptuneEmulation, credentials: Credentials | None = None) -> None:
        self.neptune = neptune
        self.credentials = credentials or neptune.credentials
        self.pool = urllib3.PoolManager(ssl_context=ssl.create_default_context(cafile=str(neptune.ca_file)))

    def signed(self, method: str, url: str, body: bytes, **headers: str) -> dict[str, str]:
        """Return the headers to send, the signature among them."""
        request = AWSRequest(method, url, headers={"Host": urlsplit(url).netloc, **headers}, data=body)
        signer = Signer(self.credentials.access_key, self.credentials.secret_key, self.credentials.token)
        SigV4Auth(signer, "neptune-db", self.neptune.region).add_auth(request)
        return dict(request.headers.items())

    def send(
        self, method: str, url: str, body: bytes = b"", media: str = FORM, accept: str = JSON, **headers: str
    ) -> Answer:
        given = {"Content-Type": media, "Accept": accept, **headers}
        sent = self.signed(method, url, body, **given) if self.neptune.settings.iam else given
        return self.raw(method, url, body, sent)

    def raw(self, method: str, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        response = self.pool.request(method, url, body=body, headers=headers, retries=False)
        received = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, received.get("content-type", ""), received, response.data.decode())

    def query(self, text: str, *, reader: bool = False, accept: str = JSON, **fields: Any) -> Answer:
        url = self.neptune.reader_url if reader else self.neptune.url
        return self.send("POST", url, urlencode({"query": text, **fields}, doseq=True).encode(), accept=accept)

    def update(self, text: str, *, reader: bool = False, **fields: Any) -> Answer:
        url = self.neptune.reader_url if reader else self.neptune.url
        return self.send("POST", url, urlencode({"update": text, **fields}, doseq=True).encode())

    def path(self, path: str) -> str:
        """Return the URL of another path on the writer."""
        return self.neptune.url.removesuffix("/sparql") + path
