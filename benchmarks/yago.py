"""YAGO11k through `kgrdf import`: a real data set of relationships with masked, open and impossible dates.

    python benchmarks/yago.py --data FOLDER            convert, import into a temporary store, print the counts
    python benchmarks/yago.py --data FOLDER --lines    print the import lines and do nothing else

The folder holds `entity2id.txt.xz`, `relation2id.txt.xz` (name, tab, number) and `train|valid|test.txt.xz` (subject,
relation, object, first day, last day, by tabs), or the same files without `.xz`. A day is `YYYY-MM-DD`; `##` masks a month
or a day that is not known. How it is read:

* A masked month or day stands for the whole period: it starts with the period's first day and ends with its last.
* The last day is inclusive in the data and the end is half-open in kgrdf, so the end is the day after.
* `####-##-##` as a last day is an open end.
* Years of fewer than four digits are filled up. What is no date by these rules (a masked or negative year, a thirteenth
  month, 30 February) is handed on as it is, so that the import refuses it with its line; so is a row that has not five
  columns, or a relation without a name.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kgrdf import Graph, open_store
from kgrdf.ingest import Rejection, import_lines
from kgrdf.temporal import FOREVER, parse_instant
from kgrdf.terms import integer_of
from kgrdf.testing import compiled

DAYS = ("1955-06-15", "1969-07-20", "2000-01-01", "2010-12-31")
_DATE = re.compile(r"(\d{1,4})-(\d\d|##)-(\d\d|##)")
_OPEN = "####-##-##"
_PARTS = ("train", "valid", "test")


def first_instant(day: str) -> str:
    """Return the instant at which a day, or the period that a mask stands for, begins; what is no date as it is."""
    begin = _period(day)
    return day if begin is None else _text(begin[0])


def end_instant(day: str) -> str | None:
    """Return the instant just after an inclusive day or period; None for an open end, what is no date as it is."""
    if day == _OPEN:
        return None
    period = _period(day)
    return day if period is None else _text(period[1])


def _text(moment: datetime) -> str:
    return f"{moment.year:04d}-{moment:%m-%dT%H:%M:%SZ}"


def _period(day: str) -> tuple[datetime, datetime] | None:
    match = _DATE.fullmatch(day)
    if match is None or (match[2] == "##" and match[3] != "##"):
        return None
    year, month, date = int(match[1]), match[2], match[3]
    try:
        if month == "##":
            return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
        begin = datetime(year, int(month), 1 if date == "##" else int(date), tzinfo=UTC)
        if date != "##":
            return begin, begin + timedelta(days=1)
        return begin, datetime(year + int(month) // 12, int(month) % 12 + 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):  # no such day, or none after it
        return None


def lines(folder: Path) -> Iterator[dict[str, object]]:
    """Yield the import lines: an entity each, then a relationship a row, in the data's order."""
    entities, relations = _names(folder / "entity2id.txt"), _names(folder / "relation2id.txt")
    for number, name in entities.items():
        yield {"kind": "entity", "id": f"yago-{number}", "name": name, "entityType": "Entity"}
    for part in _PARTS:
        for row in _rows(folder / f"{part}.txt"):
            if len(row) != 5:
                yield {"kind": "relationship", "row": "\t".join(row)}
                continue
            subject, relation, object_, begin, end = row
            line: dict[str, object] = {
                "kind": "relationship",
                "fromId": f"entity::Entity::yago-{subject}",
                "toId": f"entity::Entity::yago-{object_}",
                "relationshipType": relations.get(relation),
                "validFrom": first_instant(begin),
            }
            until = end_instant(end)
            if until is not None:
                line["validTo"] = until
            yield line


def _names(path: Path) -> dict[str, str]:
    return {row[1]: row[0].removeprefix("<").removesuffix(">") for row in _rows(path) if len(row) > 1}


def _rows(path: Path) -> Iterator[list[str]]:
    packed = path.with_name(f"{path.name}.xz")
    with lzma.open(packed, "rt", encoding="utf-8") if packed.exists() else path.open(encoding="utf-8") as stream:
        for row in stream:
            if text := row.rstrip("\n"):
                yield text.split("\t")


_COUNT_AS_OF = compiled(
    """# @name relationships_as_of
# @mode one
# @time asof
# @param asOf: instant
# @param knownAt: instant
# @limit 1
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT (COUNT(DISTINCT ?statement) AS ?count)
WHERE {
  {
    GRAPH $current {
      ?statement a kg:Relationship ; kg:validFrom ?from ; kg:recordedAt ?recorded
      OPTIONAL { ?statement kg:validTo ?to ; kg:endRecordedAt ?learned }
      FILTER(?recorded <= $knownAt && ?from <= $asOf && (!BOUND(?to) || $asOf < ?to || $knownAt < ?learned))
      FILTER NOT EXISTS { ?statement kg:retractedAt ?retracted FILTER(?retracted <= $knownAt) }
    }
  }
  UNION
  {
    GRAPH $history {
      ?statement a kg:Relationship ; kg:validFrom ?from ; kg:recordedAt ?recorded
      OPTIONAL { ?statement kg:validTo ?to ; kg:endRecordedAt ?learned }
      FILTER(?recorded <= $knownAt && ?from <= $asOf && (!BOUND(?to) || $asOf < ?to || $knownAt < ?learned))
      FILTER NOT EXISTS { ?statement kg:retractedAt ?retracted FILTER(?retracted <= $knownAt) }
    }
  }
}"""
)


def count_as_of(graph: Graph, day: str) -> int:
    """Return how many relationships hold at the start of a day."""
    instant = parse_instant(f"{day}T00:00:00Z", "day")
    request = _COUNT_AS_OF.bind(graph.tenant, asOf=instant, knownAt=FOREVER)
    return integer_of(next(graph.store.select(request))[0]) or 0


def main() -> None:
    """Convert, import and count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--lines", action="store_true", help="print the import lines and do nothing else")
    parser.add_argument("--days", nargs="*", default=DAYS, help="days to count at, YYYY-MM-DD")
    options = parser.parse_args()
    if options.lines:
        for line in lines(options.data):
            print(json.dumps(line, ensure_ascii=False))
        return
    refused: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "store") as store:
        path = Path(folder) / "yago.jsonl"
        with path.open("w", encoding="utf-8", newline="\n") as out:
            for line in lines(options.data):
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
        graph = Graph(store, "yago")

        def reject(rejection: Rejection) -> None:
            refused[re.sub(r"'[^']*'|\d{4}-\S+", "…", rejection.reason)] += 1
            print(f"refused {rejection}")

        started = time.perf_counter()
        with path.open("rb") as stream:
            report = import_lines(graph, [(path.name, stream)], reject=reject)
        seconds = time.perf_counter() - started
        done = report.added + report.unchanged
        print(f"{report}; {done / seconds:,.0f} lines a second")
        for reason, count in refused.most_common():
            print(f"  {count:>6} {reason}")
        for day in options.days:
            print(f"valid on {day}: {count_as_of(graph, day):,}")
        with path.open("rb") as stream:
            print(f"again: {import_lines(graph, [(path.name, stream)], reject=lambda rejection: None)}")


if __name__ == "__main__":
    main()
