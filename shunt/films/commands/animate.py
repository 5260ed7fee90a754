"""`shunt animate`: a solution whose trains move."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.picture_files import Choices, appearance_options, dressed, font_option, note_lacking, theme_option


@click.command("animate")
@options.card_argument
@options.text_option("--after", "MOVES", "Show these moves, separated by ;, instead of the Yard Guide.")
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=2.0, show_default=True, help="Seconds per move.")
@theme_option
@font_option
@appearance_options
@options.output_option("File to write (.svg or .gif).", required=True, type=options.FileName(".svg", ".gif"))
@options.work_limit_options
def command(
    card: str, after: str | None, seconds: float, theme: str, font: str, names: Choices, colours: Choices, file: str
) -> int:
    """Draw the moves of a card as an animated SVG or GIF file.

    The path of each move is shown first, with the place where the locomotive stops. Then the train rolls along the rails,
    and turntables turn. The last position is shown for longer before the animation starts again.

    \b
    Examples:
      shunt animate first-swap -o first-swap.svg
      shunt animate first-swap --seconds 0.8 --theme dark -o first-swap.gif

    Exit status: 0 if the file is written, 1 if a move is illegal.
    """
    from shunt.cards.card import Card
    from shunt.cli.arguments import card_or_layout
    from shunt.cli.picture_files import replayed
    from shunt.cli.progress import DRAWING, watching
    from shunt.errors import InputError
    from shunt.files.atomic import write_bytes_atomically
    from shunt.films.animation import animated_svg, gif
    from shunt.films.cards import film_of
    from shunt.render.fonts import typeface
    from shunt.render.themes import painter

    output.check_output(output.OUTPUT, file)
    found = card_or_layout(card)
    if not isinstance(found, Card):
        raise InputError("CARD", f"{card} is a layout, without pieces", "name a card")
    (found,) = dressed([found], names, colours)
    game = replayed(found, after)
    if game is None:
        return ExitStatus.NO
    with watching(DRAWING), output.output_of(), output.parameters_as(), typeface(font):
        film = film_of(found, game.moves, seconds).painted(painter(theme))
        if is_gif := file.lower().endswith(".gif"):
            note_lacking([item for part in film.parts for item in part.items], film.title)
        write_bytes_atomically(file, gif(film) if is_gif else animated_svg(film).encode())
    return ExitStatus.ANSWERED
