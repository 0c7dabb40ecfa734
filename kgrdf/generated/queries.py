"""The ontology's named queries as typed functions.

Generated from core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "CURRENT_FACTS_ABOUT",
    "DOCUMENTS_OF",
    "FACTS_AS_OF",
    "OPEN_CONTRADICTIONS",
    "QUERIES",
    "RELATIONSHIPS_BETWEEN",
    "STATEMENTS_FROM_DOCUMENT",
    "CurrentFactsAboutRow",
    "DocumentsOfRow",
    "FactsAsOfRow",
    "OpenContradictionsRow",
    "RelationshipsBetweenRow",
    "StatementsFromDocumentRow",
    "current_facts_about",
    "documents_of",
    "facts_as_of",
    "open_contradictions",
    "relationships_between",
    "statements_from_document",
]

CURRENT_FACTS_ABOUT = runtime.QueryRow(
    name="current_facts_about",
    mode="many",
    text="""\
# @name current_facts_about
# @mode many
# @time current
# @param entity: Ref[kg:Entity]
# @param now: instant = now
# @limit 20 max 200
# The facts about an entity that hold now.
# The latest beginning comes first.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?fact ?claim ?confidence ?validFrom ?validTo
WHERE {
  GRAPH $current {
    ?fact kg:about $entity ;
          kg:claim ?claim ;
          kg:validFrom ?validFrom .
    FILTER(?validFrom <= $now)
    FILTER NOT EXISTS { ?fact kg:validTo ?end FILTER(?end <= $now) }
    OPTIONAL { ?fact kg:confidence ?confidence }
    OPTIONAL { ?fact kg:validTo ?validTo }
  }
}
ORDER BY DESC(?validFrom) ?fact
""",
    template=runtime.Template(
        name="current_facts_about",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?fact ?claim ?confidence ?validFrom ?validTo\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?fact kg:about ",
            runtime.Slot("entity", "iri"),
            " ;\n          kg:claim ?claim ;\n          kg:validFrom ?validFrom .\n    FILTER(?validFrom <= ",
            runtime.Slot("now", "instant"),
            ")\n    FILTER NOT EXISTS { ?fact kg:validTo ?end FILTER(?end <= ",
            runtime.Slot("now", "instant"),
            ") }\n    OPTIONAL { ?fact kg:confidence ?confidence }\n    OPTIONAL { ?fact kg:validTo ?validTo }\n  }\n}\nORDER BY DESC(?validFrom) ?fact",  # noqa: E501
        ),
    ),
    params=(
        runtime.ParamRow(
            name="entity",
            python="entity",
            wire="entity",
            type="Ref[Entity]",
            default=None,
        ),
        runtime.ParamRow(
            name="now",
            python="now",
            wire="now",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="fact",
            python="fact",
            wire="fact",
            type="Ref[Fact]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="claim",
            python="claim",
            wire="claim",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="confidence",
            python="confidence",
            wire="confidence",
            type="decimal",
            optional=True,
        ),
        runtime.ColumnRow(
            name="validFrom",
            python="valid_from",
            wire="validFrom",
            type="instant",
            optional=False,
        ),
        runtime.ColumnRow(
            name="validTo",
            python="valid_to",
            wire="validTo",
            type="instant",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The facts about an entity that hold now.\n\nThe latest beginning comes first.",
)

DOCUMENTS_OF = runtime.QueryRow(
    name="documents_of",
    mode="many",
    text="""\
# @name documents_of
# @mode many
# @time current
# @param entity: Ref[kg:Entity]
# @limit 20 max 200
# The documents that an entity was derived from, directly or through one of their chunks.
# `source` is what the derivation points at: the document itself, or the chunk.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT DISTINCT ?document ?title ?source
WHERE {
  GRAPH $current {
    ?derivation kg:derived $entity ;
                kg:derivedFrom ?source .
    { ?source kg:title ?title BIND(?source AS ?document) }
    UNION
    { ?document kg:contains ?source ; kg:title ?title }
  }
}
ORDER BY ?title ?document ?source
""",
    template=runtime.Template(
        name="documents_of",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT DISTINCT ?document ?title ?source\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?derivation kg:derived ",
            runtime.Slot("entity", "iri"),
            " ;\n                kg:derivedFrom ?source .\n    { ?source kg:title ?title BIND(?source AS ?document) }\n    UNION\n    { ?document kg:contains ?source ; kg:title ?title }\n  }\n}\nORDER BY ?title ?document ?source",  # noqa: E501
        ),
    ),
    params=(
        runtime.ParamRow(
            name="entity",
            python="entity",
            wire="entity",
            type="Ref[Entity]",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="document",
            python="document",
            wire="document",
            type="Ref[Document]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="title",
            python="title",
            wire="title",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="source",
            python="source",
            wire="source",
            type="Ref[Chunk | Document]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The documents that an entity was derived from, directly or through one of their chunks.\n\n`source` is what the derivation points at: the document itself, or the chunk.",  # noqa: E501
)

FACTS_AS_OF = runtime.QueryRow(
    name="facts_as_of",
    mode="many",
    text="""\
# @name facts_as_of
# @mode many
# @time asof
# @param entity: Ref[kg:Entity]
# @param asOf: instant = now
# @param knownAt: instant = now
# @limit 20 max 200
# The facts about an entity that held at one instant, as they were known at another.
# The latest beginning comes first.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?fact ?claim ?confidence ?validFrom
WHERE {
  {
    GRAPH $current {
      ?fact kg:about $entity ;
            kg:claim ?claim ;
            kg:validFrom ?validFrom ;
            kg:recordedAt ?recordedAt .
      FILTER(?recordedAt <= $knownAt && ?validFrom <= $asOf)
      FILTER NOT EXISTS { ?fact kg:retractedAt ?retractedAt FILTER(?retractedAt <= $knownAt) }
      FILTER NOT EXISTS {
        ?fact kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt
        FILTER(?end <= $asOf && ?endRecordedAt <= $knownAt)
      }
      OPTIONAL { ?fact kg:confidence ?confidence }
    }
  } UNION {
    GRAPH $history {
      ?fact kg:about $entity ;
            kg:claim ?claim ;
            kg:validFrom ?validFrom ;
            kg:recordedAt ?recordedAt .
      FILTER(?recordedAt <= $knownAt && ?validFrom <= $asOf)
      FILTER NOT EXISTS { ?fact kg:retractedAt ?retractedAt FILTER(?retractedAt <= $knownAt) }
      FILTER NOT EXISTS {
        ?fact kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt
        FILTER(?end <= $asOf && ?endRecordedAt <= $knownAt)
      }
      OPTIONAL { ?fact kg:confidence ?confidence }
    }
  }
}
ORDER BY DESC(?validFrom) ?fact
""",
    template=runtime.Template(
        name="facts_as_of",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?fact ?claim ?confidence ?validFrom\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  {\n    GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n      ?fact kg:about ",
            runtime.Slot("entity", "iri"),
            " ;\n            kg:claim ?claim ;\n            kg:validFrom ?validFrom ;\n            kg:recordedAt ?recordedAt .\n      FILTER(?recordedAt <= ",  # noqa: E501
            runtime.Slot("knownAt", "instant"),
            " && ?validFrom <= ",
            runtime.Slot("asOf", "instant"),
            ")\n      FILTER NOT EXISTS { ?fact kg:retractedAt ?retractedAt FILTER(?retractedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ") }\n      FILTER NOT EXISTS {\n        ?fact kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt\n        FILTER(?end <= ",  # noqa: E501
            runtime.Slot("asOf", "instant"),
            " && ?endRecordedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ")\n      }\n      OPTIONAL { ?fact kg:confidence ?confidence }\n    }\n  } UNION {\n    GRAPH ",
            runtime.Slot("history", "graph"),
            " {\n      ?fact kg:about ",
            runtime.Slot("entity", "iri"),
            " ;\n            kg:claim ?claim ;\n            kg:validFrom ?validFrom ;\n            kg:recordedAt ?recordedAt .\n      FILTER(?recordedAt <= ",  # noqa: E501
            runtime.Slot("knownAt", "instant"),
            " && ?validFrom <= ",
            runtime.Slot("asOf", "instant"),
            ")\n      FILTER NOT EXISTS { ?fact kg:retractedAt ?retractedAt FILTER(?retractedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ") }\n      FILTER NOT EXISTS {\n        ?fact kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt\n        FILTER(?end <= ",  # noqa: E501
            runtime.Slot("asOf", "instant"),
            " && ?endRecordedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ")\n      }\n      OPTIONAL { ?fact kg:confidence ?confidence }\n    }\n  }\n}\nORDER BY DESC(?validFrom) ?fact",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="entity",
            python="entity",
            wire="entity",
            type="Ref[Entity]",
            default=None,
        ),
        runtime.ParamRow(
            name="asOf",
            python="as_of",
            wire="asOf",
            type="instant",
            default="now",
        ),
        runtime.ParamRow(
            name="knownAt",
            python="known_at",
            wire="knownAt",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="fact",
            python="fact",
            wire="fact",
            type="Ref[Fact]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="claim",
            python="claim",
            wire="claim",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="confidence",
            python="confidence",
            wire="confidence",
            type="decimal",
            optional=True,
        ),
        runtime.ColumnRow(
            name="validFrom",
            python="valid_from",
            wire="validFrom",
            type="instant",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The facts about an entity that held at one instant, as they were known at another.\n\nThe latest beginning comes first.",  # noqa: E501
)

OPEN_CONTRADICTIONS = runtime.QueryRow(
    name="open_contradictions",
    mode="many",
    text="""\
# @name open_contradictions
# @mode many
# @time known
# @limit 20 max 200
# The contradictions that nobody has resolved, each with the two statements that cannot both be true.
# Either statement may have ended since, so both graphs are read; retracted ones are left out. A relationship has no claim.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?contradiction ?detectedAt ?first ?firstClaim ?second ?secondClaim
WHERE {
  GRAPH $current {
    ?contradiction kg:firstStatement ?first ;
                   kg:secondStatement ?second ;
                   kg:detectedAt ?detectedAt .
    FILTER NOT EXISTS { ?contradiction kg:resolvedAt ?resolvedAt }
  }
  FILTER NOT EXISTS { GRAPH $history { ?first kg:retractedAt ?firstRetracted } }
  FILTER NOT EXISTS { GRAPH $history { ?second kg:retractedAt ?secondRetracted } }
  OPTIONAL {
    { GRAPH $current { ?first kg:claim ?firstClaim } } UNION { GRAPH $history { ?first kg:claim ?firstClaim } }
  }
  OPTIONAL {
    { GRAPH $current { ?second kg:claim ?secondClaim } } UNION { GRAPH $history { ?second kg:claim ?secondClaim } }
  }
}
ORDER BY DESC(?detectedAt) ?contradiction
""",
    template=runtime.Template(
        name="open_contradictions",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?contradiction ?detectedAt ?first ?firstClaim ?second ?secondClaim\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?contradiction kg:firstStatement ?first ;\n                   kg:secondStatement ?second ;\n                   kg:detectedAt ?detectedAt .\n    FILTER NOT EXISTS { ?contradiction kg:resolvedAt ?resolvedAt }\n  }\n  FILTER NOT EXISTS { GRAPH ",  # noqa: E501
            runtime.Slot("history", "graph"),
            " { ?first kg:retractedAt ?firstRetracted } }\n  FILTER NOT EXISTS { GRAPH ",
            runtime.Slot("history", "graph"),
            " { ?second kg:retractedAt ?secondRetracted } }\n  OPTIONAL {\n    { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?first kg:claim ?firstClaim } } UNION { GRAPH ",
            runtime.Slot("history", "graph"),
            " { ?first kg:claim ?firstClaim } }\n  }\n  OPTIONAL {\n    { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?second kg:claim ?secondClaim } } UNION { GRAPH ",
            runtime.Slot("history", "graph"),
            " { ?second kg:claim ?secondClaim } }\n  }\n}\nORDER BY DESC(?detectedAt) ?contradiction",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="contradiction",
            python="contradiction",
            wire="contradiction",
            type="Ref[Contradiction]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="detectedAt",
            python="detected_at",
            wire="detectedAt",
            type="instant",
            optional=False,
        ),
        runtime.ColumnRow(
            name="first",
            python="first",
            wire="first",
            type="Ref[Statement]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="firstClaim",
            python="first_claim",
            wire="firstClaim",
            type="string",
            optional=True,
        ),
        runtime.ColumnRow(
            name="second",
            python="second",
            wire="second",
            type="Ref[Statement]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="secondClaim",
            python="second_claim",
            wire="secondClaim",
            type="string",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The contradictions that nobody has resolved, each with the two statements that cannot both be true.\n\nEither statement may have ended since, so both graphs are read; retracted ones are left out. A relationship has no claim.",  # noqa: E501
)

RELATIONSHIPS_BETWEEN = runtime.QueryRow(
    name="relationships_between",
    mode="many",
    text="""\
# @name relationships_between
# @mode many
# @time asof
# @param first: Ref[kg:Entity]
# @param second: iri
# @param asOf: instant = now
# @param knownAt: instant = now
# @limit 20 max 200
# How two things were related at one instant, in either direction, as it was known at another.
# `second` is an entity or a concept; `direction` is "out" where the relationship starts at `first`.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?relationship ?direction ?relationshipType ?weight ?validFrom
WHERE {
  {
    GRAPH $current {
      ?relationship kg:from $first ;
                    kg:to $second ;
                    kg:relationshipType ?relationshipType ;
                    kg:validFrom ?validFrom ;
                    kg:recordedAt ?recordedAt .
      FILTER(?recordedAt <= $knownAt && ?validFrom <= $asOf)
      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= $knownAt) }
      FILTER NOT EXISTS {
        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt
        FILTER(?end <= $asOf && ?endRecordedAt <= $knownAt)
      }
      OPTIONAL { ?relationship kg:weight ?weight }
    }
    BIND("out" AS ?direction)
  } UNION {
    GRAPH $current {
      ?relationship kg:from $second ;
                    kg:to $first ;
                    kg:relationshipType ?relationshipType ;
                    kg:validFrom ?validFrom ;
                    kg:recordedAt ?recordedAt .
      FILTER(?recordedAt <= $knownAt && ?validFrom <= $asOf)
      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= $knownAt) }
      FILTER NOT EXISTS {
        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt
        FILTER(?end <= $asOf && ?endRecordedAt <= $knownAt)
      }
      OPTIONAL { ?relationship kg:weight ?weight }
    }
    BIND("in" AS ?direction)
  } UNION {
    GRAPH $history {
      ?relationship kg:from $first ;
                    kg:to $second ;
                    kg:relationshipType ?relationshipType ;
                    kg:validFrom ?validFrom ;
                    kg:recordedAt ?recordedAt .
      FILTER(?recordedAt <= $knownAt && ?validFrom <= $asOf)
      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= $knownAt) }
      FILTER NOT EXISTS {
        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt
        FILTER(?end <= $asOf && ?endRecordedAt <= $knownAt)
      }
      OPTIONAL { ?relationship kg:weight ?weight }
    }
    BIND("out" AS ?direction)
  } UNION {
    GRAPH $history {
      ?relationship kg:from $second ;
                    kg:to $first ;
                    kg:relationshipType ?relationshipType ;
                    kg:validFrom ?validFrom ;
                    kg:recordedAt ?recordedAt .
      FILTER(?recordedAt <= $knownAt && ?validFrom <= $asOf)
      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= $knownAt) }
      FILTER NOT EXISTS {
        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt
        FILTER(?end <= $asOf && ?endRecordedAt <= $knownAt)
      }
      OPTIONAL { ?relationship kg:weight ?weight }
    }
    BIND("in" AS ?direction)
  }
}
ORDER BY DESC(?validFrom) ?relationship
""",
    template=runtime.Template(
        name="relationships_between",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?relationship ?direction ?relationshipType ?weight ?validFrom\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  {\n    GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n      ?relationship kg:from ",
            runtime.Slot("first", "iri"),
            " ;\n                    kg:to ",
            runtime.Slot("second", "iri"),
            " ;\n                    kg:relationshipType ?relationshipType ;\n                    kg:validFrom ?validFrom ;\n                    kg:recordedAt ?recordedAt .\n      FILTER(?recordedAt <= ",  # noqa: E501
            runtime.Slot("knownAt", "instant"),
            " && ?validFrom <= ",
            runtime.Slot("asOf", "instant"),
            ")\n      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ") }\n      FILTER NOT EXISTS {\n        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt\n        FILTER(?end <= ",  # noqa: E501
            runtime.Slot("asOf", "instant"),
            " && ?endRecordedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ')\n      }\n      OPTIONAL { ?relationship kg:weight ?weight }\n    }\n    BIND("out" AS ?direction)\n  } UNION {\n    GRAPH ',  # noqa: E501
            runtime.Slot("current", "graph"),
            " {\n      ?relationship kg:from ",
            runtime.Slot("second", "iri"),
            " ;\n                    kg:to ",
            runtime.Slot("first", "iri"),
            " ;\n                    kg:relationshipType ?relationshipType ;\n                    kg:validFrom ?validFrom ;\n                    kg:recordedAt ?recordedAt .\n      FILTER(?recordedAt <= ",  # noqa: E501
            runtime.Slot("knownAt", "instant"),
            " && ?validFrom <= ",
            runtime.Slot("asOf", "instant"),
            ")\n      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ") }\n      FILTER NOT EXISTS {\n        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt\n        FILTER(?end <= ",  # noqa: E501
            runtime.Slot("asOf", "instant"),
            " && ?endRecordedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ')\n      }\n      OPTIONAL { ?relationship kg:weight ?weight }\n    }\n    BIND("in" AS ?direction)\n  } UNION {\n    GRAPH ',  # noqa: E501
            runtime.Slot("history", "graph"),
            " {\n      ?relationship kg:from ",
            runtime.Slot("first", "iri"),
            " ;\n                    kg:to ",
            runtime.Slot("second", "iri"),
            " ;\n                    kg:relationshipType ?relationshipType ;\n                    kg:validFrom ?validFrom ;\n                    kg:recordedAt ?recordedAt .\n      FILTER(?recordedAt <= ",  # noqa: E501
            runtime.Slot("knownAt", "instant"),
            " && ?validFrom <= ",
            runtime.Slot("asOf", "instant"),
            ")\n      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ") }\n      FILTER NOT EXISTS {\n        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt\n        FILTER(?end <= ",  # noqa: E501
            runtime.Slot("asOf", "instant"),
            " && ?endRecordedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ')\n      }\n      OPTIONAL { ?relationship kg:weight ?weight }\n    }\n    BIND("out" AS ?direction)\n  } UNION {\n    GRAPH ',  # noqa: E501
            runtime.Slot("history", "graph"),
            " {\n      ?relationship kg:from ",
            runtime.Slot("second", "iri"),
            " ;\n                    kg:to ",
            runtime.Slot("first", "iri"),
            " ;\n                    kg:relationshipType ?relationshipType ;\n                    kg:validFrom ?validFrom ;\n                    kg:recordedAt ?recordedAt .\n      FILTER(?recordedAt <= ",  # noqa: E501
            runtime.Slot("knownAt", "instant"),
            " && ?validFrom <= ",
            runtime.Slot("asOf", "instant"),
            ")\n      FILTER NOT EXISTS { ?relationship kg:retractedAt ?retractedAt FILTER(?retractedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ") }\n      FILTER NOT EXISTS {\n        ?relationship kg:validTo ?end ; kg:endRecordedAt ?endRecordedAt\n        FILTER(?end <= ",  # noqa: E501
            runtime.Slot("asOf", "instant"),
            " && ?endRecordedAt <= ",
            runtime.Slot("knownAt", "instant"),
            ')\n      }\n      OPTIONAL { ?relationship kg:weight ?weight }\n    }\n    BIND("in" AS ?direction)\n  }\n}\nORDER BY DESC(?validFrom) ?relationship',  # noqa: E501
        ),
    ),
    params=(
        runtime.ParamRow(
            name="first",
            python="first",
            wire="first",
            type="Ref[Entity]",
            default=None,
        ),
        runtime.ParamRow(
            name="second",
            python="second",
            wire="second",
            type="Ref[Concept | Entity]",
            default=None,
        ),
        runtime.ParamRow(
            name="asOf",
            python="as_of",
            wire="asOf",
            type="instant",
            default="now",
        ),
        runtime.ParamRow(
            name="knownAt",
            python="known_at",
            wire="knownAt",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="relationship",
            python="relationship",
            wire="relationship",
            type="Ref[Relationship]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="direction",
            python="direction",
            wire="direction",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="relationshipType",
            python="relationship_type",
            wire="relationshipType",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="weight",
            python="weight",
            wire="weight",
            type="decimal",
            optional=True,
        ),
        runtime.ColumnRow(
            name="validFrom",
            python="valid_from",
            wire="validFrom",
            type="instant",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc='How two things were related at one instant, in either direction, as it was known at another.\n\n`second` is an entity or a concept; `direction` is "out" where the relationship starts at `first`.',  # noqa: E501
)

STATEMENTS_FROM_DOCUMENT = runtime.QueryRow(
    name="statements_from_document",
    mode="many",
    text="""\
# @name statements_from_document
# @mode many
# @time current
# @param document: Ref[kg:Document]
# @param now: instant = now
# @limit 50 max 500
# The statements that hold now and were derived from a document, or from one of its chunks.
# A fact has a claim; a relationship has two ends and a verb.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT DISTINCT ?statement ?claim ?from ?relationshipType ?to ?validFrom
WHERE {
  GRAPH $current {
    { BIND($document AS ?source) } UNION { $document kg:contains ?source }
    ?derivation kg:derivedFrom ?source ;
                kg:derived ?statement .
    ?statement kg:validFrom ?validFrom .
    FILTER(?validFrom <= $now)
    FILTER NOT EXISTS { ?statement kg:validTo ?end FILTER(?end <= $now) }
    OPTIONAL { ?statement kg:claim ?claim }
    OPTIONAL { ?statement kg:from ?from ; kg:relationshipType ?relationshipType ; kg:to ?to }
  }
}
ORDER BY DESC(?validFrom) ?statement
""",
    template=runtime.Template(
        name="statements_from_document",
        limit=50,
        limit_max=500,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT DISTINCT ?statement ?claim ?from ?relationshipType ?to ?validFrom\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    { BIND(",
            runtime.Slot("document", "iri"),
            " AS ?source) } UNION { ",
            runtime.Slot("document", "iri"),
            " kg:contains ?source }\n    ?derivation kg:derivedFrom ?source ;\n                kg:derived ?statement .\n    ?statement kg:validFrom ?validFrom .\n    FILTER(?validFrom <= ",  # noqa: E501
            runtime.Slot("now", "instant"),
            ")\n    FILTER NOT EXISTS { ?statement kg:validTo ?end FILTER(?end <= ",
            runtime.Slot("now", "instant"),
            ") }\n    OPTIONAL { ?statement kg:claim ?claim }\n    OPTIONAL { ?statement kg:from ?from ; kg:relationshipType ?relationshipType ; kg:to ?to }\n  }\n}\nORDER BY DESC(?validFrom) ?statement",  # noqa: E501
        ),
    ),
    params=(
        runtime.ParamRow(
            name="document",
            python="document",
            wire="document",
            type="Ref[Document]",
            default=None,
        ),
        runtime.ParamRow(
            name="now",
            python="now",
            wire="now",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="statement",
            python="statement",
            wire="statement",
            type="Ref[Statement]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="claim",
            python="claim",
            wire="claim",
            type="string",
            optional=True,
        ),
        runtime.ColumnRow(
            name="from",
            python="from_",
            wire="from",
            type="Ref[Entity]",
            optional=True,
        ),
        runtime.ColumnRow(
            name="relationshipType",
            python="relationship_type",
            wire="relationshipType",
            type="string",
            optional=True,
        ),
        runtime.ColumnRow(
            name="to",
            python="to",
            wire="to",
            type="Ref[Concept | Entity]",
            optional=True,
        ),
        runtime.ColumnRow(
            name="validFrom",
            python="valid_from",
            wire="validFrom",
            type="instant",
            optional=False,
        ),
    ),
    limit=50,
    limit_max=500,
    tool=None,
    doc="The statements that hold now and were derived from a document, or from one of its chunks.\n\nA fact has a claim; a relationship has two ends and a verb.",  # noqa: E501
)

QUERIES: tuple[runtime.QueryRow, ...] = (
    CURRENT_FACTS_ABOUT,
    DOCUMENTS_OF,
    FACTS_AS_OF,
    OPEN_CONTRADICTIONS,
    RELATIONSHIPS_BETWEEN,
    STATEMENTS_FROM_DOCUMENT,
)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class CurrentFactsAboutRow:
    """One row of `current_facts_about`."""

    fact: runtime.Ref[models.Fact]
    claim: str
    confidence: Decimal | None
    valid_from: datetime
    valid_to: datetime | None


def current_facts_about(
    graph: runtime.BaseGraph,
    *,
    entity: str,
    now: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[CurrentFactsAboutRow]:
    """The facts about an entity that hold now.

    The latest beginning comes first.

    `entity` is an id of class Entity.
    `now` is an instant; left out, it is the moment of the call.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        CURRENT_FACTS_ABOUT,
        {
            "entity": entity,
            "now": now,
        },
        limit=limit,
    )
    return [CurrentFactsAboutRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class DocumentsOfRow:
    """One row of `documents_of`."""

    document: runtime.Ref[models.Document]
    title: str
    source: runtime.Ref[models.Chunk | models.Document]


def documents_of(
    graph: runtime.BaseGraph,
    *,
    entity: str,
    limit: int | None = None,
) -> list[DocumentsOfRow]:
    """The documents that an entity was derived from, directly or through one of their chunks.

    `source` is what the derivation points at: the document itself, or the chunk.

    `entity` is an id of class Entity.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        DOCUMENTS_OF,
        {
            "entity": entity,
        },
        limit=limit,
    )
    return [DocumentsOfRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class FactsAsOfRow:
    """One row of `facts_as_of`."""

    fact: runtime.Ref[models.Fact]
    claim: str
    confidence: Decimal | None
    valid_from: datetime


def facts_as_of(
    graph: runtime.BaseGraph,
    *,
    entity: str,
    as_of: runtime.Instant | None = None,
    known_at: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[FactsAsOfRow]:
    """The facts about an entity that held at one instant, as they were known at another.

    The latest beginning comes first.

    `entity` is an id of class Entity.
    `as_of` is an instant; left out, it is the moment of the call.
    `known_at` is an instant; left out, it is the moment of the call.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        FACTS_AS_OF,
        {
            "entity": entity,
            "asOf": as_of,
            "knownAt": known_at,
        },
        limit=limit,
    )
    return [FactsAsOfRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class OpenContradictionsRow:
    """One row of `open_contradictions`."""

    contradiction: runtime.Ref[models.Contradiction]
    detected_at: datetime
    first: runtime.Ref[models.Statement]
    first_claim: str | None
    second: runtime.Ref[models.Statement]
    second_claim: str | None


def open_contradictions(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[OpenContradictionsRow]:
    """The contradictions that nobody has resolved, each with the two statements that cannot both be true.

    Either statement may have ended since, so both graphs are read; retracted ones are left out. A relationship has no claim.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPEN_CONTRADICTIONS,
        {},
        limit=limit,
    )
    return [OpenContradictionsRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class RelationshipsBetweenRow:
    """One row of `relationships_between`."""

    relationship: runtime.Ref[models.Relationship]
    direction: str
    relationship_type: str
    weight: Decimal | None
    valid_from: datetime


def relationships_between(
    graph: runtime.BaseGraph,
    *,
    first: str,
    second: str,
    as_of: runtime.Instant | None = None,
    known_at: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[RelationshipsBetweenRow]:
    """How two things were related at one instant, in either direction, as it was known at another.

    `second` is an entity or a concept; `direction` is "out" where the relationship starts at `first`.

    `first` is an id of class Entity.
    `second` is an id of class Concept or Entity.
    `as_of` is an instant; left out, it is the moment of the call.
    `known_at` is an instant; left out, it is the moment of the call.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        RELATIONSHIPS_BETWEEN,
        {
            "first": first,
            "second": second,
            "asOf": as_of,
            "knownAt": known_at,
        },
        limit=limit,
    )
    return [RelationshipsBetweenRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class StatementsFromDocumentRow:
    """One row of `statements_from_document`."""

    statement: runtime.Ref[models.Statement]
    claim: str | None
    from_: runtime.Ref[models.Entity] | None
    relationship_type: str | None
    to: runtime.Ref[models.Concept | models.Entity] | None
    valid_from: datetime


def statements_from_document(
    graph: runtime.BaseGraph,
    *,
    document: str,
    now: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[StatementsFromDocumentRow]:
    """The statements that hold now and were derived from a document, or from one of its chunks.

    A fact has a claim; a relationship has two ends and a verb.

    `document` is an id of class Document.
    `now` is an instant; left out, it is the moment of the call.
    `limit` is at most 500; left out, it is 50.
    """
    rows = runtime.run_query(
        graph,
        STATEMENTS_FROM_DOCUMENT,
        {
            "document": document,
            "now": now,
        },
        limit=limit,
    )
    return [StatementsFromDocumentRow(*row) for row in rows]
