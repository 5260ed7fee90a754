"""`shunt make cards` (also `shunt forge`): new cards that meet constraints, or the hardest card of a board."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.generate.generator_options import (
    board_named,
    card_options,
    folder_for,
    note_options,
    worker_options,
    workers_of,
)
from shunt.cli.interrupts import keeping
from shunt.cli.options import Whole
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.generator.forge.shard import Forged
    from shunt.generator.forge.spec import CardSpec

NOTHING = "nothing was written; the same command makes the same {}, from the start"


@click.command("cards")
@click.argument("board", metavar="LAYOUT", type=options.Shipped("layouts"))
@click.option("-n", "--count", type=Whole(1), default=1, show_default=True, metavar="N", help="Number of cards.")
@card_options
@note_options
@click.option("--hardest", is_flag=True, help="Make the card with the most moves of all with these pieces, by trying everything.")
@click.option("--tries", type=Whole(1), default=64, show_default=True, metavar="N", help="Maximum number of searches.")
@options.folder_option("Folder for the cards.", "--out", default="cards_out", show_default=True)
@worker_options
@options.work_limit_options
@options.json_option
def command(
    board: str, count: int, seed: str, hardest: bool, tries: int, folder: str, workers: int, cluster: str | None, as_json: bool,
    **constraints: Any,
) -> int:  # fmt: skip
    """Make new route cards on LAYOUT and print the names of their files.

    No card has a superfluous piece or is a symmetric copy of another. Each is rated and proven by two searches, and its Yard
    Guide is replayed by the referee. `shunt forge` is the same command. On a layout of sidings, or the yard of a card of sidings,
    --optimum counts pulls; --goal all puts all cars in order, --goal some builds a train.

    \b
    Examples:
      shunt make cards wye-18 --tier green
      shunt make cards alphabet-26 -n 5 --cars 2 --broken 1-2 --turntable --seed 7
      shunt make cards loop-12 --cars 2 --hardest
      shunt make cards inglenook-533 --cars 8 --optimum 8-12

    Exit status: 0 made · 1 no such card (the nearest is described) · 2 constraints that contradict each other · 3 too large, or
    stopped at a limit · 130 interrupted. The last two write the cards made by then.
    """
    from shunt.generator.forge.spec import CardSpec

    about = {key: text for key in ("author", "licence") if (text := constraints.pop(key))}
    constraints["weights"] = options.weights_of(constraints["weights"])
    wanted = CardSpec(board_named(board), **{key: value for key, value in constraints.items() if value is not None})
    wanted.check()
    if hardest:
        _refuse_more(wanted)
    with folder_for(Path(folder)):
        if hardest:
            return _hardest(wanted, folder, as_json, about)
        return _forge(wanted, count, seed, tries, folder, workers, cluster, as_json, about)


def _forge(
    wanted: CardSpec, count: int, seed: str, tries: int, folder: str, workers: int, cluster: str | None, as_json: bool,
    about: dict[str, str],
) -> int:  # fmt: skip
    from shunt.generator.forge.run import NoSuchCardError, forge

    with keeping(NOTHING.format("cards")), watching("making cards") as progress, workers_of(workers, cluster) as crew:
        try:
            haul = forge(wanted, count, seed, tries, crew, progress=progress.show)
        except NoSuchCardError as error:
            output.note(str(error))
            return ExitStatus.NO
    if len(haul.cards) < count:
        found = f"{len(haul.cards)} of {count} cards {'was' if len(haul.cards) == 1 else 'were'} found"
        more = "interrupted" if haul.is_interrupted else "more --tries may find more"
        output.note(f"{found} in {haul.shards} search{'es' * (haul.shards != 1)}; {more}")
    _give(list(haul.cards), folder, as_json, {"searches": haul.shards}, about)
    return ExitStatus.INTERRUPTED if haul.is_interrupted else ExitStatus.ANSWERED


def _refuse_more(wanted: CardSpec) -> None:
    """Raise `InputError` for constraints beside `--hardest`, which looks for the hardest of all cards with these pieces."""
    from shunt.errors import Fault, InputError
    from shunt.track.layout import SidingsLayout

    given = {
        "--tier": wanted.tier is not None,
        "--optimum": wanted.optimum is not None,
        "--broken": wanted.broken != (0, 0),
        "--turntable": wanted.turntable is not None,
        "--unique": wanted.unique,
        "--look": wanted.look > 0,
        "--goal some": wanted.goal == "some" and not isinstance(wanted.layout, SidingsLayout),
    }
    what = "the hardest of all cards is looked for, without further constraints"
    if faults := [Fault(f"--hardest, {option}", what, "leave one of the two out") for option, is_set in given.items() if is_set]:
        raise InputError(faults)


def _hardest(wanted: CardSpec, folder: str, as_json: bool, about: dict[str, str]) -> int:
    from shunt.generator.forge.hardest import SpaceTooLargeError, hardest
    from shunt.generator.forge.hardest_sidings import hardest_sidings
    from shunt.track.layout import SidingsLayout

    yard = wanted.layout if isinstance(wanted.layout, SidingsLayout) else None
    with keeping(NOTHING.format("card")), watching() as progress:
        try:
            found = hardest_sidings(wanted, yard, progress=progress) if yard else hardest(wanted, progress=progress)
        except SpaceTooLargeError as error:
            output.note(str(error))
            return ExitStatus.STOPPED
    if found.card is None:
        output.note(f"no card with these pieces on {wanted.layout.name} needs a move")
        return ExitStatus.NO
    most = output.counted(found.optimum, found.card.card.metric[0])
    if yard:
        kinds = {"all": "an order of all cars", "some": "a train that leaves cars over"}.get(
            wanted.goal or "", "an order or a train"
        )
        words = (
            f"whose goal is {kinds} takes more than {most}, starting with an empty headshunt: {found.states:,} pairs of a start"
        )
        tried = f"{words} and one of {output.counted(found.goals, 'goals')} were tried, and {found.ties:,}"
    else:
        named = "every piece" if wanted.goal == "all" else "every car and no locomotive"
        words = f"whose goal names {named} takes more than {most}: all {output.counted(found.goals, 'goals')} were tried"
        tried = f"{words} with all {found.states:,} starts, and {found.ties:,} of these pairs"
    output.note(f"no card with these pieces {tried} take{'s' * (found.ties == 1)} that number")
    figures = {"optimum": found.optimum, "states": found.states, "goals": found.goals, "ties": found.ties}
    _give([found.card], folder, as_json, figures | {"farthest": list(found.histogram)}, about)
    return ExitStatus.ANSWERED


def _give(cards: list[Forged], folder: str, as_json: bool, more: dict[str, Any], about: dict[str, str]) -> None:
    """Write the cards, and print their files and figures."""
    from shunt.cards.files import save_card
    from shunt.cards.writing import card_table

    files = []
    cards = [dataclasses.replace(one, card=dataclasses.replace(one.card, about={**one.card.about, **about})) for one in cards]
    for forged in cards:
        path = Path(folder) / f"{forged.card.name}.toml"
        save_card(forged.card, path, inline_layout=True)
        files.append(str(path))
    if as_json:
        made = [
            {
                "file": file,
                "id": forged.id,
                "tier": forged.tier,
                "grade": forged.grade,
                "optimum": forged.optimum,
                "look": forged.look,
                "mechanics": list(forged.mechanics),
                "card": card_table(forged.card, inline_layout=True),
            }
            for file, forged in zip(files, cards, strict=True)
        ]
        output.print_json({"schema": "shunt-forged/1", **more, "cards": made})
        return
    for file, forged in zip(files, cards, strict=True):
        output.say(file)
        counted = output.counted(forged.optimum, forged.card.metric[0])
        output.note(f"{forged.card.name}: {forged.tier}, grade {forged.grade:.2f}, {counted}, look {forged.look:.2f}")
