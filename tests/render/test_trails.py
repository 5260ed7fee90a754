"""The path of a move is on the rails, and a locomotive that is yet to run has a ghost where it stops."""

from itertools import pairwise
from math import dist

from shunt.cards.files import load_card
from shunt.render.cards import position_scene
from shunt.render.colours import MOVED
from shunt.render.geometry import track_shape
from shunt.render.scene import Path
from shunt.render.trails import along_rails, heading_after, settings_before
from tests.render.spacing import point_to_segment


def test_the_path_of_every_move_is_on_the_rails():
    for name in ("first-swap", "alphabet-turn", "wait-for-it", "about-turn"):
        card = load_card(name)
        game, settings = card.play(), card.start.turntables
        headings = card.roster.faces(card.start)
        for text in card.guide:
            made = game.push(text)
            shape = track_shape(card.layout, settings)
            line = along_rails(shape, made.run.path)
            rails = [pair for curve in (*shape.curves, *shape.bridges) for pair in pairwise(curve.outline())]
            for point in line:
                assert min(point_to_segment(point, *rail) for rail in rails) < 0.02, (name, text)
            assert max(dist(*step) for step in pairwise(line)) < 2.0
            engine = made.move.locomotive
            headings[engine] = heading_after(shape, made.run.path, line, headings[engine])
            assert headings[engine] == card.roster.faces(made.position)[engine]
            assert settings_before(card.plan, made.position.turntables) == settings
            settings = made.position.turntables


def test_a_move_that_is_not_made_shows_where_the_locomotive_stops():
    card = load_card("first-swap")
    made = card.play().push("A A1>B3")
    before, after = position_scene(card, card.start, made), position_scene(card, made.position, made)
    assert len(before.items) - len(position_scene(card, card.start).items) == 4  # a line, a tip, an outline and a name
    assert any(isinstance(item, Path) and item.fill == MOVED for item in after.items)


def test_a_move_that_is_made_has_no_ghost():
    card = load_card("carousel")  # one move ends where it began, on a bridge that turns
    game = card.play()
    for made in map(game.push, card.guide):
        marked, plain = (len(position_scene(card, made.position, move).items) for move in (made, None))
        assert marked - plain == 2, made  # a line and a tip
