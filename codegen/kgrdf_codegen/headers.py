"""The header of a `.rq` file: the comment lines that say what the query is called, takes and promises."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias, cast

from kgrdf_codegen.problems import Problem, cut

__all__ = [
    "ANNOTATIONS",
    "BASE_TYPES",
    "Allowance",
    "Mode",
    "Param",
    "QueryHeader",
    "Rows",
    "Scope",
    "Time",
    "parse_header",
    "read_default",
]

Mode: TypeAlias = Literal["one", "optional", "many", "ask", "construct", "update"]
Time: TypeAlias = Literal["current", "asof", "known", "begun", "since", "all"]
Scope: TypeAlias = Literal["tenant", "store"]

MODES = ("one", "optional", "many", "ask", "construct", "update")
TIMES = ("current", "asof", "known", "begun", "since", "all")
SCOPES = ("tenant", "store")
BASE_TYPES = ("string", "langString", "integer", "decimal", "boolean", "instant", "iri")
_ONCE = ("name", "mode", "time", "scope", "limit", "tool", "undeclared-types")
ANNOTATIONS = (*_ONCE, "param", "rows", "allow")
"""What a line of a header may say, after its `@`."""
RESERVED = ("current", "history")
"""Parameters that the bound tenant fills; a file uses them and never declares them."""

TOOL = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""The name of an MCP tool."""

_NAME = re.compile(r"[^\s_A-Z][^\sA-Z]*")
_PARAM = re.compile(r"(?P<name>[A-Za-z]\w*)(?:\s*:\s*(?P<type>[^=\s][^=]*?))?(?:\s*=\s*(?P<default>.+))?")
_TYPE = re.compile(r"(?:Ref\[(?P<cls>(?:[\w.-]*:[\w.-]+|<[^<>\s]+>))\]|(?P<base>\w+))")
_DEFAULTS = {
    "instant": (
        r"(?a:now|-?\d{1,15}|\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))",
        "now, or an instant with a zone",
    ),
    "integer": (r"-?[0-9]{1,15}", "a whole number"),
    "decimal": (r"-?[0-9]{1,15}(\.[0-9]{1,15})?", "a number such as 0.5"),
    "boolean": (r"true|false", "true or false"),
    "Ref": (r"(doc|chunk|entity|concept|mention|deriv|contra|super|fact|rel)::\S.*", "an id such as entity::Person::ann"),
    "iri": (r"<?[A-Za-z][\w+.-]*:[^<>\s]+>?", "an IRI in full"),
}
_QUOTED = re.compile(r"""\"(?P<double>[^"]*)\"|'(?P<single>[^']*)'""")
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""Controls, and what ends a line for an editor and not for SPARQL: nobody sees what is an annotation."""
_LIMIT = re.compile(r"(?P<limit>[0-9]{1,18})(?:\s+max\s+(?P<max>[0-9]{1,18}))?")


@dataclass(frozen=True, slots=True)
class Param:
    """One `@param`: an input that a caller gives."""

    name: str
    """As after `$` in the text."""
    type: str
    """`string`, `langString`, `integer`, `decimal`, `boolean`, `instant`, `iri` or `Ref`, also inside a list; empty where
    the header leaves it to the places at which the parameter stands, until the checker has read them."""
    cls: str | None
    """For `Ref`: the class as written, `kg:Entity` or `<iri>`."""
    many: bool
    """A list, which the text takes through `VALUES $name { UNDEF }`."""
    default: str | None
    """What stands after `=`, without quotes; `now` for an instant is the moment of the call."""
    line: int
    optional: bool = False
    """It may be left out: `= none`."""
    classes: tuple[str, ...] = ()
    """For a reference: the IRIs of its classes, by the header and by where it stands; set by the checker."""
    one_of: tuple[str, ...] = ()
    """The only values that the places take, if the ontology lists them; set by the checker for an inferred type."""
    inferred: bool = False
    """The type is not the header's: where the parameter stands has told it."""

    def class_iri(self, prefixes: Mapping[str, str]) -> str | None:
        """Return the IRI of the class, by the prefixes of the text; None without a class, or without its prefix."""
        if self.cls is None:
            return None
        if self.cls.startswith("<"):
            return self.cls[1:-1]
        prefix, _, local = self.cls.partition(":")
        return None if prefix not in prefixes else prefixes[prefix] + local


@dataclass(frozen=True, slots=True)
class Rows:
    """One `@rows`: triples that DELETE or INSERT takes as `$s $p $o`, which is written once for each."""

    name: str
    columns: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Allowance:
    """One `@allow`: a rule that the file breaks on purpose."""

    code: str
    reason: str
    line: int


@dataclass(frozen=True)
class QueryHeader:
    """What the comment lines at the top of a `.rq` file say."""

    name: str
    mode: Mode
    time: Time = "current"
    scope: Scope = "tenant"
    params: tuple[Param, ...] = ()
    rows: tuple[Rows, ...] = ()
    limit: int | None = None
    """None without `@limit`, and for `@limit none`, which says that every row is wanted."""
    limit_max: int | None = None
    tool: str | None = None
    undeclared_types: tuple[str, ...] = ()
    """Relation types that no ontology declares, and that the query means nevertheless."""
    allowed: tuple[Allowance, ...] = ()
    doc: str = ""
    """The free text: a sentence that can stand alone, then more."""
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The line of each annotation that occurs once, by its name."""

    def inputs(self) -> dict[str, int]:
        """Return the name of every declared slot, columns of rows included, with the line that declares it."""
        found = {column: rows.line for rows in self.rows for column in rows.columns}
        return found | {param.name: param.line for param in self.params}


def parse_header(path: str, text: str) -> tuple[QueryHeader | None, list[Problem]]:
    """Read the comment lines before the query; return None with the problems where name or mode are missing or wrong."""
    parser = _Parser(path)
    # Where SPARQL ends a comment, and nowhere else: what `str.splitlines` takes for a line may be the middle of one.
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        bare = line.strip(" \t")
        if bare and not bare.startswith("#"):
            break
        parser.line(number, line)
    return parser.finish()


def read_default(name: str, type_: str, many: bool, written: str) -> tuple[str | None, str]:
    """Return a default as the value that it is of a type, or None with what is wrong with it."""
    pattern, form = _DEFAULTS.get(type_, (r'[^"]*', "it in quotes, with none inside"))
    if many:
        return None, f"${name} is a list, which has no default; `= none` leaves it out"
    if quoted := _QUOTED.fullmatch(written):
        written = quoted["double"] if quoted["single"] is None else quoted["single"]
    if not re.fullmatch(pattern, written):
        return None, f"the default of ${name}, {cut(written)!r}, is no {'id' if type_ == 'Ref' else type_}; write {form}"
    if type_ == "instant" and written != "now" and not _is_kept(written):
        return None, f"the default of ${name}, {written!r}, is no date of the years 1 to 9999, which are kept"
    return written.strip("<>") if type_ == "iri" else written, ""


def _is_kept(written: str) -> bool:
    """Whether there is such an instant, in a year that a memory keeps."""
    try:
        if re.fullmatch(r"-?[0-9]+", written):
            datetime(1970, 1, 1) + timedelta(milliseconds=int(written))
        else:
            datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError):
        return False
    return True


class _Parser:
    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.once: dict[str, tuple[int, str]] = {}
        self.params: list[Param] = []
        self.rows: list[Rows] = []
        self.allowed: list[Allowance] = []
        self.doc: list[str] = []
        self.readers: dict[str, Callable[[int, str], None]] = {
            "param": self._param,
            "rows": self._rows,
            "allow": self._allow,
        }

    def line(self, number: int, line: str) -> None:
        if hidden := _HIDDEN.search(line):
            message = f"an invisible U+{ord(hidden[0]):04X} in the header; take it out"
            self._problem(number, "H010", message, hidden.start() + 1)
        text = line.strip(" \t")[1:].strip()
        if not text.startswith("@"):
            self.doc.append(text)
            return
        key, _, rest = text[1:].partition(" ")
        if key in self.readers:
            self.readers[key](number, rest.strip())
        elif key not in _ONCE:
            self._problem(number, "H001", f"unknown annotation @{key}{_hint(key, ANNOTATIONS, '@')}")
        elif key in self.once:
            self._problem(number, "H002", f"@{key} is written twice, first in line {self.once[key][0]}")
        else:
            self.once[key] = (number, rest.strip())

    def finish(self) -> tuple[QueryHeader | None, list[Problem]]:
        name = self._name()
        mode = self._choice("mode", MODES)
        time = self._choice("time", TIMES, "current")
        scope = self._choice("scope", SCOPES, "tenant")
        tool = self._matching("tool", TOOL, "a tool's name in snake_case, of at most 64 letters", needed=False)
        limit = self._limit()
        doc = "\n".join(self.doc).strip()
        if not any(char.isprintable() and not char.isspace() for char in doc):
            self._problem(1, "H003", "no description; write a sentence in a comment line, it becomes the docstring")
        self._check_names()
        if name is None or mode is None or time is None or scope is None:
            return None, self.problems
        header = QueryHeader(
            name,
            cast(Mode, mode),
            cast(Time, time),
            cast(Scope, scope),
            tuple(self.params),
            tuple(self.rows),
            *limit,
            tool,
            tuple(text.strip() for text in self.once.get("undeclared-types", (0, ""))[1].split(",") if text.strip()),
            tuple(self.allowed),
            doc,
            {key: number for key, (number, _) in self.once.items()},
        )
        return header, self.problems

    def _param(self, number: int, text: str) -> None:
        match = _PARAM.fullmatch(text)
        if not match:
            self._problem(
                number, "H004", f"@param {cut(text)!r} is not of the form `name`, `name: type` or `name: type = default`"
            )
            return
        if match["type"] is None:
            default, optional = match["default"], match["default"] == "none"
            self.params.append(Param(match["name"], "", None, False, None if optional else default, number, optional))
            return
        written = match["type"].strip()
        many = written.startswith("list[") and written.endswith("]")
        inner = _TYPE.fullmatch(written[5:-1] if many else written)
        if not inner or (inner["base"] and inner["base"] not in BASE_TYPES):
            known = (*BASE_TYPES, "Ref[kg:Entity]", "list[string]")
            self._problem(number, "H005", f"unknown type {cut(written)!r}{_hint(written, known)}; one of {', '.join(known)}")
            return
        type_, optional = inner["base"] or "Ref", match["default"] == "none"
        default = None if match["default"] is None or optional else self._default(number, match["name"], type_, many, text)
        self.params.append(Param(match["name"], type_, inner["cls"], many, default, number, optional))

    def _default(self, number: int, name: str, type_: str, many: bool, text: str) -> str | None:
        """Return a default as the value that it is of the type, or None after a problem."""
        value, wrong = read_default(name, type_, many, text.partition("=")[2].strip())
        if wrong:
            self._problem(number, "H008", wrong)
        return value

    def _rows(self, number: int, text: str) -> None:
        name, colon, columns = text.partition(":")
        names = columns.split()
        if not colon or not names or not all(re.fullmatch(r"[A-Za-z]\w*", part) for part in [name.strip(), *names]):
            self._problem(number, "H004", f"@rows {cut(text)!r} is not of the form `name: column column`")
            return
        self.rows.append(Rows(name.strip(), tuple(names), number))

    def _allow(self, number: int, text: str) -> None:
        code, _, reason = text.partition(" ")
        if not re.fullmatch(r"Q\d{3}", code) or not reason.strip():
            message = f"@allow {cut(text)!r} is not of the form `Q055 and the reason in words`"
            self._problem(number, "H009", message)
            return
        self.allowed.append(Allowance(code, reason.strip(), number))

    def _check_names(self) -> None:
        seen: dict[str, int] = {}
        columns = [(column, rows.line) for rows in self.rows for column in rows.columns]
        for name, number in sorted(columns + [(param.name, param.line) for param in self.params], key=lambda p: p[1]):
            if name in RESERVED:
                self._problem(number, "H006", f"${name} is reserved: the bound tenant fills it; leave the @param out")
            elif name in seen:
                self._problem(number, "H002", f"${name} is declared twice, first in line {seen[name]}")
            seen.setdefault(name, number)

    def _matching(self, key: str, pattern: re.Pattern[str], form: str, *, needed: bool = True) -> str | None:
        number, text = self.once.get(key, (1, ""))
        if key not in self.once:
            if needed:
                self._problem(1, "H007", f"no @{key}; add a line `# @{key} …`")
            return None
        if not pattern.fullmatch(text):
            self._problem(number, "H008", f"@{key} {cut(text)!r} is not {form}")
            return None
        return text

    def _name(self) -> str | None:
        """Return the name, which is a function's too: Python reads identifiers in NFKC."""
        form = "a name in snake_case, such as current_facts"
        name = self._matching("name", _NAME, form)
        normal = unicodedata.normalize("NFKC", name or "")
        if name is None or (name == normal and name.isidentifier()):
            return name
        wrong = f"{cut(normal)!r} to Python; write it so" if normal.isidentifier() else f"not {form}"
        self._problem(self.once["name"][0], "H008", f"@name {cut(name)!r} is {wrong}")
        return None

    def _choice(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str | None:
        if key not in self.once and default is not None:
            return default
        text = self._matching(key, re.compile(r".*"), "")
        if text is not None and text not in allowed:
            message = f"@{key} {cut(text)!r} is unknown{_hint(text, allowed)}; one of {', '.join(allowed)}"
            self._problem(self.once[key][0], "H008", message)
            return None
        return text

    def _limit(self) -> tuple[int | None, int | None]:
        if "limit" not in self.once:
            return None, None
        number, text = self.once["limit"]
        if text == "none" and "tool" not in self.once:
            return None, None
        match = _LIMIT.fullmatch(text)
        if not match or not 0 < int(match["limit"]) <= int(match["max"] or match["limit"]):
            self._problem(
                number, "H008", f"@limit {cut(text)!r} is not of the form `20`, `20 max 200` or, without @tool, `none`"
            )
            return None, None
        return int(match["limit"]), int(match["max"]) if match["max"] else None

    def _problem(self, line: int, code: str, message: str, col: int = 1) -> None:
        self.problems.append(Problem(self.path, line, col, code, message))


def _hint(word: str, known: tuple[str, ...], sign: str = "") -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f", did you mean {sign}{close[0]}?" if close else ""
