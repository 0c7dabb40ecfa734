"""What a file may do in spite of a rule, with a reason that everybody reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgrdf_codegen.headers import QueryHeader
from kgrdf_codegen.problems import Problem

__all__ = ["ALLOWABLE", "allowances"]

ALLOWABLE = ("Q035", "Q043", "Q051", "Q052", "Q054", "Q055", "Q064", "Q070", "Q071")
"""The rules that may be broken: they guard what a query costs, its use, or that half of an answer is not forgotten; never
the tenant, nor the time and meaning of what is told."""


def allowances(path: str, header: QueryHeader, found: Sequence[Problem]) -> Iterator[Problem]:
    """Q080: an `@allow` names a rule that may be broken, and that the file does break."""
    codes = {problem.code for problem in found}
    for allowance in header.allowed:
        if allowance.code not in ALLOWABLE:
            message = f"@allow {allowance.code} is not possible; only {', '.join(ALLOWABLE)} may be broken, with a reason"
            yield Problem(path, allowance.line, 1, "Q080", message)
        elif allowance.code not in codes:
            message = f"@allow {allowance.code} allows nothing, the file keeps to that rule; leave the line out"
            yield Problem(path, allowance.line, 1, "Q080", message)
