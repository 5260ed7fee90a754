"""Options and arguments that commands share: shipped names, ranges, sizes, seeds, limits, outputs.

Imported by shell completion, so nothing heavy is imported here on import.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from shunt.cli import output
from shunt.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from datetime import date

    from shunt.generator.rating.weights import Weights
    from shunt.search.core.limits import Limits

F = TypeVar("F", bound=Callable[..., Any])
MOST_COUNTED = 10**18  # no number of moves, states or cards is larger; it fits into 64 bits
STDIN = "-"
"""The argument that means the standard input."""


# --------------------------------------------------------------------------------------------------------------------
# Types


class Shipped(click.ParamType[str]):
    """A file, or the name of something shipped; `kinds` names what ("cards", "layouts", "yards"). Completes names, then files."""

    name = "file or name"

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; note it if a file of the current folder is taken instead of something shipped."""
        note_shadowed(str(value), self.names)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the shipped names that begin with `incomplete`; without any, the shell completes file names."""
        names = [name for name in self.names() if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]

    def names(self) -> list[str]:
        """Return every shipped name of these kinds, sorted."""
        from shunt.files.library import card_names, layout_names, yard_names

        listed = {"cards": card_names, "layouts": layout_names, "yards": yard_names}
        return sorted(name for kind in self.kinds for name in listed[kind]())


def note_shadowed(name: str, shipped: Callable[[], Sequence[str]]) -> None:
    """Note that a name means a file in the current folder, if something shipped has the same name."""
    import os

    if os.sep not in name and os.path.isfile(name) and name in shipped():
        output.note(f"{name} is taken from the file ./{name}; something shipped has this name too")


class Whole(click.ParamType[int]):
    """A whole number, from `least` on and up to `most` if they are given."""

    name = "whole number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            number = value if isinstance(value, int) else int(str(value))
        except ValueError:
            number = None
        too_small = number is not None and number < (-MOST_COUNTED if self.least is None else self.least)
        if number is None or too_small or number > (MOST_COUNTED if self.most is None else self.most):
            self.fail(f"{value!r} is not a whole number{self._limits()}", param, ctx)
        return number

    def _limits(self) -> str:
        if self.least is None:
            return ""
        return f" from {self.least} on" if self.most is None else f" from {self.least} to {self.most}"


class Size(click.ParamType[int]):
    """An amount of memory: `512M`, `2G`, `1.5GB`; plain numbers are bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return bytes, at least one."""
        match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,9})?)\s*([KMGT]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        size = int(float(match[1]) * 1000 ** " KMGT".index(match[2].upper() or " ")) if match else 0
        if not size:
            self.fail(f"{value!r} is not an amount of memory; write 512M or 2G", param, ctx)
        return size


class Seconds(click.ParamType[float]):
    """A positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return seconds, above zero."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not seconds > 0:  # also refuses "nan"
            self.fail(f"{value!r} is not a time; write a number of seconds above 0", param, ctx)
        return seconds


class Span(click.ParamType[tuple[Any, Any]]):
    """A number or a range: `4`, `4-8`; if `is_open`, also `4-` and `-8`, with None for the open end."""

    name = "range"

    def __init__(self, number: type[int] | type[float] = int, is_open: bool = False) -> None:
        self.number, self.is_open = number, is_open

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Any, Any]:
        """Return the least and the most."""
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


class AliasedOption(click.Option):
    """An option with further names that work and are not shown: those it had in earlier versions."""

    def __init__(self, *args: Any, aliases: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.aliases = list(aliases)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Add the option under all of its names."""
        shown = self.opts
        self.opts = [*shown, *self.aliases]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


# --------------------------------------------------------------------------------------------------------------------
# Options


card_argument = click.argument("card", type=Shipped("cards"))
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, and nothing else.")


def output_option(words: str, *aliases: str, **more: Any) -> Callable[[F], F]:
    """Return the option `-o/--output FILE`, passed to the command as `file`; `aliases` are hidden names."""
    settings: dict[str, Any] = {"metavar": "FILE"} | more
    return click.option("-o", "--output", "file", cls=AliasedOption, aliases=aliases, help=words, **settings)


def pictures_option(words: str) -> Callable[[F], F]:
    """Return the option `--pictures DIR`, a picture of each move, passed to the command as `pictures`."""
    kind = click.Path(file_okay=False)
    return click.option("--pictures", cls=AliasedOption, aliases=["--steps"], metavar="DIR", type=kind, help=words)


def plot_option(words: str, *aliases: str) -> Callable[[F], F]:
    """Return the option `--plot FILE`, a chart, passed to the command as `plot`; `aliases` are hidden names."""
    return click.option("--plot", cls=AliasedOption, aliases=aliases, metavar="FILE", help=words)


class _Folder(click.Path):
    """A folder that exists or is to be made; a new one with the ending of a file is a mistake more often than not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name of the folder; a usage error for a file, and for a new folder that is called like one."""
        folder = Path(os.fsdecode(super().convert(value, param, ctx)))
        if folder.suffix.lower() in (".toml", ".json", ".pdf", ".html", ".svg", ".zip") and not folder.exists():
            self.fail(f"{str(folder)!r} is the name of a file; several files are written, so give a folder", param, ctx)
        return os.fspath(folder) if isinstance(value, str) else folder


def folder_option(words: str, *aliases: str, **more: Any) -> Callable[[F], F]:
    """Return the option `-o/--output DIR`, passed to the command as `folder`; `aliases` are hidden names."""
    settings: dict[str, Any] = {"metavar": "DIR", "type": _Folder(file_okay=False)} | more
    return click.option("-o", "--output", "folder", cls=AliasedOption, aliases=aliases, help=words, **settings)


def seed_option(words: str, default: int | None = 0) -> Callable[[F], F]:
    """Return the option `--seed`, an integer; `words` says what the same seed gives."""
    shown = {"default": default, "show_default": True} if default is not None else {}
    return click.option("--seed", type=Whole(), metavar="INTEGER", help=words, **shown)  # type: ignore[arg-type]


def text_seed_option(words: str) -> Callable[[F], F]:
    """Return the option `--seed` of commands that also accept a text, such as `monday`; 7 and `7` are the same."""
    return click.option("--seed", default="1", show_default=True, metavar="INTEGER|TEXT", help=words)


def tablebases_option(command: F) -> F:
    """Add `--tablebases DIR`."""
    words = "Folder with tablebases, besides the card's own. Default: the folder in SHUNT_TABLEBASES."
    return click.option("--tablebases", metavar="DIR", help=words)(command)


def databases_option(command: F) -> F:
    """Add `--databases DIR`."""
    words = "Folder in which pattern databases are kept. Default: the folder in SHUNT_DATABASES (empty: none), else a cache."
    return click.option("--databases", metavar="DIR", help=words)(command)


def weights_option(command: F) -> F:
    """Add `--weights FILE`, passed as `weights`; `weights_of` reads it."""
    words = "Weights of the rating, from a file that `shunt rate --fit` wrote."
    return click.option("--weights", metavar="FILE", help=words)(command)


def weights_of(file: str | None) -> Weights:
    """Return the weights of a file, without one the shipped ones; raise `InputError`."""
    if file is None:
        from shunt.generator.rating.weights import SHIPPED

        return SHIPPED
    from shunt.generator.rating.weights_file import read_weights

    return read_weights(file)


def day_named(text: str | None) -> date:
    """Return the date that an option `--date` gives; without it today, in UTC."""
    from datetime import UTC, date, datetime

    from shunt.errors import Fault, InputError

    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(Fault("--date", f"{text!r} is not a date", "write it as 2026-12-24")) from None


# --------------------------------------------------------------------------------------------------------------------
# Limits


_TIME = click.option("--time-limit", type=Seconds(), metavar="SECONDS", help="Stop after this time, with exit status 3.")
_STATES = click.option("--max-states", type=Whole(1), metavar="N", help="Stop after N states.")


def _memory(words: str, default: str = "") -> Callable[[F], F]:
    settings: dict[str, Any] = {"cls": AliasedOption, "aliases": ["--memory-limit"], "type": Size(), "metavar": "SIZE"}
    return click.option("--max-memory", help=f"Stop when {words} this much memory: 512M, 2G.{default}", **settings)


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the three limits of a command that searches states; `limits_of` makes `Limits` of them.

    `--time-limit` and `--max-memory` are kept for the whole command too, whatever it does beside the search.
    """
    memory = _memory("the process holds", " Default: 3/4 of what is free.")
    return memory(_STATES(_TIME(keep_limits(command, ("time_limit", "max_memory")))))


def work_limit_options(command: Callable[..., Any], received: Sequence[str] = ()) -> Callable[..., Any]:
    """Add `--time-limit` and `--max-memory` to a command that does not search states itself.

    It receives those that it keeps by itself, as far as it can: `received`, of `time_limit` and `max_memory`.
    """
    memory = _memory("the process and its workers hold")
    return memory(_TIME(keep_limits(command, received)))


def limits_of(max_memory: int | None, max_states: int | None, time_limit: float | None) -> Limits:
    """Return the limits that the options of `limit_options` give."""
    from shunt.search.core.limits import Limits

    return Limits(time=time_limit, memory=max_memory, states=max_states)


def keep_limits(command: Callable[..., Any], received: Collection[str]) -> Callable[..., Any]:
    """Return the command with its options `time_limit` and `max_memory` kept; it keeps those by itself that it has `received`.

    One that was interrupted for a limit ends with the exit status of a limit, and says which.
    """

    @wraps(command)
    def kept(*arguments: Any, time_limit: float | None = None, max_memory: int | None = None, **options: Any) -> Any:
        """Run the command within its limits."""
        from shunt.search.core.limit_guard import guarded

        own = {"time_limit": time_limit, "max_memory": max_memory}
        with guarded(time_limit, max_memory, bool(received)) as guard:
            try:
                status = command(*arguments, **{name: own[name] for name in received}, **options)
            except KeyboardInterrupt as interrupt:
                if guard.stop is None:
                    raise
                output.note(f"stopped at the limit of {guard.stop}{_kept(str(interrupt))}")
                return ExitStatus.STOPPED
        if status == ExitStatus.INTERRUPTED and guard.stop is not None:
            output.note(f"stopped at the limit of {guard.stop}")
            return ExitStatus.STOPPED
        return status

    return kept


def _kept(words: str) -> str:
    """Return what an interrupt says is kept, if it says that: `: WORDS`."""
    _, colon, kept = words.partition("interrupted: ")
    return f": {kept}" if colon else ""
