"""Files written completely or not at all.

The content is written to a temporary file beside the target, flushed to the disk, and renamed over the target with
`os.replace`, so a crash leaves either the old file or the new one. Symbolic links are followed and permissions kept. Pipes
and devices are written to directly; `-` and `/dev/stdout` mean standard output.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO

from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.files.reading import StrPath, reason_of

STANDARD_OUTPUT = ("-", "/dev/stdout")
"""Names that mean standard output. It may be a redirected file, which must be appended to and never replaced."""

ABANDONED = 3600  # seconds after which a temporary file is taken for one of a killed program
_RANDOM = 8  # letters that `tempfile` puts into a name
UNWRITABLE = (OSError, ValueError, RuntimeError)  # ValueError: a NUL byte in a name; RuntimeError: a loop of links


def write_text_atomically(path: StrPath, text: str) -> None:
    """Write a UTF-8 file whole or not at all; raise `InputError` if it cannot be written."""
    write_bytes_atomically(path, text.encode())


def write_bytes_atomically(path: StrPath, content: bytes) -> None:
    """Write a file whole or not at all; raise `InputError` if it cannot be written."""
    with written_whole(path) as file:
        file.write(content)


@contextmanager
def written_whole(path: StrPath) -> Iterator[IO[bytes]]:
    """Yield a binary file that becomes `path` when the block ends; an error in the block leaves `path` unchanged.

    Raise `InputError` if the file cannot be written. Errors raised by the caller's block pass through.
    """
    shown = os.fspath(path)
    if shown in STANDARD_OUTPUT:
        if sys.stdout is None:  # closed
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with _refusing(shown):
        target = _target(shown)
    with _refusing(shown, (OSError,)), target.open("wb") if _is_device(target) else replacing(target) as file:
        yield file


def check_writable(path: StrPath) -> None:
    """Raise the `InputError` that writing `path` would raise, before there is anything to write; change nothing."""
    shown = os.fspath(path)
    if shown in STANDARD_OUTPUT:
        return
    with _refusing(shown):
        target = _target(shown)
        if not _is_device(target):
            _mode(target)
            handle, beside = _opened_beside(target)
            os.close(handle)
            os.unlink(beside)
        elif not os.access(target, os.W_OK):
            raise PermissionError(13, "it is write-protected")


@contextmanager
def _refusing(shown: str, kinds: tuple[type[Exception], ...] = UNWRITABLE) -> Iterator[None]:
    """Convert any error of these `kinds` to an `InputError` that names the file."""
    try:
        yield
    except (InputError, BrokenPipeError):  # a reader that closes a pipe early is not a fault
        raise
    except kinds as error:
        remedy = "give a file in an existing folder that you may write to"
        raise InputError(Fault("", f"the file cannot be written: {reason_of(error)}", remedy, printable(shown))) from None


def _target(shown: str) -> Path:
    """Return the file that a name refers to, with links followed."""
    target = Path(shown).resolve()
    if target.is_dir():
        raise InputError(Fault("", "this is a directory, not a file", "give a file in it", printable(shown)))
    return target


def _is_device(target: Path) -> bool:
    return target.exists() and not target.is_file()


def _mode(target: Path) -> int:
    """Return the permissions for the written file; raise `PermissionError` if the existing one is protected."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0o077)  # it can be read only by setting it
        os.umask(mask)
        return 0o666 & ~mask
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "it is write-protected")
    return mode


def _opened_beside(target: Path) -> tuple[int, str]:
    """Open a temporary file beside the target, and remove those that killed programs left there."""
    prefix = f".{target.name[:40]}."
    for name in _left_over(target.parent):
        if name.startswith(prefix) and len(name) == len(prefix) + _RANDOM + len(".part"):
            with suppress(OSError):
                os.unlink(target.parent / name)
    return tempfile.mkstemp(prefix=prefix, suffix=".part", dir=target.parent)


@lru_cache(maxsize=64)
def _left_over(folder: Path) -> tuple[str, ...]:
    """Return the names of temporary files in a folder that nobody has written to for `ABANDONED` seconds. They are looked up
    once."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            is_ours = entry.name.startswith(".") and entry.name.endswith(".part") and entry.is_file(follow_symlinks=False)
            if is_ours and time.time() - entry.stat(follow_symlinks=False).st_mtime > ABANDONED:
                found.append(entry.name)
    return tuple(found)


@contextmanager
def replacing(target: Path) -> Iterator[IO[bytes]]:
    """Yield a file beside `target` that is renamed to it when the block ends, and removed if anything fails; raise `OSError`."""
    mode = _mode(target)
    handle, beside = _opened_beside(target)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def lock(handle: int, waits: bool = False) -> None:
    """Lock an open file or folder until it is closed, if the system supports locks; raise `BlockingIOError` if it is locked."""
    with suppress(ImportError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


def sync_folder(folder: Path) -> None:
    """Flush the renaming itself to the disk if the system can do so."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
