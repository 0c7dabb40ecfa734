"""`losses.allow`: the losses that the author of an ontology has looked at, each with the reason why it may stand.

One line a loss, `L012 kg:StatementShape the writers keep the order`: its code, its term as the ontology writes it, a reason.
The file lies beside the ontology. An entry that no loss answers to is an error too, so that no exemption outlives its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kgrdf_codegen.ir import Loss
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import Reading
from kgrdf_codegen.sources import shown

__all__ = ["LOSSES_ALLOW", "unallowed"]

LOSSES_ALLOW = "losses.allow"

_ENTRY = re.compile(r"(?P<code>L\d{3})\s+(?P<term>\S+)\s+(?P<reason>\S.*)")


@dataclass(frozen=True, slots=True)
class _Entry:
    code: str
    term: str
    line: int
    path: Path


def unallowed(losses: Iterable[Loss], reading: Reading) -> list[Problem]:
    """Return the losses that no `losses.allow` beside a file of the ontology lists, at the place of their term.

    A001: a line that is no entry. A002: an entry that matches nothing, or what another entry has matched.
    """
    entries: dict[tuple[str, str], _Entry] = {}
    problems: list[Problem] = []
    for path in sorted({file.parent / LOSSES_ALLOW for file in reading.files}):
        for found in _read(path):
            if isinstance(found, Problem):
                problems.append(found)
            elif entries.setdefault((found.code, found.term), found) is not found:
                problems.append(_stale(found, "is there already"))
    places = {source: shown(file) for source, file in zip(reading.sources, reading.files, strict=True)}
    used = set()
    for loss in losses:
        keys = {(loss.code, term) for term in (reading.short(loss.iri), loss.iri, f"<{loss.iri}>")}
        if matching := keys & entries.keys():
            used |= matching
            continue
        term = reading.short(loss.iri)
        message = f"{term} {loss.message.raw}; represent it, or list `{loss.code} {term} <reason>` in {LOSSES_ALLOW}"
        problems.append(Problem(places.get(loss.source, loss.source), loss.line, 1, loss.code, message))
    problems += [_stale(entry, "matches no loss") for key, entry in entries.items() if key not in used]
    return sorted(set(problems))


def _stale(entry: _Entry, why: str) -> Problem:
    message = f"{entry.code} {entry.term} {why}; delete the line"
    return Problem(shown(entry.path), entry.line, 1, "A002", message)


def _read(path: Path) -> Iterator[_Entry | Problem]:
    try:
        lines = path.read_bytes().decode("utf-8").split("\n")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        yield Problem(shown(path), 0, 0, "A001", f"cannot be read: {error}")
        return
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if entry := _ENTRY.fullmatch(text):
            yield _Entry(entry["code"], entry["term"], number, path)
        else:
            message = "is no entry: a code, a term and a reason, as in `L012 ex:Shape the importer checks it`"
            yield Problem(shown(path), number, 1, "A001", message)
