"""Writing cards: a card of its own making in full, an author's file with nothing changed but what the program writes.

The program writes `[proof]`, `[guide]`, `[rating]`, and under `[options]` the limit and the ranks. All else in a file
that holds the same puzzle, its comments and their order included, is the author's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shunt.cards.card import Card
from shunt.cards.kinds import KINDS

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

SECTIONS = ("proof", "guide", "rating")


def card_table(card: Card, inline_layout: bool = False) -> dict[str, Any]:
    """Return the card as the table of a file; with `inline_layout` its layout is part of it, so that the file needs no other."""
    kind = KINDS[card.ruleset]
    table: dict[str, Any] = {"schema": "shunt-card/1", "name": card.name, "ruleset": card.ruleset}
    whole = inline_layout or not card.layout
    if not whole:
        table["layout"] = card.layout
    table |= kind.puzzle_table(card)
    table["options"] = table["options"] | _written_options(card)
    table |= _written_sections(card)
    table["about"] = dict(card.about)
    if whole:
        table["layout"] = kind.layout_table(card)
    return {key: value for key, value in table.items() if value or key == "goal"}


def _written_options(card: Card) -> dict[str, Any]:
    ranks = card.ranks
    options: dict[str, Any] = {} if card.limit is None else {"limit": card.limit}
    if ranks:
        options["ranks"] = {"yard_master": ranks.yard_master, "conductor": ranks.conductor, "brakeman": ranks.brakeman}
    return options


def _written_sections(card: Card) -> dict[str, Any]:
    guide = {"moves": list(card.guide)} if card.guide else {}
    rating = dict(card.rating)
    if "features" in rating:
        rating["features"] = {name: _short(value) for name, value in rating["features"].items()}
    sections = {"proof": dict(card.proof), "guide": guide, "rating": rating}
    return {key: value for key, value in sections.items() if value}


def _short(value: float | None) -> float | None:
    """Return a whole number as an int, so that a card that was read is written as it was before."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def card_text(card: Card, existing: str = "", inline_layout: bool = False) -> str:
    """Return the card as TOML.

    With the text of an `existing` TOML file of the same puzzle, only what the program writes is changed in it.
    """
    import tomlkit

    if not existing:
        return _tidy(tomlkit.dumps(_document_of(card_table(card, inline_layout))))
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


def _put(document: TOMLDocument, key: str, values: Mapping[str, Any]) -> None:
    """Set a section to `values`, leaving what is right already, comments included, as it stands."""
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


def _document_of(table: Mapping[str, Any]) -> TOMLDocument:
    """Return a fresh document: plain keys first, then a section for each table."""
    import tomlkit

    document = tomlkit.document()
    for key, value in table.items():
        if not isinstance(value, dict):
            document.add(key, _inline(value))
    for key, value in table.items():
        if isinstance(value, dict):
            document.add(tomlkit.nl())
            document.add(key, _section(value))
    return document


def _section(values: Mapping[str, Any]) -> Any:
    import tomlkit

    section = tomlkit.table()
    nested = {key: value for key, value in values.items() if key in ("at", "marks", "about") and isinstance(value, dict)}
    for key, value in values.items():
        if key not in nested:
            section.add(key, _inline(value))
    for key, value in nested.items():
        section.add(key, _section(value))
    return section


def _inline(value: Any) -> Any:
    """Return a value for one line: tables inline; long lists of tables, lists or texts with one element a line."""
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


def _tidy(text: str) -> str:
    return text.strip("\n") + "\n"
