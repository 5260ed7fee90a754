"""Films of cards: pieces that roll along the rails, move after move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.errors import number_faults, raise_faults
from shunt.films.film import Film
from shunt.films.trains import TrainStage
from shunt.rules.ruleset import MoveMade
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.films import CarStage

HELD = 3.0  # how many times longer than a move the end is shown


def recorded(card: Card, moves: Sequence[MoveMade[Any, Any]], seconds: float) -> TrainStage | CarStage:
    """Record a card's moves, each of which takes some seconds; raise `InputError` if they are no number."""
    raise_faults(number_faults("seconds", seconds, whole=False))
    stage: TrainStage | CarStage
    if isinstance(card, RouteCard):
        stage = TrainStage(card, [card.start, *(made.position for made in moves)])
    elif isinstance(card, SidingsCard):
        stage = CarStage(card)
    else:
        raise refused(card, "shown as films")
    position: Any = card.start
    stage.reel.name_move("Start")
    stage.rest(position, seconds)
    for number, made in enumerate(moves, 1):
        stage.reel.name_move(f"{number}. {made}")
        stage.play(position, made, seconds)
        position = made.position
    stage.rest(position, HELD * seconds)
    return stage


def film_of(card: Card, moves: Sequence[MoveMade], seconds: float) -> Film:
    """Return the film of a card's moves, each of which takes some seconds."""
    return recorded(card, moves, seconds).reel.film(card.title)
