"""`shunt print`: packs and cards as a PDF file of sheets, or of one card a page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.paper.document import Settings
    from shunt.paper.pdf import Printed

FOLDER = "cards_out"
SHOWN = 8  # remarks that are listed one by one
FAULTS = {"paper": "--paper", "card": "--card", "backs": "--backs", "bleed": "--bleed", "back_offset": "--back-offset"}


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
@options.output_option(f"PDF file that is written. Default: {FOLDER}/NAME.pdf.", "--out")
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
@click.option("--single", is_flag=True, help="Print one card a page with TrimBox and BleedBox, for card printers.")
@click.option("--bleed", type=float, metavar="MM", default=3.0, show_default=True, help="Bleed on all sides, with --single.")
@click.option("--back-offset", type=Offset(), metavar="DX,DY", help="Move the backs to the right and up, in millimetres.")
@click.option("--calibration", is_flag=True, help="Print a page that measures the offset of the backs, and no cards.")
def command(
    what: tuple[str, ...],
    file: str | None,
    paper: str,
    card: str,
    backs: Any,
    single: bool,
    bleed: float,
    back_offset: tuple[float, float] | None,
    calibration: bool,
) -> int:
    """Print packs and cards to a PDF file: fronts with the board and the goal, backs with the Yard Guide.

    PACK is the folder of a pack or the name of a shipped one, CARD a file, the name of a shipped card, or - for the standard
    input. Print the file at 100 %, never fitted to the page. Cards of packs have their number; what does not fit on a card is
    reported on stderr. The same cards and options give the same bytes.

    \b
    Examples:
      shunt print first-forty
      shunt print first-swap run-round --card tarot --backs fold -o two.pdf
      shunt print first-forty --single -o for-the-printer.pdf
      shunt print --calibration -o calibration.pdf

    Exit status: 0 printed.
    """
    with _as_options():
        from shunt.paper.calibration import print_calibration
        from shunt.paper.document import Settings

        settings = Settings(paper, card, backs, single, bleed, back_offset or (0.0, 0.0))
        if calibration:
            _refuse_cards(what)
            target = _target(file, "calibration")
            return _write(print_calibration(settings), target)
        settings.sheet()
        cards, title, name, is_numbered = _cards(what)
        target = _target(file, name)
        return _write(_printed(cards, settings, title, is_numbered), target)


@contextmanager
def _as_options() -> Iterator[None]:
    """Report faults of settings as faults of the options that give them."""
    from shunt.errors import InputError

    try:
        yield
    except InputError as error:
        named = [fault if fault.file else replace(fault, where=FAULTS.get(fault.where, fault.where)) for fault in error.faults]
        raise InputError(named) from None


def _refuse_cards(what: tuple[str, ...]) -> None:
    from shunt.errors import Fault, InputError

    if what:
        raise InputError(Fault("--calibration", "a calibration page has no cards", "leave the cards out"))


def _cards(what: tuple[str, ...]) -> tuple[list[Card], str, str, bool]:
    """Return the cards, the title of the sheets, the name of the file, and whether the cards are numbered."""
    from shunt.cli.arguments import card_named
    from shunt.errors import Fault, InputError

    if not what:
        raise InputError(Fault("PACK|CARD", "nothing to print is given", "name a pack or a card, such as first-forty"))
    cards: list[Card] = []
    titles: list[str] = []
    for name in what:
        folder = _pack_folder(name)
        if folder is None:
            cards.append(card_named(name))
            titles.append("")
        else:
            title, held = _pack(folder)
            cards += held
            titles.append(title)
    is_one_pack = len(what) == 1 and bool(titles[0])
    file = Path(what[0]).resolve().name if is_one_pack else cards[0].name if len(cards) == 1 else "cards"
    return cards, titles[0] if is_one_pack else "", file, is_one_pack


def _pack_folder(name: str) -> Path | None:
    """Return the folder of a pack: one of this name, or a shipped one; None for a card."""
    from shunt.files.library import card_names, puzzles_folder

    if name == options.STDIN or "\0" in name:
        return None
    shipped = puzzles_folder() / "packs" / name
    if os.path.isdir(name) and not (name in card_names() or (os.sep not in name and (shipped / "manifest.toml").is_file())):
        return Path(name)
    return shipped if os.sep not in name and name not in ("", ".", "..") and shipped.is_dir() else None


def _pack(folder: Path) -> tuple[str, list[Card]]:
    from shunt.cards.files import load_card
    from shunt.errors import Fault, InputError
    from shunt.generator.packs.files import MANIFEST, card_path_in, read_manifest

    manifest, document = read_manifest(folder)
    if not manifest.order:
        raise InputError(document.fault(("order",), f"{MANIFEST} lists no cards", "list the cards of the pack"))
    cards: list[Card] = []
    faults: list[Fault] = []
    for name in manifest.order:
        try:
            cards.append(load_card(card_path_in(folder, name)))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    return manifest.title, cards


def _printed(cards: list[Card], settings: Settings, title: str, is_numbered: bool) -> Printed:
    from shunt.paper.document import print_cards

    with watching() as progress:
        return print_cards(cards, settings, title, is_numbered, lambda done, total: progress.show("drawing cards", done, total))


def _target(file: str | None, name: str) -> str:
    """Return the file to write, after checking that it can be written; create the default folder."""
    from shunt.errors import Fault, InputError

    if file is None:
        try:
            Path(FOLDER).mkdir(exist_ok=True)
        except OSError as error:
            what = f"the folder {FOLDER} cannot be created: {error.strerror}"
            raise InputError(Fault(output.OUTPUT, what, "name a file in a folder that can be written")) from None
        file = os.path.join(FOLDER, f"{name}.pdf")
    output.check_output(output.OUTPUT, file)
    return file


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
