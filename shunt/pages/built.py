"""The built programs and styles of the pages, which are part of the package; `make pages` builds them from `source/`.

The first line of a built file names its sources and their digest: `/* sources DIGEST NAME NAME … */`.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

SOURCE = Path(__file__).parent / "source"
BUILT = Path(__file__).parent / "built"
_FIRST_LINE = re.compile(r"/\* sources ([0-9a-f]{64}) (.+) \*/")


@lru_cache
def built(file: str) -> str:
    """Return a built file, such as `player.js`, without its first line."""
    return (BUILT / file).read_text(encoding="utf-8").partition("\n")[2].strip()


def is_stale(file: str) -> bool:
    """Return whether a built file was made from other sources than those of this checkout."""
    line = (BUILT / file).read_text(encoding="utf-8").partition("\n")[0]
    match = _FIRST_LINE.fullmatch(line)
    if match is None:
        return True
    digest = hashlib.sha256()
    for name in match[2].split():
        if not (SOURCE / name).is_file():
            return True
        digest.update(f"{name}\0".encode() + (SOURCE / name).read_bytes() + b"\0")
    return digest.hexdigest() != match[1]
