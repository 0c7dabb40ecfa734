"""`python -m kgrdf_codegen`: works even where the generated package is missing or broken."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kgrdf_codegen.generate import generate

__all__ = ["main"]

_ROOT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line: 0 for success, 1 for drift, 2 for errors."""
    parser = argparse.ArgumentParser(prog="python -m kgrdf_codegen", description="Generate a package from an ontology.")
    parser.add_argument("--ontology", type=Path, action="append", default=[], help="Turtle file; the core is always there")
    parser.add_argument("--queries", type=Path, action="append", default=[], help="folder of .rq files, or one file")
    parser.add_argument("--out", type=Path, help="the package's folder, owned whole")
    parser.add_argument("--docs", type=Path, help="Markdown page to write")
    parser.add_argument("--strict", action="store_true", help="fail on a loss that no losses.allow lists")
    parser.add_argument("--check", action="store_true", help="write nothing; print a diff and exit 1 on drift")
    given = parser.parse_args(arguments)
    out, docs, runtime = given.out, given.docs, None
    if out is None:
        if given.ontology:
            parser.error("--ontology needs --out")
        out, docs = _ROOT / "kgrdf" / "generated", docs or _ROOT / "docs" / "schema.md"
        runtime = _ROOT / "kgrdf" / "sparql"
    result = generate(
        given.ontology, out, queries=given.queries, check=given.check, docs=docs, strict=given.strict, runtime=runtime
    )
    return result.tell(out)


if __name__ == "__main__":
    sys.exit(main())
