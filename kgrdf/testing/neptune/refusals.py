"""What Neptune answers when it does not do what was asked: a code, a status, a text."""

from __future__ import annotations

import json

__all__ = ["STATUS", "Refusal"]

STATUS = {
    "AccessDeniedException": 403,
    "BadRequestException": 400,
    "CancelledByMaintenanceException": 500,
    "CancelledByUserException": 500,
    "ClientTimeoutException": 408,
    "ConcurrentModificationException": 500,
    "ConstraintViolationException": 400,
    "FailureByQueryException": 500,
    "InternalFailureException": 500,
    "InvalidNumericDataException": 400,
    "InvalidParameterException": 400,
    "LoadUrlAccessDeniedException": 400,
    "MalformedQueryException": 400,
    "MemoryLimitExceededException": 500,
    "MethodNotAllowedException": 405,
    "MissingParameterException": 400,
    "ParsingException": 400,
    "QueryLimitException": 400,
    "QueryLimitExceededException": 500,
    "QueryTooLargeException": 400,
    "ReadOnlyViolationException": 400,
    "S3Exception": 400,
    "ServerShutdownException": 500,
    "ThrottlingException": 500,
    "TimeLimitExceededException": 500,
    "TooManyRequestsException": 429,
    "UnsupportedOperationException": 400,
}
"""The HTTP status of each code. It is not the class of the error: most of those worth a retry are 500."""


class Refusal(Exception):  # noqa: N818 - Neptune's own names end in Exception; this one carries them
    """A request that is answered with an error."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = STATUS[code]

    def body(self, request_id: str) -> bytes:
        """Return the JSON that the client gets."""
        fields = {"detailedMessage": self.detail, "code": self.code, "requestId": request_id}
        return json.dumps(fields).encode()
