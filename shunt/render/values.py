"""Pictures of the package's values: cards, games, layouts and solutions, as SVG and in characters.

`shunt/pictures.py` finds this module, so that values can draw themselves without importing what draws them: each class names
the functions that draw its values (`drawn_by`), and they are imported when the first picture is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shunt.cards.card import Card
from shunt.cards.play import Game
from shunt.cards.solution import Solution
from shunt.errors import InputError, counted
from shunt.files.atomic import write_text_atomically
from shunt.files.lazy import load_place
from shunt.files.reading import StrPath
from shunt.render.cards import position_scene
from shunt.render.characters import Picture
from shunt.render.colours import INK
from shunt.render.letters import fitted
from shunt.render.scene import Item, Scene, Text, ground
from shunt.render.svg import svg_text
from shunt.render.terminal import draw
from shunt.rules.ruleset import MoveMade

COLUMNS = 2  # pictures side by side on the sheet of a solution


def svg(value: Any, path: StrPath | None = None) -> str:
    """Return `value`, a card, game, layout or yard, as an SVG picture; also write it to `path`, if given.

    The same value gives the same bytes.

    >>> from shunt.cards.files import load_card
    >>> svg(load_card("first-swap")).startswith("<svg")
    True
    """
    return _written(svg_text(scene_of(value)), path)


def svg_steps(card: Card, moves: Sequence[MoveMade]) -> list[str]:
    """Return SVG pictures of the start and of the position after each of `moves`, with the move marked."""
    return [svg_text(scene) for scene in step_scenes(card, moves)]


def svg_solution(card: Card, moves: Sequence[MoveMade], path: StrPath | None = None) -> str:
    """Return the start and all `moves` on one SVG sheet; also write it to `path`, if given."""
    return _written(svg_text(solution_scene(card, moves)), path)


def _written(text: str, path: StrPath | None) -> str:
    if path is not None:
        write_text_atomically(path, text)
    return text


def text(value: Any) -> str:
    """Return a picture of a card, game, layout, yard or solution in characters, without colours."""
    picture: Picture = _drawn(value, 1)
    return picture.plain().rstrip("\n")


def step_scenes(card: Card, moves: Sequence[MoveMade]) -> list[Scene]:
    """Draw the start of a card and the position after each move, that move marked; raise `InputError` for moves not yet made."""
    if any(not isinstance(made, MoveMade) for made in moves):
        raise InputError("moves", "moves that have not been made", "take those of Solution.moves, Game.moves or replay(…)")
    return [position_scene(card, card.start), *(position_scene(card, made.position, made) for made in moves)]


def solution_scene(card: Card, moves: Sequence[MoveMade]) -> Scene:
    """Draw the start and all moves on one sheet, pictures side by side, each under its move."""
    pictures = step_scenes(card, moves)
    titles = ["Start", *(f"{number}. {made}" for number, made in enumerate(moves, 1))]
    gap, head = 4.0, 8.0
    width, height = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    columns = min(COLUMNS, len(pictures))
    whole = (columns * (width + gap) + gap, -(-len(pictures) // columns) * (height + head + gap) + gap)
    items: list[Item] = [ground(*whole)]
    for number, (picture, title) in enumerate(zip(pictures, titles, strict=True)):
        x, y = gap + number % columns * (width + gap), gap + number // columns * (height + head + gap)
        items.append(Text(x, y + 5.5, *fitted(title, 4.5, width, bold=True), INK, "start", bold=True))
        items += picture.placed(x, y + head)
    width, height = (round(length, 2) for length in whole)
    return Scene(width, height, tuple(items), f"{card.name}: {counted(len(moves), 'moves')}", "; ".join(titles))


# --------------------------------------------------------------------------------------------------------------------
# Scenes and terminal pictures, by type


def scene_of(value: Any) -> Scene:
    """Return the scene of a value; raise `InputError` for a type without a picture."""
    scene: Scene = _drawn(value, 0)
    return scene


def _drawn(value: Any, form: int) -> Any:
    """Return a value drawn by what its class names: `drawn_by[form]`."""
    place = getattr(type(value), "drawn_by", ("", ""))[form]
    if not place:
        what = f"a value of type {type(value).__name__} has no picture"
        raise InputError("", what, f"load it first: shunt.load({value!r})" if isinstance(value, str) else "")
    return load_place(place)(value)


def game_scene(game: Game[Any]) -> Scene:
    """Draw the position of a game, with its last move marked."""
    return position_scene(game.card, game.position, game.moves[-1] if game.moves else None)


def game_picture(game: Game[Any]) -> Picture:
    """Draw the position of a game in characters."""
    return draw(game.card, game.position)


def solved_scene(solution: Solution) -> Scene:
    """Draw the moves of a solution."""
    return solution_scene(solution.puzzle, solution.moves)


def solved_picture(solution: Solution) -> Picture:
    """Return a solution in words, with its Yard Guide."""
    return lines_picture([repr(solution)[1:-1], *str(solution.guide).splitlines()])


def lines_picture(lines: Sequence[str]) -> Picture:
    """Return a picture of plain lines."""
    picture = Picture()
    for row, line in enumerate(lines):
        picture.write(row, 0, [(line, "")])
    return picture
