"""The cache of compiled kernels: a folder named after the sources on which they depend, which nobody else can write to.

numba's own cache notices an edit only in the file that contains a kernel, not in the files of the functions that it calls. The
kernels of a module are therefore cached in a folder named by a hash of the module and of every module of this package that it
imports, directly or not. After an edit, all kernels that could depend on it are compiled again. If no cache folder can be
written, kernels are compiled without one. `SHUNT_CACHE_DIR` sets the cache folder.

A compiled kernel is a pickle, and a pickle runs code. A file is therefore opened without following links, its owner and
permissions are checked, and its content is compared with the digest at its beginning. The digest covers the name too, so that a
file cannot replace another one.

A wheel may contain kernels compiled for any processor of its kind (`shunt/kernels`, see `make wheel`). They are used if the
user's own cache does not have the kernel, and are trusted as much as the package's sources beside them.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import BinaryIO

from shunt.search.core.clock import cache_remarks

PACKAGE = __name__.partition(".")[0]
ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / PACKAGE / "kernels"
_IMPORT = re.compile(rf"^\s*(?:from\s+({PACKAGE}[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+({PACKAGE}[\w.]*))", re.M)

COMPILED_BY = "shunt.search.core.jit"  # with what it imports
DIGEST_SIZE = 32
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class UnusableFileError(OSError):
    """A file of the cache must not be unpickled."""


def why_unsafe(folder: Path, depth: int = 2) -> str:
    """Return why nothing in a folder may be unpickled, or "" if it may.

    The folder and those above it, `depth` in all, must belong to this user and be closed to other writers, whose permission is
    removed. Folders further up must not be writable for everybody, unless only owners may rename files in them (as in /tmp).
    """
    if not hasattr(os, "geteuid"):
        return ""  # Windows keeps the cache in the user's own profile
    user = os.geteuid()
    for level, path in enumerate((folder, *folder.parents)):
        status = os.stat(path)
        if level < depth:
            if status.st_uid != user:
                return f"{path} belongs to another user"
            if status.st_mode & OTHERS_WRITE:
                os.chmod(path, stat.S_IMODE(status.st_mode) & ~OTHERS_WRITE)
        elif status.st_uid not in (user, 0) and level == depth:
            return f"{path} belongs to another user"
        elif status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
            return f"others can write to {path}"
    return ""


def digest_of(name: str, content: bytes) -> bytes:
    """Return the digest at the beginning of a file with this name."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def open_own(path: str) -> BinaryIO:
    """Open a file; raise `UnusableFileError` if it may belong to another user."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    status, why = os.fstat(handle), ""
    if not stat.S_ISREG(status.st_mode):
        why = "is not a regular file"
    elif hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & stat.S_IWOTH):
        why = "could have been written by another user"
    if why:
        os.close(handle)
        raise UnusableFileError(why)
    return os.fdopen(handle, "rb")


def checked_content(path: str, is_trusted: bool = False) -> bytes:
    """Return the content of a file after its digest. Raise `UnusableFileError` if it is damaged or, unless it is trusted, if it
    belongs to another user."""
    with open(path, "rb") if is_trusted else open_own(path) as file:
        found = file.read()
    digest, content = found[:DIGEST_SIZE], found[DIGEST_SIZE:]
    if digest != digest_of(os.path.basename(path), content):
        raise UnusableFileError("is damaged")
    return content


@cache
def _file_of(module: str) -> Path | None:
    """Return the source file of a module of this package, or None if there is no such module."""
    base = ROOT.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _source_of(module: str) -> bytes:
    """Return the source of a module of this package, or an empty string if there is no such module."""
    path = _file_of(module)
    return path.read_bytes() if path else b""


@cache
def _imports_of(module: str) -> tuple[str, ...]:
    """Return the modules of this package that `module` imports by name anywhere in its source."""
    names: set[str] = set()
    for origin, what, plain in _IMPORT.findall(_source_of(module).decode()):
        names |= {origin or plain} | {f"{origin}.{name}" for name in re.findall(r"\w+", what) if origin}
    return tuple(sorted(name for name in names if _file_of(name)))


@cache
def source_hash(module: str) -> str:
    """Return a hash of the sources on which the kernels of `module` may depend, and of the versions that compile them."""
    import llvmlite
    import numba

    versions = numba.__version__, llvmlite.__version__, sys.implementation.cache_tag, numba.config.BOUNDSCHECK
    digest = hashlib.sha256(repr(versions).encode())
    todo = [module, COMPILED_BY]
    seen = set(todo)
    while todo:
        new = set(_imports_of(todo.pop())) - seen
        seen |= new
        todo += new
    for name in sorted(seen):
        digest.update(name.encode() + b"\0" + _source_of(name))
    return digest.hexdigest()[:16]


def folder_name(module: str) -> str:
    """Return the name of the folder for the compiled kernels of `module` with its current sources."""
    return f"{module.rpartition('.')[2]}-{source_hash(module)}"


@cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for compiled kernels of `module`, created if necessary. Return None if it cannot be written, or others
    can write to it."""
    try:
        base = os.environ.get("SHUNT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "shunt" / folder_name(module)
        folder.mkdir(parents=True, exist_ok=True)
        if reason := why_unsafe(folder):
            cache_remarks.remark(f"kernels are compiled without a cache: {reason}")
            return None
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError, ValueError):  # RuntimeError: a user without a home, as in some containers
        return None


def shipped_folder(module: str) -> Path | None:
    """Return the folder with the compiled kernels of `module` that a wheel contained for these sources and versions, or None."""
    folder = SHIPPED / folder_name(module)
    return folder if folder.is_dir() else None


def is_compiled(module: str, kernel: str) -> bool:
    """Return whether a kernel is in the user's cache, or came with the package."""
    folders = cache_folder(module), shipped_folder(module)
    return any(folder is not None and any(folder.rglob(f"*.{kernel}-*.nbc")) for folder in folders)
