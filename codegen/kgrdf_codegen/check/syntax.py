"""Where a text stops being SPARQL, and what may stand there instead.

rdflib's grammar tries one form after the other and blames the first, often far from the mistake. The mistake is where the
furthest of all tries ends: no reading of the text goes past it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache

from pyparsing import ParseBaseException, ParseException, ParserElement, Regex
from rdflib.plugins.sparql import parser as grammar

from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.problems import cut

__all__ = ["mistake"]

_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_MEANT = {
    "AND": "&&",
    "OR": "||",
    "NOT": "! or NOT EXISTS",
    "LIKE": "REGEX() or CONTAINS()",
    "IS": "BOUND() or !BOUND()",
    "<>": "!=",
    "--": "# for a comment",
    "//": "# for a comment",
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"),
}
"""What words and signs of other languages are in SPARQL."""
_SIGNS = frozenset({"*", "/", "+", "-", "=", "!=", "<", ">", "<=", ">=", "&&", "||"})
_VARIABLE = frozenset({"?", "$"})
_NAME = frozenset({"<", ":"})
_VALUE = _VARIABLE | _NAME | {"text", "number", "+", "-", "true", "false", "_:", "[", "("}
_CALL = _NAME | {"BOUND", "EXISTS", "NOT"}
_PATTERN = frozenset({"{", "OPTIONAL", "MINUS", "GRAPH", "SERVICE", "FILTER", "BIND", "VALUES"})
_KINDS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (frozenset({"ASC"}), _CALL | _VARIABLE | {"ASC", "DESC", "("}, "a variable, ASC(…), DESC(…)"),
    (frozenset({"BOUND", "!"}), _CALL | _VALUE | {"!"}, "an expression"),
    (frozenset({"BOUND", "?"}), _CALL | _VARIABLE | {"("}, "a variable or a call"),
    (frozenset({"BOUND"}), _CALL, "a call"),
    (frozenset({"&&"}), _SIGNS | {"IN", "NOT"}, "an operator"),
    (frozenset({"a"}), frozenset({"a", "!", "^", "("}) | _NAME | _VARIABLE, "a property"),
    (frozenset({"OPTIONAL", "?"}), _PATTERN | _VALUE, "a pattern"),
    (frozenset({"OPTIONAL"}), _PATTERN, "a word such as FILTER"),
    (frozenset({"text", "?"}), _VALUE | {"/", "|"}, "a value"),
    (frozenset({"text"}), _VALUE, "a constant"),
    (frozenset({":", "?"}), _NAME | _VARIABLE, "a name or a variable"),
    (_NAME, _NAME, "a name"),
    (frozenset({"<"}), _NAME, "an IRI between < and >"),
    (_VARIABLE, _VARIABLE, "a variable"),
    (frozenset({"number"}), frozenset({"number"}), "a number"),
    (frozenset({"language"}), frozenset({"language"}), "a language such as en"),
    (frozenset({"SELECT", "ASK"}), frozenset({"SELECT", "ASK", "CONSTRUCT"}), "SELECT, ASK, CONSTRUCT"),
)
"""What may stand at a place, by the signs that tell it, with all the signs that it speaks for."""
_SAID = frozenset(
    {"AS", "BY", "WHERE", "EXISTS", "UNION", "UNDEF", "INSERT", "DELETE", "GROUP", "HAVING", "ORDER", "LIMIT", "VALUES"}
    | {"(", ")", "{", "}", "]", ",", ";", ".", ":", "/", "|"}
)
"""What is listed by itself where it may stand; the rest is banned, rare or spoken for."""
_END = "the end"
_TWO_WORDS = {"GROUP": "GROUP BY", "ORDER": "ORDER BY"}
_MODIFIERS = ("PREFIX", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET")
_ORDER = ("PREFIX", "SELECT", "WHERE", "GROUP BY", "HAVING", "ORDER BY", "LIMIT")
_IN_WORD = re.compile(r"[\w.-]")


def mistake(text: str, tokens: Sequence[Token], *, update: bool) -> tuple[Token, str] | None:
    """Return the word of a text that no reading of it takes, and what is wrong there; None if all of it can be read."""
    stop = _stop(text, tokens, update=update)
    if stop is None:
        return None
    index, may = stop
    if index == len(tokens):
        left = _open(tokens)
        return tokens[-1], f"the text ends here, {f'and the {_placed(left[-1])} is not closed' if left else _expected(may)}"
    if word := _bare_condition(tokens, index):
        return tokens[word.index + 1], f"expected `(`, since {word.text} takes a condition in parentheses"
    token = tokens[index]
    said = _hint(tokens, index, update=update) or _bracket(tokens, index, may) or _likely(token, may)
    return token, f"found {_shown(token)}, {said or _expected(may)}"


def _stop(text: str, tokens: Sequence[Token], *, update: bool) -> tuple[int, frozenset[str]] | None:
    """Return the number of the first word that no reading takes, with the signs and words that may stand there."""
    ends = [token.offset + len(token.text) for token in tokens]
    furthest, may = -1, set[str]()

    def failed(_: str, loc: int, element: ParserElement, error: Exception) -> None:
        nonlocal furthest, may
        name, place = _sign(element), error.loc if isinstance(error, ParseException) else loc
        if name == ">" and not element.skipWhitespace:  # an IRI that is not closed begins before
            place = text.rfind("<", 0, place)
        elif name == ":" and _IN_WORD.match(text, place - 1):  # the word before is no prefix for want of it
            place -= 1
        index = bisect_right(ends, place)
        if index > furthest:
            furthest, may = index, set()
        if index == furthest:
            may.add(name)

    unit = grammar.UpdateUnit if update else grammar.QueryUnit
    with _watched(unit, failed):
        try:
            unit.parse_string(text.replace("\t", " "), parse_all=True)  # the grammar makes several blanks of a tab
        except ParseBaseException as error:
            if error.msg == "Expected end of text" and bisect_right(ends, error.loc) == furthest:
                may.add(_END)
            return furthest, frozenset(may)
    return None


@contextmanager
def _watched(unit: ParserElement, failed: Callable[[str, int, ParserElement, Exception], None]) -> Iterator[None]:
    """Let a grammar tell of every sign and word that it looks for in vain."""
    signs = _signs(unit)
    for element in signs:
        element.set_fail_action(failed)
    try:
        yield
    finally:
        for element in signs:
            element.failAction = None


@cache
def _signs(unit: ParserElement) -> list[ParserElement]:
    """Return the elements of a grammar that have no parts."""
    met, left, found = set[int](), [unit], list[ParserElement]()
    while left:
        element = left.pop()
        if id(element) not in met:
            met.add(id(element))
            parts = element.recurse()
            left += parts
            found += [] if parts else [element]
    return found


@cache
def _keywords() -> frozenset[str]:
    return frozenset(_sign(element).upper() for unit in (grammar.QueryUnit, grammar.UpdateUnit) for element in _signs(unit))


@cache
def _sign(element: ParserElement) -> str:
    """Return what an element of the grammar looks for."""
    if not isinstance(element, Regex):
        return str(element).strip("'")
    if element.re.fullmatch("a-b") and not element.re.fullmatch("a_b"):
        return "language"
    for sample, name in (("a", "part"), ("_:a", "_:"), ("1", "number"), (".1", "number"), ("1e1", "number")):
        if element.re.fullmatch(sample):
            return name
    return "text"


def _expected(may: Iterable[str]) -> str:
    """Return what may stand at a place, in plain words."""
    left, said = {*may}, list[str]()
    for marks, covered, name in _KINDS:
        if marks <= left:
            left -= covered
            said.append(name)
    signs = [f"`{sign}`" if not sign.isalpha() else _TWO_WORDS.get(sign, sign) for sign in sorted(left & _SAID)]
    *most, last = [*signs, *said, *left & {_END}] or [""]
    expected = f"{', '.join(most)} or {last}" if most else last
    return f"expected {expected}" if expected else "which cannot stand here"


def _shown(token: Token) -> str:
    return token.text if token.kind in ("word", "var", "pname") else f"`{cut(token.text.splitlines()[0])}`"


def _placed(token: Token) -> str:
    return f"`{token.text}` of {token.line}:{token.col}"


def _open(tokens: Iterable[Token]) -> list[Token]:
    """Return the brackets that are open behind some words."""
    found: list[Token] = []
    for token in tokens:
        if token.text in _CLOSED_BY:
            found.append(token)
        elif token.text in _CLOSED_BY.values() and found:
            found.pop()
    return found


def _bracket(tokens: Sequence[Token], index: int, may: frozenset[str]) -> str | None:
    """Return what is wrong with the brackets before a word, or with the bracket that it is."""
    token, left = tokens[index], _open(tokens[:index])
    if left and "}" in may and token.word_is(*_MODIFIERS):
        return f"and the {_placed(left[-1])} is not closed"
    if token.text not in _CLOSED_BY.values():
        return None
    closed = [other for other in left if _CLOSED_BY[other.text] == token.text]
    if not closed:
        return "which closes nothing"
    return f"and the {_placed(left[-1])} is not closed" if closed[-1] is not left[-1] else None


def _hint(tokens: Sequence[Token], index: int, *, update: bool) -> str | None:
    """Return what a word that cannot stand at its place is in SPARQL, whatever may stand there."""
    token = tokens[index]
    word = token.text.upper()
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    both = token.text + after.text if after is not None and after.offset == token.offset + len(token.text) else ""
    if both == "//" and before is not None and before.kind == "pname":
        return "an IRI stands between < and >"
    if meant := _MEANT.get(word) or _MEANT.get(both):
        return f"did you mean {meant}?"
    if token.is_punct("=") and (both == "==" or (before is not None and before.is_punct("="))):
        return "one = compares"
    if token.is_punct('"', "'"):
        return "and the text that begins here does not end in its line"
    if before is not None and before.is_punct("?", "$"):
        return f"the name of a variable stands right behind its {before.text}"
    if update and token.word_is("SELECT", "ASK", "CONSTRUCT"):
        return "which makes a query, and the file is `@mode update`"
    if not update and token.word_is("INSERT", "DELETE"):
        return "which makes an update, whose file is `@mode update`"
    return None


def _likely(token: Token, may: frozenset[str]) -> str | None:
    """Return what is meant by a word, by what may stand at its place."""
    words = {sign.upper() for sign in may if sign[1:].isalnum()}
    close = get_close_matches(token.text.upper(), words, n=1, cutoff=0.7) if token.kind == "word" else []
    if close:
        return f"did you mean {_TWO_WORDS.get(close[0], close[0])}?"
    if ">" in may and token.text[0] == "<":
        return "and the IRI that begins here does not end"
    if may == {"EXISTS"}:
        return "NOT stands before EXISTS and IN; what negates a condition is `!`"
    if _END in may and token.word_is("SELECT", "ASK", "CONSTRUCT"):
        return "and a file has one query"
    if {_END, "WHERE"} & may and token.word_is(*_MODIFIERS):
        return f"out of order, which is {', '.join(_ORDER)}"
    if ":" in may and token.kind == "word" and token.text.upper() not in _keywords():
        return "no word of SPARQL; a name has its prefix, as kg:name, and a variable its sign, as ?name"
    return None


def _bare_condition(tokens: Sequence[Token], index: int) -> Token | None:
    """Return the FILTER or HAVING before a word that goes on with its condition, a call without parentheses around it."""
    if not index or not tokens[index - 1].is_punct(")") or not (tokens[index].text in _SIGNS or tokens[index].word_is("IN")):
        return None
    word = next((token for token in reversed(tokens[:index]) if token.word_is("FILTER", "HAVING")), None)
    return word if word and not tokens[word.index + 1].is_punct("(") else None
