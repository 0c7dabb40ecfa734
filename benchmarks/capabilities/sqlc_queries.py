"""What sqlc makes of queries for PostgreSQL, in Go: `sqlc generate`, `sqlc vet` and `sqlc compile`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.cell import Cell, decided, judged, listed
from benchmarks.capabilities.sqlc import CONFIG, QUERY, TABLES, drift, given, lacking, make, type_of, unformatted, vetted

__all__ = ["PROBES"]


def _unit(bench: Bench) -> Cell:
    found = re.search(r"^func \(q \*Queries\) Named\(.*$", make(bench), re.MULTILINE)
    return decided(found, f"`{found[0].rstrip(' {')}`" if found else "none")


def _own_language(bench: Bench) -> Cell:
    return judged(
        "`$1` and the comment `-- name:` are SQL; `sqlc.arg(…)` and `sqlc.narg(…)` are functions that no database has",
        dollar_parameters=bool(make(bench)),
        named_parameters=False,
    )


def _parameters(bench: Bench) -> Cell:
    text = make(
        bench, TABLES, "-- name: Since :many\nSELECT id FROM agents WHERE name = $1 AND cardinality(tags) > $2 LIMIT $3;\n"
    )
    found = re.search(r"type SinceParams struct \{(.*?)\}", text, re.DOTALL)
    kinds = found[1].split()[1::2] if found else []
    words = "`name = $1`, `LIMIT $3` and, of an array, `cardinality(tags) > $2`"
    return judged(
        f"{words}: {listed(kinds)}", column="string" in kinds, limit="int32" in kinds, function="[]string" not in kinds
    )


def _rows(bench: Bench) -> Cell:
    return decided(
        "type NamedRow struct" in make(bench),
        "`NamedRow`; where a row is a whole table, the type of the table",
    )


def _nullability(bench: Bench) -> Cell:
    queries = """\
-- name: A :many
SELECT agents.name, facts.claim FROM agents LEFT JOIN facts ON facts.agent = agents.id;

-- name: B :many
SELECT s.name, s.claim FROM (SELECT agents.name, facts.claim FROM agents LEFT JOIN facts ON facts.agent = agents.id) s;

-- name: C :many
SELECT agents.name, s.claim FROM agents LEFT JOIN (SELECT claim, agent FROM facts) s ON s.agent = agents.id;

-- name: D :many
SELECT agents.name, sqlc.embed(facts) FROM agents LEFT JOIN facts ON facts.agent = agents.id;
"""
    text = make(bench, TABLES, queries)
    names = {
        "A": "left join",
        "B": "left join in a subselect",
        "C": "left join of a subselect",
        "D": "sqlc.embed of a left join",
    }
    rows = {
        said: type_of(text[text.find(f"type {name}Row") :], "Fact" if name == "D" else "Claim")
        for name, said in names.items()
    }
    return judged(
        f"the type of the claim, or of the embedded row: {listed(rows)}",
        **{name: kind.startswith("sql.Null") for name, kind in rows.items()},
    )


def _unknown(bench: Bench) -> Cell:
    given(bench, queries=QUERY.replace("nick", "nikc"))
    done = bench.run("sqlc", "generate")
    return decided(re.search(r"queries\.sql:\d+:\d+", done.err), f"`{done.last}`")


def _suggestion(bench: Bench) -> Cell:
    given(bench, queries=QUERY.replace("nick", "nikc"))
    done = bench.run("sqlc", "generate")
    return decided('"nick"' in done.err, f"`{done.last}`")


def _injection(bench: Bench) -> Cell:
    text = make(bench)
    return decided(
        "q.db.QueryContext(ctx, named, name)" in text,
        "the text is a constant, and the driver binds the values",
    )


def _optional(bench: Bench) -> Cell:
    text = make(
        bench,
        TABLES,
        "-- name: Any :many\nSELECT id FROM agents WHERE nick = sqlc.narg(nick) OR sqlc.narg(nick) IS NULL;\n",
    )
    return decided(
        "nick sql.NullString" in text,
        "`sqlc.narg(nick)` with `OR … IS NULL`; the condition is asked in the database at every call",
    )


def _refuses(bench: Bench, rule: str, *queries: str) -> list[bool]:
    """Return for each query whether `sqlc vet` with the rule refuses it."""
    found = []
    for query in queries:
        given(bench, queries=f"-- name: Q :many\n{query};\n", rule=rule)
        found.append("ours: refused" in bench.run("sqlc", "vet").err)
    return found


def _lint(bench: Bench) -> Cell:
    bad, good = _refuses(
        bench,
        'query.cmd == "many" && !query.sql.contains("LIMIT")',
        "SELECT id FROM agents",
        "SELECT id FROM agents LIMIT 1",
    )
    return decided(bad and not good, "`sqlc vet` with a rule in CEL: a query without LIMIT is refused")


def _old_queries(bench: Bench) -> Cell:
    make(bench)
    before = bench.files("out")
    given(bench, schema=TABLES.replace("nick text", "nickname text"))
    done = bench.run("sqlc", "compile")
    return decided(done.status and bench.files("out") == before, f"`sqlc compile`: `{done.last}`")


def _plugin(bench: Bench) -> Cell:
    given(bench, config=CONFIG.replace("go: {package: memory, out: out}", "json: {out: out, filename: request.json}"))
    bench.must("sqlc", "generate")
    found = (bench.folder / "out" / "request.json").read_text(encoding="utf-8")
    return decided('"Named"' in found, "`gen: json` writes schema and queries as JSON; a plugin gets the same")


def _formatted_queries(bench: Bench) -> Cell:
    make(bench)
    return judged("`gofmt -l`, `go vet`", formatter=not unformatted(bench), checker=not vetted(bench).status)


def _annotation(bench: Bench) -> Cell:
    found = {}
    for name, line in (("mode", "-- name: Named :manny"), ("word", "-- nmae: Named :many")):
        given(
            bench,
            queries="-- name: Other :one\nSELECT id FROM agents LIMIT 1;\n\n" + QUERY.replace("-- name: Named :many", line),
        )
        found[name] = bench.run("sqlc", "generate").status != 0
    return judged("`:manny`, and `-- nmae:` in front of the second query of a file", **found)


def _tenant(bench: Bench) -> Cell:
    inside = "SELECT claim FROM facts WHERE tenant_id = $1"
    outside, subselect, kept = _refuses(
        bench,
        '!query.sql.contains("tenant_id")',
        "SELECT claim FROM facts",
        f"{inside} AND agent IN (SELECT f.agent FROM facts f WHERE f.claim = $2)",
        inside,
    )
    return judged(
        "a rule of `sqlc vet` that looks for the word `tenant_id`",
        forgotten=outside and not kept,
        forgotten_in_a_subselect=subselect,
    )


def _time(bench: Bench) -> Cell:
    schema = TABLES.replace("claim text", "valid_to timestamptz, claim text")
    rule = '!query.sql.contains("valid_to")'
    whole = "SELECT id FROM facts WHERE valid_to IS NULL"
    found = []
    for query in ("SELECT id FROM facts", f"{whole} UNION SELECT id FROM facts", whole):
        given(bench, schema, f"-- name: Q :many\n{query};\n", rule)
        found.append("ours: refused" in bench.run("sqlc", "vet").err)
    return judged(
        "a rule of `sqlc vet` that looks for the word `valid_to`",
        forgotten=found[0] and not found[2],
        forgotten_on_one_branch_of_a_union=found[1],
    )


PROBES: Mapping[str, Callable[[Bench], Cell]] = {
    "unit": _unit,
    "own-language": _own_language,
    "parameters": _parameters,
    "rows": _rows,
    "nullability": _nullability,
    "unknown": _unknown,
    "suggestion": _suggestion,
    "injection": _injection,
    "optional": _optional,
    "lint": _lint,
    "old-queries": _old_queries,
    "plugin": _plugin,
    "clean-queries": _formatted_queries,
    "annotation": _annotation,
    "tenant": _tenant,
    "time": _time,
    "served": lambda bench: lacking(bench, r"\bserve\b"),
    "query-drift": drift,
}
