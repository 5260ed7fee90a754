"""Updates of several files in a folder in one step. All files are updated or none, even if the program is killed or the disk is
full.

New files are first written to the sub-folder `STAGE` and flushed to the disk. Then a journal is renamed into place there, which
makes the update final. The files are moved to their places and the old ones removed. The next program that opens the folder
finishes an update with a journal, and drops one without. Other files in the folder are not touched: `owned` names the files that
may be replaced or removed, and any other file causes an error and is never overwritten.

The folder may come from anybody, so the journal is read like any foreign file. It can only move regular files inside the folder.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from shunt.errors import Fault, InputError, raise_faults
from shunt.files.atomic import lock, sync_folder
from shunt.files.printable import printable
from shunt.files.reading import is_inner_path, read_regular, reason_of

STAGE = ".shunt-update"
JOURNAL = "journal.json"
MOST_FILES = 100_000


def update_folder(folder: Path, files: Mapping[str, bytes], owned: Collection[str]) -> None:
    """Write `files` (path inside the folder → content) and remove all other `owned` files, in one step.

    The folder is created if it does not exist. Raise `InputError`, with nothing changed, if a file exists that is not owned or
    something cannot be written. An `OSError` after the journal was written leaves the rest to `recover_folder`.
    """
    is_new = not os.path.lexists(folder)
    removed = sorted(path for path in owned if path not in files and is_inner_path(path))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            _finish_or_drop(folder)
            raise_faults(_foreign(folder, files, owned))
            try:
                _stage(folder, files, removed)
            finally:
                _finish_or_drop(folder)
        if is_new:
            sync_folder(folder.parent)
    except OSError as error:
        what = f"{printable(str(folder))} cannot be written: {reason_of(error)}"
        holds = os.path.lexists(folder / STAGE / JOURNAL)
        remedy = (
            "make room: the next command that opens it finishes the update" if holds else "choose a folder that can be written"
        )
        raise InputError("folder", what, remedy) from None
    finally:
        if is_new:
            with suppress(OSError):  # a folder that holds something stays
                folder.rmdir()


def recover_folder(folder: Path) -> None:
    """Finish an interrupted update of the folder, or drop one that is not final yet; raise `InputError` if that is needed and
    not possible."""
    if not os.path.lexists(folder / STAGE):
        return
    try:
        with _locked(folder):
            _finish_or_drop(folder)
    except OSError as error:
        what = f"an update of this folder was interrupted and cannot be finished: {reason_of(error)}"
        raise InputError(Fault("", what, "make the folder writable", printable(str(folder)))) from None


def holds_own(folder: Path, marker: str, what: str) -> bool:
    """Return whether a folder contains a `what`, which is recognised by the file `marker`. Return False if the folder is new or
    empty.

    An interrupted update of the folder is finished first. Raise `InputError` if it is a file, contains something else, or cannot
    be read.
    """
    shown, other = printable(str(folder)), "choose another folder"
    try:
        if not os.path.lexists(folder):
            return False
        if not folder.is_dir():
            raise InputError("folder", f"{shown} is a file", other)
        recover_folder(folder)
        if not os.listdir(folder):
            return False
        if not (folder / marker).is_file():
            raise InputError("folder", f"{shown} already exists and is not a {what}", other)
        return True
    except OSError as error:
        raise InputError("folder", f"{shown} cannot be used: {reason_of(error)}", other) from None


# --------------------------------------------------------------------------------------------------------------------
# Before the journal


def _foreign(folder: Path, files: Mapping[str, bytes], owned: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for every file that would be overwritten and is not owned, and for folders that are links."""
    for path in files:
        if not is_inner_path(path):
            raise InputError("folder", f"{printable(path)} is not a path inside the folder")
        target = folder / path
        if _leads_out(folder, path):
            yield Fault("folder", f"{printable(str(target.parent))} is a link", "put a folder there")
        elif path not in owned and os.path.lexists(target):
            what = f"{printable(str(target))} exists and is not a file that the program wrote"
            yield Fault("folder", what, "move it elsewhere")
        elif os.path.lexists(target) and not stat.S_ISREG(target.lstat().st_mode):
            yield Fault("folder", f"{printable(str(target))} is not a regular file", "move it elsewhere")


def _leads_out(folder: Path, path: str) -> bool:
    """Return whether a folder in `path` is a link."""
    return any((folder / parent).is_symlink() for parent in Path(path).parents)


def _stage(folder: Path, files: Mapping[str, bytes], removed: list[str]) -> None:
    stage = folder / STAGE
    os.mkdir(stage)
    for path, content in files.items():
        (stage / path).parent.mkdir(parents=True, exist_ok=True)
        _write_new(stage / path, content)
    for inner in {(stage / path).parent for path in files}:
        sync_folder(inner)
    sync_folder(stage)
    _write_new(stage / (JOURNAL + ".new"), json.dumps({"files": list(files), "removed": removed}).encode())
    os.replace(stage / (JOURNAL + ".new"), stage / JOURNAL)
    sync_folder(stage)


def _write_new(path: Path, content: bytes) -> None:
    with open(path, "xb", opener=partial(os.open, mode=0o644)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


# --------------------------------------------------------------------------------------------------------------------
# After the journal


def _finish_or_drop(folder: Path) -> None:
    """Move the staged files to their places, if there is a journal, and remove the stage."""
    stage = folder / STAGE
    if not os.path.lexists(stage):
        return
    if stage.is_symlink() or not stage.is_dir():
        raise InputError(Fault("", f"{STAGE} is not a folder", "remove it", printable(str(folder))))
    if os.path.lexists(stage / JOURNAL):
        _apply(folder, *_read_journal(folder))
    shutil.rmtree(stage)
    sync_folder(folder)


def _read_journal(folder: Path) -> tuple[list[str], list[str]]:
    try:
        data: Any = json.loads(read_regular(folder / STAGE / JOURNAL))
        files, removed = data["files"], data["removed"]
        fits = isinstance(files, list) and isinstance(removed, list) and len(files) + len(removed) <= MOST_FILES
        within = fits and all(is_inner_path(path) and not _leads_out(folder, path) for path in [*files, *removed])
        if within and not any(_leads_out(folder / STAGE, path) for path in files):
            return files, removed
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    what = f"the journal of an interrupted update ({STAGE}/{JOURNAL}) is damaged"
    raise InputError(Fault("", what, f"remove {STAGE}, and restore the folder from a copy", printable(str(folder))))


def _apply(folder: Path, files: list[str], removed: list[str]) -> None:
    """Move the staged files to their places. Files that are already there were moved before an interruption."""
    stage, touched = folder / STAGE, {folder}
    for path in files:
        source, target = stage / path, folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        touched |= {target.parent}
        if os.path.lexists(source):
            os.replace(source, target)
    for path in removed:
        target = folder / path
        if os.path.lexists(target) and not target.is_dir():
            os.unlink(target)
            touched |= {target.parent}
    for inner in sorted(touched):
        sync_folder(inner)
    os.unlink(stage / JOURNAL)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Prevent other programs from updating the folder at the same time."""
    if os.name != "posix":  # where a folder cannot be opened
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle)
        yield
    except BlockingIOError:
        what = f"another program is writing {printable(str(folder))}"
        raise InputError("folder", what, "wait for it, or name another folder") from None
    finally:
        os.close(handle)
