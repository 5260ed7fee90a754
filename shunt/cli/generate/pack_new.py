"""`shunt pack new` (also `shunt make pack`): a new pack of cards, the deck of a box or one on boards of one's choice."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.generate.generator_options import (
    board_named,
    draw_plain,
    folder_for,
    note_options,
    pack_options,
    worker_options,
    workers_of,
)
from shunt.cli.interrupts import keeping
from shunt.cli.options import Whole
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.generator.forge.shard import Forged
    from shunt.generator.packs.build import NotEnoughCardsError, PackPlan
    from shunt.generator.packs.constraints import Constraints

BOX_FORTY, FIRST_FORTY = "box-forty", "first-forty"
KEPT = "the searches so far are kept beside it; the same command resumes it"


@click.command("new")
@click.option("-n", "--count", type=Whole(1), metavar="N", help="Number of cards. Default: the sum of --tiers, else 40.")
@click.option("--tiers", metavar="N,N,N,N,N", help="Number of blue, green, yellow, red and black cards. Default: even.")
@click.option(
    "--deck",
    type=click.Choice(["box", "tour"]),
    help="box: one board and the pieces of a box; tour: several boards. Default: tour if --board is given, else box.",
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    type=options.Shipped("layouts"),
    metavar="LAYOUT",
    help="A layout to use, or a card of sidings for its yard; may be given again. The first is the main one.",
)
@pack_options
@note_options
@options.text_seed_option("Random seed: the same seed gives the same puzzles and titles.")
@click.option("--name", metavar="NAME", help="Name of the pack. Default: that of its folder.")
@click.option("--title", metavar="TEXT", help="Title of the pack.")
@options.folder_option("Folder to write. Default: cards_out/NAME.", "--out", type=click.Path())
@click.option("--replace", is_flag=True, help="Replace a pack that exists already.")
@worker_options
@partial(options.work_limit_options, received=["time_limit"])
@options.json_option
def new(
    count: int | None, tiers: str | None, deck: str | None, boards: tuple[str, ...], seed: str, name: str | None,
    title: str | None, folder: str | None, replace: bool, workers: int, cluster: str | None, time_limit: float | None,
    as_json: bool, **constraints: Any,
) -> int:  # fmt: skip
    """Make a new pack of cards and print its folder, with a line on stderr for each card.

    Without a board or constraints the pack is the deck of a box: 40 cards on one board, at most 2 locomotives, 2 broken tracks
    and 5 cars; every goal names every piece, and every card has its limit. Every card is proven by two searches and replayed by
    the referee. No two cards are alike, grades rise, and no card introduces more than one new idea. The same seed gives the same
    puzzles and titles; with the same --name it gives the same bytes, however many workers there are. A command that was stopped
    is resumed when it is given again. If a search ends without all cards, or the time is up, the nearest cards take their places.
    `shunt pack new` is the same command, and --name first-forty makes First Forty as it is shipped.

    \b
    Examples:
      shunt make pack --seed 7 -o my-deck --workers 2
      shunt make pack --count 5 --board fan-10 --seed 7 -o my-pack
      shunt make pack -n 3 --board loop-12 --cars 2 --mechanic couple --car-names red,white -o two

    Exit status: 0 made · 1 the nearest cards are in it · 2 the folder exists already, or bad constraints · 3 the time was up.
    """
    from shunt.generator.packs.files import refuse_taken
    from shunt.generator.packs.kept import KeptSearches

    called = _name(name or (Path(folder).name if folder else "pack"))
    target = Path(folder or f"cards_out/{called}")
    refuse_taken(target, replace, "give --replace")
    plan = _plan(called, title, _tiers(count, tiers), boards, deck, seed, _constraints(constraints))
    plan.check()
    with folder_for(target.resolve().parent), keeping(KEPT):
        kept = KeptSearches.beside(target.resolve(), plan.key)
        cards, error = _made(plan, kept, workers, cluster, time_limit)
        if cards:
            _write(target, plan, cards, replace, is_whole=error is None)
            if error is None or not error.is_time_up:
                kept.drop()
    if error is not None:
        output.note(str(error))
    if cards:
        _print(target, cards, as_json)
    return ExitStatus.ANSWERED if error is None else ExitStatus.STOPPED if error.is_time_up else ExitStatus.NO


def _made(
    plan: PackPlan, kept: Any, workers: int, cluster: str | None, time_limit: float | None
) -> tuple[list[Forged], NotEnoughCardsError | None]:
    """Return the cards, and the error of a pack that is not complete."""
    from shunt.generator.packs.build import NotEnoughCardsError, make_pack

    end = None if time_limit is None else time.monotonic() + time_limit
    with watching("making cards") as progress, workers_of(workers, cluster) as crew:
        try:
            return make_pack(plan, crew, progress.show, kept, lambda: end is not None and time.monotonic() > end), None
        except NotEnoughCardsError as error:
            return error.cards, error


def _name(name: str) -> str:
    from shunt.errors import Fault, InputError
    from shunt.track.layout import is_name

    if not is_name(name):
        raise InputError(Fault("--name", f"{name!r} is not a name", "names have letters, digits, _, - and . only"))
    return name


def _plan(
    name: str, title: str | None, tiers: tuple[int, ...], boards: tuple[str, ...], deck: str | None, seed: str,
    constraints: Constraints,
) -> PackPlan:  # fmt: skip
    """Return the plan of a pack, with what is not given filled in."""
    from shunt.generator.packs.box import BOARD
    from shunt.generator.packs.build import PackPlan
    from shunt.generator.packs.recipes import BOARDS
    from shunt.track.layout import shipped_layout

    is_first_forty = name == FIRST_FORTY and deck is None and not boards
    chosen = FIRST_FORTY if is_first_forty else deck or ("tour" if boards else "box")
    names = (BOARD,) if chosen == "box" else BOARDS
    layouts = tuple(map(board_named, boards)) or tuple(
        layout for layout in map(shipped_layout, names) if layout.plan.turntables or not constraints.needs_turntable
    )
    return PackPlan(name, title or name.replace("-", " ").title(), tiers, layouts, seed, chosen, constraints)


def _constraints(given: dict[str, Any]) -> Constraints:
    from shunt.generator.packs.constraints import Constraints

    given["weights"] = options.weights_of(given["weights"])
    return Constraints(**{key: value for key, value in given.items() if value is not None})


def _write(target: Path, plan: PackPlan, cards: list[Forged], replace: bool, is_whole: bool) -> None:
    from shunt.generator.packs.box import is_box
    from shunt.generator.packs.files import write_pack

    is_as_claimed = plan.deck != "box" or (is_whole and is_box(plan.tiers, plan.constraints))
    claim = plan.deck if is_as_claimed else ""
    write_pack(target, plan.name, plan.title, plan.seed, cards, draw_plain, replace, claim)


def _print(target: Path, cards: list[Forged], as_json: bool) -> None:
    from shunt.generator.packs.build import summary

    if as_json:
        made = {"schema": "shunt-pack-made/1", "folder": str(target), **summary(cards)}
        output.print_json(made | {"order": [card_figures(one) for one in cards]})
        return
    output.say(str(target))
    for number, forged in enumerate(cards, 1):
        output.note(f"{number:3}. {card_line(forged)}")


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
    names = {"name": forged.card.name, "title": str(forged.card.about.get("title", "")), "board": forged.card.board_name}
    figures = {"tier": forged.tier, "grade": forged.grade, "optimum": forged.optimum, "look": forged.look}
    return {**names, **figures, "mechanics": list(forged.mechanics), "id": forged.id}


def card_line(forged: Forged) -> str:
    """Return what is printed of a card in a pack, on one line."""
    title = str(forged.card.about.get("title", forged.card.name))
    where = f"{forged.card.board_name}; {', '.join(forged.mechanics)}"
    counted = forged.card.metric[0].removesuffix("s") + "s" * (forged.optimum != 1)
    return f"{forged.tier:6} {forged.grade:5.2f}  {forged.optimum:2} {counted}  {title} ({where})"
