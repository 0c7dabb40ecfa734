"""Templates as Python spells them: the pieces of a query in generated code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kgrdf_codegen.headers import QueryHeader, parse_header
from kgrdf_codegen.problems import CodegenError, Problem
from kgrdf_codegen.segments import Choice, NeededError, Piece, Slot, cut
from kgrdf_codegen.text import WIDTH, OntText, docstring, marked, pystr, width

__all__ = ["pieces_lines", "table_module", "template_lines"]


def table_module(sentence: str, texts: Mapping[str, str], *, within: str | None) -> str:
    """Return a module with the template of each `.rq` text by its name.

    It imports what it needs from `kgrdf.runtime`, or as part of the runtime (`within` is None) from where that defines it.
    """
    owner = "" if within is None else f"{within}."
    imports = "from kgrdf.query import Choice, Slot, Template" if within is None else f"from kgrdf import {within}"
    body = []
    for name, text in sorted(texts.items()):
        header, problems = parse_header(f"{name}.rq", text)
        if header is None:
            raise CodegenError(problems)
        try:
            lines = template_lines(header, cut(text, header), 4, owner)
        except NeededError as error:
            message = f"{error} is needed even where it is left out"
            raise CodegenError([Problem(f"{name}.rq", error.token.line, error.token.col, "F006", message)]) from error
        first, *rest = lines
        body += [marked(f"    {pystr(name)}: {first.strip()}"), *rest]
    if within is None and not any("Choice(" in line for line in body):
        imports = imports.replace("Choice, ", "")
    return "\n".join(
        [
            docstring(OntText(sentence), 0, ""),
            "",
            "from __future__ import annotations",
            "",
            imports,
            "",
            '__all__ = ["TEMPLATES"]',
            "",
            f"TEMPLATES: dict[str, {owner}Template] = {{",
            *body,
            "}",
            "",
        ]
    )


def template_lines(header: QueryHeader, pieces: tuple[Piece, ...], indent: int, owner: str) -> list[str]:
    """Return the lines of a call that makes the template, with a comma at the end."""
    pad = " " * (indent + 4)
    lines = [f"{' ' * indent}{owner}Template(", f"{pad}name={pystr(header.name)},"]
    if header.scope != "tenant":
        lines.append(f"{pad}scope={pystr(header.scope)},")
    if header.limit is not None:
        lines.append(f"{pad}limit={header.limit},")
    if header.limit_max is not None:
        lines.append(f"{pad}limit_max={header.limit_max},")
    return [*lines, *pieces_lines("pieces", pieces, indent + 4, owner), f"{' ' * indent}),"]


def pieces_lines(key: str, pieces: tuple[Piece, ...], indent: int, owner: str) -> list[str]:
    """Return the lines of an argument that holds pieces."""
    pad = " " * indent
    items = [list(_piece(piece, indent + 4, owner)) for piece in pieces]
    if not items:
        return [f"{pad}{key}=(),"]
    # A formatter puts a single item on the line where there is room.
    if len(items) == 1 and len(items[0]) == 1 and width(inline := f"{pad}{key}=({items[0][0].strip()}),") <= WIDTH:
        return [inline]
    return [f"{pad}{key}=(", *_flat(items), f"{pad}),"]


def _piece(piece: Piece, indent: int, owner: str) -> Iterator[str]:
    pad = " " * indent
    match piece:
        case Slot():
            yield f"{pad}{owner}Slot({pystr(piece.name)}, {pystr(piece.type)}),"
        case Choice():
            yield f"{pad}{owner}Choice("
            yield f"{pad}    {pystr(piece.name)},"
            yield from pieces_lines("given", piece.given, indent + 4, owner)
            yield from pieces_lines("absent", piece.absent, indent + 4, owner)
            yield f"{pad}),"
        case _:
            yield marked(f"{pad}{pystr(piece)},")


def _flat(items: Iterable[list[str]]) -> Iterator[str]:
    return (line for item in items for line in item)
