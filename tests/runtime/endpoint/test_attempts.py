"""What is repeated, how often, with which pauses, and what never is."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.errors import KgrdfError, QueryRejectedError, StoreError, StoreUnavailableError, WriteConflictError
from kgrdf.query import Request
from kgrdf.store.attempts import Attempts
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.failures import Failure, Remedy
from kgrdf.store.pace import Pace
from tests.runtime.endpoint.scripted import ROWS, Answer, Scripted, Time, neptune_error

Opened = Callable[..., EndpointStore]
QUERY = Request("SELECT ?x WHERE { }", "some_query")
UPDATE = Request("INSERT DATA { }", "some_update")


# The longest pauses, with the chance always 1; the last attempt is followed by none.
@pytest.mark.parametrize(
    ("status", "code", "pauses"),
    [
        (500, "ConcurrentModificationException", [0.1, 0.2, 0.4, 0.8, 1.6, 3.0, 3.0]),
        (500, "ThrottlingException", [0.5, 1.0, 2.0, 4.0, 8.0]),
        (429, "TooManyRequestsException", [0.5, 1.0, 2.0, 4.0, 8.0]),
        (500, "QueryLimitExceededException", [0.5, 1.0, 2.0, 4.0, 8.0]),
        (500, "MemoryLimitExceededException", [5.0]),
        (500, "TimeLimitExceededException", [1.0]),
        (408, "ClientTimeoutException", [0.2, 0.4, 0.8]),
        (500, "ServerShutdownException", [0.2, 0.4, 0.8]),
        (500, "InternalFailureException", [0.2, 0.4, 0.8]),
        (500, "CancelledByMaintenanceException", [0.2, 0.4, 0.8]),
        (400, "ConstraintViolationException", [0.2, 0.4, 0.8]),
        (400, "ReadOnlyViolationException", [0.1]),
        (400, "MalformedQueryException", []),
        (400, "BadRequestException", []),
        (400, "QueryTooLargeException", []),
        (400, "QueryLimitException", []),
        (400, "InvalidParameterException", []),
        (400, "InvalidNumericDataException", []),
        (400, "UnsupportedOperationException", []),
        (403, "AccessDeniedException", []),
        (405, "MethodNotAllowedException", []),
        (500, "CancelledByUserException", []),
        (500, "SomethingNewException", []),
    ],
)
@pytest.mark.parametrize("form", ["select", "update"])
def test_the_code_says_what_is_repeated_and_not_the_status(
    server: Scripted, opened: Opened, time: Time, status: int, code: str, pauses: list[float], form: str
) -> None:
    server.answers(neptune_error(status, code))
    store = opened(timeout=60)
    with pytest.raises(Exception, match=code):
        store.update(UPDATE) if form == "update" else store.select(QUERY)
    assert time.pauses == pytest.approx(pauses)
    assert len(server.asked) == len(pauses) + 1
    assert store.failures == {code: len(server.asked)}


@pytest.mark.parametrize(
    ("status", "attempts"), [(502, 4), (503, 4), (504, 4), (429, 6), (408, 4), (400, 1), (404, 1), (500, 1)]
)
def test_a_server_without_codes_is_judged_by_the_status(
    server: Scripted, opened: Opened, status: int, attempts: int
) -> None:
    server.answers(Answer(status, b"no", "text/plain"))
    with pytest.raises(StoreError):
        opened().select(QUERY)
    assert len(server.asked) == attempts


def test_a_conflict_that_passes_is_not_noticed(server: Scripted, opened: Opened) -> None:
    conflict = neptune_error(500, "ConcurrentModificationException")
    server.answers(conflict, conflict, Answer(200, b""))
    opened().update(UPDATE)
    assert [asked.form for asked in server.asked] == [{"update": UPDATE.text}] * 3
    server.answers(neptune_error(400, "MalformedQueryException"), Answer(200, b""))
    with pytest.raises(QueryRejectedError):
        opened().update(UPDATE)
    assert len(server.asked) == 1


def test_a_conflict_that_lasts_is_a_write_conflict(server: Scripted, opened: Opened) -> None:
    server.answers(neptune_error(500, "ConcurrentModificationException"))
    with pytest.raises(WriteConflictError, match="after 8 attempts"):
        opened().update(UPDATE)


def test_no_pause_outlasts_the_deadline(server: Scripted, opened: Opened, time: Time) -> None:
    server.answers(neptune_error(500, "ThrottlingException"))
    with pytest.raises(StoreUnavailableError, match="after 3 attempts"):
        opened(timeout=3).select(QUERY)
    assert time.pauses == [0.5, 1.0]


def test_a_server_may_ask_for_a_longer_pause(server: Scripted, opened: Opened, time: Time) -> None:
    server.answers(Answer(503, b"", headers={"Retry-After": "7"}), Answer())
    opened().select(QUERY)
    assert time.pauses == [7.0]
    server.answers(Answer(503, b"", headers={"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}), Answer())
    opened().select(QUERY)
    assert time.pauses == [7.0, 0.2]


@pytest.mark.parametrize("answer", [Answer(cut=10), Answer(200, ROWS, cut=len(ROWS))])
def test_an_answer_that_breaks_off_is_asked_for_again(server: Scripted, opened: Opened, answer: Answer) -> None:
    server.answers(answer, Answer())
    store = opened()
    assert len(list(store.select(QUERY))) == 1
    assert store.failures == {"lost": 1}


def test_the_id_of_a_failed_request_is_logged_and_told(
    server: Scripted, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="kgrdf")
    server.answers(neptune_error(500, "MemoryLimitExceededException", request_id="id-42"))
    with pytest.raises(StoreUnavailableError, match="id-42"):
        opened().select(QUERY)
    assert [record.message for record in caplog.records if record.name == "kgrdf.store"] == [
        "query some_query: MemoryLimitExceededException (request id-42), attempt 1, again in 5.00 s",
        "query some_query: MemoryLimitExceededException (request id-42), attempt 2, given up",
    ]


REMEDIES = st.sampled_from(["conflict", "throttled", "memory", "slow", "lost", "moved", "expired", "size", "none"])


@given(st.lists(REMEDIES, min_size=1, max_size=30), st.floats(0, 1), st.floats(0.1, 60))
def test_whatever_fails_in_whatever_order_attempts_end_by_the_deadline(
    remedies: list[Remedy], chance: float, seconds: float
) -> None:
    time = Time()
    pace = Pace(clock=time.clock, sleep=time.sleep, chance=lambda: chance)
    left, renewed = iter(remedies), list[Remedy]()

    def attempt() -> str:
        remedy = next(left, None)
        if remedy is None:
            return "done"
        raise Failure("because", remedy)

    failed: BaseException | None = None
    try:
        Attempts(pace, renewed.append).carry_out("it", "there", attempt, pace.deadline(seconds))
    except KgrdfError as error:
        failed = error.__cause__
    if failed is None:
        assert renewed == remedies
    else:
        assert isinstance(failed, Failure)
        assert [*renewed, failed.remedy] == remedies[: len(renewed) + 1]
    assert time.now < seconds
    assert all(0 <= pause <= 10 for pause in time.pauses)
