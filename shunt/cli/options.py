"""What commands share: names of shipped cards and layouts as arguments, the limits of a search, and what they print.

Imported by shell completion, so nothing heavy is imported here on import.
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from shunt.search.limits import Limits

F = TypeVar("F", bound=Callable[..., Any])
COMPILING = 20  # seconds that compiling every kernel takes, about


# --------------------------------------------------------------------------------------------------------------------
# Arguments


class Shipped(click.ParamType[str]):
    """A file, or the name of something shipped; `kinds` says of what ("cards", "layouts"). Completes names, then files."""

    name = "file or name"

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The shipped names that begin so; where there is none, the shell completes names of files."""
        names = [name for name in self.names() if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]

    def names(self) -> list[str]:
        """Every shipped name of these kinds, sorted."""
        from shunt.track.library import card_names, layout_names, yard_names

        listed = {"cards": card_names, "layouts": layout_names, "yards": yard_names}
        return sorted(name for kind in self.kinds for name in listed[kind]())


class Size(click.ParamType[int]):
    """An amount of memory: `512M`, `2G`, `1.5GB`; plain numbers are bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Bytes, at least one."""
        match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,9})?)\s*([KMGT]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        size = int(float(match[1]) * 1000 ** " KMGT".index(match[2].upper() or " ")) if match else 0
        if not size:
            self.fail(f"{value!r} is not an amount of memory; write 512M or 2G", param, ctx)
        return size


class Seconds(click.ParamType[float]):
    """A positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds, above zero."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not seconds > 0:  # not a number is not above zero either
            self.fail(f"{value!r} is not a time; write a number of seconds above 0", param, ctx)
        return seconds


card_argument = click.argument("card", type=Shipped("cards"))
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout, and nothing else.")


def limit_options(command: F) -> F:
    """Add `--max-memory`, `--max-states` and `--time-limit`; `limits_of` makes `Limits` of them."""
    for option in (
        click.option("--time-limit", type=Seconds(), metavar="S", help="Stop after so many seconds."),
        click.option("--max-states", type=click.IntRange(min=1), metavar="N", help="Stop at so many states."),
        click.option(
            "--max-memory", type=Size(), metavar="SIZE", help="Stop at so much memory: 512M, 2G. Default: 3/4 of what is free."
        ),
    ):
        command = option(command)
    return command


def limits_of(max_memory: int | None, max_states: int | None, time_limit: float | None) -> Limits:
    """The limits that the options of `limit_options` ask for."""
    from shunt.search.limits import Limits

    return Limits(max_memory, max_states, time_limit)


# --------------------------------------------------------------------------------------------------------------------
# Output


def print_json(told: Mapping[str, Any]) -> None:
    """One object on stdout."""
    click.echo(json.dumps(told, indent=2))


def knows_unicode() -> bool:
    """Whether stdout can print the characters that boards are drawn with."""
    try:
        "⠿→✗┬·–".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say(text: str = "", end: str = "\n") -> None:
    """Prose on stdout, in plain ASCII where nothing else can be printed."""
    if not knows_unicode():
        text = text.translate(str.maketrans("·–…", "|-~")).encode("ascii", "replace").decode()
    click.echo(text + end, nl=False)


def counted(count: Any, what: str) -> str:
    """A number with what it counts, given as a plural: `1 move`, `2 moves`; several numbers stay as they are."""
    if not isinstance(count, int):
        return f"{count} {what}"
    return f"{count:,} {what.removesuffix('s') if count == 1 else what}"


def note(text: str) -> None:
    """A remark for the person at the terminal, on stderr."""
    click.echo(f"shunt: {text}", err=True)


@contextmanager
def watching() -> Iterator[Callable[[str, int, int], None]]:
    """Tell on stderr that kernels are being compiled, and (on a terminal, after a second) how far a search has come.

    Gives the function that a search calls with what it is doing, the level, and the number of states so far.
    """
    _announce_compiling()
    shown = sys.stderr is not None and sys.stderr.isatty()
    began = last = time.perf_counter()
    status: Any = None

    def progress(what: str, level: int, states: int) -> None:
        nonlocal last, status
        now = time.perf_counter()
        if not shown or now - began < 1 or now - last < 0.1:
            return
        last = now
        told = f"{what}: level {level}, {states:,} states, {now - began:.0f} s"
        if status is None:
            from rich.console import Console

            status = Console(stderr=True).status(told)
            status.start()
        status.update(told)

    try:
        yield progress
    finally:
        if status is not None:
            status.stop()


@cache
def _announce_compiling() -> None:
    """Have the first kernel that must be compiled announced; once is enough for a process."""
    from shunt.search import jit

    def tell() -> None:
        if jit.cache_folder("shunt.search.train_kernels") is None:
            note(f"compiling kernels, about {COMPILING} s: no cache folder can be written (see SHUNT_CACHE_DIR)")
        else:
            note(f"compiling kernels that this needs for the first time (about {COMPILING} s)")

    jit.on_first_compile(tell)


def program_version() -> str:
    """The version of this program: of the installed package, or of the checkout that it runs from."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("shunt")
    except PackageNotFoundError:
        import tomllib

        project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
        return str(project["project"]["version"])
