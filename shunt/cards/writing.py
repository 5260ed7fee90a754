"""Writing cards. A card made by a program is written in full. In an author's file, only the parts that the program writes are
changed.

The program writes `[proof]`, `[guide]`, `[rating]`, and the limit and the ranks under `[options]`. If a file contains the same
puzzle, the rest of it, with its comments and its order, is kept.
"""

from __future__ import annotations

import json
import os
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.errors import InputError
from shunt.files.atomic import write_bytes_atomically, write_text_atomically
from shunt.files.document import read_document
from shunt.files.reading import StrPath
from shunt.sidings.cards.card import SidingsCard
from shunt.track.layout import AnyLayout
from shunt.track.layout_file import LAYOUT_SCHEMA
from shunt.track.layout_table import layout_table
from shunt.track.space_marks import only_drawn

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

SECTIONS = ("proof", "guide", "rating")


def puzzle_table(card: Card) -> dict[str, Any]:
    """Return start, goal and options as a card file has them."""
    if isinstance(card, RouteCard):
        return _puzzle_table_of_trains(card)
    if isinstance(card, SidingsCard):
        from shunt.sidings.cards.files import sidings_puzzle_table

        return sidings_puzzle_table(card)
    raise refused(card, "written to files")


def _puzzle_table_of_trains(card: RouteCard) -> dict[str, Any]:
    """Return start, goal and options as a card file has them."""
    names = card.names(card.start)
    turned = zip(card.plan.turntables, card.start.turntables, strict=True)
    start: dict[str, Any] = {
        "locomotives": {name: names[name] for name in card.roster.locomotives},
        "cars": {name: names[name] for name in card.roster.cars},
        "broken": [space for space in card.plan.spaces if space in card.broken],
        "closed": {space: list(card.closed[space]) for space in card.plan.spaces if space in card.closed},
        "turntables": {turntable.name: position for turntable, position in turned if position},
    }
    options: dict[str, Any] = {"interchangeable": [list(group) for group in card.roster.interchangeable]}
    options["metric"] = "" if card.metric == ("moves",) else card.metric.as_json
    places = {"places": {name: list(spaces) for name, spaces in card.own_places.items()}} if card.own_places else {}
    return places | {
        "start": {key: value for key, value in start.items() if value},
        "goal": card.goal.as_table(card.plan),
        "options": {key: value for key, value in options.items() if value} | card.train_rules.options,
    }


def card_table(card: Card, inline_layout: bool = False) -> dict[str, Any]:
    """Return the card as the table of a file. With `inline_layout`, it contains the layout, so that the file needs no other
    file."""
    table: dict[str, Any] = {"schema": "shunt-card/1", "name": card.name, "ruleset": card.ruleset}
    whole = inline_layout or not card.layout_ref
    if not whole:
        table["layout"] = card.layout_ref
    table |= puzzle_table(card)
    table["options"] = table["options"] | _written_options(card)
    table |= _written_sections(card)
    table["about"] = dict(card.about)
    if whole:
        name = {"name": card.layout.name} if card.layout.name not in ("", card.name) else {}
        table["layout"] = name | layout_table(card.layout)
    return {key: value for key, value in table.items() if value or key == "goal"}


def bare_table(card: Card) -> dict[str, Any]:
    """Return the parts that define the puzzle as a card file has them: its rules, board, start and goal, without other
    information on the card."""
    table = puzzle_table(card) | {"ruleset": card.ruleset, "layout": layout_table(card.layout)}
    for key in ("at", "marks", "about", *(mark.key for mark in only_drawn())):
        table["layout"].pop(key, None)
    return table


def puzzle_text(card: Card) -> str:
    """Return the parts that define the puzzle in a canonical form."""
    return json.dumps(bare_table(card), sort_keys=True, ensure_ascii=False)


def _written_options(card: Card) -> dict[str, Any]:
    ranks = card.ranks
    options: dict[str, Any] = {} if card.limit is None else {"limit": card.limit}
    if ranks:
        options["ranks"] = asdict(ranks)
    return options


def _written_sections(card: Card) -> dict[str, Any]:
    guide = {"moves": list(card.guide)} if card.guide else {}
    rating = dict(card.rating)
    if "features" in rating:
        # A whole number is written as an int, so that a card that was read is written as it was before.
        numbers = rating["features"].items()
        rating["features"] = {name: int(one) if isinstance(one, float) and one.is_integer() else one for name, one in numbers}
    sections = {"proof": dict(card.proof), "guide": guide, "rating": rating}
    return {key: value for key, value in sections.items() if value}


def card_text(card: Card, existing: str = "", inline_layout: bool = False) -> str:
    """Return the card as TOML.

    If `existing`, a TOML file of the same puzzle, is given, only the parts that the program writes are changed in it.
    """
    import tomlkit

    if not existing:
        return _text_of(card_table(card, inline_layout))
    document = tomlkit.parse(existing)
    sections = _written_sections(card)
    for key in SECTIONS:
        _put(document, key, sections.get(key, {}))
    options = _written_options(card)
    if options or "options" in document:
        table = document.setdefault("options", tomlkit.table())
        for key in ("limit", "ranks"):
            if key not in options:
                table.pop(key, None)
            elif table.get(key) != options[key]:
                table[key] = _inline(options[key])
    return tomlkit.dumps(document)


def layout_text(layout: AnyLayout, comment: str = "") -> str:
    """Return a layout as the TOML of a file, below a comment."""
    table = {"schema": LAYOUT_SCHEMA, "name": layout.name, **layout_table(layout)}
    return (f"# {comment}\n" if comment else "") + _text_of(table)


def _put(document: TOMLDocument, key: str, values: Mapping[str, Any]) -> None:
    """Set a section to `values`. Entries that are already right are kept, with their comments."""
    import tomlkit

    if not values:
        document.pop(key, None)
        return
    if key not in document:
        if document.as_string() and not document.as_string().endswith("\n\n"):
            document.add(tomlkit.nl())
        document.add(key, tomlkit.table())
    section: Any = document[key]
    for name in [name for name in section if name not in values]:
        section.pop(name)
    for name, value in values.items():
        if name not in section or section[name] != value:
            section[name] = _inline(value)


def _text_of(table: Mapping[str, Any]) -> str:
    """Return a table as TOML, with plain keys first and then a section for each table."""
    import tomlkit

    document = tomlkit.document()
    for key, value in table.items():
        if not isinstance(value, dict):
            document.add(key, _inline(value))
    for key, value in table.items():
        if isinstance(value, dict):
            document.add(tomlkit.nl())
            document.add(key, _section(value))
    return tomlkit.dumps(document).strip("\n") + "\n"


def _section(values: Mapping[str, Any]) -> Any:
    import tomlkit

    section = tomlkit.table()
    section.value.parsing(True)  # otherwise every entry is compared with all before it, which takes long on a large layout
    nested = {key: value for key, value in values.items() if key in ("at", "marks", "about") and isinstance(value, dict)}
    for key, value in values.items():
        if key not in nested:
            section.add(key, _inline(value))
    section.value.parsing(False)
    for key, value in nested.items():
        section.add(key, _section(value))
    return section


def _inline(value: Any) -> Any:
    """Return a value on one line, with inline tables. Long lists of tables, lists or strings are written with one element per
    line."""
    import tomlkit

    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.add(key, _inline(inner))
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for inner in value:
            array.append(_inline(inner))
        is_long = len(json.dumps(value, default=str)) > 90 and any(isinstance(inner, str | Mapping) for inner in value)
        return array.multiline(True) if is_long else array
    return value


# --------------------------------------------------------------------------------------------------------------------
# Files


def save_card(card: Card, path: StrPath, inline_layout: bool = False) -> None:
    """Write `card` to the file `path`, completely or not at all; raise `InputError` if that is not possible.

    If the file already contains the same puzzle, its comments and order are kept. The file is JSON if its name ends in `.json`.
    """
    shown = os.fspath(path)
    card = _moved(card, Path(shown).parent)
    existing = "" if inline_layout else _same_puzzle_at(card, shown)
    if Path(shown).suffix.lower() == ".json":
        table = card_table(card, inline_layout)
        write_text_atomically(shown, json.dumps(table, indent=2, ensure_ascii=False, default=str) + "\n")
    else:
        text = card_text(card, existing, inline_layout)
        content = Path(shown).read_bytes() if existing else b""  # its line endings and byte-order mark are kept
        if 2 * content.count(b"\r\n") > content.count(b"\n"):
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        write_bytes_atomically(shown, (BOM_UTF8 if content.startswith(BOM_UTF8) else b"") + text.encode())


def _moved(card: Card, folder: Path) -> Card:
    """Return the card with the path of its layout relative to the folder to which it is written."""
    if not card.path or not card.layout_ref or not card.layout.path:
        return card
    beside = Path(card.path).parent / card.layout_ref
    if not beside.is_file() or beside.resolve() != Path(card.layout.path).resolve():
        return card  # a shipped layout, known by its name everywhere
    return replace(card, layout_ref=Path(os.path.relpath(beside.resolve(), folder.resolve())).as_posix())


def _same_puzzle_at(card: Card, path: str) -> str:
    """Return the text of the TOML file at `path` if it contains the same puzzle as `card`. Otherwise return an empty string."""
    if not os.path.isfile(path):
        return ""  # nothing to be read, or a pipe, from which nothing would come
    from shunt.cards.files import read_card  # a new file is written without what reads one

    try:
        document = read_document(path)
    except InputError:
        return ""
    there, _ = read_card(document)
    return document.text if not document.is_json and there is not None and there.puzzle == card.puzzle else ""
