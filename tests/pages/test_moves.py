"""Moves as the page writes and draws them: the notation of the referee, and tracks that stay on the rails of every board."""

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from shunt.pages.boards import UNIT
from shunt.pages.page import page_data
from shunt.render.geometry import Curve, track_shape
from shunt.render.scene import XY
from shunt.rules.ruleset import replay
from shunt.sidings.render.fan import Fan
from tests.pages.node_runs import run_node
from tests.pages.positions import game_case, sidings_case
from tests.shipped import shipped_cards


def rails_of(card: Any, page: Any) -> dict[str, list[XY]]:
    """Points on the rails of a board, close to each other, at each setting of its turntables."""
    found = {}
    (board,) = page["boards"]
    space, (x, y, _) = next(pair for pair in zip(board["spaces"], board["drawing"]["spots"], strict=True) if pair[1])
    for settings in product(*(range(len(table.positions)) for table in card.plan.turntables)):
        shape = track_shape(card.layout, settings)
        corner = (shape.spots[space].x * UNIT - x, shape.spots[space].y * UNIT - y)
        points = [point for curve in (*shape.curves, *shape.bridges) for point in curve.points(60)]
        found[",".join(map(str, settings))] = [(x * UNIT - corner[0], y * UNIT - corner[1]) for x, y in points]
    return found


def rails_of_sidings(card: Any) -> dict[str, list[XY]]:
    """The same for a fan of sidings, whose rails are straight."""
    tracks = Fan(card.rules).tracks
    ends = [((0.0, tracks[0][0][1]), tracks[0][0]), *((track[at], track[at + 1]) for track in tracks for at in (0, 1))]
    return {"": [point for start, end in ends for point in Curve(start, (0.0, 0.0), end, (0.0, 0.0)).points(400)]}


def digits(number: int) -> str:
    """A number as links write it, with letters after 9; the longest cuts of the long trains have two digits."""
    return np.base_repr(number, 36).lower()


def written(card: Any) -> list[str]:
    """The card's Yard Guide as `shunt solve` writes it."""
    return [made.notation for made in replay(card.rules, card.start, card.guide)]


@pytest.mark.parametrize("every", [24, pytest.param(12, marks=pytest.mark.slow)])
def test_moves_are_written_as_the_referee_does_and_stay_on_the_rails(tmp_path, every):
    random, shipped = Random(3), shipped_cards()
    cards = [card for number, card in enumerate(shipped) if number % (every // 3 if card.ruleset == "sidings" else every) == 0]
    boards = {card.board_name: card for card in reversed(cards)}.values()
    trains, sidings = ([card for card in boards if (card.ruleset == "sidings") == fits] for fits in (False, True))
    pages = {card.name: page_data([card]) for card in cards}
    games = [(pages[card.name], game_case(card, 4, random)["moves"]) for card in trains]
    pulls = [(pages[card.name], sidings_case(card, 12, random)["positions"]) for card in sidings]
    cases = {
        "games": [
            {"page": page, "steps": [one["step"] for one in moves], "notations": [one["notation"] for one in moves]}
            for page, moves in games
        ],
        "sidings": [
            {"page": page, "moves": "_".join(f"{digits(siding)}{'pd'[drops]}{digits(number)}" for siding, drops, number in moves)}
            for page, moves in [(page, [one["move"] for one in positions]) for page, positions in pulls]
        ],
        "guides": [{"page": pages[card.name], "guide": written(card)} for card in cards],
        "rails": {card.name: rails_of(card, pages[card.name]) for card in trains}
        | {card.name: rails_of_sidings(card) for card in sidings},
    }
    assert len(trains) * every > 20
    assert len(sidings) > 1
    assert run_node("moves.test.ts", cases, tmp_path)
