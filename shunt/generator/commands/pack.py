"""`shunt pack`: make a pack of cards (also `shunt make pack`), check one, add to one; `pack_log.py` plays through one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import Whole
from shunt.cli.progress import keeping, watching
from shunt.errors import Fault, InputError
from shunt.generator.commands.generator_options import (
    board_named,
    card_figures,
    constraint_options,
    draw_plain,
    folder_for,
    note_options,
    notes_of,
    text_seed_option,
    weights_of,
    weights_option,
    worker_options,
    workers_of,
)
from shunt.generator.commands.pack_log import draw, log
from shunt.generator.constraints import set_constraints
from shunt.generator.spec import CardSpec, needs_turntable

if TYPE_CHECKING:
    from shunt.generator.forge.shard import ProvenCard
    from shunt.generator.packs.build import PackPlan
    from shunt.generator.packs.check import Finding

KEPT = "the searches so far are kept beside it; the same command resumes it"


@click.group("pack")
def command() -> None:
    """Make, check and extend packs: folders with cards from easy to hard, sheets to print, and a manifest.

    \b
    Examples:
      shunt make pack --count 5 --board fan-10 --seed 7 -o my-pack
      shunt pack check my-pack
      shunt pack add my-pack my-card.toml
    """


command.add_command(draw)
command.add_command(log)


# --------------------------------------------------------------------------------------------------------------------
# new


@command.command("new")
@click.option("-n", "--count", type=Whole(1), metavar="N", help="Number of cards. Default: the sum of --tiers, else 40.")
@click.option("--tiers", metavar="N,N,N,N,N", help="Number of blue, green, yellow, red and black cards. Default: even.")
@click.option(
    "--deck",
    type=click.Choice(["box", "tour", "first-forty"]),
    help="box: one board and the pieces of a box; tour: several boards; first-forty: a tour whose titles are pairs of words. "
    "Default: tour if --board is given, else box.",
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    type=options.Shipped("layouts"),
    metavar="LAYOUT",
    help="A layout to use, or a card of sidings for its yard; may be given again. The first is the main one.",
)
@partial(constraint_options, CardSpec, "pack")
@weights_option
@note_options
@text_seed_option("Random seed: the same seed gives the same puzzles and titles.")
@click.option("--name", metavar="NAME", help="Name of the pack. Default: the name of its folder.")
@click.option("--title", metavar="TEXT", help="Title of the pack.")
@options.folder_option("Folder to write. Default: cards_out/NAME.", type=click.Path(), callback=None)
@click.option("--replace", is_flag=True, help="Replace an existing pack.")
@worker_options
@partial(options.work_limit_options, received=["time_limit"])
@options.json_option
def new(folder: str | None, replace: bool, workers: int, cluster: str | None, as_json: bool, **more: Any) -> int:
    """Make a new pack of cards and print its folder, with a line on stderr for each card.

    Without a board or constraints the pack is the deck of a box: 40 cards on one board, at most 2 locomotives, 2 broken tracks
    and 5 cars; every goal names every piece, and every card has its limit. Every card is proven by two searches and replayed by
    the referee. No two cards are alike, grades rise, and no card introduces more than one new idea. The same seed gives the same
    puzzles and titles; with the same --name it gives the same bytes, however many workers there are. A command that was stopped
    is resumed when it is given again. If a search ends without all cards, or the time is up, the nearest cards take their places.
    --deck first-forty --name first-forty --seed first-forty makes First Forty as it is shipped.

    \b
    Examples:
      shunt make pack --seed 7 -o my-deck --workers 2
      shunt make pack --count 5 --board fan-10 --seed 7 -o my-pack
      shunt make pack -n 3 --board loop-12 --cars 2 --mechanic couple --car-names red,white -o two

    Exit status: 0 made · 1 the nearest cards are in it · 2 the folder exists already, or bad constraints · 3 the time was up.
    """
    from shunt.generator.packs.build import NotEnoughCardsError, make_pack
    from shunt.generator.packs.files import refuse_taken
    from shunt.generator.packs.kept import KeptSearches

    name, time_limit = _name(more.pop("name") or (Path(folder).name if folder else "pack")), more.pop("time_limit")
    target = Path(folder or f"cards_out/{name}")
    refuse_taken(target, replace, "give --replace")
    plan = _plan(name, **more)
    plan.check()
    end = float("inf") if time_limit is None else time.monotonic() + time_limit
    error: NotEnoughCardsError | None = None
    with folder_for(target.resolve().parent), keeping(KEPT):
        kept = KeptSearches.beside(target.resolve(), plan.key)
        with watching("making cards") as progress, workers_of(workers, cluster) as pool:
            try:
                cards = make_pack(plan, pool, progress.show, kept, lambda: time.monotonic() > end)
            except NotEnoughCardsError as raised:
                cards, error = raised.cards, raised
            except InputError:  # a full disk
                if kept.count:
                    output.note(KEPT)
                else:
                    kept.drop()
                raise
        if cards:
            _write(target, plan, cards, replace, is_whole=error is None)
            kept.drop()
    if error is not None:
        output.note(str(error))
    if cards:
        _print(target, cards, as_json)
    return ExitStatus.ANSWERED if error is None else ExitStatus.STOPPED if error.is_time_up else ExitStatus.NO


def _name(name: str) -> str:
    from shunt.files.names import is_name

    if not is_name(name):
        raise InputError(Fault("--name", f"{name!r} is not a name", "names have letters, digits, _, - and . only"))
    return name


def _plan(name: str, *, deck: str | None, boards: tuple[str, ...], seed: str, **more: Any) -> PackPlan:
    """Return the plan of a pack from the options, with what is not given filled in."""
    from shunt.generator.packs.box import BOARD
    from shunt.generator.packs.build import PackPlan
    from shunt.generator.packs.recipes import BOARDS
    from shunt.generator.rating.weights import SHIPPED
    from shunt.track.layout_file import shipped_layout

    tiers, title, about = _tiers(more.pop("count"), more.pop("tiers")), more.pop("title"), notes_of(more)
    weights = weights_of(more.pop("weights"))
    constraints = set_constraints(CardSpec, more) | ({} if weights == SHIPPED else {"weights": weights})
    chosen = deck or ("tour" if boards else "box")
    names = (BOARD,) if chosen == "box" else BOARDS
    layouts = tuple(map(board_named, boards)) or tuple(
        layout for layout in map(shipped_layout, names) if layout.plan.turntables or not needs_turntable(constraints)
    )
    return PackPlan(name, title or name.replace("-", " ").title(), tiers, layouts, seed, chosen, constraints, about)


def _write(target: Path, plan: PackPlan, cards: Sequence[ProvenCard], replace: bool, is_whole: bool) -> None:
    from shunt.generator.packs.box import is_box
    from shunt.generator.packs.files import Pack, write_pack

    is_as_claimed = plan.deck != "box" or (is_whole and is_box(plan.tiers, plan.constraints))
    claim = plan.deck if is_as_claimed else ""
    write_pack(target, Pack(plan.name, plan.title, plan.seed, cards, claim), draw_plain, replace)


def _print(target: Path, cards: Sequence[ProvenCard], as_json: bool) -> None:
    from shunt.generator.packs.build import summary

    if as_json:
        made = {"schema": "shunt-pack-made/1", "folder": str(target), **summary(cards)}
        output.print_json(made | {"order": [packed_figures(one) for one in cards]})
        return
    output.say(str(target))
    for number, forged in enumerate(cards, 1):
        output.note(f"{number:3}. {card_line(forged)}")


def _tiers(count: int | None, tiers: str | None) -> tuple[int, ...]:
    """Return the number of cards of each tier; count and tiers must agree."""
    from shunt.cli.options import MOST_COUNTED

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


def packed_figures(forged: ProvenCard) -> dict[str, object]:
    """Return what `--json` prints of a card in a pack."""
    names = {"name": forged.card.name, "title": str(forged.card.about.get("title", "")), "board": forged.card.board_name}
    return names | card_figures(forged)


def card_line(forged: ProvenCard) -> str:
    """Return what is printed of a card in a pack, on one line."""
    title = str(forged.card.about.get("title", forged.card.name))
    where = f"{forged.card.board_name}; {', '.join(forged.mechanics)}"
    counted = forged.card.metric.least(forged.optimum).partition(" ")[2]
    return f"{forged.tier:6} {forged.grade:5.2f}  {forged.optimum:2} {counted}  {title} ({where})"


# --------------------------------------------------------------------------------------------------------------------
# check, add


@command.command("check")
@click.argument("folder", metavar="PACK", type=options.Shipped("packs"))
@weights_option
@options.work_limit_options
@options.json_option
def check(folder: str, weights: str | None, as_json: bool) -> int:
    """Check a pack from any source, a folder or a shipped one by its name, and print what is wrong with it.

    Checksums are compared, every optimum is proven again by two searches, Yard Guides are replayed, ratings computed again, and
    the cards searched for duplicates and wrong order.

    \b
    Examples:
      shunt pack check my-pack
      shunt pack check box-forty --json

    Exit status: 0 it holds · 1 something is wrong · 2 this is not a pack.
    """
    given = weights_of(weights)
    with watching() as progress:
        from shunt.generator.packs.check import check_pack
        from shunt.generator.packs.reading import pack_folder

        checked = check_pack(pack_folder(folder) or folder, progress.show, given)
    if as_json:
        findings = [
            {"where": one.where, "what": one.what, "fault": one.is_fault, "remedy": one.remedy} for one in checked.findings
        ]
        cards = [packed_figures(forged) for forged in checked.cards]
        output.print_json({"schema": "shunt-pack-check/1", "holds": checked.holds, "findings": findings, "cards": cards})
    else:
        _say_findings(checked.findings)
        word = "holds" if checked.holds else "does not hold"
        output.say(f"{checked.manifest.title}: {output.counted(len(checked.cards), 'cards')} proven again, the pack {word}")
    return ExitStatus.ANSWERED if checked.holds else ExitStatus.NO


@command.command("add")
@click.argument("folder", metavar="PACK", type=options.Shipped("packs"))
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, type=options.Shipped("cards"))
@weights_option
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
    from shunt.files.library import pack_names
    from shunt.generator.packs.reading import pack_folder

    if folder in pack_names() and (found := pack_folder(folder)) != Path(folder):
        raise InputError(Fault("PACK", f"{folder} is a shipped pack, which stays as it is", f"copy its folder first: {found}"))
    loaded, given = [card_named(card) for card in cards], weights_of(weights)
    with watching():
        from shunt.generator.packs.check import add_to_pack

        added, findings = add_to_pack(folder, loaded, draw_plain, given)
    for forged in added:
        output.say(f"{forged.card.name}: {card_line(forged)}")
    _say_findings(findings, to_stderr=True)
    return ExitStatus.ANSWERED


def _say_findings(findings: Sequence[Finding], to_stderr: bool = False) -> None:
    for one in findings:
        output.note(str(one)) if to_stderr else output.say(str(one))
