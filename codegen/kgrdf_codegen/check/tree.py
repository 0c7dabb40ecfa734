"""What a query says, as plain frozen data: rdflib's parse tree with the places put back and the wrappers taken off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from kgrdf_codegen.check.tokens import Token

__all__ = [
    "Bind",
    "Block",
    "Call",
    "Element",
    "Exists",
    "Expr",
    "Filter",
    "Group",
    "Link",
    "Many",
    "Minus",
    "Optional",
    "Path",
    "Query",
    "Select",
    "Template",
    "Term",
    "Triple",
    "Union",
    "Values",
    "bound_names",
    "edges",
    "exists_in",
    "expressions_of",
    "steps",
    "terms_of",
    "walk",
    "words_of",
]


@dataclass(frozen=True, slots=True)
class Term:
    """A variable, a parameter, an IRI, a literal or a blank node, where it stands."""

    kind: str
    """`var` (a parameter too), `iri`, `literal` or `blank`."""
    value: str
    token: Token | None = None
    """Of a typed literal, its datatype. None for other literals and for the keyword `a`."""
    datatype: str | None = None
    lang: str | None = None
    """Of a literal, its language."""

    @property
    def is_param(self) -> bool:
        """Whether it is written `$x`."""
        return self.token is not None and self.token.is_param

    @property
    def shown(self) -> str:
        """The word of the file that it is; of what the file does not write out, its value."""
        return self.token.text if self.token else self.value

    def same(self, other: Term) -> bool:
        """Whether both are the same term, wherever they stand."""
        mine = (self.kind, self.value, self.is_param, self.datatype, self.lang)
        return mine == (other.kind, other.value, other.is_param, other.datatype, other.lang)


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a path: a predicate, perhaps walked backwards."""

    term: Term
    inverse: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A path of several: `seq` (a/b), `alt` (a|b), or one part with `*`, `+` or `?` behind it."""

    form: str
    parts: tuple[Path, ...]


Path: TypeAlias = Link | Many


@dataclass(frozen=True, slots=True)
class Triple:
    """One triple pattern."""

    subject: Term
    path: Path
    object: Term

    @property
    def token(self) -> Token | None:
        """The first word of the pattern that has a place."""
        terms = [self.subject, *_path_terms(self.path), self.object]
        return next((term.token for term in terms if term.token), None)


@dataclass(frozen=True, slots=True)
class Call:
    """An operator (`<=`, `&&`, `!`), a builtin (`BOUND`) or a function (`function`, its IRI first)."""

    op: str
    args: tuple[Expr, ...]
    distinct: bool = False
    """Of an aggregate: it counts or sums up each value once."""


@dataclass(frozen=True, slots=True)
class Exists:
    """`EXISTS { … }` or `NOT EXISTS { … }`."""

    group: Group
    negated: bool


Expr: TypeAlias = Term | Call | Exists


@dataclass(frozen=True, slots=True)
class Block:
    """`GRAPH name { … }`."""

    name: Term
    group: Group


@dataclass(frozen=True, slots=True)
class Optional:
    """`OPTIONAL { … }`."""

    group: Group


@dataclass(frozen=True, slots=True)
class Minus:
    """`MINUS { … }`."""

    group: Group


@dataclass(frozen=True, slots=True)
class Union:
    """`{ … } UNION { … }`; with one arm, a group in braces."""

    arms: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """`FILTER …`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Bind:
    """`BIND(… AS ?x)`."""

    expr: Expr
    var: Term


@dataclass(frozen=True, slots=True)
class Values:
    """`VALUES … { … }`."""

    columns: tuple[Term, ...]
    cells: tuple[Term, ...]
    """Without UNDEF."""
    rows: int = 0
    """How many rows are written, those of UNDEF included."""
    empty: frozenset[str] = frozenset()
    """The columns that have nothing but UNDEF, and are no list that a caller gives."""
    unset: frozenset[int] = frozenset()
    """The places of UNDEF, counted row by row."""

    def listed(self, index: int) -> list[Term | None]:
        """Return the values of a column, row by row; None for UNDEF."""
        cells, width = iter(self.cells), len(self.columns)
        places = [None if place in self.unset else next(cells) for place in range(self.rows * width)]
        return places[index::width]


@dataclass(frozen=True, slots=True)
class Select:
    """A SELECT, at the top or inside."""

    projection: tuple[Term, ...]
    star: bool
    group: Group
    grouped: bool
    """It has GROUP BY or an aggregate, so what it reads is summed up."""
    limited: bool
    expressions: tuple[Expr, ...]
    """Of the projection, GROUP BY, HAVING and ORDER BY."""
    values: Values | None = None
    computed: tuple[Term, ...] = ()
    """What the first of the expressions give their value to: `(COUNT(?x) AS ?count)`, in GROUP BY too."""
    ordering: tuple[Expr, ...] = ()
    """Of ORDER BY, which are among the expressions too."""
    one_row: bool = False
    """It has an aggregate and no GROUP BY, or LIMIT 1."""
    most: int | None = None
    """How many rows its LIMIT leaves."""
    keys: tuple[Expr, ...] = ()
    """What it is grouped by; of `GROUP BY (… AS ?x)` the variable."""
    having: tuple[Expr, ...] = ()
    """The conditions on its groups, which are among the expressions too."""

    @property
    def shared(self) -> tuple[Term, ...]:
        """The variables that are the same inside it and out."""
        made = {term.value for term in self.computed}
        return tuple(term for term in self.projection if term.value not in made)


Element: TypeAlias = Triple | Block | Optional | Minus | Union | Filter | Bind | Values | Select


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between two braces, in order."""

    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A triple that CONSTRUCT, DELETE or INSERT makes, and the graph that it is for."""

    clause: str
    graph: Term | None
    triple: Triple


@dataclass(frozen=True, slots=True)
class Query:
    """A whole `.rq` text."""

    form: str
    """`select`, `ask`, `construct`, `describe`, `modify`, or the name of another update form in lower case."""
    where: Group
    select: Select | None
    templates: tuple[Template, ...]
    prefixes: dict[str, str]
    operations: int = 1
    """Of an update: how many stand in the text."""

    @property
    def root(self) -> Group:
        """The pattern with what stands around it: the columns' expressions, HAVING, ORDER BY."""
        return Group((self.select,)) if self.select else self.where


def _path_terms(path: Path) -> Iterator[Term]:
    if isinstance(path, Link):
        yield path.term
    else:
        for part in path.parts:
            yield from _path_terms(part)


def edges(path: Path, start: Term | None, end: Term | None) -> Iterator[tuple[Term | None, Link, Term | None]]:
    """Yield the single steps of a path with the nodes at their ends, None for a node that has no name."""
    if isinstance(path, Link):
        yield (end, path, start) if path.inverse else (start, path, end)
    elif path.form == "seq":
        for step in steps(path, start, end):
            yield from edges(*step)
    elif path.form == "alt":
        for part in path.parts:
            yield from edges(part, start, end)
    else:
        for part in path.parts:
            yield from edges(part, start, None)
            yield from edges(part, None, end)


def steps(path: Many, start: Term | None, end: Term | None) -> Iterator[tuple[Path, Term | None, Term | None]]:
    """Yield the parts of a sequence with the nodes at their ends."""
    nodes = [start, *[None] * (len(path.parts) - 1), end]
    return zip(path.parts, nodes, nodes[1:], strict=False)


def terms_of(item: Query | Group | Element | Template | Expr | Path) -> Iterator[Term]:
    """Yield every term below, in the order of the text as far as the tree keeps it."""
    match item:
        case Term():
            yield item
        case Link() | Many():
            yield from _path_terms(item)
        case Triple():
            yield item.subject
            yield from _path_terms(item.path)
            yield item.object
        case Call():
            # Not by itself: a long sum is as deep as it is long, and each term would be handed up through all of it.
            waiting: list[Expr] = [item]
            while waiting:
                expr = waiting.pop()
                if isinstance(expr, Call):
                    waiting.extend(reversed(expr.args))
                else:
                    yield from terms_of(expr)
        case Exists() | Optional() | Minus():
            yield from terms_of(item.group)
        case Block():
            yield item.name
            yield from terms_of(item.group)
        case Union():
            for arm in item.arms:
                yield from terms_of(arm)
        case Filter():
            yield from terms_of(item.expr)
        case Bind():
            yield from terms_of(item.expr)
            yield item.var
        case Values():
            yield from item.columns
            yield from item.cells
        case Select():
            yield from item.projection
            yield from terms_of(item.group)
            for expr in item.expressions:
                yield from terms_of(expr)
            if item.values:
                yield from terms_of(item.values)
        case Group():
            for element in item.elements:
                yield from terms_of(element)
        case Template():
            if item.graph:
                yield item.graph
            yield from terms_of(item.triple)
        case Query():
            for template in item.templates:
                yield from terms_of(template)
            yield from terms_of(item.select or item.where)


def words_of(item: Query | Group | Element | Template | Expr | Path) -> list[Token]:
    """Return the words that its terms are, as far as they have places."""
    return [term.token for term in terms_of(item) if term.token is not None]


def expressions_of(element: Element) -> tuple[Expr, ...]:
    """Return the expressions that stand directly in an element."""
    match element:
        case Filter() | Bind():
            return (element.expr,)
        case Select():
            return element.expressions
        case _:
            return ()


def exists_in(expr: Expr) -> Iterator[Exists]:
    """Yield every EXISTS and NOT EXISTS of an expression, outermost only."""
    if isinstance(expr, Exists):
        yield expr
    elif isinstance(expr, Call):
        for arg in expr.args:
            yield from exists_in(arg)


def walk(group: Group, graph: Term | None = None) -> Iterator[tuple[Element, Term | None]]:
    """Yield every element at any depth, EXISTS and subselects included, with the innermost GRAPH that it stands in."""
    for element in group.elements:
        yield element, graph
        match element:
            case Block():
                yield from walk(element.group, element.name)
            case Optional() | Minus() | Select():
                yield from walk(element.group, graph)
            case Union():
                for arm in element.arms:
                    yield from walk(arm, graph)
        if isinstance(element, Select) and element.values is not None:
            yield element.values, graph
        for expr in expressions_of(element):
            for exists in exists_in(expr):
                yield from walk(exists.group, graph)


def bound_names(element: Element) -> Iterator[str]:
    """Yield the name of every variable that an element may bind, as often as it stands there; filters bind none."""
    match element:
        case Triple():
            yield from (term.value for term in terms_of(element) if term.kind == "var")
        case Bind():
            yield element.var.value
        case Values():
            yield from (column.value for column in element.columns if column.value not in element.empty)
        case Select() if not element.star:
            yield from (term.value for term in element.projection)
        case Block() | Optional() | Select():
            yield from (name for inner in element.group.elements for name in bound_names(inner))
        case Union():
            yield from (name for arm in element.arms for inner in arm.elements for name in bound_names(inner))
