"""Cards as a page needs them, for each ruleset. The forms are those of `source/data.ts`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from math import cos, radians, sin
from typing import Any

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.kinds import refused
from shunt.generator.canonical import canonical_id, id_as_written
from shunt.pages.boards import adaptive, board_data, both_colours, svg_items
from shunt.pages.symbols import symbols
from shunt.render.appearance import card_liveries
from shunt.render.geometry import Spot
from shunt.render.layers import place_items, sidings_layers
from shunt.render.pieces import Brush
from shunt.render.scene import Item, Text
from shunt.rules.motion import Ready, Run
from shunt.rules.moves import TurntableStep
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade, replay
from shunt.rules.sidings import ANY, Sidings, SidingsMove, SidingsPosition
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.track.layout import Layout
from shunt.track.plan import LARGE_BOARD


@dataclass
class Shared:
    """What the cards of a page share: boards, and drawings of pieces by name.

    `with_guides`: whether Yard Guides are wanted.
    """

    with_guides: bool = True
    boards: list[dict[str, Any]] = field(default_factory=list)
    art: dict[str, str] = field(default_factory=dict)
    _numbers: dict[Layout, int] = field(default_factory=dict)

    def board(self, layout: Layout) -> int:
        """Return the number of a board in the page, adding it if it is new."""
        if layout not in self._numbers:
            self._numbers[layout] = len(self.boards)
            self.boards.append(board_data(layout))
        return self._numbers[layout]

    def drawing(self, name: str, items: Sequence[Item]) -> str:
        """Add a drawing unless it is known, and return its name."""
        self.art.setdefault(name, svg_items(items))
        return name


def card_data(card: Card, shared: Shared) -> dict[str, Any]:
    """Return a card of any ruleset; boards and drawings go to `shared`."""
    return head_data(card) | play_data(card, shared)


def head_data(card: Card) -> dict[str, Any]:
    """Return what is printed about a card of any ruleset."""
    ranks = card.ranks
    proven = card.proof.get("status") if "optimum" in card.proof or card.proof.get("status") == "unsolvable" else None
    return {
        "name": card.name,
        "title": str(card.about.get("title") or card.name),
        "key": card_key(card),
        "lesson": str(card.about.get("lesson", "")),
        "ruleset": card.ruleset,
        "tier": str(card.rating.get("tier", "")),
        "grade": card.rating.get("grade"),
        "metric": list(card.metric),
        "status": proven or "unknown",
        "optimum": card.proof.get("optimum"),
        "limit": card.limit,
        "ranks": None if ranks is None else [ranks.yard_master, ranks.conductor, ranks.brakeman],
    }


@lru_cache(maxsize=5_000)
def card_key(card: Card) -> str:
    """Return the id of a card, which the gallery of a site and the card's own page both hold."""
    return _page_id(card)


def _page_id(card: Card) -> str:
    if isinstance(card, RouteCard):
        return id_as_written(card) if len(card.plan.spaces) >= LARGE_BOARD else canonical_id(card)
    return canonical_id(card)


def play_data(card: Card, shared: Shared) -> dict[str, Any]:
    """Return what a page needs to play a card, beside what is printed about every card."""
    if isinstance(card, RouteCard):
        return _play_data_of_trains(card, shared)
    if isinstance(card, SidingsCard):
        return _play_data_of_sidings(card, shared)
    raise refused(card, "played on a page")


# --------------------------------------------------------------------------------------------------------------------
# Trains


def _play_data_of_trains(card: RouteCard, shared: Shared) -> dict[str, Any]:
    layout = card.layout
    board = shared.board(layout)
    plan, roster = card.plan, card.roster
    unit = shared.boards[board]["unit"]
    looks = [_piece_art(card, name, unit, shared) for name in roster.pieces]
    art = [one for number, one in enumerate(looks) if one not in looks[:number]]
    return {
        "kind": "trains",
        "board": board,
        "locomotives": list(roster.locomotives),
        **rules_data(card.rules),
        "cars": list(roster.cars),
        "signs": [
            [plan.spaces.index(space), shared.drawing(f"closed {whom}", Brush(unit).closed(Spot(0, 0, (1.0, 0.0)), whom))]
            for space, whom in card.closed_spaces.items()
            if space in card.closed
        ],
        "start": position_data(card.rules, card.start),
        "goal": [
            {
                "piece": roster.pieces.index(name),
                "space": plan.spaces.index(space),
                "heading": card.goal.headings.get(name, -1),
            }
            for name, space in card.goal.places.items()
        ],
        "wants": [
            {
                "place": want.place,
                "pieces": [roster.pieces.index(name) for name in want.pieces],
                "spaces": [plan.spaces.index(space) for space in want.spaces],
                "count": want.count,
            }
            for want in card.goal.wants
        ],
        "trains": [
            {
                "pieces": [-1 if name == ANY else roster.pieces.index(name) for name in train.pieces],
                "where": train.where,
                "spaces": [plan.spaces.index(space) for space in train.spaces],
                "isAlong": train.along,
            }
            for train in card.goal.trains
        ],
        "placesArt": _places_art(card, shared.boards[board], shared),
        "guide": guide_data(card) if shared.with_guides else [],
        "art": art,
        "looks": [art.index(one) for one in looks],
        "symbols": [symbols(roster.cars, card_liveries(card)).get(name, "") for name in roster.pieces],
        "brokenArt": shared.drawing("broken", Brush(unit).broken(Spot(0, 0, (1.0, 0.0)))),
    }


def rules_data(rules: Switcher) -> dict[str, Any]:
    """Return the rules of trains, in the form of `CardRules` in `source/rules/trains.ts`."""
    plan, roster = rules.plan, rules.roster
    return {
        "trainRules": {_as_camel(rule.name): getattr(rules.train_rules, rule.name) for rule in fields(TrainRules)},
        "alike": [[roster.pieces.index(name) for name in group] for group in roster.interchangeable],
        "broken": [plan.spaces.index(space) for space in plan.spaces if space in rules.broken],
        "closed": [
            [plan.spaces.index(space), [seat for seat, name in enumerate(roster.pieces) if name in kept_out]]
            for space, kept_out in rules.access.kept_out.items()
        ],
    }


def _as_camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def _places_art(card: RouteCard, board: dict[str, Any], shared: Shared) -> str:
    """Return how the places are drawn that the goal names; those on a turntable where they are at the start."""
    plan, drawing, unit = card.plan, board["drawing"], board["unit"]
    spots = dict(zip(plan.spaces, drawing["spots"], strict=True))
    for table, position, settings in zip(plan.turntables, card.start.turntables, drawing["bridges"], strict=True):
        spots |= dict(zip(table.bridge, settings[position], strict=True))
    places = card.goal.named_places
    along = {space: Spot(x, y, (cos(radians(angle)), sin(radians(angle)))) for space, (x, y, angle) in spots.items()}
    items = place_items(card.goal, along, dict(zip(plan.spaces, drawing["tags"], strict=True)), unit)
    named = [f"{name}: {' '.join(spaces)}" for name, spaces in places.items()]
    return shared.drawing(f"places of board {shared.board(card.layout)} {named}" if places else "no places", items)


def position_data(rules: Switcher, position: Position) -> dict[str, Any]:
    """Return a position by number; under `railway` every locomotive gets a front, its end 0, to count its reversals by."""
    headings = position.headings or (0,) * len(rules.roster.locomotives)
    return {
        "places": [rules.plan.spaces.index(space) for space in position.places],
        "headings": list(headings),
        "turntables": list(position.turntables),
    }


def _piece_art(card: RouteCard, name: str, unit: float, shared: Shared) -> dict[str, Any]:
    """Return how a piece and its goal are drawn, on a space that points to the right; locomotives face end 1."""
    liveries = card_liveries(card)
    brush, spot = Brush(unit, liveries), Spot(0, 0, (1.0, 0.0))
    colour, bands = liveries[name]
    heading = 1 if card.rules.has_headings else None
    if name in card.roster.locomotives:
        number = card.roster.locomotives.index(name)
        draw: Draw = partial(Brush.locomotive, spot=spot, name=name, number=number, heading=heading)
        kind = f"{'engine' if heading else 'railcar'} {colour}"
    else:
        draw = partial(Brush.car, spot=spot, name=name)
        kind = f"car {colour} {bands}"
    pointed = name in card.goal.headings
    ghost = partial(Brush.ghost, spot=spot, name=name, colour=colour, heading=1 if pointed else None, is_empty=True)
    return vehicle_data(kind, draw, brush, colour, shared) | {
        "ghost": shared.drawing(f"goal {colour}{' pointed' if pointed else ''}", ghost(brush)[:-1]),
        "ghostLabel": label_data(ghost, brush),
        "goalColour": both_colours(colour),
    }


Draw = Callable[[Brush], Sequence[Item]]
LARGER = 1.75
"""Names on pieces may be larger by this on a small screen, where there is room."""


def vehicle_data(kind: str, draw: Draw, brush: Brush, colour: str, shared: Shared) -> dict[str, Any]:
    """Return how a vehicle is drawn: its body, shared by all of its `kind`, and the label on it."""
    body = [item for item in draw(brush) if not isinstance(item, Text)]
    return {"body": shared.drawing(kind, body), "label": label_data(draw, brush), "colour": colour}


def label_data(draw: Draw, brush: Brush) -> dict[str, Any]:
    """Return where on a vehicle its name is, and how it is written: in its usual size and at `most`."""
    text, large = (_text(draw(one)) for one in (brush, replace(brush, larger=LARGER)))
    shown = adaptive(text)
    assert isinstance(shown, Text)
    return {"x": round(text.x, 2), "size": round(text.size, 2), "most": round(large.size, 2), "colour": shown.colour}


def _text(items: Sequence[Item]) -> Text:
    return next(item for item in items if isinstance(item, Text))


def guide_data(card: RouteCard) -> list[list[Any]]:
    """Return the moves of the Yard Guide by number, as `Step` of `source/rules/steps.ts`; nothing if it cannot be replayed."""
    steps: list[list[Any]] = []
    position, rules = card.start, card.rules
    for made in replay(rules, card.start, card.guide):
        steps.append(step_data(card, position, made))
        position = made.position
    return steps


def step_data(card: RouteCard, position: Position, made: MoveMade) -> list[Any]:
    """Return a move by number: [-1, turntable], or [locomotive, end it leaves by, coupled pieces, spaces its head passes]."""
    if isinstance(made.move, TurntableStep):
        return [-1, [table.name for table in card.plan.turntables].index(made.move.turntable)]
    run: Run = made.run
    pieces, spaces, rules = card.roster.pieces, card.plan.spaces, card.rules
    for ready in rules.trains(position):
        if ready[0] == run.locomotive and rules.coupled(ready) == run.couples and _leads_to(rules, position, ready, run):
            leaving = ready[2].ends[ready[2].pieces.index(run.locomotive)]
            coupled = [pieces.index(name) for name in run.couples]
            return [pieces.index(run.locomotive), leaving.end, coupled, [spaces.index(space) for space in run.passes]]
    raise ValueError(f"the rules know no run {made.notation} from {position}")


def _leads_to(rules: Switcher, position: Position, ready: Ready, run: Run) -> bool:
    """Return whether a train that is ready comes to the end of `run` by its path."""
    return any(found.after.places == run.after.places for found in rules.runs(position, ready, run.passes, True))


# --------------------------------------------------------------------------------------------------------------------
# Sidings


UNIT_OF_SIDINGS = 15.0
"""Millimetres a car, in drawings of sidings."""


def _play_data_of_sidings(card: SidingsCard, shared: Shared) -> dict[str, Any]:
    rules, goal, liveries = card.rules, card.goal, card_liveries(card)
    brush, spot = Brush(UNIT_OF_SIDINGS, liveries), Spot(0, 0, (1.0, 0.0))
    art = []
    for car in rules.cars:
        colour, bands = liveries[car]
        draw = partial(Brush.car, spot=spot, name=car)
        art.append(vehicle_data(f"small car {colour} {bands}", draw, brush, colour, shared))
    engine = [item for item in brush.locomotive(spot, "", 0, 1) if not isinstance(item, Text)]
    layers = sidings_layers(rules, UNIT_OF_SIDINGS)
    return {
        "kind": "sidings",
        "unit": UNIT_OF_SIDINGS,
        "drawing": {
            "width": layers.scene.width,
            "height": layers.scene.height,
            "ground": svg_items(layers.scene.items),
            "headshunt": [round(value, 2) for value in layers.headshunt],
            "sidings": [[round(value, 2) for value in place] for place in layers.sidings],
            "tracks": [[[round(value, 2) for value in point] for point in track] for track in layers.tracks],
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
    """Return the sidings and what moves count, in the form of `SidingsYard`."""
    return {
        "limit": rules.limit,
        "names": list(rules.capacities),
        "capacities": list(rules.capacities.values()),
        "metric": rules.metric,
        "kinds": _seats(rules, map(rules.kind, rules.cars)),
    }


def sidings_position_data(rules: Sidings, position: SidingsPosition) -> dict[str, Any]:
    """Return a position by number: the cars on each track, and where the locomotive is, -1 for the headshunt."""
    names = list(rules.capacities)
    return {
        "headshunt": _seats(rules, position.headshunt),
        "sidings": [_seats(rules, cars) for cars in position.sidings],
        "locomotive": names.index(position.locomotive) if position.locomotive in names else -1,
    }


def sidings_move_data(rules: Sidings, move: SidingsMove) -> list[int]:
    """Return a move by number: its siding, 1 for a drop, and how many cars."""
    return [list(rules.capacities).index(move.siding), int(move.drops), move.count]


def _seats(rules: Sidings, cars: Iterable[str]) -> list[int]:
    return [-1 if car == ANY else rules.cars.index(car) for car in cars]
