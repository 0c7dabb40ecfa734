"""The `.rq` files of an ontology's `queries/` folder, as typed queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kgrdf_codegen import headers, naming
from kgrdf_codegen.check import Vocabulary, check_file, tree
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.parse import parse_query
from kgrdf_codegen.check.positions import completed
from kgrdf_codegen.check.tokens import tokenize
from kgrdf_codegen.effects import Fault, changed, changes_of, constructed, wrong_construct, wrong_update
from kgrdf_codegen.expressions import Typed
from kgrdf_codegen.inference import infer_columns
from kgrdf_codegen.ir import Ontology, Param, Query
from kgrdf_codegen.problems import Problem, errors_in
from kgrdf_codegen.segments import NeededError, cut
from kgrdf_codegen.sources import shown
from kgrdf_codegen.text import OntText

__all__ = ["query_files", "read_queries"]

# What the generated module means by these names: itself, in its functions, in its rows. A test holds them against it.
_MODULE = frozenset(
    {
        "Decimal", "Iterable", "QUERIES", "annotations", "bool", "dataclass", "datetime", "enums", "int", "list", "models",
        "runtime", "str", "tuple",
    }
)  # fmt: skip
_ARGUMENTS = frozenset({"graph", "limit", "models", "offset", "row", "rows", "runtime", "self", "tenant"})
_COLUMNS = frozenset({"bool", "datetime", "enums", "int", "models", "runtime", "str"})


def query_files(places: Iterable[Path]) -> list[Path]:
    """Return the `.rq` files that stand in folders, or are named themselves, by name."""
    found = [path for place in places for path in (sorted(place.glob("*.rq")) if place.is_dir() else [place])]
    return sorted(found, key=lambda path: path.name)


def read_queries(
    files: Sequence[Path], ontology: Ontology, vocabulary: Vocabulary
) -> tuple[tuple[Query, ...], list[Problem]]:
    """Return the queries that pass every check, and what is wrong with the others."""
    found: list[tuple[Path, headers.QueryHeader, Query]] = []
    problems: list[Problem] = []
    for path in files:
        text, faults = check_file(path, vocabulary)
        problems += faults
        header, _ = headers.parse_header(shown(path), text)
        if header is None or errors_in(faults):
            continue
        if header.scope == "store" or header.rows:
            message = "@scope store and @rows are for the runtime's own files; a named query is a tenant's"
            problems.append(_problem(path, header, "scope" if header.scope == "store" else "name", "F001", message))
            continue
        tokens = tokenize(text)
        parsed = parse_query(text, tokens, update=header.mode == "update")
        header = completed(Context(shown(path), text, header, tokens, parsed, vocabulary)).header
        wrong = list(_effects(path, parsed, header, ontology))
        if wrong:
            problems += wrong
            continue
        try:
            cut(text, header)
        except NeededError as error:
            problems.append(_needed(path, error))
            continue
        found.append((path, header, _query(path, text, parsed, header, ontology)))
    for path, header, query in found:
        problems += _faults(path, header, query)
    problems += _clashes(found, ontology)
    return tuple(query for _, _, query in found), problems


def _effects(path: Path, parsed: tree.Query, header: headers.QueryHeader, ontology: Ontology) -> Iterator[Problem]:
    """Yield what keeps a CONSTRUCT from making models, and an update from being one of the memory's operations."""
    faults: Iterator[Fault] = iter(())
    if header.mode == "construct":
        faults = wrong_construct(parsed, header, ontology)
    elif header.mode == "update":
        faults = wrong_update(parsed, header, ontology)
    for code, token, message in faults:
        line, col = (header.lines["name"], 1) if token is None else (token.line, token.col)
        yield Problem(shown(path), line, col, code, message)


def _query(path: Path, text: str, parsed: tree.Query, header: headers.QueryHeader, ontology: Ontology) -> Query:
    params = _params(header, ontology)
    return Query(
        name=header.name,
        function=naming.identifier(header.name),
        row=naming.capwords(header.name) + "Row",
        mode=header.mode,
        time=header.time,
        params=params,
        columns=infer_columns(parsed, ontology, {param.name: _typed(param) for param in params}),
        made=_made(header, parsed, ontology),
        changes=changes_of(parsed) if header.mode == "update" else (),
        limit=header.limit,
        limit_max=header.limit_max,
        tool=header.tool,
        doc=OntText(_spaced(header.doc)),
        text=OntText(text if text.endswith("\n") else text + "\n"),
        source=path.name,
    )


def _made(header: headers.QueryHeader, parsed: tree.Query, ontology: Ontology) -> tuple[str, ...]:
    if header.mode == "update":
        return changed(parsed, ontology)
    return constructed(parsed, ontology) if header.mode == "construct" else ()


def _params(header: headers.QueryHeader, ontology: Ontology) -> tuple[Param, ...]:
    names = {cls.iri: cls.name for cls in ontology.classes}
    enums = {frozenset(member.value.raw for member in enum.members): enum.name for enum in reversed(ontology.enums)}
    refers = {param.name: " | ".join(sorted(names[iri] for iri in param.classes if iri in names)) for param in header.params}
    return tuple(
        Param(
            name=param.name,
            python=naming.snake(param.name),
            wire=naming.camel(param.name),
            # What is declared an IRI and stands where only things of the graph do is the id of one.
            value="ref" if param.type == "Ref" or refers[param.name] else param.type,  # type: ignore[arg-type]
            cls=refers[param.name] or None,
            enum=enums.get(frozenset(param.one_of)) if param.one_of else None,
            many=param.many,
            default=None if param.default is None else OntText(param.default),
            optional=param.optional,
        )
        for param in header.params
    )


def _typed(param: Param) -> Typed:
    return Typed(param.value, () if param.cls is None else tuple(param.cls.split(" | ")), sure=not param.optional)


def _needed(path: Path, error: NeededError) -> Problem:
    name, token = str(error), error.token
    message = f"{name} is `= none` and needed here all the same; write FILTER(!BOUND({name}) || …) around it"
    return Problem(shown(path), token.line, token.col, "F006", message)


def _faults(path: Path, header: headers.QueryHeader, query: Query) -> Iterator[Problem]:
    """Yield what keeps a checked query from having a function."""
    lines = {param.name: param.line for param in header.params}
    for param in query.params:
        if param.value == "ref" and param.cls is None:
            message = f"${param.name} refers to a class that has no model"
            yield Problem(shown(path), lines[param.name], 1, "F002", message)
    if not _MODULE.isdisjoint(_names(query)):
        yield _problem(path, header, "name", "F003", f"the generated module needs the name {query.name} itself")
    inputs = [(param, f"${param.name}", lines[param.name]) for param in query.params]
    outputs = [(column, f"?{column.name}", header.lines["name"]) for column in query.columns]
    for members, taken in ((inputs, _ARGUMENTS), (outputs, _COLUMNS)):
        named: dict[str, str] = {}
        wired: dict[str, str] = {}
        for member, written, line in members:
            other, alike = named.setdefault(member.python, written), wired.setdefault(member.wire, written)
            message = ""
            if member.python in taken:
                message = f"{written}: the generated function needs the name {member.python} itself; choose another name"
            elif other != written:
                message = f"{written} and {other} would both be called {member.python}; rename one"
            elif alike != written and query.tool is not None:
                message = f"{written} and {alike} would both be called {member.wire!r} in JSON; rename one"
            if message:
                yield Problem(shown(path), line, 1, "F003", message)


def _names(query: Query) -> tuple[str, ...]:
    """Return what the generated module defines for a query."""
    return (query.function, query.constant, *([query.row] if query.columns else []))


def _clashes(found: Sequence[tuple[Path, headers.QueryHeader, Query]], ontology: Ontology) -> Iterator[Problem]:
    """Yield queries that have the name or the tool of another query, and tools that are those of a class or of the core."""
    named: dict[str, Query] = {}
    tools = {cls.tool: cls.name for cls in ontology.classes if cls.tool is not None}
    for path, header, query in found:
        # `a_1` and `a1` have one name for their rows, `straße` and `strasse` for their constants.
        taken = next((name for name in _names(query) if named.setdefault(name, query) is not query), None)
        if taken is not None:
            other = named[taken]
            message = f"the name {query.name} is that of {other.source} already"
            if other.name != query.name:
                what = {query.function: "a function", query.constant: "a constant"}.get(taken, "rows")
                message = f"{query.name} and {other.name} would both have {what} called {taken}"
            yield _problem(path, header, "name", "F004", message)
        if query.tool is None:
            continue
        if naming.tool_reserved(query.tool):
            yield _problem(path, header, "tool", "F005", f"@tool {query.tool} is the name of a tool of the core")
        elif (holder := tools.setdefault(query.tool, query.name)) != query.name:
            yield _problem(path, header, "tool", "F005", f"@tool {query.tool} is the tool of {holder} already")


def _problem(path: Path, header: headers.QueryHeader, annotation: str, code: str, message: str) -> Problem:
    return Problem(shown(path), header.lines.get(annotation, 1), 1, code, message)


def _spaced(doc: str) -> str:
    """Return a description with its first sentence standing alone, as a docstring has it."""
    first, _, rest = doc.partition("\n")
    return f"{first}\n\n{rest.lstrip()}" if rest.strip() else first
