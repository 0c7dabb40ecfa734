"""What only Neptune gets: signatures, hints, cancelling, the reader; against the emulation."""

from __future__ import annotations

import logging
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Store as Engine

from kgrdf import Graph
from kgrdf.errors import InvalidValueError, StoreAccessError, StoreUnavailableError
from kgrdf.mcp import server as agents
from kgrdf.query import Request
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.neptune import Neptune
from kgrdf.store.pace import Deadline, Pace
from kgrdf.store.signature import Signature
from kgrdf.store.wire import Call, LostError, Reply
from kgrdf.testing import Fault, NeptuneEmulation
from tests.runtime.endpoint.scripted import Answer, Asked, Scripted, Time, neptune_error

Reached = Callable[..., EndpointStore]
ASK = Request("ASK WHERE { GRAPH <urn:kgrdf:acme:graph:current> { <urn:s> <urn:p> ?o } }", "ask")
INSERT = Request("INSERT { GRAPH <urn:kgrdf:acme:graph:current> { <urn:s> <urn:p> 1 } } WHERE { VALUES ?x { 1 } }", "insert")
HINT = re.compile(r"QueryHints#queryTimeout> (\d+) ")


@pytest.fixture
def neptune(monkeypatch: pytest.MonkeyPatch) -> Iterator[NeptuneEmulation]:
    with NeptuneEmulation() as emulation:
        _configure(emulation, monkeypatch)
        yield emulation


def _configure(emulation: NeptuneEmulation, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in emulation.environment.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def reached(neptune: NeptuneEmulation) -> Iterator[Reached]:
    stores = []

    def reach(**options: Any) -> EndpointStore:
        options = {"profile": "neptune", "ca_file": neptune.ca_file, "timeout": 20} | options
        stores.append(EndpointStore(neptune.url, **options))
        return stores[-1]

    yield reach
    for store in stores:
        store.close()


def test_every_attempt_is_signed_anew(neptune: NeptuneEmulation, reached: Reached) -> None:
    store = reached()
    neptune.faults.script(Fault.conflict(), times=2, on="update")
    store.update(INSERT)
    assert store.ask(ASK)
    # The status, three attempts of the update, the question.
    assert len(neptune.signatures) == neptune.counters.requests == 5


def test_a_path_and_a_query_part_are_signed_as_they_are_sent(neptune: NeptuneEmulation) -> None:
    from kgrdf.testing.neptune.signature import Verifier

    url = "https://db.cluster-1.eu-west-1.neptune.amazonaws.com:8182/sparql?graph=urn%3At%3Ag%231&a=%20b"
    call = Call("POST", url, {"Content-type": "application/x-www-form-urlencoded", "Accept": "*/*"}, b"query=ASK%20%7B%7D")
    signed = {**call.headers, **Signature(url, None).headers(call)}
    headers = {name.lower(): value for name, value in signed.items()} | {
        "host": "db.cluster-1.eu-west-1.neptune.amazonaws.com:8182"
    }
    verifier = Verifier("eu-west-1")
    verifier.know(neptune.credentials)
    path, _, query = url.partition("8182")[2].partition("?")
    assert verifier.verify("POST", path, query, headers, call.body or b"") == neptune.credentials
    for changed in (dict(headers, accept="text/html"), dict(headers, host="elsewhere:8182")):
        with pytest.raises(Exception, match="does not match"):
            verifier.verify("POST", path, query, changed, call.body or b"")
    with pytest.raises(Exception, match="does not match"):
        verifier.verify("POST", path, query, headers, b"query=ASK%20%7B%7E")


def test_credentials_that_expired_are_looked_up_again_once(
    neptune: NeptuneEmulation, reached: Reached, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = reached()
    store.ask(ASK)
    neptune.rotate()
    with pytest.raises(StoreAccessError, match="expired"):
        store.ask(ASK)
    assert store.failures == {"AccessDeniedException": 2}
    _configure(neptune, monkeypatch)
    assert store.ask(ASK) is False


def test_a_role_that_may_only_read_is_refused_at_once(
    neptune: NeptuneEmulation, reached: Reached, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = neptune.read_only_credentials
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", readers.access_key)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", readers.secret_key)
    monkeypatch.setenv("AWS_SESSION_TOKEN", readers.token)
    store = reached()
    assert store.ask(ASK) is False
    with pytest.raises(StoreAccessError) as caught:
        store.update(INSERT)
    assert store.failures == {"AccessDeniedException": 1}
    assert readers.secret_key not in str(caught.value)
    assert readers.token not in str(caught.value)


def test_a_server_of_agents_logs_no_token_of_a_session(
    neptune: NeptuneEmulation, reached: Reached, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even at DEBUG, where botocore tells what it signs."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.NOTSET, "botocore.auth")  # as it was, afterwards
    graph = Graph(reached(), "acme")

    def built(graph: Graph, **_: object) -> SimpleNamespace:
        return SimpleNamespace(run=lambda transport: graph.list_entities())

    monkeypatch.setattr(agents, "build_server", built)
    agents.serve_stdio(graph, log_level="DEBUG")
    assert neptune.counters.requests
    assert "POST /sparql" in caplog.text
    assert neptune.credentials.token not in caplog.text


def test_without_credentials_the_error_says_what_to_do(reached: Reached, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")
    with pytest.raises(StoreAccessError, match="no AWS credentials were found") as caught:
        reached().ask(ASK)
    assert "--auth none" in caught.value.hint


def test_without_botocore_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore.auth", None)
    with pytest.raises(InvalidValueError) as caught:
        Signature("https://x.cluster-1.eu-west-1.neptune.amazonaws.com:8182/sparql", None)
    assert caught.value.hint == "pip install 'kgrdf[aws]'"


def test_the_region_is_that_of_the_host_or_configured_and_never_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    assert Signature("https://a.cluster-b.ap-south-1.neptune.amazonaws.com:8182/sparql", None)._region == "ap-south-1"
    assert Signature("https://127.0.0.1/sparql", "us-east-2")._region == "us-east-2"
    with pytest.raises(InvalidValueError, match="region"):
        Signature("https://127.0.0.1/sparql", None)


def cluster(limit: int) -> Callable[[Asked], Answer]:
    """Answer as a cluster that allows so many milliseconds; its first answer to an update is a conflict."""
    conflicts = [neptune_error(500, "ConcurrentModificationException")]

    def answer(asked: Asked) -> Answer:
        if asked.method == "GET":
            assert asked.path == "/status"
            return Answer(200, b'{"status":"healthy","settings":{"clusterQueryTimeoutInMs":"%d"}}' % limit)
        if "update" in asked.form and conflicts:
            return conflicts.pop()
        return Answer(200, b'{"boolean":true}')

    return answer


@pytest.mark.parametrize(("limit", "told"), [(120_000, 50_000), (50_001, 50_000), (50_000, 49_999), (5_000, 4_999)])
def test_each_attempt_carries_what_is_left_of_the_time_and_a_name_of_its_own(
    server: Scripted, opened: Callable[..., EndpointStore], limit: int, told: int
) -> None:
    server.answers(cluster(limit))
    store = opened(profile="neptune", auth="none", update_url=server.url, timeout=50)
    store.update(INSERT)
    store.ask(ASK)
    _status, first, second, question = server.asked
    sent = [first.form["update"], second.form["update"], question.form["query"]]
    # The clock of the store moves by the pause after the conflict alone, a tenth of a second.
    assert [HINT.findall(text) for text in sent] == [[str(told)], [str(min(told, 49_900))], [str(told)]]
    names = [re.findall(r'QueryHints#queryId> "([^"]+)"', text) for text in sent]
    assert len({name for (name,) in names}) == 3


def test_what_nobody_waits_for_any_more_is_cancelled(
    server: Scripted, opened: Callable[..., EndpointStore], time: Time
) -> None:
    def answer(asked: Asked) -> Answer:
        return Answer(pause=lambda: time.sleep(60)) if "query" in asked.form else Answer(200, b"")

    server.answers(cluster(120_000), answer)
    store = opened(profile="neptune", auth="none", update_url=server.url, timeout=50)
    with pytest.raises(StoreUnavailableError, match="in time"):
        store.select(Request("SELECT ?o WHERE { }", "slow"))
    _, query, cancel = server.asked
    assert cancel.path == "/sparql/status"
    assert cancel.form == {"queryId": cancel.form["queryId"], "cancelQuery": "true", "silent": "true"}
    assert cancel.form["queryId"] in query.form["query"]


def test_what_a_reader_still_works_on_is_cancelled_there(
    server: Scripted, opened: Callable[..., EndpointStore], time: Time
) -> None:
    server.answers(cluster(120_000), lambda asked: Answer(pause=lambda: time.sleep(60)), Answer(200, b""))
    store = opened(profile="neptune", auth="none", update_url=server.url, reader_url=f"{server.url}/reader", timeout=50)
    with pytest.raises(StoreUnavailableError, match="in time"):
        store.select(Request("SELECT ?o WHERE { }", "slow"))
    assert [asked.path for asked in server.asked] == ["/status", "/sparql/reader", "/sparql/reader/status"]


def test_a_certificate_of_an_unknown_authority_is_refused(neptune: NeptuneEmulation) -> None:
    with EndpointStore(neptune.url, profile="neptune", auth="none", timeout=5) as store:
        with pytest.raises(StoreUnavailableError, match="not trusted") as caught:
            store.ask(ASK)
        assert "--ca-file" in caught.value.hint
    assert neptune.counters.requests == 0


def test_a_connection_that_ends_before_there_is_a_certificate_is_tried_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up() -> None:
            for _ in range(4):
                accepted, _ = listening.accept()
                with accepted:
                    accepted.recv(1 << 16)

        thread = threading.Thread(target=hang_up)
        thread.start()
        pace = Pace(sleep=lambda seconds: None)
        url = f"https://127.0.0.1:{listening.getsockname()[1]}/sparql"
        with EndpointStore(url, profile="generic", pace=pace, timeout=5) as store:
            with pytest.raises(StoreUnavailableError, match="after 4 attempts"):
                store.ask(ASK)
            assert store.failures == {"lost": 4}
        thread.join()


def test_a_reply_that_was_lost_leaves_the_state_of_one_update(neptune: NeptuneEmulation, reached: Reached) -> None:
    graph = Graph(reached(), "acme")
    entity = graph.store_entity("Checkout", "Service")
    for fault in (Fault.lost_reply(), Fault.reset_before_headers(), Fault.reset_after_headers()):
        neptune.faults.script(fault, on="update")
        answer = graph.store_fact(fault.name, [entity.id])
        assert answer.created
    assert neptune.faults.pending == 0
    assert len(graph.get_timeline(entity.id).versions) == 3
    neptune.check("acme")


def test_a_failover_costs_one_attempt(neptune: NeptuneEmulation, reached: Reached) -> None:
    store = reached()
    store.ask(ASK)
    neptune.faults.script(Fault.swapped_roles(), on="update")
    store.update(INSERT)
    assert store.failures == {"ReadOnlyViolationException": 1}
    assert store.ask(ASK)


def test_a_reader_is_read_until_this_store_writes(neptune: NeptuneEmulation, reached: Reached) -> None:
    neptune.cluster.lag = 3_600.0
    writing = reached()
    writing.update(INSERT)
    store = reached(reader_url=neptune.reader_url)
    assert store.ask(ASK) is False
    with store.writing():
        assert store.ask(ASK)
    assert store.ask(ASK) is False
    store.update(INSERT)
    assert store.ask(ASK)


def test_what_a_store_wrote_it_reads_whatever_the_reader_knows(neptune: NeptuneEmulation, reached: Reached) -> None:
    neptune.cluster.lag = 3_600.0
    graph = Graph(reached(reader_url=neptune.reader_url), "acme")
    assert graph.list_entities().entities == []
    entity = graph.store_entity("Checkout", "Service")
    assert [found.id for found in graph.list_entities().entities] == [entity.id]


def test_a_value_that_neptune_refuses_is_never_sent(neptune: NeptuneEmulation, reached: Reached) -> None:
    store = reached()
    for text in ('"a\\u0000b"', '"9223372036854775808"^^<http://www.w3.org/2001/XMLSchema#integer>'):
        with pytest.raises(InvalidValueError, match="value: neptune keeps no"):
            store.update(Request(INSERT.text.replace("1 } }", f"{text} }} }}", 1), "insert"))
    assert neptune.counters.requests == 0


# -- where hints go ---------------------------------------------------------------------------------------------------------


def _told(status: str | None) -> Neptune:
    def send(call: Call, deadline: Deadline) -> Reply:
        import io

        if status is None:
            raise LostError("away")
        return Reply(200, {}, io.BytesIO(status.encode()), len(status))

    return Neptune("https://x/sparql", send, Pace())


@pytest.mark.parametrize("status", [None, "", "[]", '{"settings":{}}', '{"settings":{"clusterQueryTimeoutInMs":"x"}}'])
def test_a_server_that_does_not_tell_its_limit_is_told_no_deadline(status: str | None) -> None:
    text, name = _told(status).hinted(ASK.text, Pace().deadline(10))
    assert "queryTimeout" not in text
    assert f'queryId> "{name}"' in text


def test_the_limit_is_asked_for_no_longer_than_the_caller_waits() -> None:
    given = list[float]()

    def send(call: Call, deadline: Deadline) -> Reply:
        given.append(deadline.remaining())
        raise LostError("away")

    pace = Pace(clock=Time().clock)
    for seconds in (2.0, 60.0):
        Neptune("https://x/sparql", send, pace).hinted(ASK.text, pace.deadline(seconds))
    assert given == [2.0, 5.0]


def test_every_template_takes_its_hints_and_stays_what_it_was(repository: Any) -> None:
    neptune, engine, seen = _told('{"settings":{"clusterQueryTimeoutInMs":"120000"}}'), Engine(), 0
    for path in sorted((repository / "kgrdf" / "sparql").glob("*.rq")):
        text = path.read_text(encoding="utf-8")
        hinted, name = neptune.hinted(text, Pace().deadline(50))
        bare = re.sub(r"#[^\n>]*\n", "\n", hinted)
        assert bool(name) == ("WHERE" in bare), path
        if not name:
            continue
        seen += 1
        assert hinted.count("QueryHints#queryTimeout>") == hinted.count("QueryHints#queryId>") == 1
        before = bare[: bare.index("<http://aws.amazon.com")]
        assert before.rstrip().endswith("{")
        assert before.count("{") - before.count("}") == 1, path
        if "@mode update" in text:
            engine.update(hinted.replace("$", "?"))
        else:
            engine.query(hinted)
    assert seen > 50


STRINGS = st.text(st.sampled_from("WHERE{}<>\"'\\# \n$?"), max_size=20)


@given(STRINGS, STRINGS)
def test_no_value_is_taken_for_a_where(first: str, second: str) -> None:
    from pyoxigraph import Literal

    text = f"INSERT {{ GRAPH <urn:g> {{ <urn:s> <urn:p> {Literal(first)} , {Literal(second)} }} }} WHERE {{ <urn:s> ?p ?o }}"
    hinted, name = _told(None).hinted(text, Pace().deadline(10))
    assert hinted == text.replace(" WHERE { <urn:s> ?p", f" WHERE {{ {_hint(name)} <urn:s> ?p", -1) or hinted.endswith(
        f"WHERE {{ {_hint(name)} <urn:s> ?p ?o }}"
    )
    Engine().update(hinted)


def _hint(name: str) -> str:
    hints = "http://aws.amazon.com/neptune/vocab/v01/QueryHints#"
    return f'<{hints}Query> <{hints}queryId> "{name}" .'


@pytest.mark.parametrize(
    "text", ["INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> 1 } }", "SELECT ?s WHERE { SELECT ?s { } }"]
)
def test_a_text_without_a_place_for_hints_stays_as_it_is(text: str) -> None:
    assert _told(None).hinted(text, Pace().deadline(10)) == (text, "")
