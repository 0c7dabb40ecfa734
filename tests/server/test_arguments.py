"""One rule for the arguments of all tools."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from kgrdf.errors import InvalidValueError
from kgrdf.mcp.arguments import Argument, read_arguments

TEXT = Argument(wire="claim", required=True)
TEXTS = Argument(wire="aboutIds", many=True)
WEIGHT = Argument(wire="weight", kind="number", minimum=0, maximum=1)
HOPS = Argument(wire="hops", kind="integer", minimum=1, maximum=3)
FLAG = Argument(wire="includeSourceChunks", kind="boolean")
START = Argument(wire="validFrom", kind="instant")
DIRECTION = Argument(wire="direction", choices=("out", "in", "both"))
PLACES = Argument(wire="places", kind="integer", many=True)
ALL = (TEXT, TEXTS, WEIGHT, HOPS, FLAG, START, DIRECTION, PLACES)


def read(**given: Any) -> dict[str, object]:
    return read_arguments(ALL, {"claim": "x", **given})


@pytest.mark.parametrize("text", ["null", "[1,2]", '["a"]', '{"a":1}', "true", "123", "NaN", " spaced ", '"quoted"'])
def test_text_that_looks_like_json_arrives_exactly_as_it_was_sent(text: str) -> None:
    assert read(claim=text)["claim"] == text
    assert read(aboutIds=[text])["about_ids"] == [text]


@pytest.mark.parametrize("value", [123, 1.5, True, ["x"], {"a": 1}])
def test_nothing_but_a_string_is_text(value: object) -> None:
    with pytest.raises(InvalidValueError, match=r"^claim: expected text, got"):
        read(claim=value)


def test_values_come_under_the_python_names_of_the_verbs() -> None:
    assert read(aboutIds=["a"], includeSourceChunks=False, validFrom="1970-01-01T00:00:01Z") == {
        "claim": "x",
        "about_ids": ["a"],
        "include_source_chunks": False,
        "valid_from": 1000,
    }


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"hops": "2"}, "hops", 2),
        ({"hops": 2.0}, "hops", 2),
        ({"weight": "0.5"}, "weight", Decimal("0.5")),
        ({"weight": 0.1}, "weight", Decimal("0.1")),
        ({"weight": 1}, "weight", Decimal(1)),
        ({"weight": 1e-400}, "weight", Decimal(0)),
        ({"includeSourceChunks": "false"}, "include_source_chunks", False),
        ({"validFrom": 1717200000000}, "valid_from", 1717200000000),
        ({"validFrom": "1717200000000"}, "valid_from", 1717200000000),
        ({"validFrom": "2024-06-01T02:00:00+02:00"}, "valid_from", 1717200000000),
        ({"aboutIds": "entity::Service::a"}, "about_ids", ["entity::Service::a"]),
        ({"aboutIds": '["a", "b"]'}, "about_ids", ["a", "b"]),
        ({"aboutIds": "[1, 2]"}, "about_ids", ["[1, 2]"]),
        ({"aboutIds": "[broken"}, "about_ids", ["[broken"]),
        ({"places": "[1, 2]"}, "places", [1, 2]),
        ({"places": 3}, "places", [3]),
    ],
)
def test_what_clients_send_in_another_form_is_read_by_one_rule(given: dict[str, object], name: str, value: object) -> None:
    assert read(**given)[name] == value


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"weight": float("nan")}, "weight"),
        ({"weight": float("inf")}, "weight"),
        ({"weight": "-Infinity"}, "weight"),
        ({"weight": "NaN"}, "weight"),
        ({"weight": -0.1}, "weight"),
        ({"weight": 1.0000001}, "weight"),
        ({"weight": True}, "weight"),
        ({"weight": "heavy"}, "weight"),
        ({"weight": []}, "weight"),
        ({"weight": 10**5000}, "weight"),
        ({"weight": "1e999999999"}, "weight"),
        ({"hops": True}, "hops"),
        ({"hops": 1.5}, "hops"),
        ({"hops": 0}, "hops"),
        ({"hops": "4"}, "hops"),
        ({"hops": 10**5000}, "hops"),
        ({"includeSourceChunks": 1}, "includeSourceChunks"),
        ({"includeSourceChunks": "yes"}, "includeSourceChunks"),
        ({"validFrom": "2024-06-01T00:00:00"}, "validFrom"),
        ({"validFrom": "yesterday"}, "validFrom"),
        ({"validFrom": True}, "validFrom"),
        ({"validFrom": 10**5000}, "validFrom"),
        ({"direction": "sideways"}, "direction"),
        ({"aboutIds": [1]}, r"aboutIds\[0\]"),
        ({"aboutIds": ["a", None]}, r"aboutIds\[1\]"),
    ],
)
def test_a_refusal_starts_with_the_name_of_the_argument(given: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidValueError, match=f"^{field}: "):
        read(**given)


def test_null_for_an_optional_argument_is_absence_and_for_a_required_one_a_refusal() -> None:
    assert read(weight=None, aboutIds=None, validFrom=None) == {"claim": "x"}
    with pytest.raises(InvalidValueError, match=r"^claim: is required"):
        read(claim=None)


def test_unknown_arguments_are_refused_by_name_with_the_one_that_was_meant_and_the_allowed_ones() -> None:
    with pytest.raises(InvalidValueError) as refused:
        read(valid_from="2024-06-01T00:00:00Z", tenant="other")
    assert str(refused.value) == (
        "no such argument: valid_from (did you mean validFrom?), tenant; allowed are claim, aboutIds, weight, hops, "
        "includeSourceChunks, validFrom, direction, places"
    )


def test_all_problems_of_a_call_are_told_at_once() -> None:
    with pytest.raises(InvalidValueError) as refused:
        read_arguments(ALL, {"hop": 1, "weight": 2, "direction": "Out"})
    for part in ("hop (did you mean hops?)", "claim: is required", "weight: 2 is out of range", "did you mean out?"):
        assert part in str(refused.value)


def test_what_is_echoed_is_cut() -> None:
    with pytest.raises(InvalidValueError) as refused:
        read(direction="x" * 10_000, **{"y" * 10_000: 1})
    assert len(str(refused.value)) < 500
