"""The checker is only as good as what it refuses: every shipped query, with one wrapper or filter taken out, must fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.check.query import examine
from kgrdf_codegen.check.reads import reads
from kgrdf_codegen.check.tokens import Token, tokenize
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.headers import parse_header
from kgrdf_codegen.sources import shipped_query_folders

SHIPPED = [path for folder in shipped_query_folders() for path in sorted(folder.glob("*.rq"))]
FILES = [*SHIPPED, *sorted((Path(__file__).parent / "cases" / "right").glob("*.rq"))]
CLOSING = {"{": "}", "(": ")"}
INSTANTS = ("$now", "$asOf", "$knownAt")
SHIFTED = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<=")}
OTHER_GRAPH = {"$current": "$history", "$history": "$current"}


def each(paths: Sequence[Path]) -> pytest.MarkDecorator:
    """Parametrize with these files: the shipped ones always, the right cases with the proofs."""
    marked = [path if path in SHIPPED else pytest.param(path, marks=pytest.mark.proof) for path in paths]
    return pytest.mark.parametrize("path", marked, ids=[f"{path.parent.name}/{path.stem}" for path in paths])


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


def filters(text: str) -> Iterator[tuple[Token, Token, Token]]:
    """Yield each FILTER but for those of EXISTS: its word, its opening and its closing."""
    tokens = tokenize(text)
    for token in tokens:
        if token.word_is("FILTER") and not tokens[token.index + 1].word_is("EXISTS"):
            opening = next(other for other in tokens[token.index :] if other.is_punct("(", "{"))
            yield token, opening, tokens[closing(tokens, opening.index)]


def inside(text: str, opening: Token) -> list[Token]:
    tokens = tokenize(text)
    return tokens[opening.index + 1 : closing(tokens, opening.index)]


def interval_filters(text: str) -> Iterator[tuple[Token, Token, Token]]:
    """Yield each FILTER on an instant of the caller, or on whether something is retracted.

    FILTER EXISTS is none: without it, what it reads is gone too. The filters inside it come by themselves.
    """
    promised = of_promises(text)
    for token, opening, close in filters(text):
        if {other.text for other in inside(text, opening)} & promised:
            yield token, opening, close


def of_promises(text: str) -> set[str]:
    """Return the words by which a condition is one on an instant of the caller, or on whether something is retracted."""
    tokens = tokenize(text)
    withdrawals = {tokens[token.index + 1].text for token in tokens if token.text == "kg:retractedAt"}
    return {*INSTANTS, "kg:retractedAt", *withdrawals}


def filters_removed(text: str) -> Iterator[str]:
    """Yield the text with one interval filter taken out, or one part of its conjunction made true."""
    for token, opening, close in interval_filters(text):
        yield without(text, (token.offset, end_of(close)))
        if opening.text == "(":
            yield from conjuncts_removed(text, inside(text, opening))


def conjuncts_removed(text: str, words: Sequence[Token]) -> Iterator[str]:
    depth, parts = 0, [[words[0]]]
    for token in words[1:]:
        depth += token.is_punct("(") - token.is_punct(")")
        if depth == 0 and token.is_punct("&&"):
            parts.append([])
        else:
            parts[-1].append(token)
    promised = of_promises(text)
    for part in parts:
        if len(parts) > 1 and {token.text for token in part} & promised:
            start, end = part[0].offset, end_of(part[-1])
            yield text[:start] + "true".ljust(end - start) + text[end:]


def bounds_shifted(text: str) -> Iterator[str]:
    """Yield the text with one comparison with an instant of the caller made another: the boundary is part of the promise.

    Where the boundary itself is told beside it, as in `?to < $now || ?to = $now`, the other sign means the same.
    """
    tokens = tokenize(text)
    beside = {token.index: (tokens[token.index - 1].text, tokens[token.index + 1].text) for token in tokens[1:-1]}
    told = {ends for index, ends in beside.items() if tokens[index].text == "="}
    for token in tokens[1:-1]:
        if token.text in SHIFTED and {*beside[token.index]} & {*INSTANTS} and beside[token.index] not in told:
            yield from (replaced(text, token, other) for other in SHIFTED[token.text])


def clocks_swapped(text: str) -> Iterator[str]:
    """Yield the text with one instant of the caller in place of another in a filter."""
    for token in tokenize(text):
        if token.text in INSTANTS:
            yield from (replaced(text, token, other) for other in INSTANTS if other != token.text)


def graphs_swapped(text: str) -> Iterator[str]:
    """Yield the text with one filter that looks into the other graph than it did."""
    tokens = tokenize(text)
    for _, opening, _ in interval_filters(text):
        for token in inside(text, opening):
            if token.text in OTHER_GRAPH and tokens[token.index - 1].word_is("GRAPH"):
                yield replaced(text, token, OTHER_GRAPH[token.text])


def filters_moved(text: str) -> Iterator[str]:
    """Yield the text with one interval filter in braces that neither hold it nor stand around or inside what holds it."""
    tokens = tokenize(text)
    for filtered, _, last in interval_filters(text):
        opened: list[Token] = []
        for token in tokens[: filtered.index]:
            if token.is_punct("{"):
                opened.append(token)
            elif token.is_punct("}"):
                opened.pop()
        home = range(opened[-1].index, closing(tokens, opened[-1].index) + 1)
        for token in tokens:
            arm = tokens[token.index - 1].word_is("UNION") or tokens[token.index - 2].word_is("GRAPH")
            if token.is_punct("{") and arm and token.index not in home and token not in opened:
                end = tokens[closing(tokens, token.index)].offset
                moved = " " + text[filtered.offset : end_of(last)] + " "
                left = without(text, (filtered.offset, end_of(last)))
                yield left[:end] + moved + left[end:]


def replaced(text: str, token: Token, other: str) -> str:
    return text[: token.offset] + other + text[end_of(token) :]


@each(FILES)
def test_a_query_without_one_of_its_graphs_is_refused(path: Path, vocabulary: Vocabulary) -> None:
    text = path.read_text(encoding="utf-8")
    mutants = list(graphs_removed(text))

    assert check_query(path.name, text, vocabulary) == []
    assert mutants
    for mutant in mutants:
        codes = {problem.code for problem in check_query(path.name, mutant, vocabulary)}
        assert codes & {"Q030", "Q032"}, mutant


HEADERS = {path: parse_header("", path.read_text(encoding="utf-8"))[0] for path in FILES}
ASKED_TWICE = ("condition_with_a_name_that_may_fail",)
"""Right cases with one condition in two places, either of which is enough."""
TIMED = [
    path for path, header in HEADERS.items() if header is not None and header.time != "all" and path.stem not in ASKED_TWICE
]
DISTINCT = {re.sub(r"^#.*$|\bkg:\w+", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE): path for path in TIMED}
"""One of those that differ by a class or property only, as the generated ones of two classes do."""
WINDOWS = {
    "ended_in_current": "$until is the instant up to which the sweep moves what has ended",
    "misplaced_statements": "$head is the tenant's clock, by which everything in the graphs is judged",
}
"""The files of `@time all` with an instant in a filter. It is no viewpoint: they tell what is stored, of any time."""
AUDITS = ("believed_spans", "count_statements", "misplaced_statements")
"""Those that ask whether something is retracted, of a memory whose graphs may be damaged: they trust no promise."""


def refused(text: str, vocabulary: Vocabulary) -> set[str]:
    return {problem.code for problem in check_query("mutant.rq", text, vocabulary)}


@each(TIMED)
def test_a_query_without_one_of_its_interval_filters_is_refused(path: Path, vocabulary: Vocabulary) -> None:
    for mutant in filters_removed(path.read_text(encoding="utf-8")):
        assert refused(mutant, vocabulary) & {"Q040", "Q044"}, mutant


CHANGES = (bounds_shifted, clocks_swapped, graphs_swapped, filters_moved)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_query_with_an_interval_filter_that_asks_something_else_is_refused(
    change: Callable[[str], Iterator[str]], vocabulary: Vocabulary
) -> None:
    changed = 0
    for number, path in enumerate(DISTINCT.values()):
        if mutants := list(change(path.read_text(encoding="utf-8"))):
            mutant = mutants[number % len(mutants)]
            assert refused(mutant, vocabulary) & {"Q040", "Q044"}, mutant
            changed += 1

    assert changed > 10


@pytest.mark.proof
@pytest.mark.parametrize("path", TIMED, ids=lambda path: f"{path.parent.name}/{path.stem}")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_no_interval_filter_of_a_query_can_ask_something_else(
    change: Callable[[str], Iterator[str]], path: Path, vocabulary: Vocabulary
) -> None:
    for mutant in change(path.read_text(encoding="utf-8")):
        assert refused(mutant, vocabulary) & {"Q040", "Q044"}, mutant


@each(FILES)
def test_a_query_without_an_interval_filter_has_nothing_to_bound(path: Path, vocabulary: Vocabulary) -> None:
    """So that none is left out in silence: it reads no statement, or it is of any time and takes no viewpoint."""
    text, header = path.read_text(encoding="utf-8"), HEADERS[path]
    assert header is not None
    if header.time == "all":
        filtered = {word.text for _, opening, _ in filters(text) for word in inside(text, opening)}
        instants = {f"${param.name}" for param in header.params if param.type == "instant"}
        assert not filtered & {*INSTANTS}
        assert bool(filtered & instants) == (path.stem in WINDOWS)
        assert ("kg:retractedAt" in filtered) == (path.stem in AUDITS)
    elif not any(True for _ in filters_removed(text)):
        examined = examine(path.name, text, vocabulary).context
        assert examined is not None
        assert header.time == "current"
        assert header.scope == "store" or not [read for read in reads(examined) if read.cls == STATEMENT]


def test_a_filter_of_an_instant_that_is_no_viewpoint_cannot_be_left_out_either(vocabulary: Vocabulary) -> None:
    paths = {path.stem: path for path in FILES if path.stem in WINDOWS}

    assert paths.keys() == WINDOWS.keys()
    for path in paths.values():
        text, header = path.read_text(encoding="utf-8"), HEADERS[path]
        assert header is not None
        instants = {f"${param.name}" for param in header.params if param.type == "instant"}
        [(word, close)] = [
            (word, close)
            for word, opening, close in filters(text)
            if opening.text == "(" and any(token.text in instants for token in inside(text, opening))
        ]
        assert "Q011" in refused(without(text, (word.offset, end_of(close))), vocabulary)


def test_a_filter_that_is_not_needed_may_stand_where_the_end_is_told(vocabulary: Vocabulary) -> None:
    """It is no right case: whatever else it asked, the file would keep its promise."""
    text = next(path for path in TIMED if path.stem == "begun_with_the_end_told").read_text(encoding="utf-8")
    told = "OPTIONAL { ?fact kg:validTo ?to }"
    idle = "FILTER NOT EXISTS { ?fact kg:retractedAt ?gone FILTER(?gone <= $knownAt) }"

    assert refused(text.replace(told, f"{idle} {told}"), vocabulary) == set()
    assert refused(text.replace(told, idle), vocabulary) >= {"Q040"}


def test_the_mutations_reach_the_filters() -> None:
    """So that the tests above cannot pass by finding nothing to change."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in TIMED}
    counted = {mutation.__name__: len(list(mutation(texts["facts_as_of"]))) for mutation in (filters_removed, *CHANGES)}

    assert counted == {
        "filters_removed": 2 * (1 + 2 + 2 + 1 + 1 + 2),
        "bounds_shifted": 2 * 5 * 2,
        "clocks_swapped": 2 * 5 * 2,
        "graphs_swapped": 0,
        "filters_moved": 5 * 2 + 5,
    }
    assert len(list(filters_removed(texts["current_facts_about"]))) == 3
    assert len(list(filters_removed(texts["contradiction_list_asof"]))) == 2 * (1 + 1 + 1 + 2 + 2)
    assert len(list(graphs_swapped(texts["contradiction_list_asof"]))) == 2 * 2
    assert len(list(filters_removed(texts["contradiction_list"]))) == 2
