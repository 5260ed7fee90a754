"""The display list: moving and scaling it, and what it says about text."""

from __future__ import annotations

from shunt.render.colours import ink, paled, writing_on
from shunt.render.letters import text_width
from shunt.render.scene import Circle, Item, Line, Path, Rect, Scene, Text, moved

ITEMS: list[Item] = [
    Path((("M", (1, 2)), ("L", (3, 4)), ("Z", ())), "#ffffff", "#000000", 0.5, (1, 2)),
    Line(1, 2, 3, 4, "#000000", 0.5, (1, 1)),
    Circle(1, 2, 3, stroke="#000000", width=0.5),
    Rect(1, 2, 3, 4, 0.5, 30, "#ffffff", "#000000", 0.5),
    Text(1, 2, "space", 3),
]


def test_everything_scales() -> None:
    path, line, circle, rect, text = (moved(item, 10, 20, 2) for item in ITEMS)
    assert isinstance(path, Path)
    assert path.commands[:2] == (("M", (12, 24)), ("L", (16, 28)))
    assert (path.width, path.dash) == (1.0, (2, 4))
    assert line == Line(12, 24, 16, 28, "#000000", 1.0, (2, 2))
    assert circle == Circle(12, 24, 6, stroke="#000000", width=1.0)
    assert rect == Rect(12, 24, 6, 8, 1.0, 30, "#ffffff", "#000000", 1.0)
    assert text == Text(12, 24, "space", 6)


def test_a_scene_is_laid_into_another() -> None:
    scene = Scene(10, 5, tuple(ITEMS))
    assert scene.placed(0, 0) == scene.items
    assert scene.placed(3, 4, 2) == tuple(moved(item, 3, 4, 2) for item in ITEMS)


def test_text_is_about_as_wide_as_it_looks() -> None:
    assert text_width("", 4) == 0
    assert text_width("ill", 4) < text_width("abc", 4) < text_width("WWW", 4)
    assert text_width("green", 4) < text_width("green", 4, bold=True) < text_width("green", 5, bold=True)


def test_colours() -> None:
    assert ink("red") == ink("Red") == ink("red2") == ink("red-2") != ink("green")
    assert ink("#ABCDEF") == "#abcdef"
    assert ink("salt wagon") == ink("salt wagon")
    assert writing_on(ink("yellow")) != writing_on(ink("blue"))
    assert paled("#000000", 0.5) == "#808080"
    assert paled("#ffffff", 0.3) == "#ffffff"
