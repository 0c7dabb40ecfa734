from __future__ import annotations

import pytest

import kgrdf


def test_all_is_sorted_and_complete() -> None:
    assert kgrdf.__all__ == sorted(kgrdf.__all__)
    assert dir(kgrdf) == kgrdf.__all__


@pytest.mark.parametrize("name", kgrdf.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    assert getattr(kgrdf, name).__doc__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Grahp'"):
        kgrdf.Grahp  # noqa: B018
