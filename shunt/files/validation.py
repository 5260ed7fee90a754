"""From pydantic's errors to faults that a person can act on: key path, line, what is wrong, what would be right.

The models themselves stand with what they describe (`layout.py`, `cards/models.py`).
"""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from shunt.errors import Fault
from shunt.files.document import Document, kind_of
from shunt.files.line_numbers import KeyPath

_NUMBER = re.compile(r"[+-]?(0|[1-9]\d{0,18})")
NAME_PATTERN = r"^[A-Za-z0-9_.\-]+$"
Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
"""A name of a space, piece, turntable, layout or card."""

AnyModel = TypeVar("AnyModel", bound=BaseModel)


Spare = Mapping[tuple[str, ...], Any]
"""Parts of a table that the rest can do without: key path (`*` is any one key) → what to read in its place, or LEFT_OUT."""

LEFT_OUT = object()


class Shape(BaseModel):
    """Base of every table of a file: unknown keys are errors, and no value is bent into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def check_shape(
    model: type[AnyModel],
    document: Document,
    under: KeyPath = (),
    instead: Mapping[str, Any] | None = None,
    spare: Spare | None = None,
) -> tuple[AnyModel | None, list[Fault]]:
    """Read the table at `under` as `model`; returns it and every fault of shape.

    `instead` replaces values of the table that somebody else reads. Neither unknown keys nor faults in parts that are `spare`
    keep a table from being read without them, so that what else is wrong with it can be told at once.
    """
    data = _value_at(document.data, under)
    if instead:
        data = data | instead
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    faults: dict[tuple[KeyPath, str], Fault] = {}
    for detail in details:
        keys = _real_keys(data, detail)
        what, remedy = _in_words(model, keys, detail)
        faults.setdefault((keys, what), document.fault((*under, *keys), what, remedy))
    return _read_the_rest(model, data, details, spare or {}), list(faults.values())


def check_schema(document: Document, wanted: str, kinds: dict[str, str]) -> list[Fault]:
    """Whether the file says that it is `wanted`; `kinds` tells every schema in words (`"shunt-card/1": "a route card"`)."""
    given = document.data.get("schema")
    right = f'schema = "{wanted}"'
    if given == wanted:
        return []
    if given is None:
        return [document.fault(("schema",), "the file does not say what it is", f"{kinds[wanted]} starts with {right}")]
    if isinstance(given, str) and given in kinds:
        what = f"this is {kinds[given]} ({given}), but {kinds[wanted]} is wanted here"
        return [document.fault(("schema",), what, f"{kinds[wanted]} has {right}")]
    return [document.fault(("schema",), f"{as_toml(given)} is no schema that this program reads", f"{kinds[wanted]} has {right}")]


def plain(value: Any) -> Any:
    """A free value as JSON can hold it: dates, times, infinities and NaN become text."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _value_at(data: Any, keys: KeyPath) -> Any:
    for key in keys:
        data = data[key]
    return data


def _read_the_rest(model: type[AnyModel], data: Any, details: list[ErrorDetails], spare: Spare) -> AnyModel | None:
    """The table without unknown keys and without the spare parts that are at fault; None where more than these is wrong."""
    rest = copy.deepcopy(data)
    for detail in details:
        keys = _real_keys(data, detail)
        place, value = (keys, LEFT_OUT) if detail["type"] == "extra_forbidden" else _spare_part(keys, spare)
        if not place:
            return None
        table = _value_at(rest, place[:-1]) if _reaches(rest, place[:-1]) else {}  # else left out already, with what is around it
        if value is LEFT_OUT:
            table.pop(place[-1], None)
        else:
            table[place[-1]] = value
    try:
        return model.model_validate(rest)
    except ValidationError:
        return None


def _spare_part(keys: KeyPath, spare: Spare) -> tuple[KeyPath, Any]:
    """The spare part in which `keys` lies, and what to read in its place; an empty path if there is none."""
    for pattern, value in spare.items():
        if len(keys) >= len(pattern) and all(wanted in ("*", key) for wanted, key in zip(pattern, keys, strict=False)):
            return keys[: len(pattern)], value
    return (), None


def _reaches(data: Any, keys: KeyPath) -> bool:
    for key in keys:
        if not _holds(data, key):
            return False
        data = data[key]
    return isinstance(data, dict)


def _real_keys(data: Any, detail: ErrorDetails) -> KeyPath:
    """The key path in the file: pydantic's own has names of union members and `[key]` in it as well."""
    keys: list[str | int] = []
    for part in detail["loc"]:
        if _holds(data, part):
            data = data[part]
        elif not (detail["type"] == "missing" and part == detail["loc"][-1]):
            continue
        keys.append(part)
    return tuple(keys)


def _holds(data: Any, key: int | str) -> bool:
    return key in data if isinstance(data, dict) else isinstance(data, list) and isinstance(key, int) and key < len(data)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _around(model: type[BaseModel], keys: KeyPath) -> tuple[dict[str, FieldInfo], FieldInfo | None]:
    """The fields that the table at `keys` may have, and the field that the model knows nearest to `keys`."""
    current, nearest = [model], None
    for key in keys:
        found = [_fields(one)[key] for one in current if isinstance(key, str) and key in _fields(one)]
        if found:
            nearest = found[0]
            current = [inner for field in found for inner in _models_in(field.annotation)]
    return {name: field for one in current for name, field in _fields(one).items()}, nearest


def _unknown_key(model: type[BaseModel], keys: KeyPath) -> tuple[str, str]:
    key = str(keys[-1]) if keys else ""
    known = _around(model, keys[:-1])[0]
    near = get_close_matches(key, known, n=2, cutoff=0.6)
    homes = [name for name, field in _fields(model).items() for inner in _models_in(field.annotation) if key in _fields(inner)]
    if near:
        return f"unknown key {key!r}", "did you mean " + " or ".join(near) + "?"
    if homes:
        return f"unknown key {key!r}", f"it belongs under [{homes[0]}]"
    return f"unknown key {key!r}", "known here: " + " ".join(known) + "; anything may stand under [about]"


_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


_TOO = {
    "too_short": "{given} is too short: it has {count}, at least {min_length} wanted",
    "too_long": "{given} is too long: it has {count}, at most {max_length} wanted",
    "string_too_short": "{given} has {count} characters, at least {min_length} wanted",
    "string_too_long": "{given} has {count} characters, at most {max_length} wanted",
    "greater_than_equal": "{given} is too small: at least {ge}",
    "less_than_equal": "{given} is too large: at most {le}",
}


def _in_words(model: type[BaseModel], keys: KeyPath, detail: ErrorDetails) -> tuple[str, str]:
    """What is wrong, and the remedy, of one of pydantic's errors."""
    kind, given, context = detail["type"], detail.get("input"), detail.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown_key(model, keys)
    field = _around(model, keys)[1]
    example = _example(field, keys)
    if kind == "missing":
        return f"{keys[-1]!r} is missing", example
    if kind in _WANTED:
        if kind == "string_type" and isinstance(given, dict):
            return "a table where text is wanted", "a name that has a dot in it goes in quotes" + (example and f": {example}")
        quotes = kind == "string_type" and isinstance(given, int | float) and not isinstance(given, bool)
        unquotes = kind in ("int_type", "float_type") and isinstance(given, str) and _NUMBER.fullmatch(given) is not None
        remedy = f'write it in quotes: "{given}"' if quotes else f"write it without quotes: {given}" if unquotes else example
        return f"{as_toml(given)} is {kind_of(given)}, but {_WANTED[kind]} is wanted", remedy
    if kind == "string_pattern_mismatch":
        if context.get("pattern") == NAME_PATTERN:
            return f"{as_toml(given)} is not a name", "names have letters, digits, _, - and . only"
        return f"{as_toml(given)} does not fit here", example
    if kind == "literal_error":
        allowed = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        near = get_close_matches(str(given), allowed, n=1)
        remedy = f"did you mean {near[0]}?" if near else "one of " + ", ".join(allowed)
        return f"{as_toml(given)} is not possible here", remedy
    if kind in _TOO:
        count = context.get("actual_length", len(given) if isinstance(given, str) else 0)
        return _TOO[kind].format(given=as_toml(given), count=count, **context), example
    return f"{as_toml(given)}: {_lower_first(detail['msg'])}", example


def _example(field: FieldInfo | None, keys: KeyPath) -> str:
    if field is None or not field.examples:
        return field.description or "" if field else ""
    name = next((key for key in reversed(keys) if isinstance(key, str)), "")
    text = field.examples[0]
    return f"such as {text}" if isinstance(text, str) and ("=" in text or "[" in text) else f"such as {name} = {as_toml(text)}"


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def as_toml(value: object) -> str:
    """A value as TOML writes it, cut short where it is long."""
    if isinstance(value, dict):
        text = "{ " + ", ".join(f"{key} = {as_toml(inner)}" for key, inner in value.items()) + " }" if value else "{}"
    elif isinstance(value, list):
        text = "[" + ", ".join(as_toml(inner) for inner in value) + "]"
    elif value is None or isinstance(value, str | int | float):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    return text if len(text) <= 120 else text[:117] + "…"
