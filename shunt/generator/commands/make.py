"""`shunt make`: cards, boards and catalogues of cards. (`make_pack.py` makes packs.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click

from shunt.cli import options, output
from shunt.cli.commands import MAKE, LazyGroup
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import flag, number_option
from shunt.cli.progress import keeping, watching
from shunt.errors import Fault, InputError
from shunt.files.version import program_version
from shunt.generator.commands.generator_options import (
    Workers,
    card_figures,
    card_options,
    constraint_options,
    folder_for,
    note_options,
    spec_of,
    text_seed_option,
    weights_of,
    worker_options,
    workers_of,
)
from shunt.generator.constraints import constraints_of, set_constraints
from shunt.generator.spec import BoardSpec, CardSpec

if TYPE_CHECKING:
    from shunt.generator.catalogue.board_shards import BoardWork
    from shunt.generator.catalogue.shards import ForgeWork, RunState
    from shunt.generator.forge.shard import ProvenCard

NOTHING = "nothing was written; the same command makes the same {}, from the start"
EVERYTHING_TRIED = ("tier", "optimum", "broken", "closed", "turntable", "unique", "look", "headings", "mechanics", "without")
"""Constraints that cannot be combined with `--hardest`, which finds the hardest of all cards with certain pieces."""


class _Makers(LazyGroup):
    sections: ClassVar = {"What can be made": MAKE}


@click.group("make", cls=_Makers)
def command() -> None:
    """Make cards, boards, packs, catalogues or hump yards.

    All results are proven, and the same seed gives the same results.

    \b
    Examples:
      shunt make cards wye-18 --tier green -n 3
      shunt make boards --feature loop
      shunt make pack --count 5 --board fan-10 -o my-pack
      shunt make catalogue wye-18 -o cards.sqlite -n 20
      shunt make yard --tiles 4 --cars 3 --steps 20
    """


# --------------------------------------------------------------------------------------------------------------------
# Cards


@click.command("cards")
@options.shipped_argument("board", "LAYOUT", "layouts")
@number_option("--count", "Number of cards.", "-n", least=1, default=1)
@card_options
@note_options
@flag("--hardest", "Search exhaustively for the card that needs the most moves with the given pieces.")
@number_option("--tries", "Maximum number of searches.", least=1, default=64)
@options.folder_option("Folder for the cards.", default="cards_out")
@worker_options
@options.work_limit_options
@options.json_option
def cards(
    board: str,
    count: int,
    seed: str,
    constraints: dict[str, Any],
    weights: str | None,
    about: dict[str, str],
    hardest: bool,
    tries: int,
    folder: str,
    workers: Workers,
    as_json: bool,
) -> int:
    """Make new route cards on LAYOUT and print the names of their files.

    No card has a superfluous piece or is a symmetric copy of another. Each card is rated, two searches prove its optimum, and the
    referee replays its Yard Guide. For sidings, LAYOUT is a sidings layout or a sidings card, --optimum is the number of pulls,
    --goal all puts all cars in order, and --goal some builds a train.

    \b
    Examples:
      shunt make cards wye-18 --tier green
      shunt make cards alphabet-26 -n 5 --cars 2 --broken 1-2 --turntable --seed 7
      shunt make cards loop-12 --cars 2 --hardest
      shunt make cards inglenook-533 --cars 8 --optimum 8-12

    Exit status: 0 if the cards are made, 1 if no such card was found (the nearest one is described), 2 if the constraints
    contradict each other, 3 if a card is too large or a limit was reached, 130 if interrupted. With 3 and 130, the cards
    made so far are written.
    """
    spec = spec_of(board, constraints, weights)
    write = partial(_write, folder=folder, about=about, as_json=as_json)
    declared = constraints_of(spec)
    if hardest and (given := [name for name in EVERYTHING_TRIED if getattr(spec, name) != declared[name].default]):
        what = "--hardest searches all cards and takes no further constraints"
        raise InputError([Fault(f"--hardest, --{name}", what, "leave one of the two out") for name in given])
    with folder_for(Path(folder)):
        if hardest:
            return _hardest(spec, write)
        with keeping(NOTHING.format("cards")), watching("making cards") as progress, workers_of(workers) as pool:
            from shunt.generator.forge.run import NoSuchCardError, forge

            try:
                made = forge(spec, count, seed, tries, pool, progress=progress.show)
            except NoSuchCardError as error:
                output.note(str(error))
                return ExitStatus.NO
        if len(made.cards) < count:
            found = f"{len(made.cards)} of {count} cards {'was' if len(made.cards) == 1 else 'were'} found"
            more_words = "interrupted" if made.is_interrupted else "more --tries may find more"
            output.note(f"{found} in {output.counted(made.done, 'searches', 'search')}; {more_words}")
        write(made.cards, figures={"searches": made.done})
    return ExitStatus.INTERRUPTED if made.is_interrupted else ExitStatus.ANSWERED


def _hardest(spec: CardSpec, write: Callable[..., None]) -> int:
    from shunt.generator.forge.hardest import SpaceTooLargeError, described, hardest

    with keeping(NOTHING.format("card")), watching() as progress:
        try:
            found = hardest(spec, progress)
        except SpaceTooLargeError as error:
            output.note(str(error))
            return ExitStatus.STOPPED
    if found.card is None:
        output.note(f"no card with these pieces on {spec.layout.name} needs a move")
        return ExitStatus.NO
    output.note(f"no card with these pieces {described(spec, found)} need{'s' * (found.ties == 1)} that many")
    figures = {"optimum": found.optimum, "states": found.states, "goals": len(found.reached), "ties": found.ties}
    write([found.card], figures=figures | {"farthest": list(found.histogram)})
    return ExitStatus.ANSWERED


def _write(cards: Sequence[ProvenCard], folder: str, about: dict[str, str], as_json: bool, figures: dict[str, Any]) -> None:
    """Write the cards with notes about them, and print their files and figures."""
    from shunt.cards.writing import card_table, save_card

    made = []
    for one in cards:
        card = replace(one.card, about={**one.card.about, **about})
        file = str(Path(folder) / f"{card.name}.toml")
        save_card(card, file, inline_layout=True)
        made.append({"file": file, **card_figures(one), "card": card_table(card, inline_layout=True)})
        if not as_json:
            output.say(file)
            counted = card.metric.least(one.optimum)
            output.note(f"{card.name}: {one.tier}, grade {one.grade:.2f}, {counted}, look {one.look:.2f}")
    if as_json:
        output.print_json({"schema": "shunt-forged/1", **figures, "cards": made})


# --------------------------------------------------------------------------------------------------------------------
# Boards


@click.command("boards")
@partial(constraint_options, BoardSpec, "boards", "constraints", dict)
@number_option("--count", "Number of boards.", "-n", least=1, default=1)
@number_option("--tries", "Number of boards to propose.", least=1, default=60)
@text_seed_option("Random seed. The same seed gives the same boards.")
@options.folder_option("Folder for the layouts.", default="cards_out")
@options.work_limit_options
@options.json_option
def boards(constraints: dict[str, Any], count: int, tries: int, seed: str, folder: str, as_json: bool) -> int:
    """Make new boards and print the names of their layout files.

    Boards are proposed at random and measured with a locomotive and two cars. The measures are the share of positions that
    can be reached from each other, the most moves that any goal takes, and how much the number of moves varies from goal to
    goal. The best boards are kept.

    \b
    Examples:
      shunt make boards
      shunt make boards --feature balloon --spaces 14-16 -n 3 -o my-boards

    Exit status: 0 if the boards are made, 1 if none of the proposed boards can be used.
    """
    from shunt.cards.writing import layout_text
    from shunt.files.atomic import write_text_atomically
    from shunt.generator.forge.boards import propose

    with folder_for(Path(folder)):
        with keeping(NOTHING.format("boards")), watching() as progress:
            found = propose(BoardSpec(**constraints, seed=seed), count, tries, progress)
        if not found:
            output.note("none of the proposed boards can be used; more --tries may help")
            return ExitStatus.NO
        made = {str(Path(folder) / f"{board.layout.name}.toml"): board for board in found}
        for file, board in made.items():
            write_text_atomically(file, layout_text(board.layout, board.words()))
    if as_json:
        output.print_json({"schema": "shunt-boards/1", "boards": [{"file": file, **made[file].as_json()} for file in made]})
    else:
        for file, board in made.items():
            output.say(file)
            output.note(board.words())
    return ExitStatus.ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# Catalogues


@click.command("catalogue")
@options.shipped_argument("board", "[LAYOUT]", "layouts", required=False)
@options.output_option("The catalogue, which is created if it does not exist.", required=True)
@number_option("--count", "Number of cards on LAYOUT.", "-n", least=1, default=100)
@number_option("--boards", "Number of new boards on which cards are made, instead of LAYOUT.", least=1, most=10**8)
@partial(constraint_options, BoardSpec, "catalogue", "of_boards", dict)
@number_option("--most", "Maximum number of cards per new board.", least=1, default=1000)
@card_options
@worker_options
@options.work_limit_options
@options.json_option
def into_catalogue(
    board: str | None,
    file: str,
    count: int,
    boards: int | None,
    of_boards: dict[str, Any],
    most: int,
    seed: str,
    constraints: dict[str, Any],
    weights: str | None,
    workers: Workers,
    as_json: bool,
) -> int:
    """Make thousands of cards, on LAYOUT or on new boards (--boards), and store them in a catalogue.

    A catalogue is an SQLite file. `shunt catalogue` searches it and exports it as Parquet, CSV or JSON Lines. The work
    is divided into shards. A shard is one search on LAYOUT, or one new board that is searched until nothing new is
    found. Shards are always kept whole, so a run may end with a few more cards than --count. If a run was stopped or
    killed, the same command resumes it. A larger --count or --boards extends it. The cards do not depend on the number
    of workers. LAYOUT may also be a sidings card, whose layout is used.

    \b
    Examples:
      shunt make catalogue wye-18 -o cards.sqlite -n 20
      shunt make catalogue wye-18 -o cards.sqlite -n 1000 --workers 2
      shunt make catalogue inglenook-533 --cars 5-8 -o cards.sqlite -n 50
      shunt make catalogue --boards 3 --spaces 8-10 --cars 1 --most 10 -o cards.sqlite
      shunt make catalogue --boards 100000 -o cards.sqlite --cluster cluster.toml

    Exit status: 0 if the cards are made, 1 if fewer cards than --count were found, 2 if the constraints contradict each
    other, 130 if interrupted.
    """
    from shunt.generator.catalogue.shards import ForgeWork

    work: ForgeWork | BoardWork
    if boards is None and board is not None:
        work = ForgeWork(spec_of(board, constraints, weights), seed)
    elif boards is not None and board is None:
        from shunt.generator.catalogue.board_shards import BoardWork

        on_all = set_constraints(CardSpec, constraints)
        work = BoardWork(BoardSpec(**of_boards, seed=seed), on_all, weights_of(weights), most)
        with watching("the first board"):
            work.check()
    elif boards is None:
        raise InputError("LAYOUT", "there is nothing to make cards on", "name a layout, or give --boards N")
    else:
        raise InputError("LAYOUT, --boards", "cards are made on one layout or on new boards", "leave one of the two out")
    made = _fill(file, work, seed, count if boards is None else None, boards, workers, as_json)
    if boards is None and made < count:
        why = "further shards find only cards made before; change the constraints or the board"
        output.note(f"{made:,} of {output.counted(count, 'cards')}: {why}")
        return ExitStatus.NO
    return ExitStatus.ANSWERED


def _fill(
    file: str, work: ForgeWork | BoardWork, seed: str, cards: int | None, shards: int | None, workers: Workers, as_json: bool
) -> int:
    """Add the cards of a run to a catalogue and print what it has; return the number of cards of the run.

    After an interrupt, print what is kept.
    """
    from shunt.generator.catalogue.shards import generate_cards
    from shunt.generator.catalogue.store import Catalogue
    from shunt.search.core.shards import local_pool

    with Catalogue(file, create=True) as catalogue:
        run = catalogue.run(work.key(program_version()), program_version(), seed)
        try:
            with workers_of(workers) as pool, watching("starting") as progress:

                def show(state: RunState) -> None:
                    progress.show(f"{'boards' if cards is None else 'shards'}, {progress_words(state)}", state.done, state.total)

                state = generate_cards(catalogue, run, work, cards, pool or local_pool(1), show, shards)
        except KeyboardInterrupt as interrupt:
            kept = output.counted(len(catalogue.done(run)), "shards")
            of_run = output.counted(catalogue.made_by(run)[0], "cards")
            interrupt.args = (f"{file} keeps {kept} of this run with {of_run}; the same command resumes it",)
            raise
        made, held = catalogue.made_by(run)[0], len(catalogue)
    if as_json:
        figures = {"catalogue": file, "cards": made, "in_catalogue": held, "shards": state.done}
        output.print_json({"schema": "shunt-generated/1", **figures, "seconds": round(state.seconds, 2)})
    else:
        of_run, in_all = output.counted(made, "cards"), output.counted(held, "cards")
        output.say(f"{of_run} of this run, {output.counted(state.done, 'shards')}; {file} holds {in_all}")
    return made


def progress_words(state: RunState) -> str:
    """Return `1,234 cards, 56.7 a second, 1:05:09 left`."""
    if state.remaining is None:
        return f"{state.skipped:,} done before" if state.skipped else "starting"
    minutes, seconds = divmod(round(state.remaining), 60)
    hours, minutes = divmod(minutes, 60)
    left = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{state.made:,} cards, {state.rate:,.1f} a second, {left} left"
