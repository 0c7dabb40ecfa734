"""The commands around the generator: codegen, and the check of single queries."""

from __future__ import annotations

from pathlib import Path

import click

from kgrdf.errors import InvalidValueError

__all__ = ["codegen"]


@click.group(invoke_without_command=True)
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
@click.option("--out", type=click.Path(path_type=Path), help="The package's folder, owned whole. Needed.")
@click.option("--docs", type=click.Path(path_type=Path), help="A Markdown page about the schema to write too.")
@click.option(
    "--templates",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder of templates that win over the shipped ones.",
)
@click.option("--strict", is_flag=True, help="Fail on a loss that no losses.allow beside the ontology lists.")
@click.option(
    "--check", is_flag=True, help="Write nothing; print a diff and exit 1 if the package is not what it should be."
)
@click.pass_context
def codegen(
    ctx: click.Context,
    ontologies: tuple[Path, ...],
    queries: tuple[Path, ...],
    out: Path | None,
    docs: Path | None,
    templates: Path | None,
    strict: bool,
    check: bool,
) -> None:
    """Generate a typed package from an ontology.

    `kgrdf serve --schema PACKAGE` serves it. Problems are printed as file:line:column; with an error nothing is written.
    """
    if ctx.invoked_subcommand is not None:
        return
    from kgrdf_codegen.generate import generate

    if out is None:
        raise click.UsageError("Missing option '--out'.", ctx)
    result = generate(ontologies, out, queries=queries, check=check, docs=docs, templates=templates, strict=strict)
    if status := result.tell(out):
        raise click.exceptions.Exit(status)


@codegen.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--ontology",
    "ontologies",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A Turtle file with classes of your own, for which the queries are written; repeatable.",
)
@click.option("--explain", is_flag=True, help="Say what each query takes, gives and reads, and what proves it.")
def check(files: tuple[Path, ...], ontologies: tuple[Path, ...], explain: bool) -> None:
    """Check .rq files, or those in folders: their terms, their tenant and their time, and that they become functions.

    Problems are printed as file:line:column CODE message, and the exit status is 2, or 70 where the checker itself fails
    on a file; docs/rules tells about each code, and docs/generator.md about those of F.
    """
    from kgrdf_codegen.check.files import check_files
    from kgrdf_codegen.problems import CodegenError, exit_status

    if empty := [file for file in files if file.is_dir() and not any(file.glob("*.rq"))]:
        raise InvalidValueError(f"files: {empty[0]} holds no .rq file", hint="name .rq files, or a folder that holds some")
    files = tuple(one for file in files for one in (sorted(file.glob("*.rq")) if file.is_dir() else (file,)))
    try:
        checked = check_files(files, ontologies, explained=explain)
    except CodegenError as error:
        click.echo(error, err=True)
        raise click.exceptions.Exit(2) from None
    for problem in checked.problems:
        click.echo(problem, err=True)
    for explanation in checked.explanations:
        click.echo(explanation)
    if status := exit_status(checked.problems):
        raise click.exceptions.Exit(status)
