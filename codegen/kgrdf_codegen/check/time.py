"""Rules on time: what a file reads meets the conditions of its `@time` on every branch, unless that is `@time all`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.places import key
from kgrdf_codegen.check.promises import Promise
from kgrdf_codegen.check.reads import Lack, Read, reads
from kgrdf_codegen.check.tokens import lines_of
from kgrdf_codegen.check.tree import Link, Path
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import KG

__all__ = ["RULES"]


def statements_by_interval(context: Context) -> Iterator[Problem]:
    """Q040: a statement that is read is filtered by its interval, in its own group or one around it, on every branch."""
    if context.header.time == "all" or context.header.scope == "store":
        return
    promise = Promise.of(context.header)
    for read in _unproven(context):
        if read.cls == STATEMENT and read.node is not None and read.lacks is not None:
            name = read.node.shown
            message = f"{name} is read as a statement ({read.why}) and not filtered by its interval on this branch"
            if beyond := _beyond(read.lacks, name):
                message += f": {beyond}"
            else:
                message += f"{_nearest(read.lacks, ':')}; {_needs(promise, read.lacks, STATEMENT, name)}"
            if read.perhaps:
                message += f"; or say what else {name} is, as in `{name} a {context.short(read.perhaps)}`"
            yield context.at(read.triple.token, "Q040", message)


def hidden_statements(context: Context) -> Iterator[Problem]:
    """Q041: no statement, and at another time than now no link, hides inside a path, where no filter can reach it."""
    if context.header.time != "all":
        for read in reads(context):
            if read.node is None and (read.cls == STATEMENT or context.header.time != "current"):
                message = (
                    f"{read.why} is read inside a path, where no filter reaches its node; write a variable for the node"
                )
                yield context.at(read.triple.token, "Q041", message)


def current_reads_current(context: Context) -> Iterator[Problem]:
    """Q042: a file of `@time current` reads statements in $current alone."""
    if context.header.time == "current":
        for read in reads(context):
            if read.graph == "history" and read.node is not None and read.cls == STATEMENT:
                message = f"@time current reads {read.node.shown} in $history, where nothing is current; write @time asof"
                yield context.at(read.triple.token, "Q042", message)
                return


def asof_reads_both(context: Context) -> Iterator[Problem]:
    """Q043: a file that reads statements of another time than now reads them in $current and in $history."""
    if context.header.time in ("asof", "known", "begun"):
        told = (read for read in reads(context) if read.cls == STATEMENT and read.own)
        found = [read for read in told if not _asks_of_withdrawal(read.triple.path)]
        missing = sorted({"current", "history"} - {read.graph for read in found})
        if found and missing:
            graph, time = f"${missing[0]}", f"@time {context.header.time}"
            message = f"{time} reads no statement in {graph}, where part of the past is; add a UNION with GRAPH {graph}"
            yield context.at(found[0].triple.token, "Q043", message)


def _asks_of_withdrawal(path: Path) -> bool:
    return isinstance(path, Link) and path.term.value == f"{KG}retractedAt"


def known_by_then(context: Context) -> Iterator[Problem]:
    """Q044: a source, link, entity, document or chunk counts only if it was known at the time that the file promises."""
    promise = Promise.of(context.header)
    if promise.time not in ("current", "all"):
        for read in _unproven(context):
            if read.cls != STATEMENT and read.node is not None and read.lacks is not None:
                name = read.node.shown
                beyond = _beyond(read.lacks, name)
                found = f"; {beyond}" if beyond else _nearest(read.lacks, ";")
                message = f"{name} ({read.why}) {_needs(promise, read.lacks, read.cls, name)}{found}"
                yield context.at(read.triple.token, "Q044", message)


def time_params(context: Context) -> Iterator[Problem]:
    """Q045: $now, $asOf and $knownAt are instants, and a file takes no other of them than its `@time` binds."""
    for param in context.header.params:
        if param.name in ("asOf", "knownAt") and context.header.time == "current":
            yield context.at_line(param.line, "Q045", f"${param.name} asks for another time than now; write `# @time asof`")
        if param.name == "asOf" and context.header.time in ("known", "since"):
            message = f"$asOf is valid time, which @time {context.header.time} leaves open; write `# @time asof`"
            yield context.at_line(param.line, "Q045", message)
        if param.name in ("now", "asOf", "knownAt") and (param.type != "instant" or param.many):
            yield context.at_line(param.line, "Q045", f"${param.name} is a point in time; declare `{param.name}: instant`")
        elif param.name in ("now", "asOf", "knownAt") and param.default not in (None, "now"):
            message = f"${param.name} left out would be a moment that never moves; write `{param.name}: instant = now`"
            yield context.at_line(param.line, "Q045", message)


def _needs(promise: Promise, lack: Lack, cls: str, name: str) -> str:
    return promise.missing(lack.condition, cls, name, [one.part for one in lack.missing])


def _beyond(lack: Lack, name: str) -> str:
    """Return why filters that stand there say nothing of a node, and what is to be done."""
    if (beyond := lack.beyond) is None:
        return ""
    if beyond.later:
        return f"this {beyond.border} stands before what gives {name} its value; write it behind that"
    if lines := {reason.token.line for reason in beyond.proof if reason.token is not None}:
        filters, stand = ("filter", "stands") if len(lines) == 1 else ("filters", "stand")
        where = f"outside of this {beyond.border}, where {name} has no value"
        return f"the {filters} in {lines_of(lines)} {stand} {where}; filter it inside too"
    return ""


def _nearest(lack: Lack, sign: str) -> str:
    """Return what a condition does that looks like the one that is missing, and is not."""
    for one in lack.missing:
        if one.read is not None:
            does = "lets through" if one.lets else "leaves out"
            return f"{sign} the condition in line {one.read.line} {does} {one.part.found(one.state)}"
    return ""


def _unproven(context: Context) -> Iterator[Read]:
    """Yield the first read of each node on each branch that is not filtered; what stands further in is the same fault."""
    told: set[tuple[str, int]] = set()
    for read in reads(context):
        if read.proof is None and read.node is not None and not told & {(key(read.node), group) for group in read.branch}:
            told.add((key(read.node), read.branch[-1]))
            yield read


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    statements_by_interval,
    hidden_statements,
    current_reads_current,
    asof_reads_both,
    known_by_then,
    time_params,
)
