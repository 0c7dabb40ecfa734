"""`kgrdf serve` in raw JSON-RPC: an agent's story, and what may stand on stdout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgrdf import Graph
from kgrdf.store import open_store
from kgrdf.tenancy import Tenant
from tests.runtime.endpoint.scripted import Answer, scripted
from tests.runtime.endpoint.servers import oxigraph_serving

WIRES = ["2025-06-18", "2025-11-25", "2026-07-28"]


@pytest.mark.parametrize("wire", WIRES)
def test_an_agent_stores_relates_supersedes_and_asks_for_now_and_for_before(start: Callable[..., Any], wire: str) -> None:
    server = start(wire=wire)
    checkout = server.call("store_entity", name="checkout", entityType="Service")["id"]
    postgres = server.call("store_entity", name="PostgreSQL", entityType="Service", description="A database.")["id"]
    relationship = server.call(
        "add_relationship",
        fromId=checkout,
        toId=postgres,
        relationshipType="depends_on",
        validFrom="2024-01-01T00:00:00Z",
    )
    old = server.call("store_fact", claim="checkout runs in Dublin.", aboutIds=[checkout], validFrom="2024-01-01T00:00:00Z")
    new = server.call("supersede_fact", factId=old["id"], claim="checkout runs in Milan.", validFrom="2024-06-01T00:00:00Z")
    assert new["created"] is True
    assert new["supersededIds"] == [old["id"]]

    now = server.call("get_entity_context", entityId=checkout)
    (neighbor,) = now["neighbors"]
    assert neighbor["entity"]["id"] == postgres
    assert neighbor["hops"] == 1
    (via,) = neighbor["via"]
    assert via["id"] == relationship["id"]
    assert via["relationshipType"] == "depends_on"
    assert via["validFrom"] == "2024-01-01T00:00:00Z"
    assert [fact["id"] for fact in now["facts"]] == [new["id"]]
    assert now["facts"][0]["claim"] == "checkout runs in Milan."

    before = server.call("get_entity_context", entityId=checkout, asOf="2024-05-31T23:59:59.999Z")
    assert [fact["id"] for fact in before["facts"]] == [old["id"]]
    at_the_change = server.call("get_entity_context", entityId=checkout, asOf="2024-06-01T00:00:00Z")
    assert [fact["id"] for fact in at_the_change["facts"]] == [new["id"]]
    assert server.call("get_entity_context", entityId=checkout, asOf="2023-12-31T00:00:00Z")["facts"] == []
    assert server.end() == 0


def test_a_retry_of_any_write_gives_the_same_id_and_answer_and_changes_nothing(start: Callable[..., Any]) -> None:
    server = start("--tools", "full")
    document = server.call("store_document", title="Notes", text="checkout depends on PostgreSQL.")
    chunk = document["chunkIds"][0]
    a = server.call("store_entity", name="checkout", entityType="Service")["id"]
    b = server.call("store_entity", name="PostgreSQL", entityType="Service")["id"]
    c = server.call("store_entity", name="SQLite", entityType="Service")["id"]
    fact = server.call("store_fact", claim="It is slow.", aboutIds=[a], validFrom="2024-01-01T00:00:00Z")["id"]
    other = server.call("store_fact", claim="It is fast.", aboutIds=[a], validFrom="2024-01-01T00:00:00Z")["id"]
    third = server.call("store_fact", claim="It is old.", aboutIds=[a], validFrom="2024-01-01T00:00:00Z")["id"]
    link = server.call(
        "add_relationship", fromId=a, toId=b, relationshipType="uses", weight=0.5, validFrom="2024-01-01T00:00:00Z"
    )["id"]
    contradiction = server.call("mark_contradiction", factId=fact, otherFactId=other)["id"]
    writes: list[tuple[str, dict[str, Any]]] = [
        ("store_document", {"title": "Plan", "text": "Move to SQLite."}),
        ("store_entity", {"name": "billing", "entityType": "Service", "aliases": ["bill"], "sourceDocumentId": chunk}),
        ("add_mention", {"chunkId": chunk, "entityId": a, "count": 1}),
        ("store_fact", {"claim": "It is tested.", "aboutIds": [a, b], "sourceDocumentId": chunk}),
        ("add_relationship", {"fromId": a, "toId": c, "relationshipType": "considers"}),
        ("resolve_contradiction", {"id": contradiction, "resolution": "both", "by": "ops"}),
        ("supersede_fact", {"factId": fact, "claim": "It is quick.", "validFrom": "2024-03-01T00:00:00Z"}),
        ("supersede_relationship", {"relationshipId": link, "toId": c, "validFrom": "2024-03-01T00:00:00Z"}),
        ("end_statement", {"id": other, "validTo": "2024-02-01T00:00:00Z"}),
        ("retract_statement", {"id": third, "reason": "a mistake"}),
    ]
    for tool, arguments in writes:
        first = server.call(tool, **arguments)
        assert first["created"] is True, tool
        entities, history = server.call("list_entities"), server.call("get_timeline", id=a)
        again = server.call(tool, **arguments)
        assert again == {**first, "created": False}, tool
        assert server.call("list_entities") == entities
        assert server.call("get_timeline", id=a) == history


def test_contradiction_timeline_listing_and_search_are_reached_over_the_wire(server: Any) -> None:
    ids = [
        server.call("store_entity", name=f"service {n:02}", entityType="Service", description=f"Number {n}.")["id"]
        for n in range(5)
    ]
    facts = [server.call("store_fact", claim=f"The limit is {n}.", aboutIds=[ids[0]])["id"] for n in (10, 20)]
    contradiction = server.call("mark_contradiction", factId=facts[0], otherFactId=facts[1])["id"]
    context = server.call("get_entity_context", entityId=ids[0])
    assert [found["id"] for found in context["contradictions"]] == [contradiction]
    timeline = server.call("get_timeline", id=ids[0])
    assert {version["id"] for version in timeline["versions"]} == set(facts)
    assert [found["id"] for found in timeline["contradictions"]] == [contradiction]

    pages: list[list[str]] = []
    cursor: dict[str, str] = {}
    while True:
        page = server.call("list_entities", entityType="Service", limit="2", **cursor)
        pages.append([entity["id"] for entity in page["entities"]])
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert [len(page) for page in pages] == [2, 2, 1]
    assert sorted(found for page in pages for found in page) == ids

    hits = server.call("search_memory", query="which service is number 3?", limit="10")["hits"]
    assert ids[3] in [hit["id"] for hit in hits]


@pytest.mark.parametrize(
    "type_", ["non-compliant", "由...组成", "definiert_ICP-Kriterien_für", "depends on; DROP", "null", "[1]"]
)
def test_a_relationship_type_is_stored_and_returned_exactly(running: Any, type_: str) -> None:
    a = running.call("store_entity", name="from", entityType="Service")["id"]
    b = running.call("store_entity", name="to", entityType="Concept")["id"]
    running.call("add_relationship", fromId=a, toId=b, relationshipType=type_)
    context = running.call("get_entity_context", entityId=a, relationshipTypes=[type_])
    assert [via["relationshipType"] for neighbor in context["neighbors"] for via in neighbor["via"]] == [type_]


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_a_blank_relationship_type_is_refused_by_name(running: Any, blank: str) -> None:
    a = running.call("store_entity", name="a", entityType="Service")["id"]
    b = running.call("store_entity", name="b", entityType="Service")["id"]
    told = running.refusal("add_relationship", fromId=a, toId=b, relationshipType=blank)
    assert told.startswith("relationshipType: ")


@pytest.mark.parametrize(
    "weight", ["NaN", "Infinity", "-Infinity", "1e400", "-0.1", "1.0000001", "true", '"NaN"', '"heavy"']
)
def test_a_weight_that_is_none_is_refused_by_name_and_answered_in_strict_json(running: Any, weight: str) -> None:
    request = f"weight {weight!r}"
    arguments = f'{{"fromId":"a","toId":"b","relationshipType":"t","weight":{weight}}}'
    params = f'{{"name":"add_relationship","arguments":{arguments}}}'
    running.write(f'{{"jsonrpc":"2.0","id":{json.dumps(request)},"method":"tools/call","params":{params}}}')
    result = running.answer(request)["result"]
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("weight: ")


@pytest.mark.parametrize(("sent", "kept"), [(0.5, 0.5), ("0.5", 0.5), (1e-400, 0), (1, 1), (0.1234567, 0.123457)])
def test_a_weight_comes_back_as_the_number_it_was(running: Any, sent: object, kept: float) -> None:
    a = running.call("store_entity", name=f"weighed {sent!r}", entityType="Service")["id"]
    b = running.call("store_entity", name=f"weight {sent!r}", entityType="Service")["id"]
    running.call("add_relationship", fromId=a, toId=b, relationshipType="uses", weight=sent)
    context = running.call("get_entity_context", entityId=a, hops="2")
    assert context["neighbors"][0]["via"][0]["weight"] == kept


def test_nul_and_lone_surrogates_are_refused_by_name(server: Any) -> None:
    assert server.refusal("store_entity", name="A\x00B", entityType="Service").startswith("name: ")
    assert server.refusal("store_entity", name="A\ud800B", entityType="Service").startswith("name: ")
    assert server.refusal("store_document", title="t", chunks=["fine", "a\x00b"]).startswith("chunks[1]: ")
    assert server.refusal("store_document", title="t", chunks=["a\ud800b"]).startswith("chunks[0]: ")
    assert "\\ud800" in server.refusal("store_entity", name="A", entityType="Service", **{"\ud800": 1})
    assert server.call("list_entities")["entities"] == []


def test_bytes_that_are_not_utf_8_are_refused_by_name_and_never_replaced(server: Any) -> None:
    call = {"name": "store_entity", "arguments": {"name": "caf?", "entityType": "Service"}}
    line = json.dumps({"jsonrpc": "2.0", "id": "latin-1", "method": "tools/call", "params": call})
    server.process.stdin.buffer.write(line.encode().replace(b"?", b"\xe9") + b"\n\xff\n")
    server.process.stdin.flush()
    assert server.answer("latin-1")["result"]["content"][0]["text"].startswith("name: ")
    assert server.answer(None)["error"]["code"] == -32700
    assert server.call("list_entities")["entities"] == []


def test_forty_writes_in_flight_on_one_connection_keep_forty_entities(server: Any) -> None:
    sent = {
        server.send("tools/call", name="store_entity", arguments={"name": f"service {n}", "entityType": "Service"}): n
        for n in range(40)
    }
    for request, n in sent.items():
        content = server.answer(request)["result"]["structuredContent"]
        assert (content["id"], content["created"]) == (f"entity::Service::service {n}", True)
    assert len(server.call("list_entities", limit=100)["entities"]) == 40


def test_what_was_read_before_stdin_ended_is_answered(server: Any) -> None:
    sent = [
        server.send("tools/call", name="store_entity", arguments={"name": f"last {n}", "entityType": "Service"})
        for n in range(20)
    ]
    assert server.end() == 0
    answered = {message["id"]: message for message in server.messages}
    assert all(answered[request]["result"]["isError"] is False for request in sent)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("not json", -32700),
        ("{", -32700),
        ("[1]", -32600),
        ('{"jsonrpc":"2.0"}', -32600),
        ('"x"', -32600),
        ('{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600),
        ('{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', -32600),
        ('{"jsonrpc":"2.0","id":[1],"method":"tools/list"}', -32600),
    ],
)
def test_a_line_that_is_no_message_is_answered_and_harms_nothing(running: Any, line: str, code: int) -> None:
    running.write(line)
    message = running.receive()
    assert message["id"] is None
    assert message["error"]["code"] == code
    running.write("")
    assert "entities" in running.call("list_entities")


@pytest.mark.parametrize("wire", WIRES)
def test_with_debug_logging_and_warnings_every_line_of_stdout_is_one_message(start: Callable[..., Any], wire: str) -> None:
    server = start("--log-level", "DEBUG", wire=wire, env={"PYTHONWARNINGS": "default", "PYTHONDEVMODE": "1"})
    server.request("tools/list")
    assert server.refusal("store_entity", nmae="x", entityType=3).startswith("no such argument: nmae (did you mean name?)")
    assert server.refusal("nope").startswith("no tool")
    server.call("store_entity", name="x", entityType="Service")
    server.request("resources/read", uri="kg://schema")
    assert "error" in server.answer(server.send("nope/nope"))
    assert server.end() == 0
    assert "DEBUG" in server.errors.read_text(encoding="utf-8")


@pytest.mark.parametrize("wire", ["2025-06-18"])
def test_what_the_server_writes_follows_the_published_schema(start: Callable[..., Any], shared: Path, wire: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    path = shared / "data" / "mcp-schema" / f"{wire}.schema.json"
    if not path.is_file():
        pytest.skip(f"no {path}")
    definitions = json.loads(path.read_text(encoding="utf-8"))["definitions"]

    def check(name: str, instance: Any) -> None:
        jsonschema.Draft7Validator({"$ref": f"#/definitions/{name}", "definitions": definitions}).validate(instance)

    server = start("--tools", "full", wire=wire, greet=False)
    check("InitializeResult", server.handshake())
    check("ListToolsResult", server.request("tools/list"))
    check("ListResourcesResult", server.request("resources/list"))
    check("ListResourceTemplatesResult", server.request("resources/templates/list"))
    check("ListPromptsResult", server.request("prompts/list"))
    check("ReadResourceResult", server.request("resources/read", uri="kg://schema"))
    a = server.request("tools/call", name="store_entity", arguments={"name": "a", "entityType": "Service"})
    check("CallToolResult", a)
    check("CallToolResult", server.request("tools/call", name="store_entity", arguments={}))
    check("JSONRPCError", server.answer(server.send("resources/read", uri="kg://entity/ghost")))
    schemas = {tool["name"]: tool["outputSchema"] for tool in server.request("tools/list")["tools"]}
    entity = a["structuredContent"]["id"]
    server.call("store_fact", claim="It is a.", aboutIds=[entity])
    for tool, arguments in (
        ("search_memory", {"query": "a"}),
        ("get_entity_context", {"entityId": entity}),
        ("get_timeline", {"id": entity}),
        ("list_entities", {}),
    ):
        result = server.request("tools/call", name=tool, arguments=arguments)
        check("CallToolResult", result)
        jsonschema.Draft202012Validator(schemas[tool]).validate(result["structuredContent"])
    for message in server.messages:
        check("JSONRPCMessage", message)


def test_without_a_tenant_the_server_refuses_and_names_the_setting(start: Callable[..., Any]) -> None:
    server = start(greet=False, env={"KGRDF_TENANT": ""})
    assert server.end() == 2
    assert server.messages == []
    told = server.errors.read_text(encoding="utf-8")
    assert "KGRDF_TENANT" in told
    assert "--tenant" in told


def test_a_writer_refused_by_the_lease_of_another_is_told_who_has_it(start: Callable[..., Any]) -> None:
    with oxigraph_serving() as url, open_store(url, profile="oxigraph", writers="one") as holder:
        Graph(holder, Tenant("acme")).store_entity("checkout", "Service")
        server = start("--store", url, "--profile", "oxigraph", "--writers", "one")
        told = server.refusal("store_entity", name="payments", entityType="Service")
        assert told.startswith(f"store: {url} is written by process ")
        assert told.endswith("(one process writes to such a server: stop that one, or wait until its lease runs out)")


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (Answer(404, b"Not Found", "text/plain"), "check the URL, the profile and the update URL"),
        (Answer(401, b"who are you?", "text/plain"), "check the user, the password or the role, and what it may do"),
        (Answer(403, b"not you", "text/plain"), "check the user, the password or the role, and what it may do"),
        (Answer(200, b"<html>welcome</html>", "text/html"), "is this a SPARQL endpoint, and no proxy?"),
    ],
)
def test_an_endpoint_that_was_set_up_wrongly_is_told_with_what_to_check(
    start: Callable[..., Any], answer: Answer, hint: str
) -> None:
    with scripted() as endpoint:
        endpoint.answers(answer)
        server = start(
            *("--store", endpoint.url, "--profile", "oxigraph", "--auth", "basic"),
            env={"KGRDF_STORE_USER": "ana", "KGRDF_STORE_PASSWORD": "hunter2"},
        )
        told = [server.refusal("list_entities"), server.refusal("store_entity", name="checkout", entityType="Service")]
        read = server.answer(server.send("resources/read", uri="kg://entity/entity%3A%3AService%3A%3Acheckout"))
    for text in (*told, read["error"]["message"]):
        assert f"failed at {endpoint.url}: {answer.status}" in text or answer.status == 200
        assert hint in text
        assert "hunter2" not in text


def test_a_large_neighbourhood_is_answered_within_bounds_and_says_how_to_get_the_rest(server: Any) -> None:
    hub = server.call("store_entity", name="hub", entityType="Service")["id"]
    document = server.call("store_document", title="long", chunks=[f"{n} hub " + "word " * 395 for n in range(5)])
    for chunk in document["chunkIds"]:
        server.call("add_mention", chunkId=chunk, entityId=hub)
    names = {
        server.send(
            "tools/call",
            name="store_entity",
            arguments={"name": f"neighbour {n}", "entityType": "Service", "description": "d" * 2048},
        ): n
        for n in range(150)
    }
    ids = [server.answer(request)["result"]["structuredContent"]["id"] for request in names]
    links = [
        server.send(
            "tools/call", name="add_relationship", arguments={"fromId": hub, "toId": target, "relationshipType": "calls"}
        )
        for target in ids
    ]
    for link in links:
        assert server.answer(link)["result"]["isError"] is False
    result = server.request("tools/call", name="get_entity_context", arguments={"entityId": hub})
    content = result["structuredContent"]
    assert len(content["neighbors"]) == 30
    assert content["truncated"] is True
    assert content["omitted"]["neighbors"] == 100
    assert len(result["content"][0]["text"].encode()) <= 40_000
    assert len(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()) <= 40_000
    small = server.request("tools/call", name="get_entity_context", arguments={"entityId": hub, "maxTokens": 500})
    assert len(small["content"][0]["text"]) < 4_000
    seen: set[str] = set()
    cursor: dict[str, str] = {}
    while True:
        page = server.call("list_entities", limit=100, **cursor)
        seen |= {entity["id"] for entity in page["entities"]}
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert seen == {hub, *ids}


def test_the_naughty_strings_cross_the_wire_unchanged(running: Any, shared: Path) -> None:
    path = shared / "data" / "naughty-strings" / "blns.json"
    naughty = [text for text in json.loads(path.read_text(encoding="utf-8")) if text.strip()]
    for number, text in enumerate(naughty):
        entity = running.call("store_entity", name=text, entityType="Concept", id=f"n{number}")["id"]
        running.call("store_fact", claim=text, aboutIds=[entity])
        context = running.call("get_entity_context", entityId=entity)
        assert context["entity"]["name"] == text
        assert [fact["claim"] for fact in context["facts"]] == [text]
