"""Facts about this machine and process: the number of cores, the memory, and how much of it this process uses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_PAGES, PAGES_LENGTH = "/proc/self/statm", 256
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def core_count() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resident() -> int:
    """Return the number of bytes of memory that this process uses now."""
    try:
        # Plain descriptors: a limit may interrupt between any two steps, and a file object that is never closed would warn.
        pages = os.open(_PAGES, os.O_RDONLY)
        try:
            return int(os.read(pages, PAGES_LENGTH).split()[1]) * PAGE_BYTES
        finally:
            os.close(pages)
    except OSError:  # not Linux
        import psutil

        return int(psutil.Process().memory_info().rss)


def free_memory() -> int:
    """Return the memory still available to this process, within the machine's and the control groups' limits."""
    free = _free_on_machine()
    for folder, limit, used in _control_groups():
        try:
            allowed, taken = (folder / limit).read_text().strip(), (folder / used).read_text().strip()
        except OSError:
            continue
        if allowed.isdigit():
            free = min(free, int(allowed) - int(taken))
    return max(0, free)


def _free_on_machine() -> int:
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):  # not Linux, or a very old one
        import psutil

        return int(psutil.virtual_memory().available)


def _control_groups(
    root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> Iterator[tuple[Path, str, str]]:
    """Yield the folders of this process's control groups, with the names of their limit and usage (versions 2 and 1)."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers in ("", "memory"):
            names = ("memory.max", "memory.current") if not controllers else ("memory.limit_in_bytes", "memory.usage_in_bytes")
            base = root if not controllers else root / "memory"
            inner = base / path.lstrip("/")
            yield from ((folder, *names) for folder in (inner, *inner.parents) if folder == base or base in folder.parents)
