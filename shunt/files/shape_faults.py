"""Faults of a table that does not have its shape, in plain words, and the rest of the table without its faulty parts."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from shunt.errors import either, nearest, suggest
from shunt.files.document import KeyPath, kind_of
from shunt.files.names import NAME_PATTERN
from shunt.files.numbers import whole_number
from shunt.files.shapes import LEFT_OUT, AnyShape, Shape, Spare, shapes_in

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

_NUMBER = re.compile(r"[+-]?(0|[1-9]\d{0,18})")


def unknown_schema(given: object, kinds: Iterable[str]) -> str:
    """Return the fault of a schema that is not one of `kinds`: a newer version of one, or an unknown schema."""
    name, _, version = str(given).rpartition("/")
    versions = [kind.rpartition("/")[2] for kind in kinds if kind.rpartition("/")[0] == name]
    if versions and (whole_number(version) or 0) > max(map(int, versions)):
        return f"{as_toml(given)} was written by a newer version of shunt, which this one cannot read"
    return f"{as_toml(given)} is not a schema that is read here"


ABOUT = ("title", "author", "licence", "license", "source", "notes", "difficulty")
"""Keys that people expect at the top of a file, and that the free table [about] is for."""


def _entries(shape: type[Shape]) -> dict[str, FieldInfo]:
    """Return key → its declaration."""
    return {key: shape.model_fields[name] for key, name in shape.file_keys().items()}


def _around(shape: type[Shape], keys: KeyPath) -> tuple[list[str], FieldInfo | None]:
    """Return the keys that the table at `keys` may have, and the nearest known entry around `keys`."""
    current, known = [shape], None
    for key in keys:
        found = [_entries(one)[key] for one in current if isinstance(key, str) and key in _entries(one)]
        if found:
            known = found[0]
            current = [inner for declared in found for inner in shapes_in(declared.annotation)]
    return list(dict.fromkeys(key for one in current for key in one.file_keys())), known


def _unknown_key(shape: type[Shape], keys: KeyPath) -> tuple[str, str]:
    key = str(keys[-1]) if keys else ""
    known = _around(shape, keys[:-1])[0]
    near = nearest(key, known)
    homes = [
        name for name, declared in _entries(shape).items() for inner in shapes_in(declared.annotation) if key in inner.file_keys()
    ]
    if near:
        return f"unknown key {key!r}", f"did you mean {either(near)}?"
    if homes:
        return f"unknown key {key!r}", f"it belongs under [{homes[0]}]"
    if "about" in known and key in ABOUT:
        return f"unknown key {key!r}", "it belongs under [about]"
    return f"unknown key {key!r}", "known here: " + " ".join(known) + "; [about] may hold anything"


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
    "too_short": "{given} is too short: it has {count} items, the minimum is {min_length}",
    "too_long": "{given} is too long: it has {count} items, the maximum is {max_length}",
    "string_too_short": "{given} has {count} characters, the minimum is {min_length}",
    "string_too_long": "{given} has {count} characters, the maximum is {max_length}",
    "greater_than_equal": "{given} is too small: the minimum is {ge}",
    "less_than_equal": "{given} is too large: the maximum is {le}",
}


def in_words(shape: type[Shape], keys: KeyPath, detail: ErrorDetails) -> tuple[str, str]:
    """Return what is wrong and the remedy for one of pydantic's errors."""
    kind, given, context = detail["type"], detail.get("input"), detail.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown_key(shape, keys)
    example = _example(_around(shape, keys)[1], keys)
    if kind == "null":
        return "null is not a value that TOML can hold", "leave the key out"
    if kind == "missing":
        return f"{keys[-1]!r} is missing", example
    if kind in _WANTED:
        if kind == "string_type" and isinstance(given, dict):
            return "this is a table, not text", "quote names that contain a dot" + (example and f": {example}")
        quotes = kind == "string_type" and isinstance(given, int | float) and not isinstance(given, bool)
        unquotes = kind in ("int_type", "float_type") and isinstance(given, str) and _NUMBER.fullmatch(given) is not None
        remedy = f'write it in quotes: "{given}"' if quotes else f"write it without quotes: {given}" if unquotes else example
        return f"{as_toml(given)} is {kind_of(given)}, not {_WANTED[kind]}", remedy
    if kind == "string_pattern_mismatch":
        if context.get("pattern") == NAME_PATTERN:
            return f"{as_toml(given)} is not a name", "names consist of the letters a–z and A–Z, digits, _, - and ."
        return f"{as_toml(given)} is not valid here", example
    if kind == "literal_error":
        allowed = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        return f"{as_toml(given)} is not valid here", suggest(str(given), allowed)
    if kind in _TOO:
        count = context.get("actual_length", len(given) if isinstance(given, str) else 0)
        return _TOO[kind].format(given=as_toml(given), count=count, **context), example
    return f"{as_toml(given)}: {detail['msg'][:1].lower()}{detail['msg'][1:]}", example


def _example(known: FieldInfo | None, keys: KeyPath) -> str:
    if known is None or not known.examples:
        return known.description or "" if known else ""
    name = next((key for key in reversed(keys) if isinstance(key, str)), "")
    text = known.examples[0]
    return f"such as {text}" if isinstance(text, str) and ("=" in text or "[" in text) else f"such as {name} = {as_toml(text)}"


def as_toml(value: object) -> str:
    """Return a value as TOML writes it, shortened if it is long."""
    if isinstance(value, dict):
        text = "{ " + ", ".join(f"{key} = {as_toml(inner)}" for key, inner in value.items()) + " }" if value else "{}"
    elif isinstance(value, list):
        text = "[" + ", ".join(as_toml(inner) for inner in value) + "]"
    elif value is None or isinstance(value, str | int | float):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    return text if len(text) <= 120 else text[:117] + "…"


# --------------------------------------------------------------------------------------------------------------------
# The rest of a table, without what is wrong


def read_the_rest(shape: type[AnyShape], data: Any, details: list[ErrorDetails], spare: Spare) -> AnyShape | None:
    """Return the table without unknown keys and faulty spare parts; None if anything else is wrong."""
    rest = copy.deepcopy(data)
    for detail in details:
        keys = real_keys(data, detail)
        spared = (
            (keys[: len(part)], value)
            for part, value in spare.items()
            if len(keys) >= len(part) and all(wanted in ("*", key) for wanted, key in zip(part, keys, strict=False))
        )
        place, value = (keys, LEFT_OUT) if detail["type"] == "extra_forbidden" else next(spared, ((), None))
        if not place:
            return None
        table = rest
        for key in place[:-1]:
            table = table[key] if _holds(table, key) else {}  # the key may be gone already, with the table around it
        if isinstance(table, dict):
            table.pop(place[-1], None)
            table |= {} if value is LEFT_OUT else {place[-1]: value}
    try:
        return shape.model_validate(rest, by_name=False)
    except ValidationError:
        return None


def real_keys(data: Any, detail: ErrorDetails) -> KeyPath:
    """Return the key path in the file: pydantic's also contains names of union members and `[key]`."""
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
