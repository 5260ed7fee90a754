"""What packs do with a card by its ruleset: prove it, compare it with others, write it on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.cards.card import RouteCard, board_lines
from shunt.cards.solution import Solution
from shunt.generator.forge.appearance import look
from shunt.generator.forge.mechanics import mechanics
from shunt.generator.forge.proof import proven, superfluous
from shunt.generator.forge.sidings import nothing_superfluous, proven_sidings, sidings_look, sidings_mechanics
from shunt.generator.packs.sidings import sidings_places, sidings_rules, sidings_sheet
from shunt.rules.position import heading_text
from shunt.rules.ruleset import MoveMade
from shunt.track.plan import End


@dataclass(frozen=True)
class PackKind:
    """What a pack needs of a ruleset.

    `metrics`: what its cards may count; `proven`: the card with its proof, and its solution; `superfluous`: something that can
    be left out; `look`: a score; `mechanics`: what a solution uses; `places`: what is compared, by the keys of
    `selection.PLACES`; `sheet` and `rules`: the lines below the picture and at the foot of a sheet, in ASCII;
    `has_tracks`: whether they are route cards.
    """

    metrics: tuple[str, ...]
    proven: Callable[[Any], tuple[Any, Solution] | None]
    superfluous: Callable[[Any, int], str | None]
    look: Callable[[Any], float]
    mechanics: Callable[[Any, Sequence[MoveMade]], tuple[str, ...]]
    places: Callable[[Any], dict[str, set[str]]]
    sheet: Callable[[Any], list[str]]
    rules: Callable[[Any], list[str]]
    has_tracks: bool = True


def train_places(card: RouteCard) -> dict[str, set[str]]:
    """Return the spaces of cars at the start and in the goal, and those of locomotives and broken tracks."""
    at_start = dict(zip(card.roster.pieces, card.start.places, strict=True))
    return {
        "starts": {at_start[name] for name in card.roster.cars},
        "goals": {space for name, space in card.goal.places.items() if name in card.roster.cars},
        "others": {at_start[name] for name in card.roster.locomotives} | card.broken,
    }


def train_sheet(card: RouteCard) -> list[str]:
    """Return the lines of a sheet below the picture: pieces, broken tracks, turntables, goal."""
    at = card.names(card.start)
    lines = ["Start:  " + "   ".join(f"{name} {at[name]}" for name in card.roster.locomotives)]
    if card.roster.cars:
        lines.append("        " + "   ".join(f"{name} {at[name]}" for name in card.roster.cars))
    if card.broken:
        lines.append("Broken: " + "   ".join(space for space in card.plan.spaces if space in card.broken))
    if card.plan.turntables:
        turned = zip(card.plan.turntables, card.start.turntables, strict=True)
        lines.append("Turned: " + "   ".join(f"{table.name} {_standing(card, table.name, index)}" for table, index in turned))
    lines += ["Alike:  " + "   ".join(group) for group in card.roster.interchangeable]
    lines.append("Goal:   " + "   ".join(f"{name} {_wanted(card, name)}" for name in card.goal.places))
    return lines


def train_rules(card: RouteCard) -> list[str]:
    """Return the lines at the foot of a sheet: what the picture of the board does not show."""
    rules = board_lines(card.plan, "-")
    if any(table.rotation != "locked" for table in card.plan.turntables):
        rules.append("a turntable turns to the next position in its list, from the last to the first")
    return rules


def _standing(card: RouteCard, name: str, index: int) -> str:
    table = next(table for table in card.plan.turntables if table.name == name)
    first, last = (space or "-" for space in table.positions[index])
    return f"at {index}, joins {first} and {last}"


def _wanted(card: RouteCard, name: str) -> str:
    heading = card.goal.headings.get(name)
    return card.goal.places[name] if heading is None else heading_text(card.plan, End(card.goal.places[name], heading))


TRAINS = PackKind(("moves",), proven, superfluous, look, mechanics, train_places, train_sheet, train_rules)
SIDINGS = PackKind(
    ("pulls", "legs"),
    proven_sidings,
    nothing_superfluous,
    sidings_look,
    sidings_mechanics,
    sidings_places,
    sidings_sheet,
    sidings_rules,
    has_tracks=False,
)
PACK_KINDS: dict[str, PackKind] = {"switcher": TRAINS, "railway": TRAINS, "sidings": SIDINGS}
"""Ruleset → what packs do with its cards."""
