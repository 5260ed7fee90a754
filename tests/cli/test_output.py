"""Prose that is broken between words, and pictures that are folded, for narrow terminals."""

from dataclasses import replace
from io import BytesIO, TextIOWrapper

import pytest

from shunt.cards.files import load_card
from shunt.cli.answers import puzzle_lines
from shunt.cli.output import show_picture, wrapped
from shunt.games.express.pictures import draw_train
from shunt.games.express.trains import parse_train


def test_lines_are_broken_between_words_below_their_text():
    line = "  build KIND@COLUMN,ROW   build a tile on offer in your yard; r1, r2, r3 turn it clockwise"
    broken = wrapped(line, 56).split("\n")
    assert max(map(len, broken)) <= 56
    assert [len(part) - len(part.lstrip()) for part in broken] == [2, 26, 26]
    assert " ".join("\n".join(broken).split()) == " ".join(line.split())
    assert wrapped("   legal: bid 2:1, bid 2:2", 20) == "   legal: bid 2:1,\n   bid 2:2"
    assert wrapped("short", 20) == "short"


@pytest.mark.parametrize(
    ("proof", "line"),
    [
        ({"status": "optimal", "optimum": 6}, "proven optimum 6 moves"),
        ({"status": "unknown", "optimum": 6}, "best known, not proven: 6 moves"),
        ({"status": "some new word", "optimum": 6}, "best known, not proven: 6 moves"),
        ({"optimum": 6}, "best known, not proven: 6 moves"),
        ({"status": "unsolvable"}, "proven unsolvable"),
    ],
)
def test_only_what_is_proven_is_called_proven(proof, line):
    assert line in puzzle_lines(replace(load_card("first-swap"), proof=proof))


def test_pictures_are_in_ascii_if_stdout_supports_nothing_else(monkeypatch):
    stdout = TextIOWrapper(BytesIO(), encoding="ascii", write_through=True)
    monkeypatch.setattr("sys.stdout", stdout)
    show_picture(draw_train(parse_train("R3|G3 --")))
    assert stdout.buffer.getvalue().decode().splitlines() == [
        ".----. .--.--. .--.--.",
        "|LOCO|=|R3|G3|=|--|--|",
        "'----' '--'--' '--'--'",
    ]
