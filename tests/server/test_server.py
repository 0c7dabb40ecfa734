"""The server over the SDK's own client, on both wires, on a real memory."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

import anyio
import pytest
from mcp import Client, MCPError
from mcp.types import CallToolResult

from kgrdf.errors import QueryRejectedError, StoreUnavailableError
from kgrdf.mcp import build_server
from kgrdf.store import open_store

if TYPE_CHECKING:
    from kgrdf import Graph

Work: TypeAlias = Callable[[Client], Awaitable[Any]]
Talk: TypeAlias = Callable[["Graph", Work], Any]


@pytest.fixture(params=["legacy", "auto"])
def talk(request: pytest.FixtureRequest) -> Talk:
    """Runs a conversation with a server of a graph, with the handshake of old and on the wire of 2026-07-28."""

    def run(graph: Graph, work: Work, *, tools: Any = "full") -> Any:
        async def converse() -> Any:
            async with Client(build_server(graph, tools=tools), mode=request.param) as client:
                assert (client.protocol_version == "2026-07-28") == (request.param == "auto")
                return await work(client)

        return anyio.run(converse)

    return run


def call(graph: Graph, talk: Talk, tool: str, **arguments: Any) -> CallToolResult:
    result: CallToolResult = talk(graph, lambda client: client.call_tool(tool, arguments))
    return result


def text(result: CallToolResult) -> str:
    (block,) = result.content
    assert block.type == "text"
    return block.text


def refusal(result: CallToolResult) -> str:
    assert result.is_error
    assert result.structured_content is None
    return text(result)


def test_the_server_says_what_it_is_and_how_to_use_it(graph: Graph, talk: Talk) -> None:
    async def look(client: Client) -> Any:
        return client.server_info, client.instructions, client.server_capabilities

    info, instructions, capabilities = talk(graph, look)
    assert info.name == "kgrdf"
    assert info.version
    for word in ("search_memory", "supersede", "asOf", "knownAt"):
        assert word in instructions
    assert not capabilities.resources.subscribe


def test_a_text_answer_agrees_with_the_structured_one(graph: Graph, talk: Talk) -> None:
    result = call(graph, talk, "store_entity", name="checkout", entityType="Service")
    assert result.structured_content is not None
    assert result.structured_content["id"] == "entity::Service::checkout"
    assert result.structured_content["created"] is True
    assert "entity::Service::checkout" in text(result)
    listed = call(graph, talk, "list_entities")
    assert listed.structured_content is not None
    for entity in listed.structured_content["entities"]:
        assert any(entity["id"] in line and entity["name"] in line for line in text(listed).splitlines())


def test_what_the_caller_can_act_on_is_told_with_the_hint(graph: Graph, talk: Talk) -> None:
    told = refusal(call(graph, talk, "store_entity", name="checkout", entityType="Servise"))
    assert told.startswith("entityType: 'Servise'")
    assert "did you mean Service?" in told
    told = refusal(call(graph, talk, "store_fact", claim="It fails.", aboutIds=["entity::Service::ghost"]))
    assert told.startswith("aboutIds")


@pytest.mark.parametrize("kind", [RuntimeError, QueryRejectedError])
def test_a_crash_tells_the_model_nothing_of_its_cause(
    graph: Graph, talk: Talk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: type[Exception]
) -> None:
    def crash(*_: object, **__: object) -> None:
        raise kind("password=hunter2 in /srv/secret")

    monkeypatch.setattr(graph, "store_entity", crash)
    told = refusal(call(graph, talk, "store_entity", name="a", entityType="Service"))
    assert told == "store_entity: internal error. The server's log has it; repeating the call is safe."
    assert "hunter2" in caplog.text


def test_a_store_that_is_down_is_told_as_something_to_try_again(
    graph: Graph, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object, **__: object) -> None:
        raise StoreUnavailableError("the store did not answer", hint="try again")

    monkeypatch.setattr(graph, "list_entities", down)
    assert refusal(call(graph, talk, "list_entities")) == "the store did not answer (try again)"


def test_an_unknown_tool_and_one_that_is_not_offered_are_told_apart(graph: Graph, talk: Talk) -> None:
    assert "no tool 'forget'" in refusal(call(graph, talk, "forget"))
    result = talk(graph, lambda client: client.call_tool("end_statement", {"id": "fact::x"}), tools="default")
    assert "--tools full" in refusal(result)


@pytest.mark.parametrize(
    ("tool", "argument", "more"),
    [
        ("get_entity_context", "entityId", {}),
        ("get_timeline", "id", {}),
        ("supersede_fact", "factId", {"claim": "new"}),
        ("end_statement", "id", {}),
        ("retract_statement", "id", {}),
        ("amend_statement", "id", {"claim": "new"}),
        ("store_fact", "aboutIds", {"claim": "x"}),
        ("add_relationship", "toId", {"fromId": "entity::Service::here", "relationshipType": "uses"}),
        ("mark_contradiction", "otherFactId", {}),
    ],
)
def test_an_id_of_another_tenant_and_a_missing_one_get_the_same_words(
    talk: Talk, tool: str, argument: str, more: dict[str, Any]
) -> None:
    from kgrdf import Graph

    with open_store("memory:") as store:
        ours, theirs = Graph(store, "acme"), Graph(store, "rival")
        own = ours.store_entity("here", "Service").id
        entity = theirs.store_entity("secret", "Service").id
        fact = theirs.store_fact("It is secret.", [entity]).id
        if tool == "mark_contradiction":
            more = {"factId": ours.store_fact("Here.", [own]).id}
        foreign = fact if argument in ("factId", "otherFactId") or tool.endswith("_statement") else entity
        missing = foreign[:-1] + ("1" if foreign[-1] == "0" else "0")
        as_foreign = refusal(call(ours, talk, tool, **{argument: foreign}, **more))
        as_missing = refusal(call(ours, talk, tool, **{argument: missing}, **more))
        assert foreign in as_foreign
        assert as_foreign.replace(foreign, "ID") == as_missing.replace(missing, "ID")


def test_no_tool_takes_a_tenant(graph: Graph, talk: Talk) -> None:
    told = refusal(call(graph, talk, "store_entity", name="a", entityType="Service", tenant="rival"))
    assert told.startswith("no such argument: tenant;")
    assert call(graph, talk, "list_entities").structured_content == {"entities": []}


@pytest.mark.parametrize("name", ["null", "[1,2]", '{"a":1}', "true", "123", "a/b ::ü %2F..", "'; DROP <urn:x> \"", "../x"])
def test_a_name_arrives_and_returns_exactly_and_its_resource_can_be_read(graph: Graph, talk: Talk, name: str) -> None:
    stored = call(graph, talk, "store_entity", name=name, entityType="Concept", aliases=[f"{name} too"])
    assert stored.structured_content is not None
    public_id = stored.structured_content["id"]
    context = call(graph, talk, "get_entity_context", entityId=public_id).structured_content
    assert context is not None
    assert context["entity"]["name"] == name
    assert context["entity"]["uri"] == f"kg://entity/{quote(public_id, safe='')}"
    read = talk(graph, lambda client: client.read_resource(context["entity"]["uri"]))
    assert json.loads(read.contents[0].text) == context


def test_a_resource_that_is_not_there_is_a_protocol_error_that_names_the_id(graph: Graph, talk: Talk) -> None:
    async def read(client: Client) -> Any:
        with pytest.raises(MCPError) as refused:
            await client.read_resource("kg://entity/entity%3A%3AService%3A%3Aghost")
        return refused

    refused = talk(graph, read)
    assert refused.value.error.code == -32602
    assert "entity::Service::ghost" in refused.value.error.message


def test_the_schema_can_be_read(graph: Graph, talk: Talk) -> None:
    async def look(client: Client) -> Any:
        listed = await client.list_resources()
        templates = await client.list_resource_templates()
        return listed.resources, templates.resource_templates, (await client.read_resource("kg://schema")).contents[0]

    resources, templates, schema = talk(graph, look)
    assert [resource.uri for resource in resources] == ["kg://schema"]
    assert [template.uri_template for template in templates] == ["kg://entity/{id}"]
    for row in graph.schema.classes:
        if row.kind in ("entity", "concept"):
            assert f"**{row.name}**" in schema.text
    for relation in graph.schema.relation_types:
        assert f"**{relation.name}**" in schema.text
    assert "**store_fact**(claim, aboutIds, confidence?" in schema.text


def test_slow_reads_do_not_keep_writes_waiting(graph: Graph, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    answer = graph.list_entities()

    def stuck(*_: object, **__: object) -> Any:
        release.wait(30)
        return answer

    monkeypatch.setattr(graph, "list_entities", stuck)

    async def crowd(client: Client) -> Any:
        async with anyio.create_task_group() as tasks:
            for _ in range(60):
                tasks.start_soon(client.call_tool, "list_entities", {})
            await anyio.sleep(0.2)
            try:
                with anyio.fail_after(15):
                    return await client.call_tool("store_entity", {"name": "through", "entityType": "Service"})
            finally:
                release.set()

    assert not talk(graph, crowd).is_error


def test_forty_writes_in_flight_keep_forty_entities(graph: Graph, talk: Talk) -> None:
    answers: dict[str, Any] = {}

    async def write(client: Client, name: str) -> None:
        answers[name] = await client.call_tool("store_entity", {"name": name, "entityType": "Service"})

    async def crowd(client: Client) -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(40):
                tasks.start_soon(functools.partial(write, client, f"service {number}"))

    talk(graph, crowd)
    assert len(answers) == 40
    for name, answer in answers.items():
        assert (answer.structured_content["id"], answer.structured_content["created"]) == (f"entity::Service::{name}", True)
    assert {entity.name for entity in graph.list_entities(limit=100).entities} == set(answers)


def test_a_named_query_with_a_tool_can_be_called(graph: Graph, talk: Talk) -> None:
    query = next(query for query in graph.schema.queries if query.name == "current_facts_about")
    graph.schema = replace(graph.schema, queries=(replace(query, tool="facts_about"),))
    entity = graph.store_entity("checkout", "Service").id
    fact = graph.store_fact("It is\nslow.", [entity], confidence="0.5", valid_from="2024-01-01T00:00:00Z").id
    result = call(graph, talk, "facts_about", entity=entity, limit="5")
    assert result.structured_content == {
        "columns": ["fact", "claim", "confidence", "validFrom", "validTo"],
        "rows": [{"fact": fact, "claim": "It is\nslow.", "confidence": 0.5, "validFrom": "2024-01-01T00:00:00Z"}],
    }
    assert text(result) == f"fact: {fact}; claim: It is slow.; confidence: 0.5; validFrom: 2024-01-01T00:00:00Z"
    assert refusal(call(graph, talk, "facts_about", limit=1)) == "entity: is required"
