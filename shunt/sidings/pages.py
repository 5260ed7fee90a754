"""Sidings cards as data for a page, in the form of `source/rules/sidings.ts`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from shunt.pages.boards import svg_items
from shunt.pages.shared import LEVEL, Shared, vehicle_data
from shunt.pages.symbols import symbols
from shunt.render.appearance import card_liveries
from shunt.render.pieces import Brush
from shunt.render.scene import Text
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.render.fan import UNIT, Fan
from shunt.sidings.rules.referee import ANY, Sidings, SidingsMove, SidingsPosition


def sidings_play_data(card: SidingsCard, shared: Shared) -> dict[str, Any]:
    """Return the data of a card. Drawings of its pieces are added to `shared`."""
    rules, goal, liveries = card.rules, card.goal, card_liveries(card)
    brush, art = Brush(UNIT, liveries), []
    for car in rules.cars:
        colour, bands = liveries[car]
        kind = f"small car {colour} {bands}"
        art.append(vehicle_data(kind, partial(Brush.car, spot=LEVEL, name=car), brush, colour, shared))
    engine = [item for item in brush.locomotive(LEVEL, "", 1) if not isinstance(item, Text)]
    fan = Fan(rules)
    ground, rows = fan.scene(""), [None, *range(len(rules.capacities))]
    headshunt, *sidings = ([round(spot.x, 2), round(spot.y, 2)] for spot in (fan.spot(row, 0) for row in rows))
    return {
        "kind": "sidings",
        "unit": UNIT,
        "drawing": {
            "width": ground.width,
            "height": ground.height,
            "ground": svg_items(ground.items),
            "headshunt": headshunt,
            "sidings": sidings,
            "tracks": [[[round(value, 2) for value in point] for point in track] for track in fan.tracks],
        },
        "yard": fan_data(rules),
        "cars": list(rules.cars),
        "symbols": list(symbols(rules.cars, liveries).values()),
        "start": sidings_position_data(rules, card.start),
        "goal": {
            "sidings": [_seats(rules, goal.sidings[name]) if name in goal.sidings else None for name in rules.capacities],
            "headshunt": _seats(rules, goal.headshunt),
            "train": _seats(rules, goal.train),
        },
        "guide": [sidings_move_data(rules, rules.parse_move(text)) for text in card.guide],
        "art": art,
        "engineArt": shared.drawing("small engine", engine),
    }


def fan_data(rules: Sidings) -> dict[str, Any]:
    """Return the sidings and the metric, in the form of `SidingsYard`."""
    return {
        "limit": rules.limit,
        "names": list(rules.capacities),
        "capacities": list(rules.capacities.values()),
        "metric": rules.metric,
        "kinds": _seats(rules, map(rules.kind, rules.cars)),
    }


def sidings_position_data(rules: Sidings, position: SidingsPosition) -> dict[str, Any]:
    """Return a position in numbers: the cars on each track, and the track of the locomotive (-1 for the headshunt)."""
    return {
        "headshunt": _seats(rules, position.headshunt),
        "sidings": [_seats(rules, cars) for cars in position.sidings],
        "locomotive": rules.seats.get(position.locomotive, -1),
    }


def sidings_move_data(rules: Sidings, move: SidingsMove) -> list[int]:
    """Return a move in numbers: its siding, 1 for a drop, and the number of cars."""
    return [rules.seats[move.siding], int(move.drops), move.count]


def _seats(rules: Sidings, cars: Iterable[str]) -> list[int]:
    return [-1 if car == ANY else rules.cars.index(car) for car in cars]
