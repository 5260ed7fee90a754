"""The common options of the commands that make cards: constraints, workers, progress, and the output folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from shunt.cli.options import MOST_COUNTED, gathered, number_option, text_option
from shunt.cli.output import OUTPUT, make_folder
from shunt.cli.param_types import ParamType
from shunt.errors import InputError
from shunt.generator.constraints import Constraint, Sort, constraints_of
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.generator.spec import CardSpec
from shunt.search.core.limits import MOST_WORKERS
from shunt.track.layout import AnyLayout

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shunt.generator.forge.shard import ProvenCard
    from shunt.search.core.shards import WorkerPool

F = TypeVar("F", bound="Callable[..., Any]")


class Span(ParamType[tuple[Any, Any]]):
    """A number or a range: `4`, `4-8`. If `is_open`, also `4-` and `-8`, with None for the missing end."""

    name = "range"

    def __init__(self, number: type[int] | type[float] = int, is_open: bool = False) -> None:
        self.number, self.is_open = number, is_open

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Any, Any]:
        """Return the minimum and the maximum."""
        if isinstance(value, tuple):
            return value
        least, dash, most = (part.strip() for part in str(value).partition("-"))
        try:
            ends = [self.number(end) if end else None for end in (least, most if dash else least)]
        except ValueError:
            ends = [None, None]
        if any(end is not None and not abs(end) <= MOST_COUNTED for end in ends):  # also refuses "nan"
            ends = [None, None]
        if ends == [None, None] or not self.is_open and None in ends:
            forms = "4, 4-8, 4- or -8" if self.is_open else "3 or 2-5"
            self.fail(f"{value!r} is not a number or a range; write {forms}", param, ctx)
        return ends[0], ends[1]


def text_seed_option(words: str) -> Callable[[F], F]:
    """Return the option `--seed` of commands that also accept text, such as `monday`. The number 7 and the text `7` are the
    same."""
    return click.option("--seed", default="1", show_default=True, metavar="INTEGER|TEXT", help=words)


def constraint_options(spec: type, command: str, parameter: str, build: Callable[..., object], function: F) -> F:
    """Add the options for the constraints of `command` to its function, generated from their declarations in their order.

    The function receives `build(**values)` as its `parameter`. An option that is left out has the default of its constraint,
    except for a pack, whose recipes then choose.
    """
    offered = {name: one for name, one in constraints_of(spec).items() if one.help(command)}
    function = gathered(parameter, offered, build, function)
    for name, one in reversed(offered.items()):
        function = _option(name, one, one.help(command), None if command == "pack" else one.default)(function)
    return function


def _option(name: str, one: Constraint, help: str, default: Any) -> Callable[[F], F]:
    flag = "/".join(f"--{part}" for part in (one.option or name.replace("_", "-")).split("/"))
    shown = None if default is None else "-".join(map(str, dict.fromkeys(default))) if one.sort == "range" else default
    choices = click.Choice(one.choices) if one.choices else None
    settings: dict[Sort, dict[str, Any]] = {
        "range": {"type": Span(), "metavar": "RANGE", "default": shown, "show_default": shown is not None},
        "open range": {"type": Span(is_open=True), "metavar": "RANGE"},
        "open real range": {"type": Span(float, is_open=True), "metavar": "RANGE"},
        "choice": {"type": choices, "show_default": default is not None},
        "several": {"type": choices, "multiple": True},
        "flag": {"is_flag": True},
        "either": {},
        "score": {"type": click.FloatRange(0, 1)},
        "names": {"type": _names, "metavar": "NAME,…", "default": None},
        "text": {},
    }
    return click.option(flag, name, **{"help": help, "metavar": one.metavar, "default": default} | settings[one.sort])


def _names(text: str) -> tuple[str, ...]:
    """Return names separated by commas."""
    return tuple(name.strip() for name in text.split(","))


def note_options(command: F) -> F:
    """Add `--author` and `--licence`. The command receives the notes to be written on the cards as `about`."""
    command = gathered(
        "about", ("author", "licence"), lambda **texts: {key: text for key, text in texts.items() if text}, command
    )
    author = text_option("--author", "TEXT", "Author to write on the cards.", default="")
    licence = text_option("--licence", "TEXT", "Licence to write on the cards.", default="")
    return author(licence(command))


def card_options(command: F) -> F:
    """Add the options for the cards to make. The command receives `seed`, `constraints` and `weights`."""
    seed = text_seed_option("Random seed. The same seed gives the same cards.")
    return seed(constraint_options(CardSpec, "cards", "constraints", dict, weights_option(command)))


def spec_of(board: str, constraints: Mapping[str, Any], weights: str | None) -> CardSpec:
    """Return the spec that the options of `card_options` give, checked."""
    return CardSpec.from_constraints(board_named(board), {**constraints, "weights": weights_of(weights)})


def weights_option(command: F) -> F:
    """Add `--weights FILE`, passed as `weights`; `weights_of` reads it."""
    words = "Weights of the rating, from a file that `shunt rate --fit` wrote."
    return text_option("--weights", "FILE", words)(command)


def weights_of(file: str | None) -> Weights:
    """Return the weights of a file, or the shipped ones if there is no file; raise `InputError` if it cannot be read."""
    if file is None:
        return SHIPPED
    from shunt.generator.rating.weights_file import read_weights

    return read_weights(file)


class Workers(NamedTuple):
    """The workers for a command: a cluster, or a number of processes."""

    workers: int
    cluster: str | None


def worker_options(command: F) -> F:
    """Add `--workers` and `--cluster`; the command receives both as `workers`."""
    command = gathered("workers", Workers._fields, Workers, command)
    cluster = text_option(
        "--cluster", "FILE|ADDRESS", "Run on a Dask cluster, given by its file or its address, such as tcp://HOST:8786."
    )
    workers = number_option("--workers", "Number of processes.", least=1, most=MOST_WORKERS, default=1)
    return workers(cluster(command))


@contextmanager
def workers_of(chosen: Workers) -> Iterator[Executor | WorkerPool | None]:
    """Yield the workers: a cluster, processes, or None for this process alone."""
    if chosen.cluster is not None:
        from shunt.generator.cluster import cluster_named

        with cluster_named(chosen.cluster) as pool:
            yield pool
    elif chosen.workers > 1:
        from shunt.search.core.shards import local_pool

        yield local_pool(chosen.workers, warm)
    else:
        yield None


def warm() -> None:
    """Compile all kernels of the generator into the cache before workers begin."""
    from shunt.generator.forge.shard import forge_shard
    from shunt.track.layout_file import shipped_layout

    forge_shard(CardSpec(shipped_layout("fan-10"), cars=(1, 1), optimum=(2, 3)), "warm", 1)


def board_named(name: str) -> AnyLayout:
    """Return a layout of tracks or sidings, given by file or shipped name. For a sidings card, its layout is returned. Raise
    `InputError` if there is none."""
    from shunt.track.layout_file import load_any_layout

    try:
        return load_any_layout(name)
    except InputError as error:
        from shunt.cli.arguments import card_or_layout
        from shunt.sidings.cards.card import SidingsCard

        try:
            card = card_or_layout(name)
        except InputError:
            raise error from None
        if not isinstance(card, SidingsCard):
            raise
        return replace(card.layout, name=card.board_name)


def card_figures(card: ProvenCard) -> dict[str, Any]:
    """Return the values that `--json` prints for a card that was made."""
    figures = {"id": card.id, "tier": card.tier, "grade": card.grade, "optimum": card.optimum, "look": card.look}
    return figures | {"mechanics": list(card.mechanics)}


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Create the output folder first; remove it again if it was new and nothing was written.

    Raise `InputError` if the folder cannot be created or written to. Writing is tested.
    """
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    make_folder(OUTPUT, str(folder), "choose a folder that can be written to")
    try:
        Path(tempfile.mkdtemp(prefix=".shunt-", dir=folder)).rmdir()
    except OSError:
        raise InputError(OUTPUT, f"{folder} cannot be written to", "choose a folder that can be written to") from None
    try:
        yield
    finally:
        with suppress(OSError):  # a folder that holds something stays
            for path in new:
                path.rmdir()
