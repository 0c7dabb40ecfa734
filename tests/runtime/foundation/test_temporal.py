from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.errors import InvalidValueError
from kgrdf.temporal import FOREVER, MAXIMUM, MINIMUM, Viewpoint, format_instant, parse_instant, to_datetime

instants = st.integers(min_value=MINIMUM, max_value=MAXIMUM)


@pytest.mark.parametrize(
    ("value", "millis"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01t00:00:00z", 0),
        ("1970-01-01T00:00Z", 0),
        (" 1970-01-01T00:00:00Z ", 0),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1970-01-01T01:00:00+0100", 0),
        ("1969-12-31T18:30:00-05:30", 0),
        ("1970-01-01T00:00:00.9999Z", 999),
        ("1970-01-01T00:00:00,5Z", 500),
        ("1969-12-31T23:59:59.9999Z", -1),
        ("2024-02-29T00:00:00Z", 1_709_164_800_000),
        ("1717200000000", 1_717_200_000_000),
        ("-1", -1),
        (1_717_200_000_000, 1_717_200_000_000),
        ("0001-01-01T00:00:00Z", MINIMUM),
        ("9999-12-31T23:59:59.999Z", MAXIMUM),
        ("9999-12-31T23:59:59.999999Z", MAXIMUM),
        (MINIMUM, MINIMUM),
        (str(MAXIMUM), MAXIMUM),
        (datetime(1970, 1, 1, 2, tzinfo=timezone(timedelta(hours=2))), 0),
        (datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), -1),
    ],
)
def test_an_instant_is_read_in_every_form_that_is_offered(value: str | int | datetime, millis: int) -> None:
    assert parse_instant(value, "validFrom") == millis


@pytest.mark.parametrize(
    "value",
    [
        "2024-01-01T00:00:00",
        "2024-01-01",
        datetime(2024, 1, 1),
        "2024-02-30T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2024-13-01",
        "2024-13-01T00:00:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T23:59:60Z",
        "24:00",
        "yesterday",
        "",
        "2024-01-01T00:00:00+24:00",
        "2024-01-01T00:00:00+01:60",
        "2024-01-01T00:00:00Z trailing",
        "2024-1-1T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "0000-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z",
        MINIMUM - 1,
        MAXIMUM + 1,
        "9" * 18,
        "9" * 40,
        "1717200000000.5",
        "٢٠٢٤-01-01T00:00:00Z",
        True,
        None,
        1.5,
    ],
)
def test_what_is_no_instant_with_a_zone_is_refused_by_the_name_of_its_field(value: object) -> None:
    """Cases time-28 and time-32: a naive or an impossible date is never stored."""
    with pytest.raises(InvalidValueError, match=r"^validFrom: "):
        parse_instant(value, "validFrom")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [
        "10000-01-01T00:00:00Z",
        "+10000-01-01T00:00:00Z",
        "-0044-03-15T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9" * 40,
        MAXIMUM + 1,
    ],
)
def test_a_year_that_cannot_be_kept_is_refused_with_those_that_can(value: str | int) -> None:
    with pytest.raises(InvalidValueError, match="is out of range") as refusal:
        parse_instant(value, "validFrom")
    assert "years go from 1 to 9999" in refusal.value.hint


@given(instants)
def test_an_instant_comes_back_from_its_text_its_datetime_and_its_digits(millis: int) -> None:
    assert parse_instant(format_instant(millis), "at") == millis
    assert parse_instant(to_datetime(millis), "at") == millis
    assert parse_instant(str(millis), "at") == millis


@given(instants, st.integers(min_value=-23 * 60, max_value=23 * 60))
def test_an_offset_changes_the_text_and_not_the_instant(millis: int, minutes: int) -> None:
    try:
        local = to_datetime(millis).astimezone(timezone(timedelta(minutes=minutes)))
    except OverflowError:
        return
    assert parse_instant(local.isoformat(timespec="milliseconds"), "at") == millis


def test_a_viewpoint_is_current_only_where_nothing_was_asked() -> None:
    assert Viewpoint.of(None, None, 7) == Viewpoint(7, FOREVER, True)
    assert Viewpoint.of("3", None, 7) == Viewpoint(3, FOREVER, False)
    assert Viewpoint.of(None, "3", 7) == Viewpoint(3, 3, False)
    assert Viewpoint.of("2", "3", 7) == Viewpoint(2, 3, False)
