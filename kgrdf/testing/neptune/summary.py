"""What an instance says of itself and of its data."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kgrdf.testing.neptune.cluster import Cluster, Instance
from kgrdf.testing.neptune.settings import Settings
from kgrdf.testing.neptune.text import PREFIXES

__all__ = ["status_of", "summary_of"]

_TYPE = PREFIXES["rdf"] + "type"


def status_of(cluster: Cluster, instance: Instance, settings: Settings) -> dict[str, Any]:
    """Return the answer of `/status`."""
    return {
        "status": "healthy",
        "startTime": "Thu Jan 02 00:00:00 UTC 2025",
        "dbEngineVersion": "1.4.5.0.R1",
        "role": "writer" if instance is cluster.writer else "reader",
        "dfeQueryEngine": "viaQueryHint",
        "sparql": {"version": "sparql-1.1"},
        "labMode": {"ObjectIndex": "disabled", "ReadWriteConflictDetection": "enabled"},
        "rollingBackTrxCount": "0",
        "features": {"IAMAuthentication": "enabled" if settings.iam else "disabled"},
        "settings": {"clusterQueryTimeoutInMs": str(settings.query_timeout)},
    }


def summary_of(instance: Instance) -> dict[str, Any]:
    """Return the answer of `/rdf/statistics/summary`: of everything, whoever it belongs to."""
    with instance.dataset.guard:
        quads = list(instance.dataset.quads())
    predicates = Counter(quad.predicate.value for quad in quads)
    classes = sorted({str(quad.object) for quad in quads if quad.predicate.value == _TYPE})
    summary = {
        "numDistinctSubjects": len({quad.subject for quad in quads}),
        "numDistinctPredicates": len(predicates),
        "numQuads": len(quads),
        "numClasses": len(classes),
        "classes": [name.strip("<>") for name in classes],
        "predicates": [{name: count} for name, count in predicates.most_common()],
    }
    return {"status": "200 OK", "payload": {"version": "v1", "graphSummary": summary}}
