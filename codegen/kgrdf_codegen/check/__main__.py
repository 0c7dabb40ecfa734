"""Check an ontology folder, or the shipped one: `python -m kgrdf_codegen.check [PATH]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kgrdf_codegen.check.folder import check_folder, check_shipped
from kgrdf_codegen.problems import CodegenError, errors_in


def main(arguments: Sequence[str]) -> int:
    """Print every problem, one a line, then a count; return 1 if one of them is an error."""
    parser = argparse.ArgumentParser(prog="python -m kgrdf_codegen.check", description="Check an ontology and its queries.")
    parser.add_argument(
        "path", type=Path, nargs="*", help="folder of *.ttl files, queries/ and examples/, or one file; absent: the core"
    )
    try:
        checked = [check_folder(path) for path in parser.parse_args(arguments).path] or [check_shipped()]
    except CodegenError as error:
        print(error, file=sys.stderr)  # noqa: T201 - this is a command
        return 1
    problems = [problem for report in checked for problem in report.problems]
    for problem in problems:
        print(problem, file=sys.stderr)  # noqa: T201 - this is a command
    for report in checked:
        print(report)  # noqa: T201 - this is a command
    return 1 if errors_in(problems) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
