"""`shunt generate`: cards by the thousand into a catalogue, on processes or a cluster, to be stopped and gone on with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import ANSWERED, NO, options
from shunt.cli.generate.generator_options import wish_options, worker_options, workers_of

if TYPE_CHECKING:
    from shunt.generate.catalogue.shards import RunState


@click.command("generate")
@click.argument("board", metavar="LAYOUT", type=options.Shipped("layouts"))
@click.option("--into", "file", required=True, metavar="FILE", help="The catalogue, made if there is none.")
@click.option("-n", "--count", type=click.IntRange(1), default=100, show_default=True, help="How many cards.")
@wish_options
@worker_options
@options.json_option
def command(board: str, file: str, count: int, seed: str, workers: int, cluster: str | None, as_json: bool, **wished: Any) -> int:
    """Forge cards on LAYOUT into a catalogue, shard by shard.

    A shard, one search, gives several cards or none, and the last one is kept whole: so there may be a few more than --count.
    A run that was stopped, however it was, goes on where it stopped when the same command is given again; a larger --count
    makes it longer. The cards are the same whatever the workers. `shunt catalogue` asks the catalogue.

    \b
      shunt generate wye-18 --into cards.sqlite -n 1000 --workers 2
      shunt generate alphabet-26 --into cards.sqlite -n 100000 --cluster tcp://10.0.0.1:8786

    Exit status: 0 made, 1 fewer cards were found than asked for, 2 wishes that contradict each other.
    """
    from shunt.generate.catalogue.shards import generate_cards
    from shunt.generate.catalogue.store import Catalogue
    from shunt.generate.forge.spec import Wishes
    from shunt.generate.forge.work import ForgeWork
    from shunt.generate.workers import local_crew
    from shunt.track.layout import load_layout

    wishes = Wishes(load_layout(board), **wished)
    wishes.check()
    version = options.program_version()
    work = ForgeWork(wishes, seed)
    asked = {"key": work.key(version), "version": version, "seed": seed}
    with Catalogue(file, create=True) as catalogue:
        try:
            with options.watching(), workers_of(workers, cluster) as crew, shown_progress() as tell:
                state = generate_cards(catalogue, work, count, crew or local_crew(1), progress=tell, **asked)
        except KeyboardInterrupt:
            kept = options.counted(len(catalogue.done(catalogue.run(**asked))), "shards")
            cards = options.counted(catalogue.made_by(catalogue.run(**asked))[0], "cards")
            words = f"interrupted: {file} keeps {kept} of this run with {cards}; the same command goes on"
            raise KeyboardInterrupt(words) from None
        made, _ = catalogue.made_by(catalogue.run(**asked))
        held = len(catalogue)
    _tell(file, count, state, made, held, as_json)
    return ANSWERED if made >= count else NO


def _tell(file: str, count: int, state: RunState, made: int, held: int, as_json: bool) -> None:
    if as_json:
        told = {"catalogue": file, "cards": made, "in_catalogue": held, "shards": state.done, "seconds": round(state.seconds, 2)}
        options.print_json({"schema": "shunt-generated/1", **told})
    else:
        of_run, in_all = options.counted(made, "cards"), options.counted(held, "cards")
        options.say(f"{of_run} of this run, {options.counted(state.done, 'shards')}; {file} holds {in_all}")
    if made < count:
        why = "further shards find none that are not there; change the wishes or the board"
        options.note(f"{made:,} of {options.counted(count, 'cards')}: {why}")


@contextmanager
def shown_progress() -> Iterator[Callable[[RunState], None]]:
    """A bar on stderr with shards, cards, the rate and the time left; nothing where stderr is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda state: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    words = TextColumn("{task.fields[words]}")
    with Progress(
        TextColumn("shards"), BarColumn(), MofNCompleteColumn(), words, console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("shards", words="")

        def tell(state: RunState) -> None:
            bar.update(task, completed=state.done, total=state.total, words=progress_words(state))

        yield tell


def progress_words(state: RunState) -> str:
    """`1,234 cards, 56.7 a second, 1:05:09 left`."""
    if state.left is None:
        return f"{state.skipped:,} done before" if state.skipped else "starting"
    minutes, seconds = divmod(round(state.left), 60)
    hours, minutes = divmod(minutes, 60)
    left = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{state.made:,} cards, {state.rate:,.1f} a second, {left} left"
