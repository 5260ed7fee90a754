"""States of the game of Hump Yard as text for people and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from shunt.errors import Fault, InputError
from shunt.games.hump_yard import Attempt, HumpState
from shunt.track.yard import Yard


def describe(state: HumpState) -> str:
    """Points, yards, what is on offer, the train and the bids, in plain lines."""
    over = state.phase == "over"
    lines = [
        "game over"
        if over
        else f"turn {state.turn}, {state.phase}; player {state.start} starts; {sum(state.deck)} car cards left"
    ]
    for player, (points, yard) in enumerate(zip(state.points, state.yards, strict=True)):
        lines.append(f"player {player}: {points} cards, yard {yard}")
    lines += [attempt_text(attempt) for attempt in state.attempts]
    if state.offer:
        lines.append(f"tiles {' '.join(state.offer)}")
    if state.train:
        lines.append(f"train {' '.join(state.train)}")
    lines += [f"player {player} bids {cars} cars in {moves} moves" for player, cars, moves in state.bids]
    if state.order:
        lines.append(f"order {' '.join(state.order)}")
    return "\n".join(lines)


def attempt_text(attempt: Attempt) -> str:
    """One attempt as a sentence."""
    how = "succeeds" if attempt.holds else "fails"
    return f"player {attempt.player} {how} to sort {' '.join(attempt.order)} in {attempt.moves} moves"


def state_to_json(state: HumpState) -> dict[str, Any]:
    """Every field of the state by its name, yards as their compact texts."""
    told = {name: getattr(state, name) for name in HumpState.__slots__}
    told["yards"] = [str(yard) for yard in state.yards]
    told["attempts"] = [asdict(attempt) | {"order": list(attempt.order)} for attempt in state.attempts]
    told["bids"] = [list(bid) for bid in state.bids]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}


def state_from_json(data: Mapping[str, Any]) -> HumpState:
    """A state from `state_to_json`; raises `InputError` for anything else."""
    if set(data) != set(HumpState.__slots__):
        wrong = " ".join(sorted(set(data) ^ set(HumpState.__slots__)))
        raise InputError(Fault("state", f"missing or unknown: {wrong}", "the fields of a state"))
    try:
        told: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        told["yards"] = tuple(Yard.parse(text) for text in data["yards"])
        told["attempts"] = tuple(Attempt(**one | {"order": tuple(one["order"])}) for one in data["attempts"])
        told["bids"] = tuple((int(player), int(cars), int(moves)) for player, cars, moves in data["bids"])
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(Fault("state", str(error), "what `state_to_json` writes")) from None
    return HumpState(**told)
