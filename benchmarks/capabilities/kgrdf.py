"""What kgrdf makes of the same inputs: by a test of this repository, or by generating here and reading what came out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

import pyoxigraph

from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.cell import Cell, by_tests, decided, judged, listed
from benchmarks.capabilities.turtle import document, field
from kgrdf_codegen.generate import Result, generate
from kgrdf_codegen.sources import ontology_folder

__all__ = ["PROBES", "SLOW"]

_CODEGEN, _ONTOLOGY = "tests/codegen/", "tests/ontology/"
_GENERATED, _OUTPUT = f"{_CODEGEN}test_generated_code.py::", f"{_CODEGEN}test_output.py::"
_USED = f"{_CODEGEN}test_user_package.py::"
_DRIFT = (
    f"{_OUTPUT}test_a_changed_file_is_drift",
    f"{_OUTPUT}test_a_missing_file_is_drift",
    f"{_OUTPUT}test_a_left_over_file_is_drift_and_is_deleted_by_writing",
)
_QUERY = """\
# @name named
# @mode many
# @param item: Ref[ex:Item]
# @limit 20 max 200
# The names of an item.
PREFIX ex: <https://example.org/shop#>
SELECT ?one ?some
WHERE { GRAPH $current { $item ex:one ?one OPTIONAL { $item ex:some ?some } } }
"""
_EITHER = "sh:maxCount 1 ; sh:or ( [ sh:class ex:Item ] [ sh:class ex:Other ] )"
_SHOP = document(
    "@prefix kgc: <https://w3id.org/kgrdf/codegen#> .\n",
    field("ex:one", "xsd:string", "sh:minCount 1 ; sh:maxCount 1"),
    field("ex:some", "xsd:string"),
    field("ex:many", "xsd:string", "sh:minCount 0"),
    field("ex:moment", "xsd:dateTime"),
    field("ex:day", "xsd:date"),
    field("ex:span", "xsd:duration"),
    field("ex:price", "xsd:decimal"),
    field("ex:words", "rdf:langString"),
    field("ex:state", "xsd:string", 'sh:maxCount 1 ; sh:in ( "active" "3d" "None" )'),
    field("ex:either", "ex:Item", _EITHER),
    f"ex:alone a owl:ObjectProperty .\nex:Item sh:property [ sh:path ex:alone ; {_EITHER} ] .\n",
    field("ex:holds", "ex:Item", owner="ex:Other"),
    "ex:Item sh:property [ sh:path [ sh:inversePath ex:holds ] ; sh:class ex:Other ] .\n",
    "ex:S a sh:NodeShape ; sh:targetClass ex:Item ; sh:property [ sh:path ex:apart ; sh:maxCount 1 ] .\n",
    "ex:apart a owl:DatatypeProperty ; rdfs:range xsd:string .\n",
    "ex:S sh:property [ sh:path ex:undeclared ; sh:datatype xsd:string ; sh:maxCount 1 ] .\n",
    *(field(f"ex:{name}", "xsd:string") for name in ("class", "3dScan", "größe", "label", "str")),
    field("other:label", "xsd:string"),
    field("ex:datetime", "xsd:dateTime"),
    'other:Item a owl:Class ; rdfs:comment "An item of others." .\n',
    'ex:Sub a owl:Class , sh:NodeShape ; rdfs:comment "Sub." ; rdfs:subClassOf ex:Item .\n',
    "ex:Sub sh:property [ sh:path ex:some ; sh:minCount 1 ; sh:maxCount 1 ] .\n",
    'ex:Abstract a owl:Class ; kgc:abstract true ; kgc:plural "abstracts" ; rdfs:comment "Abstract." .\n',
    'ex:A a owl:Class ; rdfs:comment "A." .\nex:B a owl:Class ; rdfs:subClassOf ex:A ; rdfs:comment "B." .\n',
    'ex:C a owl:Class ; rdfs:subClassOf ex:A , ex:B ; rdfs:comment "C." .\n',
)


def _generate(bench: Bench, out: str, text: str = _SHOP, query: str = _QUERY) -> Result:
    """Generate a package."""
    bench.write(f"{out}_input/named.rq", query)
    source = bench.write(f"{out}_input/shop.ttl", text)
    return generate([source], bench.folder / out, queries=[source.parent])


@cache
def _package(bench: Bench) -> str:
    """Return the models of the package made of `_SHOP`."""
    assert _generate(bench, "made").ok
    return (bench.folder / "made" / "models.py").read_text(encoding="utf-8")


def _class(bench: Bench, name: str) -> str:
    found = re.search(rf"^class {name}\(.*?(?=^class |\Z)", _package(bench), re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


def _type(bench: Bench, name: str, owner: str = "ExItem") -> str:
    found = re.search(rf"^    {name}: ([^=\n]+)", _class(bench, owner), re.MULTILINE)
    return found[1].strip() if found else "none"


def _used(bench: Bench, code: str) -> str:
    """Run Python with the package, a graph `g` of it, and an item and another thing; return what it says last."""
    _package(bench)
    begin = "from kgrdf import open_store\nimport made\ng = made.Graph(open_store('memory:'), 't')\n"
    stored = "i = g.ex_items.add('I', one='x').id\no = g.others.add('O', holds=i).id\n"
    return bench.own(begin + stored + code).last


def _comments(bench: Bench) -> Cell:
    item = _class(bench, "ExItem")
    words = "read in the output; of several languages, one is chosen by an order that is given"
    return judged(words, class_='"""An item."""' in item, property='"""What it says."""' in item)


def _cardinality(bench: Bench) -> Cell:
    one, some, many = (_type(bench, name) for name in ("one", "some", "many"))
    found = {"required": one, "at most one": some, "many": many}
    return judged(listed(found), required=one == "str", optional=some == "str | None", many=many == "tuple[str, ...]")


def _instants(bench: Bench) -> Cell:
    found = {name: _type(bench, name) for name in ("moment", "day", "span")}
    words = f"{listed(found)}, where `Moment` is an aware datetime"
    return judged(words, **{name: "Moment" in kind or "date" in kind for name, kind in found.items()})


def _enums(bench: Bench) -> Cell:
    kind = _type(bench, "state").removesuffix(" | None")
    listed_there = bench.own(f"from made import enums; print(enums.{kind}.__args__)").last
    words = f"`sh:in` of three literals: `{kind}`, which is the literals `{listed_there}`"
    return judged(words, **{name: f"'{name}'" in listed_there for name in ("active", "3d", "None")})


def _unions(bench: Bench) -> Cell:
    found = {"beside_a_range": _type(bench, "either"), "alone": _type(bench, "alone")}
    return judged(
        f"`sh:or` {listed(found)}", **{name: kind.startswith("Ref[ExItem | Other]") for name, kind in found.items()}
    )


def _inheritance(bench: Bench) -> Cell:
    _package(bench)
    done = bench.own("from made import models as m; print([c.__name__ for c in m.C.__mro__[:3]])")
    return decided(done.out.startswith("['C', 'B', 'A']"), f"a class below `ex:A` and `ex:B`: `{done.last}`")


def _tighten(bench: Bench) -> Cell:
    found = {"ExItem": _type(bench, "some"), "Sub": _type(bench, "some", "Sub")}
    return decided(found["Sub"] == "str", listed(found))


def _abstract(bench: Bench) -> Cell:
    stored = _used(bench, "g.store_entity('x', 'Abstract')")
    adds = _used(bench, "print(hasattr(g.abstracts, 'add'))")
    words = f"`kgc:abstract`: its accessor has no `add`, and storing one says `{stored}`"
    return decided(adds == "False" and "is abstract" in stored, words)


def _inverse(bench: Bench) -> Cell:
    said = _used(
        bench, "print(g.ex_items.get(i).inverse_holds == (o,), [row.id for row in g.others.by_holds(i).items] == [o])"
    )
    return judged("read after storing", as_a_field=said.startswith("True"), as_a_listing=said.endswith("True"))


def _apart(bench: Bench) -> Cell:
    found = {name: _type(bench, name) for name in ("apart", "undeclared")}
    lost = 'shop#S"' in (bench.folder / "made" / "schema.lock.json").read_text(encoding="utf-8")
    words = f"a field of a property that a file declares, `{found['apart']}`, and of one that the shape alone names, "
    words += f"`{found['undeclared']}`, {'which is' if lost else 'and is not'} in the list of losses"
    return judged(words, declared=found["apart"] == "str | None", undeclared=found["undeclared"] == "str | None")


def _names(bench: Bench) -> Cell:
    found = {name: _type(bench, name) for name in ("class_", "n_3d_scan", "größe")}
    keyword, digit, letters = (kind.startswith("str") for kind in found.values())
    return judged("`class_`, `n_3d_scan` and `größe`", keyword=keyword, digit=digit, letters=letters)


def _clash(bench: Bench) -> Cell:
    both = [name for name in ("ex_label", "other_label") if _type(bench, name).startswith("str")]
    return decided(len(both) == 2, "both take their prefix: " + ", ".join(f"`{name}`" for name in both))


def _shadow(bench: Bench) -> Cell:
    found = {"datetime": _type(bench, "datetime"), "ex_str": _type(bench, "ex_str")}
    right = found["datetime"].startswith("Moment") and found["ex_str"].startswith("str")
    return decided(right, f"{listed(found)}; a property called as a type of Python takes its prefix")


def _class_names(bench: Bench) -> Cell:
    found = [name for name in ("ExItem", "OtherItem", "Sub") if _class(bench, name)]
    return judged(f"classes {', '.join(found)}", local_name="Sub" in found, told_apart={"ExItem", "OtherItem"} <= {*found})


def _validate(bench: Bench) -> Cell:
    tries = {"misspelt": "one='x', oen='y'", "type": "one=1", "id": "one='x', either='no id'"}
    found = {name: _used(bench, f"g.ex_items.add('J', {text})") for name, text in tries.items()}
    return judged(listed(found), **{name: said.split(" ")[0].endswith("Error:") for name, said in found.items()})


def _round_trip(bench: Bench) -> Cell:
    said = _used(
        bench,
        "j = g.ex_items.add('J', one='y', either=o).id\nfound = g.ex_items.get(j)\nprint(found.one, found.either == o)",
    )
    test = f"{_USED}test_every_kind_of_value_goes_in_and_comes_back"
    return decided(said == "y True", "`add` and `get` of an accessor, with a reference", test)


def _missing(bench: Bench, option: str, words: str) -> Cell:
    said = bench.ours("kgrdf.cli", "codegen", "--help").out
    return decided(option in said, words)


def _own_language(bench: Bench) -> Cell:
    files = sorted((ontology_folder() / "queries").glob("*.rq"))
    for path in files:
        pyoxigraph.Store().query(path.read_text(encoding="utf-8"))
    return Cell("yes", f"the {len(files)} files of `ontology/queries` run in Oxigraph as they are: `$x` is a variable there")


def _parameters(bench: Bench) -> Cell:
    _generate(bench, "bare", query=_QUERY.replace("item: Ref[ex:Item]", "item"))
    made = (bench.folder / "bare" / "queries.py").read_text(encoding="utf-8")
    inferred = re.findall(r'name="item",.*?type="(.*?)"', made, re.DOTALL)
    wrong = _generate(bench, "wrong", query=_QUERY.replace("Ref[ex:Item]", "instant")).ok
    words = f"`# @param item` is {listed(inferred)} by its property, and a type beside the name may narrow that"
    return judged(words, a_wrong_type_is_refused=not wrong, a_type_follows_from_the_place=inferred == ["Ref[ExItem]"])


def _nullability(bench: Bench) -> Cell:
    _package(bench)
    text = (bench.folder / "made" / "queries.py").read_text(encoding="utf-8")
    found = dict(re.findall(r"^    (one|some): (str.*)$", text, re.MULTILINE))
    right = found == {"one": "str", "some": "str | None"}
    return decided(right, f"{listed(found)}, the second from an OPTIONAL")


def _old_queries(bench: Bench) -> Cell:
    _generate(bench, "old")
    before = bench.files("old")
    result = _generate(bench, "old", _SHOP.replace("ex:some", "ex:same"))
    kept = bench.files("old") == before
    said = "; ".join(problem.message for problem in result.problems if problem.code.startswith("Q"))
    return decided(not result.ok and kept, f"generating with a property renamed: `{said}`, and nothing is written")


def _plugin(bench: Bench) -> Cell:
    _package(bench)
    text = (bench.folder / "made" / "schema.lock.json").read_text(encoding="utf-8")
    return decided(
        '"named"' in text and '"queries"' in text,
        "`schema.lock.json` has the classes and the queries, as JSON",
    )


def _thousand(bench: Bench) -> Cell:
    classes = (f'ex:C{n} a owl:Class , sh:NodeShape ; rdfs:comment "C." .\n' for n in range(1000))
    fields = (field(f"ex:c{n}p{p}", "xsd:string", owner=f"ex:C{n}") for n in range(1000) for p in range(5))
    assert generate([bench.write("many.ttl", document(*classes, *fields))], bench.folder / "many").ok
    done = bench.own("from many import models as m; print(sum(name[1:].isdigit() for name in dir(m)))")
    return decided(done.status == 0, f"{done.last} classes can be imported, each with an accessor and its templates")


def _always(cell: Cell) -> Callable[[Bench], Cell]:
    return lambda _: cell


_TESTED: Mapping[str, Cell] = {
    "same-bytes": by_tests(
        "two hash seeds, the same files", f"{_CODEGEN}test_determinism.py::test_two_hash_seeds_give_the_same_bytes"
    ),
    "order": by_tests(
        "triples shuffled, blank nodes renamed",
        f"{_CODEGEN}test_determinism.py::test_shuffled_triples_give_the_same_intermediate_form",
    ),
    "drift": by_tests("`kgrdf codegen --check`", *_DRIFT),
    "whole-writes": by_tests(
        "a file that does not parse and a full disk change nothing; what a killed run leaves, the next one mends",
        f"{_CODEGEN}test_edits.py::test_a_file_that_does_not_parse_leaves_the_package_as_it_was",
        f"{_CODEGEN}test_writing.py::test_a_disk_that_is_full_leaves_the_package_as_it_was",
        f"{_CODEGEN}test_writing.py::test_what_a_killed_run_leaves_is_told_and_the_next_run_mends_it",
    ),
    "formatted": by_tests(
        "with the rules of this repository, which are more than the defaults",
        f"{_GENERATED}test_every_package_is_clean_for_the_linter_and_the_formatter",
    ),
    "strict": by_tests("`mypy --strict`", f"{_GENERATED}test_every_package_passes_the_strict_type_checker"),
    "hostile": by_tests("each docstring equals its comment", f"{_GENERATED}test_hostile_text_is_kept_and_never_run"),
    "decimal": by_tests("`Decimal` in and out", f"{_USED}test_every_kind_of_value_goes_in_and_comes_back"),
    "language": by_tests("`LangString`, text and language", f"{_USED}test_every_kind_of_value_goes_in_and_comes_back"),
    "cycles": by_tests(
        "the members of a cycle are equivalent, and a warning names them",
        f"{_GENERATED}test_a_cycle_of_subclasses_ends_and_makes_its_members_equivalent",
    ),
    "edges": by_tests(
        "a relationship has a weight and an interval, is listed from both ends, and for an instant",
        "tests/runtime/accessors/test_accessors.py::test_a_relationship_is_listed_from_both_ends",
        "tests/runtime/accessors/test_accessors.py::test_edges_that_carry_properties_are_read_as_models",
        "tests/runtime/accessors/test_accessors.py::test_a_fact_is_listed_by_what_it_is_about_from_any_viewpoint",
    ),
    "templates": by_tests(
        "`kgrdf codegen --templates`", f"{_CODEGEN}test_templates.py::test_the_templates_of_a_folder_of_ones_own_win"
    ),
    "breaking": Cell("no", "`schema.lock.json` is there to be compared, and no command compares two"),
    "pages": by_tests(
        "`kgrdf codegen --docs`", f"{_CODEGEN}test_edits.py::test_a_new_class_reaches_accessor_template_tool_schema_and_page"
    ),
    "outputs": by_tests(
        "JSON Schema only",
        f"{_CODEGEN}test_edits.py::test_a_new_property_reaches_model_add_template_schema_and_page",
        verdict="partly",
    ),
    "unit": by_tests(
        "keyword arguments, a list of rows",
        "tests/runtime/accessors/test_named.py::test_a_query_answers_rows_of_its_own_type",
    ),
    "rows": by_tests(
        "a frozen dataclass a query", "tests/runtime/accessors/test_named.py::test_a_query_answers_rows_of_its_own_type"
    ),
    "unknown": by_tests(
        "file, line and column", f"{_ONTOLOGY}test_checker_cases.py::test_a_wrong_query_is_refused_with_exactly_this_message"
    ),
    "suggestion": by_tests(
        "`unknown property kg:nmae, did you mean kg:name?`",
        f"{_CODEGEN}test_cases.py::test_a_wrong_ontology_is_refused_with_the_problems_that_its_folder_shows",
    ),
    "injection": by_tests(
        "values become terms, and terms are spliced at slots",
        "tests/runtime/accessors/test_named.py::test_an_argument_is_a_value_and_never_a_part_of_the_query",
        "tests/runtime/foundation/test_terms.py::test_text_that_looks_like_syntax_stays_text",
    ),
    "optional": by_tests(
        "`# @param x: string = none` with `FILTER(!BOUND($x) || …)`; the condition is decided before the text is sent",
        "tests/runtime/foundation/test_optional_filters.py::test_every_combination_of_optional_parameters_finds_what_python_finds",
    ),
    "query-drift": by_tests("as for classes: they are one package", *_DRIFT),
    "lint": by_tests(
        "every rule has a wrong query that it refuses; rules of one's own cannot be added",
        f"{_ONTOLOGY}test_checker_cases.py::test_every_rule_has_a_wrong_query_that_it_alone_or_first_refuses",
        verdict="partly",
    ),
    "clean-queries": by_tests(
        "as for classes",
        f"{_GENERATED}test_every_package_is_clean_for_the_linter_and_the_formatter",
        f"{_GENERATED}test_every_package_passes_the_strict_type_checker",
    ),
    "annotation": by_tests("told with its line", f"{_ONTOLOGY}test_headers.py::test_a_faulty_line_is_told_with_its_number"),
    "served": by_tests(
        "`@tool name` makes it a tool over MCP",
        "tests/server/test_own_ontology.py::test_a_class_and_a_query_with_a_tool_are_used_over_the_wire",
    ),
    "tenant": by_tests(
        "one GRAPH taken out of any query of the repository, and it is refused",
        f"{_ONTOLOGY}test_mutations.py::test_a_query_without_one_of_its_graphs_is_refused",
    ),
    "time": by_tests(
        "one filter on the interval taken out of any query of the repository, and it is refused",
        f"{_ONTOLOGY}test_mutations.py::test_a_query_without_one_of_its_interval_filters_is_refused",
    ),
}
PROBES: Mapping[str, Callable[[Bench], Cell]] = {
    **{row: _always(cell) for row, cell in _TESTED.items()},
    "comments": _comments,
    "cardinality": _cardinality,
    "instants": _instants,
    "enums": _enums,
    "unions": _unions,
    "inheritance": _inheritance,
    "tighten": _tighten,
    "abstract": _abstract,
    "inverse": _inverse,
    "apart": _apart,
    "names": _names,
    "clash": _clash,
    "shadow": _shadow,
    "class-names": _class_names,
    "validate": _validate,
    "round-trip": _round_trip,
    "watch": lambda bench: _missing(bench, "--watch", "`kgrdf codegen --help` has no such option"),
    "thousand": _thousand,
    "own-language": _own_language,
    "parameters": _parameters,
    "nullability": _nullability,
    "old-queries": _old_queries,
    "plugin": _plugin,
}
SLOW = frozenset({"thousand"})
