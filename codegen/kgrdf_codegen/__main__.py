"""`python -m kgrdf_codegen`: works even where the generated package is missing or broken."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kgrdf_codegen.generate import generate
from kgrdf_codegen.sources import checkout

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line: 0 for success, 1 for drift, 2 for errors."""
    parser = argparse.ArgumentParser(prog="python -m kgrdf_codegen", description="Generate a package from an ontology.")
    parser.add_argument("--ontology", type=Path, action="append", default=[], help="Turtle file; the core is always there")
    parser.add_argument("--queries", type=Path, action="append", default=[], help="folder of .rq files, or one file")
    parser.add_argument("--out", type=Path, help="the package's folder, owned whole; in a checkout, kgrdf's own")
    parser.add_argument("--docs", type=Path, help="Markdown page to write")
    parser.add_argument("--strict", action="store_true", help="fail on a loss that no losses.allow lists")
    parser.add_argument("--check", action="store_true", help="write nothing; print a diff and exit 1 on drift")
    given = parser.parse_args(arguments)
    out, docs, runtime = given.out, given.docs, None
    if out is None:
        root = checkout()
        if given.ontology or given.queries:
            parser.error(f"{'--ontology' if given.ontology else '--queries'} needs --out")
        if root is None:
            parser.error("needs --out: kgrdf's own package is made in a checkout of its repository only")
        out, docs = root / "kgrdf" / "generated", docs or root / "docs" / "schema.md"
        runtime = root / "kgrdf" / "sparql"
    result = generate(
        given.ontology, out, queries=given.queries, check=given.check, docs=docs, strict=given.strict, runtime=runtime
    )
    return result.tell(out)


if __name__ == "__main__":
    sys.exit(main())
