"""How long one write takes: handed to the operating system, and flushed to the disk with `sync="always"`.

python benchmarks/durability.py [WRITES]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from kgrdf import Graph
from kgrdf.store.embedded import EmbeddedStore, Sync


def milliseconds_a_write(sync: Sync, writes: int) -> float:
    """Return the median over `writes` entities stored one after the other in a fresh folder."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "store", sync=sync) as store:
        graph = Graph(store, "acme")
        took = []
        for number in range(writes):
            start = time.perf_counter()
            graph.store_entity(f"service {number}", "Service")
            took.append(time.perf_counter() - start)
    return 1000 * median(took)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for how in ("os", "always"):
        print(f"sync {how:<7} {milliseconds_a_write(how, count):8.2f} ms a write (median of {count})")
