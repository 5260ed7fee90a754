"""Card files that the tests of the command line write and break."""

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
layout = "alphabet-26"

[start]
locomotives = { A = "O>1", B = "J>I" }
cars = { red = "A", green = "S", yellow = "N", blue = "X", black = "Q", white = "Y", brown = "Z", pink = "C" }

[goal]
A = "F<G"
B = "E>L"
red = "R"
green = "J"
yellow = "L"
blue = "Z"
black = "T"
white = "Y"
brown = "H"
pink = "Q"
"""


@pytest.fixture
def card(tmp_path):
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
