"""Where something stands in a file: what is said around it, and of what that holds inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgrdf_codegen.check.certain import asked_of_one, certain
from kgrdf_codegen.check.facts import Fact
from kgrdf_codegen.check.proofs import Evidence
from kgrdf_codegen.check.tree import Call, Exists, Expr, Filter, Group, Minus, Optional, Select, Term, Values

__all__ = ["Border", "Place", "border_of", "exists_beside", "key"]


@dataclass(frozen=True)
class Border:
    """The edge of a group that is decided apart: what it finds is joined with nothing around it, as in a MINUS.

    What is proven around it is proven of a node inside only if that has its value there.
    """

    kind: str
    facts: tuple[Fact, ...]
    """What the groups around it say."""
    depth: int
    """How many groups lie around it."""
    given: frozenset[str]
    """The variables that have their values there, in every solution."""
    beside: Sequence[Fact]
    """What its group says, also behind it."""
    others: frozenset[str] | None = None
    """Of an OPTIONAL: what else binds what. What it alone gives, a filter around it speaks of."""
    apart: dict[tuple[int, str], tuple[tuple[Fact, ...], tuple[Fact, ...]]] = field(default_factory=dict, init=False)
    """What was asked of `without`, with the facts themselves, so that no others can get their number."""

    def comes_later(self, node: Term) -> bool:
        """Whether a node that it hides has its value further down."""
        return node.value in certain(fact.element for fact in self.beside)

    def hides(self, node: Term) -> bool:
        """Whether a node inside may be another than the one of its name outside."""
        name = node.value
        return not node.is_param and name not in self.given and (self.others is None or name in self.others)

    def without(self, facts: tuple[Fact, ...], node: Term) -> tuple[Fact, ...]:
        """Return facts without what those beyond the border say of another node of the same name, and what they ask for."""
        tried = (id(facts), node.value)
        if tried not in self.apart:
            beyond = {id(fact) for fact in self.facts}
            left = [fact for fact in facts if id(fact) not in beyond or not isinstance(fact.element, Filter | Minus)]
            named = (id(fact) in beyond and node.value in fact.named for fact in left)
            self.apart[tried] = (
                facts,
                tuple(_nameless(fact, node) if other else fact for fact, other in zip(left, named, strict=True)),
            )
        return self.apart[tried][1]


@dataclass(frozen=True)
class Place:
    """Where something stands, with what is said around it."""

    facts: tuple[Fact, ...] = ()
    """What the enclosing groups say, without the branch that leads here."""
    at: int = 0
    """Where among them the branch stands."""
    outer: tuple[tuple[tuple[Fact, ...], frozenset[str]], ...] = ()
    """The same for every group further out, with what is told of it: what is joined here meets what is proven there."""
    known: Mapping[tuple[str, str, str], Evidence] = field(default_factory=dict)
    """The conditions of classes and nodes that are proven further out, behind the border of a subselect, with the proofs."""
    told: frozenset[str] | None = None
    """What the answer tells of the variables here; None at the top, around its SELECT."""
    branch: tuple[int, ...] = ()
    borders: tuple[Border, ...] = ()
    """Those that lie around this, from the outermost on."""

    def border(self, node: Term) -> Border | None:
        """Return the innermost border over which a node does not come."""
        return next((border for border in reversed(self.borders) if border.hides(node)), None)

    def of(self, node: Term) -> Place:
        """Return what is said here of a node: nothing further out, if it does not come from there."""
        if (border := self.border(node)) is None:
            return self
        outer = tuple((border.without(facts, node), told) for facts, told in self.outer[border.depth :])
        return replace(self, facts=border.without(self.facts, node), outer=outer, known={})


def border_of(kind: str, fact: Fact, place: Place, *, before: bool) -> Border:
    """Return the border of what stands in an element: over it comes what has its value in the element's own group.

    With `before`, it has it only from what stands before there. A filter has the values of what an OPTIONAL stands in
    too, and an EXISTS those of what is around it.
    """
    first, beside = place.facts[: place.at], [other for other in place.facts if fact.beside(other)]
    seen = [other for other in first if fact.beside(other) or (not before and fact.shown(other))]
    if not before:
        seen += [other for other in place.facts[place.at :] if fact.beside(other)]
    tests = [other.element.expr for other in (fact, *beside) if isinstance(other.element, Filter)]
    given = certain((other.element for other in seen), asked_of_one(tests, (other.bound for other in place.facts)))
    return Border(kind, place.facts, len(place.outer), given, beside)


def exists_beside(select: Select) -> Iterator[tuple[Exists, bool]]:
    """Yield each EXISTS around the group of a SELECT, and whether it is asked of what is grouped, and not of each row."""
    keys = {key.value for key in select.keys if isinstance(key, Term)}
    for index, expr in enumerate(select.expressions):
        of_rows = index < len(select.computed) and select.computed[index].value in keys
        of_rows = of_rows or any(expr is key for key in select.keys) or not select.grouped
        yield from ((exists, not (of_rows or summed)) for exists, summed in _exists_summed(expr))


def _exists_summed(expr: Expr, summed: bool = False) -> Iterator[tuple[Exists, bool]]:
    """Yield each EXISTS of an expression, and whether it is asked of the rows that an aggregate sums up."""
    if isinstance(expr, Exists):
        yield expr, summed
    elif isinstance(expr, Call):
        for arg in expr.args:
            yield from _exists_summed(arg, summed or expr.op.startswith("Aggregate_"))


def key(term: Term) -> str:
    """Return what tells a variable from a parameter of its name."""
    return f"{'$' if term.is_param else '?'}{term.value}"


def _nameless(fact: Fact, node: Term) -> Fact:
    """Return a fact that binds the same variables but one, and says nothing."""
    columns = tuple(Term("var", name) for name in fact.bound.elements() if name != node.value)
    return replace(fact, element=Optional(Group((Values(columns, ()),))))
