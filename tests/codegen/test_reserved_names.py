"""No name of an ontology or of a query is one that the module around it imports or reads: the sets are held to the code."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgrdf import Graph
from kgrdf.store import open_store
from kgrdf_codegen import naming
from kgrdf_codegen.generate import generate
from kgrdf_codegen.queries import _ARGUMENTS, _COLUMNS, _MODULE

from .conftest import Python


@pytest.fixture(scope="module")
def modules(packages: Path, right: Any) -> dict[str, list[ast.Module]]:
    """The modules of all packages by name."""
    folders = [*(path.parent for path in packages.glob("case_*/__init__.py")), Path(right.__file__).parent]
    names = ("__init__", "accessors", "enums", "models", "queries")
    return {name: [ast.parse((folder / f"{name}.py").read_text("utf-8")) for folder in folders] for name in names}


def imported(module: ast.Module) -> set[str]:
    """Return what a module imports, types of values aside: those are the ontology's."""
    rows = [node for node in module.body if isinstance(node, ast.ImportFrom) and node.module != "enums"]
    return {alias.asname or alias.name for row in rows for alias in row.names}


def read(*nodes: ast.AST) -> set[str]:
    return {
        node.id
        for outer in nodes
        for node in ast.walk(outer)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def read_by_a_class(cls: ast.ClassDef) -> Iterator[str]:
    """Yield what is looked up among the members of a class first: all but what stands in the bodies of its methods."""
    for node in cls.body:
        if isinstance(node, ast.FunctionDef):
            yield from read(node.args, *node.decorator_list, *([node.returns] if node.returns else []))
        else:
            yield from read(node)


def defined(module: ast.Module) -> set[str]:
    names = {node.name for node in module.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assigned = [node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    targets = [target for node in assigned for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    return names | {target.id for target in targets if isinstance(target, ast.Name)} - {"__all__", "QUERIES"}


def classes(module: ast.Module) -> list[ast.ClassDef]:
    return [node for node in module.body if isinstance(node, ast.ClassDef)]


def test_no_class_and_no_type_of_values_hides_what_its_module_imports_or_reads(modules: dict[str, list[ast.Module]]) -> None:
    given = {name for module in modules["enums"] for name in defined(module)}
    needed = {
        name
        for module in (*modules["models"], *modules["enums"])
        for name in (imported(module) | read(module)) - defined(module) - given
    }
    assert {"Moment", "Number", "Literal", "TypeAlias", "LangString"} <= needed
    assert [name for name in sorted(needed) if naming.capwords(name) == name and not naming.class_reserved(name)] == []


def test_no_field_hides_what_its_model_reads(modules: dict[str, list[ast.Module]]) -> None:
    needed = {name for module in modules["models"] for cls in classes(module) for name in read_by_a_class(cls)}
    assert {"str", "tuple", "bool"} <= needed
    assert [name for name in sorted(needed) if naming.snake(name) == name and not naming.field_reserved(name)] == []


def test_no_accessor_hides_what_the_graph_reads(modules: dict[str, list[ast.Module]]) -> None:
    needed = {name for module in modules["__init__"] for cls in classes(module) for name in read_by_a_class(cls)}
    assert {"accessors", "cached_property", "str"} <= needed
    assert [name for name in sorted(needed) if naming.snake(name) == name and not naming.plural_reserved(name)] == []


def test_no_function_constant_or_row_hides_what_the_module_of_queries_reads(modules: dict[str, list[ast.Module]]) -> None:
    needed: set[str] = set()
    for module in modules["queries"]:
        needed |= imported(module) | {"QUERIES"}
        for node in module.body:
            if isinstance(node, ast.FunctionDef):
                needed |= read(node.args, *([node.returns] if node.returns else []))
            elif isinstance(node, ast.ClassDef | ast.AnnAssign | ast.Assign):
                needed |= read(node)
        needed -= defined(module)
    assert {"Decimal", "Iterable", "annotations", "models", "tuple"} <= needed
    assert needed <= _MODULE


def test_no_argument_hides_what_its_function_reads_and_no_column_what_its_row_reads(
    modules: dict[str, list[ast.Module]],
) -> None:
    arguments: set[str] = set()
    for module in modules["queries"]:
        for node in (node for node in module.body if isinstance(node, ast.FunctionDef)):
            own = {argument.arg for argument in node.args.kwonlyargs} - {"limit"}
            arguments |= read(*node.body) - own - defined(module)
    columns = {name for module in modules["queries"] for cls in classes(module) for name in read_by_a_class(cls)}
    assert {"graph", "limit", "models", "rows", "runtime"} <= arguments <= _ARGUMENTS
    assert {name for name in columns if naming.snake(name) == name} <= _COLUMNS


def test_what_is_called_as_the_module_calls_its_own_things_works_all_the_same(python: Python) -> None:
    script = """
import case_reserved_names as package
from kgrdf.store import open_store
with open_store("memory:") as store:
    graph = package.Graph(store, "acme")
    noon = graph.moments.add("noon", when="2024-01-01T12:00:00Z").id
    print(graph.moments.get(noon).when.hour, graph.moments.list().items[0].name)
    print(graph.numbers.get(graph.numbers.add("ten", amount="10.5").id).amount)
    key = graph.keys.add("brass").id
    lock = graph.locks.add("front door", key=[key]).id
    by_key, by_name = graph.locks.by_key_id(key).items, graph.locks.find("Front Door")
    print([found.name for found in by_key], [found.name for found in by_name])
    print(graph.ex_accessors.list().items)
"""
    assert python("-c", script).splitlines() == ["12 noon", "10.5", "['front door'] ['front door']", "()"]


def test_a_query_in_a_script_without_capitals_has_a_function_and_a_constant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "決定.rq").write_text(
        """\
# @name 決定
# @mode many
# @limit 10
# The names of all.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?label
WHERE { GRAPH $current { ?thing kg:name ?label } }
""",
        encoding="utf-8",
    )
    assert generate([], tmp_path / "caseless", queries=[tmp_path]).ok
    monkeypatch.syspath_prepend(tmp_path)
    queries = importlib.import_module("caseless.queries")
    with open_store("memory:") as store:
        graph = Graph(store, "acme")
        graph.people.add("Ann")
        assert [row.label for row in queries.決定(graph)] == ["Ann"]
    assert (queries.決定_QUERY.name, {"決定", "決定_QUERY"} <= {*queries.__all__}) == ("決定", True)
