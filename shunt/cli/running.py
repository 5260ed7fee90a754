"""What commands that generate share: where the work is done, into which catalogue, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shunt.cli import options

if TYPE_CHECKING:
    from shunt.generate.executors import Crew
    from shunt.generate.forge_wishes import Wishes
    from shunt.generate.shards import RunState

F = TypeVar("F", bound=Callable[..., Any])


def worker_options(command: F) -> F:
    """Add `--workers` and `--cluster`; `crew_of` makes a crew of them."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Let the workers of a Dask scheduler do it, such as tcp://host:8786."),
        click.option(
            "--workers", type=click.IntRange(1, 1024), metavar="N", help="How many processes of this machine. Default: all cores."
        ),
    ):
        command = option(command)
    return command


@contextmanager
def crew_of(workers: int | None, cluster: str | None) -> Iterator[Crew]:
    """The workers asked for: a cluster's, or processes of this machine, for which the kernels are compiled first."""
    from shunt.errors import Fault, InputError
    from shunt.generate.executors import cluster_crew, cores, local_crew, warm_kernels

    if workers is not None and cluster is not None:
        what = "the workers of a cluster are as many as it has"
        raise InputError(Fault("--workers, --cluster", what, "leave out one of the two"))
    if cluster is not None:
        with cluster_crew(cluster) as crew:
            yield crew
    else:
        yield local_crew(workers or cores(), warm_kernels)


def forge_into(
    file: str, wishes: Wishes, seed: str, cards: int, workers: int | None, cluster: str | None
) -> tuple[RunState, int, int]:
    """Forge `cards` cards into a catalogue, going on where a run with the same wishes and seed was stopped.

    Gives the state of the run, how many cards it has given the catalogue, and how many this now holds.
    """
    from shunt.generate.catalogue import Catalogue
    from shunt.generate.forge_work import ForgeWork
    from shunt.generate.shards import generate_cards

    version = options.program_version()
    work = ForgeWork(wishes, seed)
    key = work.key(version)
    with (
        Catalogue(file, create=True) as catalogue,
        options.watching(),
        crew_of(workers, cluster) as crew,
        shown_progress() as tell,
    ):
        state = generate_cards(catalogue, work, cards, crew, key=key, version=version, seed=seed, progress=tell)
        made, _ = catalogue.made_by(catalogue.run(key, version, seed))
        return state, made, len(catalogue)


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
