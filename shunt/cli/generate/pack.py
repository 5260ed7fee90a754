"""`shunt pack`: make a pack of cards (`pack_new.py`), check one, add to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.generate.generator_options import draw_plain
from shunt.cli.generate.pack_log import draw, log
from shunt.cli.generate.pack_new import card_figures, card_line, new
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.generator.packs.check import Finding


@click.group("pack")
def command() -> None:
    """Make, check and extend packs: folders with cards from easy to hard, sheets to print, and a manifest.

    \b
    Examples:
      shunt make pack --count 5 --board fan-10 --seed 7 -o my-pack
      shunt pack check my-pack
      shunt pack add my-pack my-card.toml
    """


command.add_command(new)
command.add_command(draw)
command.add_command(log)


@command.command("check")
@click.argument("folder", metavar="DIR", type=click.Path())
@options.weights_option
@options.work_limit_options
@options.json_option
def check(folder: str, weights: str | None, as_json: bool) -> int:
    """Check a pack from any source and print what is wrong with it.

    Checksums are compared, every optimum is proven again by two searches, Yard Guides are replayed, ratings computed again, and
    the cards searched for duplicates and wrong order.

    \b
    Examples:
      shunt pack check my-pack
      shunt pack check my-pack --json

    Exit status: 0 it holds · 1 something is wrong · 2 this is not a pack.
    """
    given = options.weights_of(weights)
    with watching() as progress:
        from shunt.generator.packs.check import check_pack

        checked = check_pack(folder, progress.show, given)
    if as_json:
        findings = [
            {"where": one.where, "what": one.what, "fault": one.is_fault, "remedy": one.remedy} for one in checked.findings
        ]
        cards = [card_figures(forged) for forged in checked.cards]
        output.print_json({"schema": "shunt-pack-check/1", "holds": checked.holds, "findings": findings, "cards": cards})
    else:
        _say_findings(checked.findings)
        word = "holds" if checked.holds else "does not hold"
        output.say(f"{checked.manifest.title}: {output.counted(len(checked.cards), 'cards')} proven again, the pack {word}")
    return ExitStatus.ANSWERED if checked.holds else ExitStatus.NO


@command.command("add")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, type=options.Shipped("cards"))
@options.weights_option
@options.work_limit_options
def add(folder: str, cards: tuple[str, ...], weights: str | None) -> int:
    """Add cards to a pack, for example cards made by hand. Each is proven, rated, and inserted where its grade belongs.

    CARD is a file, the name of a shipped card, or - for the standard input.

    \b
    Examples:
      shunt pack add my-pack my-card.toml
      shunt pack add my-pack first-swap run-round
    """
    from shunt.cli.arguments import card_named

    loaded, given = [card_named(card) for card in cards], options.weights_of(weights)
    with watching():
        from shunt.generator.packs.check import add_to_pack

        added, findings = add_to_pack(folder, loaded, draw_plain, given)
    for forged in added:
        output.say(f"{forged.card.name}: {card_line(forged)}")
    _say_findings(findings, to_stderr=True)
    return ExitStatus.ANSWERED


def _say_findings(findings: tuple[Finding, ...] | list[Finding], to_stderr: bool = False) -> None:
    for one in findings:
        text = f"{one.where}: {'' if one.is_fault else 'note: '}{one.what}" + (f" ({one.remedy})" if one.remedy else "")
        output.note(text) if to_stderr else output.say(text)
