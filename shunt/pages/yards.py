"""Hump yards as a page needs them. The forms are those of `source/rules/hump.ts` and `source/data.ts`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from string import ascii_uppercase

from shunt.hump.bids import BidTable, bid_table
from shunt.hump.pictures.yard import CELL, YardCars, YardDrawing
from shunt.hump.rules import Hump
from shunt.hump.yard import Yard
from shunt.pages.boards import number, plan_data, spot_data, svg_items
from shunt.pages.html import Data
from shunt.pages.shared import LEVEL, Shared, vehicle_data
from shunt.pages.symbols import symbols
from shunt.render.appearance import Livery
from shunt.render.colours import ink
from shunt.render.pieces import Brush

LENGTHS = (3, 4, 5)
"""The trains that a page deals: numbers of cars."""


def track_data(rules: Hump) -> Data:
    """Return the track of a yard for the length of one train, in the form of `HumpTrack`."""
    track = rules.track
    spaces = track.plan.spaces
    board = plan_data(track.plan)
    return {
        "spaces": board["spaces"],
        "fixed": board["fixed"],
        "queue": [spaces.index(space) for space in track.queue],
        "exits": sorted(number(track.plan, end) for end in track.exits),
        "partners": [sorted(spaces.index(other) for other in track.partners[space]) for space in spaces],
        "stop": rules.stop,
    }


def yard_page_data(
    yard: Yard, progress: Callable[[int, int], object] = lambda done, total: None, lengths: Sequence[int] = LENGTHS
) -> Data:
    """Return the page of a yard, in the form of `PageData`: one card for each length of train that can be sorted."""
    shared = Shared()
    name = yard.name or "yard"
    cards = []
    for done, length in enumerate(lengths):
        progress(done, len(lengths))
        table = bid_table(yard, ascii_uppercase[:length])
        if table.by_order:
            cards.append(_yard_card(yard, name, table, shared))
    return {"schema": "shunt-page/1", "title": name, "boards": [], "art": shared.art, "cards": cards, "tiers": {}}


def _yard_card(yard: Yard, name: str, table: BidTable, shared: Shared) -> Data:
    rules = Hump.on(yard, table.train)
    spaces = rules.track.plan.spaces
    cars = len(table.train)
    drawing = YardDrawing(yard, YardCars(queue=cars, gone=("",) * cars))
    ground = drawing.scene(has_cars=False)
    return {
        "kind": "hump",
        "name": f"{name}-{cars}",
        "title": f"{name}: {cars} cars",
        "key": sha256(f"{yard} {cars}".encode()).hexdigest()[:20],
        "ruleset": "hump",
        "tier": "",
        "grade": None,
        "metric": ["moves"],
        "status": "optimal",
        "optimum": None,
        "limit": None,
        "ranks": None,
        "unit": CELL * 0.8,
        "track": track_data(rules),
        "train": list(table.train),
        "symbols": list(symbols(table.train, {car: Livery(ink(car)) for car in table.train}).values()),
        "optima": {"".join(order): optimum for order, optimum in sorted(table.by_order.items())},
        "drawing": {
            "width": ground.width,
            "height": ground.height,
            "ground": svg_items(ground.items),
            "spots": [spot_data(drawing.spot(space)) for space in spaces],
            "gone": [spot_data(drawing.at_sink(number)) for number in range(cars)],
        },
        "art": [
            vehicle_data(f"yard car {car}", partial(Brush.car, spot=LEVEL, name=car), Brush(CELL * 0.78), ink(car), shared)
            for car in table.train
        ],
    }
