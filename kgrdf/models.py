"""What generated models are made of: their base, and the types of their fields."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from kgrdf.answers import Answer, Moment, Number

__all__ = ["LangString", "Model", "Moment", "Number", "Ref"]

T_co = TypeVar("T_co", covariant=True)


class Model(Answer):
    """One thing of a tenant's graph, as it was read; frozen."""

    # Validators are built when a class is first read: an ontology has many more classes than a program uses.
    model_config = ConfigDict(defer_build=True)

    id: str
    """Public id, relative to the tenant."""


class Ref(str, Generic[T_co]):
    """The public id of a thing of class `T_co`: a string that remembers what it points at.

    >>> Ref[Model]("entity::Service::checkout") == "entity::Service::checkout"
    True
    """

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Take any string, and keep it as a `Ref`."""
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


class LangString(str):
    """A text with the tag of its language, such as `de`; None where it has none."""

    __slots__ = ("language",)

    language: str | None

    def __new__(cls, text: str, language: str | None = None) -> LangString:
        """Make one of a text and a tag."""
        made = super().__new__(cls, text)
        made.language = language
        return made

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Keep a `LangString` as it is, and take any other string as one without a language."""
        return core_schema.no_info_after_validator_function(_tagged, core_schema.any_schema())


def _tagged(value: object) -> LangString:
    if isinstance(value, LangString):
        return value
    if not isinstance(value, str):
        raise ValueError("expected text")
    return LangString(value)
