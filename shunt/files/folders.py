"""The folder of what the program keeps between calls: compiled kernels and pattern databases."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path | None:
    """Return `shunt` in `SHUNT_CACHE_DIR`, else in `XDG_CACHE_HOME`, else in `~/.cache`; None for a user without a home."""
    try:
        base = os.environ.get("SHUNT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(base) / "shunt"
