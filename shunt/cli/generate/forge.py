"""`shunt forge`: new cards as wished; the hardest of a board; and `shunt boards`, new boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import ANSWERED, NO, STOPPED, options
from shunt.cli.generate.generator_options import Span, folder_for, shard_progress, wish_options, worker_options, workers_of
from shunt.cli.interrupts import keeping

if TYPE_CHECKING:
    from shunt.generate.forge.forge import Forged
    from shunt.generate.forge.spec import Wishes

NOTHING = "nothing was written; the same command makes the same {}, from the start"


@click.command("forge")
@click.argument("board", metavar="LAYOUT", type=options.Shipped("layouts"))
@click.option("-n", "--count", type=click.IntRange(1), default=1, show_default=True, help="How many cards.")
@wish_options
@click.option("--hardest", is_flag=True, help="The card with the most moves of all with so many pieces, by trying everything.")
@click.option("--tries", type=click.IntRange(1), default=64, show_default=True, metavar="N", help="Searches at most.")
@click.option("--out", type=click.Path(file_okay=False), default="cards_out", show_default=True, help="Folder for the cards.")
@worker_options
@options.json_option
def command(
    board: str, count: int, seed: str, hardest: bool, tries: int, out: str, workers: int, cluster: str | None, as_json: bool,
    **wished: Any,
) -> int:  # fmt: skip
    """Make new route cards on LAYOUT, and print the names of their files.

    Every card has nothing superfluous on it, is no symmetric copy of another, is rated, and proven by two searches; its Yard
    Guide has been replayed by the referee.

    \b
      shunt forge wye-18 --tier green
      shunt forge alphabet-26 -n 5 --cars 2 --broken 1-2 --turntable --seed monday
      shunt forge loop-12 --cars 3 --hardest

    Exit status: 0 made, 1 no such card (the nearest is told), 2 wishes that contradict each other, 3 too large to be held.
    """
    from shunt.generate.forge.spec import Wishes
    from shunt.track.layout import load_layout

    wishes = Wishes(load_layout(board), **wished)
    wishes.check()
    if hardest:
        _refuse_more(wishes)
    with folder_for(Path(out)):  # before the work, not after it
        if hardest:
            return _hardest(wishes, out, as_json)
        return _forge(wishes, count, seed, tries, out, workers, cluster, as_json)


def _forge(wishes: Wishes, count: int, seed: str, tries: int, out: str, workers: int, cluster: str | None, as_json: bool) -> int:
    from shunt.generate.forge.run import NoSuchCardError, forge

    with keeping(NOTHING.format("cards")), shard_progress("forge") as progress, workers_of(workers, cluster) as crew:
        try:
            haul = forge(wishes, count, seed, tries, crew, progress=progress)
        except NoSuchCardError as error:
            options.note(str(error))
            return NO
    if len(haul.cards) < count:
        found = f"{len(haul.cards)} of {count} cards {'was' if len(haul.cards) == 1 else 'were'} found"
        options.note(f"{found} in {haul.shards} search{'es' * (haul.shards != 1)}; more --tries may find more")
    _give(list(haul.cards), out, as_json, {"searches": haul.shards})
    return ANSWERED


def _refuse_more(wishes: Wishes) -> None:
    """The hardest card is sought among all with so many pieces: a wish that would pick among them contradicts it."""
    from shunt.errors import Fault, InputError

    asked = {
        "--tier": wishes.tier is not None,
        "--optimum": wishes.optimum is not None,
        "--broken": wishes.broken != (0, 0),
        "--turntable": wishes.turntable is not None,
        "--unique": wishes.unique,
        "--look": wishes.look > 0,
        "--goal some": wishes.goal == "some",
    }
    what = "the hardest card is sought among all, with nothing else wished"
    if faults := [Fault(f"--hardest, {option}", what, "leave one of the two out") for option, given in asked.items() if given]:
        raise InputError(faults)


def _hardest(wishes: Wishes, out: str, as_json: bool) -> int:
    from shunt.generate.forge.hardest import SpaceTooLargeError, hardest

    with keeping(NOTHING.format("card")), options.watching() as progress:
        try:
            found = hardest(wishes, progress=progress)
        except SpaceTooLargeError as error:
            options.note(str(error))
            return STOPPED
    if found.card is None:
        options.note(f"no card with these pieces on {wishes.layout.name} needs a move")
        return NO
    named = "every piece" if wishes.goal == "all" else "every car and no locomotive"
    options.note(
        f"no card with these pieces whose goal names {named} takes more than {options.counted(found.optimum, 'moves')}: all "
        f"{options.counted(found.goals, 'goals')} were tried against all {found.states:,} starts, and {found.ties:,} of these "
        f"pairs take{'s' * (found.ties == 1)} so many"
    )
    told = {"optimum": found.optimum, "states": found.states, "goals": found.goals, "ties": found.ties}
    _give([found.card], out, as_json, told | {"farthest": list(found.histogram)})
    return ANSWERED


def _give(cards: list[Forged], out: str, as_json: bool, more: dict[str, Any]) -> None:
    """Write the cards, and tell about them."""
    from shunt.cards.files import save_card
    from shunt.cards.writing import card_table

    files = []
    for forged in cards:
        path = Path(out) / f"{forged.card.name}.toml"
        save_card(forged.card, path, inline_layout=True)
        files.append(str(path))
    if as_json:
        told = [
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
        options.print_json({"schema": "shunt-forged/1", **more, "cards": told})
        return
    for file, forged in zip(files, cards, strict=True):
        options.say(file)
        options.note(
            f"{forged.card.name}: {forged.tier}, grade {forged.grade:.2f}, {options.counted(forged.optimum, 'moves')}, "
            f"look {forged.look:.2f}"
        )


@click.command("boards")
@click.option("--feature", type=click.Choice(["wye", "balloon", "turntable", "loop"]), help="What the board must have.")
@click.option("--spaces", type=Span(), default="14-20", show_default=True, metavar="N-N", help="How many spaces.")
@click.option("-n", "--count", type=click.IntRange(1), default=1, show_default=True, help="How many boards.")
@click.option("--tries", type=click.IntRange(1), default=60, show_default=True, metavar="N", help="Boards proposed.")
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same boards.")
@click.option("--out", type=click.Path(file_okay=False), default="cards_out", show_default=True, help="Folder for the layouts.")
@options.json_option
def boards_command(
    feature: str | None, spaces: tuple[int, int], count: int, tries: int, seed: str, out: str, as_json: bool
) -> int:
    """Propose new boards, measure how rich they are, and keep the best.

    Measured with a locomotive and two cars: the share of positions that can be reached from each other, the most moves that
    any goal takes, and how much the goals differ in that.

    \b
      shunt boards --feature balloon --spaces 14-16 -n 3
    """
    from shunt.generate.forge.boards import BoardWishes, propose

    with folder_for(Path(out)):
        with keeping(NOTHING.format("boards")), options.watching() as progress:
            found = propose(BoardWishes(feature, spaces, seed), count, tries, progress)
        if not found:
            options.note("none of the boards proposed can be used; more --tries may help")
            return NO
        from shunt.files.atomic import write_text_atomically
        from shunt.generate.forge.boards import layout_text

        files = []
        for board in found:
            path = Path(out) / f"{board.layout.name}.toml"
            write_text_atomically(path, layout_text(board))
            files.append(str(path))
    if as_json:
        told = [{"file": file, **board.as_json()} for file, board in zip(files, found, strict=True)]
        options.print_json({"schema": "shunt-boards/1", "boards": told})
    else:
        for file, board in zip(files, found, strict=True):
            options.say(file)
            options.note(board.words())
    return ANSWERED
