"""Requests as one server reads them that does not read all of SPARQL."""

from __future__ import annotations

import re

__all__ = ["without_empty_graphs"]

# Strings, IRIs and comments are tried first, so nothing inside them is taken for a group.
_EMPTY_GRAPH = re.compile(
    r"""(?P<kept>\#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\bGRAPH\s*<[^<>\s]*>\s*\{\s*\}|<[^<>\s]*>""",
    re.IGNORECASE,
)


def without_empty_graphs(text: str) -> str:
    """Return a request without groups of no triples, which Virtuoso takes for an error.

    >>> without_empty_graphs('INSERT { GRAPH <urn:a> { } GRAPH <urn:b> { <urn:s> <urn:p> "GRAPH <urn:a> { }" } }')
    'INSERT {  GRAPH <urn:b> { <urn:s> <urn:p> "GRAPH <urn:a> { }" } }'
    """
    return _EMPTY_GRAPH.sub(lambda match: "" if match[0].endswith("}") and not match["kept"] else match[0], text)
