"""Rules on the form of a file: what kind of request it is, and how its inputs come in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Block,
    Call,
    Element,
    Expr,
    Filter,
    Group,
    Link,
    Optional,
    Term,
    Triple,
    Union,
    Values,
    terms_of,
    walk,
)
from kgrdf_codegen.headers import ANNOTATIONS, RESERVED
from kgrdf_codegen.problems import Problem, cut
from kgrdf_codegen.reader import KG

__all__ = ["RULES", "banned_words", "codepoint_escapes", "in_bound", "misplaced_annotations", "names_listed", "no_nul"]

_BANNED = {
    "WITH": "hides the graph that an update touches; write GRAPH $current { … } in every clause",
    "USING": "changes the graphs that an update reads; write GRAPH $current { … }",
    "FROM": "is added by the binder for the bound tenant; leave it out",
    "DESCRIBE": "leaves it to the store what is read; write CONSTRUCT",
    "SERVICE": "sends the tenant's data to another server",
    "LOAD": "fetches from the network",
    **dict.fromkeys(
        ("CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY"), "works on whole graphs; write DELETE and INSERT … WHERE"
    ),
}
_BANNED_CALLS = {
    "NOW": "differs from store to store and cannot be replayed; take an instant as a parameter",
    "UUID": "makes an id that no retry can find; take it as a parameter",
    "STRUUID": "makes an id that no retry can find; take it as a parameter",
    "RAND": "makes an answer that cannot be repeated; take the number as a parameter",
    "BNODE": "makes a node without an id; take an IRI as a parameter",
}
_FORMS = {
    "one": "select",
    "optional": "select",
    "many": "select",
    "ask": "ask",
    "construct": "construct",
    "update": "modify",
}
_IDS = {
    "Document": "doc",
    "Chunk": "chunk",
    "Entity": "entity",
    "Concept": "concept",
    "Fact": "fact",
    "Relationship": "rel",
    "Mention": "mention",
    "Derivation": "deriv",
    "Contradiction": "contra",
    "Supersession": "super",
}
"""What the ids of things start with, by their classes."""
_ABSOLUTE = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:")


def codepoint_escapes(path: str, text: str) -> Iterator[Problem]:
    r"""Q003: no `\u0041`; engines disagree on where it is decoded, so a check of the text would prove nothing."""
    for match in re.finditer(r"\\(?:U[0-9A-Fa-f]{8}|[uU][0-9A-Fa-f]{4})", text):
        line = text.count("\n", 0, match.start()) + 1
        col = match.start() - text.rfind("\n", 0, match.start())
        yield Problem(
            path, line, col, "Q003", f"{match[0]} is decoded at different moments by different stores; write the character"
        )


def no_nul(path: str, text: str) -> Iterator[Problem]:
    """H010: no NUL, at which some stores take a text for ended."""
    for match in re.finditer("\0", text):
        line, col = text.count("\n", 0, match.start()) + 1, match.start() - text.rfind("\n", 0, match.start())
        yield Problem(path, line, col, "H010", "an invisible U+0000 in the text, at which some stores end it; take it out")


def misplaced_annotations(path: str, text: str, tokens: Sequence[Token]) -> Iterator[Problem]:
    """H001: an annotation stands above the query: a line below is a comment, and nothing reads it."""
    ends = [token.offset + len(token.text) for token in tokens]
    starts = [*(token.offset for token in tokens[1:]), len(text)]
    for end, start in zip(ends, starts, strict=False):  # without a word, nothing stands below one
        for match in re.finditer(r"[\r\n][ \t]*(#[ \t]*@([a-z-]+))", text[end:start]):
            if match[2] in ANNOTATIONS:
                place = end + match.start(1)
                line, col = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
                message = f"@{match[2]} stands below the first word of the text, where nothing reads it; move it above"
                yield Problem(path, line, col, "H001", message)


def banned_words(path: str, tokens: Sequence[Token]) -> Iterator[Problem]:
    """Q004: none of the words and functions that reach past the tenant, the network or the clock."""
    for token in tokens:
        after = tokens[token.index + 1] if token.index + 1 < len(tokens) else None
        word = token.text.upper()
        reason = None
        if token.kind == "word" and word in _BANNED:
            reason = f"{word} {_BANNED[word]}"
        elif token.kind == "word" and word in _BANNED_CALLS and after is not None and after.is_punct("("):
            reason = f"{word}() {_BANNED_CALLS[word]}"
        elif token.word_is("INSERT", "DELETE") and after is not None and after.word_is("DATA"):
            reason = f"{word} DATA takes no parameters; write {word} {{ … }} WHERE {{ … }}"
        elif token.word_is("DELETE") and after is not None and after.word_is("WHERE"):
            reason = "DELETE WHERE reads and deletes by one pattern; write DELETE { … } WHERE { … }"
        elif token.word_is("BASE"):
            reason = "BASE changes what an IRI means; write absolute PREFIX lines"
        if reason:
            yield Problem(path, token.line, token.col, "Q004", f"{reason}")


def blank_nodes(context: Context) -> Iterator[Problem]:
    """Q005: no blank nodes, neither `_:x` nor `[ … ]` nor `( … )` in a pattern."""
    message = "is a blank node: nothing can refer to what it stands for; write a variable"
    found = [token for token in context.tokens if token.kind == "blank" and token.text != "]"]
    yield from (context.at(token, "Q005", f"{token.text} {message}") for token in found)
    elements = [element for element, _ in walk(context.query.root)] + [t.triple for t in context.query.templates]
    for element in elements:
        if not found and isinstance(element, Triple) and any(term.kind == "blank" for term in terms_of(element)):
            yield context.at(element.token, "Q005", f"a list ( … ) {message}")
            return


def mode_matches(context: Context) -> Iterator[Problem]:
    """Q006: a SELECT is `one`, `optional` or `many`; an update is exactly one DELETE/INSERT … WHERE."""
    query, mode = context.query, context.header.mode
    if mode == "update" and query.operations != 1:
        message = f"an update is one DELETE/INSERT … WHERE, this file has {query.operations} operations"
        yield context.at(context.word(";"), "Q006", message)
    elif query.form != _FORMS[mode]:
        token = context.word(query.form.upper())
        yield context.at(token, "Q006", f"@mode {mode} does not fit: the text is {query.form.upper()}")
    elif mode == "construct" and not query.templates:
        message = "CONSTRUCT WHERE has no template; write CONSTRUCT { … } WHERE { … }"
        yield context.at(context.word("CONSTRUCT"), "Q006", message)


def where_written(context: Context) -> Iterator[Problem]:
    """Q007: the word WHERE stands before the outermost braces; the binder puts the tenant's FROM NAMED before it."""
    if not any(token.word_is("WHERE") and depth == 0 for token, depth in _depths(context.tokens)):
        yield context.at(context.word("{"), "Q007", "the word WHERE is left out; write it before the outermost {")


def patterns_written(context: Context) -> Iterator[Problem]:
    """Q059: a group asks for something, and a query reads something; the WHERE of an update may be empty."""
    elements = [element for element, _ in walk(context.query.root)]
    empty = next((pair[0] for pair in pairwise(context.tokens) if pair[0].is_punct("{") and pair[1].is_punct("}")), None)
    found = [(said, token or empty) for element in elements for said, token in _empty(element)]
    reads = context.query.form not in ("select", "ask", "construct") or any(isinstance(one, Triple) for one in elements)
    for said, token in found:
        yield context.at(token, "Q059", f"{said} asks for nothing; write a pattern inside, or leave it out")
    if not found and not reads:
        message = "the query reads nothing, so its answer is always the same; write a pattern inside GRAPH $current { … }"
        yield context.at(context.word("WHERE"), "Q059", message)


def _empty(element: Element) -> Iterator[tuple[str, Token | None]]:
    """Yield what an element is that has nothing between its braces, and its word."""
    match element:
        case Block(name, Group(())):
            yield f"GRAPH {name.token.text if name.token else '…'} {{ }}", name.token
        case Optional(Group(())):
            yield "OPTIONAL { }", None
        case Union((Group(()),)):
            yield "{ }", None


def limits(context: Context) -> Iterator[Problem]:
    """Q008: the limit stands in the header, and fits the mode; `many` has one, and `ask` and `update` have none."""
    header = context.header
    for token, depth in _depths(context.tokens):
        if depth == 0 and token.word_is("LIMIT", "OFFSET"):
            word = token.text.upper()
            yield context.at(token, "Q008", f"an outer {word} stands in the text; write `# @limit n` in the header")
    if context.query.select and context.query.select.values:
        message = "VALUES after the WHERE, where the binder writes the LIMIT; write it inside the braces"
        yield context.at(context.query.select.values.columns[0].token, "Q008", message)
    if header.mode == "many" and "limit" not in header.lines:
        yield context.at_line(header.lines["mode"], "Q008", "@mode many has no @limit; write `# @limit 20 max 200`")
    if header.mode in ("one", "optional") and (header.limit or 1, header.limit_max) != (1, None):
        message = f"@mode {header.mode} gives one row; write `# @limit 1`, or leave it out"
        yield context.at_line(header.lines["limit"], "Q008", message)
    if header.mode in ("ask", "update") and "limit" in header.lines:
        yield context.at_line(header.lines["limit"], "Q008", f"@limit does nothing for @mode {header.mode}; leave it out")


def columns_named(context: Context) -> Iterator[Problem]:
    """Q009: the outer SELECT names its columns, since they are what the caller gets."""
    if context.query.select and context.query.select.star:
        star = next((token for token in context.tokens if token.is_punct("*")), None)
        yield context.at(star, "Q009", "SELECT * leaves the columns open; name them")


def defaults_named(context: Context) -> Iterator[Problem]:
    """H008: the default of a reference is the id of a thing of its class, as far as an id tells it."""
    vocabulary = context.vocabulary
    for param in context.header.params:
        if param.default is None or param.type != "Ref":
            continue
        starts = {
            start
            for base, start in _IDS.items()
            for cls in param.classes
            if vocabulary.is_a(cls, KG + base) or vocabulary.is_a(KG + base, cls)
        }
        if starts & {"entity", "concept"}:  # where one may stand in a query, the other is asked for too
            starts |= {"entity", "concept"}
        if starts and param.default.partition("::")[0] not in starts:
            forms = " or ".join(f"{start}::…" for start in sorted(starts))
            of = " or ".join(map(context.short, param.classes))
            message = f"the default of ${param.name}, {cut(param.default)!r}, is no id of {of}; write {forms}"
            yield context.at_line(param.line, "H008", message)


def one_sigil(context: Context) -> Iterator[Problem]:
    """Q010: a name is `$x` everywhere or `?x` everywhere: SPARQL takes the two for one variable, the binder does not."""
    first: dict[str, Token] = {}
    for token in context.tokens:
        if token.kind == "var" and first.setdefault(token.name, token).text != token.text:
            before = first[token.name]
            yield context.at(
                token, "Q010", f"{token.text} is {before.text} in line {before.line}; rename one, or write both alike"
            )


def params_used(context: Context) -> Iterator[Problem]:
    """Q011: every declared parameter is used."""
    used = {token.name for token in context.tokens if token.is_param}
    variables = {token.name for token in context.tokens if token.kind == "var"} - used
    for name, line in context.header.inputs().items():
        if name not in used:
            hint = f"the text writes ?{name}, a parameter is ${name}" if name in variables else "use it or leave it out"
            yield context.at_line(line, "Q011", f"${name} is declared and never used; {hint}")


def params_declared(context: Context) -> Iterator[Problem]:
    """Q012: every used parameter is declared."""
    declared = context.header.inputs()
    told: set[str] = set()
    for token in context.tokens:
        if token.is_param and token.name not in declared and token.name not in RESERVED and token.name not in told:
            told.add(token.name)
            close = get_close_matches(token.name, [*declared, *RESERVED], n=1)
            hint = f"did you mean ${close[0]}?" if close else f"write `# @param {token.name}: …`, or ?{token.name}"
            yield context.at(token, "Q012", f"{token.text} is not declared, {hint}")


def lists_by_values(context: Context) -> Iterator[Problem]:
    """Q013: a list comes in through `VALUES $x { UNDEF }`, and one value does not."""
    listed = names_listed(context.tokens)
    for param in context.header.params:
        if param.many and param.name not in listed:
            message = f"${param.name} is a list and needs `VALUES ${param.name} {{ UNDEF }}`"
            yield context.at_line(param.line, "Q013", message)
        if not param.many and param.name in listed:
            kind = f"Ref[{param.cls}]" if param.cls else param.type
            message = f"${param.name} is one value; declare `list[{kind}]`, or write it without VALUES"
            yield context.at(listed[param.name], "Q013", message)


def rows_in_place(context: Context) -> Iterator[Problem]:
    """Q018: rows come in as a triple of DELETE or INSERT, written once for each; their columns stand nowhere else."""
    read = {term.value for term in terms_of(context.query.root) if term.is_param}
    triples = list(_template_columns(context))
    for rows in context.header.rows:
        written = sum(token.is_param and token.name in rows.columns for token in context.tokens)
        if len(rows.columns) != 3 or written != 3 * triples.count(rows.columns) or not written or read & {*rows.columns}:
            triple = " ".join(f"${column}" for column in rows.columns)
            message = f"rows {rows.name} stand as `{triple}` in DELETE or INSERT and nowhere else, and have three columns"
            yield context.at_line(rows.line, "Q018", message)


def params_bindable(context: Context) -> Iterator[Problem]:
    """Q014: a single parameter stands only where its value may: no column, not after AS, in BOUND, GROUP or ORDER BY."""
    single = {param.name for param in context.header.params if not param.many}
    optional = {param.name for param in context.header.params if param.optional}
    bare, parens = False, 0
    for token in context.tokens:
        before = context.tokens[token.index - 1] if token.index else None
        if token.word_is("SELECT", "BY"):
            bare, parens = True, 0
        elif token.is_punct("{", "}") or token.word_is("WHERE", "HAVING", "LIMIT", "OFFSET", "VALUES"):
            bare = False
        elif token.is_punct("("):
            parens += 1
        elif token.is_punct(")"):
            parens -= 1
        elif token.is_param and before is not None:
            bound = in_bound(context.tokens, token) and token.name not in optional
            alone = (bare and parens == 0) or bound
            if (alone and token.name in single) or before.word_is("AS"):
                message = f"{token.text} becomes a value when it is bound, and only a variable may stand here"
                yield context.at(token, "Q014", message)

    listed = names_listed(context.tokens)
    for element, _ in walk(context.query.root):
        for column in element.columns if isinstance(element, Values) else ():
            if column.is_param and column.value in single and column.value not in listed:
                message = f"${column.value} is an input, and VALUES gives it values of its own"
                yield context.at(column.token, "Q014", f"{message}; give them to a variable, and compare the two")


def optionals_guarded(context: Context) -> Iterator[Problem]:
    """Q081: a parameter that may be left out stands in `FILTER(!BOUND($x) || …)` alone, which falls away without it."""
    optional = {param.name: param for param in context.header.params if param.optional}
    guarded = set()
    for element, _ in walk(context.query.root):
        if isinstance(element, Filter):
            options = element.expr.args if isinstance(element.expr, Call) and element.expr.op == "||" else ()
            absent = {name for option in options if (name := _absent(option)) is not None}
            guarded |= {term.token for term in terms_of(element.expr) if term.value in absent}
    for token in context.tokens:
        if token.is_param and token.name in optional and token not in guarded:
            message = f"{token.text} may be left out, and stands only in FILTER(!BOUND({token.text}) || …)"
            yield context.at(token, "Q081", message)


def _absent(option: Expr) -> str | None:
    """Return the parameter of `!BOUND($x)`."""
    bound = option.args[0] if isinstance(option, Call) and option.op == "!" else None
    inside = bound.args[0] if isinstance(bound, Call) and bound.op == "BOUND" else None
    return inside.value if isinstance(inside, Term) and inside.is_param else None


def in_bound(tokens: Sequence[Token], token: Token) -> bool:
    """Whether a variable stands in `BOUND(…)`."""
    return token.index > 1 and tokens[token.index - 1].is_punct("(") and tokens[token.index - 2].word_is("BOUND")


def literals_in_place(context: Context) -> Iterator[Problem]:
    """Q017: what is text, a number or an instant is no subject and no predicate."""
    literals = {
        param.name: param.type for param in context.header.params if param.type not in ("Ref", "iri") and not param.inferred
    }
    patterns = [element for element, _ in walk(context.query.root) if isinstance(element, Triple)]
    for triple in [*patterns, *(template.triple for template in context.query.templates)]:
        ends = [triple.subject, *([triple.path.term] if isinstance(triple.path, Link) else [])]
        for term in ends:
            if term.is_param and term.value in literals:
                message = f"${term.value} is declared as {literals[term.value]}, and only an IRI may stand here"
                yield context.at(term.token, "Q017", message)
    for template in context.query.templates:
        subject = template.triple.subject
        if subject.kind == "literal":
            message = f"{cut(subject.value)!r} is a literal, and only an IRI may stand here"
            yield context.at(context.near(subject, template.triple.token), "Q017", message)


def absolute_iris(context: Context) -> Iterator[Problem]:
    """Q015: every IRI is written in full or with a prefix."""
    for token in context.tokens:
        if token.kind == "iri" and not _ABSOLUTE.match(token.text):
            yield context.at(token, "Q015", f"{token.text} is relative; write it in full")


def _depths(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    depth = 0
    for token in tokens:
        depth += token.is_punct("{") - token.is_punct("}")
        yield token, depth


def names_listed(tokens: Sequence[Token]) -> dict[str, Token]:
    """Return the names in `VALUES $x { UNDEF }`."""
    return {
        name.name: name
        for values, name, opening, undef, close in zip(tokens, tokens[1:], tokens[2:], tokens[3:], tokens[4:], strict=False)
        if values.word_is("VALUES") and name.is_param
        if opening.is_punct("{") and undef.word_is("UNDEF") and close.is_punct("}")
    }


def _template_columns(context: Context) -> Iterator[tuple[str, ...]]:
    """Yield the names of each `$s $p $o` in DELETE or INSERT."""
    for template in context.query.templates:
        path = template.triple.path
        terms = (template.triple.subject, path.term, template.triple.object) if isinstance(path, Link) else ()
        if all(term.is_param for term in terms):
            yield tuple(term.value for term in terms)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    blank_nodes,
    mode_matches,
    where_written,
    patterns_written,
    limits,
    columns_named,
    defaults_named,
    one_sigil,
    params_used,
    params_declared,
    lists_by_values,
    rows_in_place,
    params_bindable,
    literals_in_place,
    optionals_guarded,
    absolute_iris,
)
