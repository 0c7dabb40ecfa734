"""A class and a query of a user's own reach the wire by one run of the generator and no edit of the server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ONTOLOGY = """\
@prefix kg:   <https://w3id.org/kgrdf/ns#> .
@prefix kgc:  <https://w3id.org/kgrdf/codegen#> .
@prefix ops:  <https://example.org/ops#> .
@prefix owl:  <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd:  <http://www.w3.org/2001/XMLSchema#> .

<https://example.org/ops> a owl:Ontology ;
    rdfs:label "operations" ;
    owl:imports <https://w3id.org/kgrdf/ns> .

ops:Incident a owl:Class ;
    rdfs:subClassOf kg:Entity ;
    rdfs:label "incident" ;
    rdfs:comment "Something that went wrong for those who use a service." ;
    kgc:plural "incidents" ;
    kgc:tool "store_incident" .

ops:severity a owl:DatatypeProperty , owl:FunctionalProperty ;
    rdfs:label "severity" ;
    rdfs:comment "How bad it was, from 1 (worst) to 4." ;
    rdfs:domain ops:Incident ;
    rdfs:range xsd:integer .
"""
QUERY = """\
# @name incidents_of_severity
# @mode many
# @time current
# @param severity: integer
# @limit 20 max 200
# @tool incidents_by_severity
# The incidents of one severity.
PREFIX kg:  <https://w3id.org/kgrdf/ns#>
PREFIX ops: <https://example.org/ops#>
SELECT ?incident ?name
WHERE { GRAPH $current { ?incident ops:severity $severity ; kg:name ?name } }
ORDER BY ?name ?incident
"""


def test_a_class_and_a_query_with_a_tool_are_used_over_the_wire(start: Callable[..., Any], tmp_path: Path) -> None:
    source = tmp_path / "ops.ttl"
    source.write_text(ONTOLOGY, encoding="utf-8")
    query = tmp_path / "incidents_of_severity.rq"
    query.write_text(QUERY, encoding="utf-8")
    package = tmp_path / "ops_memory"
    subprocess.run(
        [
            sys.executable,
            "-c",
            "from kgrdf.cli import main; main()",
            "codegen",
            "--ontology",
            str(source),
            "--queries",
            str(query),
            "--out",
            str(package),
        ],
        check=True,
        capture_output=True,
    )
    server = start("--schema", "ops_memory", env={"PYTHONPATH": str(tmp_path)})
    tools = {tool["name"]: tool for tool in server.request("tools/list")["tools"]}
    assert "Incident" in tools["store_entity"]["inputSchema"]["properties"]["entityType"]["enum"]
    assert tools["store_entity"]["description"].endswith("a tool that takes their fields: store_incident.")
    severity = tools["store_incident"]["inputSchema"]["properties"]["severity"]
    assert severity == {"type": "integer", "description": "How bad it was, from 1 (worst) to 4."}

    stored = server.call("store_incident", name="Double charge", severity="2", description="Customers paid twice.")
    assert stored["id"] == "entity::Incident::double charge"
    told = server.refusal("store_incident", name="Double charge", severity="bad", urgency=1)
    assert "severity: 'bad' is not a whole number" in told
    assert "no such argument: urgency" in told
    assert server.call("get_entity_context", entityId=stored["id"])["properties"] == {"severity": 2}
    (found,) = server.call("list_entities", entityType="Incident")["entities"]
    assert found["name"] == "Double charge"
    arguments = {"severity": "2", "limit": 5}
    rows = server.call("incidents_by_severity", **arguments)["rows"]
    assert rows == [{"incident": stored["id"], "name": "Double charge"}]
    page = server.request("resources/read", uri="kg://schema")["contents"][0]["text"]
    assert page.startswith("# operations\n")
    assert "- **Incident** (under Entity), stored with store_incident: Something that went wrong" in page
