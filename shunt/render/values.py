"""Pictures of the package's values: cards, games, layouts, yards and solutions, as SVG and in characters.

`shunt/pictures.py` finds this module, so that values can draw themselves without importing what draws them. What is drawn
depends on the type of a value, and for a card on its ruleset; both are registered here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.play import Game
from shunt.errors import InputError
from shunt.render import terminal, yard_terminal
from shunt.render.board import board_scene
from shunt.render.card import card_scene
from shunt.render.scene import Scene
from shunt.render.sidings import sidings_scene
from shunt.render.svg import svg_text
from shunt.render.yard import yard_scene
from shunt.rules.ruleset import MoveMade
from shunt.track.layout import Layout
from shunt.track.yard import Yard


def svg(value: Any) -> str:
    """Return a picture of a card, game, layout, yard or solution as SVG."""
    return svg_text(scene_of(value))


def svg_steps(card: Card, moves: Sequence[MoveMade]) -> list[str]:
    """Return pictures of the start and of the position after every move, the move marked."""
    fronts = [position_scene(card, card.start)]
    return [svg_text(scene) for scene in [*fronts, *(position_scene(card, made.position, made) for made in moves)]]


def text(value: Any) -> str:
    """Return a picture of a card, game, layout, yard or solution in characters, without colours."""
    return picture_of(value).plain().rstrip("\n")


# --------------------------------------------------------------------------------------------------------------------
# Cards and positions, by ruleset


def _train_position(card: RouteCard, position: Any, made: MoveMade | None) -> Scene:
    path = made.run.path if made is not None and made.run is not None else ()
    layout = card.board or Layout(card.plan)
    return board_scene(layout, position, card.roster, card.broken, card.goal, path=path)


def _sidings_position(card: SidingsCard, position: Any, made: MoveMade | None) -> Scene:
    return sidings_scene(card, position)


FRONTS: dict[str, Callable[..., Scene]] = {"switcher": card_scene, "railway": card_scene, "sidings": sidings_scene}
"""Ruleset → the scene of a card's front."""

POSITIONS: dict[str, Callable[..., Scene]] = {
    "switcher": _train_position,
    "railway": _train_position,
    "sidings": _sidings_position,
}
"""Ruleset → the scene of a position, with the move that led to it marked where the ruleset draws moves."""


def position_scene(card: Card, position: Any, made: MoveMade | None = None) -> Scene:
    """Draw a position of a card of any ruleset, and the move that led to it."""
    return POSITIONS[card.ruleset](card, position, made)


# --------------------------------------------------------------------------------------------------------------------
# Scenes and terminal pictures, by type


@singledispatch
def scene_of(value: Any) -> Scene:
    """Return the scene of a value; raise `InputError` for a type without a picture."""
    raise InputError(f"a value of type {type(value).__name__} has no picture")


@scene_of.register
def _(value: Card) -> Scene:
    return FRONTS[value.ruleset](value)


@scene_of.register
def _(value: Game) -> Scene:  # type: ignore[type-arg]
    return position_scene(value.card, value.position, value.moves[-1] if value.moves else None)


@scene_of.register
def _(value: Layout) -> Scene:
    return board_scene(value)


@scene_of.register
def _(value: Yard) -> Scene:
    return yard_scene(value)


@singledispatch
def picture_of(value: Any) -> terminal.Picture:
    """Return the terminal picture of a value; raise `InputError` for a type without one."""
    raise InputError(f"a value of type {type(value).__name__} has no picture")


@picture_of.register
def _(value: Card) -> terminal.Picture:
    return terminal.draw(value)


@picture_of.register
def _(value: Game) -> terminal.Picture:  # type: ignore[type-arg]
    return terminal.draw(value.card, value.position)


@picture_of.register
def _(value: Layout) -> terminal.Picture:
    return terminal.draw_layout(value)


@picture_of.register
def _(value: Yard) -> terminal.Picture:
    return yard_terminal.draw_yard(value)
