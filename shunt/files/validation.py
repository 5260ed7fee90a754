"""Validation of files: pydantic's errors as faults, each with its key path and line; `shape_faults.py` words them.

The shapes themselves are declared beside what they describe (`track/layout_file.py`, `cards/models.py`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from shunt.errors import Fault
from shunt.files.document import Document, KeyPath
from shunt.files.shape_faults import in_words, read_the_rest, real_keys, unknown_schema
from shunt.files.shapes import AnyShape, Spare, value_at


def check_shape(
    shape: type[AnyShape],
    document: Document,
    under: KeyPath = (),
    instead: Mapping[str, Any] | None = None,
    spare: Spare | None = None,
) -> tuple[AnyShape | None, list[Fault]]:
    """Read the table at `under` as a `shape`; return it, if it can be read, and every fault of shape.

    `instead` replaces values that are read elsewhere. Unknown keys and faults in `spare` parts do not prevent the rest of
    the table from being read, so that all its faults are reported at once.
    """
    data = value_at(document.data, under)
    if instead:
        data = data | instead
    try:
        return shape.model_validate(data, by_name=False), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    faults: dict[tuple[KeyPath, str], Fault] = {}
    for detail in details:
        keys = real_keys(data, detail)
        what, remedy = in_words(shape, keys, detail)
        faults.setdefault((keys, what), document.fault((*under, *keys), what, remedy))
    return read_the_rest(shape, data, details, spare or {}), list(faults.values())


def check_schema(document: Document, wanted: str, kinds: dict[str, str]) -> list[Fault]:
    """Return the fault of a file whose schema is not `wanted`; `kinds` names every schema (`"shunt-card/1": "a route card"`)."""
    given = document.data.get("schema")
    right = f'schema = "{wanted}"'
    if given == wanted:
        return []
    if given is None:
        return [document.fault(("schema",), "the file has no schema", f"{kinds[wanted]} starts with {right}")]
    if isinstance(given, str) and given in kinds:
        what = f"this is {kinds[given]} ({given}), not {kinds[wanted]}"
        return [document.fault(("schema",), what, f"{kinds[wanted]} has {right}")]
    return [document.fault(("schema",), unknown_schema(given, kinds), f"{kinds[wanted]} has {right}")]


def plain(value: Any) -> Any:
    """Convert a free value to what JSON can hold: dates, times, infinities and NaN become text."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float) else str(value)
