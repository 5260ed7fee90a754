"""Reading files within limits, and the one place that decides what a name in a file may lead to.

A name that the user types may lead anywhere, also to a pipe or a device; what comes from it is bounded. A name that stands in a
file (a manifest, a catalogue, an export) is foreign: `check_file_name` decides whether it may be a file's name at all, and
`read_inside` reads regular files inside one folder only: no links out of it, no pipes that never end, no devices.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NoReturn

from shunt.errors import Fault, InputError, either, nearest
from shunt.files.printable import printable

StrPath = str | os.PathLike[str]
"""The path of a file."""

LARGEST = 1_000_000  # bytes of a file that is read whole; a card takes about one thousand
LONGEST_NAME = 100  # characters; file systems take 255 bytes, and endings are added
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))))


# --------------------------------------------------------------------------------------------------------------------
# Names


def is_file_name(name: object) -> bool:
    """Return whether `name` may be the name of a file in a folder of ours, on every system.

    Such a name has letters, digits, `_`, `-` and `.`, at most `LONGEST_NAME` of them; it does not begin with `.` or `-`, does not
    end with `.`, and is not the name of a device of Windows.
    """
    return (
        isinstance(name, str)
        and 0 < len(name) <= LONGEST_NAME
        and _LETTERS.issuperset(name)
        and name[0] not in ".-"
        and name[-1] != "."
        and name.partition(".")[0].casefold() not in _DEVICES
    )


def check_file_name(name: object, where: str) -> str:
    """Return `name` if it may be the name of a file; raise `InputError` at `where` otherwise."""
    if isinstance(name, str) and is_file_name(name):
        return name
    raise InputError(where, *name_fault(name))


def name_fault(name: object) -> tuple[str, str]:
    """Return what is wrong with a name that may not be the name of a file, and the remedy."""
    shown = name if isinstance(name, str) and len(name) <= LONGEST_NAME else f"{str(name)[:LONGEST_NAME]}…"
    remedy = f"names have at most {LONGEST_NAME} letters, digits, _, - and ., and begin with none of . and -"
    return f"{printable(shown)!r} cannot be the name of a file", remedy


DEEPEST = 4


def is_inner_path(path: object) -> bool:
    """Return whether `path` is a relative path of file names, with `/` between them, at most `DEEPEST` of them."""
    return isinstance(path, str) and path.count("/") < DEEPEST and all(is_file_name(part) for part in path.split("/"))


# --------------------------------------------------------------------------------------------------------------------
# Reading


@contextmanager
def _refusing(path: str) -> Iterator[None]:
    """Turn every error of the system into an `InputError` that names the file."""
    try:
        yield
    except FileNotFoundError:
        refuse(path, "file not found", _near_files(path))
    except IsADirectoryError:
        refuse(path, "this is a directory, not a file", _files_in(path))
    except InputError:
        raise
    except (OSError, ValueError) as error:
        refuse(path, f"the file cannot be read: {reason_of(error)}", "give a readable file")


def read_named(path: str, largest: int = LARGEST) -> bytes:
    """Return the content of a file that the user named, which may be a pipe or a device; raise `InputError`."""
    if not path:
        refuse(path, "the file name is empty", "give a TOML or JSON file")
    with _refusing(path):
        if (size := os.stat(path).st_size) > largest:
            refuse(path, f"the file is {size / 1e6:.1f} MB long", f"{_at_most(largest)}; is it the right file?")
        with open(path, "rb") as file:
            return _within(file.read(largest + 1), path, largest)  # pipes and devices have no size to check first


def read_inside(folder: StrPath, path: str, largest: int = LARGEST) -> bytes:
    """Return the content of a regular file in `folder`, named by another file; raise `InputError`.

    Refused are paths that are not relative paths of file names, links that lead out of the folder, and everything that is not a
    regular file.
    """
    shown = f"{os.fspath(folder)}/{path}"
    if not is_inner_path(path):
        refuse(shown, "this path is not inside the folder", "name a file in the folder, such as cards/01.toml")
    target = Path(folder, *PurePosixPath(path).parts)
    try:
        if not target.resolve(strict=True).is_relative_to(Path(folder).resolve(strict=True)):
            refuse(shown, "this is a link that leads out of the folder", "put the file itself there")
    except FileNotFoundError:
        refuse(shown, "the file is missing", "restore it from a copy")
    except (OSError, RuntimeError) as error:
        refuse(shown, f"the file cannot be read: {reason_of(error)}", "restore it from a copy")
    return read_regular(target, largest, shown)


def read_regular(path: StrPath, largest: int = LARGEST, shown: str = "") -> bytes:
    """Return the content of a regular file, without ever waiting for a pipe or a device; raise `InputError`."""
    shown = shown or os.fspath(path)
    with _refusing(shown), open_regular(path) as file:
        if os.fstat(file.fileno()).st_size > largest:
            refuse(shown, f"the file is longer than {largest / 1e6:g} MB", _at_most(largest))
        return _within(file.read(largest + 1), shown, largest)


def open_regular(path: StrPath) -> BinaryIO:
    """Open a regular file for reading; raise `OSError` for everything else, without waiting."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        raise IsADirectoryError(21, "it is a directory") if stat.S_ISDIR(kind) else OSError(22, "it is not a regular file")
    return os.fdopen(handle, "rb")


def reason_of(error: BaseException) -> str:
    """Return the words of the system for an error."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def refuse(path: str, what: str, remedy: str = "", line: int | None = None) -> NoReturn:
    """Raise the `InputError` that a file cannot be used."""
    raise InputError(Fault("", what, remedy, printable(path), line)) from None


def _within(content: bytes, path: str, largest: int) -> bytes:
    if len(content) > largest:
        refuse(path, f"the file is longer than {largest / 1e6:g} MB", "check that it is the right file")
    return content


def _at_most(largest: int) -> str:
    return f"at most {largest / 1e6:g} MB are read"


def _files_in(folder: str) -> str:
    """Suggest a file in a directory that was given instead of a file."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".toml", ".json")))[:3]
    except OSError:
        names = []
    return "give a file in it, such as " + printable(os.path.join(folder, names[0])) if names else "give a file"


def _near_files(path: str) -> str:
    """Suggest files with similar names in the folder of a missing file."""
    folder, name = os.path.split(path)
    try:
        names = sorted(entry.name for entry in os.scandir(folder or ".") if not entry.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return f"the folder {printable(folder)} does not exist either"
    except (OSError, ValueError):
        return f"the folder {printable(folder)} cannot be read either"
    stems: dict[str, list[str]] = {}  # compared without endings, in which most names are alike
    for other in names:
        stems.setdefault(os.path.splitext(other)[0], []).append(other)
    meant = [other for stem in nearest(os.path.splitext(name)[0], stems) for other in stems[stem]][:3]
    return f"did you mean {either([printable(os.path.join(folder, other)) for other in meant])}?" if meant else "check the name"
