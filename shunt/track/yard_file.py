"""Hump yard files, `schema = "shunt-yard/1"`, and yards given as a file, a shipped name or a compact text."""

from __future__ import annotations

import os
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from shunt.errors import Fault, InputError, LayoutError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import Document, read_document
from shunt.files.library import yard_path
from shunt.files.validation import Free, Shape, check_schema, check_shape
from shunt.track.layout import KINDS, YARD_SCHEMA
from shunt.track.yard import MAX_HEADINGS, PlacedTile, Yard, looks_like_yard, yard_faults


def _number_or_end(value: Any) -> str:
    """Return which of the two a tile is meant to be, so that only faults of that kind are reported."""
    return "end" if isinstance(value, str) and get_close_matches(value.lower(), ["end"]) else "number"


Tile = Annotated[Annotated[int, Tag("number")] | Annotated[Literal["end"], Tag("end")], Discriminator(_number_or_end)]


class TileTable(Shape):
    """A tile built onto the headings."""

    at: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(
        description="Column and row: column 0 is the heading next to the source, row 0 the headings' row.",
        examples=["at = [2, 1]"],
    )
    tile: Tile = Field(description='A tile number, or "end".', examples=['tile = 62, or tile = "end"'])
    turn: int = Field(default=0, description="Clockwise quarter turns, 0 to 3.", examples=[1])


class YardFile(Shape):
    """A hump yard file."""

    schema_: Literal["shunt-yard/1"] = Field(alias="schema", description="What this file is.")
    headings: int = Field(
        default=5, description=f"Number of headings in row 0 (5 in the game, at most {MAX_HEADINGS}).", examples=[5]
    )
    branches: Literal["up", "down"] = Field(default="up", description="The side of the headings' branches.", examples=["up"])
    tiles: list[TileTable] = Field(
        default=[], description="The tiles built.", examples=["tiles = [{ at = [2, 1], tile = 62, turn = 1 }]"]
    )
    name: str = Field(default="", description="The yard's name; the file's own if left out.", examples=["two-storeys"])
    about: Free = Field(default={}, description="Free: title, author, source, licence, notes.", examples=["[about]"])


def read_yard(path: str | os.PathLike[str]) -> Yard:
    """Read a yard file (TOML or JSON); raise `InputError` with every fault and its line."""
    return yard_of(read_document(path))


def yard_of(document: Document) -> Yard:
    """Return the yard in a document; raise `LayoutError` with every fault."""
    faults = check_schema(document, YARD_SCHEMA, KINDS)
    model, shape_faults = check_shape(YardFile, document, instead={"schema": YARD_SCHEMA})
    faults += shape_faults
    if model is None:
        raise LayoutError(faults)
    tiles = [PlacedTile((table.at[0], table.at[1]), str(table.tile), table.turn) for table in model.tiles]
    faults += document.placed(yard_faults(tiles, model.headings, model.branches))
    if faults:
        raise LayoutError(faults)
    name = model.name or os.path.splitext(os.path.basename(document.path))[0]
    return Yard(tuple(tiles), model.headings, model.branches, name)


def find_yard(text: str) -> Yard:
    """Return the yard meant by a path, the name of a shipped yard, or a compact text such as `5u_62r1@2,1`."""
    if looks_like_yard(text) and not os.path.exists(text):
        return Yard.parse(text)
    try:
        path = yard_path(text)
    except InputError as error:
        fault = error.faults[0]
        remedy = f"{fault.remedy}; a yard is a file, a shipped name, or a text such as 5u_62r1@2,1"
        raise LayoutError(Fault(fault.where, fault.what, remedy)) from None
    return read_yard(path)


def as_yard(yard: Yard | str) -> Yard:
    """Return a yard as it is, or find it by path, shipped name or compact text."""
    return find_yard(yard) if isinstance(yard, str) else yard


def yard_text(yard: Yard, about: dict[str, str] | None = None) -> str:
    """Return a yard as the text of a TOML file, one tile per line."""
    lines = [f'schema = "{YARD_SCHEMA}"', f"headings = {yard.headings}", f'branches = "{yard.branches}"', "tiles = ["]
    for tile in yard.tiles:
        kind = f'"{tile.kind}"' if tile.kind == "end" else tile.kind
        turn = f", turn = {tile.turn}" if tile.turn else ""
        lines.append(f"  {{ at = [{tile.at[0]}, {tile.at[1]}], tile = {kind}{turn} }},")
    lines.append("]")
    if not yard.tiles:
        lines[-2:] = ["tiles = []"]
    if about:
        import json

        lines += ["", "[about]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in about.items())]
    return "\n".join([*lines, ""])


def write_yard(path: str | os.PathLike[str], yard: Yard, about: dict[str, str] | None = None) -> None:
    """Write a yard file, whole or not at all."""
    write_text_atomically(path, yard_text(yard, about))
