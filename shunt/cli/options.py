"""What commands share: names of shipped cards and layouts as arguments, the limits of a search, and what they print.

Imported by shell completion, so nothing heavy is imported here on import.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits

F = TypeVar("F", bound=Callable[..., Any])
COMPILING = 20  # seconds that compiling every kernel takes, about
QUIET, BETWEEN = 0.3, 0.1  # seconds before anything is shown on a terminal, and between two pictures of it


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
        from shunt.files.library import card_names, layout_names, yard_names

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
    from shunt.search.core.limits import Limits

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
def output_of(option: str) -> Iterator[None]:
    """Whatever keeps the file that `option` names from being written is told as a fault of that option."""
    from shunt.errors import InputError

    try:
        yield
    except InputError as error:
        raise InputError(
            replace(fault, where=option, what=f"{fault.file}: {fault.what}", file="") if fault.file and not fault.where else fault
            for fault in error.faults
        ) from None


def check_output(option: str, path: str | None, may_replace: bool = True) -> None:
    """Raise `InputError`, before the work, where the file that `option` names could not be written after it.

    None is no file. Unless the command `may_replace` it, a file that is there already is refused too.
    """
    if path is None:
        return
    from shunt.errors import Fault, InputError
    from shunt.files.atomic import check_writable
    from shunt.files.document import printable

    device = os.path.abspath(path).startswith(("/dev/", "/proc/"))  # /dev/stdout may be a file, and is no file to replace
    if not may_replace and not device and Path(path).is_file():
        raise InputError(Fault(option, f"{printable(path)} is there already", "name another file, or --replace it"))
    with output_of(option):
        check_writable(path)


@contextmanager
def watching(what: str = "") -> Iterator[Callable[[str, int, int], None]]:
    """Tell on stderr that kernels are being compiled, and (on a terminal) what is being done, how far, and for how long.

    Gives the function that a search calls with what it is doing, the level, and the number of states so far. `what` is told
    until then; without it nothing is, for those that show their progress themselves.
    """
    shown = _Shown() if sys.stderr is not None and sys.stderr.isatty() else None

    def progress(what: str, level: int, states: int) -> None:
        if shown is not None:
            shown.tell(f"{what}: level {level}, {states:,} states")

    try:
        if shown is not None and what:
            shown.tell(what)
        _announce_compiling()
        yield progress
    finally:
        if shown is not None:
            shown.stop()


class _Shown:
    """A line on the terminal that says what is being done, from the first second on.

    It is written by a thread of its own: a kernel may run for many seconds before it comes back to say anything.
    """

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._told = ""
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def tell(self, told: str) -> None:
        """Say this from now on."""
        self._told = told
        if self._thread is None:
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Take the line away; it is gone when this returns."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def _line(self) -> str:
        return f"{self._told}, {int(time.perf_counter() - self._began)} s"

    def _show(self) -> None:
        if not self._over.wait(max(0.0, self._began + QUIET - time.perf_counter())):
            with suppress(OSError):  # a terminal that is gone is no reason to stop
                self._show_until_over()

    def _show_until_over(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        console = Console(stderr=True)
        spinner = Spinner("dots" if console.encoding.startswith("utf") else "line", self._line)
        # Data goes to stdout as ever, also where both are one terminal; complaints come above the line.
        with Live(spinner, console=console, auto_refresh=False, transient=True, redirect_stdout=False) as live:
            while not self._over.wait(BETWEEN):
                spinner.update(text=self._line)
                live.refresh()


@cache
def _announce_compiling() -> None:
    """Have the first kernel that must be compiled announced; once is enough for a process."""
    from shunt.search.core import jit

    def tell() -> None:
        if jit.cache_folder("shunt.search.trains.move_kernels") is None:
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
