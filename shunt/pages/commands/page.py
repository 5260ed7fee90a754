"""`shunt page`: a card, a pack or a hump yard as one HTML file to play in any browser."""

from __future__ import annotations

from functools import partial

import click

from shunt.cli import options, output
from shunt.cli.progress import watching


@click.command("page")
@options.shipped_argument("what", "CARD|PACK|YARD", "cards")
@options.output_option(f"HTML file to write. Default: {output.FOLDER}/NAME.html.", type=options.FileName(".html", ".htm"))
@options.work_limit_options
def command(what: str, file: str | None) -> None:
    """Write a card, a pack or a hump yard as one HTML file that can be played in any browser.

    The file works on computers and phones. It makes no requests, so it works without a network and from any folder. Players
    drag a locomotive along the track, tap a space, or use the keyboard. They can take back moves and ask for hints, and
    they see their move count and rank. Progress is stored in the browser.

    CARD is a file, the name of a shipped card, or - for standard input. PACK is a folder or the name of a shipped pack. YARD
    is a file or the name of a shipped hump yard.

    \b
    Examples:
      shunt page first-swap
      shunt page first-forty -o pack.html
      shunt page two-storeys -o yard.html

    Exit status: 0 if the page is written, 3 if a limit was reached.
    """
    from shunt.cli.arguments import card_named
    from shunt.files.atomic import STANDARD_OUTPUT, write_text_atomically
    from shunt.generator.packs.reading import cards_of
    from shunt.hump.yard_file import find_yard
    from shunt.pages.page import is_yard, page_of_cards, page_of_yard

    with watching() as progress:
        if what != options.STDIN and is_yard(what):
            yard = find_yard(what)
            target = output.output_file(file, yard.name or "yard", ".html")
            text = page_of_yard(yard, progress=partial(progress.show, "solving orders"))
        else:
            cards, deck = cards_of(card_named(what) if what == options.STDIN else what)
            target = output.output_file(file, deck.name if deck else cards[0].name, ".html")
            text = page_of_cards(cards, deck, progress=partial(progress.show, "drawing cards"))
    with output.output_of():
        write_text_atomically(target, text)
    if target not in STANDARD_OUTPUT:
        output.say(f"{target}: {len(text.encode()) / 1000:,.0f} kB; open it in a browser")
