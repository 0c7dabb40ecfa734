"""Many quads as updates: in their order, none too large, and what a server cannot keep refused before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad
from pyoxigraph import Store as Engine

from kgrdf.errors import InvalidValueError, QueryRejectedError
from kgrdf.query import Request
from kgrdf.store.batches import batches, insert, insertion
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.limits import check_fits
from kgrdf.store.profiles import PROFILES
from tests.runtime.endpoint.scripted import Answer, Asked, Scripted

XSD = "http://www.w3.org/2001/XMLSchema#"
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=20)
QUADS = st.builds(
    lambda s, text, g: Quad(NamedNode(f"urn:s{s}"), NamedNode("urn:p"), Literal(text), NamedNode(f"urn:g{g}")),
    st.integers(0, 5),
    TEXTS,
    st.integers(0, 2),
)


@given(st.lists(QUADS, max_size=40), st.integers(1, 10), st.integers(1, 400))
def test_batches_keep_the_order_and_the_bounds(quads: list[Quad], triples: int, size: int) -> None:
    made = list(batches(quads, triples=triples, size=size))
    assert [quad for batch in made for quad, _ in batch] == quads
    for batch in made:
        assert 0 < len(batch) <= triples
        assert len(batch) == 1 or sum(len(line) for _, line in batch) <= size


@given(st.lists(QUADS, max_size=40), st.integers(1, 10))
def test_what_is_inserted_is_what_was_given(quads: list[Quad], triples: int) -> None:
    engine = Engine()
    for batch in batches(quads, triples=triples, size=10_000):
        engine.update(insertion(batch).text)
    assert set(engine) == set(quads)


def test_a_batch_goes_out_by_graph_and_subject() -> None:
    quads = [
        Quad(NamedNode(f"urn:s{number % 3}"), NamedNode("urn:p"), Literal(number), NamedNode(f"urn:g{number % 2}"))
        for number in range(12)
    ]
    (batch,) = batches(quads, triples=20, size=10_000)
    lines = insertion(batch).text.splitlines()
    assert [line for line in lines if line.startswith("GRAPH")] == ["GRAPH <urn:g0> {", "GRAPH <urn:g1> {"]
    subjects = [line.split()[0] for line in lines if line.startswith("<")]
    assert subjects == 2 * sorted(subjects[:6])


@pytest.mark.parametrize(
    "quad",
    [
        Quad(BlankNode(), NamedNode("urn:p"), NamedNode("urn:o"), NamedNode("urn:g")),
        Quad(NamedNode("urn:s"), NamedNode("urn:p"), BlankNode(), NamedNode("urn:g")),
        Quad(NamedNode("urn:s"), NamedNode("urn:p"), NamedNode("urn:o"), DefaultGraph()),
    ],
)
def test_a_quad_that_no_second_run_would_recognise_is_refused(quad: Quad) -> None:
    with pytest.raises(InvalidValueError, match="quads: "):
        insertion(next(batches([quad], triples=1, size=1)))


@given(st.integers(1, 60), st.integers(1, 64), st.integers(1, 64))
def test_a_batch_that_is_too_large_goes_in_in_smaller_parts(count: int, limit: int, takes: int) -> None:
    sent: list[int] = []
    quads = [Quad(NamedNode(f"urn:s{n}"), NamedNode("urn:p"), Literal(n), NamedNode("urn:g")) for n in range(count)]
    (batch,) = batches(quads, triples=count, size=1_000_000)

    def run(request: Request) -> None:
        size = request.text.count("<urn:p>")
        if size > takes:
            raise InvalidValueError("too large")
        sent.append(size)

    found = insert(batch, limit, run, lambda error: True)
    assert sum(sent) == count
    assert max(sent) <= min(takes, limit)
    assert found <= limit
    assert found >= min(limit, count, takes) // 2


def test_a_server_that_takes_less_is_given_less_from_then_on(server: Scripted, opened: Callable[..., EndpointStore]) -> None:
    sizes = []

    def answer(asked: Asked) -> Answer:
        sizes.append(asked.form["update"].count("<urn:p>"))
        return Answer(413, b"", "text/plain") if sizes[-1] > 100 else Answer(204, b"")

    server.answers(answer)
    store = opened()
    quads = [Quad(NamedNode(f"urn:s{n}"), NamedNode("urn:p"), Literal(n), NamedNode("urn:g")) for n in range(300)]
    store.load(quads)
    assert sizes == [300, 150, 75, 75, 75, 75]
    sizes.clear()
    store.load(quads)
    assert sizes == [75, 75, 75, 75]


def test_what_is_wrong_with_one_triple_is_not_mended_by_halving(
    server: Scripted, opened: Callable[..., EndpointStore]
) -> None:
    server.answers(Answer(400, b"MalformedQuery", "text/plain"))
    with pytest.raises(QueryRejectedError):
        opened().load(Quad(NamedNode(f"urn:s{n}"), NamedNode("urn:p"), Literal(n), NamedNode("urn:g")) for n in range(10))
    assert len(server.asked) == 1


def test_a_request_larger_than_the_server_takes_is_not_sent(server: Scripted, opened: Callable[..., EndpointStore]) -> None:
    server.answers(Answer(204, b""))
    store = opened(profile="oxigraph")
    object.__setattr__(store.endpoint, "profile", replace(store.profile, request_bytes=2_000))
    with pytest.raises(InvalidValueError, match="oxigraph takes 2,000"):
        store.update(Request("x" * 2_000, "large"))
    assert server.asked == []
    store.load(Quad(NamedNode(f"urn:s{n}"), NamedNode("urn:p"), Literal(n), NamedNode("urn:g")) for n in range(100))
    assert sum(asked.form["update"].count("<urn:p>") for asked in server.asked) == 100
    assert max(len(asked.body) for asked in server.asked) <= 2_000


def text_of(literal: Literal) -> str:
    quad = Quad(NamedNode("urn:s"), NamedNode("urn:p"), literal, NamedNode("urn:g"))
    (batch,) = batches([quad], triples=1, size=1)
    return insertion(batch).text


@pytest.mark.parametrize(
    ("profile", "literal", "fits"),
    [
        ("neptune", Literal("a\x00b"), False),
        ("neptune", Literal("a\\u0000b"), True),
        ("neptune", Literal("a\\\x00b"), False),
        ("neptune", Literal("a\x00beef"), False),
        ("neptune", Literal("a\\\\u0000\\U00000000"), True),
        ("oxigraph", Literal("a\x00b"), True),
        ("neptune", Literal(str(2**63 - 1), datatype=NamedNode(XSD + "integer")), True),
        ("neptune", Literal(str(2**63), datatype=NamedNode(XSD + "integer")), False),
        ("neptune", Literal(str(-(2**63)), datatype=NamedNode(XSD + "long")), True),
        ("neptune", Literal(str(-(2**63) - 1), datatype=NamedNode(XSD + "integer")), False),
        ("neptune", Literal("9" * 5000, datatype=NamedNode(XSD + "integer")), False),
        ("neptune", Literal("-" + "0" * 5000 + "7", datatype=NamedNode(XSD + "integer")), True),
        ("neptune", Literal("0" * 30, datatype=NamedNode(XSD + "integer")), True),
        ("neptune", Literal("9" * 30), True),
        ("neptune", Literal("0.123456789012345678", datatype=NamedNode(XSD + "decimal")), True),
        ("neptune", Literal("0.1234567890123456789", datatype=NamedNode(XSD + "decimal")), False),
        ("virtuoso", Literal("0.1234567890123456", datatype=NamedNode(XSD + "decimal")), False),
        ("virtuoso", Literal("000000.10000000000000000000", datatype=NamedNode(XSD + "decimal")), True),
        ("oxigraph", Literal("9" * 30, datatype=NamedNode(XSD + "integer")), True),
    ],
)
def test_a_value_is_refused_where_the_server_would_refuse_or_change_it(profile: str, literal: Literal, fits: bool) -> None:
    if fits:
        check_fits(PROFILES[profile], text_of(literal))
    else:
        with pytest.raises(InvalidValueError, match=f"value: {profile} keeps no"):
            check_fits(PROFILES[profile], text_of(literal))


def test_a_value_of_too_many_bytes_is_refused() -> None:
    profile = replace(PROFILES["neptune"], value_bytes=100)
    check_fits(profile, text_of(Literal("é" * 50)) + text_of(Literal("a" * 100)))
    with pytest.raises(InvalidValueError, match="more than 100 bytes"):
        check_fits(profile, text_of(Literal("é" * 51)))
