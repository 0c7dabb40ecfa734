"""Nothing that stands in a file makes the checker fail, and where a rule of its own does, the other files are checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgrdf_codegen.check import Vocabulary, check_query, query
from kgrdf_codegen.check.__main__ import main
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.tokens import tokenize
from kgrdf_codegen.problems import Problem

RIGHT = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "cases/right").glob("*.rq"))]
WORDS = sorted({token.text for text in RIGHT for token in tokenize(text)})


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A right query with some of its words left out, written twice, exchanged or put in from another query."""
    text = draw(st.sampled_from(RIGHT))
    for _ in range(draw(st.integers(1, 3))):
        tokens = tokenize(text)
        first, second = sorted(draw(st.tuples(*[st.integers(0, len(tokens) - 1)] * 2)))
        one, two, put_in = tokens[first], tokens[second], draw(st.sampled_from(["", *WORDS]))
        before, after = text[: one.offset], text[one.offset + len(one.text) :]
        between, rest = text[one.offset + len(one.text) : two.offset], text[two.offset + len(two.text) :]
        forms = [before + after, f"{before}{one.text} {one.text}{after}", f"{before}{put_in}{after}"]
        text = draw(st.sampled_from([*forms, before + two.text + between + one.text + rest] if first < second else forms))
        if not tokenize(text):
            break
    return text


@settings(max_examples=150, deadline=None)
@given(text=damaged())
def test_a_query_with_other_words_is_answered_and_never_breaks_the_checker(text: str, vocabulary: Vocabulary) -> None:
    problems = check_query("damaged.rq", text, vocabulary)

    assert "Q000" not in {problem.code for problem in problems}
    assert all(problem.message.isprintable() and problem.line for problem in problems)


def _failing(context: Context) -> Iterator[Problem]:
    """Q999: fails on one file."""
    if context.header.name == "second":
        raise TypeError("something is None")
    yield from ()


HEADER = "# @name {}\n# @mode ask\n# Says something.\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\n"


@pytest.mark.parametrize("place", ["a rule", "an explanation"])
def test_a_fault_of_the_checker_on_one_file_does_not_silence_the_others(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"{name}.rq" for name in ("first", "second", "third")]
    for file, name in zip(files, ("name", "name", "nam"), strict=True):
        text = HEADER.format(file.stem) + f"ASK WHERE {{ GRAPH $current {{ ?thing kg:{name} ?name }} }}\n"
        file.write_text(text, encoding="utf-8")
    if place == "a rule":
        monkeypatch.setattr(query, "RULES", (*query.RULES, _failing))
    else:
        monkeypatch.setattr("kgrdf_codegen.check.files.explain", lambda context, _: list(_failing(context)) and "")

    assert main(["--explain", *map(str, files)]) == 70

    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if "third.rq" in line and " Q021 " in line]
    [fault] = [line for line in told if "second.rq" in line]
    assert "second.rq Q000 cannot be checked for a bug in kgrdf, TypeError: something is None in test_faults.py:" in fault
    assert not [line for line in told if "first.rq" in line]


def test_a_fault_of_the_generator_on_one_file_does_not_silence_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("first", "second"):
        text = HEADER.format(name) + "ASK WHERE { GRAPH $current { ?thing kg:name ?name } }\n"
        (tmp_path / f"{name}.rq").write_text(text, encoding="utf-8")
    monkeypatch.setattr("kgrdf_codegen.queries.infer_columns", lambda *_: {}["column"])

    assert main([str(path) for path in sorted(tmp_path.glob("*.rq"))]) == 70

    told = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[0].rpartition("/")[2] for line in told] == ["first.rq", "second.rq"]
    assert all(" Q000 " in line for line in told)
