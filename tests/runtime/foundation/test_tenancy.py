from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.errors import CorruptGraphError, InvalidValueError
from kgrdf.tenancy import Tenant

ids = st.from_regex(r"[a-z0-9][a-z0-9._-]{0,63}", fullmatch=True)
texts = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)


@pytest.mark.parametrize(
    "value", ["main", "a_b", "x.y", "acpt-probe", "0", "a" * 64, "00000000-0000-0000-0000-000000000001"]
)
def test_a_well_formed_id_makes_a_tenant(value: str) -> None:
    assert Tenant(value).id == value


@pytest.mark.parametrize("value", ["", "A", "-a", ".a", "a b", "a:b", "a/b", "a" * 65, "é", "a\n", "١", None, 5])
def test_any_other_id_is_refused(value: object) -> None:
    with pytest.raises(InvalidValueError, match=r"^tenant: "):
        Tenant(value)  # type: ignore[arg-type]


@given(ids, texts)
def test_an_iri_gives_back_the_id_it_was_made_of(tenant: str, rest: str) -> None:
    owner = Tenant(tenant)
    iri = owner.iri(f"entity::Service::{rest}")
    assert owner.public_id(iri) == f"entity::Service::{rest}"
    assert iri.value.isascii()


@given(ids, texts, texts)
def test_different_ids_have_different_iris(tenant: str, left: str, right: str) -> None:
    owner = Tenant(tenant)
    assert (owner.iri(left) == owner.iri(right)) is (left == right)


@given(ids, ids, texts)
def test_no_iri_of_one_tenant_is_read_as_another_ones(left: str, right: str, rest: str) -> None:
    if left != right:
        with pytest.raises(CorruptGraphError):
            Tenant(right).public_id(Tenant(left).iri(f"fact::{rest}"))


@given(ids, st.sampled_from(["entity", "doc", "fact"]), texts)
def test_no_id_spells_a_graph_or_the_state(tenant: str, kind: str, rest: str) -> None:
    owner = Tenant(tenant)
    assert owner.iri(f"{kind}::{rest}") not in (owner.current, owner.history, owner.state)


def test_fresh_tenants_differ() -> None:
    assert Tenant.fresh() != Tenant.fresh()
