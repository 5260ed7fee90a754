"""`shunt make pack`: a pack of new cards, or of the user's own cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as replaced
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from shunt.cards.stop import Stop
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import MOST_COUNTED, choice_option, flag, number_option, text_option
from shunt.cli.progress import keeping, watching
from shunt.errors import Fault, InputError
from shunt.generator.commands.generator_options import (
    Workers,
    board_named,
    constraint_options,
    folder_for,
    note_options,
    text_seed_option,
    weights_of,
    weights_option,
    worker_options,
    workers_of,
)
from shunt.generator.commands.pack import card_line, left_out_status, packed_figures, readable, say_findings
from shunt.generator.constraints import set_constraints
from shunt.generator.packs.box import BOARD, is_box
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.generator.spec import CardSpec, needs_turntable
from shunt.search.core.limits import Limits, stop_of
from shunt.track.layout import AnyLayout

if TYPE_CHECKING:
    from shunt.generator.forge.shard import ProvenCard
    from shunt.generator.packs.build import NotEnoughCardsError, PackPlan
    from shunt.generator.packs.kept import KeptSearches
    from shunt.generator.packs.pack import Pack

KEPT = "no pack is written yet; the searches so far are kept, and the same command resumes them"
LEFT = "this is the pack of the cards found so far; the same command continues it"


@click.command("pack")
@options.shipped_argument("cards", "[CARD]...", "cards", nargs=-1)
@text_option("--from", "CARD", "Make the pack of these CARDs.", "first", type=options.Shipped("cards"), multiple=True)
@number_option("--count", "Number of cards. Default: the sum of --tiers, or 40.", "-n", least=1)
@text_option("--tiers", "N,N,N,N,N", "Numbers of blue, green, yellow, red and black cards. Default: equal.")
@choice_option(
    "--deck",
    ["box", "tour", "first-forty"],
    "box uses one board and the pieces of a boxed game, tour uses several boards, and first-forty is a tour whose "
    "titles are pairs of words. Default: tour with --board, otherwise box.",
    has_default=False,
)
@text_option(
    "--board",
    "LAYOUT",
    "Layout to use, or a sidings card with that layout. Repeat the option for more boards. The first "
    "board gets about half of the cards.",
    "boards",
    type=options.Shipped("layouts"),
    multiple=True,
)
@partial(constraint_options, CardSpec, "pack", "constraints", dict)
@weights_option
@note_options
@text_seed_option("Random seed. The same seed gives the same puzzles and titles.")
@text_option("--name", "NAME", "Name of the pack. Default: the name of its folder.")
@text_option("--title", "TEXT", "Title of the pack.")
@options.folder_option("Folder to write. Default: cards_out/NAME.", may_be_file=True)
@flag("--replace", "Replace an existing pack.")
@worker_options
@partial(options.work_limit_options, solves=True)
@options.json_option
def command(
    first: tuple[str, ...],
    cards: tuple[str, ...],
    count: int | None,
    tiers: str | None,
    deck: Literal["box", "tour", "first-forty"] | None,
    boards: tuple[str, ...],
    constraints: dict[str, Any],
    weights: str | None,
    about: dict[str, str],
    seed: str,
    name: str | None,
    title: str | None,
    folder: str | None,
    replace: bool,
    workers: Workers,
    limits: Limits,
    as_json: bool,
) -> int:
    """Make a pack of cards and print its folder, with a line on stderr for each card.

    --from makes a pack of your own CARDs, which are files or names of shipped cards. Each card is solved and rated, and the pack
    is sorted by grade. A card whose optimum cannot be proven is left out and reported. Without --from, new cards are made.

    Without a board or constraints, the pack is like a boxed deck: 40 cards on one board with at most 2 locomotives, 2 broken
    tracks and 5 cars. Each goal names all pieces, and each card has a move limit. For every card, two searches prove the optimum,
    and the referee replays the Yard Guide. No two cards are alike, grades rise, and each card introduces at most one new idea.

    The same seed gives the same puzzles and titles. With the same --name it also gives the same bytes, for any number of
    workers. If a run is stopped by --time-limit or Ctrl-C, a pack of the cards found so far is written, with the nearest
    cards in place of missing ones, and the same command continues it. If a run with CARDs is stopped, add the remaining
    ones with `shunt pack add`. --deck first-forty --name first-forty --seed first-forty makes First Forty as shipped.

    \b
    Examples:
      shunt make pack --from my-cards/*.toml -o my-pack
      shunt make pack --seed 7 -o my-deck --workers 2
      shunt make pack --count 5 --board fan-10 --seed 7 -o my-pack
      shunt make pack -n 3 --board loop-12 --cars 2 --mechanic couple --car-names red,white -o two

    Exit status: 0 if the pack is made, 1 if nearest cards were used or a CARD was left out, 2 if the folder exists already
    or the constraints contradict each other, 3 if a limit was reached, 130 if interrupted.
    """
    from shunt.generator.packs.build import PackPlan
    from shunt.generator.packs.pack import Pack

    name = name or (Path(folder).name if folder else "pack")
    with output.parameters_as():
        pack = Pack(name, title or "")
    target = Path(folder or f"cards_out/{name}")
    if own := (*first, *cards):
        given = {"count": count, "tiers": tiers, "deck": deck, "board": boards} | constraints
        _refuse_plan(given | {"seed": "" if seed == "1" else seed})
        return _of_cards(own, pack, about, weights_of(weights), target, replace, limits, as_json)
    on_all, read = set_constraints(CardSpec, constraints), weights_of(weights)
    on_all |= {} if read == SHIPPED else {"weights": read}
    deck = deck or ("tour" if boards else "box")
    plan = PackPlan(name, title or "", _tiers(count, tiers), _boards(deck, boards, on_all), seed, deck, on_all, about)
    return _of_plan(plan, target, replace, workers, as_json)


def _of_plan(plan: PackPlan, target: Path, replace: bool, workers: Workers, as_json: bool) -> int:
    """Make a pack of new cards, or continue one that an earlier run of the same plan left unfinished."""
    from shunt.generator.packs.kept import KeptSearches
    from shunt.generator.packs.pack import Pack, refuse_taken

    plan.check()
    place = target.resolve()
    replace = replace or KeptSearches.has_left(place, plan.key) and not Pack.open(target).edited
    refuse_taken(target, replace, "give --replace")
    with folder_for(place.parent), keeping(KEPT):
        kept = KeptSearches.beside(place, plan.key)
        cards, error = _searched(plan, kept, workers)
        stop = error.stop if error else None
        if cards:
            is_whole_box = plan.deck == "box" and error is None and is_box(plan.tiers, plan.constraints)
            Pack.from_proven(plan.name, plan.title, plan.seed, cards, "box" * is_whole_box).save(target, replace=replace)
        if stop is None:
            kept.drop()
        elif cards:
            kept.leave(target)
    if error is not None:
        output.note(str(error))
    if cards:
        _print(target, cards, as_json)
    if stop is None:
        return ExitStatus.ANSWERED if error is None else ExitStatus.NO
    if cards:
        output.note(LEFT)
    return ExitStatus.INTERRUPTED if stop.is_interrupt else ExitStatus.STOPPED


def _searched(plan: PackPlan, kept: KeptSearches, workers: Workers) -> tuple[Sequence[ProvenCard], NotEnoughCardsError | None]:
    """Search for the cards of a plan; return them and a description of what is missing."""
    from shunt.generator.packs.build import NotEnoughCardsError, make_pack

    try:
        with watching("making cards") as progress, workers_of(workers) as pool:
            return make_pack(plan, pool, progress.show, kept), None
    except NotEnoughCardsError as error:
        return error.cards, error
    except BaseException as error:
        if not kept.count:
            kept.drop()
            if isinstance(error, KeyboardInterrupt):
                error.args = ("nothing was written; no search has ended",)
        elif isinstance(error, InputError):  # a full disk
            output.note(KEPT)
        raise


def _refuse_plan(options: Mapping[str, Any]) -> None:
    """Raise `InputError` if options for new cards are combined with the user's own cards."""
    if given := [option for option, value in options.items() if value not in (None, "", (), False)]:
        what = "a pack is made of your own cards, or new ones are made"
        raise InputError([Fault(f"--from, --{option.replace('_', '-')}", what, "leave one of the two out") for option in given])


def _of_cards(
    own: Sequence[str],
    pack: Pack,
    about: Mapping[str, str],
    weights: Weights,
    target: Path,
    replace: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Make a pack of the user's own cards."""
    from shunt.generator.packs.pack import refuse_taken

    refuse_taken(target, replace, "give --replace")
    stop: Stop | None = None
    with folder_for(target.resolve().parent), watching("proving cards") as progress:
        cards, findings = readable(own)
        waiting = [replaced(card, about={**card.about, **about}) for card in cards]
        try:
            while waiting:
                findings += pack.add(waiting[:1], limits=limits, weights=weights, progress=progress.show)
                del waiting[0]
        except KeyboardInterrupt as interrupt:
            if not len(pack):
                raise
            stop = stop_of(interrupt)
        if len(pack):
            pack.save(target, replace=replace)
    say_findings(findings + pack.findings(), to_stderr=True)
    if len(pack):
        _print(target, pack.proven, as_json)
    if stop is None:
        return left_out_status(findings, limits)
    others = " ".join(card.path or card.name for card in waiting)
    output.note(f"the pack has the cards proven so far; to add the others: shunt pack add {target} {others}")
    return ExitStatus.INTERRUPTED if stop.is_interrupt else ExitStatus.STOPPED


def _boards(deck: str, boards: tuple[str, ...], constraints: Mapping[str, Any]) -> tuple[AnyLayout, ...]:
    """Return the boards of a plan, or those of the deck if none are given."""
    from shunt.generator.packs.recipes import BOARDS
    from shunt.track.layout_file import shipped_layout

    names = (BOARD,) if deck == "box" else BOARDS
    return tuple(map(board_named, boards)) or tuple(
        layout for layout in map(shipped_layout, names) if layout.plan.turntables or not needs_turntable(constraints)
    )


def _print(target: Path, cards: Sequence[ProvenCard], as_json: bool) -> None:
    if as_json:
        from shunt.generator.packs.selection import nearest_pair

        steps = [after.grade - before.grade for before, after in pairwise(cards)]
        figures = {
            "cards": len(cards),
            "nearest": round(nearest_pair(cards), 4),
            "look": round(sum(forged.look for forged in cards) / len(cards), 4),
            "largest step": round(max(steps, default=0.0), 2),
            "order": [packed_figures(one) for one in cards],
        }
        output.print_json({"schema": "shunt-pack-made/1", "folder": str(target), **figures})
        return
    output.say(str(target))
    for number, forged in enumerate(cards, 1):
        output.note(f"{number:3}. {card_line(forged)}")


def _tiers(count: int | None, tiers: str | None) -> tuple[int, ...]:
    """Return the number of cards of each tier. The options for count and tiers must agree."""
    if tiers is None:
        count = 40 if count is None else count
        return tuple(count // 5 + (index < count % 5) for index in range(5))
    try:
        wanted = tuple(int(part) for part in tiers.split(","))
    except ValueError:
        wanted = ()
    if len(wanted) != 5 or min(wanted) < 0 or not 0 < sum(wanted) <= MOST_COUNTED:
        raise InputError("--tiers", f"{tiers!r} is not a number for each tier", "write five numbers: 8,8,8,8,8")
    if count is not None and count != sum(wanted):
        what = f"{output.counted(count, 'cards')}, but the tiers add up to {sum(wanted)}"
        raise InputError("--count, --tiers", what, "leave one of the two out")
    return wanted
