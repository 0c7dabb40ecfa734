from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf import Graph, open_store
from kgrdf.arguments import checked_integer, checked_share, checked_text, checked_texts
from kgrdf.errors import InvalidValueError, listed
from kgrdf.temporal import parse_instant
from kgrdf.tenancy import Tenant


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1))
def test_text_is_kept_exactly_as_it_is_or_refused_as_blank(value: str) -> None:
    if value.strip():
        assert checked_text(value, "name") == value
    else:
        with pytest.raises(InvalidValueError, match=r"^name: is blank"):
            checked_text(value, "name")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "expected text, got NoneType"),
        (5, "expected text, got int"),
        (b"x", "expected text, got bytes"),
        ("A\x00B", "NUL character at position 1"),
        ("ab\ud83d", "lone surrogate at position 2"),
        ("", "is blank"),
        (" \t\r\n\u3000", "is blank"),
        ("é" * 4097, "is 8,194 bytes long; at most 8,192"),
    ],
)
def test_text_that_no_store_keeps_is_refused_with_the_field_and_the_place(value: object, reason: str) -> None:
    with pytest.raises(InvalidValueError, match=f"^name: .*{reason}"):
        checked_text(value, "name")


def test_the_longest_text_is_counted_in_bytes() -> None:
    assert checked_text("é" * 4096, "name") == "é" * 4096


def test_blank_text_is_kept_where_it_is_allowed() -> None:
    assert checked_text(" ", "text", blank=True) == " "


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"),
        (1, "1"),
        (0.1, "0.1"),
        ("0.5", "0.5"),
        (" 1.0 ", "1"),
        (Decimal("0.50"), "0.5"),
        (1e-400, "0"),
        ("1e-7", "0"),
        (0.1234565, "0.123456"),
        (0.1234575, "0.123458"),
        (-0.0, "0"),
    ],
)
def test_a_share_is_the_shortest_text_of_its_number_at_six_places(value: float | str | Decimal, expected: str) -> None:
    assert str(checked_share(value, "weight")) == expected


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), "NaN", "-Infinity", -0.1, 1.0000001, "1,5", "", True, None, [0.5], "0x1", "1_0"]
)
def test_what_is_no_number_from_0_to_1_is_refused(value: object) -> None:
    with pytest.raises(InvalidValueError, match=r"^weight: "):
        checked_share(value, "weight")


@given(st.floats(min_value=0, max_value=1))
def test_a_share_moves_by_half_a_millionth_at_most(value: float) -> None:
    assert abs(checked_share(value, "weight") - Decimal(repr(value))) <= Decimal("0.0000005")


@pytest.mark.parametrize(("value", "expected"), [(3, 3), ("3", 3), (" 3 ", 3), (3.0, 3), ("0", 0)])
def test_a_whole_number_is_read_from_digits_too(value: object, expected: int) -> None:
    assert checked_integer(value, "hops") == expected


@pytest.mark.parametrize("value", [3.5, "3.5", True, None, "", "three", -1, 2**60, "9" * 30, float("inf"), "--3", "²"])
def test_what_is_no_whole_number_in_range_is_refused(value: object) -> None:
    with pytest.raises(InvalidValueError, match=r"^hops: "):
        checked_integer(value, "hops")


@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**5000), "9" * 100_000, "x" * 100_000, [[10**5000]] * 1000, b"x" * 100_000],
    ids=["number", "negative", "digits", "text", "list", "bytes"],
)
@pytest.mark.parametrize(
    "read",
    [
        lambda value: checked_share(value, "field"),
        lambda value: checked_integer(value, "field"),
        lambda value: parse_instant(value, "field"),  # type: ignore[arg-type]
        lambda value: Tenant(value),  # type: ignore[arg-type]
    ],
)
def test_of_a_long_value_a_refusal_shows_the_beginning(value: object, read: Callable[[object], object]) -> None:
    with pytest.raises(InvalidValueError) as caught:
        read(value)
    assert len(str(caught.value)) < 300


def test_of_many_names_a_refusal_lists_the_first() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed([str(n) for n in range(1012)]) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 1,002 more"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("knows", "names: expected a list of texts, got str"),
        (b"knows", "names: expected a list of texts, got bytes"),
        (None, "names: expected a list of texts, got NoneType"),
        ({"knows"}, "names: expected a list of texts, got set"),
        (["knows", " "], r"names\[1\]: is blank"),
        (["knows", 5], r"names\[1\]: expected text, got int"),
    ],
)
def test_a_text_is_no_list_and_of_a_list_the_wrong_item_is_named(value: object, reason: str) -> None:
    with pytest.raises(InvalidValueError, match=f"^{reason}"):
        checked_texts(value, "names")


@pytest.mark.parametrize(
    "call",
    [
        lambda memory: memory.store_entity("A", "Service", aliases="abc"),
        lambda memory: memory.store_document("t", chunks="abc"),
        lambda memory: memory.store_fact("c", "entity::Service::a"),
        lambda memory: memory.get_entity_context("entity::Service::a", relationship_types="knows"),
    ],
)
def test_every_verb_that_takes_a_list_refuses_a_text(call: Callable[[Graph], object]) -> None:
    with open_store("memory:") as store:
        memory = Graph(store, "acme")
        memory.store_entity("a", "Service")
        with pytest.raises(InvalidValueError, match="expected a list of texts, got str"):
            call(memory)
