"""Actions and states of the game of Hump Yard as text for people and as JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from shunt.errors import Fault, InputError, NotationError
from shunt.files.numbers import DIGITS
from shunt.games.hump_yard.state import Act, Attempt, HumpState
from shunt.games.protocol import player_name
from shunt.humpyard.car_cards import COLOURS
from shunt.track.tiles import KINDS
from shunt.track.yard import PlacedTile, Yard

_TILE = re.compile(rf"build (?P<kind>{DIGITS}|end)(?:r(?P<turn>[0-3]))?@(?P<column>-?{DIGITS}),(?P<row>-?{DIGITS})")
_START = re.compile(r"player (?P<player>[1-9]) starts")
_BID = re.compile(rf"bid (?P<cars>{DIGITS}):(?P<moves>{DIGITS})")


def action_text(action: Act) -> str:
    """Return `build 62r1@2,1`, `bid 3:5`, `extend`, `moves A q0>2.2.NS; B q1>…`, and the like."""
    if action.what == "build":
        return f"build {PlacedTile(action.at, action.name, action.turn)}"
    if action.what == "bid":
        return f"bid {action.cars}:{action.moves}"
    if action.what == "moves":
        return f"moves {'; '.join(action.typed)}"
    if action.what == "start":
        return f"{player_name(int(action.name))} starts"
    return f"{action.what} {action.name}".rstrip()


def parse_action(text: str) -> Act:
    """Read what `action_text` writes; raise `NotationError` for anything else."""
    text = " ".join(text.split())
    if found := _TILE.fullmatch(text):
        return Act("build", found["kind"], (int(found["column"]), int(found["row"])), int(found["turn"] or 0))
    if found := _BID.fullmatch(text):
        return Act("bid", cars=int(found["cars"]), moves=int(found["moves"]))
    if text.startswith("moves "):
        return Act("moves", typed=tuple(filter(None, map(str.strip, text[6:].split(";")))))
    what, _, name = text.partition(" ")
    if text in ("pass", "extend", "optimum", "give up"):
        return Act(text)
    if found := _START.fullmatch(text):
        return Act("start", str(int(found["player"]) - 1))
    if (what == "tile" and name in KINDS) or (what in ("car", "next") and name in COLOURS):
        return Act(what, name)
    raise NotationError(f"{text!r} is not an action; actions are such as build 62r1@2,1, bid 3:5, extend, pass")


def describe(state: HumpState) -> str:
    """Return points, yards, what is on offer, the train and the bids, in plain lines."""
    starts = "the start player is drawn" if state.phase == "start" else f"{player_name(state.start)} starts"
    lines = [f"turn {state.turn}, {state.phase}; {starts}; {sum(state.deck)} car cards left"]
    if state.phase == "over":
        lines = ["game over"]
    for player, (points, yard) in enumerate(zip(state.points, state.yards, strict=True)):
        lines.append(f"{player_name(player)}: {points} cards, yard {yard}")
    lines += [attempt_text(attempt) for attempt in state.attempts]
    if state.offer:
        lines.append(f"tiles {' '.join(state.offer)}")
    if state.train:
        lines.append(f"train {' '.join(state.train)}")
    lines += [f"{player_name(player)} bids {cars} cars in {moves_text(moves)}" for player, cars, moves in state.bids]
    if state.order:
        lines.append(f"order {' '.join(state.order)}")
    return "\n".join(lines)


def attempt_text(attempt: Attempt, name: str = "") -> str:
    """Return one attempt as a sentence, about a player of this `name` (which may be `you`): the moves it took, and the bid."""
    name = name or player_name(attempt.player)
    order, ending = " ".join(attempt.order), "" if name == "you" else "s"
    if not attempt.holds:
        return f"{name} fail{ending} to sort {order} in {moves_text(attempt.moves)}"
    taken = f" in {moves_text(attempt.taken)}" if attempt.taken else ""
    return f"{name} sort{ending} {order}{taken} (bid {attempt.moves})"


def moves_text(count: int) -> str:
    """Return a number of moves in words."""
    return f"{count} move{'' if count == 1 else 's'}"


def moves_are(count: int) -> str:
    """Return a number of moves with its verb: `1 move is`, `3 moves are`."""
    return f"{moves_text(count)} {'is' if count == 1 else 'are'}"


def state_to_json(state: HumpState) -> dict[str, Any]:
    """Return every field of the state by its name, yards as their compact texts."""
    fields = {name: getattr(state, name) for name in HumpState.__slots__}
    fields["yards"] = [str(yard) for yard in state.yards]
    fields["attempts"] = [
        asdict(attempt) | {"order": list(attempt.order), "typed": list(attempt.typed)} for attempt in state.attempts
    ]
    fields["bids"] = [list(bid) for bid in state.bids]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def state_from_json(data: Mapping[str, Any]) -> HumpState:
    """Read what `state_to_json` writes; raise `InputError` for anything else."""
    if set(data) != set(HumpState.__slots__):
        wrong = " ".join(sorted(set(data) ^ set(HumpState.__slots__)))
        raise InputError(Fault("state", f"missing or unknown: {wrong}", "the fields of a state"))
    try:
        fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        fields["yards"] = tuple(Yard.parse(text) for text in data["yards"])
        fields["attempts"] = tuple(
            Attempt(**one | {"order": tuple(one["order"]), "typed": tuple(one.get("typed", ()))}) for one in data["attempts"]
        )
        fields["bids"] = tuple((int(player), int(cars), int(moves)) for player, cars, moves in data["bids"])
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(Fault("state", str(error), "what `state_to_json` writes")) from None
    return HumpState(**fields)
