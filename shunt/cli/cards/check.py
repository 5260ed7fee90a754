"""`shunt check`: every fault of cards, layouts, hump yards and packs, and whether the values stored on cards are correct."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.commands import CHECKERS
from shunt.cli.exit_status import ExitStatus
from shunt.cli.handed import Check, CheckedFile
from shunt.errors import CardError, Fault, InputError, TooLargeError, faults_into, raise_faults
from shunt.files.lazy import load_place

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.files import CardOrLayout
    from shunt.files.document import Document
    from shunt.search.core.limits import Limits

MOST_DRAWN = 400  # spaces: what is wider than any terminal takes longer to draw than all the rest
SEVERITY = (ExitStatus.ANSWERED, ExitStatus.STOPPED, ExitStatus.NO, ExitStatus.INTERRUPTED)
"""The exit statuses of single files. If there are several files, the last one in this order is used."""


@click.command("check")
@options.shipped_argument("files", "FILE...", "cards", "layouts", "yards", nargs=-1, required=True)
@options.flag("--prove", "Prove the optimum of every card again, and replay its Yard Guide.")
@options.flag("--strict", "Treat warnings as faults.")
@options.json_option
@options.limit_options
def command(files: tuple[str, ...], prove: bool, strict: bool, as_json: bool, limits: Limits) -> int:
    """Check cards, layouts, hump yards and packs. Print every fault with its file, line, place and remedy.

    FILE is a file of one of these kinds, a pack, a shipped name, a JMRI panel or an XTrackCAD plan (see `shunt import`), or - for
    standard input. With --prove, every card is solved again to prove its optimum, and its Yard Guide is replayed. This is always
    done for cards in packs.

    For a single card or layout without faults, the board is drawn and described: its switches, dead ends, loops, wyes and
    turntables, and whether a locomotive can turn or run round a car. There are warnings about names that are easily
    confused, parts that are not connected, turntable positions that join nothing, and spaces that overlap in the
    drawing.

    \b
    Examples:
      shunt check my-board.toml
      shunt check my-card.toml my-board.toml --strict
      shunt check first-swap --prove
      shunt check my-pack
      shunt check - --json < my-card.toml

    Exit status: 0 if all files are sound, 1 if a value stored in a card or pack, such as an optimum, is wrong, 2 if a file has
    faults, 3 if a limit stopped a proof, 130 if interrupted. If there are faults, they are printed on stderr, and stdout stays
    empty.
    """
    faults: list[Fault] = []
    checks: list[Check] = []
    for file in files:
        with faults_into(faults):
            checks.append(_check_of(file, prove, limits))
    if faults:
        raise InputError(dict.fromkeys(faults))
    checked = []
    for check in checks:
        checked.append(check())
        if checked[-1].status == ExitStatus.INTERRUPTED:
            break
    if strict and (warnings := [warning for one in checked for warning in one.warnings]):
        raise InputError(dict.fromkeys(warnings))
    status = max((one.status for one in checked), key=SEVERITY.index)
    if as_json:
        proven = prove or any(one.is_always_proved for one in checked)
        fields = {"schema": "shunt-check/1", "valid": True, "holds": status == ExitStatus.ANSWERED if proven else None}
        output.print_json(fields | {"files": [one.as_json() for one in checked]})
    else:
        for one in checked:
            output.say(f"{one.file}: {one.kind} {one.name}, {one.words}")
            for wrong in one.wrong:
                output.say(f"  {wrong}")
            for warning in one.warnings:
                output.say(f"  warning: {_in_file(warning, one.file)}")
        if len(checked) == 1:
            _print_board(checked[0])
    return status


def _in_file(warning: Fault, file: str) -> Fault:
    """Return a warning about this file without the file's name, and with its line."""
    if warning.file != file:
        return warning
    place = f"line {warning.line}, {warning.where}" if warning.line else warning.where
    return replace(warning, where=place, file="", line=None)


def _print_board(checked: CheckedFile) -> None:
    """Draw the board of a card or a layout, and describe how it was understood."""
    found, report = checked.found, checked.report
    if found is None:
        return
    from shunt.cards.card import Card
    from shunt.cli.answers import card_picture, layout_picture
    from shunt.track.layout import SidingsLayout, sidings_line

    if isinstance(found, SidingsLayout):
        output.say(f"\n{sidings_line(found.headshunt, found.sidings)}")
        return
    output.say()
    if report is not None and len(report.layout.plan.spaces) > MOST_DRAWN:
        output.say(f"The picture of {len(report.layout.plan.spaces):,} spaces is left out; shunt show draws it.")
    elif isinstance(found, Card):
        with suppress(CardError):  # a kind of card without pictures
            output.show_picture(card_picture(found))
    else:
        output.show_picture(layout_picture(found))
    if report is not None:
        output.say()
        for line in [*report.lines(output.columns()), *checked.details]:
            output.say(line)


def _check_of(file: str, prove: bool, limits: Limits) -> Check:
    """Return the check of a file that has no faults; raise `InputError`, which lists every fault, in the order of its lines."""
    from shunt.cards.files import read_card_or_layout
    from shunt.cli.arguments import document_named

    for checker in CHECKERS:
        check: Check | None = load_place(checker)(file, prove)
        if check is not None:
            return check
    document = document_named(file)
    found, faults = read_card_or_layout(document)
    raise_faults(faults)
    assert found is not None
    return partial(_checked, document, found, prove, limits)


def _checked(document: Document, found: CardOrLayout, prove: bool, limits: Limits) -> CheckedFile:
    """Return the report on a card or a layout without faults."""
    from shunt.cards.card import Card
    from shunt.cards.layout_report import LayoutReport
    from shunt.track.layout import Layout

    card = found if isinstance(found, Card) else None
    checked = CheckedFile(document.path, "card" if card else "layout", found.name, found=found)
    board = found.layout if isinstance(found, Card) else found
    if isinstance(board, Layout):
        settings = tuple(card.rules.turntables(card.start).values()) if card else ()
        checked.report = LayoutReport.from_document(board, document, settings)
    if prove and card:
        _prove(card, checked, limits)
    return checked


def _prove(card: Card, checked: CheckedFile, limits: Limits) -> None:
    """Solve the card again, and note which of its stored values are wrong."""
    from shunt.cards.claims import optimum_text, wrong_claims, wrong_guide
    from shunt.cli.answers import exit_status, search, why_stopped

    try:
        answer = search(card, None, limits)
    except TooLargeError as too_large:
        checked.wrong = wrong_guide(card)
        checked.words, checked.status = f"not proven: {too_large}", ExitStatus.NO if checked.wrong else ExitStatus.STOPPED
        return
    optimum = answer.as_json()["moves"]
    checked.proven = {"status": answer.status, "optimum": optimum, "lower_bound": answer.lower_bound, "states": answer.states}
    checked.wrong = wrong_claims(card, answer)
    if not answer.is_proven:
        least = answer.metric.least(answer.lower_bound)
        checked.words = f"not proven: {why_stopped(answer.stopped)}; no solution has fewer than {least}"
        checked.status = exit_status(answer)
    else:
        checked.words = "proven unsolvable" if optimum is None else f"optimum {optimum_text(optimum)} proven"
        if answer.method == "guide":  # no search can confirm it
            checked.words += " by the Yard Guide, whose count is 0"
        is_claim = card.proof or card.guide or card.ranks is not None or card.limit is not None
        claims = "and all values stored on the card are correct" if is_claim else "and the card stores no values to check"
        checked.words += ", " + ("but these values stored on the card are wrong:" if checked.wrong else claims)
    if checked.wrong:
        checked.status = max(checked.status, ExitStatus.NO) if checked.status != ExitStatus.STOPPED else ExitStatus.NO
