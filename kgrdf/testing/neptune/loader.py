"""The bulk loader, as far as a client sees it: jobs that are accepted, and then done. Nothing is loaded."""

from __future__ import annotations

import json
import uuid

from kgrdf.testing.neptune.exchange import Call
from kgrdf.testing.neptune.refusals import Refusal

__all__ = ["Loader"]

_NEEDED = ("source", "format", "iamRoleArn", "region")
_STATES = ("LOAD_NOT_STARTED", "LOAD_IN_PROGRESS", "LOAD_COMPLETED")


class Loader:
    """The path `/loader`."""

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}

    def answer(self, call: Call) -> bytes:
        """Start a job, or say how far one is: each look finds it a step further."""
        if call.method == "POST":
            payload: object = {"loadId": self._start(call.body)}
        elif load := call.path.removeprefix("/loader").strip("/"):
            payload = {"overallStatus": {"fullUri": "", "status": self._look(load), "totalRecords": 0}}
        else:
            payload = {"loadIds": list(self._asked)}
        return json.dumps({"status": "200 OK", "payload": payload}).encode()

    def _start(self, body: bytes) -> str:
        try:
            given = json.loads(body)
        except ValueError:
            raise Refusal("BadRequestException", "Bad request: the body is no JSON") from None
        for name in _NEEDED:
            if not given.get(name):
                raise Refusal("MissingParameterException", f"Missing parameter: {name}")
        load = str(uuid.uuid4())
        self._asked[load] = 0
        return load

    def _look(self, load: str) -> str:
        if load not in self._asked:
            raise Refusal("InvalidParameterException", f"Invalid parameter: no load {load}")
        self._asked[load] += 1
        return _STATES[min(self._asked[load], len(_STATES)) - 1]
