"""`shunt print`: packs and cards as a PDF file of sheets, or of one card a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.options import F, choice_option, flag, text_option
from shunt.cli.picture_files import Choices, appearance_options, dressed, font_option
from shunt.cli.progress import watching
from shunt.errors import InputError
from shunt.games.registry import GAMES
from shunt.paper.commands.addresses import web_address
from shunt.paper.sheets import BACKS, CARDS, PAPERS, size_words
from shunt.paper.styles import STYLES

if TYPE_CHECKING:
    from typing import Unpack

    from shunt.cards.card import Card
    from shunt.generator.packs.reading import Deck
    from shunt.paper.order import SettingOptions, Settings
    from shunt.paper.pdf import Printed

SHOWN = 8  # remarks that are listed one by one
OF_CARDS = ("cards", "booklet", "board", "poster", "switch-lists", "car-cards")
OF_BOARDS = ("board", "poster")
OF_GAMES = tuple(f"{game}-{what}" for what in ("rules", "scores") for game in GAMES)
DECKS = ("express-cards", "yardmaster-cards", "tiles-squares")
KINDS = (*OF_CARDS, "guide", "hump-tiles", "hump-cars", "hump-car-cards", *DECKS, *OF_GAMES, "calibration")


def _offset(text: str) -> tuple[float, float]:
    """Return two lengths in millimetres, as written in `0.5,-1`."""
    try:
        right, up = map(float, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not an offset; write two lengths in millimetres, such as 0.5,-1") from None
    return right, up


def sheet_options(command: F) -> F:
    """Add the options of `shunt.paper.order.Settings`, passed to the command under their names there."""
    sizes = [size_words(size) for size in CARDS.values()]
    turned = (
        "Edge on which the printer flips the sheet. fold prints front and back on one side of the paper, "
        "and none prints only the fronts."
    )
    pages = "Print one card per page, with TrimBox and BleedBox, for card printers. Booklets are printed page by page."
    bleed = "Distance to print beyond the cut on all sides. Default: 3 with --single, otherwise 0."
    moved = "Move the backs DX to the right and DY up, in millimetres."
    site = "Address of a site with these cards. The QR code on the back of each card then leads to its page."
    sheet = f"Paper: {', '.join(PAPERS)}, or a size in millimetres such as 500x700."
    for option in (
        font_option,
        click.option("--url", default="", metavar="URL", callback=lambda ctx, option, url: web_address(url), help=site),
        text_option("--back-offset", "DX,DY", moved, type=_offset, default="0,0"),
        text_option("--bleed", "MM", bleed, type=float),
        flag("--single", pages),
        choice_option("--backs", BACKS, turned),
        choice_option("--card", CARDS, f"Size of the cards: {', '.join(sizes[:-1])} or {sizes[-1]} mm."),
        choice_option("--style", STYLES, "Frame or banner in the colour of the tier, or plain white, which saves ink."),
        click.option("--paper", default=next(iter(PAPERS)), show_default=True, metavar="SIZE", help=sheet),
    ):
        command = option(command)
    return command


@click.command("print")
@options.shipped_argument("what", "PACK|CARD|LAYOUT...", "cards", "layouts", nargs=-1)
@options.output_option(f"PDF file to write. Default: {output.FOLDER}/NAME.pdf.", type=options.FileName(".pdf"))
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    default="cards",
    show_default=True,
    metavar="KIND",
    help=f"Kind of print: {', '.join(KINDS[:-1])} or {KINDS[-1]}.",
)
@sheet_options
@text_option(
    "--space",
    "MM",
    "Length of a space with --as board. Default: between 18 and 30, chosen so that few sheets are needed.",
    type=float,
)
@appearance_options
@options.work_limit_options
def command(
    what: tuple[str, ...],
    file: str | None,
    kind: str,
    space: float | None,
    names: Choices,
    colours: Choices,
    **settings: Unpack[SettingOptions],
) -> None:
    """Print packs and cards to a PDF file: fronts with the board and the goal, backs with the Yard Guide.

    PACK is the folder of a pack or the name of a shipped pack. CARD is a file, the name of a shipped card, or - for
    standard input. With --as board or poster, a LAYOUT is printed as an empty board. Print the file at 100 %, not
    fitted to the page. Cards in a pack are numbered. Text that does not fit on a card is reported on stderr. The same
    cards and options always give the same bytes.

    \b
    --as booklet       a folded booklet with rules, Railyard Guide, boards, tiers and a list of cards
    --as board         the boards to play on, on several sheets, and pieces to cut out
    --as poster        each board, or a card, on one sheet of any size, with title and legend
    --as switch-lists  one slip for each card: where each car is and where it must go
    --as car-cards     one card for each car: where it is and where it must go
    --as guide         the Railyard Guide, a reference card with the five terms and their pictures
    --as hump-tiles, hump-cars, hump-car-cards  the parts of the game Hump Yard
    --as express-cards, yardmaster-cards, tiles-squares  the parts of these games, to cut out
    --as GAME-rules, GAME-scores  rules and a score sheet of express, humpyard, tiles or yardmaster
    --as calibration   a page to measure the offset of the backs

    \b
    Examples:
      shunt print first-forty
      shunt print first-forty --as booklet
      shunt print first-swap run-round --card tarot --backs fold -o two.pdf
      shunt print first-forty --single -o for-the-printer.pdf
      shunt print box-forty --style banner --url https://example.org/shunt/
      shunt print box-forty --as poster --paper a2
      shunt print first-swap --as board --space 40 -o board.pdf
      shunt print wye-18 --as poster --paper a3
      shunt print first-forty --rename A=Duchess --colour A=maroon -o maroon.pdf
      shunt print my-card.toml --font NotoSansSC-Regular.ttf
      shunt print --as guide --card tarot
      shunt print --as hump-tiles

    Exit status: 0 if the file is written.
    """
    with output.parameters_as():
        from shunt.paper.order import Settings
        from shunt.paper.products import made

        chosen = Settings(**settings)
        if kind in OF_CARDS:
            _print_cards(kind, what, file, space, names, colours, chosen)
        elif what:
            raise InputError("--as", f"{kind} is printed without cards", "leave the cards out")
        else:
            _write(made(kind, chosen), output.output_file(file, kind, ".pdf"))


def _print_cards(
    kind: str, what: tuple[str, ...], file: str | None, space: float | None, names: Choices, colours: Choices, chosen: Settings
) -> None:
    from shunt.paper.order import Order
    from shunt.paper.products import made

    if kind == "cards":
        chosen.sheet()  # refused before the cards are read
    cards, deck, name = _meant(what, kind)
    cards = dressed(cards, names, colours)
    target = output.output_file(file, name if kind == "cards" else f"{name}-{kind}", ".pdf")
    with watching() as progress:
        printed = made(kind, Order(cards, chosen, deck.title if deck else "", deck is not None, space, progress.show))
    _write(printed, target)


def _meant(what: tuple[str, ...], kind: str) -> tuple[Sequence[Card], Deck | None, str]:
    """Return the cards, their pack (None if they are not one pack), and a name for the file.

    Layouts are cards without pieces where boards are printed.
    """
    from shunt.cards.card import Card
    from shunt.cli.arguments import card_named, card_or_layout
    from shunt.generator.packs.reading import cards_of, pack_folder
    from shunt.paper.order import card_of_board

    def named(name: str) -> tuple[Sequence[Card], Deck | None]:
        if pack_folder(name) is None and kind in OF_BOARDS and not isinstance(board := card_or_layout(name), Card):
            return [card_of_board(board)], None
        return cards_of(card_named(name) if name == options.STDIN else name)

    if not what:
        raise InputError("PACK|CARD|LAYOUT", "no pack or card is given", "name a pack or a card, such as first-forty")
    found = [named(name) for name in what]
    cards, deck = found[0] if len(found) == 1 else ([card for cards, _ in found for card in cards], None)
    return cards, deck, Path(what[0]).resolve().name if deck else cards[0].name if len(cards) == 1 else "cards"


def _write(printed: Printed, file: str) -> None:
    from shunt.files.atomic import STANDARD_OUTPUT, write_bytes_atomically

    with output.output_of():
        write_bytes_atomically(file, printed.content)
    for remark in printed.remarks[:SHOWN]:
        output.note(remark)
    if len(printed.remarks) > SHOWN:
        output.note(f"and {len(printed.remarks) - SHOWN} more remarks of this kind")
    if file not in STANDARD_OUTPUT:
        output.say(f"{file}: {output.counted(printed.pages, 'pages')}; print at 100 %")
