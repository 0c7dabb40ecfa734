"""What two graphs a tenant buy: a current read of an entity with few open and many ended relationships.

The same read runs for a tenant that keeps everything in one graph, and for one that keeps what has ended in its history; the
answers are asserted to be equal.

    python benchmarks/two_graphs.py [ENDED]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from pyoxigraph import NamedNode, Quad

from kgrdf.store import Store, open_store
from kgrdf.tenancy import Tenant
from kgrdf.terms import kg, to_term
from kgrdf.testing import compiled

OPEN, NOW = 20, 1_700_000_000_000
HUB = NamedNode("urn:hub")
READ = compiled(
    """# @name open_relationships
# @mode many
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?to WHERE {
  GRAPH $current {
    ?relationship kg:from $hub ; kg:to ?to ; kg:validFrom ?from . FILTER(?from <= $now)
    FILTER NOT EXISTS { ?relationship kg:validTo ?end FILTER(?end <= $now) }
  }
}"""
)


def relationship(number: int, graph: NamedNode, ended: bool) -> Iterator[Quad]:
    """Yield the triples of one relationship of the hub."""
    node = NamedNode(f"urn:rel:{number}")
    yield Quad(node, kg("from"), HUB, graph)
    yield Quad(node, kg("to"), NamedNode(f"urn:entity:{number}"), graph)
    yield Quad(node, kg("validFrom"), to_term(NOW - 1_000_000 + number), graph)
    if ended:
        yield Quad(node, kg("validTo"), to_term(NOW - 10), graph)


def read(store: Store, tenant: Tenant) -> tuple[list[str], float]:
    """Return what is open now, and how many milliseconds the read took."""
    request = READ.bind(tenant, hub=HUB, now=NOW)
    start = time.perf_counter()
    answer = sorted(str(row[0]) for row in store.select(request))
    return answer, 1000 * (time.perf_counter() - start)


def main(ended: int) -> None:
    """Fill a store both ways and print the two times."""
    one, two = Tenant("one-graph"), Tenant("two-graphs")
    with open_store("memory:") as store:
        for number in range(ended + OPEN):
            store.load(relationship(number, one.current, number < ended))
            store.load(relationship(number, two.history if number < ended else two.current, number < ended))
        (all_in_one, slow), (split, fast) = read(store, one), read(store, two)
    assert all_in_one == split
    assert len(split) == OPEN
    print(f"{OPEN} open, {ended:,} ended: one graph {slow:,.1f} ms, two graphs {fast:,.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
