"""What a server answers is right, or an error with its status and text: never an empty answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode

from kgrdf.errors import (
    InvalidValueError,
    KgrdfError,
    QueryRejectedError,
    StoreAccessError,
    StoreAnswerError,
    StoreError,
    StoreUnavailableError,
)
from kgrdf.query import Request
from kgrdf.store.endpoint import EndpointStore
from tests.runtime.endpoint.scripted import ROWS, Answer, Asked, Scripted, Time, neptune_error

Opened = Callable[..., EndpointStore]
QUERY = Request("SELECT ?x WHERE { }", "some_query")
UPDATE = Request("INSERT DATA { }", "some_update")


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Answer(400, b"Parse error: line 3", "text/plain"), QueryRejectedError, ["400", "Parse error: line 3"]),
        (Answer(200, b"<html><h1>Sign in</h1></html>", "text/html"), StoreAnswerError, ["200", "text/html", "Sign in"]),
        (Answer(200, ROWS[:-20]), StoreAnswerError, ["200", "not whole", ROWS[:30].decode()]),
        (Answer(200, b""), StoreAnswerError, ["200", "not whole"]),
        (Answer(200, ROWS, cut=10), StoreUnavailableError, ["broke off"]),
        (Answer(204, b""), StoreAnswerError, ["204"]),
        (Answer(503, b"<html>upstream is away</html>", "text/html"), StoreUnavailableError, ["503", "upstream is away"]),
        (Answer(500, b"", "text/plain"), QueryRejectedError, ["500", "no text"]),
        (Answer(401, b"who?", "text/plain"), StoreAccessError, ["401", "who?"]),
        (Answer(403, b"no", "text/plain"), StoreAccessError, ["403", "no"]),
        (Answer(404, b"nothing here", "text/plain"), StoreAnswerError, ["404", "nothing here"]),
        (Answer(200, b'{"head":{},"boolean":true}'), StoreAnswerError, ["200", "boolean"]),
        (Answer(200, ROWS.replace(b"literal", b"novelty")), StoreAnswerError, ["200"]),
        (
            Answer(307, b"", headers={"Location": "http://elsewhere.example/"}),
            StoreAnswerError,
            ["307", "elsewhere.example"],
        ),
        (
            neptune_error(500, "MemoryLimitExceededException", "out of memory", "req-7"),
            StoreUnavailableError,
            ["500 MemoryLimitExceededException: out of memory", "request req-7"],
        ),
    ],
)
def test_a_failure_is_told_with_its_status_and_text(
    server: Scripted, opened: Opened, answer: Answer, kind: type[KgrdfError], words: list[str]
) -> None:
    server.answers(answer)
    with pytest.raises(kind) as caught:
        list(opened().select(QUERY))
    assert type(caught.value) is kind
    assert caught.value.hint
    for word in ["some_query", server.url, *words]:
        assert word in caught.value.message


def test_a_redirect_is_not_followed(server: Scripted, opened: Opened) -> None:
    server.answers(Answer(307, b"", headers={"Location": f"{server.url}/other"}))
    with pytest.raises(StoreAnswerError, match="not followed"):
        list(opened().select(QUERY))
    assert len(server.asked) == 1


def test_the_end_of_a_broken_answer_says_why(server: Scripted, opened: Opened) -> None:
    tail = b'{"requestId":"r","code":"TimeLimitExceededException","detailedMessage":"deadline exceeded"}'
    server.answers(Answer(200, ROWS[:40] + tail), Answer())
    store = opened()
    assert list(store.select(QUERY)) == [(Literal("found"),)]
    assert store.failures == {"TimeLimitExceededException": 1}
    server.answers(Answer(200, ROWS[:40] + tail.replace(b"TimeLimitExceeded", b"MalformedQuery")))
    with pytest.raises(StoreAnswerError, match="MalformedQueryException"):
        list(store.select(QUERY))


def test_an_answer_with_more_after_its_end_is_broken(server: Scripted, opened: Opened) -> None:
    server.answers(Answer(200, ROWS + b" x"))
    with pytest.raises(StoreError, match="not whole"):
        list(opened().select(QUERY))
    server.answers(Answer(200, b'{"head":{},"boolean":true}'), Answer(200, b'{"head":{},"boolean":true} x'))
    assert opened().ask(QUERY) is True
    with pytest.raises(StoreError, match="not whole"):
        opened().ask(QUERY)


def test_a_large_answer_is_checked_to_its_end_before_any_of_it_is_given(server: Scripted, opened: Opened) -> None:
    row = b'{"x":{"type":"literal","value":"' + b"a" * 200 + b'"}},'
    large = b'{"head":{"vars":["x"]},"results":{"bindings":[' + row * 30_000 + row[:-1] + b"]}}"
    server.answers(Answer(200, large), Answer(200, large[:-1]))
    assert sum(1 for _ in opened().select(QUERY)) == 30_001
    with pytest.raises(StoreError, match="not whole"):
        opened().select(QUERY)


def test_an_answer_larger_than_allowed_is_refused(server: Scripted, opened: Opened) -> None:
    with pytest.raises(InvalidValueError, match="the answer is too large: more than 50 bytes"):
        opened(max_response=50).select(QUERY)


def test_a_server_that_drips_is_given_up_at_the_deadline(server: Scripted, opened: Opened, time: Time) -> None:
    server.answers(Answer(pause=lambda: time.sleep(61)))
    with pytest.raises(StoreUnavailableError, match="did not end in time"):
        opened(timeout=60).select(QUERY)


@pytest.mark.parametrize("status", [200, 204])
def test_an_update_may_be_answered_with_or_without_a_body(server: Scripted, opened: Opened, status: int) -> None:
    server.answers(Answer(status, b"<sparql/>" if status == 200 else b"", "application/sparql-results+xml"))
    opened().update(UPDATE)
    assert [asked.path for asked in server.asked] == ["/sparql/update"]


def test_an_answer_that_reached_the_cap_of_rows_is_refused(server: Scripted, opened: Opened) -> None:
    row = b'{"x":{"type":"literal","value":"a"}},'
    full = b'{"head":{"vars":["x"]},"results":{"bindings":[' + row * 9_999 + row[:-1] + b"]}}"
    server.answers(Answer(200, full))
    assert sum(1 for _ in opened().select(QUERY)) == 10_000
    with pytest.raises(StoreAnswerError, match="10,000 rows"):
        opened(profile="virtuoso").select(QUERY)
    server.answers(Answer(headers={"X-SPARQL-MaxRows": "1"}))
    with pytest.raises(StoreAnswerError, match="1 rows"):
        opened().select(QUERY)


def test_long_requests_arrive_byte_for_byte_as_a_form(server: Scripted, opened: Opened) -> None:
    def strict(asked: Asked) -> Answer:
        assert len(asked.path) < 8_000
        return Answer(204, b"") if "update" in asked.form else Answer()

    server.answers(strict)
    store = opened()
    # Everything that a form could mangle, and no character twice in a row.
    alphabet = "".join(map(chr, [*range(1, 256), 0x20AC, 0x2028, 0x1F600]))
    for text, run in ((alphabet * 1_200, store.select), (alphabet * 12_000, store.update)):
        run(Request(text, "long"))
        asked = server.asked[-1]
        assert asked.method == "POST"
        assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
        assert [*asked.form.values()] == [text]
        assert set(asked.body) <= set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%=")


def test_each_kind_of_request_accepts_one_thing(server: Scripted, opened: Opened) -> None:
    store = opened()
    store.select(QUERY)
    server.script[-1] = Answer(200, b'{"boolean":false}')
    assert store.ask(QUERY) is False
    server.script[-1] = Answer(200, '<urn:s> <urn:p> "é"@en .\n'.encode(), "application/n-triples")
    (triple,) = store.construct(QUERY)
    assert (triple.subject, triple.object) == (NamedNode("urn:s"), Literal("é", language="en"))
    assert [asked.headers["accept"] for asked in server.asked] == [
        "application/sparql-results+json",
        "application/sparql-results+json",
        "application/n-triples",
    ]
    server.script[-1] = Answer(200, b'<urn:s> <urn:p> <urn:o> .\n{"code":"InternalFailureException"}', "text/plain")
    with pytest.raises(StoreUnavailableError, match="InternalFailureException"):
        store.construct(QUERY)


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        # Virtuoso's words.
        (
            '{"head":{"link":[],"vars":["a","b"]},"results":{"distinct":false,"ordered":true,"bindings":['
            '{"a":{"type":"typed-literal","datatype":"http://www.w3.org/2001/XMLSchema#boolean","value":"1"}},'
            '{"b":{"type":"typed-literal","datatype":"http://www.w3.org/2001/XMLSchema#string","value":"x"}}]}}',
            [(Literal(True), None), (None, Literal("x"))],
        ),
        # A language tag in whatever case; names that only just are names, or are none.
        (
            '{"head":{"vars":["1","é_x"]},"results":{"bindings":[{"é_x":{"type":"literal","xml:lang":"EN-gb","value":"c"}}]}}',
            [(None, Literal("c", language="en-gb"))],
        ),
        (
            '{"head":{"vars":["callret-0","a b"]},"results":{"bindings":[{"callret-0":{"type":"uri","value":"urn:x"}}]}}',
            [(NamedNode("urn:x"), None)],
        ),
        # The order of members is free, and the head may come last.
        ('{"results":{"bindings":[{"z":{"value":"urn:x","type":"uri"}}]},"head":{"vars":["z"]}}', [(NamedNode("urn:x"),)]),
        ('{"head":{"vars":["z"]},"results":{"bindings":[]}}', []),
        ('{"head":{"vars":["z"]},"results":{"bindings":[{}]}}', [(None,)]),
    ],
)
def test_what_servers_in_the_field_send_is_read_as_what_it_means(
    server: Scripted, opened: Opened, body: str, rows: list[object]
) -> None:
    server.answers(Answer(200, body.encode()))
    assert list(opened().select(QUERY)) == rows


@pytest.mark.parametrize("labels", [("b0", "b1"), ("nodeID://b1", "nodeID://b2"), ("a-b", "a_b")])
def test_blank_nodes_of_one_answer_stay_the_same_or_different(
    server: Scripted, opened: Opened, labels: tuple[str, str]
) -> None:
    terms = [{"x": {"type": "bnode", "value": label}} for label in (*labels, labels[0])]
    server.answers(Answer(200, json.dumps({"head": {"vars": ["x"]}, "results": {"bindings": terms}}).encode()))
    (first,), (second,), (third,) = opened().select(QUERY)
    assert first == third != second


@pytest.mark.parametrize("answer", ["true", "false"])
@pytest.mark.parametrize("spelling", ["standard", "virtuoso"])
def test_an_ask_is_read_in_both_spellings(server: Scripted, opened: Opened, answer: str, spelling: str) -> None:
    row = '{"__ASK_RETVAL":{"type":"typed-literal","value":"1"}}' if answer == "true" else ""
    body = f'{{"head":{{"link":[],"vars":["__ASK_RETVAL"]}},"results":{{"bindings":[{row}]}}}}'
    server.answers(Answer(200, (f'{{"boolean":{answer}}}' if spelling == "standard" else body).encode()))
    assert opened().ask(QUERY) is (answer == "true")


@pytest.mark.parametrize("body", ['{"head":{}}', '{"boolean":"true"}', "[]", '{"boolean":1}', "[" * 100_000])
def test_an_ask_without_an_answer_is_none(server: Scripted, opened: Opened, body: str) -> None:
    server.answers(Answer(200, body.encode()))
    with pytest.raises(StoreError, match="not whole or not what was asked for"):
        opened().ask(QUERY)


def test_documents_captured_from_neptune_are_read_in_full(server: Scripted, opened: Opened, shared: Path) -> None:
    files = sorted((shared / "sparql-results-json").glob("*.json")) or sorted(shared.rglob("sparql-results-json/*.json"))
    assert len(files) == 5
    store, blanks = opened(), 0
    for file in files:
        server.answers(Answer(200, file.read_bytes()))
        document = json.loads(file.read_text(encoding="utf-8"))
        rows = list(store.select(QUERY))
        expected = document["results"]["bindings"]
        assert len(rows) == len(expected) > 0
        for row, wanted in zip(rows, expected, strict=True):
            for name, term in zip(document["head"]["vars"], row, strict=True):
                found = wanted.get(name)
                assert (term is None) == (found is None)
                if found is None:
                    continue
                blanks += found["type"] == "bnode"
                assert term.value == found["value"]  # type: ignore[union-attr]
                if isinstance(term, Literal):
                    assert term.language == (found["xml:lang"].lower() if "xml:lang" in found else None)
                    assert term.datatype.value == found.get("datatype", term.datatype.value)
    assert blanks > 0
