"""Hump yard files, `schema = "shunt-yard/1"`, and yards given as a file, a shipped name or a compact text."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from shunt.errors import Fault, InputError, LayoutError, raise_faults
from shunt.files.atomic import write_text_atomically
from shunt.files.document import Document, read_document
from shunt.files.library import file_meant
from shunt.files.reading import StrPath
from shunt.files.shapes import Either, Free, Shape, entry
from shunt.files.validation import check_schema, check_shape
from shunt.hump.tiles import tile_meant
from shunt.hump.yard import MAX_HEADINGS, PlacedTile, Yard, looks_like_yard, yard_faults
from shunt.track.layout_file import KINDS, YARD_SCHEMA

Tracks = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^\\D+$"})]
Tile = Annotated[int | Tracks, Either(lambda value: isinstance(value, str) and not value.isdecimal())]


class TileTable(Shape):
    """A tile in the yard."""

    at: Annotated[list[int], Field(min_length=2, max_length=2)] = entry(
        "Cell as `[column, row]`. The headings are in row 0, starting at column 0. Rows are counted upwards, to the "
        "north. A cell holds at most one tile.",
        "at = [2, 1]",
    )
    tile: Tile = entry(
        'Number of the tile, without quotes. `"end"` is a stub from the south edge to a buffer stop. Instead '
        "of a number and a `turn`, you may give the tracks of the turned tile.",
        'tile = 62, tile = "end", or tile = "NE SW"',
    )
    turn: int = entry("Number of clockwise quarter turns, 0 to 3.", 1, default=0)


class YardFile(Shape):
    """A hump yard file."""

    schema_: Literal["shunt-yard/1"] = entry("File type and version.", alias="schema")
    headings: int = entry(f"Number of headings between source and sink, 1 to {MAX_HEADINGS}. The game uses 5.", 5, default=5)
    branches: Literal["up", "down"] = entry("Side on which the headings branch.", "up", default="up")
    tiles: list[TileTable] = entry("Tiles in the yard, at most 60.", "tiles = [{ at = [2, 1], tile = 62, turn = 1 }]", default=[])
    name: str = entry("Name of the yard. The default is the name of the file.", "two-storeys", default="")
    about: Free = entry("Any keys, such as title, author, source, licence and notes.", "[about]", default={})


def read_yard(path: StrPath) -> Yard:
    """Read a yard file (TOML or JSON); raise `InputError`, which lists every fault and its line."""
    return yard_of(read_document(path))


def yard_of(document: Document) -> Yard:
    """Return the yard in a document; raise `LayoutError`, which lists every fault."""
    faults = check_schema(document, YARD_SCHEMA, KINDS)
    model, shape_faults = check_shape(YardFile, document, instead={"schema": YARD_SCHEMA})
    faults += shape_faults
    if model is None:
        raise LayoutError(faults)
    tiles = []
    for number, table in enumerate(model.tiles):
        try:
            kind, turn = tile_meant(str(table.tile), table.turn)
        except InputError as error:
            keys = [(fault, "turn" if fault.where == "turn" else "tile") for fault in error.faults]
            faults += document.placed(replace(fault, where=f"tiles[{number}].{key}") for fault, key in keys)
            continue
        tiles.append(PlacedTile((table.at[0], table.at[1]), kind, turn))
    faults += document.placed(yard_faults(tiles, model.headings, model.branches))
    raise_faults(faults, LayoutError)
    name = model.name or os.path.splitext(os.path.basename(document.path))[0]
    return Yard(tuple(tiles), model.headings, model.branches, name)


def yard_document_faults(document: Document) -> list[Fault]:
    """Return every fault of a yard file that was read, as `shunt check` prints them."""
    try:
        yard_of(document)
    except InputError as error:
        return list(error.faults)
    return []


def find_yard(text: str) -> Yard:
    """Return the yard that `text` means: a path, the name of a shipped yard, or a compact text such as `5u_62r1@2,1`."""
    if looks_like_yard(text) and not os.path.exists(text):
        return Yard.parse(text)
    try:
        path = file_meant("yards", text)
    except InputError as error:
        fault = error.faults[0]
        remedy = f"{fault.remedy}; a yard is a file, a shipped name, or a text such as 5u_62r1@2,1"
        raise LayoutError(fault.where, fault.what, remedy) from None
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


def write_yard(path: StrPath, yard: Yard, about: dict[str, str] | None = None) -> None:
    """Write `yard` to the file `path`, completely or not at all."""
    write_text_atomically(path, yard_text(yard, about))
