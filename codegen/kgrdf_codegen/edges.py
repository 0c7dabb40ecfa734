"""The classes whose things join two others: what `kgc:end` says of their properties."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import Graph, URIRef

from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import Class, Field, Relation
from kgrdf_codegen.rdf import ann
from kgrdf_codegen.reader import KG

__all__ = ["read_relations"]

_INTERVAL = (KG + "validFrom", KG + "validTo")
_RECORDED = tuple(KG + name for name in ("recordedAt", "extractedAt", "detectedAt"))


def read_relations(graph: Graph, classes: Iterable[Class], findings: Findings) -> tuple[Relation, ...]:
    """Return the relations in the order of their classes; a class with one end, or two of a sort, is an error."""
    found = []
    for cls in classes:
        ends = {side: [field for field in cls.fields if _end(graph, field) == side] for side in ("subject", "object")}
        if not any(ends.values()):
            continue
        if any(len(fields) != 1 or fields[0].many for fields in ends.values()):
            message = (
                f'{findings.show([cls.iri])} is an edge and needs one kgc:end "subject" and one "object", each of one value'
            )
            findings.refuse(cls.iri, "B007", message)
            continue
        (subject,), (object_,) = ends["subject"], ends["object"]
        found.append(
            Relation(
                cls=cls.name,
                subject=subject.name,
                object=object_.name,
                properties=tuple(
                    field.name for field in cls.fields if field not in (subject, object_) and not _is_time(cls, field)
                ),
                interval=_interval(cls),
                recorded=next((field.name for iri in _RECORDED if (field := cls.field(iri))), None),
            )
        )
    return tuple(found)


def _end(graph: Graph, field: Field) -> str | None:
    return None if field.inverse else ann(graph, URIRef(field.iri), "end")


def _is_time(cls: Class, field: Field) -> bool:
    return field.iri in _RECORDED or (cls.statement and field.iri in _INTERVAL)


def _interval(cls: Class) -> tuple[str, str] | None:
    begins, ends = (cls.field(iri) for iri in _INTERVAL)
    return (begins.name, ends.name) if cls.statement and begins and ends else None
