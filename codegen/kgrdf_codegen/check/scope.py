"""Rules on graphs: nothing is read or written outside the bound tenant's two graphs, or the store's two reserved ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.tree import Block, Term, Triple, terms_of, walk
from kgrdf_codegen.check.vocabulary import NODES
from kgrdf_codegen.headers import RESERVED
from kgrdf_codegen.problems import Problem, cut

__all__ = ["RULES", "STORE_GRAPHS"]

STORE_GRAPHS = ("urn:kgrdf-store:registry", "urn:kgrdf-store:scratch")


def inside_graph(context: Context) -> Iterator[Problem]:
    """Q030: every triple pattern and path, in EXISTS, MINUS, a subselect and a template too, stands inside GRAPH."""
    where = "GRAPH $current { … }" if context.header.scope == "tenant" else f"GRAPH <{STORE_GRAPHS[0]}> {{ … }}"
    told = set()
    for element, graph in walk(context.query.root):
        if isinstance(element, Triple) and graph is None:
            token = element.token
            if token not in told:
                told.add(token)
                yield context.at(token, "Q030", f"a pattern outside every graph; put it inside {where}")
    for template in context.query.templates:
        if template.graph is None and template.clause != "CONSTRUCT":
            message = f"{template.clause} outside every graph; put it inside {where}"
            yield context.at(template.triple.token, "Q030", message)


def graph_reserved(context: Context) -> Iterator[Problem]:
    """Q031: GRAPH names $current or $history; in a file of `@scope store`, one of the two reserved graphs, as a constant."""
    names = [element.name for element, _ in walk(context.query.root) if isinstance(element, Block)]
    names += [template.graph for template in context.query.templates if template.graph is not None]
    told = set()
    for name in names:
        if name.token in told or _allowed(name, context):
            continue
        told.add(name.token)
        written = name.shown
        if context.header.scope == "store":
            allowed = " or ".join(f"<{iri}>" for iri in STORE_GRAPHS)
            message = f"GRAPH {written} in a file of @scope store; only {allowed}"
        elif name.kind == "var" and not name.is_param:
            message = f"GRAPH {written} reads the graphs of every tenant; write GRAPH $current or GRAPH $history"
        else:
            message = f"GRAPH {written} is not a graph of the bound tenant; write GRAPH $current or GRAPH $history"
        yield context.at(name.token, "Q031", message)


def graphs_side_by_side(context: Context) -> Iterator[Problem]:
    """Q032: no GRAPH inside GRAPH, not even through EXISTS: what a pattern reads is seen at one glance."""
    for element, graph in walk(context.query.root):
        if isinstance(element, Block) and graph is not None:
            outer = graph.shown
            message = f"GRAPH inside GRAPH {outer}; write the blocks side by side"
            yield context.at(element.name.token, "Q032", message)


def one_scope(context: Context) -> Iterator[Problem]:
    """Q033: no IRI of a tenant or of the store's own graphs is written out, except those graphs under `@scope store`."""
    for term in terms_of(context.query):
        if term.kind == "literal" and _OF_A_TENANT.match(term.value):  # for IRI("…"), or to compare STR(?x) with
            message = f'"{cut(term.value)}" is an IRI of one tenant as a text; take it as a parameter'
            yield context.at(context.near(term, None), "Q033", message)
        if term.kind != "iri" or not term.value.startswith(NODES):
            continue
        if context.header.scope == "store" and term.value in STORE_GRAPHS:
            continue
        if term.value.startswith("urn:kgrdf-store:") and context.header.scope == "tenant":
            message = f"<{cut(term.value)}> is the store's; only a file of @scope store may name it"
        elif term.value.startswith("urn:kgrdf-store:"):
            message = f"<{cut(term.value)}> is no reserved graph; only " + " and ".join(f"<{iri}>" for iri in STORE_GRAPHS)
        else:
            message = f"<{cut(term.value)}> is written out and belongs to one tenant; take it as a parameter"
        yield context.at(term.token, "Q033", message)


_OF_A_TENANT = re.compile(r"urn:kgrdf:[^:]+:")


def reserved_params(context: Context) -> Iterator[Problem]:
    """Q034: $current and $history stand only after GRAPH, and not at all in a file of `@scope store`."""
    for token in context.tokens:
        if not token.is_param or token.name not in RESERVED:
            continue
        before = context.tokens[token.index - 1] if token.index else None
        if before is None or not before.word_is("GRAPH"):
            yield context.at(token, "Q034", f"{token.text} is the name of a graph and stands only after GRAPH")
        elif context.header.scope == "store":
            yield context.at(token, "Q034", f"{token.text} is a tenant's graph in a file of @scope store; make two files")


def _allowed(name: Term, context: Context) -> bool:
    if context.header.scope == "store":
        # A tenant's graph here is Q034, another graph of the store is Q033.
        return name.value in STORE_GRAPHS or (name.is_param and name.value in RESERVED) or name.value.startswith(NODES)
    return (name.is_param and name.value in RESERVED) or name.value.startswith(NODES)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    inside_graph,
    graph_reserved,
    graphs_side_by_side,
    one_scope,
    reserved_params,
)
