from __future__ import annotations

import io
import json

import pytest

from kgrdf.ingest import read
from kgrdf.ingest.read import Line, parse_line, read_lines
from kgrdf.ingest.report import Place, Rejection


def lines(data: bytes) -> list[Line | Rejection]:
    return list(read_lines(io.BytesIO(data), "notes.jsonl"))


def refusal(data: bytes) -> Rejection:
    found = parse_line(Line(Place("notes.jsonl", 7), data))
    assert isinstance(found, Rejection), found
    return found


def test_a_line_keeps_its_number_when_blank_lines_come_before_it() -> None:
    assert lines(b'\n  \n{"a": 1}\n') == [Line(Place("notes.jsonl", 3), b'{"a": 1}')]


def test_a_byte_order_mark_and_carriage_returns_are_ignored() -> None:
    (line,) = lines(b'\xef\xbb\xbf{"a": "x"}\r\n')
    assert isinstance(line, Line)
    assert parse_line(line) == {"a": "x"}


def test_the_last_line_needs_no_newline() -> None:
    assert [line.data for line in lines(b"1\n2") if isinstance(line, Line)] == [b"1", b"2"]


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_LINE_BYTES", 10)
    first, second = lines(b"x" * 35 + b"\n{}\n")
    assert isinstance(first, Rejection)
    assert "longer than 10 bytes" in first.reason
    assert second == Line(Place("notes.jsonl", 2), b"{}")


def test_a_line_of_exactly_the_longest_length_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_LINE_BYTES", 3)
    assert [line.data for line in lines(b"12\n345\n") if isinstance(line, Line)] == [b"12"]
    assert [line.data for line in lines(b"12\n34\n") if isinstance(line, Line)] == [b"12", b"34"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "is not JSON"),
        (b"{'a': 1}", "is not JSON"),
        (b'{"a": 1} {"b": 2}', "is not JSON"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": 1, "a": 2}', "a: is given twice"),
        (b'{"a": {"b": 1, "b": 1}}', "b: is given twice"),
        (b'{"a": "\xff"}', "is not UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "is not UTF-8"),
        (b'{"a": "tab\there"}', "is not JSON"),
        (b"[1]", "expected a JSON object, got a list"),
        (b'"text"', "expected a JSON object, got text"),
        (b"null", "expected a JSON object, got null"),
        (b"true", "expected a JSON object, got a boolean"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"1" * 5000 + b"}", "too many digits"),
    ],
)
def test_what_is_no_strict_json_object_is_refused_with_a_reason(data: bytes, words: str) -> None:
    assert words in refusal(data).reason


def test_a_refusal_shows_file_line_reason_and_hint() -> None:
    assert str(refusal(b"[]")) == 'notes.jsonl:7: line: expected a JSON object, got a list (such as {"kind": "entity", …})'


def test_text_comes_through_as_it_was_written() -> None:
    text = "l1\r\nl2\u2028\U0001f680\u0000 \\ \" '"
    (line,) = lines(json.dumps({"text": text}).encode())
    assert isinstance(line, Line)
    assert parse_line(line) == {"text": text}
