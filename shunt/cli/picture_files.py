"""Picture files, written as SVG, or as PNG if the name of the file ends in .png, in the colours of a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shunt.cli import output
from shunt.cli.options import choice_option, text_option
from shunt.errors import Fault, InputError, faults_as, suggest

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.play import Replay
    from shunt.render.scene import Item, Scene

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound="Card")
Choices = tuple[tuple[str, str], ...]
THEMES = ("light", "dark", "ink")


theme_option = choice_option("--theme", THEMES, "Colours of the picture: light, dark, or ink, which saves ink.")
font_option = text_option(
    "--font",
    "FILE",
    "TrueType font for characters that the built-in typefaces (Latin, Greek, Cyrillic) lack.",
    type=click.Path(),
    default="",
)
"""The option for a font, which is passed to `shunt.render.fonts.typeface`."""


def note_lacking(items: Iterable[Item], title: str) -> None:
    """Note the characters of a picture that no available typeface has, before the picture is written as pixels."""
    from shunt.render import fonts

    if lacking := fonts.lacking(items, title):
        output.note(fonts.remark(title or "picture", lacking))


def _choice(text: str) -> tuple[str, str]:
    """Return a piece and what is chosen for it, as written in `A=Duchess`."""
    piece, _, chosen = (part.strip() for part in text.partition("="))
    if not (piece and chosen):
        raise click.BadParameter(f"{text!r} is not a choice; write a piece and what is chosen for it, such as A=Duchess")
    return piece, chosen


def appearance_options(command: F) -> F:
    """Add the options `--rename` and `--colour`, passed to the command as `names` and `colours`; see `dressed`."""
    words = (
        "Colour of a piece, as a name or #rrggbb. A piece name without a number, such as w, applies to w1, w2 and so on. "
        "Repeat the option for each piece."
    )
    command = click.option("--colour", "--color", "colours", multiple=True, type=_choice, metavar="PIECE=COLOUR", help=words)(
        command
    )
    words = "New name for a piece in pictures and on paper. Repeat the option for each piece."
    return text_option("--rename", "PIECE=NAME", words, "names", type=_choice, multiple=True)(command)


def dressed(cards: Sequence[C], names: Sequence[tuple[str, str]], colours: Sequence[tuple[str, str]]) -> list[C]:
    """Return cards with the names and colours that options give. Each piece must be on at least one of the cards.

    Colours may be given for the pieces' new or old names.
    """
    from shunt.render.appearance import card_pieces, chosen_colours, renamed, with_colours
    from shunt.render.colours import base_name

    known = list(dict.fromkeys(piece for card in cards for piece in card_pieces(card).every))
    changed = dict(names)
    wanted = {changed.get(piece, piece): colour for piece, colour in colours}
    coloured = {*known, *changed.values(), *map(base_name, known)}
    unknown = [("--rename", piece) for piece in changed if piece not in known]
    unknown += [("--colour", piece) for piece in wanted if piece not in coloured]
    if unknown:
        raise InputError(Fault(option, f"unknown piece {piece!r}", suggest(piece, known)) for option, piece in unknown)
    found = []
    for card in cards:
        with faults_as(lambda fault: replace(fault, where="--rename", file="")):
            card = renamed(card, {piece: name for piece, name in changed.items() if piece in card_pieces(card).every})
        own = {*card_pieces(card).every, *map(base_name, card_pieces(card).every)}
        card = with_colours(card, {piece: colour for piece, colour in wanted.items() if piece in own})
        if wanted:
            with faults_as(lambda fault: replace(fault, where="--colour", file="")):
                chosen_colours(card)
        found.append(card)
    return found


def write_steps(folder: str, scenes: Sequence[Scene], theme: str = "light") -> None:
    """Write `00.svg` (the start), `01.svg` (the first move), and so on, to the folder that `--pictures` names."""
    output.make_folder("--pictures", folder)
    width = max(2, len(str(len(scenes) - 1)))
    for number, scene in enumerate(scenes):
        write_picture("--pictures", str(Path(folder) / f"{number:0{width}}.svg"), scene, theme)


def write_picture(option: str, file: str, scene: Scene, theme: str = "light", size: tuple[int, int] | None = None) -> None:
    """Write a scene to a file that an option names. `size` is in pixels; the scene is fitted into its middle."""
    from shunt.files.atomic import write_bytes_atomically, write_text_atomically
    from shunt.render.svg import svg_text
    from shunt.render.themes import themed

    dots = {}
    if size is not None:
        from shunt.render.raster import fitted

        scene = fitted(scene, size[0] / size[1])
        dots = {"dots": size[0] / scene.width}
    scene = themed(scene, theme)
    with output.output_of(option):
        if file.lower().endswith(".png"):
            from shunt.render.raster import png

            note_lacking(scene.items, scene.title)
            write_bytes_atomically(file, png(scene, **dots))
        else:
            write_text_atomically(file, svg_text(scene))


def replayed(card: Card, after: str | None, needs_moves: bool = True) -> Replay[Card] | None:
    """Play the moves of --after or, without it, of the Yard Guide. If a move is illegal, print a note and return None.

    Raise `InputError` if the list of moves is empty and the picture `needs_moves`.
    """
    from shunt.cards.claims import guide_moves
    from shunt.cards.play import Replay
    from shunt.cli.moves import typed_moves

    game = Replay(card, typed_moves(card, (after,)) if after is not None else guide_moves(card))
    if game.broken:
        output.note(game.broken.words)
        return None
    if needs_moves and not game.moves:
        raise InputError("CARD", f"{card.name} has no Yard Guide", "solve it with --save, or give moves with --after")
    return game
