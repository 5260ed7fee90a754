"""Hump yards drawn: track where the tiles say, cars on their spaces, pictures that do not change by themselves."""

import pytest

from shunt.files.library import yard_names
from shunt.hump.bids import bid_table, check_bid
from shunt.hump.moves import run_words
from shunt.hump.pictures.bid_chart import bid_chart, solution_scenes
from shunt.hump.pictures.terminal import draw_tiles, draw_yard
from shunt.hump.pictures.yard import loose_edges, yard_scene
from shunt.hump.tiles import KINDS
from shunt.hump.yard_file import find_yard
from shunt.render.scene import Text
from shunt.render.svg import svg_text
from tests.hump.engine.yards import BARE, ONE, TWO


def test_loose_edges_are_where_nothing_joins():
    assert loose_edges(BARE) == {((column, 0), "N") for column in range(5)}
    assert loose_edges(ONE) == {((column, 0), "N") for column in (0, 1, 3, 4)} | {((2, 1), "N")}


@pytest.mark.parametrize("name", yard_names()[::4])
def test_shipped_yards_are_drawn(name):
    yard = find_yard(name)
    assert svg_text(yard_scene(yard, sites=True)) == svg_text(yard_scene(yard, sites=True))
    for unicode in (True, False):
        picture = draw_yard(yard, {"q0": "A", "1.0.WE": "red.1"}, sites=True, unicode=unicode).plain()
        assert all(word in picture for word in ("[A]", "source", "sink"))
        assert unicode or picture.isascii()


def test_a_solution_in_numbered_pictures():
    answer = check_bid(TWO, "ABC", "CAB")
    scenes = solution_scenes(TWO, answer.solution[0].names, answer.solution)
    assert [scene.title for scene in scenes] == [
        "The train in the source",
        "Move 1: A and B roll to column 1, row 2",
        "Move 2: B and A roll to column 0, row 2",
        "Move 3: C rolls to column 1, row 2",
        "Move 4: C rolls to column 0, row 0",
        "Move 5: C, A and B leave by the sink",
    ]
    assert [scene.description.partition("; ")[2] for scene in scenes[1:]] == [step.notation for step in answer.solution]
    for scene in scenes:
        names = [item.text for item in scene.items if isinstance(item, Text) and item.text in ("A", "B", "C")]
        assert sorted(names) == ["A", "B", "C"]
    gone = [item for item in scenes[-1].items if isinstance(item, Text) and item.text in ("A", "B", "C")]
    assert [item.text for item in sorted(gone, key=lambda item: -item.x)] == ["C", "A", "B"]


def test_a_move_back_into_the_source_has_a_title():
    assert run_words(["red"], "q1") == "red rolls back into the source"


def test_tiles_are_drawn_with_their_names():
    assert all(kind in draw_tiles(KINDS).plain() for kind in KINDS)


def test_a_chart_tells_every_chance():
    scene = bid_chart(bid_table(TWO, "ABC"))
    told = [item.text for item in scene.items if isinstance(item, Text)]
    assert {"17", "83", "100"} <= set(told)
    assert "5: 1" in scene.description
    assert bid_chart(bid_table(BARE, "AB")).description.endswith("impossible: 1 of 2")
