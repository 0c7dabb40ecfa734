"""What the doctor says of servers that are known."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from pyoxigraph import NamedNode, Quad

from kgrdf import Graph
from kgrdf.cli import main
from kgrdf.doctor import Finding, examine
from kgrdf.doctor import sizes as size_probes
from kgrdf.doctor.line import Line
from kgrdf.doctor.reading import idle
from kgrdf.doctor.rights import rights
from kgrdf.doctor.sizes import sizes
from kgrdf.query import Request
from kgrdf.store.endpoint import EndpointStore
from kgrdf.testing import NeptuneEmulation
from tests.runtime.endpoint.scripted import Answer, Asked, neptune_error, scripted
from tests.runtime.endpoint.servers import oxigraph_serving


@pytest.fixture(scope="module", params=["plain", "union"])
def served(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    options = ["--union-default-graph"] if request.param == "union" else []
    with oxigraph_serving(*options) as url:
        with EndpointStore(url, profile="oxigraph") as store:
            Graph(store, "canary").store_entity("Secret", "Service")
        yield url, request.param


def seen(store: EndpointStore, *, write: bool) -> dict[str, Finding]:
    found = list(examine(store, write=write))
    assert len({finding.capability for finding in found}) == len(found)
    return {finding.capability: finding for finding in found}


def everything(store: EndpointStore) -> set[object]:
    """Return all quads but those of the lease that the store itself may have taken."""
    rows = store.select(Request("SELECT ?g ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }", "all"))
    return {row for row in rows if not str(row[1]).startswith("<urn:kgrdf-store:lease:")}


def test_looking_changes_nothing_and_names_nobody(served: tuple[str, str]) -> None:
    with EndpointStore(served[0], profile="oxigraph") as store:
        before = everything(store)
        found = seen(store, write=False)
        assert everything(store) == before
    assert {finding.verdict for finding in found.values()} <= {"good", "differs", "unknown"}
    assert "secret" not in str(found).lower()
    assert found["FROM NAMED"].verdict == "good"
    assert found["rows of an answer"].saw == "all 10,100"
    assert found["RDF 1.2 syntax"].verdict == "differs"


def test_what_write_probes_write_is_gone_at_the_end(served: tuple[str, str]) -> None:
    url, kind = served
    with EndpointStore(url, profile="oxigraph") as store:
        before = everything(store)
        found = seen(store, write=True)
        assert everything(store) == before
    expected = {"plain": "a graph of its own", "union": "the union of all graphs"}[kind]
    assert found["default graph"].saw == expected
    assert found["guarded updates"].verdict == found["FROM NAMED"].verdict == found["scratch graph"].verdict == "good"
    assert found["EXISTS past FROM NAMED"].saw == "sees no graph that is shut out"
    assert found["updates sent as queries"].saw.startswith("400 ")
    assert found["WITH"].verdict == {"plain": "good", "union": "differs"}[kind]
    assert found["operations joined by ;"].saw == "both undone when the second fails"


def test_what_a_doctor_that_was_killed_left_is_removed(served: tuple[str, str]) -> None:
    with EndpointStore(served[0], profile="oxigraph") as store:
        before = everything(store)
        node = NamedNode("urn:kgrdf-store:scratch")
        store.load(Quad(node, NamedNode(f"urn:p{n}"), node, node) for n in range(2500))
        assert seen(store, write=True)["scratch graph"].verdict == "good"
        assert everything(store) == before


def test_a_server_that_is_not_there_is_unsafe_and_nothing_more_is_tried() -> None:
    with EndpointStore("http://127.0.0.1:9", profile="oxigraph", timeout=1) as store:
        [found] = examine(store, write=True)
    assert (found.capability, found.verdict) == ("answers queries", "unsafe")
    assert found.saw == "no answer: Failed to establish a new connection: [Errno 111] Connection refused"


def test_a_server_that_would_reach_out_is_told_of_and_nothing_is_left_by_trying(served: tuple[str, str]) -> None:
    with EndpointStore(served[0], profile="oxigraph") as store:
        before = everything(store)
        found = seen(store, write=True)
        assert everything(store) == before
    assert found["SERVICE"].saw == "taken: the server may ask any address"
    assert found["LOAD"].saw == "taken: the server may fetch from any address"
    assert found["updates without GRAPH"].saw == "a deletion leaves named graphs alone"
    assert found["graph store protocol"].saw == "10,000 taken, more not tried"
    assert found["paths of alternatives"].saw == "201 of 201 nodes reached"


def test_without_write_probes_it_is_said_what_they_would_show(served: tuple[str, str]) -> None:
    with EndpointStore(served[0], profile="oxigraph") as store:
        found = seen(store, write=False)
    for capability in ("rights to write", "LOAD", "updates without GRAPH", "graph store protocol"):
        assert found[capability].wire() == {
            "capability": capability,
            "verdict": "unknown",
            "saw": "not tried: it takes an update",
            "means": "try with --write-probe",
        }


def test_a_right_that_is_missing_is_named_with_its_form() -> None:
    def answer(asked: Asked) -> Answer:
        denied = "DELETE" in asked.form.get("update", "")
        return neptune_error(403, "AccessDeniedException", "no right to delete") if denied else Answer()

    with scripted() as server, EndpointStore(server.url, profile="generic", update_url=server.url) as store:
        server.answers(answer)
        found = rights(Line(store))
    denied = "403 AccessDeniedException: no right to delete"
    assert found.verdict == "unsafe"
    assert found.saw == f"INSERT DATA: 200, INSERT WHERE: 200, DELETE/INSERT WHERE: {denied}, DELETE WHERE: {denied}"


@pytest.mark.parametrize(
    ("headers", "verdict", "saw"),
    [
        ({"Keep-Alive": "timeout=5, max=100"}, "good", "timeout=5, max=100"),
        ({"Connection": "close"}, "differs", "closed after each answer"),
        ({}, "unknown", "not tried: the server does not say how long they live"),
    ],
)
def test_how_long_an_idle_connection_lives_is_what_the_server_says(headers: dict[str, str], verdict: str, saw: str) -> None:
    with scripted() as server, EndpointStore(server.url, profile="generic", update_url=server.url) as store:
        server.answers(Answer(headers=headers))
        found = idle(Line(store))
    assert (found.verdict, found.saw) == (verdict, saw)


def test_a_server_that_takes_ever_longer_is_given_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size_probes, "_PATIENCE", 0.0)
    with scripted() as server, EndpointStore(server.url, profile="generic", update_url=server.url) as store:
        found = sizes(Line(store))
        assert len(server.asked) == 1
    assert (found.verdict, found.saw) == ("good", "500 taken, more not tried")


def test_the_command_prints_a_line_a_capability_and_ends_with_1_where_something_is_unsafe(served: tuple[str, str]) -> None:
    run = CliRunner().invoke(main, ["doctor", "--store", served[0], "--profile", "oxigraph"])
    assert run.exit_code == 0, run.output
    assert "good     answers queries: 200" in run.output
    assert run.output.endswith("0 unsafe\n")
    told = CliRunner().invoke(main, ["doctor", "--store", served[0], "--profile", "oxigraph", "--json"])
    assert json.loads(told.output)["findings"][0]["capability"] == "answers queries"
    gone = CliRunner().invoke(main, ["doctor", "--store", "http://127.0.0.1:9", "--profile", "oxigraph", "--timeout", "1"])
    assert gone.exit_code == 1
    assert "unsafe   answers queries" in gone.output
    folder = CliRunner().invoke(main, ["doctor", "--store", "memory:"])
    assert folder.exit_code == 2
    assert "is no endpoint" in folder.stderr


def test_write_probes_are_read_back_from_the_writer_and_leave_nothing_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader never learns of them: what it says would be of another state."""
    with NeptuneEmulation() as neptune:
        for name, value in neptune.environment.items():
            monkeypatch.setenv(name, value)
        neptune.cluster.lag = 3600.0
        with EndpointStore(
            neptune.url, profile="neptune", ca_file=neptune.ca_file, reader_url=neptune.reader_url
        ) as distant:
            found = seen(distant, write=True)
        with EndpointStore(neptune.url, profile="neptune", ca_file=neptune.ca_file) as store:
            assert everything(store) == set()
    for capability in ("writes", "guarded updates", "updates at once", "FROM NAMED", "scratch graph", "rights to write"):
        assert found[capability].verdict == "good", found[capability]
    assert found["SERVICE"].saw.startswith("refused: 400 UnsupportedOperationException")
    assert found["LOAD"].saw.startswith("refused: 400 LoadUrlAccessDeniedException")
    assert found["cancelling"].saw == "200"


def test_what_a_server_echoes_of_how_a_request_was_signed_in_is_not_told() -> None:
    with scripted() as server:
        server.answers(lambda asked: Answer(400, f"{asked.headers['authorization']} hunter2".encode(), "text/plain"))
        with EndpointStore(server.url, profile="generic", user="ann", password="hunter2") as store:
            [found] = examine(store)
    assert found.saw == "400 Basic *** ***"
