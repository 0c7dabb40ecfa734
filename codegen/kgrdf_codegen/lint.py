"""Rules that an ontology must keep for good code to come out of it: one function a rule."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rdflib import OWL, RDF, RDFS, XSD, URIRef

from kgrdf_codegen import naming
from kgrdf_codegen.headers import TOOL
from kgrdf_codegen.ir import Ontology
from kgrdf_codegen.operations import operations_of
from kgrdf_codegen.problems import Problem, cut
from kgrdf_codegen.rdf import ann
from kgrdf_codegen.reader import KG, KGC, Reading

__all__ = ["RULES", "lint"]

_DATATYPES = {name: f"{XSD}{name}" for name in XSD.__annotations__}
_LONGEST = 255
_GIVEN: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    ("pyName", "a Python name", lambda text: text.isidentifier() and not text.startswith("_")),
    ("plural", "a Python name in snake_case", lambda text: text.isidentifier() and text == naming.snake(text)),
    ("wireName", "a JSON name of letters and digits", lambda text: text.isidentifier() and not text.startswith("_")),
)


def lint(reading: Reading, ontology: Ontology) -> list[Problem]:
    """Return what every rule finds."""
    return sorted(problem for rule in RULES for problem in rule(reading, ontology))


def core_is_not_redefined(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G001: an ontology may add to the core; it may not say anything about the core's own terms."""
    for subject in sorted(reading.own):
        if str(subject).startswith((KG, KGC)):
            message = f"{reading.short(str(subject))} belongs to the core: an ontology may add terms, not redefine these"
            yield reading.problem(subject, "G001", message)


def every_class_is_described(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G002: without a comment, an agent has nothing to choose a class by."""
    for cls in ontology.classes:
        if not cls.doc and URIRef(cls.iri) in reading.own:
            message = f"{reading.short(cls.iri)} has no rdfs:comment; say in a sentence what it is"
            yield replace(reading.problem(URIRef(cls.iri), "G002", message), level="warning")


def every_name_has_letters(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G003: a name cannot be made of an IRI without a letter or digit at its end."""
    for space in ontology.namespaces:
        for term in space.terms:
            if not naming.words(naming.local_name(term.iri)):
                message = f"no name can be made of <{term.iri}>; give it a kgc:pyName"
                yield reading.problem(URIRef(term.iri), "G003", message)


def tools_are_named_well(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G004: a tool's name is snake_case, and neither ours nor another class's."""
    first: dict[str, str] = {}
    for cls in ontology.classes:
        if cls.tool is None:
            continue
        subject = URIRef(cls.iri)
        if not TOOL.fullmatch(cls.tool):
            message = "kgc:tool is a name in snake_case, of at most 64 letters, such as store_drug"
            yield reading.problem(subject, "G004", message)
        elif naming.tool_reserved(cls.tool) and not cls.core:
            yield reading.problem(subject, "G004", f"kgc:tool {cls.tool} is the name of a tool of the core")
        elif (other := first.setdefault(cls.tool, cls.name)) != cls.name:
            yield reading.problem(subject, "G004", f"kgc:tool {cls.tool} is the tool of {other} already")
        elif cls.abstract or (cls.kind not in ("entity", "concept") and not cls.core):
            message = f"{reading.short(cls.iri)} cannot have a tool: only entities and concepts can be stored by class"
            yield reading.problem(subject, "G004", message)


def given_names_are_identifiers(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G005: kgc:pyName, kgc:plural and kgc:wireName can be written as they are."""
    for name, form, good in _GIVEN:
        for subject in sorted(set(reading.graph.subjects(URIRef(KGC + name), None)), key=str):
            text = ann(reading.graph, subject, name)
            if text is not None and not good(text):
                yield reading.problem(subject, "G005", f"{reading.short(str(subject))}: kgc:{name} {text!r} is not {form}")


def wire_names_are_distinct(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G006: on one class, no two properties have one name in JSON, and none is called `id`."""
    for cls in ontology.classes:
        holders: dict[str, dict[str, str]] = defaultdict(dict)
        for field in cls.fields:
            # Where the names in Python are the same too, that has been told already.
            holders[field.wire][field.name] = field.iri
        for wire, by_name in holders.items():
            iris = list(by_name.values())
            if wire == "id" or len(iris) > 1:
                shown = " and ".join(reading.short(iri) for iri in iris)
                message = f"{shown} cannot be called {wire!r} in JSON on {cls.name}; give a kgc:wireName"
                yield reading.problem(URIRef(reading.blamed(iris)), "G006", message)


def operations_are_distinct(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G007: the queries of the classes, made of their names and those of their references, do not fall together."""
    holders: dict[str, list[str]] = defaultdict(list)
    # Classes that would be read from one file have been told.
    for cls in {cls.stem: cls for cls in ontology.classes}.values():
        for operation in operations_of(cls, ontology):
            holders[operation.name].append(operation.iri)
    told: set[tuple[str, ...]] = set()
    for name, iris in holders.items():
        if len(iris) > 1 and tuple(iris) not in told:
            told.add(tuple(iris))
            shown = " and ".join(reading.short(iri) for iri in iris)
            message = f"{shown} would both be read by a query called {name}; give one a kgc:pyName"
            yield reading.problem(URIRef(reading.blamed(iris)), "G007", message)


def names_fit_a_file_system(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G011: the queries of the classes are files, and no file system takes a longer name."""
    told: set[str] = set()
    for cls in ontology.classes:
        for operation in operations_of(cls, ontology):
            file = f"{operation.name}.rq"
            if len(file.encode()) > _LONGEST and operation.iri not in told:
                told.add(operation.iri)
                shown, most = cut(reading.short(operation.iri)), f"a file's name has {_LONGEST} bytes at most"
                message = f"{shown} would be read by {cut(file)!r}, and {most}; give a kgc:pyName"
                yield reading.problem(URIRef(operation.iri), "G011", message)


def kinds_belong_to_the_core(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G008: what the runtime does with a class follows from its superclass in the core, not from kgc:kind."""
    for subject in sorted(set(reading.graph.subjects(URIRef(KGC + "kind"), None)), key=str):
        if subject in reading.own and not str(subject).startswith(KG):
            yield reading.problem(subject, "G008", "kgc:kind is for the core; make the class a subclass of a core class")


def properties_have_one_sort(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G009: a property that takes both literals and things is read as one that takes things."""
    both = set(reading.graph.subjects(RDF.type, OWL.DatatypeProperty)) & set(
        reading.graph.subjects(RDF.type, OWL.ObjectProperty)
    )
    for subject in sorted(both, key=str):
        message = "is both a datatype and an object property; it is read as an object property"
        yield replace(reading.problem(subject, "G009", message), level="warning")


def names_of_others_exist(reading: Reading, ontology: Ontology) -> Iterator[Problem]:
    """G010: only the core and XML Schema can declare a name of theirs, so one that they lack is a slip of the pen."""
    core = {naming.local_name(cls.iri): cls.iri for cls in ontology.classes if cls.iri.startswith(KG)}
    for predicate in (RDFS.subClassOf, RDFS.domain, RDFS.range):
        for subject, value in sorted(reading.graph.subject_objects(predicate)):
            if subject not in reading.own or not isinstance(value, URIRef):
                continue
            if value.startswith(KG) and (value, RDF.type, None) not in reading.graph:
                yield reading.problem(subject, "G010", _unheard(reading, value, core))
            elif value.startswith(str(XSD)) and str(value) not in _DATATYPES.values():
                told = reading.problem(subject, "G010", _unheard(reading, value, _DATATYPES))
                yield replace(told, level="warning")


def _unheard(reading: Reading, iri: URIRef, among: Mapping[str, str]) -> str:
    close = difflib.get_close_matches(naming.local_name(iri), among, n=1, cutoff=0.7)
    hint = f"; did you mean {reading.short(among[close[0]])}?" if close else ""
    return f"there is no {reading.short(iri)}{hint}"


RULES: tuple[Callable[[Reading, Ontology], Iterator[Problem]], ...] = (
    core_is_not_redefined,
    every_class_is_described,
    every_name_has_letters,
    tools_are_named_well,
    given_names_are_identifiers,
    wire_names_are_distinct,
    operations_are_distinct,
    kinds_belong_to_the_core,
    properties_have_one_sort,
    names_of_others_exist,
    names_fit_a_file_system,
)
