"""The values of which something is one, where they are known, and whether a condition is true of any of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.evaluation import UnknownError, constant, is_true, spelled
from kgrdf_codegen.check.flow import TYPE, Flow, Scope
from kgrdf_codegen.check.held import Held, Source, Way, is_constant
from kgrdf_codegen.check.literals import cased
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Bind, Call, Expr, Term, bound_names
from kgrdf_codegen.reader import KG

__all__ = ["CLASSES", "VERBS", "Trial"]

CLASSES = (TYPE.iri, f"{KG}entityType")
VERBS = f"{KG}relationshipType"
_MOST = 1024
"""With more combinations of values than these, a condition is taken for one that may be true."""
_PLAIN = ("IN", "NOT IN", "UnaryMinus", "UnaryPlus")
_WHOLE = {"CONCAT", "STR", "LCASE", "UCASE"}
_EQUAL = ("=", "IN", "sameTerm")


class Trial:
    """One condition, tried with all values that its variables can have."""

    def __init__(self, context: Context, flow: Flow, scope: Scope, near: Token | None) -> None:
        self.context = context
        self.flow = flow
        self.scope = scope
        self.near = near
        self.own = {name for fact in scope.facts for name in bound_names(fact.element)}
        self.made = {fact.element.var.value: fact.element.expr for fact in scope.facts if isinstance(fact.element, Bind)}
        self.met: set[str] = set()
        self.tables: dict[str, list[str]] = {}
        self.binds: list[str] = []
        self.functions: set[str] = set()
        self.sources: list[Source] = []

    def fails(self, call: Call) -> Sequence[Source]:
        """Return where the values are from of which none makes a condition true; nothing where one may."""
        try:
            text = spelled(call, self._told)
        except UnknownError:
            return ()
        told = [source for source in self.sources if source.declared is not None]
        verbs = any(source.declared is not None and source.declared.iri == VERBS for source in told)
        # A verb may be undeclared, so a part of one is looked for rightly; a whole one is declared, or said to be meant.
        if not self.sources or (verbs and not (call.op in _EQUAL and self.functions <= _WHOLE)):
            return ()
        if not told and all(isinstance(arg, Term) for arg in call.args):
            return ()  # of constants that are compared another rule speaks
        if prod(map(len, self.tables.values())) > _MOST:
            return ()
        rows = (f"VALUES ?{name} {{ {' '.join(values)} }}" for name, values in self.tables.items())
        true = is_true(f"{' '.join((*rows, *self.binds))} FILTER({text})")
        return (told or self.sources) if true is False else ()

    def _told(self, expr: Expr, exact: bool) -> str | None:
        """Return what stands for a variable, with what is needed for it noted; None for anything else."""
        if isinstance(expr, Term):
            return self._variable(expr) if expr.kind == "var" else None
        if isinstance(expr, Call) and expr.op in ("Aggregate_Min", "Aggregate_Max", "Aggregate_Sample"):
            name = f"_{len(self.tables)}"
            self._table(name, self.flow.held(expr, self.scope.holds, self.near))
            return f"?{name}"
        if isinstance(expr, Call) and expr.op[0].isalpha() and expr.op not in _PLAIN:
            self.functions.add(expr.op)
        return None

    def _variable(self, term: Term) -> str:
        name, made = term.value, self.made.get(term.value)
        if term.is_param:
            raise UnknownError
        if name not in self.met:
            self.met.add(name)
            try:
                self._table(name, self.scope.holds.get(name, Held()))
            except UnknownError:
                if made is None:
                    raise
                self.binds.append(f"BIND({spelled(made, self._told)} AS ?{name})")
        return f"?{name}"

    def _table(self, name: str, held: Held) -> None:
        if len(held.ways) > _MOST:
            raise UnknownError
        found = [value for way in held.ways for value in self._of_way(way)]
        unbound = [] if held.sure and name in self.own and not isinstance(self.made.get(name), Call) else ["UNDEF"]
        self.tables[name] = [*dict.fromkeys(found), *unbound]

    def _of_way(self, way: Way) -> Sequence[str]:
        for source in way:
            if source.term is not None and is_constant(source) and source.joined:
                self.sources.append(source)
                return [constant(source.term)]
        for source in way:
            if (values := self._of_property(source)) is not None:
                self.sources.append(source)
                return values
        raise UnknownError

    def _of_property(self, source: Source) -> list[str] | None:
        """Return all values of a property that has but few, or of what STR, LCASE or UCASE makes of them."""
        declared, vocabulary = source.declared, self.context.vocabulary
        if declared is None:
            return None
        if declared.iri in CLASSES:
            kind, values = "iri", {*vocabulary.classes}
        elif declared.iri == VERBS:
            kind, values = "literal", {*vocabulary.relation_types, *self.context.header.undeclared_types}
        elif declared.one_of and declared.kind in ("string", "ref", "iri"):
            kind, values = "literal" if declared.kind == "string" else "iri", {*declared.one_of}
        else:
            return None
        kind = "literal" if source.form else kind
        return [constant(Term(kind, cased(source.form, value))) for value in sorted(values)]
