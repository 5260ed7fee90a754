"""What the commands that make cards share: ranges, workers, progress, boards."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shunt.cli import options

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shunt.cards.card import RouteCard
    from shunt.generate.workers import Crew

F = TypeVar("F", bound=Callable[..., Any])


class Span(click.ParamType[tuple[int, int]]):
    """`3`, or a range with both ends: `2-5`."""

    name = "range"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The least and the most."""
        if isinstance(value, tuple):
            return value
        least, dash, most = str(value).partition("-")
        try:
            return int(least), int(most if dash else least)
        except ValueError:
            self.fail(f"{value!r} is no number and no range; write 3 or 2-5", param, ctx)


TIERS = ("blue", "green", "yellow", "red", "black")


def wish_options(command: F) -> F:
    """Add the options that say which cards are wished: seed, tier, pieces, goal, look, rules."""
    for option in reversed(WISHES):
        command = option(command)
    return command


WISHES = (
    click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same cards."),
    click.option("--tier", type=click.Choice(TIERS), help="How hard."),
    click.option("--optimum", type=Span(), metavar="N-N", help="How many moves. Default: what suits the tier."),
    click.option("--cars", type=Span(), default="2-3", show_default=True, metavar="N-N", help="How many cars."),
    click.option("--locomotives", type=Span(), default="1", show_default=True, metavar="N-N", help="How many locomotives."),
    click.option("--broken", type=Span(), default="0", show_default=True, metavar="N-N", help="How many broken tracks."),
    click.option("--turntable/--no-turntable", default=None, help="Whether the solution uses a turntable."),
    click.option("--goal", type=click.Choice(["cars", "all", "some"]), help="Which pieces the goal names."),
    click.option("--unique", is_flag=True, help="One best solution, up to the order of its moves."),
    click.option("--look", type=click.FloatRange(0, 1), default=0.0, metavar="SCORE", help="How well it looks at least, 0 to 1."),
    click.option(
        "--ruleset", type=click.Choice(["switcher", "railway"]), default="switcher", show_default=True, help="The rules."
    ),
)


def worker_options(command: F) -> F:
    """Add `--workers` and `--cluster`."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Do the work on a Dask cluster: tcp://HOST:8786."),
        click.option("--workers", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Processes that work."),
    ):
        command = option(command)
    return command


@contextmanager
def workers_of(workers: int, cluster: str | None) -> Iterator[Executor | Crew | None]:
    """Who does the work: a cluster, processes, or (None) this process alone."""
    if cluster is not None:
        from shunt.generate.workers import cluster_crew

        with cluster_crew(cluster) as crew:
            yield crew
    elif workers > 1:
        from shunt.generate.workers import local_crew

        yield local_crew(workers, warm)
    else:
        yield None


def warm() -> None:
    """Compile every kernel of the forge into the cache, before workers begin."""
    from shunt.generate.forge.forge import forge_shard
    from shunt.generate.forge.spec import Wishes
    from shunt.track.layout import load_layout

    forge_shard(Wishes(load_layout("fan-10"), cars=(1, 1), optimum=(2, 3)), "warm", 1)


@contextmanager
def shard_progress(word: str) -> Iterator[Callable[[int, int, int], None]]:
    """Tell on stderr, on a terminal, how many shards are done and how many cards are found."""
    with options.watching():
        began = last = time.perf_counter()
        shown = sys.stderr is not None and sys.stderr.isatty()

        def progress(done: int, shards: int, cards: int) -> None:
            nonlocal last
            now = time.perf_counter()
            if shown and (now - last > 0.2 or done == shards):
                last = now
                click.echo(f"\r{word}: {done} of {shards} shards, {cards} cards, {now - began:.0f} s ", err=True, nl=False)

        yield progress
        if shown and last > began:
            click.echo(err=True)


def draw_plain(card: RouteCard) -> str:
    """A card's board for a plain-text sheet, which any printer can print."""
    from shunt.render.terminal import draw_card

    return draw_card(card, width=88, unicode=False).plain()


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Make a folder for what is going to be made, before the work; where nothing was, and nothing came, it goes again.

    Raises `InputError` where it cannot be made or written to, which is tried.
    """
    from shunt.errors import Fault, InputError

    new = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"{folder} cannot be made: {error.strerror}"
        raise InputError(Fault("--out", what, "choose a folder that can be written")) from None
    try:
        Path(tempfile.mkdtemp(prefix=".shunt-", dir=folder)).rmdir()
    except OSError:
        raise InputError(Fault("--out", f"{folder} cannot be written to", "choose a folder that can be written")) from None
    try:
        yield
    finally:
        with suppress(OSError):  # one that holds something stays
            for path in new:
                path.rmdir()
