"""Cards as a page needs them, for each ruleset. The forms are those of `source/data.ts`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.generator.canonical import canonical_id, id_as_written
from shunt.pages.boards import UNIT, both_colours
from shunt.pages.html import Data
from shunt.pages.shared import LEVEL, Draw, Shared, label_data, vehicle_data
from shunt.pages.symbols import symbols
from shunt.render.appearance import card_liveries
from shunt.render.geometry import Spot
from shunt.render.layers import place_items
from shunt.render.pieces import Brush
from shunt.rules.guide import run_with_ends
from shunt.rules.moves import TurntableStep
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade, replay
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import OPTIONS
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.pages import sidings_play_data
from shunt.sidings.rules.referee import ANY
from shunt.track.plan import LARGE_BOARD


def card_data(card: Card, shared: Shared) -> Data:
    """Return a card of any ruleset; boards and drawings go to `shared`."""
    return head_data(card) | play_data(card, shared)


def head_data(card: Card) -> Data:
    """Return what is printed about a card of any ruleset."""
    ranks = card.ranks
    proven = card.proof.get("status") if "optimum" in card.proof or card.proof.get("status") == "unsolvable" else None
    return {
        "name": card.name,
        "title": card.title,
        "key": card_key(card),
        "lesson": str(card.about.get("lesson", "")),
        "ruleset": card.ruleset,
        "tier": card.tier,
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
    if isinstance(card, RouteCard) and len(card.plan.spaces) >= LARGE_BOARD:
        return id_as_written(card)
    return canonical_id(card)


def play_data(card: Card, shared: Shared) -> Data:
    """Return what a page needs to play a card, beside what is printed about every card."""
    if isinstance(card, RouteCard):
        return _play_data_of_trains(card, shared)
    if isinstance(card, SidingsCard):
        return sidings_play_data(card, shared)
    raise refused(card, "played on a page")


# --------------------------------------------------------------------------------------------------------------------
# Trains


def _play_data_of_trains(card: RouteCard, shared: Shared) -> Data:
    board = shared.board(card.layout)
    plan, roster = card.plan, card.roster
    looks = [_piece_art(card, name, shared) for name in roster.pieces]
    art = [one for number, one in enumerate(looks) if one not in looks[:number]]
    return {
        "kind": "trains",
        "board": board,
        "locomotives": list(roster.locomotives),
        **rules_data(card.rules),
        "cars": list(roster.cars),
        "signs": [
            [plan.numbers[space], shared.drawing(f"closed {whom}", Brush(UNIT).closed(LEVEL, whom))]
            for space, whom in card.closed_spaces.items()
            if space in card.closed
        ],
        "start": position_data(card.rules, card.start),
        "goal": [
            {
                "piece": roster.pieces.index(name),
                "space": plan.numbers[space],
                "heading": card.goal.headings.get(name, -1),
            }
            for name, space in card.goal.places.items()
        ],
        "wants": [
            {
                "place": want.place,
                "pieces": [roster.pieces.index(name) for name in want.pieces],
                "spaces": [plan.numbers[space] for space in want.spaces],
                "count": want.count,
            }
            for want in card.goal.wants
        ],
        "trains": [
            {
                "pieces": [-1 if name == ANY else roster.pieces.index(name) for name in train.pieces],
                "where": train.where,
                "spaces": [plan.numbers[space] for space in train.spaces],
                "isAlong": train.along,
            }
            for train in card.goal.trains
        ],
        "placesArt": _places_art(card, shared.boards[board]["drawing"], shared),
        "guide": guide_data(card) if shared.with_guides else [],
        "art": art,
        "looks": [art.index(one) for one in looks],
        "symbols": [symbols(roster.cars, card_liveries(card)).get(name, "") for name in roster.pieces],
        "brokenArt": shared.drawing("broken", Brush(UNIT).broken(LEVEL)),
    }


def rules_data(rules: Switcher) -> Data:
    """Return the rules of trains, in the form of `CardRules` in `source/rules/trains.ts`."""
    plan, roster = rules.plan, rules.roster
    return {
        "trainRules": _fields(rules.train_rules.flags),
        "told": [[line, _fields({name: OPTIONS[name].default})] for name, line in rules.train_rules.told.items()],
        "alike": [[roster.pieces.index(name) for name in group] for group in roster.interchangeable],
        "broken": [plan.numbers[space] for space in plan.spaces if space in rules.broken],
        "closed": [
            [plan.numbers[space], [seat for seat, name in enumerate(roster.pieces) if name in kept_out]]
            for space, kept_out in rules.access.kept_out.items()
        ],
    }


def _fields(values: Mapping[str, bool | int]) -> Data:
    """Return rules by name, in the form of `TrainRules` in `source/rules/trains.ts`."""
    return {re.sub("_(.)", lambda found: found[1].upper(), name): value for name, value in values.items()}


def _places_art(card: RouteCard, drawing: Data, shared: Shared) -> str:
    """Return the drawings of the places that the goal names. Places on a turntable are drawn where they are at the start."""
    plan = card.plan
    spots = dict(zip(plan.spaces, drawing["spots"], strict=True))
    for table, position, settings in zip(plan.turntables, card.start.turntables, drawing["bridges"], strict=True):
        spots |= dict(zip(table.bridge, settings[position], strict=True))
    places = card.goal.named_places
    along = {space: Spot.turned(*spot) for space, spot in spots.items()}
    items = place_items(card.goal, along, dict(zip(plan.spaces, drawing["tags"], strict=True)))
    named = [f"{name}: {' '.join(spaces)}" for name, spaces in places.items()]
    return shared.drawing(f"places of board {shared.board(card.layout)} {named}" if places else "no places", items)


def position_data(rules: Switcher, position: Position) -> Data:
    """Return a position by number; under `railway` every locomotive gets a front, its end 0, to count its reversals by."""
    headings = position.headings or (0,) * len(rules.roster.locomotives)
    return {
        "places": [rules.plan.numbers[space] for space in position.places],
        "headings": list(headings),
        "turntables": list(position.turntables),
    }


def _piece_art(card: RouteCard, name: str, shared: Shared) -> Data:
    """Return how a piece and its goal are drawn, on a space that points to the right; locomotives face end 1."""
    liveries = card_liveries(card)
    brush = Brush(UNIT, liveries)
    colour, bands = liveries[name]
    heading = 1 if card.rules.has_headings else None
    if name in card.roster.locomotives:
        draw: Draw = partial(Brush.locomotive, spot=LEVEL, name=name, heading=heading)
        kind = f"{'engine' if heading else 'railcar'} {colour}"
    else:
        draw = partial(Brush.car, spot=LEVEL, name=name)
        kind = f"car {colour} {bands}"
    pointed = name in card.goal.headings
    ghost = partial(Brush.ghost, spot=LEVEL, name=name, colour=colour, heading=1 if pointed else None, is_empty=True)
    return vehicle_data(kind, draw, brush, colour, shared) | {
        "ghost": shared.drawing(f"goal {colour}{' pointed' if pointed else ''}", ghost(brush)[:-1]),
        "ghostLabel": label_data(ghost, brush),
        "goalColour": both_colours(colour),
    }


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
    run = run_with_ends(card.rules, position, made.run)
    train = card.rules.trains_of(position, run)[0]
    pieces, spaces = card.roster.pieces, card.plan.spaces
    coupled, passed = [pieces.index(name) for name in run.couples], [spaces.index(space) for space in run.passes]
    return [pieces.index(run.locomotive), train.ends[train.leader].end, coupled, passed]
