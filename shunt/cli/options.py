"""Options and arguments that several commands share: shipped names, ranges, sizes, seeds, limits, outputs.

Shell completion imports this module, so it must not import anything heavy.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from shunt.cli import output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.param_types import ParamType
from shunt.errors import InputError
from shunt.files.numbers import whole_number

F = TypeVar("F", bound=Callable[..., Any])
MOST_COUNTED = 10**18  # no number of moves, states or cards is larger; it fits into 64 bits
MOST_PIXELS = 4000
STDIN = "-"
"""The argument that means the standard input."""


# --------------------------------------------------------------------------------------------------------------------
# Types


class Shipped(ParamType[str]):
    """A file, or the name of a shipped file. `kinds`: "cards", "layouts", "yards" or "packs". Completion offers names, then
    files."""

    name = "file or name"

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. If a file in the current folder takes precedence over a shipped file, print a note."""
        name = str(value)
        if os.sep not in name and os.path.isfile(name) and name in self.names():
            output.note(f"{name} is taken from the file ./{name}; a shipped file has the same name")
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the shipped names that begin with `incomplete`. If there are none, the shell completes file names."""
        names = [name for name in self.names() if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]

    def names(self) -> list[str]:
        """Return every shipped name of these kinds, sorted."""
        from shunt.files.library import shipped

        return sorted(shipped(self.kinds))


@dataclass(frozen=True)
class Whole(ParamType[int]):
    """A whole number from `least` to `most`."""

    least: int = -MOST_COUNTED
    most: int = MOST_COUNTED
    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            number = value if isinstance(value, int) else int(str(value))
        except ValueError:
            number = None
        if number is None or not self.least <= number <= self.most:
            limits = f" from {self.least}" + (" on" if self.most == MOST_COUNTED else f" to {self.most}")
            self.fail(f"{value!r} is not a whole number{'' if self.least == -MOST_COUNTED else limits}", param, ctx)
        return number


def pixels(value: Any) -> tuple[int, int]:
    """Return the size of a picture in pixels, as width and height."""
    sides = [whole_number(side) or 0 for side in str(value).lower().split("x")]
    if len(sides) != 2 or not all(16 <= side <= MOST_PIXELS for side in sides):
        raise click.BadParameter(f"{value!r} is not a size; write 1200x630, with at most {MOST_PIXELS} each")
    return sides[0], sides[1]


def size(value: Any) -> int:
    """Return an amount of memory in bytes: `512M`, `2G`, `1.5GB`; plain numbers are bytes."""
    from shunt.search.core.limits import memory_size

    try:
        return memory_size(str(value))
    except InputError:
        raise click.BadParameter(f"{value!r} is not an amount of memory; write 512M or 2G") from None


def seconds(value: Any) -> float:
    """Return a number of seconds above zero."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not number > 0:  # also refuses "nan"
        raise click.BadParameter(f"{value!r} is not a time; write a number of seconds above 0")
    return number


class FileName(click.Path):
    """A file to write, whose ending determines its format. Without an ending, the format is the first of `endings`."""

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False)
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; raise a usage error if the ending is not in `endings`."""
        text = str(value)
        ending = Path(text).suffix.lower()
        if ending and ending not in self.endings:
            self.fail(f"{text!r} is not a name of a file that ends in {' or '.join(self.endings)}", param, ctx)
        return text


PICTURE = FileName(".svg", ".png")


# --------------------------------------------------------------------------------------------------------------------
# Options


def flag(name: str, words: str, *also: str) -> Callable[[F], F]:
    """Return an option that is given or left out. `words` is its help; `also` are a short form, or the name of its parameter."""
    return click.option(*also, name, is_flag=True, help=words)


def text_option(
    name: str,
    metavar: str,
    words: str,
    *also: str,
    type: click.ParamType[Any] | Callable[[str], Any] = click.STRING,
    default: str | None = None,
    multiple: bool = False,
) -> Callable[[F], F]:
    """Return an option for a text, or for several (`multiple`). `type` is what it is read as."""
    return click.option(*also, name, type=type, metavar=metavar, help=words, default=default, multiple=multiple)


def number_option(
    name: str,
    words: str,
    *also: str,
    least: int = -MOST_COUNTED,
    most: int = MOST_COUNTED,
    default: int | None = None,
    metavar: str = "N",
) -> Callable[[F], F]:
    """Return an option for a whole number. The help shows its default."""
    shown = default is not None
    return click.option(*also, name, type=Whole(least, most), metavar=metavar, help=words, default=default, show_default=shown)


def choice_option(name: str, known: Iterable[str], words: str, *also: str, has_default: bool = True) -> Callable[[F], F]:
    """Return an option for one of several values. If it `has_default`, it is the first of them, and the help shows it."""
    values = list(known)
    default = values[0] if has_default else None
    return click.option(*also, name, type=click.Choice(values), default=default, show_default=has_default, help=words)


def shipped_argument(name: str, metavar: str, *kinds: str, nargs: int = 1, required: bool | None = None) -> Callable[[F], F]:
    """Return an argument for a file or a shipped name, or for any number of them (`nargs` is -1)."""
    return click.argument(name, metavar=metavar, nargs=nargs, required=required, type=Shipped(*kinds))


card_argument = shipped_argument("card", "CARD", "cards")
json_option = flag("--json", "Print one JSON object on stdout, and nothing else.", "as_json")


def output_option(words: str, type: click.ParamType[Any] | None = None, required: bool = False) -> Callable[[F], F]:
    """Return the option `-o/--output FILE`, passed to the command as `file`."""
    return click.option("-o", "--output", "file", metavar="FILE", help=words, type=type, required=required)


def picture_option(words: str) -> Callable[[F], F]:
    """Return the option `-o/--output FILE` for a picture, which is SVG or PNG depending on the ending of its name, passed as
    `file`."""
    return output_option(words, type=PICTURE)


def pictures_option(words: str) -> Callable[[F], F]:
    """Return the option `--pictures DIR` for one picture per move, passed to the command as `pictures`."""
    return text_option("--pictures", "DIR", words, type=click.Path(file_okay=False))


def plot_option(words: str) -> Callable[[F], F]:
    """Return the option `--plot FILE` for a chart, passed to the command as `plot`."""
    return text_option("--plot", "FILE", words, type=PICTURE)


ENDINGS = (".toml", ".json", ".pdf", ".html", ".svg", ".zip")  # of names of files, which no new folder has


def _folder(context: click.Context, parameter: click.Parameter, folder: str | None) -> str | None:
    """Return the name of a folder. A new folder with a file ending is probably a mistake, and is refused."""
    if folder is not None and Path(folder).suffix.lower() in ENDINGS and not os.path.exists(folder):
        raise click.BadParameter(f"{folder!r} is the name of a file; several files are written, so give a folder")
    return folder


def folder_option(words: str, default: str | None = None, may_be_file: bool = False) -> Callable[[F], F]:
    """Return the option `-o/--output DIR`, passed to the command as `folder`. If it `may_be_file`, the command checks it
    itself."""
    return click.option(
        "-o",
        "--output",
        "folder",
        help=words,
        metavar="DIR",
        type=click.Path(file_okay=may_be_file),
        callback=None if may_be_file else _folder,
        default=default,
        show_default=default is not None,
    )


def seed_option(words: str, default: int | None = 0) -> Callable[[F], F]:
    """Return the integer option `--seed`. `words` is its help."""
    return number_option("--seed", words, default=default, metavar="INTEGER")


log_option = text_option("--log", "FILE", "Log of the pack. Default: a file in your data folder (SHUNT_DATA_DIR).", "file")
tablebases_option = text_option(
    "--tablebases", "DIR", "Additional folder to search for tablebases. Default: the folder in SHUNT_TABLEBASES."
)
databases_option = text_option(
    "--databases",
    "DIR",
    "Folder for pattern databases. Default: the folder in SHUNT_DATABASES, or else a folder in the cache. "
    "If SHUNT_DATABASES is empty, none are stored.",
)


# --------------------------------------------------------------------------------------------------------------------
# Limits


_TIME = text_option("--time-limit", "SECONDS", "Stop after this time, with exit status 3.", type=seconds)
_STATES = number_option("--max-states", "Stop after N states.", least=1)


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the three limits of a command that searches states. The command receives them as `limits`, a value of `Limits`.

    `--time-limit` and `--max-memory` also apply to all other work of the command.
    """

    @wraps(command)
    def limited(
        *arguments: object, max_memory: int | None, max_states: int | None, time_limit: float | None, **others: object
    ) -> Any:
        from shunt.search.core.limits import Limits

        limits = Limits(time=time_limit, memory=max_memory, states=max_states)
        return _within(time_limit, max_memory, partial(command, *arguments, limits=limits, **others), searches=True)

    words = "Stop when the process uses this much memory, such as 512M or 2G. Default: 3/4 of the free memory."
    return text_option("--max-memory", "SIZE", words, type=size)(_STATES(_TIME(limited)))


def work_limit_options(command: Callable[..., Any], solves: bool = False) -> Callable[..., Any]:
    """Add `--time-limit` and `--max-memory` to a command that does not count states.

    A command that `solves` cards also receives the time limit as `limits`. `solve` answers an interrupt instead of raising it, so
    the interrupt alone would end one card after another.
    """

    @wraps(command)
    def limited(*arguments: object, max_memory: int | None, time_limit: float | None, **others: object) -> Any:
        from shunt.search.core.limits import Limits

        received = {"limits": Limits(time=time_limit)} if solves else {}
        return _within(time_limit, max_memory, partial(command, *arguments, **received, **others), solves)

    words = "Stop when the process and its workers use this much memory, such as 512M or 2G."
    return text_option("--max-memory", "SIZE", words, type=size)(_TIME(limited))


def _within(time_limit: float | None, max_memory: int | None, command: Callable[[], Any], searches: bool = False) -> Any:
    """Run a command within limits. If one is reached, interrupt the command, name the limit, and exit with the status of a
    limit."""
    if time_limit is None and max_memory is None:
        return command()
    from shunt.search.core.limit_guard import guarded

    with guarded(time_limit, max_memory, searches) as guard:
        try:
            status = command()
        except KeyboardInterrupt as interrupt:
            if guard.stop is None:
                raise
            output.note(": ".join([f"stopped at the limit of {guard.stop}", *map(str, interrupt.args)]))
            return ExitStatus.STOPPED
    if status == ExitStatus.INTERRUPTED and guard.stop is not None:
        output.note(f"stopped at the limit of {guard.stop}")
        return ExitStatus.STOPPED
    return status


# --------------------------------------------------------------------------------------------------------------------
# Groups


def gathered(name: str, options: Collection[str], build: Callable[..., object], command: F) -> F:
    """Return a command that receives the values of several options as one value, `build(**values)`, in its parameter `name`."""

    @wraps(command)
    def run(*arguments: object, **values: object) -> Any:
        own = {option: values.pop(option) for option in options}
        return command(*arguments, **values, **{name: build(**own)})

    return cast("F", run)
