"""What the commands that make cards share: the options that say which cards, workers, progress, and the folder they go to."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from shunt.cards.tiers import TIERS
from shunt.cli.options import Span, Whole, text_seed_option, weights_option
from shunt.cli.output import OUTPUT

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import Any

    from shunt.cards.card import Card
    from shunt.generator.workers import Crew
    from shunt.track.layout import Layout, SidingsLayout

F = TypeVar("F", bound="Callable[..., Any]")


METRIC_OPTION = click.option(
    "--metric", type=click.Choice(["pulls", "legs"]), help="What cards of sidings count. Default: pulls."
)
CARD_OPTIONS = (
    text_seed_option("Random seed: the same seed gives the same cards."),
    click.option("--tier", type=click.Choice(TIERS), help="How hard, from blue (easy) to black."),
    click.option("--optimum", type=Span(), metavar="RANGE", help="Fewest moves: 8 or 6-10. Default: what suits the tier."),
    click.option("--cars", type=Span(), default="2-3", show_default=True, metavar="RANGE", help="Number of cars."),
    click.option("--locomotives", type=Span(), default="1", show_default=True, metavar="RANGE", help="Number of locomotives."),
    click.option("--broken", type=Span(), default="0", show_default=True, metavar="RANGE", help="Number of broken tracks."),
    click.option("--turntable/--no-turntable", default=None, help="Whether the solution uses a turntable."),
    click.option("--goal", type=click.Choice(["cars", "all", "some"]), help="Pieces that the goal names."),
    METRIC_OPTION,
    click.option("--unique", is_flag=True, help="Only cards with one shortest solution, up to the order of its moves."),
    click.option("--look", type=click.FloatRange(0, 1), default=0.0, metavar="SCORE", help="Minimum score for looks, 0 to 1."),
    click.option(
        "--ruleset", type=click.Choice(["switcher", "railway"]), default="switcher", show_default=True, help="Rules of the cards."
    ),
)


def _names(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    """Return names separated by commas."""
    return None if text is None else tuple(name.strip() for name in text.split(","))


_MECHANICS = ("push", "couple", "run-round", "turn", "turntable", "two-locomotives", "broken")
PIECE_OPTIONS = (
    click.option("--headings", is_flag=True, help="Goals name headings too if that makes the card longer."),
    click.option(
        "--mechanic", "mechanics", multiple=True, type=click.Choice(_MECHANICS), help="The solution uses it; may be repeated."
    ),
    click.option(
        "--without", multiple=True, type=click.Choice(_MECHANICS), help="The solution does not use it; may be repeated."
    ),
    click.option("--locomotive-names", callback=_names, metavar="NAME,…", help="Names of the locomotives. Default: A,B,C,D."),
    click.option(
        "--car-names", callback=_names, metavar="NAME,…", help="Names of the cars; a colour's name is drawn in that colour."
    ),
)
PACK_OPTIONS = (
    click.option("--cars", type=Span(), metavar="RANGE", help="Number of cars. Default: what suits the tier."),
    click.option("--locomotives", type=Span(), metavar="RANGE", help="Number of locomotives. Default: 1 or 2."),
    click.option("--broken", type=Span(), metavar="RANGE", help="Number of broken tracks. Default: varies."),
    click.option("--turntable/--no-turntable", default=None, help="Whether every solution uses a turntable."),
    click.option("--goal", type=click.Choice(["cars", "all", "some"]), help="Pieces that the goals name."),
    METRIC_OPTION,
    *PIECE_OPTIONS,
)
NOTE_OPTIONS = (
    click.option("--author", default="", metavar="TEXT", help="Author to write on the cards."),
    click.option("--licence", default="", metavar="TEXT", help="Licence to write on the cards."),
)


def pack_options(command: F) -> F:
    """Add the options that say which cards a pack may have."""
    for option in reversed((*PACK_OPTIONS, weights_option)):
        command = option(command)
    return command


def note_options(command: F) -> F:
    """Add `--author` and `--licence`."""
    for option in reversed(NOTE_OPTIONS):
        command = option(command)
    return command


def card_options(command: F) -> F:
    """Add the options that say which cards to make: seed, tier, pieces, mechanics, names, goal, look, rules."""
    for option in reversed((*CARD_OPTIONS, *PIECE_OPTIONS, weights_option)):
        command = option(command)
    return command


def worker_options(command: F) -> F:
    """Add `--workers` and `--cluster`."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster: tcp://HOST:8786."),
        click.option("--workers", type=Whole(1), default=1, show_default=True, metavar="N", help="Number of processes."),
    ):
        command = option(command)
    return command


@contextmanager
def workers_of(workers: int, cluster: str | None) -> Iterator[Executor | Crew | None]:
    """Yield what does the work: a cluster, processes, or (None) this process alone."""
    if cluster is not None:
        from shunt.generator.workers import cluster_crew

        with cluster_crew(cluster) as crew:
            yield crew
    elif workers > 1:
        from shunt.generator.workers import local_crew

        yield local_crew(workers, warm)
    else:
        yield None


def warm() -> None:
    """Compile every kernel of the forge into the cache, before workers begin."""
    from shunt.generator.forge.shard import forge_shard
    from shunt.generator.forge.spec import CardSpec
    from shunt.track.layout import shipped_layout

    forge_shard(CardSpec(shipped_layout("fan-10"), cars=(1, 1), optimum=(2, 3)), "warm", 1)


def board_named(name: str) -> Layout | SidingsLayout:
    """Return a layout of tracks or sidings by file or shipped name; a card of sidings gives its yard. Raises `InputError`."""
    from dataclasses import replace

    from shunt.cli.arguments import card_or_layout
    from shunt.errors import InputError
    from shunt.track.layout import SidingsLayout, load_any_layout

    try:
        return load_any_layout(name)
    except InputError as error:
        try:
            card = card_or_layout(name).card
        except InputError:
            raise error from None
        if card is None or not isinstance(card.board, SidingsLayout):
            raise
        return replace(card.board, name=card.board_name)


def draw_plain(card: Card) -> str:
    """Return a card's board for a plain-text sheet, which any printer can print."""
    from shunt.render.terminal.boards import draw

    return draw(card, width=88, unicode=False).plain()


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Create the output folder first; remove it again if it was new and nothing was written.

    Raises `InputError` if the folder cannot be created or written to, which is tried.
    """
    from shunt.errors import Fault, InputError

    new = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"{folder} cannot be created: {error.strerror}"
        raise InputError(Fault(OUTPUT, what, "choose a folder that can be written to")) from None
    try:
        Path(tempfile.mkdtemp(prefix=".shunt-", dir=folder)).rmdir()
    except OSError:
        raise InputError(Fault(OUTPUT, f"{folder} cannot be written to", "choose a folder that can be written to")) from None
    try:
        yield
    finally:
        with suppress(OSError):  # a folder that holds something stays
            for path in new:
                path.rmdir()
