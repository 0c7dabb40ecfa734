"""Where the shipped ontology lies. Nothing else in the generator looks for files by path."""

from __future__ import annotations

from pathlib import Path

__all__ = ["checkout", "core_queries", "ontology_folder", "runtime_query_folders", "shipped_query_folders", "shown"]

_PACKAGE = Path(__file__).parent


def ontology_folder(package: Path = _PACKAGE) -> Path:
    """Return the folder that holds `core.ttl`: beside the package when installed, at the repository's root in a checkout.

    Raises `FileNotFoundError` that names both places, when the installation is broken.
    """
    installed = package / "ontology"
    checkout = package.parents[1] / "ontology"
    for folder in (installed, checkout):
        if (folder / "core.ttl").is_file():
            return folder
    raise FileNotFoundError(f"no core.ttl in {installed} or {checkout}; reinstall kgrdf")


def checkout(package: Path = _PACKAGE) -> Path | None:
    """Return the root of the checkout that the generator runs in; None where it is installed."""
    return None if ontology_folder(package) == package / "ontology" else package.parents[1]


def core_queries(package: Path = _PACKAGE) -> Path:
    """Return the folder of the named queries that every package has."""
    return ontology_folder(package) / "queries"


def shipped_query_folders(package: Path = _PACKAGE) -> list[Path]:
    """Return the folders of `.rq` files that ship: the ontology's, the runtime's and the generated."""
    return [folder for folder in (core_queries(package), *runtime_query_folders(package)) if folder.is_dir()]


def runtime_query_folders(package: Path = _PACKAGE) -> list[Path]:
    """Return the folders of `.rq` files that are not for users: the runtime's and the generated."""
    runtime = (checkout(package) or package.parent) / "kgrdf"
    return [folder for folder in (runtime / "sparql", runtime / "generated" / "sparql") if folder.is_dir()]


def shown(path: Path) -> str:
    """Return a path as messages show it: relative where it lies below the working folder, with forward slashes."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
