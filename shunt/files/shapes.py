"""How the tables of files are declared, for pydantic: unknown keys are errors, and no value is converted to another type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from shunt.files.names import NAME_PATTERN

AnyShape = TypeVar("AnyShape", bound="Shape")

REQUIRED: Any = ...
"""The default of a key that must be there."""


class Shape(BaseModel):
    """Base of every table of a file."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        validate_by_name=True,
        defer_build=True,  # a command reads one or two kinds of files
    )

    def table(self, name: str) -> dict[str, Any]:
        """Return what the table `name` has that differs from its defaults and from None."""
        # To dump the table alone, pydantic would compile its shape too.
        table: dict[str, Any] = self.model_dump(include={name}, exclude_defaults=True, exclude_none=True).get(name, {})
        return table

    @classmethod
    def file_keys(cls) -> dict[str, str]:
        """Return key in the file → attribute."""
        return {declared.alias or name: name for name, declared in cls.model_fields.items()}


def entry(
    description: str = "", example: Any = None, *, default: Any = REQUIRED, alias: str = "", schema: dict[str, Any] | None = None
) -> Any:
    """Declare a key of a `Shape`: its meaning, an example, and the value if it is left out.

    `alias` is the key's name if Python cannot use it as an attribute, and `schema` is added to its JSON schema.
    """
    examples = None if example is None else [example]
    return Field(default, description=description or None, examples=examples, alias=alias or None, json_schema_extra=schema)


class Either(NamedTuple):
    """Metadata of a union of two: which of them a value is meant to be, so that only the faults of that one are reported."""

    is_second: Callable[[Any], bool]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Return a union that asks `is_second`."""
        choices = {str(number): handler.generate_schema(member) for number, member in enumerate(get_args(source))}
        return core_schema.tagged_union_schema(choices, lambda value: str(int(self.is_second(value))))


def _without_null(value: Any) -> Any:
    """Refuse null anywhere in a free table, because TOML, in which cards are written, has no such value."""
    todo = [value]
    while todo:
        one = todo.pop()
        if one is None:
            raise PydanticCustomError("null", "null cannot be written in TOML")
        todo += one.values() if isinstance(one, dict) else one if isinstance(one, list) else []
    return value


Free = Annotated[dict[str, Any], AfterValidator(_without_null)]
"""A table such as [about], which may hold anything that both TOML and JSON can."""

Name = Annotated[str, Field(pattern=NAME_PATTERN)]
"""A name of a space, piece, turntable, layout or card."""

Spare = Mapping[tuple[str, ...], Any]
"""Parts of a table that the rest can do without: key path (`*` is any one key) → the value to use instead, or LEFT_OUT."""

LEFT_OUT = object()


def value_at(data: Any, keys: Iterable[str | int]) -> Any:
    """Return the value at a key path."""
    for key in keys:
        data = data[key]
    return data


def shapes_in(annotation: Any) -> Iterator[type[Shape]]:
    """Yield every shape that a type mentions."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        yield annotation
    for inner in get_args(annotation):
        yield from shapes_in(inner)
