"""`shunt pack`: packs of cards, made, checked and added to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shunt.cli import ANSWERED, NO, options
from shunt.cli.generate.generator_options import draw_plain, folder_for, shard_progress, worker_options, workers_of
from shunt.cli.interrupts import keeping

if TYPE_CHECKING:
    from shunt.generate.forge.forge import Forged
    from shunt.generate.packs.check import Finding


@click.group("pack")
def command() -> None:
    """Packs: folders with cards that climb from easy to hard, sheets to print, and a manifest.

    \b
      shunt pack new --seed 7 --out my-pack
      shunt pack check my-pack
      shunt pack add my-pack my-card.toml
    """


@command.command("new")
@click.option("--count", type=click.IntRange(1), help="How many cards. Default: as many as the tiers say, else 40.")
@click.option("--tiers", metavar="N,N,N,N,N", help="How many blue, green, yellow, red and black cards. Default: even.")
@click.option("--board", "boards", multiple=True, type=options.Shipped("layouts"), help="A layout; the first is the main one.")
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same puzzles and titles.")
@click.option("--name", metavar="NAME", help="The pack's name. Default: that of its folder.")
@click.option("--title", metavar="TEXT", help="The pack's title.")
@click.option("--out", type=click.Path(), metavar="DIR", help="The folder to write. Default: cards_out/NAME.")
@click.option("--replace", is_flag=True, help="Replace a pack that is there already.")
@worker_options
@options.json_option
def new(
    count: int | None, tiers: str | None, boards: tuple[str, ...], seed: str, name: str | None, title: str | None,
    out: str | None, replace: bool, workers: int, cluster: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Make a pack from nothing.

    The same seed gives the same puzzles and titles, and with the same --name the same bytes, whatever the workers. Every card
    is proven by two searches and replayed by the referee; none is like another, grades rise, and no card brings more than one
    thing that is new.
    """
    from shunt.generate.packs.defaults import BOARDS
    from shunt.generate.packs.files import refuse_taken, write_pack
    from shunt.track.layout import is_name, load_layout

    wanted = _tiers(count, tiers)
    called = name or (Path(out).name if out else "pack")
    if not is_name(called):
        from shunt.errors import Fault, InputError

        raise InputError(Fault("--name", f"{called!r} is no name", "names have letters, digits, _, - and . only"))
    folder = Path(out or f"cards_out/{called}")
    refuse_taken(folder, replace)  # before the work, not after it
    from shunt.generate.packs.build import NotEnoughCardsError, PackPlan, make_pack, summary

    layouts = tuple(load_layout(board) for board in boards or BOARDS)
    plan = PackPlan(called, title or called.replace("-", " ").title(), wanted, layouts, seed)
    kept = "nothing was written; the same command makes the same pack, from the start"
    with folder_for(folder.resolve().parent), keeping(kept):
        with shard_progress("pack") as progress, workers_of(workers, cluster) as crew:
            try:
                cards = make_pack(plan, crew, progress)
            except NotEnoughCardsError as error:
                options.note(str(error))
                return NO
        write_pack(folder, plan.name, plan.title, seed, cards, draw_plain, replace)
    if as_json:
        told = {"schema": "shunt-pack-made/1", "folder": str(folder), **summary(cards)}
        options.print_json(told | {"order": [_told(one) for one in cards]})
        return ANSWERED
    options.say(str(folder))
    for number, forged in enumerate(cards, 1):
        options.note(f"{number:3}. {_line(forged)}")
    return ANSWERED


@command.command("check")
@click.argument("folder", metavar="DIR", type=click.Path())
@options.json_option
def check(folder: str, as_json: bool) -> int:
    """Prove a pack anew, whoever made it: checksums, optima by two searches, Yard Guides, ratings, doubles, order.

    Exit status: 0 it holds, 1 something is wrong, 2 this is no pack.
    """
    with options.watching() as progress:
        from shunt.generate.packs.check import check_pack

        checked = check_pack(folder, lambda name: progress(name, 0, 0))
    if as_json:
        findings = [
            {"where": one.where, "what": one.what, "fault": one.is_fault, "remedy": one.remedy} for one in checked.findings
        ]
        cards = [_told(forged) for forged in checked.cards]
        options.print_json({"schema": "shunt-pack-check/1", "holds": checked.holds, "findings": findings, "cards": cards})
    else:
        _say_findings(checked.findings)
        word = "holds" if checked.holds else "does not hold"
        options.say(f"{checked.manifest.title}: {options.counted(len(checked.cards), 'cards')} proven anew, the pack {word}")
    return ANSWERED if checked.holds else NO


@command.command("add")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, type=options.Shipped("cards"))
def add(folder: str, cards: tuple[str, ...]) -> int:
    """Add cards made by hand to a pack: proven, rated, and put in where their grade belongs."""
    from shunt.cards.files import load_card

    loaded = [load_card(card) for card in cards]
    with options.watching():
        from shunt.generate.packs.check import add_to_pack

        added, findings = add_to_pack(folder, loaded, draw_plain)
    for forged in added:
        options.say(f"{forged.card.name}: {_line(forged)}")
    _say_findings(findings, to_stderr=True)
    return ANSWERED


def _tiers(count: int | None, tiers: str | None) -> tuple[int, ...]:
    """How many cards of each tier; count and tiers must agree."""
    from shunt.errors import Fault, InputError

    if tiers is None:
        count = 40 if count is None else count
        return tuple(count // 5 + (index < count % 5) for index in range(5))
    try:
        wanted = tuple(int(part) for part in tiers.split(","))
    except ValueError:
        wanted = ()
    if len(wanted) != 5 or min(wanted) < 0 or not sum(wanted):
        raise InputError(Fault("--tiers", f"{tiers!r} does not say how many of each tier", "write five numbers: 8,8,8,8,8"))
    if count is not None and count != sum(wanted):
        what = f"{options.counted(count, 'cards')}, and the tiers add up to {sum(wanted)}"
        raise InputError(Fault("--count, --tiers", what, "leave one of the two out"))
    return wanted


def _told(forged: Forged) -> dict[str, object]:
    told = {"name": forged.card.name, "title": str(forged.card.about.get("title", "")), "board": forged.card.plan.name}
    figures = {"tier": forged.tier, "grade": forged.grade, "optimum": forged.optimum, "look": forged.look}
    return {**told, **figures, "mechanics": list(forged.mechanics), "id": forged.id}


def _line(forged: Forged) -> str:
    title = str(forged.card.about.get("title", forged.card.name))
    where = f"{forged.card.plan.name}; {', '.join(forged.mechanics)}"
    return f"{forged.tier:6} {forged.grade:5.2f}  {forged.optimum:2} move{'s' * (forged.optimum != 1)}  {title} ({where})"


def _say_findings(findings: tuple[Finding, ...] | list[Finding], to_stderr: bool = False) -> None:
    for one in findings:
        text = f"{one.where}: {'' if one.is_fault else 'note: '}{one.what}" + (f" ({one.remedy})" if one.remedy else "")
        options.note(text) if to_stderr else options.say(text)
