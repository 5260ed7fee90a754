"""`shunt check`: every fault of cards, layouts, hump yards and packs, and whether what cards claim holds."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import click

from shunt.cards.limits import MOVES, optimum_faults
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.errors import Fault, InputError, TooLargeError

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cli.arguments import Found
    from shunt.cli.cards.layout_report import LayoutReport
    from shunt.files.document import Document

PACK, YARD = "pack", "hump yard"
MOST_DRAWN = 400  # spaces: what is wider than any terminal takes longer to draw than all the rest
SEVERITY = (ExitStatus.ANSWERED, ExitStatus.STOPPED, ExitStatus.NO, ExitStatus.INTERRUPTED)
"""The exit statuses of single files; of several files the last in this order counts."""


@dataclass
class Checked:
    """One sound file: what it is, what a proof found, what of its claims does not hold, and how its layout was understood."""

    file: str
    kind: str
    name: str
    status: int = ExitStatus.ANSWERED
    proven: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    words: str = "sound"
    found: Found | None = None
    report: LayoutReport | None = None

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """What is probably a slip."""
        return self.report.warnings if self.report is not None else ()

    def as_json(self) -> dict[str, Any]:
        """Return the same for `--json`."""
        fields: dict[str, Any] = {"file": self.file, "kind": self.kind, "name": self.name, "valid": True}
        if self.report is not None:
            fields["layout"] = self.report.as_json()
            fields["warnings"] = [
                {"file": one.file, "line": one.line, "where": one.where, "what": one.what, "remedy": one.remedy}
                for one in self.warnings
            ]
        return fields | ({"proof": self.proven | {"wrong": self.wrong}} if self.proven else {})


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=options.Shipped("cards", "layouts", "yards"))
@click.option("--prove", is_flag=True, help="Prove the optimum of every card again, and replay its Yard Guide.")
@click.option("--strict", is_flag=True, help="Treat warnings as faults.")
@options.json_option
@options.limit_options
def command(files: tuple[str, ...], prove: bool, strict: bool, as_json: bool, **limits: Any) -> int:
    """Check cards, layouts, hump yards and packs: print every fault with its file, line, place and remedy.

    FILE is a file of any of these kinds, the folder of a pack, a shipped name, or - for the standard input. With --prove, the
    optimum of every card is proven again and its Yard Guide replayed; the cards of a pack always are.

    For a single card or layout without faults, the board is drawn, with its switches, dead ends, a shortest loop, wyes, its
    turntables, and whether a locomotive can turn and run round a car. Warnings are printed for every file: names that are easily
    confused, parts that are not connected, and positions of turntables that join nothing.

    \b
    Examples:
      shunt check my-board.toml
      shunt check my-card.toml my-board.toml --strict
      shunt check first-swap --prove
      shunt check my-pack
      shunt check - --json < my-card.toml

    Exit status: 0 all are sound · 1 a claim of a card or pack does not hold · 2 a file has faults (on stderr, and stdout stays
    empty) · 3 a limit stopped a proof · 130 interrupted.
    """
    faults: list[Fault] = []
    for file in files:
        faults += _faults(file)
    if faults:
        raise InputError(dict.fromkeys(faults))
    checked = []
    for file in files:
        checked.append(_checked(file, prove, limits))
        if checked[-1].status == ExitStatus.INTERRUPTED:
            break
    if strict and (warnings := [warning for one in checked for warning in one.warnings]):
        raise InputError(dict.fromkeys(warnings))
    status = max((one.status for one in checked), key=SEVERITY.index)
    if as_json:
        proven = prove or any(one.kind == PACK for one in checked)
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
    """Return a warning without the name of the file, if it is of this one, and with its line."""
    if warning.file != file:
        return warning
    place = f"line {warning.line}, {warning.where}" if warning.line else warning.where
    return replace(warning, where=place, file="", line=None)


def _print_board(checked: Checked) -> None:
    """Draw the board of a card or a layout, and print how it was understood."""
    found, report = checked.found, checked.report
    if found is None:
        return
    from shunt.cli.cards.layout_report import sidings_line
    from shunt.cli.printing import card_picture, columns, show_picture
    from shunt.render.terminal.boards import draw_layout
    from shunt.track.layout import SidingsLayout

    if isinstance(found.layout, SidingsLayout):
        output.say(f"\n{sidings_line(found.layout)}")
        return
    output.say()
    if report is not None and len(report.layout.plan.spaces) > MOST_DRAWN:
        output.say(f"The picture of {len(report.layout.plan.spaces):,} spaces is left out; shunt show draws it.")
    elif found.card is not None:
        show_picture(card_picture(found.card))
    elif found.layout is not None:
        show_picture(draw_layout(found.layout, width=columns(), unicode=output.knows_unicode()))
    if report is not None:
        output.say()
        for line in report.lines(columns()):
            output.say(line)


def _pack_of(file: str) -> str | None:
    """Return the folder of a pack: of a folder with a manifest, of a manifest, or of a shipped pack by name; else None."""
    from shunt.generator.packs.manifest import MANIFEST
    from shunt.generator.packs.reading import pack_folder

    if os.path.basename(file) == MANIFEST:
        return os.path.dirname(file) or "."
    folder = pack_folder(file)
    return os.fspath(folder) if folder is not None and (folder / MANIFEST).is_file() else None


def _is_yard_text(file: str) -> bool:
    from shunt.track.yard import looks_like_yard

    return looks_like_yard(file) and not os.path.exists(file)


def _faults(file: str) -> list[Fault]:
    """Return every fault of a file, in the order of its lines; those of a pack's manifest raise later."""
    from shunt.cards.files import document_faults
    from shunt.cli.arguments import document_named
    from shunt.track.yard_file import find_yard

    try:
        if _is_yard_text(file):
            find_yard(file)
            return []
        if (folder := _pack_of(file)) is not None:
            from shunt.generator.packs.manifest import read_manifest

            read_manifest(folder)
            return []
        return document_faults(document_named(file))
    except InputError as error:
        return list(error.faults)


def _checked(file: str, prove: bool, limits: dict[str, Any]) -> Checked:
    from shunt.cli.arguments import card_or_layout, document_named
    from shunt.track.layout import YARD_SCHEMA
    from shunt.track.yard_file import find_yard, yard_of

    if _is_yard_text(file):
        return Checked(file, YARD, str(find_yard(file)))
    if (folder := _pack_of(file)) is not None:
        return _checked_pack(folder)
    document = document_named(file)
    if document.data.get("schema") == YARD_SCHEMA:
        return Checked(document.path, YARD, yard_of(document).name)
    found = card_or_layout(file if file == options.STDIN else document.path)
    if found.card is None:
        assert found.layout is not None
        return Checked(document.path, "layout", found.layout.name, found=found, report=_report(found, document))
    checked = Checked(document.path, "card", found.card.name, found=found, report=_report(found, document))
    if prove:
        _prove(found.card, checked, limits)
    return checked


def _report(found: Found, document: Document) -> LayoutReport | None:
    """Return how the layout of a file was understood; None for sidings."""
    from shunt.cli.cards.layout_report import LayoutReport
    from shunt.track.layout import Layout

    board = found.card.board if found.card is not None else found.layout
    if not isinstance(board, Layout):
        return None
    return LayoutReport.from_document(board, document, found.card.start.turntables if found.card is not None else ())


def _checked_pack(folder: str) -> Checked:
    """Return what checking a pack found; all its cards are proven."""
    with watching() as progress:
        from shunt.generator.packs.check import check_pack

        found = check_pack(folder, progress.show)
    wrong = [f"{one.where}: {one.what}" + (f" ({one.remedy})" if one.remedy else "") for one in found.findings if one.is_fault]
    checked = Checked(folder, PACK, found.manifest.name, wrong=wrong)
    checked.proven = {"cards": len(found.cards), "holds": found.holds}
    checked.status = ExitStatus.ANSWERED if found.holds else ExitStatus.NO
    checked.words = (
        f"{output.counted(len(found.cards), 'cards')} proven again, the pack {'holds' if found.holds else 'does not hold:'}"
    )
    return checked


def _prove(card: Card, checked: Checked, limits: dict[str, Any]) -> None:
    """Prove the card again, and note which of its claims do not hold."""
    from shunt.cli.answers import exit_status, search, why_stopped

    try:
        answer = search(card, None, limits)
    except TooLargeError as too_large:
        checked.wrong = _wrong_guide(card, None)
        checked.words, checked.status = f"not proven: {too_large}", ExitStatus.NO if checked.wrong else ExitStatus.STOPPED
        return
    optimum = answer.as_json()["moves"]
    checked.proven = {
        "status": answer.status,
        "optimum": optimum,
        "lower_bound": answer.lower_bound,
        "states": answer.states,
    }
    checked.wrong = _wrong_claims(card, answer.status, optimum, answer.lower_bound)
    if not answer.is_proven:
        checked.words = (
            f"not proven: {why_stopped(answer.stopped)}; "
            f"no solution has fewer than {output.counted(answer.lower_bound, answer.metric[0])}"
        )
        checked.status = exit_status(answer)
    else:
        checked.words = "proven unsolvable" if optimum is None else f"optimum {_number(optimum)} proven"
        if answer.method == "guide":  # no search can confirm it
            checked.words += " by the Yard Guide, because nothing counts less"
        is_claim = card.proof or card.guide or card.ranks is not None or card.limit is not None
        claims = "and everything the card claims holds" if is_claim else "and the card claims nothing"
        checked.words += ", " + ("but not everything the card claims holds:" if checked.wrong else claims)
    if checked.wrong:
        checked.status = max(checked.status, ExitStatus.NO) if checked.status != ExitStatus.STOPPED else ExitStatus.NO


def _wrong_claims(card: Card, status: str, optimum: Any, lower_bound: Any) -> list[str]:
    wrong = []
    claimed, said = card.proof.get("optimum"), card.proof.get("status")
    if status == "optimal":
        if claimed is not None and claimed != optimum:
            wrong.append(f"proof.optimum says {_number(claimed)}, but it is {_number(optimum)}")
        if said == "unsolvable":
            wrong.append(f"proof.status says unsolvable, but the optimum is {_number(optimum)}")
        wrong += [f"{fault.where}: {fault.what} ({fault.remedy})" for fault in optimum_faults(card, optimum)]
    elif status == "unsolvable":
        if claimed is not None or said == "optimal":
            claim = "proof.status says optimal" if claimed is None else f"proof.optimum says {_number(claimed)}"
            wrong.append(f"{claim}, but the card has no solution")
    elif status == "unknown" and isinstance(claimed, int) and isinstance(lower_bound, int) and claimed < lower_bound:
        wrong.append(f"proof.optimum says {claimed}, but no solution has fewer than {lower_bound}")
    return wrong + _wrong_guide(card, claimed)


def _number(optimum: Any) -> str:
    """Return an optimum in one metric or in several as text."""
    return ", ".join(map(str, optimum)) if isinstance(optimum, list) else str(optimum)


def _wrong_guide(card: Card, claimed: Any) -> list[str]:
    """Return what is wrong with the Yard Guide that the card carries."""
    from shunt.cli.typed_moves import play, stored_guide

    if not card.guide:
        return []
    try:
        game = play(card, stored_guide(card))
    except InputError as error:
        return [f"{fault.where}: {fault.what}" for fault in error.faults]
    if game.broken:
        return [f"guide.moves: move {game.broken.number} is illegal (rule: {game.broken.rule}): {game.broken.why}"]
    if not game.goal_is_met:
        return ["guide.moves does not end at the goal"]
    if card.metric[0] in MOVES and isinstance(claimed, int) and claimed != len(game.moves):
        return [f"guide.moves has {output.counted(len(game.moves), 'moves')}, but proof.optimum says {claimed}"]
    return []
