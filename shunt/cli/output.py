"""What commands print, and the files they write: one JSON object or prose on stdout, notes on stderr.

All that is printed passes through `say`, `complain` (also by `note`), `print_data` or `print_json`, which show characters that a
terminal would obey as escapes: titles, names of files and messages may hold any.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.files.printable import printable, printable_lines

if TYPE_CHECKING:
    from shunt.errors import Fault

FOLDER = "cards_out"
"""The folder of files whose command was given no other place."""

OUTPUT = "--output"
"""The option that names what a command writes, as faults call it."""


def print_json(fields: Mapping[str, Any]) -> None:
    """Print one object on stdout."""
    _write(json.dumps(fields, indent=2).replace("\x7f", "\\u007f") + "\n")  # JSON itself escapes all other control characters


def _write(text: str) -> None:
    """Write on stdout; raise `OSError` if it is closed, which would otherwise lose the text in silence."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    click.echo(text, nl=False)


def knows_unicode() -> bool:
    """Return whether stdout can print the characters that boards are drawn with."""
    try:
        "⠿→✗┬·–".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say(text: str = "", end: str = "\n") -> None:
    """Print prose on stdout, made printable, in plain ASCII if stdout can print nothing else."""
    text = printable_lines(text)
    if not knows_unicode():
        text = text.translate(str.maketrans("·–…", "|-~")).encode("ascii", "replace").decode()
    _write(text + end)


def print_data(text: str) -> None:
    """Print a text that another program may read, such as a card as TOML, on stdout; made printable, never put into ASCII."""
    _write(printable_lines(text))


def note(text: str) -> None:
    """Print a remark for the user on stderr."""
    complain(f"shunt: {text}")


def complain(text: str, end: str = "\n") -> None:
    """Print text on stderr, made printable: a fault, a prompt. Nothing happens if stderr cannot be written."""
    with suppress(OSError):  # there is no other place to say so, and the exit status stays what it is
        click.echo(printable_lines(text) + end, nl=False, err=True)


def counted(count: Any, what: str, one: str = "") -> str:
    """Return a number with what it counts, given as a plural: `1 move`, `2 moves`. Several numbers keep the plural.

    `one` is the singular if it is more than the plural without its s.
    """
    if not isinstance(count, int):
        return f"{count} {what}"
    return f"{count:,} {(one or what.removesuffix('s')) if count == 1 else what}"


@contextmanager
def output_of(option: str = OUTPUT) -> Iterator[None]:
    """Report a file that cannot be written, or a fault of the parameter `target`, as a fault of the option that names it."""
    from shunt.errors import InputError

    def placed(fault: Fault) -> Fault:
        """Return the fault as one of the option, if it is of the file that it names."""
        if fault.where == "target":
            return replace(fault, where=option)
        if fault.file and not fault.where:
            return replace(fault, where=option, what=f"{fault.file}: {fault.what}", file="")
        return fault

    try:
        yield
    except InputError as error:
        raise InputError(map(placed, error.faults)) from None


@contextmanager
def parameters_as(**options: str) -> Iterator[None]:
    """Report faults of the parameters of a library function as faults of `options`: parameter → option."""
    from shunt.errors import InputError

    try:
        yield
    except InputError as error:
        raise type(error)(replace(fault, where=options.get(fault.where, fault.where)) for fault in error.faults) from None


def check_output(option: str, path: str | None, may_replace: bool = True) -> None:
    """Raise `InputError`, before any work starts, if the file that `option` names cannot be written.

    None is no file. Unless the command `may_replace` it, an existing file is refused too.
    """
    if path is None:
        return
    from shunt.errors import Fault, InputError
    from shunt.files.atomic import check_writable

    device = os.path.abspath(path).startswith(("/dev/", "/proc/"))  # /dev/stdout may be a file, and is no file to replace
    if not may_replace and not device and Path(path).is_file():
        raise InputError(Fault(option, f"{printable(path)} exists already", "name another file, or add --replace"))
    with output_of(option):
        check_writable(path)


def output_file(file: str | None, name: str, ending: str) -> str:
    """Return the file to write, after checking that it can be written; create the default folder if none is named."""
    from shunt.errors import Fault, InputError

    if file is None:
        try:
            Path(FOLDER).mkdir(exist_ok=True)
        except OSError as error:
            what = f"the folder {FOLDER} cannot be created: {error.strerror}"
            raise InputError(Fault(OUTPUT, what, "name a file in a folder that can be written")) from None
        file = os.path.join(FOLDER, f"{name}{ending}")
    check_output(OUTPUT, file)
    return file
