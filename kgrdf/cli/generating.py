"""The command that generates: codegen."""

from __future__ import annotations

from pathlib import Path

import click

from kgrdf.errors import InvalidValueError

__all__ = ["codegen"]


@click.command()
@click.option(
    "--ontology",
    "ontologies",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A Turtle file with classes of your own; repeatable. The core is always there.",
)
@click.option(
    "--queries", multiple=True, type=click.Path(path_type=Path), help="A folder of .rq files, or one file; repeatable."
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The package's folder, owned whole.")
@click.option("--docs", type=click.Path(path_type=Path), help="A Markdown page about the schema to write too.")
@click.option(
    "--templates",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder of templates that win over the shipped ones.",
)
@click.option(
    "--check", is_flag=True, help="Write nothing; print a diff and exit 1 if the package is not what it should be."
)
def codegen(
    ontologies: tuple[Path, ...],
    queries: tuple[Path, ...],
    out: Path,
    docs: Path | None,
    templates: Path | None,
    check: bool,
) -> None:
    """Generate a typed package from an ontology.

    `kgrdf serve --schema PACKAGE` serves it. Problems are printed as file:line:column; with an error nothing is written.
    """
    from kgrdf_codegen.generate import generate

    if not out.resolve().name.isidentifier():
        raise InvalidValueError(
            f"out: Python can import no package called {out.resolve().name!r}", hint="use letters, digits and _"
        )
    result = generate(ontologies, out, queries=queries, check=check, docs=docs, templates=templates)
    if status := result.tell(out):
        raise click.exceptions.Exit(status)
