"""Optional parameters: every combination of what is given, on the real store, against a filter written in Python."""

from __future__ import annotations

from itertools import product

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.errors import InvalidValueError
from kgrdf.query import Bindable, Template
from kgrdf.store import EmbeddedStore
from kgrdf.tenancy import Tenant
from kgrdf.terms import to_term, to_value
from kgrdf.testing import compiled
from kgrdf_codegen.headers import parse_header
from kgrdf_codegen.segments import NeededError, cut

ACME = Tenant("acme")
COLORS = ("red", "green", "blue")
THINGS = [(f"thing::{n}", COLORS[n % 3], n, None if n % 4 == 0 else f"note {n % 2}") for n in range(24)]
HEADER = """\
# @name things
# @mode many
# @param color: string = none
# @param least: integer = none
# @param notes: list[string] = none
# @param most: integer
# Things.
"""
PATTERN = "GRAPH $current { ?s <urn:color> ?color ; <urn:size> ?size OPTIONAL { ?s <urn:note> ?note } }"
BODIES = {
    "a filter each": f"""{PATTERN}
      FILTER(!BOUND($color) || ?color = $color) .
      FILTER(!BOUND($least) || ?size >= $least)
      FILTER(!BOUND($notes) || EXISTS {{ VALUES $notes {{ UNDEF }} GRAPH $current {{ ?s <urn:note> $notes }} }})
      FILTER(?size <= $most)""",
    "one filter for all": f"""{PATTERN} . # a comment with BOUND($color) in it
      FILTER((!BOUND($color) || ?color = $color) && (?size >= $least || !BOUND($least)) && ?size <= $most
        && (!(BOUND($notes)) || EXISTS {{ VALUES $notes {{ UNDEF }} GRAPH $current {{ ?s <urn:note> $notes }} }}))""",
    "the other way round": f"""{PATTERN}
      FILTER(!(BOUND($color) && ?color != $color))
      FILTER(IF(BOUND($least), ?size >= $least, true))
      FILTER(?size <= $most && !(BOUND($notes) &&
        NOT EXISTS {{ VALUES $notes {{ UNDEF }} GRAPH $current {{ ?s <urn:note> $notes }} }}))""",
    "a value of its own": f"""{PATTERN}
      BIND(BOUND($color) && ?color != $color AS ?wrong)
      BIND(COALESCE(IF(BOUND($least), ?size >= $least, ?unbound), true) AS ?large)
      FILTER(!?wrong && ?large && ?size <= $most)
      FILTER(!BOUND($notes) || EXISTS {{ VALUES $notes {{ UNDEF }} GRAPH $current {{ ?s <urn:note> $notes }} }})""",
}


@pytest.fixture(scope="module")
def store() -> EmbeddedStore:
    store = EmbeddedStore(None)
    for name, color, size, note in THINGS:
        values = {"color": color, "size": size} | ({} if note is None else {"note": note})
        store.load(Quad(ACME.iri(name), NamedNode(f"urn:{p}"), to_term(v), ACME.current) for p, v in values.items())
    return store


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_every_combination_of_optional_parameters_finds_what_python_finds(store: EmbeddedStore, body: str) -> None:
    template = compiled(f"{HEADER}SELECT ?s WHERE {{ {body} }}")
    cases = product((None, "green", "mauve"), (None, 7), (None, [], ["note 1"], ["note 0", "note 1"]), (23, 15))
    for color, least, notes, most in cases:
        expected = {
            ACME.iri(name)
            for name, its, size, note in THINGS
            if size <= most
            and color in (None, its)
            and (least is None or size >= least)
            and (notes is None or note in notes)
        }
        request = template.bind(ACME, color=color, least=least, notes=notes, most=most)
        assert "BOUND" not in request.text
        assert "$" not in request.text
        assert {row[0] for row in store.select(request)} == expected, (color, least, notes, most)


def without(*names: str) -> str:
    """Return the header without the parameters of these names."""
    left_out = tuple(f"# @param {name}:" for name in names)
    return "".join(line for line in HEADER.splitlines(keepends=True) if not line.startswith(left_out))


def test_a_list_that_is_not_given_leaves_the_pattern_alone_and_an_empty_one_finds_nothing(store: EmbeddedStore) -> None:
    body = "VALUES $notes { UNDEF } GRAPH $current { ?s <urn:note> $notes ; <urn:size> ?size } FILTER(?size <= $most)"
    template = compiled(f"{without('color', 'least')}SELECT ?s WHERE {{ {body} }}")

    def count(notes: Bindable | None) -> int:
        return len(list(store.select(template.bind(ACME, notes=notes, most=23))))

    assert (count(None), count([]), count(["note 1"])) == (18, 0, 12)


def test_a_condition_after_having_and_a_sorting_one_stay_sparql(store: EmbeddedStore) -> None:
    text = (
        "SELECT ?color (COUNT(?s) AS ?n) (IF(BOUND($color), 1, 2) AS ?kind) "
        "WHERE { GRAPH $current { ?s <urn:color> ?color } FILTER BOUND($color) } "
        "GROUP BY ?color HAVING(!BOUND($least) || COUNT(?s) > $least) ORDER BY BOUND($color) ?color"
    )
    template = compiled(f"{without('notes', 'most')}{text}")
    found = {
        (color, least): [tuple(map(to_value, row)) for row in store.select(template.bind(ACME, color=color, least=least))]
        for color, least in product((None, "red"), (None, 8))
    }
    groups = [("blue", 8, 1), ("green", 8, 1), ("red", 8, 1)]
    assert found == {(None, None): [], (None, 8): [], ("red", None): groups, ("red", 8): []}


@pytest.mark.parametrize(
    "body",
    [
        "GRAPH $current { ?s <urn:color> $color }",
        "GRAPH $current { ?s <urn:color> ?c } FILTER(?c = $color)",
        "GRAPH $current { ?s <urn:color> ?c } FILTER(!BOUND($color) && ?c = ?c || ?c = $color)",
        "GRAPH $current { ?s <urn:color> ?c } FILTER(BOUND($color) || ?c = $color)",
        "GRAPH $current { ?s <urn:color> ?c } FILTER(!BOUND($least) || ?c = $color)",
        "VALUES $notes { UNDEF } GRAPH $current { ?s <urn:color> ?c } FILTER(?c = $notes)",
    ],
)
def test_a_parameter_that_is_needed_where_it_is_left_out_is_found_when_the_code_is_made(body: str) -> None:
    text = f"{HEADER}SELECT ?s WHERE {{ {body} }}"
    header, _ = parse_header("things.rq", text)
    assert header is not None
    with pytest.raises(NeededError):
        cut(text, header)


TYPED = "# @name typed\n# @mode ask\n# @param x: {}\n# Typed.\nASK WHERE {{ GRAPH $current {{ ?s ?p $x }} }}"
XSD = "http://www.w3.org/2001/XMLSchema#"


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("iri", "urn:x"),
        ("iri", Literal("urn:x")),
        ("string", NamedNode("urn:x")),
        ("string", 1),
        ("string", "\ud800"),
        ("string", Literal("x", language="en")),
        ("integer", "1"),
        ("integer", True),
        ("integer", Literal("1 } DROP ALL", datatype=NamedNode(f"{XSD}integer"))),
        ("instant", Literal("now", datatype=NamedNode(f"{XSD}integer"))),
        ("decimal", Literal("1e3", datatype=NamedNode(f"{XSD}decimal"))),
        ("boolean", Literal("TRUE", datatype=NamedNode(f"{XSD}boolean"))),
        ("boolean", 1),
        ("string", None),
        ("string", ["a"]),
        ("list[string]", "abc"),
        ("list[integer]", [1, "2"]),
    ],
)
def test_a_slot_takes_nothing_but_a_term_of_its_type(type_: str, value: object) -> None:
    template: Template = compiled(
        TYPED.format(type_).replace("GRAPH", "VALUES $x { UNDEF } GRAPH") if "[" in type_ else TYPED.format(type_)
    )
    with pytest.raises(InvalidValueError):
        template.bind(ACME, x=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", ["1", "1 } DROP ALL", True, -1, 1.5])
def test_a_limit_is_a_number_of_rows(limit: object) -> None:
    template = compiled("# @name t\n# @mode many\n# @limit 5\n# Any.\nSELECT ?s WHERE { GRAPH $current { ?s ?p ?o } }")
    with pytest.raises(InvalidValueError):
        template.bind(ACME, limit=limit)  # type: ignore[arg-type]
