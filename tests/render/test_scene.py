"""The display list: moving and scaling it, and what it says about text."""

from shunt.render.colours import ink, paled, writing_on
from shunt.render.letters import text_width


def test_text_is_about_as_wide_as_it_looks():
    assert text_width("", 4) == 0
    assert text_width("ill", 4) < text_width("abc", 4) < text_width("WWW", 4)
    assert text_width("green", 4) < text_width("green", 4, bold=True) < text_width("green", 5, bold=True)


def test_colours():
    assert ink("red") == ink("Red") == ink("red2") == ink("red-2") != ink("green")
    assert ink("#ABCDEF") == "#abcdef"
    assert ink("salt wagon") == ink("salt wagon")
    assert writing_on(ink("yellow")) != writing_on(ink("blue"))
    assert paled("#000000", 0.5) == "#808080"
    assert paled("#ffffff", 0.3) == "#ffffff"
