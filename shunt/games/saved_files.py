"""The files of games: a match as it is saved, and the log of a real table. What they say is checked where they are read."""

from __future__ import annotations

from typing import Any

from shunt.errors import InputError
from shunt.files.document import Document
from shunt.files.shapes import AnyShape, Shape, entry
from shunt.files.validation import check_schema, check_shape

MATCH_SCHEMA, LOG_SCHEMA = "shunt-match/1", "shunt-log/1"
KINDS = {MATCH_SCHEMA: "a saved game", LOG_SCHEMA: "a log of a table"}


class SavedMatch(Shape):
    """A match, with the texts of its actions; `script` is what chance follows first."""

    schema_: str = entry(alias="schema")
    game: str
    players: int
    options: dict[str, Any]
    seed: int
    script: list[str] = entry(default=[])
    actions: list[str]


class SavedTable(SavedMatch):
    """A match with who plays where (people and bots), options of all bots, and whether it is practice."""

    seats: list[str]
    bot_options: dict[str, bool | int | float | str | None]
    practice: bool = False


class SavedLog(Shape):
    """The settings and entries of a companion."""

    schema_: str = entry(alias="schema")
    game: str
    settings: dict[str, Any]
    entries: list[str]


def checked(shape: type[AnyShape], schema: str, data: Any) -> AnyShape:
    """Return the data of a file in its shape; raise `InputError`, which lists every fault."""
    document = Document("", "", data if isinstance(data, dict) else {})
    faults = check_schema(document, schema, KINDS)
    if not faults:
        found, faults = check_shape(shape, document)
        if found is not None and not faults:
            return found
    raise InputError(faults)
