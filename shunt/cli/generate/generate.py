"""`shunt make catalogue` (also `shunt generate`): cards by the thousand into a catalogue, on processes or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.generate.generator_options import board_named, card_options, worker_options, workers_of
from shunt.cli.options import Whole
from shunt.cli.progress import watching
from shunt.files.version import program_version

if TYPE_CHECKING:
    from shunt.generator.catalogue.shards import RunState


@click.command("catalogue")
@click.argument("board", metavar="LAYOUT", type=options.Shipped("layouts"))
@options.output_option("The catalogue; created if it does not exist.", "--into", "-c", "--catalogue", required=True)
@click.option("-n", "--count", type=Whole(1), default=100, show_default=True, metavar="N", help="Number of cards.")
@card_options
@worker_options
@options.work_limit_options
@options.json_option
def command(board: str, file: str, count: int, seed: str, workers: int, cluster: str | None, as_json: bool, **wanted: Any) -> int:
    """Make cards on LAYOUT by the thousand, into a catalogue: one SQLite file that `shunt catalogue` searches.

    Work is done in shards. A shard is one search; it gives several cards or none and is kept whole, so a run may end with a few
    more cards than --count. A run that was stopped or killed is resumed when the same command is given again, and a larger
    --count extends it. The cards do not depend on the number of workers. LAYOUT may also be a card of sidings, for its yard.
    `shunt generate` is the same command.

    \b
    Examples:
      shunt make catalogue wye-18 -o cards.sqlite -n 20
      shunt make catalogue wye-18 -o cards.sqlite -n 1000 --workers 2
      shunt make catalogue inglenook-533 --cars 5-8 -o cards.sqlite -n 50
      shunt make catalogue alphabet-26 -o cards.sqlite -n 100000 --cluster tcp://10.0.0.1:8786

    Exit status: 0 made · 1 fewer cards were found than --count · 2 constraints that contradict each other · 130 interrupted.
    """
    from shunt.generator.catalogue.shards import ForgeWork, generate_cards
    from shunt.generator.catalogue.store import Catalogue
    from shunt.generator.forge.spec import CardSpec
    from shunt.generator.workers import local_crew

    wanted["weights"] = options.weights_of(wanted["weights"])
    constraints = CardSpec(board_named(board), **{key: value for key, value in wanted.items() if value is not None})
    constraints.check()
    version = program_version()
    work = ForgeWork(constraints, seed)
    run = {"key": work.key(version), "version": version, "seed": seed}
    with Catalogue(file, create=True) as catalogue:
        try:
            with workers_of(workers, cluster) as crew, shown_progress() as show:
                state = generate_cards(catalogue, work, count, crew or local_crew(1), progress=show, **run)
        except KeyboardInterrupt as interrupt:
            kept = output.counted(len(catalogue.done(catalogue.run(**run))), "shards")
            cards = output.counted(catalogue.made_by(catalogue.run(**run))[0], "cards")
            interrupt.args = (f"interrupted: {file} keeps {kept} of this run with {cards}; the same command resumes it",)
            raise
        made, _ = catalogue.made_by(catalogue.run(**run))
        held = len(catalogue)
    _print(file, count, state, made, held, as_json)
    return ExitStatus.ANSWERED if made >= count else ExitStatus.NO


def _print(file: str, count: int, state: RunState, made: int, held: int, as_json: bool) -> None:
    if as_json:
        figures = {
            "catalogue": file,
            "cards": made,
            "in_catalogue": held,
            "shards": state.done,
            "seconds": round(state.seconds, 2),
        }
        output.print_json({"schema": "shunt-generated/1", **figures})
    else:
        of_run, in_all = output.counted(made, "cards"), output.counted(held, "cards")
        output.say(f"{of_run} of this run, {output.counted(state.done, 'shards')}; {file} holds {in_all}")
    if made < count:
        why = "further shards find only cards that exist already; change the constraints or the board"
        output.note(f"{made:,} of {output.counted(count, 'cards')}: {why}")


@contextmanager
def shown_progress() -> Iterator[Callable[[RunState], None]]:
    """Show shards, cards, the rate and the time remaining on a terminal."""
    with watching("starting") as progress:
        yield lambda state: progress.show(f"shards, {progress_words(state)}", state.done, state.total)


def progress_words(state: RunState) -> str:
    """Return `1,234 cards, 56.7 a second, 1:05:09 left`."""
    if state.remaining is None:
        return f"{state.skipped:,} done before" if state.skipped else "starting"
    minutes, seconds = divmod(round(state.remaining), 60)
    hours, minutes = divmod(minutes, 60)
    left = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{state.made:,} cards, {state.rate:,.1f} a second, {left} left"
