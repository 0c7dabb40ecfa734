"""From text to `Query`, through rdflib's grammar. What is not understood is refused: a gap here were a hole in the proof."""

from __future__ import annotations

import itertools
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import rdflib
from pyparsing import ParseBaseException, ParseResults
from rdflib import RDF, BNode, Literal, URIRef, Variable
from rdflib.plugins.sparql.parser import parseQuery, parseUpdate
from rdflib.plugins.sparql.parserutils import CompValue

from kgrdf_codegen.check import tree
from kgrdf_codegen.check.syntax import mistake
from kgrdf_codegen.check.tokens import Token, names, tagged, untag

__all__ = ["NotUnderstoodError", "parse_query"]

_LOG = logging.getLogger("rdflib.term")
_OPERATORS = {"ConditionalOrExpression": "||", "ConditionalAndExpression": "&&"}
_LONGEST = 100
"""The signs of a sum or a product that is checked."""
_TOP = {"SelectQuery": "select", "AskQuery": "ask", "ConstructQuery": "construct", "DescribeQuery": "describe"}


class NotUnderstoodError(Exception):
    """The text is not SPARQL, or is SPARQL of a kind that the checker cannot prove anything about."""

    def __init__(self, message: str, line: int, col: int) -> None:
        super().__init__(message)
        self.message, self.line, self.col = message, line, col


def parse_query(text: str, tokens: Sequence[Token], *, update: bool) -> tree.Query:
    """Return the query of a text whose words are `tokens`.

    Raises `NotUnderstoodError` for a syntax error, and for a name that the tree does not show.
    """
    parse = parseUpdate if update else parseQuery
    with _as_written():
        try:
            parsed = parse(tagged(text, tokens))
        except ParseBaseException:
            raise _syntax_error(text, tokens, update=update) from None
    converter = _Converter(tokens)
    query = converter.update(parsed) if update else converter.query(parsed)
    for token in names(tokens):
        if token.index not in converter.met:
            raise NotUnderstoodError(f"cannot tell what {token.text} is here", token.line, token.col)
    return query


@contextmanager
def _as_written() -> Iterator[None]:
    """Let rdflib keep a literal as it is written, of 1e2 no 100.0, and say nothing where it has no value for one."""
    before, rdflib.NORMALIZE_LITERALS = rdflib.NORMALIZE_LITERALS, False
    _LOG.addFilter(_silent)
    try:
        yield
    finally:
        rdflib.NORMALIZE_LITERALS = before
        _LOG.removeFilter(_silent)


def _silent(record: logging.LogRecord) -> bool:
    return False


def _syntax_error(text: str, tokens: Sequence[Token], *, update: bool) -> NotUnderstoodError:
    """Return the error in the text as it is written, where the tags shift no place."""
    found = mistake(text, tokens, update=update)
    if found is None:
        return NotUnderstoodError("can be read in two ways; put spaces between its words", tokens[0].line, tokens[0].col)
    token, message = found
    return NotUnderstoodError(f"is not SPARQL: {message}", token.line, token.col)


def _flat(value: object) -> Iterator[Any]:
    if isinstance(value, (list, ParseResults)):
        for item in value:
            yield from _flat(item)
    elif value is not None:
        yield value


class _Converter:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.met: set[int] = set()
        self.prefixes: dict[str, str] = {}

    # The whole

    def query(self, parsed: Any) -> tree.Query:
        prologue, body = parsed
        self._prologue(prologue)
        form = _TOP[body.name]
        templates = tuple(tree.Template("CONSTRUCT", None, triple) for triple in self._triples(_flat_triples(body.template)))
        for clause in body.datasetClause or ():
            list(self._terms([clause.default, clause.named]))
        if body.where is None:  # DESCRIBE <x>, which a rule refuses
            list(self._terms(body.var or []))
            return tree.Query(form, tree.Group(()), None, templates, self.prefixes)
        select = self._select(body)
        return tree.Query(form, select.group, select, templates, self.prefixes)

    def update(self, parsed: Any) -> tree.Query:
        for prologue in parsed.prologue:
            self._prologue(prologue)
        operations = list(parsed.request or ())
        if len(operations) != 1 or operations[0].name != "Modify":
            self.met.update(token.index for token in names(self.tokens))
            form = "modify" if len(operations) > 1 else operations[0].name.lower() if operations else "nothing"
            return tree.Query(form, tree.Group(()), None, (), self.prefixes, len(operations))
        modify = operations[0]
        list(self._terms([modify.withClause, [[using.default, using.named] for using in modify.using or ()]]))
        templates = [
            template
            for clause, part in (("DELETE", modify.delete), ("INSERT", modify.insert))
            if part is not None and part.quads is not None
            for template in self._quads(clause, part.quads)
        ]
        return tree.Query("modify", self._group(modify.where), None, tuple(templates), self.prefixes)

    def _prologue(self, declarations: Iterable[CompValue]) -> None:
        for declaration in declarations:
            if declaration.name == "PrefixDecl":
                self.prefixes[declaration.prefix or ""] = str(declaration.iri)

    def _quads(self, clause: str, quads: CompValue) -> Iterator[tree.Template]:
        for triple in self._triples(_flat_triples(quads.triples)):
            yield tree.Template(clause, None, triple)
        for part in quads.quadsNotTriples or ():
            graph = self._term(part.term)
            for triple in self._triples(_flat_triples(part.triples)):
                yield tree.Template(clause, graph, triple)

    # Patterns

    def _select(self, body: CompValue) -> tree.Select:
        projection: list[tree.Term] = []
        computed: list[tree.Term] = []
        expressions: list[tree.Expr] = []
        star = body.name in ("SelectQuery", "SubSelect") and body.projection is None
        for item in _flat(body.projection):
            projection.append(self._term(item.evar if item.var is None else item.var))
            if item.expr is not None:
                computed.append(projection[-1])
                expressions.append(self._expr(item.expr))
        keys: list[tree.Expr] = []
        for condition in _conditions(body.groupby):
            if _is_named(condition):
                computed.append(self._term(condition.var))
                expressions.append(self._expr(condition.expr))
            keys.append(computed[-1] if _is_named(condition) else self._expr(condition))
        having = [self._expr(condition) for condition in _conditions(body.having)]
        expressions += [key for key in keys if not any(key is var for var in computed)]
        ordering = [self._expr(condition) for condition in _conditions(body.orderby)]
        expressions += [*having, *ordering]
        summed = body.groupby is not None or any(_sums_up(expr) for expr in expressions)
        values = self._values(body.valuesClause) if body.valuesClause else None
        group = self._group(body.where)
        limit = body.limitoffset
        return tree.Select(
            tuple(projection),
            star,
            group,
            summed,
            limit is not None,
            tuple(expressions),
            values,
            tuple(computed),
            ordering=tuple(ordering),
            one_row=(summed and body.groupby is None) or (limit is not None and str(limit.limit) == "1"),
            most=None if limit is None or limit.limit is None else int(str(limit.limit)),
            keys=tuple(keys),
            having=tuple(having),
        )

    def _group(self, group: CompValue) -> tree.Group:
        if group.name == "SubSelect":
            return tree.Group((self._select(group),))
        return tree.Group(tuple(element for part in group.part or () for element in self._elements(part)))

    def _elements(self, part: CompValue) -> Iterator[tree.Element]:
        match part.name:
            case "TriplesBlock":
                yield from self._triples(_flat_triples(part.triples))
            case "GraphGraphPattern":
                yield tree.Block(self._term(part.term), self._group(part.graph))
            case "OptionalGraphPattern":
                yield tree.Optional(self._group(part.graph))
            case "MinusGraphPattern":
                yield tree.Minus(self._group(part.graph))
            case "GroupOrUnionGraphPattern":
                yield tree.Union(tuple(self._group(arm) for arm in part.graph))
            case "Filter":
                yield tree.Filter(self._expr(part.expr))
            case "Bind":
                yield tree.Bind(self._expr(part.expr), self._term(part.var))
            case "InlineData":
                yield self._values(part)
            case other:
                first = self.tokens[0]
                raise NotUnderstoodError(f"cannot check a {other}", first.line, first.col)

    def _values(self, part: CompValue) -> tree.Values:
        written = list(_flat(part.value))
        columns = tuple(self._terms(part.var))
        given = [cell != "UNDEF" or isinstance(cell, (URIRef, Literal)) for cell in written]
        cells = tuple(self._term(cell) for cell, is_given in zip(written, given, strict=True) if is_given)
        width = max(len(columns), 1)
        for number, row in enumerate(part.value or ()):
            found = len(row) if isinstance(row, ParseResults) else 1
            if found != len(columns):
                place = self._row(columns, number)
                message = f"a row of {found} for {len(columns)} columns; write UNDEF where there is no value"
                raise NotUnderstoodError(message, place.line, place.col)
        bare = (column for index, column in enumerate(columns) if written and not any(given[index::width]))
        empty = frozenset(column.value for column in bare if not column.is_param)
        unset = frozenset(place for place, is_given in enumerate(given) if not is_given)
        return tree.Values(columns, cells, len(written) // width, empty, unset)

    def _row(self, columns: Sequence[tree.Term], number: int) -> Token:
        """Return the parenthesis that opens a row of VALUES, counted from nought."""
        last = next((column.token for column in reversed(columns) if column.token is not None), self.tokens[0])
        opening = (token for token in self.tokens[last.index :] if token.is_punct("("))
        return next(itertools.islice(opening, number, None), last)

    def _triples(self, flat: Sequence[Any]) -> Iterator[tree.Triple]:
        for index in range(0, len(flat), 3):
            subject, path, object_ = flat[index : index + 3]
            yield tree.Triple(self._term(subject), self._path(path), self._term(object_))

    def _path(self, path: Any) -> tree.Path:
        if not isinstance(path, CompValue) or path.name == "pname":
            return tree.Link(self._term(path))
        if path.name in ("PathAlternative", "PathSequence"):
            parts = tuple(self._path(part) for part in path.part)
            return parts[0] if len(parts) == 1 else tree.Many("alt" if path.name == "PathAlternative" else "seq", parts)
        if path.name == "PathNegatedPropertySet":
            named = next((term.token for term in self._terms(path.part or []) if term.token is not None), None)
            where = named or next(token for token in self.tokens if token.is_punct("!"))
            raise NotUnderstoodError("!path reads any other property; name the properties", where.line, where.col)
        inner = self._path(path.part)
        if path.name in ("PathEltOrInverse", "InversePath"):
            return _inverse(inner)
        if path.name == "PathElt":
            return tree.Many(str(path.mod), (inner,)) if path.mod is not None else inner
        first = self.tokens[0]
        raise NotUnderstoodError(f"cannot check a {path.name}", first.line, first.col)

    # Expressions and terms

    def _expr(self, expr: Any) -> tree.Expr:
        if isinstance(expr, (list, ParseResults)):
            items = list(expr)
            return self._expr(items[0]) if len(items) == 1 else tree.Call("list", tuple(map(self._expr, items)))
        if not isinstance(expr, CompValue) or expr.name in ("pname", "literal"):
            return self._term(expr)
        if expr.name in ("Builtin_EXISTS", "Builtin_NOTEXISTS"):
            return tree.Exists(self._group(expr.graph), expr.name == "Builtin_NOTEXISTS")
        if expr.name in _OPERATORS and expr.other:
            return tree.Call(_OPERATORS[expr.name], tuple(map(self._expr, [expr.expr, *expr.other])))
        if expr.name == "RelationalExpression" and expr.op is not None:
            others = [] if _is_nil(expr.other) else map(self._expr, _flat(expr.other))
            return tree.Call(str(expr.op), (self._expr(expr.expr), *others))
        if expr.name == "UnaryNot":
            return tree.Call("!", (self._expr(expr.expr),))
        if expr.name in ("AdditiveExpression", "MultiplicativeExpression") and expr.other:
            made, signs = self._expr(expr.expr), [*_flat(expr.op)]
            if len(signs) > _LONGEST:
                raise RecursionError  # a sum is as deep as it is long, and what each part of it comes to is asked
            for sign, other in zip(signs, _flat(expr.other), strict=True):
                made = tree.Call(str(sign), (made, self._expr(other)))
            return made
        if expr.name == "Function":
            return tree.Call("function", (self._term(expr.iri), *map(self._expr, _flat(expr.expr))))
        found = [self._expr(item) for item in _flat(list(expr.values())) if isinstance(item, (CompValue, *_TERMS))]
        wraps = expr.name.endswith("Expression") and len(found) == 1
        distinct = expr.name.startswith("Aggregate_") and bool(expr.distinct)
        return found[0] if wraps else tree.Call(expr.name.removeprefix("Builtin_"), tuple(found), distinct)

    def _terms(self, items: Any) -> Iterator[tree.Term]:
        return map(self._term, _flat(items))

    def _term(self, term: Any) -> tree.Term:
        if isinstance(term, Variable):
            name, token = self._met(str(term), "var")
            return tree.Term("var", name, token)
        if isinstance(term, BNode):
            return tree.Term("blank", str(term))
        if isinstance(term, Literal):
            return tree.Term("literal", str(term), None, str(term.datatype) if term.datatype else None, term.language)
        if isinstance(term, URIRef):
            if untag(str(term)) is None:  # the keyword `a`, and the rdf: terms of a collection
                return tree.Term("iri", str(term))
            value, token = self._met(str(term), "iri")
            return tree.Term("iri", value, token)
        if term.name == "pname":
            local, token = self._met(str(term.localname), "pname")
            space = self.prefixes.get(term.prefix or "")
            return tree.Term("iri", token.text if space is None else space + re.sub(r"\\(.)", r"\1", local), token)
        datatype = self._term(term.datatype) if term.datatype is not None else None
        if datatype is None:
            return tree.Term("literal", str(term.string), lang=str(term.lang) if term.lang else None)
        return tree.Term("literal", str(term.string), datatype.token, datatype.value)

    def _met(self, value: str, kind: str) -> tuple[str, Token]:
        name, index = untag(value) or (value, -1)
        if index == -1:  # rdflib found a variable inside what the tokenizer took for an IRI, as in `?a<?b&&?c>?d`
            token = next((token for token in self.tokens if token.kind == "iri" and value in token.text), self.tokens[0])
        else:
            token = self.tokens[index]
        if index == -1 or token.kind != kind:
            raise NotUnderstoodError(f"{token.text} can be read in two ways; put spaces around it", token.line, token.col)
        self.met.add(index)
        return name, token


_TERMS = (Variable, URIRef, Literal, BNode)


def _flat_triples(triples: Any) -> list[Any]:
    return [term for block in triples or () for term in block]


def _inverse(path: tree.Path) -> tree.Path:
    if isinstance(path, tree.Link):
        return tree.Link(path.term, not path.inverse)
    parts = tuple(_inverse(part) for part in path.parts)
    return tree.Many(path.form, tuple(reversed(parts)) if path.form == "seq" else parts)


def _conditions(clause: Any) -> list[Any]:
    return list(_flat(clause.condition)) if clause else []


def _is_nil(written: Any) -> bool:
    """Whether it is the `()` of `?x IN ()`."""
    return isinstance(written, URIRef) and written == RDF.nil and untag(str(written)) is None


def _is_named(condition: Any) -> bool:
    """Whether it is `GROUP BY (… AS ?x)`."""
    return isinstance(condition, CompValue) and condition.name == "GroupAs" and condition.var is not None


def _sums_up(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Call) and (expr.op.startswith("Aggregate_") or any(map(_sums_up, expr.args)))
