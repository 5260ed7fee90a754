"""`shunt pack`: make a pack of cards, check one, add to one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.generate.generator_options import draw_plain, folder_for, shard_progress, worker_options, workers_of
from shunt.cli.interrupts import keeping
from shunt.cli.options import Whole
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.generator.forge.shard import Forged
    from shunt.generator.packs.check import Finding


@click.group("pack")
def command() -> None:
    """Make, check and extend packs: folders with cards from easy to hard, sheets to print, and a manifest.

    \b
    Examples:
      shunt pack new --count 5 --board fan-10 --seed 7 -o my-pack
      shunt pack check my-pack
      shunt pack add my-pack my-card.toml
    """


@command.command("new")
@click.option("-n", "--count", type=Whole(1), metavar="N", help="Number of cards. Default: the sum of --tiers, else 40.")
@click.option("--tiers", metavar="N,N,N,N,N", help="Number of blue, green, yellow, red and black cards. Default: even.")
@click.option(
    "--board",
    "boards",
    multiple=True,
    type=options.Shipped("layouts"),
    metavar="LAYOUT",
    help="A layout to use; may be given again. The first is the main one.",
)
@options.text_seed_option("Random seed: the same seed gives the same puzzles and titles.")
@click.option("--name", metavar="NAME", help="Name of the pack. Default: that of its folder.")
@click.option("--title", metavar="TEXT", help="Title of the pack.")
@options.folder_option("Folder to write. Default: cards_out/NAME.", "--out", type=click.Path())
@click.option("--replace", is_flag=True, help="Replace a pack that exists already.")
@worker_options
@options.json_option
def new(
    count: int | None, tiers: str | None, boards: tuple[str, ...], seed: str, name: str | None, title: str | None,
    folder: str | None, replace: bool, workers: int, cluster: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Make a new pack of cards and print its folder, with a line on stderr for each card.

    Every card is proven by two searches and replayed by the referee. No two cards are alike, grades rise, and no card introduces
    more than one new idea. The same seed gives the same puzzles and titles; with the same --name it gives the same bytes,
    however many workers there are. `shunt make pack` is the same command.

    \b
    Examples:
      shunt pack new --count 5 --board fan-10 --seed 7 -o my-pack
      shunt pack new --tiers 8,8,8,8,8 --board wye-18 --board alphabet-26 --workers 2 -o forty

    Exit status: 0 made · 1 some tier cannot be filled · 2 the folder exists already, or bad constraints.
    """
    from shunt.generator.packs.files import refuse_taken, write_pack
    from shunt.generator.packs.recipes import BOARDS
    from shunt.track.layout import is_name, load_layout, shipped_layout

    wanted = _tiers(count, tiers)
    called = name or (Path(folder).name if folder else "pack")
    if not is_name(called):
        from shunt.errors import Fault, InputError

        raise InputError(Fault("--name", f"{called!r} is not a name", "names have letters, digits, _, - and . only"))
    target = Path(folder or f"cards_out/{called}")
    refuse_taken(target, replace)
    from shunt.generator.packs.build import NotEnoughCardsError, PackPlan, make_pack, summary

    layouts = tuple(map(load_layout, boards)) or tuple(map(shipped_layout, BOARDS))
    plan = PackPlan(called, title or called.replace("-", " ").title(), wanted, layouts, seed)
    kept = "nothing was written; the same command makes the same pack, from the start"
    with folder_for(target.resolve().parent), keeping(kept):
        with shard_progress("making cards") as progress, workers_of(workers, cluster) as crew:
            try:
                cards = make_pack(plan, crew, progress)
            except NotEnoughCardsError as error:
                output.note(str(error))
                return ExitStatus.NO
        write_pack(target, plan.name, plan.title, seed, cards, draw_plain, replace)
    if as_json:
        made = {"schema": "shunt-pack-made/1", "folder": str(target), **summary(cards)}
        output.print_json(made | {"order": [card_figures(one) for one in cards]})
        return ExitStatus.ANSWERED
    output.say(str(target))
    for number, forged in enumerate(cards, 1):
        output.note(f"{number:3}. {_line(forged)}")
    return ExitStatus.ANSWERED


@command.command("check")
@click.argument("folder", metavar="DIR", type=click.Path())
@options.json_option
def check(folder: str, as_json: bool) -> int:
    """Check a pack from any source and print what is wrong with it.

    Checksums are compared, every optimum is proven again by two searches, Yard Guides are replayed, ratings computed again, and
    the cards searched for duplicates and wrong order.

    \b
    Examples:
      shunt pack check my-pack
      shunt pack check my-pack --json

    Exit status: 0 it holds · 1 something is wrong · 2 this is not a pack.
    """
    with watching() as progress:
        from shunt.generator.packs.check import check_pack

        checked = check_pack(folder, progress.show)
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
def add(folder: str, cards: tuple[str, ...]) -> int:
    """Add cards to a pack, for example cards made by hand. Each is proven, rated, and inserted where its grade belongs.

    CARD is a file, the name of a shipped card, or - for the standard input.

    \b
    Examples:
      shunt pack add my-pack my-card.toml
      shunt pack add my-pack first-swap run-round
    """
    from shunt.cli.arguments import card_named

    loaded = [card_named(card) for card in cards]
    with watching():
        from shunt.generator.packs.check import add_to_pack

        added, findings = add_to_pack(folder, loaded, draw_plain)
    for forged in added:
        output.say(f"{forged.card.name}: {_line(forged)}")
    _say_findings(findings, to_stderr=True)
    return ExitStatus.ANSWERED


def _tiers(count: int | None, tiers: str | None) -> tuple[int, ...]:
    """Return the number of cards of each tier; count and tiers must agree."""
    from shunt.cli.options import MOST_COUNTED
    from shunt.errors import Fault, InputError

    if tiers is None:
        count = 40 if count is None else count
        return tuple(count // 5 + (index < count % 5) for index in range(5))
    try:
        wanted = tuple(int(part) for part in tiers.split(","))
    except ValueError:
        wanted = ()
    if len(wanted) != 5 or min(wanted) < 0 or not 0 < sum(wanted) <= MOST_COUNTED:
        raise InputError(Fault("--tiers", f"{tiers!r} is not a number for each tier", "write five numbers: 8,8,8,8,8"))
    if count is not None and count != sum(wanted):
        what = f"{output.counted(count, 'cards')}, and the tiers add up to {sum(wanted)}"
        raise InputError(Fault("--count, --tiers", what, "leave one of the two out"))
    return wanted


def card_figures(forged: Forged) -> dict[str, object]:
    """Return what `--json` prints of a card in a pack."""
    names = {"name": forged.card.name, "title": str(forged.card.about.get("title", "")), "board": forged.card.plan.name}
    figures = {"tier": forged.tier, "grade": forged.grade, "optimum": forged.optimum, "look": forged.look}
    return {**names, **figures, "mechanics": list(forged.mechanics), "id": forged.id}


def _line(forged: Forged) -> str:
    title = str(forged.card.about.get("title", forged.card.name))
    where = f"{forged.card.plan.name}; {', '.join(forged.mechanics)}"
    return f"{forged.tier:6} {forged.grade:5.2f}  {forged.optimum:2} move{'s' * (forged.optimum != 1)}  {title} ({where})"


def _say_findings(findings: tuple[Finding, ...] | list[Finding], to_stderr: bool = False) -> None:
    for one in findings:
        text = f"{one.where}: {'' if one.is_fault else 'note: '}{one.what}" + (f" ({one.remedy})" if one.remedy else "")
        output.note(text) if to_stderr else output.say(text)
