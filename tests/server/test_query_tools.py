"""Named queries as tools of the real server: optional filters, a CONSTRUCT, and an update that says that it writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kgrdf.generated.schema import SCHEMA
from kgrdf.mcp.queries import query_tool
from kgrdf.schema import ParamRow
from kgrdf_codegen.generate import generate

TESTS = Path(__file__).parents[1] / "codegen"
DOSE_OF = """\
# @name dose_of
# @mode one
# @tool dose_of
# @param drug: Ref[ex:Drug]
# The dose of a drug.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?dose
WHERE { GRAPH $current { $drug a ex:Drug ; ex:dose ?dose } }
"""
LATEST = """\
# @name latest
# @mode one
# @tool latest
# When the last drug was approved.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (MAX(?at) AS ?latest)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:approvedAt ?at } }
"""


def test_every_mode_of_a_query_is_a_tool_with_a_flat_schema_and_true_hints(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    queries = TESTS / "queries" / "right"
    assert generate([TESTS / "cases" / "pharmacy" / "ontology.ttl"], tmp_path / "shop", queries=[queries]).ok
    server = start("--schema", "shop", env={"PYTHONPATH": str(tmp_path)})
    tools = {tool["name"]: tool for tool in server.request("tools/list")["tools"]}

    schema = tools["find_drugs"]["inputSchema"]
    assert set(schema["properties"]) == {"least", "word", "part", "limit"}
    assert schema.get("required", []) == []
    assert not any(word in str(schema) for word in ("$ref", "anyOf", "null"))
    assert tools["sell_freely"]["description"].startswith("Sell a drug freely, or no longer.")
    assert set(tools["sell_freely"]["inputSchema"]["required"]) == {"drug", "free"}
    hints = {name: tools[name]["annotations"] for name in ("find_drugs", "sell_freely", "drugs_of_form", "is_made_of")}
    assert {name: hint["readOnlyHint"] for name, hint in hints.items()} == {
        "find_drugs": True,
        "sell_freely": False,
        "drugs_of_form": True,
        "is_made_of": True,
    }
    assert hints["sell_freely"]["destructiveHint"]

    drug = server.call("store_drug", name="Aspirin", dose=500, form="tablet")["id"]
    assert server.call("find_drugs")["rows"] == [{"drug": drug, "dose": 500}]
    assert server.call("find_drugs", least=600)["rows"] == []
    assert server.call("find_drugs", word="ASP", least=1)["rows"] == [{"drug": drug, "dose": 500}]
    assert server.call("sell_freely", drug=drug, free=True)["rows"] == [{"id": drug}]
    assert server.call("sell_freely", drug=drug, free=True)["rows"] == []
    assert server.call("is_made_of", drug=drug, substance=drug)["rows"] == [{"answer": False}]
    (made,) = server.call("drugs_of_form", form="tablet")["rows"]
    assert (made["class"], made["id"], made["name"], made["dose"]) == ("Drug", drug, "Aspirin", 500)
    assert (
        "dose: 500" in server.request("tools/call", name="drugs_of_form", arguments={"form": "tablet"})["content"][0]["text"]
    )
    assert "drug" in server.refusal("sell_freely", free=True)


def test_a_query_of_one_row_says_where_there_is_none(start: Callable[..., Any], tmp_path: Path) -> None:
    queries = tmp_path / "queries"
    queries.mkdir()
    (queries / "dose_of.rq").write_text(DOSE_OF, encoding="utf-8")
    (queries / "latest.rq").write_text(LATEST, encoding="utf-8")
    assert generate([TESTS / "cases" / "pharmacy" / "ontology.ttl"], tmp_path / "shop", queries=[queries]).ok
    server = start("--schema", "shop", env={"PYTHONPATH": str(tmp_path)})
    drug = server.call("store_drug", name="Aspirin", dose=500, form="tablet")["id"]

    assert server.call("dose_of", drug=drug)["rows"] == [{"dose": 500}]
    assert "query dose_of: found no row" in server.refusal("dose_of", drug=f"{drug}_forte")
    answer = server.request("tools/call", name="latest", arguments={})
    assert answer["structuredContent"]["rows"] == [{}]
    assert answer["content"][0]["text"] == "a row without values"


def test_an_argument_is_told_by_the_name_of_its_parameter_and_by_its_class() -> None:
    params = (ParamRow("is", "is_", "is", "string"), ParamRow("who", "who", "who", "Ref[Entity]"))
    tool = query_tool(replace(SCHEMA.queries[0], params=params, limit=None), "some_tool")

    told = {argument.wire: argument.doc for argument in tool.arguments}
    assert told == {"is": "The is.", "who": "The who: an id of class Entity, kind::…, as other tools give it."}
