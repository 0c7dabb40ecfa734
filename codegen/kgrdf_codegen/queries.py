"""The `.rq` files of an ontology's `queries/` folder, as typed queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgrdf_codegen import headers, naming
from kgrdf_codegen.check import Vocabulary, check_file, tree
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.parse import parse_query
from kgrdf_codegen.check.positions import completed
from kgrdf_codegen.check.tokens import Token, tokenize
from kgrdf_codegen.effects import Fault, changed, changes_of, constructed, wrong_construct, wrong_update
from kgrdf_codegen.inference import infer_columns, param_types
from kgrdf_codegen.ir import Ontology, Param, Query
from kgrdf_codegen.problems import Problem, errors_in, fault
from kgrdf_codegen.segments import NeededError, cut
from kgrdf_codegen.sources import core_queries, shown
from kgrdf_codegen.text import OntText

__all__ = ["query_files", "query_problems", "read_queries"]

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
    """Return the `.rq` files that stand in folders, or are named themselves, by name; each once."""
    found = [path for place in places for path in (sorted(place.glob("*.rq")) if place.is_dir() else [place])]
    return sorted({path.resolve(): path for path in reversed(found)}.values(), key=lambda path: path.name)


def read_queries(
    files: Sequence[Path], ontology: Ontology, vocabulary: Vocabulary, *, beside: Sequence[Path] = ()
) -> tuple[tuple[Query, ...], list[Problem]]:
    """Return the queries that pass every check, and what is wrong with the others.

    The files `beside` them are right; only their names and tools are taken.
    """
    found: list[_Read] = []
    problems: list[Problem] = []
    for path in files:
        try:
            read, faults = _read(path, ontology, vocabulary)
        except Exception as error:  # our own mistake, which must not silence the other files
            read, faults = None, [fault(shown(path), error)]
        problems += faults
        if read is not None:
            found.append(read)
    taken = [(path, header) for path in beside if (header := _header(path)) is not None]
    problems += _clashes([*taken, *((read.path, read.context.header) for read in found)], ontology)
    return tuple(read.query for read in found if read.query is not None), problems


def query_problems(files: Sequence[Path], ontology: Ontology, vocabulary: Vocabulary) -> list[Problem]:
    """Return what keeps files from being queries of a package, beside those that every package has."""
    given = {file.resolve() for file in files}
    beside = [path for path in query_files([core_queries()]) if path.resolve() not in given]
    return read_queries(files, ontology, vocabulary, beside=beside)[1]


@dataclass
class _Read:
    """A file that passes the checker, and the query that it is."""

    path: Path
    context: Context
    query: Query | None = None


def _read(path: Path, ontology: Ontology, vocabulary: Vocabulary) -> tuple[_Read | None, list[Problem]]:
    """Return what a file holds, if it is a query of a package, and what is wrong with it."""
    text, problems = check_file(path, vocabulary)
    header, _ = headers.parse_header(shown(path), text)
    if errors_in(problems) or header is None:
        return None, problems
    tokens = tokenize(text)
    parsed = parse_query(text, tokens, update=header.mode == "update")
    read = _Read(path, completed(Context(shown(path), text, header, tokens, parsed, vocabulary)))
    if wrong := list(_wrong(read, ontology)):
        return None, [*problems, *wrong]
    read.query = _query(read, ontology)
    return read, [*problems, *_faults(read)]


def _wrong(read: _Read, ontology: Ontology) -> Iterator[Problem]:
    """Yield what keeps a file from being a tenant's query: an update of the memory's, or models that are whole."""
    context, header = read.context, read.context.header
    if header.scope == "store" or header.rows:
        line = header.lines["scope"] if header.scope == "store" else header.rows[0].line
        message = "@scope store and @rows are for the runtime's own files; a named query is a tenant's"
        yield context.at_line(line, "F001", message)
        return
    faults: Iterator[Fault] = iter(())
    if header.mode == "construct":
        faults = wrong_construct(context.query, header, ontology)
    elif header.mode == "update":
        faults = wrong_update(context.query, header, ontology)
    told = [context.at(token, code, message) for code, token, message in faults]
    yield from told
    try:
        if not told:
            cut(context.text, header)
    except NeededError as error:
        message = f"{error} is `= none` and needed here all the same; write FILTER(!BOUND({error}) || …) around it"
        yield context.at(error.token, "F006", message)


def _query(read: _Read, ontology: Ontology) -> Query:
    header, parsed, text = read.context.header, read.context.query, read.context.text
    params = _params(header, ontology)
    return Query(
        name=header.name,
        function=naming.identifier(header.name),
        row=_row(header),
        mode=header.mode,
        time=header.time,
        params=params,
        columns=infer_columns(parsed, ontology, param_types(header, ontology), read.context.vocabulary.properties),
        made=_made(header, parsed, ontology),
        changes=changes_of(parsed) if header.mode == "update" else (),
        limit=header.limit,
        limit_max=header.limit_max,
        tool=header.tool,
        doc=OntText(_spaced(header.doc)),
        text=OntText(text if text.endswith("\n") else text + "\n"),
        source=read.path.name,
    )


def _made(header: headers.QueryHeader, parsed: tree.Query, ontology: Ontology) -> tuple[str, ...]:
    if header.mode == "update":
        return changed(parsed, header, ontology)
    return constructed(parsed, ontology) if header.mode == "construct" else ()


def _params(header: headers.QueryHeader, ontology: Ontology) -> tuple[Param, ...]:
    enums = {frozenset(member.value.raw for member in enum.members): enum.name for enum in reversed(ontology.enums)}
    typed = param_types(header, ontology)
    return tuple(
        Param(
            name=param.name,
            python=naming.snake(param.name),
            wire=naming.camel(param.name),
            value=typed[param.name].value,  # type: ignore[arg-type]  # a parameter is never of any kind
            cls=" | ".join(typed[param.name].classes) or None,
            enum=enums.get(frozenset(param.one_of)) if param.one_of else None,
            many=param.many,
            default=None if param.default is None else OntText(param.default),
            optional=param.optional,
        )
        for param in header.params
    )


def _faults(read: _Read) -> Iterator[Problem]:
    """Yield what keeps a checked query from having a function."""
    context, header, query = read.context, read.context.header, read.query
    assert query is not None
    lines = {param.name: param.line for param in header.params}
    for param in query.params:
        if param.value == "ref" and param.cls is None:
            message = f"${param.name} refers to a class that has no model"
            yield context.at_line(lines[param.name], "F002", message)
    if not _MODULE.isdisjoint(_names(header)):
        message = f"the generated module needs the name {query.name} itself"
        yield context.at_line(header.lines["name"], "F003", message)
    inputs = [(param, f"${param.name}") for param in query.params]
    outputs = [(column, f"?{column.name}") for column in query.columns]
    for members, taken in ((inputs, _ARGUMENTS), (outputs, _COLUMNS)):
        named: dict[str, str] = {}
        wired: dict[str, str] = {}
        for member, written in members:
            other, alike = named.setdefault(member.python, written), wired.setdefault(member.wire, written)
            message = ""
            if member.python in taken:
                message = f"{written}: the generated function needs the name {member.python} itself; choose another name"
            elif other != written:
                message = f"{written} and {other} would both be called {member.python}; rename one"
            elif alike != written and query.tool is not None:
                message = f"{written} and {alike} would both be called {member.wire!r} in JSON; rename one"
            if message and members is inputs:
                yield context.at_line(lines[written[1:]], "F003", message)
            elif message:
                yield context.at(_column(context, written[1:]), "F003", message)


def _column(context: Context, name: str) -> Token | None:
    """Return the word that names a column of the outer SELECT."""
    projected = context.query.select.projection if context.query.select else ()
    return next((term.token for term in projected if term.value == name), None)


def _header(path: Path) -> headers.QueryHeader | None:
    return headers.parse_header(shown(path), path.read_text(encoding="utf-8"))[0]


def _names(header: headers.QueryHeader) -> tuple[str, ...]:
    """Return what the generated module defines for a query."""
    function = naming.identifier(header.name)
    rows = [_row(header)] if header.mode in {"one", "optional", "many"} else []
    return (function, naming.constant(function), *rows)


def _clashes(found: Sequence[tuple[Path, headers.QueryHeader]], ontology: Ontology) -> Iterator[Problem]:
    """Yield queries that have the name or the tool of another query, and tools that are those of a class or of the core."""
    named: dict[str, tuple[Path, headers.QueryHeader]] = {}
    tools = {cls.tool: cls.name for cls in ontology.classes if cls.tool is not None}
    core = core_queries()
    for path, header in sorted(found, key=lambda one: one[0].parent != core):  # who comes second is told, and not the core
        name, tool = header.name, header.tool
        function, constant, *_ = _names(header)
        # `a_1` and `a1` have one name for their rows, `straße` and `strasse` for their constants.
        held = next((one for one in _names(header) if named.setdefault(one, (path, header))[0] is not path), None)
        if held is not None:
            place, other = named[held]
            message = f"the name {name} is that of {shown(place) if place.name == path.name else place.name} already"
            if other.name != name:
                what = {function: "a function", constant: "a constant"}.get(held, "rows")
                message = f"{name} and {other.name} would both have {what} called {held}"
            yield Problem(shown(path), header.lines["name"], 1, "F004", message)
        if tool is not None and naming.tool_reserved(tool):
            yield Problem(shown(path), header.lines["tool"], 1, "F005", f"@tool {tool} is the name of a tool of the core")
        elif tool is not None and (holder := tools.setdefault(tool, name)) != name:
            yield Problem(shown(path), header.lines["tool"], 1, "F005", f"@tool {tool} is the tool of {holder} already")


def _row(header: headers.QueryHeader) -> str:
    return naming.capwords(header.name) + "Row"


def _spaced(doc: str) -> str:
    """Return a description with its first sentence standing alone, as a docstring has it."""
    first, _, rest = doc.partition("\n")
    return f"{first}\n\n{rest.lstrip()}" if rest.strip() else first
