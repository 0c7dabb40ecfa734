from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kgrdf import Graph
from kgrdf.cli import main
from kgrdf.copying import content_of
from kgrdf.errors import InvalidValueError, StoreUnavailableError
from kgrdf.store import open_store
from kgrdf.store.endpoint import EndpointStore
from kgrdf.tenancy import Tenant
from tests.runtime.endpoint.scripted import Answer, Scripted

LINES = [
    {"kind": "entity", "name": "Checkout", "entityType": "Service", "id": "entity::Service::checkout"},
    {"kind": "entity", "name": "Billing é€😀", "entityType": "Service", "id": "entity::Service::billing"},
    {"kind": "fact", "claim": "Checkout is slow; 100% & more+?", "aboutIds": ["entity::Service::checkout"]},
    {
        "kind": "relationship",
        "fromId": "entity::Service::checkout",
        "toId": "entity::Service::billing",
        "relationshipType": "depends_on",
        "weight": 0.5,
    },
]


def test_a_memory_on_a_server_answers_as_an_embedded_one_does(memory: Graph, graph: Graph) -> None:
    answers = []
    for kept in (memory, graph):
        first = kept.store_entity("Checkout", "Service")
        second = kept.store_entity("Billing", "Service", description="takes “money” and\ngives back\t€")
        fact = kept.store_fact("it is slow", [first.id])
        kept.add_relationship(first.id, second.id, "depends_on", weight="0.75")
        kept.supersede_fact(fact.id, "it is quick")
        answers.append(
            [
                kept.get_entity_context(first.id).wire(),
                kept.search_memory("quick").wire(),
                kept.get_timeline(first.id).wire(),
                kept.list_entities().wire(),
            ]
        )
    assert json.dumps(answers[0]).replace(memory.tenant.id, graph.tenant.id) == json.dumps(answers[1])


def test_what_was_loaded_on_a_server_is_what_an_embedded_store_holds(memory: Graph, graph: Graph) -> None:
    from kgrdf.copying import load_tenant, quads_of

    for number in range(30):
        graph.store_entity(f"Service “{number}”\n", "Service", aliases=[f"S{number}", "é\\u0041"])
    load_tenant(memory.store, quads_of(graph.store, graph.tenant))
    assert content_of(memory.store, graph.tenant) == content_of(graph.store, graph.tenant)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kgrdf.cli", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_command_line_works_on_a_server(oxigraph_url: str, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    place = {
        "KGRDF_STORE": oxigraph_url,
        "KGRDF_PROFILE": "oxigraph",
        "KGRDF_TENANT": Tenant.fresh().id,
        "KGRDF_CACHE": str(tmp_path / "cache"),
    }
    assert run("import", str(file), **place).stdout == "4 added, 0 updated, 0 unchanged, 0 rejected\n"
    assert run("import", str(file), **place).stdout == "0 added, 0 updated, 4 unchanged, 0 rejected\n"
    context = json.loads(run("context", "entity::Service::checkout", "--json", **place).stdout)
    assert [fact["claim"] for fact in context["facts"]] == [LINES[2]["claim"]]
    assert [found["entity"]["name"] for found in context["neighbors"]] == ["Billing é€😀"]
    assert "slow" in run("search", "slow", **place).stdout
    assert run("validate", **place).stderr == "0 problems\n"
    assert [path.name for path in (tmp_path / "cache").rglob("*.sqlite")] == [f"{place['KGRDF_TENANT']}.sqlite"]


def test_a_server_that_is_not_there_is_a_store_error(tmp_path: Path) -> None:
    done = run("list", "--tenant", "acme", "--store", "http://127.0.0.1:9/query", "--profile", "oxigraph", "--timeout", "1")
    assert done.returncode == 3
    assert done.stderr.startswith("error: query ")
    assert re.search(r"http://127.0.0.1:9/query after \d attempts: ", done.stderr)
    assert "refused" in done.stderr


def test_a_closed_store_says_so(oxigraph_url: str) -> None:
    store = open_store(oxigraph_url, profile="oxigraph")
    store.close()
    store.close()
    with pytest.raises(StoreUnavailableError, match="is closed"):
        Graph(store, "acme").head()


def test_a_cache_that_cannot_be_made_is_the_callers_to_mend(oxigraph_url: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidValueError, match="cache: "):
        open_store(oxigraph_url, profile="oxigraph", cache=tmp_path / "file")


def test_two_stores_of_one_endpoint_share_the_writer_lock(endpoint: EndpointStore, oxigraph_url: str) -> None:
    import threading

    entered = threading.Event()
    with open_store(oxigraph_url, profile="oxigraph") as other:

        def enter() -> None:
            with other.writing():
                entered.set()

        with endpoint.writing(), endpoint.writing():
            thread = threading.Thread(target=enter)
            thread.start()
            assert not entered.wait(0.1)
        thread.join(5)
    assert entered.is_set()


@pytest.mark.parametrize(
    ("variables", "header"),
    [
        ({"KGRDF_STORE_USER": "ann", "KGRDF_STORE_PASSWORD": "hunter2"}, "Basic YW5uOmh1bnRlcjI="),
        ({"KGRDF_STORE_TOKEN": "abc"}, "Bearer abc"),
        ({"KGRDF_STORE_TOKEN": "abc", "KGRDF_AUTH": "none"}, None),
    ],
)
def test_the_command_line_takes_secrets_from_variables(
    server: Scripted, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], header: str | None
) -> None:
    for name, value in {**variables, "KGRDF_STORE": server.url, "KGRDF_TENANT": "acme"}.items():
        monkeypatch.setenv(name, value)
    server.answers(Answer(400, b"no", "text/plain"))
    done = CliRunner().invoke(main, ["list", "--profile", "generic"])
    assert done.exit_code == 3
    assert "400: no" in done.stderr
    assert {asked.headers.get("authorization") for asked in server.asked} == {header}


def test_the_command_line_refuses_what_a_url_does_not_tell() -> None:
    done = CliRunner().invoke(main, ["list", "--tenant", "acme", "--store", "http://127.0.0.1:9/sparql"])
    assert done.exit_code == 2
    assert "error: --profile: http://127.0.0.1:9/sparql does not tell which server it is" in done.stderr
