"""The checker is only as good as what it refuses: every shipped query, with one wrapper or filter taken out, must fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.check.tokens import Token, tokenize
from kgrdf_codegen.headers import parse_header
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import shipped_query_folders

FILES = [path for folder in shipped_query_folders() for path in sorted(folder.glob("*.rq"))]
FILES += sorted((Path(__file__).parent / "cases" / "right").glob("*.rq"))
CLOSING = {"{": "}", "(": ")"}


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary.from_graph(read_ontology().graph)


def closing(tokens: Sequence[Token], opening: int) -> int:
    """Return the index of the token that closes the brace or parenthesis at `opening`."""
    sign, depth = tokens[opening].text, 0
    for token in tokens[opening:]:
        depth += token.is_punct(sign) - token.is_punct(CLOSING[sign])
        if depth == 0:
            return token.index
    raise AssertionError("unbalanced")


def without(text: str, *spans: tuple[int, int]) -> str:
    """Return the text with these spans of offsets blanked out, so that no place moves."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def end_of(token: Token) -> int:
    return token.offset + len(token.text)


def graphs_removed(text: str) -> Iterator[str]:
    """Yield the text with one `GRAPH name { … }` replaced by what stands inside it."""
    tokens = tokenize(text)
    for token in tokens:
        if token.word_is("GRAPH"):
            opening = tokens[token.index + 2]
            close = tokens[closing(tokens, opening.index)]
            yield without(text, (token.offset, end_of(opening)), (close.offset, end_of(close)))


def filters_removed(text: str) -> Iterator[str]:
    """Yield the text with one FILTER on the time parameters taken out, or one part of its conjunction made true."""
    tokens = tokenize(text)
    skipped = 0
    for token in tokens:
        if token.index < skipped or not token.word_is("FILTER") or tokens[token.index + 1].word_is("EXISTS"):
            continue  # FILTER EXISTS takes away what it reads, too
        opening = next(other for other in tokens[token.index :] if other.is_punct("(", "{"))
        close = closing(tokens, opening.index)
        inside = tokens[opening.index + 1 : close]
        words = {other.text for other in inside}
        if "kg:resolvedAt" in words:  # whether a query asks for the open contradictions only is its own affair
            skipped = close
        elif words & {"$now", "$asOf", "$knownAt"}:
            yield without(text, (token.offset, end_of(tokens[close])))
            if opening.text == "(":
                yield from conjuncts_removed(text, inside)


def conjuncts_removed(text: str, inside: Sequence[Token]) -> Iterator[str]:
    depth, parts = 0, [[inside[0]]]
    for token in inside[1:]:
        depth += token.is_punct("(") - token.is_punct(")")
        if depth == 0 and token.is_punct("&&"):
            parts.append([])
        else:
            parts[-1].append(token)
    if len(parts) > 1:
        for part in parts:
            start, end = part[0].offset, end_of(part[-1])
            yield text[:start] + "true".ljust(end - start) + text[end:]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_query_without_one_of_its_graphs_is_refused(path: Path, vocabulary: Vocabulary) -> None:
    text = path.read_text(encoding="utf-8")
    mutants = list(graphs_removed(text))

    assert check_query(path.name, text, vocabulary) == []
    assert mutants
    for mutant in mutants:
        codes = {problem.code for problem in check_query(path.name, mutant, vocabulary)}
        assert codes & {"Q030", "Q032"}, mutant


TIMED = [path for path in FILES if (header := parse_header("", path.read_text("utf-8"))[0]) and header.time != "all"]


@pytest.mark.parametrize("path", TIMED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_query_without_one_of_its_interval_filters_is_refused(path: Path, vocabulary: Vocabulary) -> None:
    for mutant in filters_removed(path.read_text(encoding="utf-8")):
        problems = check_query(path.name, mutant, vocabulary)
        assert {problem.code for problem in problems} & {"Q040", "Q044"}, mutant


def test_the_mutations_reach_the_filters() -> None:
    """So that the test above cannot pass by finding nothing to take out."""
    counted = {path.stem: len(list(filters_removed(path.read_text(encoding="utf-8")))) for path in TIMED}

    assert counted["current_facts_about"] == 3
    assert counted["facts_as_of"] == 2 * (1 + 2 + 2 + 1 + 1 + 2)
