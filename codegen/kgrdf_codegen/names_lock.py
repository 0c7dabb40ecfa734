"""`names.lock.toml`: the names that a package has given, so that none of them ever moves.

It lies in the package whose names it holds, and is read before a name is given and written after. One line a term, sorted,
so that two branches merge. The lines of terms that are gone stand under `retired`: their names are given to nothing else
until somebody deletes the line.
"""

from __future__ import annotations

import json
import keyword
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from kgrdf_codegen.naming import split_iri
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.sources import shown

__all__ = ["NAMES_LOCK", "NamesLock", "Table", "read_names_lock"]

NAMES_LOCK = "names.lock.toml"
_FORMAT = 1

Table: TypeAlias = Literal["classes", "properties", "enums", "namespaces", "terms"]

_COLUMNS: Mapping[Table, tuple[str, ...]] = {
    "classes": ("python", "plural", "file"),
    "properties": ("python", "json"),
    "enums": ("python",),
    "namespaces": ("python",),
    "terms": ("class", "property", "individual"),
}
# No two terms have one name in these; which properties may is for the classes that have them to say.
_DISTINCT: tuple[Table, ...] = ("classes", "enums", "namespaces")
_HEAD = """\
# The names that this package has given. None of them moves: what comes later takes another one. Written by `kgrdf codegen`;
# keep it under version control with the package. Deleting a line under `retired` frees its name.
"""

_Rows: TypeAlias = Mapping[str, Mapping[str, str]]
"""The names of each term: one a column."""
_NONE: Mapping[Table, _Rows] = MappingProxyType({})


@dataclass(frozen=True)
class NamesLock:
    """The record: names of terms that there are, and of terms that there were."""

    live: Mapping[Table, _Rows] = field(default_factory=lambda: _NONE)
    retired: Mapping[Table, _Rows] = field(default_factory=lambda: _NONE)

    def names(self, table: Table, column: str) -> Mapping[str, str]:
        """Return the recorded name of each term, also of one that was gone and may be back."""
        rows = {**self.retired.get(table, {}), **self.live.get(table, {})}
        return {iri: row[column] for iri, row in rows.items() if column in row}

    def retired_names(self, table: Table, column: str, live: Set[str], space: str | None = None) -> frozenset[str]:
        """Return the names of terms that are not among the ones alive, all or those of one namespace."""
        names = self.names(table, column).items()
        return frozenset(name for iri, name in names if iri not in live and space in (None, split_iri(iri)[0]))

    def followed_by(self, given: Mapping[Table, _Rows]) -> NamesLock:
        """Return the record after a run: what was given in it is alive, everything else that is known is retired.

        A line is dropped where somebody has given its name to another term by hand.
        """
        retired: dict[Table, _Rows] = {}
        for table in get_args(Table):
            now = given.get(table, {})
            known = {**self.retired.get(table, {}), **self.live.get(table, {})}
            held = {item for row in now.values() for item in row.items()} if table in _DISTINCT else set()
            retired[table] = {iri: row for iri, row in known.items() if iri not in now and held.isdisjoint(row.items())}
        return NamesLock(given, retired)

    def newly_retired(self, before: NamesLock) -> Iterator[tuple[str, str]]:
        """Yield each class and property that was alive in an earlier record and is retired in this one, with its name."""
        for table in ("classes", "properties"):
            for iri, row in sorted(self.retired.get(table, {}).items()):
                if iri in before.live.get(table, {}) and "python" in row:
                    yield iri, row["python"]

    def render(self) -> str:
        """Return the canonical TOML: the same record gives the same bytes."""
        parts = [_HEAD, f"format = {_FORMAT}\n"]
        for head, tables in (("", self.live), ("retired.", self.retired)):
            for table in get_args(Table):
                if rows := tables.get(table):
                    parts.append(f"\n[{head}{table}]\n")
                    parts += [_line(iri, rows[iri], _COLUMNS[table]) for iri in sorted(rows)]
        return "".join(parts)


def _line(iri: str, row: Mapping[str, str], columns: tuple[str, ...]) -> str:
    cells = ", ".join(f"{column} = {_quoted(row[column])}" for column in columns if column in row)
    return f"{_quoted(iri)} = {{ {cells} }}\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def read_names_lock(path: Path) -> tuple[NamesLock, list[Problem]]:
    """Return the record of a package, empty where it has none yet, and what is wrong with the file.

    N001: not TOML, or not of this form. N002: a name that cannot be one. N003: one name, or one term, twice.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return NamesLock(), []
    except (OSError, UnicodeDecodeError) as error:
        return NamesLock(), [Problem(shown(path), 0, 0, "N001", f"cannot be read: {error}")]
    return _Reader(path, text).read()


class _Reader:
    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text
        self.problems: list[Problem] = []
        self.lines = _lines_of(text)

    def read(self) -> tuple[NamesLock, list[Problem]]:
        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, col = (int(place[1]), int(place[2])) if place else (self.text.count("\n") + 1, 1)
            message = f"is not TOML: {re.sub(r' [(]at .*', '', str(error))}; take it from version control, or delete it"
            return NamesLock(), [Problem(shown(self.path), line, col, "N001", message)]
        if data.pop("format", None) != _FORMAT:
            self._refuse(1, "N001", f"has no `format = {_FORMAT}`: it is of another version of kgrdf, or no names lock")
        retired = data.pop("retired", {})
        lock = NamesLock(self._tables(data, ""), self._tables(retired if isinstance(retired, dict) else {}, "retired."))
        self._contradictions(lock)
        return lock, sorted(self.problems)

    def _tables(self, data: Mapping[str, object], head: str) -> Mapping[Table, _Rows]:
        found: dict[Table, dict[str, dict[str, str]]] = {}
        for name, rows in data.items():
            table = next((known for known in _COLUMNS if known == name), None)
            if table is None or not isinstance(rows, dict):
                known = ", ".join(_COLUMNS)
                self._refuse(self.lines.get((head + name, ""), 1), "N001", f"{head}{name} is no table of names; {known} are")
                continue
            found[table] = {}
            for iri, row in rows.items():
                if self._well_formed(head + name, iri, row, _COLUMNS[table]):
                    found[table][iri] = dict(row)
        return found

    def _well_formed(self, table: str, iri: str, row: object, columns: tuple[str, ...]) -> bool:
        line = self.lines.get((table, iri), 1)
        if not isinstance(row, dict) or not row or not set(row) <= set(columns):
            self._refuse(line, "N001", f"<{iri}> has {{ {', '.join(f'{column} = …' for column in columns)} }} behind it")
            return False
        wrong = [name for column, name in row.items() if not _can_be(table.removeprefix("retired."), column, name)]
        for name in wrong:
            self._refuse(line, "N002", f"{name!r} cannot be the name of <{iri}>")
        return not wrong

    def _contradictions(self, lock: NamesLock) -> None:
        for table, rows in lock.live.items():
            for iri in sorted(rows.keys() & lock.retired.get(table, {}).keys()):
                message = f"<{iri}> is retired and is not; delete one of the two lines"
                self._refuse(self.lines.get((f"retired.{table}", iri), 1), "N003", message)
        for table in _DISTINCT:
            for column in _COLUMNS[table]:
                holders: dict[str, list[str]] = defaultdict(list)
                for iri, name in sorted(lock.names(table, column).items()):
                    holders[name].append(iri)
                for name, iris in holders.items():
                    for other in iris[1:]:
                        line = self.lines.get((table, other), self.lines.get((f"retired.{table}", other), 1))
                        self._refuse(
                            line, "N003", f"{name!r} is the name of <{iris[0]}> already; delete one of the two lines"
                        )

    def _refuse(self, line: int, code: str, message: str) -> None:
        self.problems.append(Problem(shown(self.path), line, 1, code, message))


def _can_be(table: str, column: str, name: object) -> bool:
    """Say whether the generator could have given a name: it is in the form of its column, as Python reads it."""
    if not isinstance(name, str) or not ("a" + name).isidentifier() or name.startswith("_"):
        return False
    if column == "json":
        return True
    capital = column == "class" or (column == "python" and table != "properties")
    form = name[:1].isupper() if capital else column == "individual" or name == name.lower()
    return form and name.isidentifier() and not keyword.iskeyword(name) and name == unicodedata.normalize("NFKC", name)


def _lines_of(text: str) -> dict[tuple[str, str], int]:
    """Return the line of each table's head, and of each term in it."""
    found: dict[tuple[str, str], int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if head := re.match(r"\s*\[([\w.]+)\]", line):
            table = head[1]
            found[table, ""] = number
        elif key := re.match(r'\s*("(?:[^"\\]|\\.)*")\s*=', line):
            try:
                found[table, json.loads(key[1])] = number
            except ValueError:  # an escape that TOML has and JSON has not
                continue
    return found
