"""A query that no file holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgrdf.query import Choice, Piece, Slot, Template

__all__ = ["compiled"]


def compiled(text: str) -> Template:
    """Return the template of a `.rq` text, cut as the generator cuts a file. Nothing is checked but the header.

    >>> compiled("# @name n\\n# @mode ask\\n# Any.\\nASK WHERE { GRAPH $current { $e ?p ?o } }").params
    frozenset({'e'})
    """
    from kgrdf_codegen import segments
    from kgrdf_codegen.headers import parse_header

    def runtime(pieces: Iterable[segments.Piece]) -> Iterator[Piece]:
        for piece in pieces:
            if isinstance(piece, segments.Choice):
                yield Choice(piece.name, tuple(runtime(piece.given)), tuple(runtime(piece.absent)))
            else:
                yield Slot(piece.name, piece.type) if isinstance(piece, segments.Slot) else piece

    header, problems = parse_header("text", text)
    if header is None:
        raise ValueError("\n".join(map(str, problems)))
    pieces = tuple(runtime(segments.cut(text, header)))
    return Template(header.name, pieces, header.scope, header.limit, header.limit_max)
