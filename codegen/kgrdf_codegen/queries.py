"""The `.rq` files of an ontology's `queries/` folder, as typed queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kgrdf_codegen import headers, naming
from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.check.parse import parse_query
from kgrdf_codegen.check.tokens import tokenize
from kgrdf_codegen.inference import infer_columns
from kgrdf_codegen.ir import Ontology, Param, Query
from kgrdf_codegen.problems import Problem, errors_in
from kgrdf_codegen.reader import Reading
from kgrdf_codegen.sources import shown
from kgrdf_codegen.text import OntText

__all__ = ["query_files", "read_queries"]

_OWN = ("graph", "limit", "offset", "tenant", "self")
_MODES = ("one", "optional", "many", "ask")


def query_files(places: Iterable[Path]) -> list[Path]:
    """Return the `.rq` files that stand in folders, or are named themselves, by name."""
    found = [path for place in places for path in (sorted(place.glob("*.rq")) if place.is_dir() else [place])]
    return sorted(found, key=lambda path: path.name)


def read_queries(files: Sequence[Path], ontology: Ontology, reading: Reading) -> tuple[tuple[Query, ...], list[Problem]]:
    """Return the queries that pass every check, and what is wrong with the others."""
    queries: list[Query] = []
    problems: list[Problem] = []
    vocabulary = Vocabulary.from_graph(reading.graph)
    for path in files:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
        found = check_query(shown(path), text, vocabulary)
        problems += found
        header, _ = headers.parse_header(shown(path), text)
        if header is None or errors_in(found):
            continue
        if header.mode not in _MODES:
            line = header.lines.get("mode", 1)
            message = f"a named query has @mode {', '.join(_MODES)}; {header.mode} is for the runtime's own files"
            problems.append(Problem(shown(path), line, 1, "F001", message))
            continue
        parsed = parse_query(text, tokenize(text), update=False)
        queries.append(
            Query(
                name=header.name,
                function=naming.identifier(header.name),
                row=naming.capwords(header.name) + "Row",
                mode=header.mode,
                time=header.time,
                params=tuple(_params(header, ontology, reading, path, problems)),
                columns=infer_columns(parsed, ontology),
                limit=header.limit,
                limit_max=header.limit_max,
                tool=header.tool,
                doc=OntText(_spaced(header.doc)),
                text=OntText(text if text.endswith("\n") else text + "\n"),
                source=path.name,
            )
        )
    problems += _twice(queries, files)
    return tuple(queries), problems


def _params(
    header: headers.QueryHeader, ontology: Ontology, reading: Reading, path: Path, problems: list[Problem]
) -> Iterator[Param]:
    names = {cls.iri: cls.name for cls in ontology.classes}
    for param in header.params:
        cls = None
        if param.cls is not None:
            cls = names.get(_expand(param.cls, reading))
            if cls is None:
                message = f"Ref[{param.cls}]: no such class"
                problems.append(Problem(shown(path), param.line, 1, "F002", message))
        python = naming.snake(param.name)
        if python in _OWN:
            message = f"${param.name}: every function has an argument {python} of its own; choose another name"
            problems.append(Problem(shown(path), param.line, 1, "F003", message))
        default = None if param.default is None else OntText(param.default)
        kind = "ref" if param.type == "Ref" else param.type
        yield Param(param.name, python, naming.camel(param.name), kind, cls, param.many, default)  # type: ignore[arg-type]


def _expand(written: str, reading: Reading) -> str:
    if written.startswith("<"):
        return written[1:-1]
    prefix, _, local = written.partition(":")
    return reading.prefixes.get(prefix, "") + local


def _twice(queries: Sequence[Query], files: Sequence[Path]) -> Iterator[Problem]:
    places = {path.name: shown(path) for path in files}
    first: dict[str, Query] = {}
    for query in queries:
        if (other := first.setdefault(query.name, query)) is not query:
            message = f"the name {query.name} is that of {other.source} already"
            yield Problem(places[query.source], 1, 1, "F004", message)


def _spaced(doc: str) -> str:
    """Return a description with its first sentence standing alone, as a docstring has it."""
    first, _, rest = doc.partition("\n")
    return f"{first}\n\n{rest.lstrip()}" if rest.strip() else first
