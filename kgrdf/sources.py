"""Provenance: the DERIVED_FROM node between what is remembered and the document or chunk that says so."""

from __future__ import annotations

from decimal import Decimal

from kgrdf.ids import make_id
from kgrdf.terms import RDF_TYPE, kg
from kgrdf.transaction import Side, Transaction

__all__ = ["combined_confidence", "derivation_id", "derive"]


def derivation_id(subject_id: str, source_id: str) -> str:
    """Return the id of the edge between the two; there is one at most."""
    return make_id("deriv", subject_id, source_id)


def derive(tx: Transaction, side: Side, subject_id: str, source_id: str, confidence: Decimal | None, at: int) -> None:
    """Add the edge to the graph that the subject lies in. The caller has made sure that both ends exist."""
    iri = tx.graph.tenant.iri
    node = iri(derivation_id(subject_id, source_id))
    tx.add(side, node, RDF_TYPE, kg("Derivation"))
    tx.add(side, node, kg("derived"), iri(subject_id))
    tx.add(side, node, kg("derivedFrom"), iri(source_id))
    tx.add(side, node, kg("extractedAt"), at)
    if confidence is not None:
        tx.add(side, node, kg("confidence"), confidence)


def combined_confidence(own: Decimal | None, sources: list[Decimal | None]) -> Decimal | None:
    """Return the confidence in a statement from its own and those of the sources known.

    The rule is noisy-or: each source that states a confidence is an independent reason to believe, so the doubts multiply.
    What states none adds nothing; where nothing states one there is none.

    >>> combined_confidence(None, [Decimal("0.8"), None, Decimal("0.5")])
    Decimal('0.9')
    """
    stated = [share for share in (own, *sources) if share is not None]
    if not stated:
        return None
    doubt = Decimal(1)
    for share in stated:
        doubt *= 1 - share
    rounded = (1 - doubt).quantize(Decimal("0.000001")).normalize()
    return Decimal(0) if rounded == 0 else rounded
