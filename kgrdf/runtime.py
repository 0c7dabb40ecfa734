"""Every name that generated code may import from kgrdf: a small contract.

Generated packages of users import this module alone, so what is listed here keeps its name and its meaning.
"""

from __future__ import annotations

from pydantic import Field

from kgrdf.accessors import Accessor, NamedAccessor, Page, StatementAccessor, given
from kgrdf.answers import WriteAnswer
from kgrdf.constructs import construct_query
from kgrdf.graph import BaseGraph
from kgrdf.models import LangString, Model, Moment, Number, Ref
from kgrdf.named import ask_query, only, run_query
from kgrdf.query import Choice, Slot, Template
from kgrdf.schema import Change, ClassRow, ColumnRow, FieldRow, ParamRow, QueryRow, RelationTypeRow, Schema
from kgrdf.store import Store
from kgrdf.temporal import Clock, Instant
from kgrdf.tenancy import Tenant
from kgrdf.terms import Numeric, Value
from kgrdf.updates import run_update

__all__ = [
    "Accessor",
    "BaseGraph",
    "Change",
    "Choice",
    "ClassRow",
    "Clock",
    "ColumnRow",
    "Field",
    "FieldRow",
    "Instant",
    "LangString",
    "Model",
    "Moment",
    "NamedAccessor",
    "Number",
    "Numeric",
    "Page",
    "ParamRow",
    "QueryRow",
    "Ref",
    "RelationTypeRow",
    "Schema",
    "Slot",
    "StatementAccessor",
    "Store",
    "Template",
    "Tenant",
    "Value",
    "WriteAnswer",
    "ask_query",
    "construct_query",
    "given",
    "only",
    "run_query",
    "run_update",
]
