"""Python and JSON names out of the words of an IRI, and the names that nothing of an ontology may have.

Words are split at punctuation and at changes of case; letters of every script stay (NFKC). A keyword gets `_` behind it;
what cannot start an identifier gets `n_` (a class: `N`) before it. Which term gets which name is decided in `allocation`.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import unquote

__all__ = [
    "Form",
    "Prefixes",
    "camel",
    "capwords",
    "class_reserved",
    "constant",
    "field_reserved",
    "identifier",
    "local_name",
    "plural",
    "plural_reserved",
    "snake",
    "split_iri",
    "tool_reserved",
    "upper",
    "words",
]

Form: TypeAlias = Callable[[str], str]
"""How the words of a name are put together: `snake`, `capwords`, `upper`."""


# Names that an annotation in a generated model reads; a field of that name would hide them.
_TYPES = frozenset(
    {
        "bool", "bytes", "dict", "float", "frozenset", "int", "list", "object", "property", "set", "str", "tuple",
        "type",
    }
)  # fmt: skip
# A test holds these against the members of `pydantic.BaseModel`.
_PYDANTIC = frozenset(
    {
        "construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw", "schema",
        "schema_json", "update_forward_refs", "validate",
    }
)  # fmt: skip
# What a model, an accessor's `add` or a store tool means by the name.
_OURS = frozenset(
    {
        "id", "type", "uri", "wire", "to_json", "tenant", "save", "graph", "self", "cls", "as_of", "known_at", "properties",
        "source_document_id", "source_ids", "valid_from", "valid_to", "recorded_at", "end_recorded_at",
        "retracted_at", "retract_reason", "runtime",
    }
)  # fmt: skip
# A test holds these, and those of a graph, against what the generated modules import and read.
_CLASSES = frozenset(
    {
        "Any", "BaseGraph", "ClassVar", "Decimal", "Field", "Final", "Graph", "Instant", "LangString", "Literal", "Model",
        "Moment", "Number", "Ref", "Schema", "TypeAlias",
    }
)  # fmt: skip
# A test holds these against the members of `kgrdf.graph.BaseGraph`.
_GRAPH = frozenset(
    {
        "accessors", "add_mention", "add_relationship", "amend_statement", "cached_property", "clock", "end_statement",
        "get_entity_context", "get_timeline", "head", "list_entities", "mark_contradiction", "now",
        "resolve_contradiction", "retract_statement", "schema", "search_memory", "store", "store_document",
        "store_entity", "store_fact", "str", "supersede_fact", "supersede_relationship", "sweep", "tenant", "viewpoint",
        "write",
    }
)  # fmt: skip
# A test holds these against the table of tools of `kgrdf.mcp`.
_TOOLS = frozenset(
    {
        "add_mention", "add_relationship", "amend_statement", "end_statement", "forget", "get_entity_context",
        "get_timeline", "list_entities", "mark_contradiction", "query_graph", "resolve_contradiction",
        "retract_statement", "search_memory", "store_document", "store_entity", "store_fact", "supersede_fact",
        "supersede_relationship",
    }
)  # fmt: skip


def field_reserved(name: str) -> bool:
    """Say whether a field may not have this name, because a model needs it for itself."""
    return name in _TYPES or name in _PYDANTIC or name in _OURS or name.startswith("model_")


def class_reserved(name: str) -> bool:
    """Say whether a class may not have this name, because the generated modules need it for themselves."""
    return name in _CLASSES or keyword.iskeyword(name)


def plural_reserved(name: str) -> bool:
    """Say whether an accessor may not have this name, because it is a member of every graph."""
    return name in _GRAPH


def tool_reserved(name: str) -> bool:
    """Say whether a tool may not have this name, because it is, or will be, one of the core's."""
    return name in _TOOLS


def split_iri(iri: str) -> tuple[str, str]:
    """Return the namespace and the local part of an IRI.

    >>> split_iri("http://xmlns.com/foaf/0.1/name")
    ('http://xmlns.com/foaf/0.1/', 'name')
    """
    cut = max(iri.rfind("#"), iri.rfind("/"), -1 if "/" in iri or "#" in iri else iri.rfind(":"))
    return iri[: cut + 1], iri[cut + 1 :]


def local_name(iri: str) -> str:
    """Return what an IRI calls its term: its last part, percent-decoded."""
    return re.split(r"[#/:]", unquote(iri).rstrip("#/:"))[-1]


class Prefixes:
    """The prefixes that the files bind; a namespace without one is called by the last word of its IRI."""

    def __init__(self, bound: Mapping[str, str]) -> None:
        self._by_space: dict[str, str] = {}
        for prefix, space in sorted(bound.items(), key=lambda item: (len(item[0]), item[0])):
            if prefix:
                self._by_space.setdefault(space, prefix)

    def of(self, iri: str) -> str:
        """Return the prefix of the namespace that an IRI is in.

        >>> Prefixes({"foaf": "http://xmlns.com/foaf/0.1/"}).of("http://xmlns.com/foaf/0.1/name")
        'foaf'
        """
        space = split_iri(iri)[0]
        return self._by_space.get(space) or local_name(space) or "ns"


def _normal(text: str) -> str:
    """Return text as Python reads it in an identifier."""
    return unicodedata.normalize("NFKC", text)


def words(text: str) -> list[str]:
    """Split a name into words.

    >>> words("hasEAN_UCC-13")
    ['has', 'EAN', 'UCC', '13']
    """
    found: list[str] = []
    before = ""
    normal = _normal(text)
    for index, char in enumerate(normal):
        after = normal[index + 1 : index + 2]
        if char == "_" or not ("a" + char).isidentifier():
            before = ""
            continue
        starts = not before or (char.isupper() and (not before.isupper() or (after.islower() and before.isalpha())))
        if starts:
            found.append(char)
        else:
            found[-1] += char
        before = char
    return found


def identifier(name: str) -> str:
    """Return `name` as a Python identifier: a keyword gets `_` behind it, a digit in front gets `n_` before it.

    What was normal before it was put in upper case, or joined, need not be so behind that.
    """
    name = _normal(name)
    if keyword.iskeyword(name):
        return name + "_"
    return name if name.isidentifier() else "n_" + name


def snake(text: str) -> str:
    """Return the snake_case form of a name.

    >>> snake("mailing-list"), snake("3dScan"), snake("class")
    ('mailing_list', 'n_3d_scan', 'class_')
    """
    return identifier("_".join(word.lower() for word in words(text)))


def upper(text: str) -> str:
    """Return the form of a name for a constant.

    >>> upper("depends_on")
    'DEPENDS_ON'
    """
    return identifier("_".join(word.upper() for word in words(text)) or "_")


def constant(function: str) -> str:
    """Return the name of the constant beside a function: in upper case, and in no case the function's own.

    >>> constant("open_decisions"), constant("決定")
    ('OPEN_DECISIONS', '決定_QUERY')
    """
    name = _normal(function.upper())
    return name if name != function else f"{name}_QUERY"


def capwords(text: str) -> str:
    """Return the CapWords form of a name; where the first character has no upper case, `N` goes before it.

    >>> capwords("3DModel"), capwords("Human-Made_Thing")
    ('N3DModel', 'HumanMadeThing')
    """
    name = "".join(word[:1].upper() + word[1:] for word in words(text))
    return _normal(name if name[:1].isupper() else "N" + name)


def camel(text: str) -> str:
    """Return the camelCase form of a name, for JSON.

    >>> camel("mailing-list"), camel("source_document_id"), camel("class_")
    ('mailingList', 'sourceDocumentId', 'class')
    """
    first, *rest = [word.lower() for word in words(text)] or [""]
    return _normal(first + "".join(word[:1].upper() + word[1:] for word in rest))


def plural(text: str) -> str:
    """Return the accessor name of a class that says none: the plain English rules, no exceptions.

    >>> plural("Activity"), plural("Process"), plural("Role")
    ('activities', 'processes', 'roles')
    """
    name = "_".join(word.lower() for word in words(text))
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return identifier(name[:-1] + "ies")
    return identifier(name + ("es" if name.endswith(("s", "x", "z", "ch", "sh")) else "s"))
