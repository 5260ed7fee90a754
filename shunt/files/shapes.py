"""How the tables of files are declared, and how a sound table is read.

A `Shape` declares one table: its keys, their types, what they mean. Sound files are read here, in a thousandth of a second;
`files/validation.py` makes pydantic's models of the same declarations for a file that is not sound, because pydantic finds
every fault, and for the JSON Schemas. Importing pydantic takes a tenth of a second, a third of what importing numba takes.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar, get_args, get_origin, get_type_hints

_Reader = Callable[[Any], Any]
AnyShape = TypeVar("AnyShape", bound="Shape")

REQUIRED: Any = object()
"""The default of a key that must be there."""

NAME_PATTERN = r"^[A-Za-z0-9_.\-]+$"


class Bounds(NamedTuple):
    """Bounds of a value, as the metadata of an `Annotated` type: of a number, of a length, or the pattern of a text."""

    ge: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None

    def allow(self, value: Any) -> bool:
        """Return whether a value of the right type keeps within the bounds."""
        return (
            (self.ge is None or value >= self.ge)
            and (self.le is None or value <= self.le)
            and (self.min_length is None or len(value) >= self.min_length)
            and (self.max_length is None or len(value) <= self.max_length)
            and (self.pattern is None or re.fullmatch(self.pattern, value) is not None)
        )


class Either(NamedTuple):
    """Metadata of a union of two: which of them a value is meant to be, so that only the faults of that one are reported."""

    is_second: Callable[[Any], bool]


class NoNull(NamedTuple):
    """Metadata of a free table: no null anywhere in it, because TOML, in which cards are written, has no such value."""

    def allow(self, value: Any) -> bool:
        """Return whether there is no null in a value."""
        todo = [value]
        while todo:
            one = todo.pop()
            if one is None:
                return False
            todo += one.values() if isinstance(one, dict) else one if isinstance(one, list) else []
        return True


Free = Annotated[dict[str, Any], NoNull()]
"""A table such as [about], which may hold anything that both TOML and JSON can."""

Name = Annotated[str, Bounds(pattern=NAME_PATTERN)]
"""A name of a space, piece, turntable, layout or card."""


class Entry(NamedTuple):
    """One key of a table."""

    default: Any
    description: str
    example: Any
    alias: str


def entry(*, default: Any = REQUIRED, description: str = "", example: Any = None, alias: str = "") -> Any:
    """Declare a key of a `Shape`: the value if it is left out, what it means, an example, the name if Python cannot use it."""
    return Entry(default, description, example, alias)


class Shape:
    """Base of every table of a file: unknown keys are errors, and values are never converted to another type."""

    entries: ClassVar[Mapping[str, Entry]] = {}
    """Attribute → its declaration, those of the base first."""
    _types: ClassVar[dict[str, Any]]
    _readers: ClassVar[dict[str, _Reader]]

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Entry)}
        cls.entries = {**cls.entries, **own}

    def __init__(self, **values: Any) -> None:
        missing = [name for name, declared in self.entries.items() if declared.default is REQUIRED and name not in values]
        if missing or not values.keys() <= self.entries.keys():
            raise TypeError(f"{type(self).__name__} has the entries {', '.join(self.entries)}")
        for name, declared in self.entries.items():
            self.__dict__[name] = values[name] if name in values else copy.copy(declared.default)

    @classmethod
    def file_keys(cls) -> dict[str, str]:
        """Return key in the file → attribute."""
        return {declared.alias or name: name for name, declared in cls.entries.items()}

    @classmethod
    def types(cls) -> dict[str, Any]:
        """Return attribute → its type, with the metadata."""
        if "_types" not in vars(cls):
            hints = get_type_hints(cls, include_extras=True)
            cls._types = {name: hints[name] for name in cls.entries}
        return cls._types

    def table(self) -> dict[str, Any]:
        """Return the attributes that differ from their defaults and from None."""
        unset = {name: (None, declared.default) for name, declared in self.entries.items()}
        return {name: value for name, value in vars(self).items() if value not in unset[name]}

    @classmethod
    def read(cls, data: Any) -> Self:
        """Return the table that `data` holds; raise `Misfit` for the first value that is not sound."""
        if type(data) is not dict:
            raise Misfit
        if "_readers" not in vars(cls):
            cls._readers = {name: _reader(annotation) for name, annotation in cls.types().items()}
        keys, readers = cls.file_keys(), cls._readers
        if not data.keys() <= keys.keys():
            raise Misfit
        if any(cls.entries[name].default is REQUIRED and key not in data for key, name in keys.items()):
            raise Misfit
        return cls(**{keys[key]: readers[keys[key]](value) for key, value in data.items()})


class Misfit(Exception):
    """A value that its declaration does not allow; pydantic finds out what is wrong with it."""


# --------------------------------------------------------------------------------------------------------------------
# Types


def union_members(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union, and nothing for any other type."""
    from types import UnionType
    from typing import Union

    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else ()


def shapes_in(annotation: Any) -> Iterator[type[Shape]]:
    """Yield every shape that a type mentions."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        yield annotation
    for inner in get_args(annotation):
        yield from shapes_in(inner)


# --------------------------------------------------------------------------------------------------------------------
# Reading


def _reader(annotation: Any) -> _Reader:
    """Return the function that reads a value of a type and raises `Misfit` for any other."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return lambda value: value
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation.read
    if origin is Annotated:
        return _annotated_reader(*inner)
    if origin is Literal:
        return _only_if(lambda value: type(value) is str and value in inner)
    if origin is list:
        return _list_reader(_reader(inner[0]))
    if origin is dict:
        return _dict_reader(_reader(inner[0]), _reader(inner[1]))
    if members := union_members(annotation):
        (other,) = (member for member in members if member is not type(None))
        read = _reader(other)
        return lambda value: None if value is None else read(value)
    if annotation is float:
        return _finite
    assert annotation in (str, int, bool), annotation
    return _only_if(lambda value: type(value) is annotation)


def _annotated_reader(annotation: Any, metadata: Bounds | Either | NoNull) -> _Reader:
    if isinstance(metadata, Either):
        first, second = map(_reader, union_members(annotation))
        return lambda value: second(value) if metadata.is_second(value) else first(value)
    read = _reader(annotation)

    def bounded(value: Any) -> Any:
        found = read(value)
        if not metadata.allow(found):
            raise Misfit
        return found

    return bounded


def _only_if(fits: Callable[[Any], bool]) -> _Reader:
    def read(value: Any) -> Any:
        if not fits(value):
            raise Misfit
        return value

    return read


def _list_reader(read: _Reader) -> _Reader:
    def read_all(value: Any) -> list[Any]:
        if type(value) is not list:
            raise Misfit
        return [read(one) for one in value]

    return read_all


def _dict_reader(read_key: _Reader, read: _Reader) -> _Reader:
    def read_all(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise Misfit
        return {read_key(key): read(one) for key, one in value.items()}

    return read_all


def _finite(value: Any) -> float:
    try:
        number = float(value) if type(value) in (int, float) else math.nan
    except OverflowError:
        number = math.nan
    if not math.isfinite(number):
        raise Misfit
    return number
