"""Films of cards: pieces that roll along the rails, move after move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.kinds import refused
from shunt.films.film import Film
from shunt.films.sidings import car_reel
from shunt.films.trains import train_reel
from shunt.render.words import title_of
from shunt.rules.ruleset import MoveMade


@singledispatch
def film_of(card: Card, moves: Sequence[MoveMade], seconds: float) -> Film:
    """Return the film of a card's moves, each of which takes some seconds."""
    raise refused(card, "shown as films")


@film_of.register
def _(card: RouteCard, moves: Sequence[MoveMade], seconds: float) -> Film:
    return train_reel(card, moves, seconds).film(title_of(card))


@film_of.register
def _(card: SidingsCard, moves: Sequence[MoveMade], seconds: float) -> Film:
    return car_reel(card, moves, seconds).film(title_of(card))
