"""Switch lists of imported railways: they speak of tracks, fit their slip, and say what is left."""

import pytest

import shunt
from shunt.paper.flow import flowed
from shunt.paper.front import front
from shunt.paper.jobs import jobs
from shunt.paper.products import pdf
from shunt.paper.switch_lists import SLIP, SLIP_MARGIN, slip_blocks
from shunt.render.cards import position_scene
from shunt.render.marks import Lettering
from shunt.render.scene import Text
from tests.paper.test_scripts import read_back
from tests.railways.drawn import read, small_yard

AT = {"BM-12": "Smith-and-Sons-4", "BM-1234": "Team-Track-2", "hopper-3": "Loop-2"}
GOAL = {"BM-12": "Team-Track-4", "BM-1234": "Team-Track-1"}


@pytest.fixture(name="card", scope="module")
def card_of_the_yard(tmp_path_factory):
    layout = read(small_yard().write(tmp_path_factory.mktemp("yard"))).layout
    card = shunt.Card.build(layout, locomotives={"L7": "West-Lead-1"}, cars=AT, goal=GOAL, ruleset="railway", name="mill-job")
    return card


def test_the_list_speaks_of_tracks_and_says_what_is_left(card):
    assert {job.name: (job.at, job.to) for job in jobs(card)} == {
        "L7": ("West-Lead, place 1", ""),
        "BM-12": ("Smith-and-Sons, place 4", "Team-Track, place 4"),
        "BM-1234": ("Team-Track, place 2", "Team-Track, place 1"),
        "hopper-3": ("Loop, place 2", ""),
    }
    content = pdf(card, kind="switch-lists")
    text = read_back(content)
    assert "trackpullspotleave" in text
    assert "Team-Track,4carsBM-12atplace4BM-1234" in text, text
    assert "Smith-and-Sons,4carsBM-12" in text


def test_the_picture_names_tracks_once_each_and_fits_the_slip(card):
    scene = position_scene(card, card.start, lettering=Lettering(by_track=True))
    written = [item.text for item in scene.items if isinstance(item, Text)]
    tracks = ["West-Lead", "Smith-and-Sons", "East-Lead", "Loop", "Team-Track"]
    assert [written.count(name) for name in tracks] == [1] * 5
    assert not any(name.startswith(("Loop-1", "IT1", "Team-Track-")) for name in written)
    slips = flowed(slip_blocks(card), SLIP, SLIP_MARGIN, is_numbered=False)
    assert len(slips) == 1


def test_pieces_of_a_small_card_are_explained_by_a_legend(card):
    """Without names on the board the card says where each piece is."""
    text = " ".join(item.text for item in front(card, (50.0, 70.0)).scene.items if isinstance(item, Text))
    assert "Pieces" in text
    pieces = {"L7": "West-Lead, place 1", "BM-12": "Smith-and-Sons", "BM-1234": "Team-Track", "hopper-3": "Loop"}
    assert all(f"{piece} at {track}" in text for piece, track in pieces.items()), text
