"""Check one `.rq` file with every rule."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kgrdf_codegen.check import (
    assignments,
    classes,
    conditions,
    form,
    graphs,
    joins,
    portable,
    positions,
    scope,
    terms,
    time,
    updates,
    values,
    variables,
)
from kgrdf_codegen.check.allowances import ALLOWABLE, allowances
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.parse import NotUnderstoodError, parse_query
from kgrdf_codegen.check.paths import links
from kgrdf_codegen.check.tokens import Token, deepest, tokenize
from kgrdf_codegen.check.tree import Triple, terms_of, walk
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.headers import RESERVED, parse_header
from kgrdf_codegen.problems import Problem, fault
from kgrdf_codegen.sources import shown

__all__ = ["RULES", "Examination", "bindable", "check_file", "check_query", "examine"]

_MOST = 10_000
"""The words of a text that is checked: Oxigraph runs out of its stack on a chain of some more."""
_PLANNED = 60
"""The steps of a text that Oxigraph is to plan: the order of twice as many takes it seconds, of ten times as many hours."""
_SAMPLES = {
    "string": '"text"',
    "langString": '"text"@en',
    "integer": "1",
    "decimal": "0.5",
    "boolean": "true",
    "instant": "0",
    "iri": "<urn:example:a>",
    "Ref": "<urn:example:a>",
}


def check_file(path: Path, vocabulary: Vocabulary) -> tuple[str, list[Problem]]:
    """Return the text of a `.rq` file and what is wrong with the file; no text where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        return "", [Problem(shown(path), 0, 0, "Q019", f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError:
        return "", [Problem(shown(path), 0, 0, "Q019", "is not UTF-8")]
    return text, sorted([*check_query(shown(path), text, vocabulary), *_called_as_its_file(path, text)])


def _called_as_its_file(path: Path, text: str) -> Iterator[Problem]:
    """Q016: a query is called what its file is called, so that a name leads to its text."""
    header, _ = parse_header(shown(path), text)
    if header is not None and header.name != path.stem:
        message = f"@name {header.name} in {path.name}; write `# @name {path.stem}` or rename the file"
        yield Problem(shown(path), header.lines["name"], 1, "Q016", message)


def check_query(path: str, text: str, vocabulary: Vocabulary) -> list[Problem]:
    """Return what is wrong with the text of a `.rq` file, in the order of place; nothing is read from `path`.

    A file without problems is SPARQL 1.1 that both rdflib and Oxigraph accept, names only terms of the vocabulary, reads
    and writes only the bound tenant's graphs, and reads statements only as its `@time` promises.
    """
    return list(examine(path, text, vocabulary).problems)


@dataclass(frozen=True)
class Examination:
    """What was found out about a text."""

    problems: tuple[Problem, ...]
    context: Context | None = None
    """None where the text cannot be read."""


def examine(path: str, text: str, vocabulary: Vocabulary) -> Examination:
    """Return what is wrong with the text of a `.rq` file, as `check_query` does, with the text as it was read."""
    try:
        return _measured(path, text, vocabulary)
    except Exception as error:  # a rule's own mistake, which must not silence the other files
        return Examination((fault(path, error),))


def _measured(path: str, text: str, vocabulary: Vocabulary) -> Examination:
    """Examine a text, unless it is too large."""
    tokens = tokenize(text)
    if len(tokens) > _MOST:
        message = f"has {len(tokens):,} words, and at most {_MOST:,} are checked; make several queries of it"
        return Examination((Problem(path, tokens[0].line, tokens[0].col, "Q001", message),))
    try:
        return _examined(path, text, tokens, vocabulary)
    except RecursionError:  # of the grammar, which takes some thirty calls a parenthesis, or of a rule
        place = deepest(tokens)
        message = "is nested too deeply to be checked, or is too long a sum; make several patterns, BINDs or queries of it"
        return Examination((Problem(path, place.line, place.col, "Q001", message),))


def _examined(path: str, text: str, tokens: list[Token], vocabulary: Vocabulary) -> Examination:
    header, problems = parse_header(path, text)
    problems += [
        *form.codepoint_escapes(path, text),
        *form.no_nul(path, text),
        *form.misplaced_annotations(path, text, tokens),
    ]
    if not tokens:
        problems.append(Problem(path, 1, 1, "Q001", "the file holds no query"))
    banned = [*form.banned_words(path, tokens), *portable.later_syntax(path, tokens)]
    problems += banned
    if header is None or not tokens or any(problem.code == "Q003" for problem in problems):
        return Examination(tuple(sorted(problems)))
    try:
        query = parse_query(text, tokens, update=header.mode == "update")
    except NotUnderstoodError as error:
        if not banned:  # a banned form often is no query at all for the mode's grammar
            problems.append(Problem(path, error.line, error.col, "Q001", error.message))
        return Examination(tuple(sorted(problems)))
    if banned and query.form not in ("select", "ask", "construct", "modify"):
        return Examination(tuple(sorted(problems)))  # nothing else can be said about DROP or LOAD
    lost = any(problem.code in ("H001", "H004", "H005") for problem in problems)  # perhaps a parameter's declaration
    context = positions.completed(Context(path, text, header, tokens, query, vocabulary))
    found = [problem for rule in RULES for problem in rule(context)]
    allowed = {allowance.code for allowance in header.allowed} & {*ALLOWABLE}
    left_out = {*allowed, *(("Q012", "Q070") if lost else ())}
    problems += [problem for problem in found if problem.code not in left_out]
    problems += allowances(path, header, found)
    if not problems:
        problems += bindable(context)
    return Examination(tuple(sorted(set(problems))), context)


def bindable(context: Context) -> Iterator[Problem]:
    """Q002: with a value of its type in every slot, Oxigraph accepts the text too."""
    words = _bound(context)
    bound, _ = _text(context, words)
    steps = sum(1 for element, _ in walk(context.query.root) if isinstance(element, Triple) for _ in links(element.path))
    if steps > _PLANNED and _refusal(context, _of_nothing(context, bound)) is None:
        return
    if (said := _refusal(context, bound)) is not None:
        token = _refused(context, words, said)
        reason = re.sub(r"^error at [\d:]+ (?:expected (?:one of .*, )?(?=[\w ]+ failed$))?", "", said)
        yield context.at(token, "Q002", f"Oxigraph refuses it once bound: {reason}; write it as SPARQL 1.1 has it")


def _bound(context: Context) -> list[str]:
    """Return the words of a text with a value of its type in every slot, and none where a condition is folded."""
    types = {param.name: param for param in context.header.params}
    words = [token.text for token in context.tokens]
    for token in context.tokens:
        param = types.get(token.name) if token.is_param else None
        if param is not None and param.optional and form.in_bound(context.tokens, token):
            words[token.index - 2 : token.index + 2] = ["true", "", "", ""]
        elif param is not None and not param.many:
            words[token.index] = _SAMPLES[param.type]
        elif token.is_param and token.name in RESERVED:
            words[token.index] = f"<urn:example:{token.name}>"
    return words


def _text(context: Context, words: Sequence[str], blank: str | None = None) -> tuple[str, list[int]]:
    """Return the text with other words in the places of its own, and where each begins; with a `blank` for any space."""
    out, starts, end, length = list[str](), list[int](), 0, 0
    for token, word in zip(context.tokens, words, strict=True):
        gap = context.text[end : token.offset]
        out += [blank if gap and blank is not None else gap, word]
        length += len(out[-2])
        starts.append(length)
        length += len(word)
        end = token.offset + len(token.text)
    return "".join((*out, context.text[end:])), starts


def _refused(context: Context, words: Sequence[str], said: str) -> Token | None:
    """Return the word of which Oxigraph complains; None where it does not tell."""
    named = (term.token for term in terms_of(context.query) if term.kind == "iri" and f"<{term.value}>" in said)
    # It tells a place as many letters too late as the longest word has that could stand there, so there are blanks.
    spread, starts = _text(context, words, " " * 40 + "\n")
    place = re.match(r"error at (\d+):(\d+)", _refusal(context, spread) or "")
    if place is None:
        return next(named, None)
    before = spread.split("\n")[: int(place[1]) - 1]
    return context.tokens[bisect_right(starts, sum(len(line) + 1 for line in before) + int(place[2]) - 1) - 1]


def _of_nothing(context: Context, text: str) -> str:
    """Return a text with a pattern behind the others that is never there, of which Oxigraph makes no plan.

    Where no pattern may stand, the text is no SPARQL any more.
    """
    closing = [token.offset for token in tokenize(text) if token.is_punct("}")]
    select = context.query.select
    end = closing[-1 if select is None or select.values is None else -2]
    return f"{text[:end]} VALUES () {{}} {text[end:]}"


def _refusal(context: Context, text: str) -> str | None:
    """Return what Oxigraph says of a text that it refuses."""
    try:
        if context.header.mode == "update":
            ox.Store().update(text)
        else:
            ox.Store().query(text)
    except (SyntaxError, RuntimeError) as error:
        return str(error).splitlines()[0]
    return None


RULES = (
    *form.RULES,
    *terms.RULES,
    *classes.RULES,
    *graphs.RULES,
    *values.RULES,
    *positions.RULES,
    *scope.RULES,
    *time.RULES,
    *joins.RULES,
    *variables.RULES,
    *assignments.RULES,
    *conditions.RULES,
    *portable.RULES,
    *updates.RULES,
)
"""Every rule on a parsed file; each is one function with a code in its docstring."""
