"""Imports point one way, down the layers of docs/architecture.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

# From the bottom up. A module may import from its own layer and from those before it.
LAYERS = (
    ("errors",),
    ("arguments",),
    ("ids", "temporal", "tenancy", "terms"),
    ("query", "schema", "sparql", "testing"),
    ("store",),
    ("answers", "models", "standing", "remembered", "rendering"),
    ("transaction", "lookup", "sources", "properties", "records", "chunking", "cursors"),
    ("statements", "entities", "documents", "mentions", "contradictions", "search", "context", "timeline", "listing"),
    ("named", "accessors", "constructs", "updates", "writing"),
    ("graph",),
    ("clearing", "copying", "tenants", "snapshot", "export", "ingest", "validation", "doctor"),
    ("runtime",),
    ("generated",),
    ("mcp", "cli"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def imports_of(path: Path, *, lazy: bool) -> Iterator[str]:
    """Yield what a file imports; without `lazy`, only what it does when it is loaded (not for type checkers alone)."""
    nodes: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not lazy and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        elif not lazy and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            nodes.extend(node.orelse)
        else:
            nodes.extend(ast.iter_child_nodes(node))


def modules(repository: Path, package: str) -> list[Path]:
    found = sorted((repository / package).rglob("*.py"))
    assert found, f"no modules in {package}"
    return found


def part(dotted: str) -> str | None:
    """Return the part of kgrdf that a dotted name belongs to, None for another package and for kgrdf's own names."""
    names = dotted.split(".")
    return names[1] if names[0] == "kgrdf" and len(names) > 1 and names[1] in LEVEL else None


def test_every_part_of_the_runtime_has_a_layer(repository: Path) -> None:
    parts = {
        path.name.removesuffix(".py") for path in (repository / "kgrdf").iterdir() if path.suffix == ".py" or path.is_dir()
    }
    assert parts - {"__init__", "__pycache__"} <= set(LEVEL)


def test_no_module_imports_from_a_layer_above_its_own(repository: Path) -> None:
    wrong = []
    for path in modules(repository, "kgrdf"):
        own = path.relative_to(repository / "kgrdf").parts[0].removesuffix(".py")
        for dotted in () if own == "__init__" else imports_of(path, lazy=False):
            other = part(dotted)
            if other is not None and LEVEL[other] > LEVEL[own]:
                wrong.append(f"{path.relative_to(repository)} imports {dotted}")
    assert wrong == []


def test_hand_written_modules_never_import_the_generated_ones(repository: Path) -> None:
    """Only `kgrdf/__init__.py` does, when a name of theirs is asked for."""
    generated = repository / "kgrdf" / "generated"
    for path in modules(repository, "kgrdf"):
        if generated in path.parents or path == repository / "kgrdf" / "__init__.py":
            continue
        assert [name for name in imports_of(path, lazy=True) if part(name) == "generated"] == [], path


def test_the_generator_never_imports_the_runtime(repository: Path) -> None:
    for path in modules(repository, "codegen/kgrdf_codegen"):
        assert [name for name in imports_of(path, lazy=True) if name.split(".")[0] == "kgrdf"] == [], path


def test_the_runtime_reaches_the_generator_only_from_the_command_line_validation_and_for_tests(repository: Path) -> None:
    for path in modules(repository, "kgrdf"):
        users = [name for name in imports_of(path, lazy=True) if name.split(".")[0] == "kgrdf_codegen"]
        inside = path.relative_to(repository / "kgrdf").parts[0]
        assert users == [] or inside in ("cli", "testing", "testing.py", "validation", "validation.py"), path
        assert [name for name in imports_of(path, lazy=False) if name in users] == [] or inside == "cli", path


@pytest.mark.parametrize(
    ("heavy", "allowed"),
    [
        ("rdflib", {"validation"}),
        ("SPARQLWrapper", {"store"}),
        ("urllib3", {"store"}),
        ("botocore", {"store"}),
        ("click", {"cli"}),
        ("mcp", {"mcp"}),
    ],
)
def test_a_heavy_library_stays_in_its_room(repository: Path, heavy: str, allowed: set[str]) -> None:
    for path in modules(repository, "kgrdf"):
        inside = path.relative_to(repository / "kgrdf").parts[0].removesuffix(".py")
        if heavy in {name.split(".")[0] for name in imports_of(path, lazy=True)}:
            assert inside in allowed, f"{path.relative_to(repository)} imports {heavy}"
