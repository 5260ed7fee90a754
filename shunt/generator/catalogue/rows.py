"""The row of a card in the catalogue, as values that can be sent between processes, and the conversion back to a card."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from shunt.cards.card import Card
from shunt.cards.tiers import TIERS
from shunt.errors import CardError, Fault, InputError
from shunt.files.printable import printable
from shunt.generator.canonical import DIGITS, canonical_id
from shunt.generator.catalogue.filters import NUMBERED_TIERS

LONGEST_JSON = 1_000_000  # characters


def _parsed(text: str) -> Any:
    """Return the value of a JSON text, or None if it has none."""
    try:
        return json.loads(text) if len(text) <= LONGEST_JSON and text.encode() else None
    except (ValueError, RecursionError):
        return None


def _is_table(text: str) -> bool:
    """Return whether a text is a table in JSON, in which features are numbers."""
    value = _parsed(text)
    features = value.get("features", {}) if isinstance(value, dict) else None
    return isinstance(features, dict) and all(isinstance(one, int | float | None) for one in features.values())


def _is_guide(text: str) -> bool:
    value = _parsed(text)
    return isinstance(value, list) and all(isinstance(move, str) for move in value)


_KINDS: dict[str, Any] = {"str": str, "int": int, "float | None": float | None}
_CHECKS: dict[str, Callable[[Any], object]] = {
    "id": re.compile(rf"[0-9a-f]{{{DIGITS}}}").fullmatch,
    "tier": range(len(NUMBERED_TIERS)).__contains__,
    "guide": _is_guide,
    **dict.fromkeys(("layout", "proof", "rating", "card"), _is_table),
    **dict.fromkeys(("locomotives", "cars", "broken", "turntables", "optimum"), range(10**9 + 1).__contains__),
}
"""What is checked of a value in a file besides its type, by its column."""

KIND_COLUMNS = ("tier", "optimum", "ruleset", "metric", "locomotives", "cars", "broken", "turntables", "is_unique")
"""The columns that cards of one kind share, with its board."""
CARD_COLUMNS = ("id", "name", "title", "grade", "guide", "proof", "rating", "card", "source")

SOLUTIONS = "solutions"  # the feature that counts optimal solutions up to reordering

_ORDER = ("schema", "name", "ruleset", "layout", "start", "goal", "options", "proof", "guide", "rating", "about")
_OWN_COLUMNS = ("layout", "proof", "guide", "rating")


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card for the catalogue, with columns for the filters and the rest as JSON texts.

    `id`: the canonical id. `tier`: an index into `NUMBERED_TIERS`. `optimum`: the optimum in the first metric. `broken`,
    `turntables`: their numbers. `is_unique`: 1 if there is one optimal solution up to reordering, 0 if there are several, −1 if
    it is not known. `layout`, `guide`, `proof`, `rating`: these parts of the card as JSON; `card`: all other parts. `source`: the
    file that the card came from, if any.
    """

    id: str
    name: str
    title: str
    board: str
    layout: str
    ruleset: str
    metric: str
    locomotives: int
    cars: int
    broken: int
    turntables: int
    optimum: int
    is_unique: int
    tier: int
    grade: float | None
    guide: str
    proof: str
    rating: str
    card: str
    source: str = ""

    @property
    def kind(self) -> tuple[int | str, ...]:
        """Return the values that cards of one kind share, with the board and its layout first."""
        return (self.board, self.layout, *(getattr(self, name) for name in KIND_COLUMNS))


def card_row(card: Card, source: str = "", card_id: str | None = None) -> CardRow:
    """Return the row of a card with a proof. `card_id` is its canonical id, if it is already known.

    Raise `CardError` if the card has no proof of its optimum or is proven unsolvable.
    """
    from shunt.cards.writing import card_table

    optimum = _proven_optimum(card)
    if card.tier not in NUMBERED_TIERS:
        raise CardError(Fault("rating.tier", f"unknown tier {card.tier!r}", f"one of {', '.join(TIERS)}", card.path))
    table = card_table(card, inline_layout=True)
    layout, guide = table["layout"], table.get("guide", {})
    board = card.board_name
    rating = table.get("rating", {})
    grade, solutions = rating.get("grade"), rating.get("features", {}).get(SOLUTIONS)
    return CardRow(
        id=card_id or canonical_id(card),
        name=card.name,
        title=str(card.about.get("title", "")),
        board=board,
        layout=_json({"name": board} | layout if board else layout),
        ruleset=card.ruleset,
        metric=card.metric.key,
        **{name: getattr(card.inventory, name) for name in ("locomotives", "cars", "broken", "turntables")},
        optimum=optimum,
        is_unique=-1 if solutions is None else int(solutions == 1),
        tier=NUMBERED_TIERS.index(card.tier) if grade is not None else 0,
        grade=grade,
        guide=_json(guide.get("moves", [])),
        proof=_json(table.get("proof", {})),
        rating=_json(rating),
        card=_json({key: value for key, value in table.items() if key not in _OWN_COLUMNS}),
        source=source,
    )


class DamagedError(InputError):
    """A row of a catalogue is not in the form that this program writes."""


def checked_row(values: Mapping[str, Any]) -> CardRow:
    """Return the row with these columns, which were read from a file; raise `DamagedError` if they are not a row.

    Afterwards it is certain that every JSON text is valid and contains the right type of value, and that the id is a canonical
    id.
    """
    for field in fields(CardRow):
        value, check = values[field.name], _CHECKS.get(field.name)
        if not isinstance(value, _KINDS[str(field.type)]) or check and not check(value):
            where = f"card {printable(str(values.get('id'))[:40])}"
            raise DamagedError(where, f"the catalogue is damaged: its value of {field.name} is invalid", "restore it from a copy")
    return CardRow(**values)


def card_of_row(row: CardRow) -> dict[str, Any]:
    """Return the card of a row as the table of a file with an inline layout, as from `card_table`."""
    table: dict[str, Any] = json.loads(row.card)
    table["layout"] = json.loads(row.layout)
    if table["layout"].get("name") == table.get("name"):
        del table["layout"]["name"]
    for key in ("proof", "rating"):
        if part := json.loads(getattr(row, key)):
            table[key] = part
    if moves := json.loads(row.guide):
        table["guide"] = {"moves": moves}
    return {key: table[key] for key in _ORDER if key in table}


def card_record(row: CardRow) -> dict[str, Any]:
    """Return the row for an export: its columns, the name of the tier, and the whole card under `card`."""
    record = asdict(row)
    exported = {key: record[key] for key in COLUMNS}
    exported["tier"] = NUMBERED_TIERS[row.tier]
    exported["unique"] = None if row.is_unique < 0 else bool(row.is_unique)
    features = json.loads(row.rating).get("features", {})
    exported["features"] = {name: None if value is None else float(value) for name, value in features.items()}
    return exported | {"guide": json.loads(row.guide), "card": card_of_row(row)}


COLUMNS = (
    "id",
    "name",
    "title",
    "board",
    "ruleset",
    "metric",
    "optimum",
    "tier",
    "grade",
    "locomotives",
    "cars",
    "broken",
    "turntables",
)
"""The plain columns of an export, in order."""


def _proven_optimum(card: Card) -> int:
    """Return the proven optimum in the first metric."""
    optimum = card.proof.get("optimum")
    if isinstance(optimum, list | tuple):
        optimum = optimum[0] if optimum else None
    if card.proof.get("status", "optimal") != "optimal" or not isinstance(optimum, int):
        raise CardError(
            Fault("proof", f"nothing is proven about the card {card.name!r}", "solve it and save the answer on it", card.path)
        )
    return optimum


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
