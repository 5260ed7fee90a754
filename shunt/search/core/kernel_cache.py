"""The files of the kernel cache: what is unpickled is whole, and was written by this user in a folder that nobody else can write.

A pickle runs code, so a file is first opened without following links, its owner and its permissions are looked at, and the
digest in front of its content is compared; the digest covers the name too, so that no file stands for another one. A file that
is damaged (a crash of the machine leaves empty ones) or somebody else's is removed and its kernel compiled again, with a remark.

A wheel may bring kernels compiled for any processor of its kind (`shunt/kernels`, see `make wheel`): they are used where the
user's own cache has none, and are as trusted as the package's sources, which are beside them.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
from contextlib import contextmanager, suppress
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.runtime import rtsys

from shunt.search.core.clock import cache_remarks
from shunt.search.core.inner_library import INNER, rebuilt

DIGEST_SIZE = 32
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class UnusableFileError(OSError):
    """A file of the cache that is not unpickled."""


def why_unsafe(folder: Path, depth: int = 2) -> str:
    """Return why nothing in a folder may be unpickled; "" if it may.

    The folder and those above it, `depth` in all, must be this user's, and closed to other writers, whose permission is
    removed. Folders further up must not be writable for everybody, unless only owners may rename in them (as in /tmp).
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
    """Return the digest that a file of this name has in front of its content."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


class CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """numba's files of one kernel, each with a digest in front, read only if they are whole and our own.

    `is_shipped`: they came with the package, may belong to any user, and are never changed.
    """

    is_shipped = False

    def _load_index(self) -> Any:
        try:
            stamp, overloads = self._loaded(self._index_path)
        except OSError:
            return {}
        except Exception:  # a pickle of something else
            return {}
        return overloads if stamp == self._source_stamp and isinstance(overloads, dict) else {}

    def _save_index(self, overloads: Any) -> None:
        with self._open_for_write(self._index_path) as file:
            file.write(self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> Any:
        try:
            return self._loaded(self._data_path(name))
        except OSError:
            raise
        except Exception as error:
            raise UnusableFileError(str(error)) from None

    def _loaded(self, path: str) -> Any:
        """Return what a file holds; raise `OSError`, after removing the file, if it is not to be unpickled."""
        try:
            return pickle.loads(checked_content(path, is_trusted=self.is_shipped))
        except UnusableFileError as error:
            cache_remarks.remark(f"a file of the kernel cache {error}; its kernel is compiled again")
            if not self.is_shipped:
                with suppress(OSError):
                    os.unlink(path)
            raise

    @contextmanager
    def _open_for_write(self, filepath: str) -> Any:
        """Yield a buffer; write it with its digest as a file that is there whole or not at all."""
        buffer = BytesIO()
        yield buffer
        content = buffer.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(digest_of(os.path.basename(filepath), content) + content)


def open_own(path: str) -> BinaryIO:
    """Open a file; raise `UnusableFileError` if it may be somebody else's."""
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
    """Return what a file holds behind its digest; raise `UnusableFileError` if it is damaged or, unless trusted, another's."""
    with open(path, "rb") if is_trusted else open_own(path) as file:
        found = file.read()
    digest, content = found[:DIGEST_SIZE], found[DIGEST_SIZE:]
    if digest != digest_of(os.path.basename(path), content):
        raise UnusableFileError("is damaged")
    return content


class InFolder(UserProvidedCacheLocator):  # type: ignore[misc]
    """Where numba keeps the files of a kernel: in `numba.config.CACHE_DIR` itself.

    The name of that folder says what sources they are from. numba's own locator adds the path and the time of the source, so that
    every checkout compiles its own and compiles again after a file was only touched.
    """

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = numba.config.CACHE_DIR

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> InFolder:
        """Return it whether the folder can be written or not: what is there is read."""
        return cls(py_func, py_file)

    def get_source_stamp(self) -> str:
        """Return nothing: the sources are in the name of the folder."""
        return ""


class InFolderImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """numba's way to store a compiled kernel, in that folder."""

    _locator_classes = (InFolder,)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the kernel that a file of the cache holds."""
        if payload[0][1] == INNER:
            return rebuilt(target_context, payload)
        return super().rebuild(target_context, payload)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """numba's disk cache with checked files, loading a compiled kernel without setting up the compiler.

    numba sets the compiler up before it looks into the cache: some 150 ms, and as many again where SciPy is installed, whose
    linear algebra it then imports. A kernel found in the cache needs none of that, and numba does it all the same when a
    kernel has to be compiled. The runtime that counts references to arrays is set up where a kernel allocates any.
    """

    _impl_class = InFolderImpl

    def __init__(self, function: Any, folder: Path, allocates: bool) -> None:
        numba.config.CACHE_DIR = str(folder)
        super().__init__(function)
        self._allocates = allocates
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for one signature, None where the cache does not hold it."""
        if self._allocates:
            rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a kernel to the cache if that is possible."""
        with suppress(OSError):
            super().save_overload(sig, data)


class ShippedCache(KernelCache):
    """The kernels that came with the package, compiled for any processor of its kind."""

    def __init__(self, function: Any, folder: Path, allocates: bool) -> None:
        super().__init__(function, folder, allocates)
        self._cache_file.is_shipped = True

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        _, (triple, *_), code = super()._index_key(sig, codegen)
        return sig, (triple, "generic", ""), code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write nothing."""


class CacheAtFirstCall:
    """The cache of a kernel, set up when the kernel is first called: most of those that are imported never are.

    `folder` is the user's own, None where it cannot be written; `shipped` that of the package.
    """

    def __init__(self, function: Any, folder: Path | None, shipped: Path | None, allocates: bool) -> None:
        self._function, self._folder, self._shipped, self._allocates = function, folder, shipped, allocates

    @cached_property
    def _caches(self) -> list[KernelCache]:
        found: list[KernelCache] = []
        if self._folder is not None:
            found.append(KernelCache(self._function, self._folder, self._allocates))
        if self._shipped is not None:
            found.append(ShippedCache(self._function, self._shipped, self._allocates))
        return found

    @property
    def cache_path(self) -> str | None:
        """Return the folder, for numba's statistics."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for one signature from the first cache that holds it; None if none does."""
        found = (cache.load_overload(sig, target_context) for cache in self._caches)
        return next((kernel for kernel in found if kernel is not None), None)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a kernel to the user's cache if that is possible."""
        for cache in self._caches:
            cache.save_overload(sig, data)
