"""`shunt pack`: check a pack and change it. (`make_pack.py` makes packs, and `pack_log.py` plays through one.)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from shunt.cards.card import Card
from shunt.cli import options, output
from shunt.cli.arguments import card_named
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.errors import InputError
from shunt.generator.commands.generator_options import card_figures, weights_of, weights_option
from shunt.generator.commands.pack_log import draw, log
from shunt.generator.rating.weights import Weights
from shunt.search.core.limits import Limits, Progress

if TYPE_CHECKING:
    from shunt.generator.forge.shard import ProvenCard
    from shunt.generator.packs.check import Finding
    from shunt.generator.packs.pack import Pack


@click.group("pack")
def command() -> None:
    """Check, change and play packs. A pack is a folder of cards from easy to hard. `shunt make pack` makes one.

    \b
    Examples:
      shunt make pack --from first-swap run-round -o my-pack
      shunt pack check my-pack
      shunt pack add my-pack my-card.toml
      shunt pack remove my-pack 1
    """


command.add_command(draw)
command.add_command(log)

pack_argument = options.shipped_argument("folder", "PACK", "packs")


# --------------------------------------------------------------------------------------------------------------------
# check


@command.command("check")
@pack_argument
@options.flag("--prove", "Solve and rate every card again, even if it matches the manifest.")
@weights_option
@options.limit_options
@options.json_option
def check(folder: str, prove: bool, weights: str | None, as_json: bool, limits: Limits) -> int:
    """Check a pack and print its faults. PACK is a folder or a shipped name.

    Every Yard Guide is replayed, and the values stored on each card (such as the optimum and the move limit) are checked against
    each other. Duplicates and cards out of order are reported. A card whose file does not match the SHA-256 in the manifest is
    solved and rated again. With --prove, this is done for every card. Use it for packs made by others.

    \b
    Examples:
      shunt pack check my-pack
      shunt pack check box-forty --json
      shunt pack check first-forty --prove

    Exit status: 0 if the pack is sound, 1 if something is wrong, 2 if PACK is not a pack.
    """
    given = weights_of(weights)
    with watching() as progress:
        from shunt.generator.packs.check import check_pack
        from shunt.generator.packs.reading import pack_folder

        checked = check_pack(pack_folder(folder) or folder, progress.show, given, prove, limits)
    if as_json:
        findings = [
            {"where": one.where, "what": one.what, "fault": one.is_fault, "remedy": one.remedy} for one in checked.findings
        ]
        cards = [packed_figures(forged) for forged in checked.cards]
        figures = {"holds": checked.holds, "proved": checked.proved, "findings": findings, "cards": cards}
        output.print_json({"schema": "shunt-pack-check/1"} | figures)
    else:
        say_findings(checked.findings)
        output.say(f"{checked.manifest.title}: {checked.words}")
    return ExitStatus.ANSWERED if checked.holds else ExitStatus.NO


# --------------------------------------------------------------------------------------------------------------------
# Changes


@command.command("add")
@pack_argument
@options.shipped_argument("cards", "CARD...", "cards", nargs=-1, required=True)
@weights_option
@options.limit_options
def add(folder: str, cards: tuple[str, ...], weights: str | None, limits: Limits) -> int:
    """Add cards to a pack. Each card is solved and rated, and inserted by its grade.

    CARD is a file, the name of a shipped card, or - for standard input. A card whose optimum cannot be proven within the limits
    is left out and reported. Edited cards in the pack are solved again; all others stay as they are.

    \b
    Examples:
      shunt pack add my-pack my-card.toml
      shunt pack add my-pack first-swap run-round --time-limit 60

    Exit status: 0 if all cards were added, 1 if some were left out, 3 if a time limit stopped the command.
    """

    read, faults = readable(cards)
    return _changed(
        folder,
        lambda pack, given, progress: pack.add(read, limits=limits, weights=given, progress=progress) + faults,
        weights,
        limits,
    )


@command.command("remove")
@pack_argument
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
def remove(folder: str, cards: tuple[str, ...]) -> None:
    """Remove cards from a pack. CARD is the name of its file without .toml, or its number in the pack.

    \b
    Examples:
      shunt pack remove my-pack first-swap
      shunt pack remove my-pack 3 7
    """
    from shunt.generator.packs.pack import Pack

    pack = Pack.open(folder, without=cards)
    pack.save()
    output.note(f"{pack.title}: {output.counted(len(pack), 'cards')}")


@command.command("replace")
@pack_argument
@options.shipped_argument("cards", "[CARD]...", "cards", nargs=-1)
@weights_option
@options.limit_options
def replace(folder: str, cards: tuple[str, ...], weights: str | None, limits: Limits) -> int:
    """Replace the cards that have the same names as the CARDs. Without CARD, accept the cards whose files were
    edited.

    Each card is solved and rated, and keeps the name of its file.

    \b
    Examples:
      shunt pack replace my-pack better/first-swap.toml
      shunt pack replace my-pack

    Exit status: 0 if all cards were replaced, 1 if some were left out, 3 if a time limit stopped the command.
    """

    read, faults = readable(cards)
    return _changed(
        folder,
        lambda pack, given, progress: [one for card in read for one in pack.replace(card, limits=limits, weights=given)] + faults,
        weights,
        limits,
    )


@command.command("merge")
@pack_argument
@options.shipped_argument("others", "PACK...", "packs", nargs=-1, required=True)
@weights_option
@options.limit_options
def merge(folder: str, others: tuple[str, ...], weights: str | None, limits: Limits) -> int:
    """Add the cards of other packs to the first PACK, with their proofs. Puzzles that PACK already has are left out.

    \b
    Examples:
      shunt pack merge my-pack first-forty
    """
    from shunt.generator.packs.pack import Pack

    return _changed(
        folder, lambda pack, *_: [finding for other in others for finding in pack.merge(Pack.open(other))], weights, limits
    )


@command.command("rename")
@pack_argument
@click.argument("name", metavar="[NAME]", required=False, default="")
@options.text_option("--card", "CARD", "Card to rename, by file name or number.", default="")
@options.text_option("--title", "TEXT", "New title.", default="")
def rename(folder: str, name: str, card: str, title: str) -> None:
    """Give a pack or one of its cards another NAME or title.

    \b
    Examples:
      shunt pack rename my-pack --title "Winter cards"
      shunt pack rename my-pack --card 3 milk-run --title "Milk Run"
    """
    from shunt.generator.packs.pack import Pack

    if not name and not title:
        raise InputError("NAME, --title", "there is nothing to change", "give a name or a title")
    pack = Pack.open(folder)
    pack.rename(name, title, card=card)
    pack.save()


def _changed(folder: str, change: Callable[[Pack, Weights, Progress], list[Finding]], weights: str | None, limits: Limits) -> int:
    """Open a pack, solve its edited cards, change it, save it, and print each card that is new or changed."""
    from shunt.generator.packs.pack import Pack

    given, pack = weights_of(weights), Pack.open(folder)
    before = {one.id: one.card.proof for one in pack.proven}
    try:
        with watching("reading the pack") as progress:
            findings = pack.settle(limits=limits, weights=given, progress=progress.show)
            findings += change(pack, given, progress.show)
    except KeyboardInterrupt as interrupt:
        pack.save()
        interrupt.args = ("the pack keeps the changes made so far",)
        raise
    pack.save()
    for slug, made in zip(pack.slugs, pack.proven, strict=True):
        if made.id not in before or before[made.id] != made.card.proof:
            output.say(f"{slug}: {card_line(made)}")
    say_findings(findings + pack.findings(), to_stderr=True)
    return left_out_status(findings, limits)


def readable(cards: Sequence[str]) -> tuple[list[Card], list[Finding]]:
    """Return the cards that can be read, and the faults of the others."""
    from shunt.generator.packs.check import Finding

    found: list[Card] = []
    findings: list[Finding] = []
    for card in cards:
        try:
            found.append(card_named(card))
        except InputError as error:
            findings += [Finding(one.file or card, one.what, True, one.remedy) for one in error.faults]
    return found, findings


def say_findings(findings: Iterable[Finding], to_stderr: bool = False) -> None:
    """Print findings, one per line."""
    for one in findings:
        output.note(str(one)) if to_stderr else output.say(str(one))


def left_out_status(findings: Sequence[Finding], limits: Limits) -> int:
    """Return the exit status of a change, depending on whether something was left out for lack of time or for another reason."""
    if not any(one.is_fault for one in findings):
        return ExitStatus.ANSWERED
    return ExitStatus.STOPPED if limits.time is not None and limits.seconds >= limits.time else ExitStatus.NO


def packed_figures(forged: ProvenCard) -> dict[str, object]:
    """Return the values that `--json` prints for a card in a pack."""
    names = {"name": forged.card.name, "title": str(forged.card.about.get("title", "")), "board": forged.card.board_name}
    return names | card_figures(forged)


def card_line(forged: ProvenCard) -> str:
    """Return the line that is printed for a card in a pack."""
    where = f"{forged.card.board_name}; {', '.join(forged.mechanics)}"
    counted = forged.card.metric.least(forged.optimum).partition(" ")[2]
    return f"{forged.tier:6} {forged.grade:5.2f}  {forged.optimum:2} {counted}  {forged.card.title} ({where})"
