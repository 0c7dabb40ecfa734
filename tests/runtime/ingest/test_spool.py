from __future__ import annotations

from kgrdf.ingest.read import Line
from kgrdf.ingest.report import Place
from kgrdf.ingest.spool import Spool


def test_lines_come_back_by_kind_in_their_order_with_their_place() -> None:
    fact = [Line(Place("a b.jsonl", number), b"%d" % number) for number in (1, 3)]
    entity = Line(Place("caf\u00e9\udcff.jsonl", 2), '{"name": "é"}'.encode())
    with Spool() as spool:
        spool.put("fact", fact[0])
        spool.put("entity", entity)
        spool.put("fact", fact[1])
        assert list(spool.take("fact")) == fact
        assert list(spool.take("entity")) == [entity]
        assert list(spool.take("chunk")) == []
        assert spool.lines == 3


def test_what_does_not_fit_in_memory_comes_back_too() -> None:
    large = Line(Place("large", 1), b"x" * 3_000_000)
    with Spool() as spool:
        for _ in range(3):
            spool.put("document", large)
        assert list(spool.take("document")) == [large] * 3
