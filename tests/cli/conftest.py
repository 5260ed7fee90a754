"""Card files that the tests of the command line write and break."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

CARD = """\
schema = "shunt-card/1"
name = "mine"
ruleset = "switcher"
layout = "wye-18"

[start]
locomotives = { A = "A1>A2" } # a remark that stays
cars = { red = "B1", green = "C2" }
broken = ["F2"]

[goal]
red = "C2"
green = "B1"
A = "A1"
"""
BIG = """\
schema = "shunt-card/1"
name = "big"
ruleset = "switcher"
layout = "turntable-19"

[start]
locomotives = { A = "A1>A2", B = "E3>E2" }
cars = { c1 = "B1", c2 = "C1", c3 = "C3", c4 = "D2", c5 = "F1", c6 = "W1" }

[goal]
c1 = "W1"
c2 = "B1"
c3 = "C1"
c4 = "F1"
c5 = "C3"
c6 = "D2"
A = "E3"
B = "A1"
"""

Write = Callable[..., Path]


@pytest.fixture
def card(tmp_path: Path) -> Write:
    """Write the card with texts replaced: `card(("red = \\"B1\\"", "red = \\"B9\\""))`."""

    def write(*changes: tuple[str, str], base: str = CARD, name: str = "mine.toml") -> Path:
        text = base
        for old, new in changes:
            assert old in text, f"{old!r} is not on the card"
            text = text.replace(old, new, 1)
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
