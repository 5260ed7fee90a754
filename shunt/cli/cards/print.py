"""`shunt print`: packs and cards as a PDF file of sheets, or of one card a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.picture_files import Choices, appearance_options, dressed
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.paper.pdf import Printed
    from shunt.paper.products import Order

SHOWN = 8  # remarks that are listed one by one
KINDS = (
    "cards", "booklet", "board", "switch-lists", "car-cards", "guide", "hump-tiles", "hump-cars", "hump-car-cards", "calibration",
)  # fmt: skip
FAULTS = {
    "space": "--space",
    "paper": "--paper",
    "card": "--card",
    "backs": "--backs",
    "bleed": "--bleed",
    "back_offset": "--back-offset",
}


class Offset(click.ParamType[tuple[float, float]]):
    """Two lengths in millimetres: `0.5,-1`."""

    name = "offset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Return both lengths."""
        if isinstance(value, tuple):
            return value
        try:
            right, up = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is not an offset; write two lengths in millimetres, such as 0.5,-1", param, ctx)
        return right, up


@click.command("print")
@click.argument("what", metavar="PACK|CARD...", nargs=-1, type=options.Shipped("cards"))
@options.output_option(f"PDF file that is written. Default: {output.FOLDER}/NAME.pdf.", "--out")
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    default="cards",
    show_default=True,
    metavar="KIND",
    help=f"What is printed: {', '.join(KINDS[:-1])} or {KINDS[-1]}.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the paper.")
@click.option(
    "--card",
    type=click.Choice(["poker", "tarot", "a6"]),
    default="poker",
    show_default=True,
    help="Size of the cards: 63 × 88, 70 × 120 or 105 × 148 mm.",
)
@click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge", "fold", "none"]),
    default="long-edge",
    show_default=True,
    help="Edge on which the printer turns the sheet; fold: front and back on one side of the paper; none: fronts only.",
)
@click.option(
    "--single", is_flag=True, help="One card a page with TrimBox and BleedBox, for card printers; booklets page by page."
)
@click.option("--bleed", type=float, metavar="MM", help="Print beyond the cut, on all sides. Default: 3 with --single, else 0.")
@click.option("--back-offset", type=Offset(), metavar="DX,DY", help="Move the backs to the right and up, in millimetres.")
@click.option("--space", type=float, metavar="MM", help="Length of a space of --as board. Default: 25 to 30, as fits.")
@appearance_options
@click.option("--calibration", is_flag=True, hidden=True, help="The same as --as calibration.")
@options.work_limit_options
def command(
    what: tuple[str, ...],
    file: str | None,
    kind: str,
    paper: str,
    card: str,
    backs: Any,
    single: bool,
    bleed: float | None,
    back_offset: tuple[float, float] | None,
    space: float | None,
    names: Choices,
    colours: Choices,
    calibration: bool,
) -> int:
    """Print packs and cards to a PDF file: fronts with the board and the goal, backs with the Yard Guide.

    PACK is the folder of a pack or the name of a shipped one, CARD a file, the name of a shipped card, or - for the standard
    input. Print the file at 100 %, never fitted to the page. Cards of packs have their number; what does not fit on a card is
    reported on stderr. The same cards and options give the same bytes.

    \b
    --as booklet       rules, Railyard Guide, boards, tiers and a list of the cards, to be folded
    --as board         the boards to play on, over several sheets, and the pieces to cut out
    --as switch-lists  where each car is and where it is to go, a slip a card
    --as car-cards     the same, a card for each car
    --as guide         the Railyard Guide, a reference card with the five terms and their pictures
    --as hump-tiles, hump-cars, hump-car-cards  the parts of the game of Hump Yard
    --as calibration   a page that measures the offset of the backs

    \b
    Examples:
      shunt print first-forty
      shunt print first-forty --as booklet
      shunt print first-swap run-round --card tarot --backs fold -o two.pdf
      shunt print first-forty --single -o for-the-printer.pdf
      shunt print first-swap --as board --space 40 -o board.pdf
      shunt print first-forty --rename A=Duchess --colour A=maroon -o maroon.pdf
      shunt print --as guide --card tarot
      shunt print --as hump-tiles

    Exit status: 0 printed.
    """
    with _as_options():
        from shunt.paper.document import Settings
        from shunt.paper.products import PARTS, Order

        kind = "calibration" if calibration else kind
        settings = Settings(paper, card, backs, single, bleed, back_offset or (0.0, 0.0))
        if kind in PARTS:
            _refuse_cards(what, kind)
            target = output.output_file(file, kind, ".pdf")
            return _write(PARTS[kind](settings), target)
        settings.sheet()
        cards, title, name, is_numbered = _cards(what)
        cards = dressed(cards, names, colours)
        target = output.output_file(file, name if kind == "cards" else f"{name}-{kind}", ".pdf")
        return _write(_printed(kind, Order(cards, settings, title, is_numbered, space)), target)


@contextmanager
def _as_options() -> Iterator[None]:
    """Report faults of settings as faults of the options that give them."""
    from shunt.errors import InputError

    try:
        yield
    except InputError as error:
        named = [fault if fault.file else replace(fault, where=FAULTS.get(fault.where, fault.where)) for fault in error.faults]
        raise InputError(named) from None


def _refuse_cards(what: tuple[str, ...], kind: str) -> None:
    from shunt.errors import Fault, InputError

    if what:
        raise InputError(Fault("--as", f"{kind} is printed without cards", "leave the cards out"))


def _cards(what: tuple[str, ...]) -> tuple[list[Card], str, str, bool]:
    """Return the cards, the title of the sheets, the name of the file, and whether the cards are numbered."""
    from shunt.cli.arguments import card_named
    from shunt.errors import Fault, InputError
    from shunt.generator.packs.reading import load_pack, pack_folder

    if not what:
        raise InputError(Fault("PACK|CARD", "nothing to print is given", "name a pack or a card, such as first-forty"))
    cards: list[Card] = []
    titles: list[str] = []
    for name in what:
        folder = pack_folder(name) if name != options.STDIN else None
        if folder is None:
            cards.append(card_named(name))
            titles.append("")
        else:
            manifest, held = load_pack(folder)
            cards += held
            titles.append(manifest.title)
    is_one_pack = len(what) == 1 and bool(titles[0])
    file = Path(what[0]).resolve().name if is_one_pack else cards[0].name if len(cards) == 1 else "cards"
    return cards, titles[0] if is_one_pack else "", file, is_one_pack


def _printed(kind: str, order: Order) -> Printed:
    from shunt.paper.products import PRODUCTS

    with watching() as progress:
        watched = replace(order, progress=progress.show)
        return PRODUCTS[kind](watched)


def _write(printed: Printed, file: str) -> int:
    from shunt.files.atomic import write_bytes_atomically

    with output.output_of():
        write_bytes_atomically(file, printed.content)
    for remark in printed.remarks[:SHOWN]:
        output.note(remark)
    if len(printed.remarks) > SHOWN:
        output.note(f"and {len(printed.remarks) - SHOWN} more remarks of this kind")
    if file not in ("-", "/dev/stdout"):
        output.say(f"{file}: {output.counted(printed.pages, 'pages')}; print at 100 %")
    return ExitStatus.ANSWERED
