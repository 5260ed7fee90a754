"""Cards made by a program. The parameters have the structure of a card file, and are checked by the readers of files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from shunt.cards.files import read_card
from shunt.cards.models import CARD_SCHEMA
from shunt.errors import CardError, Fault, raise_faults
from shunt.files.document import Document
from shunt.rules.train_rules import OPTIONS
from shunt.track.layout import AnyLayout
from shunt.track.layout_table import layout_table

if TYPE_CHECKING:
    from shunt.cards.card import Card


class BuildOptions(TypedDict, total=False):
    """The less common keywords of `build`."""

    broken: Iterable[str]
    closed: Mapping[str, Iterable[str]]
    turntables: Mapping[str, int] | None
    metric: str | Sequence[str]
    limit: int | None
    ranks: Mapping[str, int] | None
    interchangeable: Iterable[Iterable[str]]
    coupled_train: str
    about: Mapping[str, Any]


def build_card(
    layout: AnyLayout | str,
    goal: Mapping[str, str],
    pieces: dict[str, Any],
    ruleset: str,
    name: str,
    more: dict[str, Any],
) -> Card:
    """Implement `Card.build`. `pieces` are its parameters `locomotives`, `cars` and `start`, and `more` its further keywords."""
    broken, tables = more.pop("broken", ()), {key: more.pop(key, None) for key in ("turntables", "closed")}
    faults = _type_faults(layout, {"goal": goal} | pieces | tables, broken)
    rules = [one.key for one in OPTIONS.values()]
    known = f"metric, limit, ranks, interchangeable, {', '.join(rules)} or about"
    unknown = sorted(more.keys() - BuildOptions.__annotations__.keys() - {*rules})
    faults += [Fault(option, "unknown parameter", known) for option in unknown]
    raise_faults(faults, CardError)
    start, places = pieces["start"], pieces | tables | {"broken": list(broken)}
    data: dict[str, Any] = {
        "schema": CARD_SCHEMA,
        "name": name,
        "ruleset": ruleset or ("sidings" if start is not None else "switcher"),
        "layout": layout if isinstance(layout, str) else layout_table(layout),
        "start": dict(start) if start is not None else {key: _plain(value) for key, value in places.items() if value},
        "goal": dict(goal),
        "about": dict(more.pop("about", {})),
        "options": {key: _plain(value) for key, value in more.items()},
    }
    card, found = read_card(Document("", "", data))
    if card is None or found:
        raise CardError(replace(fault, where=fault.where.removeprefix("start.").removeprefix("options.")) for fault in found)
    changes: dict[str, Any] = {"layout": layout} if not isinstance(layout, str) else {}
    return replace(card, **changes)


def _type_faults(layout: object, mappings: Mapping[str, Any], broken: Iterable[str]) -> list[Fault]:
    faults = []
    if not isinstance(layout, AnyLayout | str):
        what = f"{type(layout).__name__} is not a layout"
        faults.append(Fault("layout", what, "give a Layout, a SidingsLayout or the name of a shipped layout"))
    for name, value in mappings.items():
        if value is not None and not isinstance(value, Mapping):
            faults.append(Fault(name, f"{type(value).__name__} is not a mapping", 'give a mapping such as {"red": "B1"}'))
    if isinstance(broken, str):
        faults.append(Fault("broken", f"{broken!r} is a text", f'give a list of spaces, such as ["{broken}"]'))
    return faults


def _plain(value: Any) -> Any:
    """Convert tuples and mappings to the lists and tables that a file would hold."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple | set | frozenset) else value
