"""The header of a `.rq` file."""

from __future__ import annotations

import pytest

from kgrdf_codegen.headers import Param, QueryHeader, Rows, parse_header

FULL = """# @name current_facts
# @mode many
# @time asof
# @scope tenant
# @param entity: Ref[kg:Entity]
# @param asOf: instant = now
# @param kinds: list[string]
# @param things: list[Ref[<https://example.org/Thing>]]
# @rows add: s p o
# @limit 20 max 200
# @tool current_facts
# The facts about an entity.
#
# More of it: and @this is text.
SELECT
# @name not_here
"""


def test_a_full_header_is_read() -> None:
    header, problems = parse_header("x.rq", FULL)

    assert problems == []
    assert header == QueryHeader(
        name="current_facts",
        mode="many",
        time="asof",
        scope="tenant",
        params=(
            Param("entity", "Ref", "kg:Entity", many=False, default=None, line=5),
            Param("asOf", "instant", None, many=False, default="now", line=6),
            Param("kinds", "string", None, many=True, default=None, line=7),
            Param("things", "Ref", "<https://example.org/Thing>", many=True, default=None, line=8),
        ),
        rows=(Rows("add", ("s", "p", "o"), 9),),
        limit=20,
        limit_max=200,
        tool="current_facts",
        doc="The facts about an entity.\n\nMore of it: and @this is text.",
    )
    assert list(header.inputs()) == ["s", "p", "o", "entity", "asOf", "kinds", "things"]
    assert header.lines["limit"] == 10


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_a_line_ends_where_sparql_ends_it(end: str) -> None:
    assert parse_header("x.rq", FULL.replace("\n", end)) == parse_header("x.rq", FULL)


@pytest.mark.parametrize("char", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_what_only_looks_like_the_end_of_a_line_is_refused_and_hides_no_annotation(char: str) -> None:
    header, problems = parse_header("x.rq", f"# @name a\n# @mode many\n# Every claim.{char}# @time all\n# @tool a\nSELECT")

    assert header is not None
    assert (header.time, header.tool) == ("current", "a")
    assert [str(problem) for problem in problems] == [
        f"x.rq:3:15 H010 an invisible U+{ord(char):04X} in the header; take it out"
    ]


def test_a_parameter_may_leave_its_type_to_the_places_where_it_stands() -> None:
    header, problems = parse_header("x.rq", "# @name a\n# @mode ask\n# @param one\n# @param two = none\n# Says.\n")

    assert problems == []
    assert header is not None
    assert header.params == (
        Param("one", "", None, many=False, default=None, line=3),
        Param("two", "", None, many=False, default=None, line=4, optional=True),
    )


@pytest.mark.parametrize(
    ("written", "value"),
    [("''", ""), ('""', ""), ("'Ann'", "Ann"), ('"Ann"', "Ann"), ('"it\'s"', "it's"), ("it's", "it's"), ("'", "'")],
)
def test_quotes_around_a_default_of_either_kind_are_no_part_of_it(written: str, value: str) -> None:
    header, problems = parse_header("x.rq", f"# @name x\n# @mode ask\n# @param word: string = {written}\n# Says.\n")
    assert problems == []
    assert header is not None
    assert header.params[0].default == value


def test_time_and_scope_have_defaults() -> None:
    header, problems = parse_header("x.rq", "# @name a\n# @mode ask\n# Says.\nASK")

    assert problems == []
    assert header is not None
    assert (header.time, header.scope, header.limit, header.limit_max, header.tool) == (
        "current",
        "tenant",
        None,
        None,
        None,
    )


def test_a_query_may_want_every_row_unless_it_is_a_tool() -> None:
    header, problems = parse_header("x.rq", "# @name a\n# @mode many\n# @limit none\n# Says.\n")
    _, refused = parse_header("x.rq", "# @name a\n# @mode many\n# @limit none\n# @tool a\n# Says.\n")

    assert header is not None
    assert (header.limit, problems) == (None, [])
    assert [problem.code for problem in refused] == ["H008"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("@nmae x", "H001 unknown annotation @nmae, did you mean @name?"),
        ("@mode many", "H002 @mode is written twice, first in line 2"),
        ("@param a: string", "H002 $a is declared twice, first in line 3"),
        ("@rows r: x a", "H002 $a is declared twice, first in line 3"),
        ("@param history: iri", "H006 $history is reserved"),
        ("@param b:", "H004 @param 'b:' is not of the form `name`, `name: type` or `name: type = default`"),
        ("@param b: xsd:string", "H005 unknown type 'xsd:string'"),
        ("@param b: list[list[string]]", "H005 unknown type 'list[list[string]]'"),
        ("@param b: Ref[Entity]", "H005 unknown type 'Ref[Entity]', did you mean Ref[kg:Entity]?"),
        ("@rows add s p o", "H004 @rows 'add s p o' is not of the form `name: column column`"),
        ("@name ﬁnd", "H008 @name 'ﬁnd' is 'find' to Python; write it so"),
        ("@name x፲", "H008 @name 'x፲' is not a name in snake_case, such as current_facts"),
        (
            "@time curent",
            "H008 @time 'curent' is unknown, did you mean current?; one of current, asof, known, begun, since, all",
        ),
        ("@scope world", "H008 @scope 'world' is unknown; one of tenant, store"),
        ("@limit lots", "H008 @limit 'lots' is not of the form `20`, `20 max 200`"),
        ("@limit 20 max 10", "H008 @limit '20 max 10' is not of the form"),
        ("@limit 0", "H008 @limit '0' is not of the form"),
        ("@tool Find Facts", "H008 @tool 'Find Facts' is not a tool's name in snake_case"),
    ],
)
def test_a_faulty_line_is_told_with_its_number(line: str, said: str) -> None:
    name = "" if line.startswith("@name") else "@name a"
    _, problems = parse_header("x.rq", f"# {name}\n# @mode many\n# @param a: string\n# {line}\n# Says something.\n")

    assert len(problems) == 1
    assert str(problems[0]).startswith(f"x.rq:4:1 {said}")


def test_a_header_without_name_mode_or_words_is_told() -> None:
    header, problems = parse_header("x.rq", "SELECT ?x WHERE {}")

    assert header is None
    assert sorted(str(problem) for problem in problems) == [
        "x.rq:1:1 H003 no description; write a sentence in a comment line, it becomes the docstring",
        "x.rq:1:1 H007 no @mode; add a line `# @mode …`",
        "x.rq:1:1 H007 no @name; add a line `# @name …`",
    ]
