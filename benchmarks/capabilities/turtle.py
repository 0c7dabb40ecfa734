"""The inputs in Turtle, read by kgrdf and by shacl2code alike: RDFS classes that are shapes of themselves."""

from __future__ import annotations

__all__ = ["HEAD", "ITEM", "document", "field"]

HEAD = """\
@prefix ex: <https://example.org/shop#> .
@prefix other: <https://example.org/other#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/shop> a owl:Ontology .
"""
ITEM = 'ex:Item a owl:Class , sh:NodeShape ; rdfs:comment "An item."@en , "Ein Ding."@de .\n'
OTHER = 'ex:Other a owl:Class , sh:NodeShape ; rdfs:comment "Another thing." .\n'


def field(name: str, values: str, shape: str = "sh:maxCount 1", owner: str = "ex:Item") -> str:
    """Return a property of a class: its declaration, and what the shape of the class says of it."""
    kind = "owl:ObjectProperty" if values.startswith("ex:") else "owl:DatatypeProperty"
    declared = f'{name} a {kind} ; rdfs:range {values} ; rdfs:comment "What it says." .\n'
    return f"{declared}{owner} sh:property [ sh:path {name} ; {shape} ] .\n"


def document(*parts: str) -> str:
    """Return a file of the class `ex:Item`, the class `ex:Other` and the parts."""
    return HEAD + ITEM + OTHER + "".join(parts)
