from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.errors import InvalidValueError
from kgrdf.ids import digest, given_id, kind_of, loose_key, make_id, name_key, short_key

parts = st.lists(st.one_of(st.none(), st.integers(), st.text()), max_size=4)


@given(parts, parts)
def test_different_lists_of_parts_have_different_digests(left: list[object], right: list[object]) -> None:
    same = [None if p is None else str(p) for p in left] == [None if p is None else str(p) for p in right]
    assert (digest(*left) == digest(*right)) is same  # type: ignore[arg-type]


def test_a_digest_is_the_same_on_every_machine() -> None:
    assert make_id("doc", "a", 1, None) == "doc::fbb09688d5b5f4c6576161b6eed68d00"


@pytest.mark.parametrize(
    "names", [("C", "C++", "C#"), ("a b", "ab"), ("日本語", "한국어", "Пример", "---", "🚀"), ("b a", "a b")]
)
def test_names_that_differ_in_letters_punctuation_or_order_have_different_keys(names: tuple[str, ...]) -> None:
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("café", unicodedata.normalize("NFD", "café")),
        ("Straße", "STRASSE"),
        ("  data \t\n lake ", "Data Lake"),
        ("ﬁnance", "finance"),
        ("ΑΣ", "ας"),
        ("Ｆｕｌｌ　width", "full width"),
    ],
)
def test_spellings_of_one_name_have_one_key(left: str, right: str) -> None:
    assert name_key(left) == name_key(right)


@given(st.text())
def test_the_key_of_a_key_is_the_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@given(st.text(), st.text())
def test_one_key_means_one_loose_key(left: str, right: str) -> None:
    if name_key(left) == name_key(right):
        assert loose_key(left) == loose_key(right)


def test_a_loose_key_forgets_punctuation_and_order() -> None:
    assert loose_key("Payment-Gateway (EU)") == loose_key("eu gateway, payment")
    assert loose_key("C++") == loose_key("C#") == "c"


@pytest.mark.parametrize(("key", "kept"), [("x" * 200, True), ("x" * 201, False), ("é" * 100, True), ("é" * 101, False)])
def test_a_key_over_200_bytes_becomes_its_hash(key: str, kept: bool) -> None:
    assert (short_key(key) == key) is kept
    assert kept or (short_key(key).startswith("~") and len(short_key(key)) == 65)


@pytest.mark.parametrize(
    ("public_id", "kind"),
    [
        ("entity::Service::a", "entity"),
        ("fact::x", "fact"),
        ("fact::", None),
        ("fact", None),
        ("Fact::x", None),
        ("x::y", None),
    ],
)
def test_an_id_tells_its_kind(public_id: str, kind: str | None) -> None:
    assert kind_of(public_id) == kind


@pytest.mark.parametrize(
    ("value", "type_name", "expected"),
    [
        ("checkout", "Service", "entity::Service::checkout"),
        ("Service::checkout", "Service", "entity::Service::checkout"),
        ("entity::Service::checkout", "Service", "entity::Service::checkout"),
        ("a::b", "Service", "entity::Service::a::b"),
        ("kind of", "Service", "entity::Service::kind of"),
    ],
)
def test_a_given_id_gets_the_prefix_that_it_lacks(value: str, type_name: str, expected: str) -> None:
    assert given_id("entity", value, "id", type_name=type_name) == expected


@pytest.mark.parametrize(
    "value", ["fact::x", "entity::Person::x", "entity::", "entity::  ", "", "  ", "a\x00b", "\ud800", "x" * 1025]
)
def test_a_given_id_that_cannot_be_kept_is_refused_by_the_name_of_its_field(value: str) -> None:
    with pytest.raises(InvalidValueError, match=r"^id: "):
        given_id("entity", value, "id", type_name="Service")
