"""Makes a field fit the same field of the classes above: what Python's types, and every reader of a superclass, rely on.

A subclass may ask for a value, narrow a range, list the values allowed. It cannot turn a list into a single value or change
the kind of value: then the form of the superclass stands, and a loss says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import Field
from kgrdf_codegen.taxonomy import Taxonomy

__all__ = ["agree"]

_Forms = dict[str, Field]
"""One property's field on each class that has it."""


def agree(by_class: Mapping[str, tuple[Field, ...]], taxonomy: Taxonomy, findings: Findings) -> dict[str, tuple[Field, ...]]:
    """Return the fields in forms that agree along the hierarchy, in the same order."""
    forms: dict[tuple[str, bool], _Forms] = {}
    for cls, fields in by_class.items():
        for field in fields:
            forms.setdefault((field.iri, field.inverse), {})[cls] = field
    settled = {key: _settled(form, taxonomy, findings) for key, form in forms.items()}
    return {cls: tuple(settled[field.iri, field.inverse][cls] for field in fields) for cls, fields in by_class.items()}


def _settled(form: _Forms, taxonomy: Taxonomy, findings: Findings) -> _Forms:
    found: _Forms = {}
    for family in _families(form, taxonomy):
        tops = [form[cls] for cls in family if not _above(cls, form, taxonomy)]
        many = any(field.many for field in tops)
        value = tops[0].value if len({field.value for field in tops}) == 1 else "string"
        for cls in family:
            field = form[cls]
            shown = f"on {taxonomy.names[cls]}"
            if field.many != many:
                findings.lose(
                    field.iri, "L004", f"at most one value {shown}, but a superclass allows many: a list there too"
                )
            if field.value != value:
                findings.lose(field.iri, "L005", f"another kind of value {shown} than on a superclass: read as {value}")
            ranges = field.range if value == "ref" else ()
            for above in _above(cls, form, taxonomy):
                allowed = found[above].range if above in found else ()
                if allowed and not all(_below(name, allowed, taxonomy) for name in ranges):
                    findings.lose(field.iri, "L006", f"a range {shown} that is not below that of a superclass")
                    ranges = allowed
            found[cls] = replace(field, many=many, value=value, range=ranges)
    return found


def _families(form: _Forms, taxonomy: Taxonomy) -> Iterator[list[str]]:
    """Yield the classes that are joined by inheritance, each set in the order of the taxonomy."""
    joined: dict[str, str] = {}

    def head(cls: str) -> str:
        while (other := joined.get(cls, cls)) != cls:
            joined[cls] = joined.get(other, other)
            cls = other
        return cls

    for cls in form:
        for above in taxonomy.tree.above[cls]:
            if above in form:
                joined[head(cls)] = head(above)
    families: dict[str, list[str]] = {}
    for cls in form:
        families.setdefault(head(cls), []).append(cls)
    yield from families.values()


def _above(cls: str, form: _Forms, taxonomy: Taxonomy) -> list[str]:
    twins = taxonomy.tree.equivalents(cls)
    return [above for above in taxonomy.tree.above[cls] if above in form and above not in twins]


def _below(name: str, allowed: tuple[str, ...], taxonomy: Taxonomy) -> bool:
    return any(taxonomy.tree.is_a(taxonomy.iris[name], taxonomy.iris[other]) for other in allowed)
