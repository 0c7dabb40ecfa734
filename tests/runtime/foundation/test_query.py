from __future__ import annotations

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.errors import InvalidValueError
from kgrdf.query import Template
from kgrdf.store import EmbeddedStore
from kgrdf.tenancy import Tenant
from kgrdf.testing import compiled

ACME, OTHER = Tenant("acme"), Tenant("other")


def template(body: str, mode: str = "many", header: str = "") -> Template:
    return compiled(f"# @name t\n# @mode {mode}\n{header}{body}")


READ = "SELECT ?o WHERE { GRAPH $current { $s <urn:p> ?o } }"


def test_a_bound_read_names_the_two_graphs_of_its_tenant_and_no_other() -> None:
    text = template(READ).bind(ACME, s=ACME.iri("fact::x")).text
    assert " ".join(text.split()) == (
        "SELECT ?o FROM NAMED <urn:kgrdf:acme:graph:current> FROM NAMED <urn:kgrdf:acme:graph:history> "
        "WHERE { GRAPH <urn:kgrdf:acme:graph:current> { <urn:kgrdf:acme:fact::x> <urn:p> ?o } }"
    )


@pytest.mark.parametrize("params", [{}, {"s": "x", "t": "y"}, {"t": "y"}, {"s": "x", "current": "y"}])
def test_a_parameter_left_out_or_unknown_is_refused(params: dict[str, str]) -> None:
    """An unbound `$graph` is a wildcard: a DELETE with one empties every tenant."""
    with pytest.raises(InvalidValueError, match=r"query t: takes \['s'\]"):
        template(READ).bind(ACME, **params)


def test_a_template_of_a_tenant_cannot_be_bound_without_one_nor_a_stores_with_one() -> None:
    with pytest.raises(InvalidValueError):
        template(READ).bind(None, s="x")
    store_level = template("SELECT ?s WHERE { GRAPH <urn:kgrdf-store:registry> { ?s ?p ?o } }", header="# @scope store\n")
    assert "FROM NAMED" not in store_level.bind(None).text
    with pytest.raises(InvalidValueError):
        store_level.bind(ACME)


def test_dollars_and_braces_in_comments_strings_and_iris_are_no_slots() -> None:
    body = 'SELECT ?o # $no { WHERE\nWHERE { GRAPH $current { <urn:$a> <urn:p> "$b { WHERE" , \'$c\' , """$d " {""" , ?o } }'
    parsed = template(body)
    assert parsed.params == frozenset()
    text = parsed.bind(ACME).text
    assert '"$b { WHERE"' in text
    assert '"""$d " {"""' in text
    assert "<urn:$a>" in text
    assert "$no" not in text
    assert text.index("FROM NAMED") < text.index("WHERE {")


def test_a_value_that_looks_like_a_slot_is_not_bound_again() -> None:
    body = "SELECT ?o WHERE { GRAPH $current { ?o <urn:p> $a , $b } }"
    text = template(body).bind(ACME, a="$b", b="$current ?o } }").text
    assert text.endswith('?o <urn:p> "$b" , "$current ?o } }" } }')


def test_a_list_becomes_a_values_block(store: EmbeddedStore) -> None:
    x, y = ACME.iri("fact::x"), ACME.iri("fact::y")
    p, q = NamedNode("urn:p"), NamedNode("urn:q")
    store.load(Quad(s, predicate, Literal(o), ACME.current) for s, predicate, o in ((x, p, "1"), (x, q, "2"), (y, p, "3")))
    listed = template("SELECT $ids ?o WHERE { VALUES $ids { UNDEF } GRAPH $current { $ids <urn:p> ?o } }")
    assert sorted(str(row[1]) for row in store.select(listed.bind(ACME, ids=[x, y]))) == ['"1"', '"3"']


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_triple_of_rows_is_written_once_a_row(store: EmbeddedStore, count: int) -> None:
    text = "INSERT { GRAPH $current { $a $b $c } } WHERE { VALUES ?one { 1 } }"
    update = template(text, header="# @rows add: a b c\n", mode="update")
    rows = [(ACME.iri(f"fact::{n}"), NamedNode("urn:p"), Literal(f'"}} {n}')) for n in range(count)]
    store.update(update.bind(ACME, add=rows))
    read = template("SELECT ?s ?o WHERE { GRAPH $current { ?s <urn:p> ?o } }").bind(ACME)
    assert sorted(str(row[1]) for row in store.select(read)) == [str(Literal(f'"}} {n}')) for n in range(count)]


def test_an_empty_list_finds_nothing(store: EmbeddedStore) -> None:
    body = "SELECT $ids WHERE { VALUES $ids { UNDEF } GRAPH $current { $ids <urn:p> ?o } }"
    store.load([Quad(ACME.iri("fact::x"), NamedNode("urn:p"), Literal("o"), ACME.current)])
    assert list(store.select(template(body).bind(ACME, ids=[]))) == []


@pytest.mark.parametrize(
    ("asked", "bound"),
    [(None, 20), (5, 5), (200, 200), (5000, 200)],
)
def test_the_limit_comes_from_the_header_and_is_never_more_than_its_maximum(asked: int | None, bound: int) -> None:
    request = template(READ, header="# @limit 20 max 200\n").bind(ACME, limit=asked, s="x")
    assert request.text.endswith(f"\nLIMIT {bound}")


def test_an_update_stays_in_its_tenant(store: EmbeddedStore) -> None:
    for tenant in (ACME, OTHER):
        quad = Quad(tenant.iri("fact::x"), NamedNode("urn:p"), Literal("o"), tenant.current)
        store.load([quad])
    wipe = template("DELETE { GRAPH $current { ?s ?p ?o } } WHERE { GRAPH $current { ?s ?p ?o } }", mode="update")
    store.update(wipe.bind(ACME))
    every = template("SELECT ?o WHERE { GRAPH $current { ?s <urn:p> ?o } }")
    assert list(store.select(every.bind(ACME))) == []
    assert len(list(store.select(every.bind(OTHER)))) == 1


def test_three_parameters_in_a_row_are_three_parameters() -> None:
    body = "ASK WHERE { GRAPH $current { $a $b $c } }"
    text = template(body, mode="ask").bind(ACME, a=NamedNode("urn:a"), b=NamedNode("urn:b"), c=1).text
    assert '<urn:a> <urn:b> "1"^^<http://www.w3.org/2001/XMLSchema#integer> }' in text
