"""The intermediate form in, the text of every file out. Pure: no clock, no version, no folder, nothing unordered."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined

from kgrdf_codegen import annotate, ir, text
from kgrdf_codegen.check.parse import parse_query
from kgrdf_codegen.check.tokens import tokenize
from kgrdf_codegen.effects import reading_of
from kgrdf_codegen.headers import parse_header
from kgrdf_codegen.ir import Class, Enum, Field, Ontology, Query, RelationType
from kgrdf_codegen.json_schema import json_schema
from kgrdf_codegen.operations import finder, named, operations_of, references
from kgrdf_codegen.segments import cut
from kgrdf_codegen.spelling import table_module, template_lines
from kgrdf_codegen.text import WIDTH, OntText, marked, pystr, width
from kgrdf_codegen.verbs import extra_fields, verb_of

__all__ = ["render_docs", "render_package"]

_OURS = Path(__file__).parent / "templates"


def render_package(ontology: Ontology, templates: Path | None = None) -> dict[str, str]:
    """Return the files of a generated package by their path in it.

    Templates in the folder `templates` win over ours. Every Python file is parsed before it is returned.
    """
    environment = _environment(ontology, templates)
    files = {
        f"{name}.py": _render(environment, f"{name}.py.j2", ontology)
        for name in ("__init__", "accessors", "enums", "models", "queries", "schema", "vocab")
    }
    for name, source in files.items():
        ast.parse(source, filename=name)
    files["schema.json"] = json_schema(ontology)
    files["schema.lock.json"] = ir.to_json(ontology)
    texts: dict[str, str] = {}
    for operation in (operation for cls in ontology.classes for operation in operations_of(cls, ontology)):
        if operation.name in texts:  # a rule refuses the ontology before
            raise ValueError(f"two operations are called {operation.name}")
        texts[operation.name] = environment.get_template(operation.template).render(op=operation)
    files |= {f"sparql/{name}.rq": text for name, text in texts.items()}
    sentence = _generated("The operations of the classes: the files in `sparql/`, cut at their slots.", ontology)
    files["segments.py"] = table_module(sentence, texts, within="runtime")
    return files


def render_docs(ontology: Ontology, templates: Path | None = None) -> str:
    """Return the Markdown page about an ontology."""
    return _render(_environment(ontology, templates), "schema.md.j2", ontology)


def _render(environment: Environment, template: str, ontology: Ontology) -> str:
    rendered = environment.get_template(template).render(ontology=ontology)
    return re.sub(r"\n+\Z", "\n", rendered)


def _environment(ontology: Ontology, templates: Path | None) -> Environment:
    loaders: list[BaseLoader] = [FileSystemLoader(folder) for folder in (templates, _OURS) if folder is not None]
    # Nothing is escaped for HTML: what is rendered is Python and SPARQL, and only filters let ontology text through.
    environment = Environment(  # noqa: S701
        loader=ChoiceLoader(loaders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        as_text=_as_text,
        code=_code,
        docstring=_docstring,
        iri=text.iri_literal,
        markdown=text.markdown,
        own_fields=_own_fields,
        pystr=pystr,
        text_block=text.text_block,
    )
    environment.globals.update(
        accessor_base=_accessor_base,
        arguments_of=_arguments_of,
        constant=_constant,
        doc_flags=_doc_flags,
        doc_type=_doc_type,
        exported=_exported,
        extra_fields=extra_fields,
        finder=finder,
        header=lambda sentence: _header(sentence, ontology),
        marked=marked,
        listed_code=lambda names: ", ".join(f"`{name}`" for name in names),
        references=references,
        table_line=_table_line,
        models_of=lambda query: _tuple_of([f"models.{name}" for name in query.made], 8, 1),
        changes_of=_changes_of,
        query_doc=_query_doc,
        query_template=_query_template,
        table_tuple=_table_tuple,
        tuple_of=_tuple_of,
        verb_of=verb_of,
        wrapped=_wrapped,
        **{name: getattr(annotate, name) for name in annotate.__all__},
    )
    environment.globals.update(
        accessor_names=[f"{cls.name}Accessor" for cls in ontology.classes],
        accessor_imports=_accessor_imports(ontology),
        literal_enums=_literal_enums(ontology),
        model_imports=_model_imports(ontology),
        query_imports=_query_imports(ontology),
        query_exports=_query_exports(ontology),
        schema_names=_schema_names(ontology),
    )
    return environment


def _header(sentence: str | OntText, ontology: Ontology) -> str:
    first = sentence.raw if isinstance(sentence, OntText) else sentence
    return text.docstring(OntText(_generated(first, ontology)), 0, "")


def _generated(sentence: str, ontology: Ontology) -> str:
    sources = ", ".join(ontology.sources)
    return f"{sentence}\n\nGenerated from {sources}. DO NOT EDIT: change the ontology and run `kgrdf codegen`."


def _as_text(value: str) -> OntText:
    """Return what came as a plain string, and is not ours, as ontology text."""
    if not isinstance(value, str):
        raise TypeError(f"as_text takes a string, not {type(value).__name__}")
    return OntText(value)


def _docstring(value: OntText, indent: int, fallback: str = "") -> str:
    return text.docstring(value, indent, fallback)


def _code(value: OntText) -> str:
    """Return text for a code span of Markdown."""
    return text.rq_comment(value).replace("`", "'").replace("|", "\\|")


def _own_fields(cls: Class) -> list[Field]:
    return [field for field in cls.fields if field.name in cls.own]


def _constant(name: str, iri: str) -> str:
    literal = text.iri_literal(iri)
    line = f"    {name} = {literal}"
    # A formatter puts a value that fits on a line of its own there.
    if width(line) > WIDTH and 8 + width(literal) <= WIDTH:
        return f"    {name} = (\n        {literal}\n    )"
    return line


def _exported(names: Iterable[str]) -> str:
    """Return the list for `__all__`, in the order that linters ask for: constants, classes, functions."""
    ordered = sorted(names, key=lambda name: (_rank(name), _natural(name)))
    return "[" + "".join(f"\n    {pystr(name)}," for name in ordered) + ("\n]" if ordered else "]")


def _rank(name: str) -> int:
    return 0 if len(name) > 1 and name.isupper() else 1 if name[:1].isupper() else 2


def _natural(name: str) -> list[tuple[int, int, str]]:
    parts = re.findall(r"\d+|\D+", name)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _table_line(key: str, value: OntText, indent: int) -> str:
    return marked(f"{' ' * indent}{key}={pystr(value)},")


def _table_tuple(key: str, values: Iterable[str | OntText], indent: int) -> str:
    return f"{' ' * indent}{key}={_tuple_of([pystr(value) for value in values], indent, len(key) + 2)},"


def _tuple_of(items: Iterable[str], indent: int = 0, around: int = 50) -> str:
    found = list(items)
    inline = f"({', '.join(found)}{',' if len(found) == 1 else ''})"
    if indent + around + width(inline) <= WIDTH:
        return inline
    pad = " " * (indent + 4)
    return "\n".join(["(", *(marked(f"{pad}{item},") for item in found), " " * indent + ")"])


def _wrapped(head: str, inner: str, tail: str, indent: int, comma: str = "") -> str:
    """Return what stands between two brackets on one line, or as a formatter breaks it where that is too long."""
    pad = " " * indent
    line = f"{pad}{head}{inner}{tail}"
    return line if width(line) <= WIDTH else f"{pad}{head}\n{pad}    {inner}{comma}\n{pad}{tail}"


def _changes_of(query: Query) -> str:
    calls = [
        f'runtime.Change("{change.clause}", {change.subject}, {text.iri_literal(change.predicate)}, {change.object})'
        for change in query.changes
    ]
    return _tuple_of(calls, 4, 10)


def _query_doc(query: Query) -> OntText:
    """Return the description of a query with a line for each argument."""
    lines = [f"`{param.python}` is {annotate.param_words(param)}." for param in query.params]
    if query.limit and query.mode in ("many", "construct"):
        most = query.limit_max or query.limit
        lines.append(f"`limit` is at most {most}; left out, it is {query.limit}.")
    doc = query.doc.raw if query.doc else f"{query.name}."
    return OntText("\n".join([doc, *([""] if lines else []), *lines]))


def _query_template(query: Query) -> str:
    header, _ = parse_header(query.source, query.text.raw)
    assert header is not None
    # What the header leaves out has been inferred.
    types = {param.name: ("Ref" if param.value == "ref" else param.value, param.many) for param in query.params}
    params = [(param, *types[param.name]) for param in header.params]
    header = replace(header, params=tuple(replace(param, type=type_, many=many) for param, type_, many in params))
    text = query.text.raw
    if query.mode == "update":
        pieces = reading_of(parse_query(text, tokenize(text), update=True), text, header)
    else:
        pieces = cut(text, header)
    first, *rest = template_lines(header, pieces, 4, "runtime.")
    return "\n".join([f"    template={first.strip()}", *rest])


def _accessor_base(cls: Class) -> str:
    if cls.statement:
        return "StatementAccessor"
    return "NamedAccessor" if named(cls) else "Accessor"


def _accessor_imports(ontology: Ontology) -> str:
    arguments = [
        argument.annotation
        for cls in ontology.classes
        if (verb := verb_of(cls)) is not None
        for argument in (*verb.positional, *verb.keywords)
    ]
    arguments += [annotate.argument_type(field) for cls in ontology.classes for field in extra_fields(cls)]
    sequence = any("Sequence[" in annotation for annotation in arguments)
    head = "from collections.abc import Sequence\n\n" if sequence else ""
    return f"{head}from kgrdf import runtime\n\nfrom . import models"


def _model_imports(ontology: Ontology) -> str:
    lines = "\n".join(annotate.field_line(field) for cls in ontology.classes for field in _own_fields(cls))
    used = [name for name in ("Field", "LangString", "Model", "Moment", "Number", "Ref") if _uses(lines, name)]
    enums = [enum.name for enum in _literal_enums(ontology) if _uses(lines, enum.name)]
    tail = f"\n\n{_import('.enums', enums)}" if enums else ""
    return f"from kgrdf.runtime import {', '.join(sorted({*used, 'Model'}))}{tail}"


def _literal_enums(ontology: Ontology) -> list[Enum]:
    """Return the enums that are types of fields."""
    used = {field.enum for cls in ontology.classes for field in cls.fields if field.value in annotate.LISTED}
    return [enum for enum in ontology.enums if enum.name in used]


def _import(module: str, names: Iterable[str]) -> str:
    """Return an import as linters sort it and formatters break it."""
    ordered = sorted(names, key=lambda name: (_rank(name), _natural(name)))
    line = f"from {module} import {', '.join(ordered)}"
    if width(line) <= WIDTH:
        return line
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in ordered), ")"])


def _uses(lines: str, name: str) -> bool:
    return re.search(rf"(?<![\w\"']){name}[\[(),\s|\]]", lines + "\n") is not None


def _query_imports(ontology: Ontology) -> str:
    columns = [annotate.column_annotation(column) for query in ontology.queries for column in query.columns]
    params = [annotate.param_annotation(param) for query in ontology.queries for param in query.params]
    lines = []
    if any(annotation.startswith("Iterable[") for annotation in params):
        lines.append("from collections.abc import Iterable")
    if columns:
        lines.append("from dataclasses import dataclass")
    lines += [
        f"from {module} import {name}"
        for module, name in (("datetime", "datetime"), ("decimal", "Decimal"))
        if any(annotation.split(" ")[0] == name for annotation in columns)
    ]
    answers = [annotate.return_type(query) for query in ontology.queries]
    named = [f"{name}." for name in ("enums", "models")]
    used = [name[:-1] for name in named if any(name in annotation for annotation in (*columns, *params, *answers))]
    own = ["", f"from . import {', '.join(used)}"] if used else []
    return "\n".join([*lines, *([""] if lines else []), "from kgrdf import runtime", *own])


def _query_exports(ontology: Ontology) -> list[str]:
    names = ["QUERIES"]
    for query in ontology.queries:
        names += [query.constant, query.function, *([query.row] if query.columns else [])]
    return names


def _schema_names(ontology: Ontology) -> list[str]:
    names = {"Schema", "ClassRow"}
    if ontology.relation_types:
        names.add("RelationTypeRow")
    if any(cls.fields for cls in ontology.classes):
        names.add("FieldRow")
    return sorted(names)


def _arguments_of(query: Query) -> str:
    lines = [f"            {pystr(param.name)}: {param.python}," for param in query.params]
    return "\n".join(["{", *lines, "        }"]) if lines else "{}"


def _doc_type(field: Field) -> str:
    kind = {"ref": "reference", "iri": "IRI", "langString": "text in a language", "string": "text"}.get(field.value)
    shown = kind or field.value
    if field.range:
        shown += " to " + " or ".join(field.range)
    if field.one_of:
        shown += ": " + ", ".join(text.markdown(value) for value in field.one_of)
    notes = [
        note
        for note, holds in (("required", field.required), ("many", field.many), ("set by kgrdf", field.managed))
        if holds
    ]
    return f"{shown} ({', '.join(notes)})" if notes else shown


def _doc_flags(row: RelationType) -> str:
    flags = [name.replace("_", "-") for name in ("single_valued", "symmetric", "transitive") if getattr(row, name)]
    if row.inverse is not None:
        flags.append(f"inverse of {text.markdown(row.inverse)}")
    if row.disjoint:
        flags.append("never with " + ", ".join(text.markdown(other) for other in row.disjoint))
    return ", ".join(flags)
