"""What is inferred of a query holds of its rows: patterns, filters and expressions thrown together, held against a store."""

from __future__ import annotations

import random
from itertools import product

import pyoxigraph as ox
import pytest

from kgrdf_codegen.build import build
from kgrdf_codegen.check.parse import parse_query
from kgrdf_codegen.check.tokens import tokenize
from kgrdf_codegen.inference import infer_columns
from kgrdf_codegen.ir import Column, Ontology
from kgrdf_codegen.reader import KG, read_ontology

from .conftest import CASES

EX = "https://example.org/pharmacy#"
XSD = "http://www.w3.org/2001/XMLSchema#"
TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
GRAPH = ox.NamedNode("urn:example:current")
KINDS = {
    "string": {f"{XSD}string"},
    "langString": {f"{XSD}string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"},
    "integer": {f"{XSD}integer"},
    "instant": {f"{XSD}integer"},
    "decimal": {f"{XSD}{name}" for name in ("decimal", "integer", "double")},
    "boolean": {f"{XSD}boolean"},
}
NAMES = ("?a", "?b", "?name", "?text", "?dose", "?at", "?free", "?note", "?index", "?c", "?x", "?y", "?z")
PATTERNS = (
    "?a a ex:Drug .",
    "?a a ?c .",
    "?a kg:entityType ?c .",
    "?a kg:name ?name .",
    "?b kg:name ?name .",
    "?a kg:description ?text .",
    "?a ex:dose ?dose .",
    "?a ex:approvedAt ?at .",
    "?a ex:overTheCounter ?free .",
    "?a ex:leaflet ?note .",
    "?a ex:contains ?b .",
    "?a ex:contains|ex:against ?b .",
    "?a ex:contains? ?b .",
    "?a ex:contains/ex:contains? ?b .",
    "?b a ex:Drug .",
    "?b a kg:Concept .",
    "?b kg:mentions ?a ; kg:chunkIndex ?index .",
    "?r kg:relationshipType 'interacts_with' ; kg:from ?a ; kg:to ?b .",
    "?a ?c ?x .",
    "VALUES ?c { ex:Drug ex:Disease }",
    "VALUES (?name ?y) { ('Aspirin' 1) ('Flu' UNDEF) ('Honey' 2.5) }",
    "FILTER(?c = ex:Drug)",
)
LATER = (
    "OPTIONAL {{ ?a ex:dose {0} }}",
    "OPTIONAL {{ ?a kg:name {0} }}",
    "VALUES {0} {{ 3 'Aspirin' }}",
    "FILTER(BOUND({0}))",
)
"""What gives a value where a BIND before it failed."""
NUMBERS = ("?dose", "?at", "?index", "1", "2", "0", "1000000", "0.5", "5e-1", "9007199254740991", "STRLEN(?name)")
TEXTS = ("?name", "?text", "?note", "STR(?a)", "'a'", "'x'@en", "'('", "LCASE(?text)")
TERMS = (*NAMES, *NUMBERS, *TEXTS, "true")
CALLS = {
    "({0} + {1})": NUMBERS,
    "({0} - {1})": NUMBERS,
    "({0} * {1})": NUMBERS,
    "({0} / {1})": NUMBERS,
    "(-({0}))": NUMBERS,
    "ABS({0})": NUMBERS,
    "ROUND({0})": NUMBERS,
    "FLOOR({0} / 86400000)": NUMBERS,
    "STRLEN({0})": TEXTS,
    "STR({0})": TERMS,
    "LANG({0})": TEXTS,
    "DATATYPE({0})": TERMS,
    "LCASE({0})": TEXTS,
    "SUBSTR({0}, STRLEN({1}))": TEXTS,
    "SUBSTR({0}, 1, 2)": TEXTS,
    "STRBEFORE({0}, {1})": TEXTS,
    "STRAFTER({0}, 's')": TEXTS,
    "REPLACE({0}, 's', 't')": TEXTS,
    "REPLACE({0}, {1}, 't')": TEXTS,
    "CONCAT({0}, {1})": TEXTS,
    "STRLANG({0}, 'en')": TEXTS,
    "IRI({0})": TEXTS,
    "SHA256({0})": TEXTS,
    "ENCODE_FOR_URI({0})": TEXTS,
    "COALESCE({0}, {1})": TERMS,
    "IF(BOUND({1}), {1}, {0})": TERMS,
    "IF({1} = {2}, {1}, {0})": NUMBERS,
    "xsd:integer({0})": TERMS,
    "xsd:double({0})": NUMBERS,
    "REGEX({0}, {1})": TEXTS,
    "({0} < {1})": TERMS,
}
"""Calls, and what they are mostly given."""
TESTS = (
    "BOUND({0})",
    "{0} = {1}",
    "{0} != {1}",
    "{0} < {1}",
    "{0} >= {1}",
    "{0} IN ({1}, {2})",
    "{0} NOT IN ({1})",
    "sameTerm({0}, {1})",
    "CONTAINS({0}, {1})",
    "STRSTARTS({0}, 'A')",
    "REGEX({0}, 's')",
    "LANGMATCHES({0}, '*')",
    "isIRI({0})",
    "isNumeric({0})",
    "EXISTS {{ {0} ex:dose ?some }}",
    "!({0})",
)
AGGREGATES = ("COUNT({0})", "SUM({0})", "AVG({0})", "MIN({0})", "MAX({0})", "SAMPLE({0})", "MAX({0}) - MIN({0})")


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return build(read_ontology([CASES / "pharmacy" / "ontology.ttl"])).ontology


@pytest.fixture(scope="module")
def above(ontology: Ontology) -> dict[str, set[str]]:
    return {cls.iri: {cls.name, *cls.ancestors} for cls in ontology.classes}


@pytest.fixture(scope="module")
def store(ontology: Ontology) -> ox.Store:
    """Drugs with every choice of what a drug need not have, with values at the ends of what is allowed."""
    made = ox.Store()
    names = {cls.iri: cls for cls in ontology.classes}

    def thing(id_: str, cls: str, **values: object) -> ox.NamedNode:
        node = ox.NamedNode(f"urn:kgrdf:acme:{id_}")
        types = [ox.NamedNode(iri) for iri, row in names.items() if row.name in (names[cls].name, *names[cls].ancestors)]
        rows = [(TYPE, type_) for type_ in types]
        if names[cls].kind in ("entity", "concept"):
            rows.append((ox.NamedNode(f"{KG}entityType"), ox.NamedNode(cls)))
        for key, value in values.items():
            for one in value if isinstance(value, list) else [] if value is None else [value]:
                prefix = EX if key in ("dose", "approvedAt", "overTheCounter", "leaflet", "contains", "against") else KG
                term = one if isinstance(one, ox.NamedNode | ox.Literal) else ox.Literal(one)
                rows.append((ox.NamedNode(prefix + key.rstrip("_")), term))
        made.extend(ox.Quad(node, key, value, GRAPH) for key, value in rows)
        return node

    thing("flu", f"{KG}Concept", name="Flu")
    fever = thing("fever", f"{EX}Disease", name="Fever", definition="Too warm")
    drugs: list[ox.NamedNode] = []
    doses = ("0", "5000", "1234.123456789012345678")
    for number, (dose, at, free) in enumerate(product(doses, (None, -62135596800000, 253402300799999), (None, True))):
        drugs.append(
            thing(
                f"drug{number}",
                f"{EX}Drug",
                name="Aspirin" if number % 2 else f"Honey {number}",
                dose=ox.Literal(dose, datatype=ox.NamedNode(f"{XSD}decimal")),
                approvedAt=at,
                overTheCounter=free,
                description="Sweets (" if number % 3 else None,
                leaflet=[ox.Literal("Süß", language="de"), "Sweet"] if number % 4 else None,
                contains=drugs[-1:],
                against=[fever] if number % 2 else None,
            )
        )
    for index in (0, 2**53 - 1):
        thing(f"chunk{index}", f"{KG}Chunk", mentions=[drugs[index % 5], drugs[7]], chunkIndex=index)
    relation = {"relationshipType": "interacts_with", "from_": drugs[0], "to": drugs[3], "validFrom": 0}
    thing("relation", f"{KG}Relationship", **relation)
    return made


class Writer:
    """Writes queries at random."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def expression(self, given: tuple[str, ...] = TERMS, depth: int = 0) -> str:
        if depth > 2 or self.dice.random() < 0.2 * depth:
            return self.dice.choice(given)
        fitting = [call for call, taken in CALLS.items() if given in (TERMS, taken)]
        call = self.dice.choice(fitting)
        return call.format(*(self.expression(CALLS[call], depth + 1) for _ in range(3)))

    def condition(self, depth: int = 0) -> str:
        if depth < 2 and self.dice.random() < 0.4:
            form = self.dice.choice(("({0} && {1})", "({0} || {1})", "!({0})", "IF({0}, {1}, {2})", "COALESCE({0}, {1})"))
            return form.format(*(self.condition(depth + 1) for _ in range(3)))
        return self.dice.choice(TESTS).format(*(self.dice.choice(TERMS) for _ in range(3)))

    def group(self, depth: int = 0) -> str:
        parts = self.dice.sample(PATTERNS, self.dice.randint(1, 3 if depth else 5))
        for _ in range(self.dice.randint(0, 3)):
            kind = self.dice.randrange(8 if depth < 2 else 4)
            if kind == 0:
                parts.append(f"FILTER({self.condition()})")
            elif kind < 3:
                parts.append(f"BIND({self.expression()} AS {self.dice.choice(('?x', '?y', '?z'))})")
            elif kind == 3:
                name = self.dice.choice(("?x", "?y", "?z"))
                late = self.dice.sample(LATER, 2)
                parts += [f"BIND({self.expression()} AS {name})", *(one.format(name) for one in late)]
            elif kind < 6:
                parts.append(f"OPTIONAL {{ {self.group(depth + 1)} }}")
            elif kind == 6:
                parts.append(f"{{ {self.group(depth + 1)} }} UNION {{ {self.group(depth + 1)} }}")
            else:
                columns = " ".join(self.dice.sample(NAMES, 3))
                parts.append(f"{{ SELECT {columns} WHERE {{ {self.group(depth + 1)} }} }}")
        if self.dice.random() < 0.3:
            self.dice.shuffle(parts)  # what is bound later has no value yet
        return " ".join(parts)

    def query(self) -> str:
        columns = " ".join(NAMES)
        grouped = ""
        if self.dice.random() < 0.3:
            of = self.dice.choice(AGGREGATES).format(self.expression(depth=1))
            columns = f"({of} AS ?made)"
            grouped = self.dice.choice(("", " GROUP BY ?a"))
        elif self.dice.random() < 0.5:
            columns += f" ({self.expression()} AS ?made)"
        prefixes = f"PREFIX kg: <{KG}>\nPREFIX ex: <{EX}>\nPREFIX xsd: <{XSD}>\n"
        return f"{prefixes}SELECT {columns}\nWHERE {{ GRAPH $current {{ {self.group()} }} }}{grouped} LIMIT 300\n"


def wrong(term: object, column: Column, store: ox.Store, above: dict[str, set[str]]) -> bool:
    """Say whether a column does not allow a value."""
    if term is None:
        return not column.optional
    if column.value == "value":
        return False
    if isinstance(term, ox.NamedNode):
        types = {type_.object.value for type_ in store.quads_for_pattern(term, TYPE, None, GRAPH)}  # type: ignore[union-attr]
        named = {name for type_ in types for name in above.get(type_, ())}
        return column.value != "iri" and (column.value != "ref" or bool(column.range and named.isdisjoint(column.range)))
    return not isinstance(term, ox.Literal) or term.datatype.value not in KINDS.get(column.value, set())


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 12))])
def test_the_rows_of_any_query_are_of_the_types_that_are_inferred(
    seed: int, ontology: Ontology, store: ox.Store, above: dict[str, set[str]]
) -> None:
    writer, told = Writer(random.Random(seed)), 0
    for _ in range(300):
        text = writer.query()
        try:
            answer = store.query(text.replace("$current", str(GRAPH)))
            parsed = parse_query(text, tokenize(text), update=False)
        except (SyntaxError, ValueError):  # a name given twice, and the like
            continue
        columns = infer_columns(parsed, ontology)
        assert isinstance(answer, ox.QuerySolutions)
        for row in answer:
            for column, term in zip(columns, row, strict=True):
                assert not wrong(term, column, store, above), f"?{column.name} is {term}, and {column} is told\n{text}"
                told += not column.optional and column.value != "value"
    assert told > 1000
