"""The command that examines an endpoint: doctor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from kgrdf.cli.options import Place, as_json, store_options
from kgrdf.errors import InvalidValueError

if TYPE_CHECKING:
    from kgrdf.store.profiles import Profile

__all__ = ["doctor"]

_MARKS = {"good": "green", "differs": "yellow", "unsafe": "red", "unknown": "bright_black"}


@click.command()
@store_options
@click.option("--write-probe", is_flag=True, help="Also try writes, in a scratch graph that is emptied at the end.")
@as_json
def doctor(store: Place, write_probe: bool, as_json: bool) -> None:
    """Find out what a live endpoint can do, and whether it can be trusted with memories.

    One line a capability: what was seen, and what it means for kgrdf. Nothing is changed without --write-probe. The exit
    status is 1 if anything is unsafe.
    """
    from kgrdf.doctor import examine
    from kgrdf.store.endpoint import EndpointStore

    with store.opened() as opened:
        if not isinstance(opened, EndpointStore):
            raise InvalidValueError(f"store: {opened.location} is no endpoint", hint="give a query URL; try kgrdf validate")
        findings = []
        if not as_json:
            click.echo(f"{opened.location}\n{_described(opened.profile)}\n")
        for found in examine(opened, write=write_probe):
            findings.append(found)
            if not as_json:
                mark = click.style(f"{found.verdict:8}", fg=_MARKS[found.verdict])
                click.echo(f"{mark} {found.capability}: {found.saw}" + (f" ({found.means})" if found.means else ""))
        unsafe = sum(found.verdict == "unsafe" for found in findings)
        if as_json:
            report = {"store": opened.location, "profile": opened.profile.name, "findings": [f.wire() for f in findings]}
            click.echo(json.dumps(report, ensure_ascii=False))
        else:
            click.echo(f"\n{len(findings)} capabilities, {unsafe} unsafe")
        if unsafe:
            raise click.exceptions.Exit(1)


def _described(profile: Profile) -> str:
    writers = "several processes may write" if profile.safe_concurrent_writes else "one process may write, by a lease"
    cap = f", at most {profile.row_cap:,} rows an answer" if profile.row_cap else ""
    return (
        f"profile {profile.name}: {writers}; {profile.batch_triples:,} triples, {profile.batch_bytes:,} bytes a batch{cap}; "
        f"{profile.timeout:.0f} s a request"
    )
