"""Films: pieces roll along the rails without a jump, from each position to the next; SVG and GIF files show the same."""

from io import BytesIO
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from shunt.cards.card import Card
from shunt.cards.claims import guide_moves
from shunt.cards.files import load_card
from shunt.cards.play import Replay
from shunt.files.library import card_names
from shunt.films.animation import animated_svg, gif, gif_times
from shunt.films.cards import film_of, recorded
from shunt.films.film import Rolling
from shunt.render.board import UNIT
from shunt.render.colours import MOVED
from shunt.render.geometry import track_shape
from shunt.render.raster import image
from shunt.render.scene import Scene
from tests.effort import some
from tests.render.spacing import point_to_segment

SECONDS = 2.0
QUICK = ("first-swap", "carousel-back", "roundhouse-exchange", "siding-swap", "inglenook-322", "doublenook")
SAMPLE = [name for name in card_names() if name not in QUICK][::9]
ALL = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SAMPLE)]


def played(card: Card, count: int | None = None) -> Replay[Card]:
    return Replay(card, guide_moves(card)[:count])


@pytest.mark.parametrize("name", ALL)
def test_pieces_roll_without_a_jump_from_each_position_to_the_next(name):
    card = load_card(name)
    moves = played(card).moves
    film = film_of(card, moves, SECONDS)
    assert film.description == "; ".join(["Start", *(f"{number}. {text}" for number, text in enumerate(card.guide, 1))])
    assert film.seconds == pytest.approx(SECONDS * (len(moves) + 4))
    rolling = [part for part in film.parts if isinstance(part, Rolling)]
    assert any(len(part.course) > 3 for part in rolling)
    for part in rolling:
        times = [time for time, _ in part.course]
        assert times == sorted(times)
        for (begin, start), (end, stop) in pairwise(part.course):
            far = hypot(stop.x - start.x, stop.y - start.y)
            assert far < 0.05 or far / (end - begin) < 60 * UNIT  # nothing is here and then there


@pytest.mark.parametrize("name", some(["carousel-back", "first-swap", "wait-for-it", "loop-exchange"], 2))
def test_trains_are_on_the_rails_and_stop_where_the_moves_lead(name):
    card = load_card(name)
    moves = played(card).moves
    stage = recorded(card, moves, SECONDS)
    film, corner = stage.reel.film(name), stage.layers.corner
    places = [card.start, *(made.position for made in moves)]
    shapes = {settings: track_shape(card.layout, settings) for settings in {position.turntables for position in places}}
    rails = [curve.points(40) for shape in shapes.values() for curve in (*shape.curves, *shape.bridges)]
    for seat, piece in enumerate(card.roster.pieces):
        actor = stage.reel._actors[f" {piece}"]
        course = Rolling(actor.body, tuple(actor.course))
        for number, position in enumerate(places):  # at rest after each move, as the position says
            spot = shapes[position.turntables].spots[position.places[seat]]
            pose = course.pose(SECONDS * (number + 1) - 0.01)
            assert hypot(pose.x / UNIT + corner[0] - spot.x, pose.y / UNIT + corner[1] - spot.y) < 0.01, (piece, number)
        for step in range(int(film.seconds * 12)):
            pose = course.pose(step / 12)
            at = (pose.x / UNIT + corner[0], pose.y / UNIT + corner[1])
            is_turning = any(step / 12 >= end - 1e-6 for _, end in film.rolls) and card.plan.turntables
            assert is_turning or min(point_to_segment(at, a, b) for rail in rails for a, b in pairwise(rail)) < 0.03


def test_an_svg_file_moves_every_piece_and_shows_the_path_of_each_move():
    card = load_card("first-swap")
    film = film_of(card, played(card, 2).moves, 1.0)
    root = ElementTree.fromstring(animated_svg(film))
    found = root.iter("{http://www.w3.org/2000/svg}animateTransform")
    for element in found:
        times = list(map(float, element.attrib["keyTimes"].split(";")))
        assert (times[0], times[-1], times) == (0, 1, sorted(times))
        assert len(times) == len(element.attrib["values"].split(";"))
        assert element.attrib["dur"] == "6s"
    text = animated_svg(film)
    assert text.count('type="translate"') == text.count('type="rotate"') == 6  # the engine and two cars, each with its name
    assert text.count(f'fill="{MOVED}"') == 2  # an arrowhead for each move
    assert text.count(">1. A A1&gt;B2<") == 1


def test_a_gif_file_has_pictures_between_positions_and_the_same_bytes_twice():
    card = load_card("first-swap")
    film = film_of(card, played(card, 1).moves, 0.5)
    content = gif(film, dots=1)
    assert content == gif(film, dots=1)
    picture = Image.open(BytesIO(content))
    lengths = []
    for number in range(picture.n_frames):
        picture.seek(number)
        lengths.append(picture.info["duration"])
    assert sum(lengths) == pytest.approx(1000 * film.seconds, abs=10 * len(lengths))
    assert [length for _, length in gif_times(film)][-1] == pytest.approx(1.5)
    assert len(lengths) >= 6
    last = image(Scene(film.width, film.height, tuple(film.at(film.seconds - 0.01))), 1)
    apart = ImageChops.difference(last, picture.convert("RGB")).convert("L")
    assert sum(apart.histogram()[60:]) < 0.01 * last.width * last.height
