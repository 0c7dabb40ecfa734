"""Who gets which name, and that nobody ever loses one."""

from __future__ import annotations

import itertools

from hypothesis import assume, given
from hypothesis import strategies as st

from kgrdf_codegen.allocation import Allocator, Wish, allocate
from kgrdf_codegen.names_lock import NamesLock
from kgrdf_codegen.naming import Prefixes, capwords, class_reserved, local_name

SPACES = {"a": "https://a.example/", "b": "https://b.example/", "c": "https://c.example/"}
LOCALS = ("Name", "name", "Graph", "Role", "A_Name", "3D", "class")
TERMS = st.builds(lambda space, local: SPACES[space] + local, st.sampled_from(sorted(SPACES)), st.sampled_from(LOCALS))


def run(terms: set[str], record: NamesLock) -> tuple[dict[str, str], NamesLock, int]:
    """Return the names of classes with these IRIs, the new record and the number of clashes."""
    allocator = Allocator(Prefixes(SPACES), record)
    prefix = allocator.prefixes.of
    wishes = [Wish(iri, capwords(local_name(iri)), capwords(f"{prefix(iri)}_{local_name(iri)}")) for iri in terms]
    names, clashes = allocator.allocate("classes", "python", wishes, reserved=class_reserved)
    return dict(names), allocator.lock(), len(clashes)


@given(st.lists(TERMS, min_size=1, max_size=12, unique=True), st.integers(1, 4))
def test_a_recorded_name_never_moves_whatever_comes_later(terms: list[str], step: int) -> None:
    record, known = NamesLock(), {}
    for end in range(step, len(terms) + step, step):
        names, record, _ = run(set(terms[:end]), record)
        assert known.items() <= names.items()
        known = names


@given(st.sets(TERMS, max_size=12), st.sets(TERMS, max_size=12))
def test_a_term_that_comes_back_has_its_name_and_nothing_else_had_it_meanwhile(first: set[str], second: set[str]) -> None:
    before, record, refused = run(first, NamesLock())
    between, record, refused_then = run(second, record)
    assume(not refused and not refused_then)  # what is refused is not recorded
    assert not {name for iri, name in before.items() if iri not in second} & set(between.values())
    after, _, _ = run(first | second, record)
    assert before.items() <= after.items()
    assert between.items() <= after.items()


@given(st.sets(TERMS, max_size=12))
def test_two_names_are_the_same_only_where_a_clash_is_told(terms: set[str]) -> None:
    names, _, clashes = run(terms, NamesLock())
    assert bool(clashes) == (len(set(names.values())) < len(names))


@given(st.sets(TERMS, max_size=12), st.sets(TERMS, max_size=12), st.randoms())
def test_names_do_not_depend_on_the_order_of_anything(old: set[str], new: set[str], random: object) -> None:
    _, record, _ = run(old, NamesLock())
    shuffled = sorted(old | new)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    wishes = [Wish(iri, capwords(local_name(iri)), "X" + capwords(local_name(iri))) for iri in shuffled]
    recorded = record.names("classes", "python")
    assert allocate(wishes, recorded=recorded) == allocate(sorted(wishes, key=lambda wish: wish.iri), recorded=recorded)


def test_two_terms_of_one_name_both_take_their_prefix_in_any_order() -> None:
    wishes = [Wish("b:name", "name", "b_name"), Wish("a:name", "name", "a_name"), Wish("a:age", "age", "a_age")]
    for order in itertools.permutations(wishes):
        assert allocate(order) == ({"a:age": "age", "a:name": "a_name", "b:name": "b_name"}, [])


def test_a_newcomer_alone_takes_its_prefix_where_the_other_name_is_fixed() -> None:
    names, clashes = allocate([Wish("kg:name", "name", "kg_name", fixed=True), Wish("a:name", "name", "a_name")])
    assert names == {"kg:name": "name", "a:name": "a_name"}
    assert clashes == []


def test_names_are_free_where_nothing_has_both_terms() -> None:
    names, _ = allocate(
        [Wish("a:name", "name", "a_name"), Wish("b:name", "name", "b_name")], rivals=lambda one, other: False
    )
    assert set(names.values()) == {"name"}


def test_what_a_prefix_cannot_tell_apart_is_a_clash() -> None:
    _, clashes = allocate([Wish("a:fooBar", "foo_bar", "a_foo_bar"), Wish("a:foo_bar", "foo_bar", "a_foo_bar")])
    assert [(clash.name, clash.iris) for clash in clashes] == [("a_foo_bar", ("a:fooBar", "a:foo_bar"))]


def test_a_newcomer_alone_takes_its_prefix_where_the_other_name_is_recorded() -> None:
    wishes = [Wish("a:name", "name", "a_name"), Wish("b:name", "name", "b_name")]
    names, clashes = allocate(wishes, recorded={"b:name": "name"})
    assert names == {"a:name": "a_name", "b:name": "name"}
    assert clashes == []


def test_a_name_chosen_by_hand_wins_over_the_recorded_one() -> None:
    names, _ = allocate([Wish("a:name", "title", "a_name", given=True)], recorded={"a:name": "name"})
    assert names == {"a:name": "title"}


def test_a_name_chosen_by_hand_that_is_recorded_for_another_term_is_a_clash() -> None:
    wishes = [Wish("a:x", "name", "a_x", given=True), Wish("b:name", "name", "b_name")]
    _, clashes = allocate(wishes, recorded={"b:name": "name"})
    assert [clash.iris for clash in clashes] == [("a:x", "b:name")]


def test_a_name_of_ours_that_is_chosen_by_hand_is_a_clash_of_one() -> None:
    _, clashes = allocate([Wish("a:x", "json", "a_x", given=True)], reserved=lambda name: name == "json")
    assert [(clash.name, clash.iris) for clash in clashes] == [("json", ("a:x",))]


def test_the_name_of_a_term_that_is_gone_is_given_again_by_hand_only() -> None:
    newcomer = Wish("b:name", "name", "b_name")
    assert allocate([newcomer], retired={"name"})[0] == {"b:name": "b_name"}
    by_hand = Wish("b:name", "name", "b_name", given=True)
    assert allocate([by_hand], retired={"name"}) == ({"b:name": "name"}, [])
