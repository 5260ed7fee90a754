"""The output of commands: one JSON object or prose on stdout, notes on stderr, and the files they write.

Everything that is printed passes through `say`, `complain` (also by `note`), `print_data` or `print_json`. They replace control
characters, which titles, file names and messages may contain, by escapes.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.errors import Fault, InputError, faults_as
from shunt.errors import counted as counted
from shunt.files.printable import printable, printable_lines

if TYPE_CHECKING:
    from shunt.render.characters import Picture

FOLDER = "cards_out"
"""The default folder for files if a command is given none."""

OUTPUT = "--output"
"""The option that names the output of a command, as used in faults."""


BAR = 40  # columns of the longest bar


def print_json(fields: Mapping[str, Any]) -> None:
    """Print one object on stdout."""
    _write(json.dumps(fields, indent=2).replace("\x7f", "\\u007f") + "\n")  # JSON itself escapes all other control characters


def _write(text: str) -> None:
    """Write to stdout; raise `OSError` if it is closed, because the text would otherwise be lost silently."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    click.echo(text, nl=False)


PLAIN = str.maketrans("·–…─│╭╮┬╰╯┴└┘┌┐╶╴╵╷█", "|-~-|...'''++++++++#")
"""What is printed for characters that stdout does not support. The others that boards are drawn with depend on their place."""


def knows_unicode() -> bool:
    """Return whether stdout can print the characters that boards are drawn with."""
    try:
        "⠿→✗┬·–".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say(text: str = "", end: str = "\n") -> None:
    """Print prose on stdout, made printable. If stdout supports nothing else, convert it to ASCII."""
    text = printable_lines(text)
    if not knows_unicode():
        text = text.translate(PLAIN).encode("ascii", "replace").decode()
    _write(text + end)


def print_data(text: str) -> None:
    """Print text that another program may read, such as a card as TOML, on stdout. It is made printable, but never converted to
    ASCII."""
    _write(printable_lines(text))


def note(text: str) -> None:
    """Print a remark for the user on stderr."""
    complain(f"shunt: {text}")


def complain(text: str, end: str = "\n") -> None:
    """Print text on stderr, made printable, such as a fault or a prompt. If stderr cannot be written, nothing happens."""
    with suppress(OSError):  # there is no other place to say so, and the exit status stays what it is
        click.echo(printable_lines(text) + end, nl=False, err=True)


def show(answer: Mapping[str, Any] | Iterable[str | Picture]) -> None:
    """Print an answer: one JSON object, or lines and pictures."""
    if isinstance(answer, Mapping):
        print_json(answer)
        return
    for part in answer:
        if isinstance(part, str):
            say(part)
        else:
            show_picture(part)


def say_columns(lines: Sequence[Sequence[str]], right: Collection[int] = ()) -> None:
    """Print lines of cells in columns. Those in `right` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = zip(line, widths, strict=True)
        shown = (cell.rjust(width) if place in right else cell.ljust(width) for place, (cell, width) in enumerate(cells))
        say("  ".join(shown).rstrip())


def say_levels(counted: str, levels: Sequence[int], width: int) -> None:
    """Print the number of positions at each number of moves, with bars."""
    most = max(levels, default=1)
    say(f"moves  {counted}")
    for moves, count in enumerate(levels):
        say(f"{moves:5}  {count:{width},}  {'#' * (-(-count * BAR // most))}")


# --------------------------------------------------------------------------------------------------------------------
# On a terminal


def on_terminal() -> bool:
    """Return whether a person reads stdout."""
    return sys.stdout is not None and sys.stdout.isatty()


def messages_on_terminal() -> bool:
    """Return whether a person reads stderr."""
    return sys.stderr is not None and sys.stderr.isatty()


def columns() -> int:
    """Return the maximum width of a picture: a reasonable part of the terminal's width, or 100 without a terminal."""
    return max(40, min(shutil.get_terminal_size((100, 40)).columns, 140)) if on_terminal() else 100


def show_picture(picture: Picture) -> None:
    """Print a picture, in colour if the terminal supports it, and folded if the terminal is too narrow."""
    if not on_terminal():
        say(picture.plain(), end="")
        return
    from rich.console import Console

    shown = picture if knows_unicode() else picture.translated(PLAIN)
    for part in shown.folded(columns()):
        Console(soft_wrap=True, highlight=False).print(part.styled(), end="")


def say_wrapped(text: str) -> None:
    """Print prose. On a terminal, lines are broken between words and continued below their text.

    The text of a line begins after its indent or, in a line with two columns, at the second column.
    """
    for line in text.split("\n"):
        say(wrapped(line, columns()) if on_terminal() else line)


def note_wrapped(text: str) -> None:
    """Print a remark for the user on stderr. On a terminal, it is broken between words."""
    note(wrapped(text, columns() - len("shunt: ")) if on_terminal() else text)


def wrapped(line: str, width: int) -> str:
    """Return a line broken between words into lines of at most `width` columns."""
    import re
    import textwrap

    if len(line) <= width:
        return line
    first = re.match(r"\s*(\S+(?: \S+)*\s{2,}(?=\S))?", line)
    indent = first.end() if first and first.end() < width // 2 else 0
    body = textwrap.wrap(line[indent:], width - indent, break_long_words=False, break_on_hyphens=False)
    return line[:indent] + ("\n" + " " * indent).join(body)


# --------------------------------------------------------------------------------------------------------------------
# Files


def output_of(option: str = OUTPUT) -> AbstractContextManager[None]:
    """Report a file that cannot be written, or a fault of the parameter `target`, as a fault of the option that names the
    file."""

    def placed(fault: Fault) -> Fault:
        """Return a fault of the written file as a fault of the option."""
        if fault.where == "target":
            return replace(fault, where=option)
        if fault.file and not fault.where:
            return replace(fault, where=option, what=f"{fault.file}: {fault.what}", file="")
        return fault

    return faults_as(placed)


def parameters_as(**others: str) -> AbstractContextManager[None]:
    """Report faults of a library function's parameters as faults of the options of the running command that have their names.

    `others` are the places of faults whose parameter has another name than its option. Faults in files are unchanged.
    """
    context = click.get_current_context(silent=True)
    parameters = context.command.params if context is not None else []
    named = {one.name: option for one in parameters for option in reversed(one.opts) if option.startswith("--")}
    options = {**named, **others}
    return faults_as(lambda fault: fault if fault.file else replace(fault, where=options.get(fault.where, fault.where)))


def check_output(option: str, path: str | None, may_replace: bool = True) -> None:
    """Raise `InputError`, before any work starts, if the file that `option` names cannot be written.

    If `path` is None, nothing is checked. Unless the command `may_replace` it, an existing file is refused too.
    """
    if path is None:
        return
    from shunt.files.atomic import check_writable

    device = os.path.abspath(path).startswith(("/dev/", "/proc/"))  # /dev/stdout may be a file, and is no file to replace
    if not may_replace and not device and Path(path).is_file():
        raise InputError(option, f"{printable(path)} exists already", "name another file, or add --replace")
    with output_of(option):
        check_writable(path)


def make_folder(option: str, folder: str, remedy: str = "name a folder that can be written") -> None:
    """Create the folder that an option names, if it does not exist; raise `InputError` if that is not possible."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(option, f"the folder {printable(folder)} cannot be created: {error.strerror}", remedy) from None


def output_file(file: str | None, name: str, ending: str) -> str:
    """Return the file to write, after checking that it can be written; create the default folder if none is named."""
    if file is None:
        make_folder(OUTPUT, FOLDER, "name a file in a folder that can be written")
        file = os.path.join(FOLDER, f"{name}{ending}")
    check_output(OUTPUT, file)
    return file


@contextmanager
def printed_anyway(option: str) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Let a command print its answer even if its file cannot be written in the end.

    Yield a function that calls the writing function. Its `InputError` is raised when the block ends, as a fault of `option`.
    """
    kept: list[InputError] = []

    def attempt(write: Callable[[], None]) -> None:
        """Write; if that fails, keep the fault for the end of the block."""
        try:
            with output_of(option):
                write()
        except InputError as error:
            kept.append(error)

    yield attempt
    if kept:
        raise kept[0]
