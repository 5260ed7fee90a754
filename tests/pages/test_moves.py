"""Moves as the page writes and draws them: the notation of the referee, and tracks that stay on the rails of every board."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import shunt
from shunt.pages.cards import UNIT_OF_SIDINGS
from shunt.pages.page import page_data
from shunt.render.board import UNIT
from shunt.render.geometry import Curve, track_shape
from shunt.render.layers import board_layers
from shunt.render.scene import XY
from shunt.render.sidings import sidings_layers
from shunt.rules.ruleset import replay
from tests.pages.node_runs import run_node
from tests.pages.positions import game_case, sidings_case


def rails_of(card: Any) -> dict[str, list[XY]]:
    """Points on the rails of a board, close to each other, at each setting of its turntables."""
    found = {}
    layers = board_layers(card.layout)
    space, spot = next(iter(layers.spots.items()))
    for settings in product(*(range(len(table.positions)) for table in card.plan.turntables)):
        shape = track_shape(card.layout, settings)
        corner = (shape.spots[space].x * UNIT - spot.x, shape.spots[space].y * UNIT - spot.y)
        curves = (*shape.curves, *shape.bridges)
        points = [point for curve in curves for point in curve.points(60)]
        found[",".join(map(str, settings))] = [(x * UNIT - corner[0], y * UNIT - corner[1]) for x, y in points]
    return found


def rails_of_sidings(card: Any) -> dict[str, list[XY]]:
    """The same for a fan of sidings, whose rails are straight."""
    tracks = sidings_layers(card.rules, UNIT_OF_SIDINGS).tracks
    ends = [((0.0, tracks[0][0][1]), tracks[0][0]), *((track[at], track[at + 1]) for track in tracks for at in (0, 1))]
    return {"": [point for start, end in ends for point in Curve(start, (0.0, 0.0), end, (0.0, 0.0)).points(400)]}


def written(card: Any) -> list[str]:
    """The card's Yard Guide as `shunt solve` writes it."""
    return [made.notation for made in replay(card.rules, card.start, card.guide)]


def test_moves_are_written_as_the_referee_does_and_stay_on_the_rails(tmp_path: Path) -> None:
    random = Random(3)
    boards: dict[str, Any] = {}
    for name in shunt.card_names():
        card = shunt.load(name)
        boards.setdefault(card.board_name, card)
    trains = [card for card in boards.values() if card.ruleset != "sidings"]
    sidings = [card for card in boards.values() if card.ruleset == "sidings"]
    games = [(card, game_case(card, 8, random)["moves"]) for card in trains]
    cases = {
        "games": [
            {
                "page": page_data([card], room=0),
                "steps": [move["step"] for move in moves],
                "notations": [move["notation"] for move in moves],
            }
            for card, moves in games
        ],
        "sidings": [
            {
                "page": page_data([card], room=0),
                "moves": "_".join(
                    f"{siding}{'pd'[drops]}{count}"
                    for siding, drops, count in (one["move"] for one in sidings_case(card, 12, random)["positions"])
                ),
            }
            for card in sidings
        ],
        "guides": [{"page": page_data([card], room=0), "guide": written(card)} for card in map(shunt.load, shunt.card_names())],
        "rails": {card.name: rails_of(card) for card in trains} | {card.name: rails_of_sidings(card) for card in sidings},
    }
    assert len(trains) > 20
    assert len(sidings) > 2
    assert run_node(["moves.test.ts"], cases, tmp_path)
