"""Check an ontology folder, the shipped one, or single queries: `python -m kgrdf_codegen.check [PATH]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kgrdf_codegen.check.files import check_files
from kgrdf_codegen.check.folder import check_folder, check_shipped
from kgrdf_codegen.problems import CodegenError, exit_status


def main(arguments: Sequence[str]) -> int:
    """Print every problem, one a line, then what was checked; return 2 if one of them is an error, and 70 for a bug."""
    parser = argparse.ArgumentParser(
        prog="python -m kgrdf_codegen.check", description="Check an ontology and its queries, or single queries."
    )
    parser.add_argument(
        "path",
        type=Path,
        nargs="*",
        help="folder of *.ttl files, queries/ and examples/; or one Turtle or .rq file; absent: the core",
    )
    parser.add_argument(
        "--ontology", type=Path, action="append", default=[], help="Turtle file that the .rq files are written for"
    )
    parser.add_argument("--explain", action="store_true", help="say of each .rq file what it reads, and what proves it")
    given = parser.parse_args(arguments)
    queries = [path for path in given.path if path.suffix == ".rq"]
    others = [path for path in given.path if path.suffix != ".rq"]
    try:
        checked = check_files(queries, given.ontology, explained=given.explain) if queries else None
        reports = [check_folder(path) for path in others] if given.path else [check_shipped()]
    except CodegenError as error:
        print(error, file=sys.stderr)  # noqa: T201 - this is a command
        return 2
    problems = [problem for report in reports for problem in report.problems]
    problems += checked.problems if checked else ()
    for problem in problems:
        print(problem, file=sys.stderr)  # noqa: T201 - this is a command
    for line in (*(checked.explanations if checked else ()), *reports):
        print(line)  # noqa: T201 - this is a command
    return exit_status(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
