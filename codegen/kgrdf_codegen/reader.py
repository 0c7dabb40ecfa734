"""Turtle files in, one RDF graph out, with the place of every subject. Nothing is ever fetched from the network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urljoin

import pyoxigraph as ox
from rdflib import OWL, RDF, XSD, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from kgrdf_codegen.problems import CodegenError, Problem
from kgrdf_codegen.sources import ontology_folder, shown

__all__ = ["CORE", "KG", "KGC", "Place", "Reading", "read_ontology"]

KG = "https://w3id.org/kgrdf/ns#"
KGC = "https://w3id.org/kgrdf/codegen#"
CORE = URIRef("https://w3id.org/kgrdf/ns")

_SHIPPED = {
    "https://w3id.org/kgrdf/ns": "core.ttl",
    "https://w3id.org/kgrdf/shapes": "shapes.ttl",
    "https://w3id.org/kgrdf/codegen": "annotations.ttl",
}
_TOKEN = re.compile(
    r"""(?P<skip>\s+|\#[^\n]*)
      | (?P<string>"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | <(?P<iri>[^<>\s]*)>
      | (?P<directive>@prefix|@base|\bPREFIX\b|\bBASE\b)
      | (?P<open>[\[({])|(?P<close>[\])}])
      | (?P<name>[^\s<>"'\[\](){},;\#]*:(?:[^\s<>"'\[\](){},;\#\\.]|\\.|\.(?=[^\s.,;]))*)
      | (?P<dot>\.)
      | (?P<other>[^\s<>"'\[\](){}.,;\#]+|.)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a subject is first written."""

    path: str
    line: int
    col: int = 1
    source: str = field(default="", compare=False)
    """What the file is called in the output, which does not depend on where it lies."""


@dataclass(frozen=True)
class Reading:
    """What the files say together."""

    graph: Graph
    files: tuple[Path, ...]
    """In the order in which they were read: the given ones, then the shipped ones that they import."""
    sources: tuple[str, ...]
    """What each of the files is called in the output."""
    places: dict[URIRef, Place] = field(repr=False)
    own: frozenset[URIRef] = field(repr=False)
    """Subjects that the given files write, as opposed to imported ones."""
    prefixes: dict[str, str] = field(repr=False)
    """Prefix to namespace, the first file that binds a prefix wins."""
    warnings: tuple[Problem, ...] = ()

    def place(self, subject: Node) -> Place:
        """Return where a subject is written; for one that no file writes, or a blank node, the first file's line 0."""
        if isinstance(subject, URIRef) and subject in self.places:
            return self.places[subject]
        return Place(shown(self.files[0]), 0, 0, self.sources[0])

    def blamed(self, iris: Sequence[str]) -> str:
        """Return the one of several terms at which a problem between them is told: the last that the given files write."""
        return next((iri for iri in reversed(iris) if URIRef(iri) in self.own), iris[-1])

    def problem(self, subject: Node, code: str, message: str) -> Problem:
        """Return an error at the place of a subject."""
        place = self.place(subject)
        return Problem(place.path, place.line, place.col, code, message)

    def short(self, iri: str) -> str:
        """Return `prefix:local` where a file binds a prefix for the IRI, else `<iri>`."""
        fits = [(space, prefix) for prefix, space in self.prefixes.items() if iri.startswith(space) and space]
        space, prefix = max(fits, key=lambda pair: (len(pair[0]), pair[1]), default=("", ""))
        local = iri.removeprefix(space)
        return f"{prefix}:{local}" if space and re.fullmatch(r"[\w.-]*", local) else f"<{iri}>"


def read_ontology(paths: Iterable[Path] = (), *, with_core: bool = True) -> Reading:
    """Read Turtle files, and the shipped ontology that they extend, into one graph.

    `owl:imports` of the shipped ontologies is resolved from the installation. An import of anything else is satisfied by a
    given file that declares that ontology; otherwise it becomes a warning, and no request is made. Without `with_core` only
    what the files import is added.

    Raises `CodegenError` with the line and column of every file that cannot be read or parsed.
    """
    queue = list({path.resolve(): path for path in map(Path, paths)}.values())
    given = len(queue)
    if with_core or not queue:
        queue.append(ontology_folder() / "core.ttl")
    sources = _sources(queue[:given])
    reader = _Reader()
    for index, path in enumerate(queue):  # the queue grows while shipped imports are found
        reader.read(path, sources.setdefault(path, path.name), own=index < given)
        queue += [shipped for shipped in reader.shipped_imports() if shipped not in queue]
    if reader.errors:
        raise CodegenError(reader.errors)
    return Reading(
        reader.graph,
        tuple(queue),
        tuple(sources[path] for path in queue),
        reader.places,
        frozenset(reader.own),
        reader.prefixes,
        tuple(sorted(reader.unresolved())),
    )


def _sources(given: list[Path]) -> dict[Path, str]:
    """Return what each given file is called: by its name, with as many folders before it as tell it from the others."""
    shipped = {ontology_folder() / name for name in _SHIPPED.values()}
    parts = {path: path.absolute().parts for path in {*given, *shipped}}
    found = {}
    for path in given:
        others = [parts[other] for other in parts if other.absolute() != path.absolute()]
        depths = range(1, len(parts[path]) + 1)
        depth = next((depth for depth in depths if all(other[-depth:] != parts[path][-depth:] for other in others)), 1)
        found[path] = "/".join(parts[path][-depth:])
    return found | {path: path.name for path in given if path in shipped}


class _Reader:
    def __init__(self) -> None:
        self.graph = Graph()
        self.places: dict[URIRef, Place] = {}
        self.own: set[URIRef] = set()
        self.prefixes: dict[str, str] = {}
        self.errors: list[Problem] = []

    def read(self, path: Path, source: str, *, own: bool) -> None:
        try:
            base = (
                f"file:///{quote(source)}"  # the same from every folder, so that output never depends on where a file lies
            )
        except UnicodeEncodeError:
            self.errors.append(Problem(ascii(shown(path))[1:-1], 0, 0, "O001", "has a name that is not UTF-8; rename it"))
            return
        try:
            data = path.read_bytes()
            text = data.decode("utf-8-sig")
        except OSError as error:
            self.errors.append(Problem(shown(path), 0, 0, "O001", f"cannot be read: {error.strerror}"))
            return
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            self.errors.append(Problem(shown(path), line, 1, "O001", "is not UTF-8"))
            return
        try:
            parser = ox.parse(input=text, format=ox.RdfFormat.TURTLE, base_iri=base, rename_blank_nodes=True)
            for quad in parser:
                self.graph.add((_term(quad.subject), _term(quad.predicate), _term(quad.object)))
        except SyntaxError as error:
            message = re.sub(r"^Parser error at .*?: ", "", str(error.msg))
            self.errors.append(
                Problem(shown(path), error.lineno or 0, error.offset or 0, "O001", f"is not Turtle: {message}")
            )
            return
        for prefix, space in parser.prefixes.items():
            if self.prefixes.setdefault(prefix, space) == space:
                self.graph.bind(prefix, space)
        for subject, offset in _subjects(text, parser.prefixes, base):
            if subject not in self.places:
                line_start = text.rfind("\n", 0, offset) + 1
                line, col = text.count("\n", 0, offset) + 1, offset - line_start + 1
                self.places[subject] = Place(shown(path), line, col, source)
            if own:
                self.own.add(subject)

    def shipped_imports(self) -> list[Path]:
        """Return the shipped files that what was read so far imports."""
        names = sorted({_SHIPPED[iri] for _, iri in self._imports() if iri in _SHIPPED})
        return [ontology_folder() / name for name in names]

    def unresolved(self) -> Iterator[Problem]:
        known = {str(subject).rstrip("#") for subject in self.graph.subjects(RDF.type, OWL.Ontology)}
        for subject, iri in self._imports():
            if iri not in known and iri not in _SHIPPED:
                place = self.places.get(subject) if isinstance(subject, URIRef) else None
                path, line, col = (place.path, place.line, place.col) if place else ("", 0, 0)
                message = f"imports <{iri}>, which no given file declares; give its file too. Nothing is fetched"
                yield Problem(path, line, col, "O002", message, "warning")

    def _imports(self) -> list[tuple[Node, str]]:
        return [(subject, str(iri).rstrip("#")) for subject, iri in self.graph.subject_objects(OWL.imports)]


def _term(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> Node:
    match term:
        case ox.NamedNode():
            return URIRef(term.value)
        case ox.BlankNode():
            return BNode(term.value)
        case ox.Literal() if term.language:
            return Literal(term.value, lang=term.language)
        case ox.Literal() if term.datatype.value == str(XSD.string):
            return Literal(term.value)  # rdflib holds the two forms of a plain string to be different
        case ox.Literal():
            return Literal(term.value, datatype=URIRef(term.datatype.value), normalize=False)
        case _:
            raise SyntaxError("triple terms are not supported")


def _subjects(text: str, prefixes: dict[str, str], base: str) -> Iterator[tuple[URIRef, int]]:
    """Yield every IRI that stands as the subject of a Turtle statement, with its offset."""
    at_start, depth, directive = True, 0, ""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "skip":
            continue
        if directive:
            if kind == "iri":  # the SPARQL style, `PREFIX kg: <...>`, ends here, not at a dot
                base = _resolved(match["iri"], base) if directive.lstrip("@").lower() == "base" else base
                directive, at_start = "", not directive.startswith("@")
            continue
        if kind == "dot" and depth == 0:
            at_start = True
            continue
        if kind in ("open", "close"):
            depth += 1 if kind == "open" else -1
        elif at_start and kind == "directive":
            directive = match[0]
        elif at_start and kind == "iri":
            yield URIRef(_resolved(match["iri"], base)), match.start()
        elif at_start and kind == "name":
            prefix, _, local = match["name"].partition(":")
            if prefix in prefixes:
                yield URIRef(prefixes[prefix] + re.sub(r"\\(.)", r"\1", local)), match.start()
        at_start = False


def _resolved(written: str, base: str) -> str:
    """Return the IRI that stands between `<` and `>`."""
    iri = re.sub(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})", lambda code: chr(int(code[1] or code[2], 16)), written)
    if re.match(r"[A-Za-z][\w+.-]*:", iri):
        return iri
    path, sign, fragment = iri.partition("#")  # urljoin drops an empty fragment
    around = base.partition("#")[0]
    return (urljoin(around, path) if path else around) + sign + fragment
