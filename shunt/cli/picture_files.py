"""Files with pictures: written as SVG, or as PNG where the name of the file ends in .png, in the colours of a theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shunt.cli import output

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cli.typed_moves import Replay
    from shunt.render.scene import Scene

F = TypeVar("F", bound=Callable[..., Any])
THEMES = ("light", "dark", "ink")


def theme_option(command: F) -> F:
    """Add the option `--theme`."""
    words = "Colours: light, dark, or ink, which saves ink."
    return click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True, help=words)(command)


def write_picture(option: str, file: str, scene: Scene, theme: str) -> None:
    """Write a scene to a file that an option names."""
    from shunt.files.atomic import write_bytes_atomically, write_text_atomically
    from shunt.render.output.themes import themed
    from shunt.render.svg import svg_text

    scene = themed(scene, theme)
    with output.output_of(option):
        if file.lower().endswith(".png"):
            from shunt.render.output.raster import png

            write_bytes_atomically(file, png(scene))
        else:
            write_text_atomically(file, svg_text(scene))


def replayed(card: Card, after: str | None) -> Replay | None:
    """Play the moves of --after, or of the Yard Guide where there are none; None, with a note, if one is illegal.

    Raises `InputError` if the card has no Yard Guide either.
    """
    from shunt.cli.typed_moves import play, stored_guide, typed_moves
    from shunt.errors import Fault, InputError

    moves = typed_moves(card, (after,)) if after is not None else stored_guide(card)
    game = play(card, moves)
    if game.broken:
        output.note(f"move {game.broken.number} is illegal (rule: {game.broken.rule}): {game.broken.why}")
        return None
    if not game.moves:
        raise InputError(Fault("CARD", f"{card.name} has no Yard Guide", "solve it with --save, or give moves with --after"))
    return game
