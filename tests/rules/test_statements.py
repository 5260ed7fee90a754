"""Every statement of the rulebook of route cards, by its number, TS-01 to TS-35. `docs/rules/route-cards.md` has the rules."""

import re
from pathlib import Path

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.faults import limit_fault
from shunt.cards.files import load_card
from shunt.cards.tiers import TIERS
from shunt.errors import IllegalMoveError
from shunt.files.library import puzzles_folder
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.sheets import sheet as sheet_of
from shunt.rules.moves import parse_move
from shunt.track.layout_file import load_layout
from shunt.track.plan import End
from shunt.track.turntable import Turntable
from tests.rules.settings import after, all_after, made, setting
from tests.shipped import shipped_pack

ROOT = Path(__file__).resolve().parents[2]
TRACKS = ["A B C D E", "A B F G"]
BOX = puzzles_folder() / "packs/box-forty"
BOARDS = [path.stem for path in sorted((puzzles_folder() / "layouts").glob("*.toml"))]


def deck() -> list[RouteCard]:
    return [card for card in shipped_pack("box-forty") if isinstance(card, RouteCard)]


def test_ts_01_one_track_board():
    assert {card.plan.name for card in deck()} == {"alphabet-26"}


def test_ts_02_forty_cards():
    assert len(deck()) == 40


def test_ts_03_a_guide_to_the_five_terms():
    page = (ROOT / "docs/rules/route-cards.md").read_text("utf-8").split("## Railyard Guide")[1].split("\n## ")[0]
    assert re.findall(r"\| \*\*(\w+)\*\* \|", page) == ["Move", "Couple", "Uncouple", "Push", "Stop"]


def test_ts_04_two_locomotives():
    assert {len(card.roster.locomotives) for card in deck()} == {1, 2}


def test_ts_05_two_broken_tracks():
    assert {len(card.broken) for card in deck()} <= {0, 1, 2}


def test_ts_06_five_cars():
    assert {name for card in deck() for name in card.roster.cars} == {"red", "green", "yellow", "blue", "black"}


def test_ts_07_as_few_moves_as_possible():
    assert all(card.ranks is not None and card.ranks.yard_master == card.proof["optimum"] for card in deck())


def test_ts_08_all_pieces_on_their_spaces_within_the_moves_allowed():
    for card in deck():
        assert set(card.goal.places) == set(card.roster.pieces)
        assert card.limit is not None
        assert limit_fault(card, card.proof["optimum"]) is None
    game = load_card("first-swap").play()
    for text in ["A A1>A2", "A A2>A1"] * 2 + list(load_card("first-swap").guide):
        game.push(text)
    assert (game.goal_is_met, game.is_solved, game.rank) == (True, False, None)


def test_ts_09_cards_of_five_colours():
    tiers = [card.rating["tier"] for card in deck()]
    assert tiers == [tier for tier in TIERS for _ in range(8)]


def test_ts_10_pieces_and_broken_tracks_as_the_card_shows():
    for one in Pack.open(BOX).proven:
        card, sheet = one.card, sheet_of(one)
        names = card.names(card.start)
        assert all(f"{name} {names[name]}" in sheet for name in card.roster.pieces)
        assert not card.broken or re.search(r"^Broken: " + r"\s+".join(card.broken_spaces) + "$", sheet, re.MULTILINE)


def test_ts_11_one_piece_between_two_track_lines():
    rules, start = setting(TRACKS, {"L": "A>B", "x": "C", "y": "E"})
    for other in rules.successors(start):
        assert len(set(other.places)) == 3


def test_ts_12_from_one_end_of_the_board_to_the_other_is_one_move():
    rules, start = setting(TRACKS, {"L": "A>B"})
    (step,) = made(rules, start, "L A>E")
    assert (step.words, rules.counts(start, [step])["moves"]) == ("L runs forward A B C D E", 1)


@pytest.mark.parametrize("text", ["L A>E", "L A>C"])
def test_ts_13_broken_tracks_block(text):
    rules, start = setting(TRACKS, {"L": "A>B"}, broken=("C",))
    with pytest.raises(IllegalMoveError, match="broken track"):
        made(rules, start, text)


def test_ts_14_a_broken_track_is_not_moved_coupled_pushed_or_passed():
    rules, start = setting(TRACKS, {"L": "B>A", "x": "A"}, broken=("C",))
    assert all_after(rules, start) == {"L=F>B x=A", "L=G>F x=A"}


def test_ts_15_forward_and_backward_along_a_track():
    rules, start = setting(TRACKS, {"L": "C>D"})
    assert made(rules, start, "L C>E")[0].words == "L runs forward C D E"
    assert made(rules, start, "L C>A")[0].words == "L runs backward C B A"


def test_ts_16_nothing_leaves_the_board():
    rules, start = setting(["A B"], {"L": "A>B", "x": "B"})
    assert all_after(rules, start) == set()


def test_ts_17_with_two_locomotives_one_chooses_which_moves():
    rules, start = setting(TRACKS, {"L": "A>B", "M": "G>F"})
    assert {move.locomotive for move in rules.legal_moves(start)} == {"L", "M"}  # type: ignore[union-attr]


def test_ts_18_a_move_is_along_one_continuous_track():
    rules, start = setting(TRACKS, {"L": "C>B"})
    assert rules.broken_rule(start, parse_move("L C>F")) is not None  # by B and back, which are two moves
    assert after(rules, start, "L C>B") == "L=B>A"


def test_ts_19_no_turn_sharper_than_a_right_angle():
    rules, start = setting(TRACKS, {"L": "E>D"})
    assert not [place for place in all_after(rules, start) if place.startswith(("L=F", "L=G"))]
    plan = rules.plan
    assert not set(plan.neighbours(End("C", plan.end_towards("C", "B") or 0))) & {"F", "G"}


def test_ts_21_the_moves_used_give_a_rank():
    for card in deck():
        assert card.ranks is not None
        optimum = card.proof["optimum"]
        assert card.ranks.rank(optimum) == "Yard Master"
        assert card.ranks.rank(card.ranks.conductor) == "Conductor"
        assert card.ranks.rank((card.limit or 0) + 1) is None


def test_ts_22_every_card_has_the_solution_of_a_yard_master():
    assert all(len(card.guide) == card.proof["optimum"] for card in deck())


def test_ts_23_the_guide_has_the_start_and_the_destination_of_each_move():
    for card in deck():
        game = card.play()
        for text in card.guide:
            step = game.push(text)
            assert step.run is not None
            assert text.split()[1] == f"{step.run.path[0]}>{step.run.path[-1]}"
        assert game.rank == "Yard Master"


@pytest.mark.parametrize("name", BOARDS)
def test_ts_24_every_space_has_a_letter_a_colour_and_a_shape(name):
    layout = load_layout(name)
    marks = [layout.marks[space] for space in layout.plan.spaces]
    assert all(mark.letter and mark.colour and mark.shape for mark in marks)
    assert len({(mark.letter, mark.colour, mark.shape) for mark in marks}) == len(marks)


def test_ts_25_a_locomotive_or_its_last_car_couples_what_is_directly_behind():
    rules, start = setting(TRACKS, {"L": "C>D", "red": "B", "M": "A>B"})
    assert after(rules, start, "L C>E +red+M") == "L=E>D M=C>D red=D".replace("L=E>D", "L=E<D")
    with pytest.raises(IllegalMoveError, match="does not stand directly behind"):
        made(rules, start, "L C>E +M")


def test_ts_27_coupling_is_free():
    rules, start = setting(TRACKS, {"L": "C>D", "red": "B"})
    assert rules.counts(start, made(rules, start, "L C>D +red"))["moves"] == 1


def test_ts_30_uncoupling_is_free():
    rules, start = setting(TRACKS, {"L": "C>D", "red": "B", "green": "A"})
    assert rules.counts(start, made(rules, start, "L C>D +red+green\nL D>E +red"))["moves"] == 2


def test_ts_31_each_stop_is_one_move():
    rules, start = setting(TRACKS, {"L": "A>B"})
    assert rules.counts(start, made(rules, start, "L A>B\nL B>D\nL D>E"))["moves"] == 3


def test_ts_32_all_pieces_stop_between_track_lines():
    rules, start = setting(TRACKS, {"L": "A>B", "x": "C"})
    assert all(set(other.places) <= set(rules.plan.spaces) for other in rules.successors(start))


def test_ts_34_after_the_stop_the_turntable_turns_one_space():
    table = Turntable("T", ("T",), (("B", "E"), ("D", "B"), ("E", "D")), "each-move")
    rules, start = setting(["A B", "C D", "E"], {"L": "B>A"}, turntables=[table])
    assert [step.turntables["T"] for step in made(rules, start, "L B>T\nL T>D")] == [1, 2]


LONG = "A B C D E F G"
BEHIND = {"L": "C>D", "red": "B", "green": "A"}
BETWEEN = {"L": "C>D", "M": "D>C", "x": "E", "y": "B"}
MOVED = {
    "20 forward, pushing blue to the end of the track": (TRACKS, {"L": "A>B", "blue": "C"}, "L A>D", "L=D>E blue=E"),
    "26 coupled pieces move with the locomotive": (TRACKS, {"L": "C>D", "red": "B"}, "L C>D +red", "L=D>E red=C"),
    "28 any piece is uncoupled before or after a move": (
        TRACKS,
        BEHIND,
        "L C>D +red+green; L D>E +red",
        "L=E<D red=D green=B",
    ),
    "29 drop green and keep red": (TRACKS, BEHIND, "L C>E +red", "L=E<D red=D green=A"),
    "33 a train pushes cars and locomotives forward": ([LONG[:11]], BETWEEN, "L C>D", "L=D>E M=E>D x=F y=B"),
    "33 and backward": ([LONG[:11]], BETWEEN, "L C>B", "L=B>C M=D>C x=E y=A"),
    "35 any number behind is coupled": (
        [LONG],
        {"L": "E>F", "v": "D", "w": "C", "x": "B", "y": "A"},
        "L E>G +v+w+x+y",
        "L=G<F v=F w=E x=D y=C",
    ),
}


@pytest.mark.parametrize(("tracks", "pieces", "moves", "expected"), MOVED.values(), ids=MOVED)
def test_moves_of_the_rulebook(tracks, pieces, moves, expected):
    assert after(*setting(tracks, pieces), moves) == expected


def test_every_statement_has_a_test():
    tested = {name[8:10] for name in globals() if name.startswith("test_ts_")} | {name[:2] for name in MOVED}
    assert sorted(tested) == [f"{number:02}" for number in range(1, 36)]
