"""Geometry, odds, best play and bots of the train-tile game."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import Fault, InputError, NotationError
from shunt.games.protocol import Match
from shunt.games.registry import make_bot
from shunt.games.simulate import simulate
from shunt.games.statistics import standings
from shunt.games.tiles.companion import TilesCompanion
from shunt.games.tiles.game import Tiles, train_of
from shunt.games.tiles.odds import odds
from shunt.games.tiles.optimal import best_play
from shunt.games.tiles.pictures import train_scene
from shunt.games.tiles.squares import all_squares
from shunt.games.tiles.text import train_rows
from shunt.games.tiles.train import STEPS, TilesTrain
from shunt.render.svg import svg_text
from tests.cli.running import check_refused, shunt
from tests.effort import examples

squares_drawn = st.lists(st.sampled_from(sorted(all_squares())), min_size=1, max_size=25, unique=True)


def grown(names: list[str], chance: random.Random, tight_gaps: bool) -> TilesTrain:
    """A train of these squares as far as they can be joined, at random ends."""
    train = TilesTrain()
    for name in names:
        square = all_squares()[name]
        if choices := list(train.placements(square, tight_gaps)):
            train = train.add(square, *chance.choice(choices))
    return train


# --------------------------------------------------------------------------------------------------------------- geometry


@settings(max_examples=examples(150))
@given(squares_drawn, st.randoms(use_true_random=False), st.booleans())
def test_tracks_connect_and_nothing_overlaps(names, chance, tight_gaps):
    """Told by a second walk over the cells: every track edge meets a track edge or is an open end of the train."""
    train = grown(names, chance, tight_gaps)
    cells = {placed.cell: placed for placed in train.placed}
    assert len(cells) == len(train.placed)
    loose = []
    for placed in train.placed:
        for edge in (placed.entry, placed.exit):
            if edge >= 0:
                dx, dy = STEPS[edge]
                beyond = (placed.cell[0] + dx, placed.cell[1] + dy)
                if beyond in cells:
                    assert (edge + 2) % 4 in (cells[beyond].entry, cells[beyond].exit), "a track meets a blank edge"
                else:
                    loose.append(beyond)
    assert sorted(loose) == sorted(end.cell for end in train.ends if end is not None)
    assert tight_gaps or len(set(loose)) == len(loose)


@settings(max_examples=examples(80))
@given(squares_drawn, st.randoms(use_true_random=False))
def test_an_engine_can_always_be_added_to_an_open_end(names, chance):
    train = grown([name for name in names if all_squares()[name].kind == "car"], chance, False)
    ends = [number for number, end in enumerate(train.ends) if end is not None]
    if train.placed:
        assert [end for end, _ in train.placements(all_squares()["ER"])] == ends


def test_tight_gaps_let_a_curve_close_the_ring():
    square = ["R4", "B4 2 right", "G4 2 right"]
    assert train_of(square, tight_gaps=True).ends[0].cell == train_of(square, tight_gaps=True).ends[1].cell
    ring = train_of([*square, "Y4 2 right"], tight_gaps=True)
    assert ring.ends == (None, None)
    with pytest.raises(InputError, match="cannot be joined"):
        train_of(square)


# ------------------------------------------------------------------------------------------------------------------- odds


@pytest.mark.parametrize(("engines", "cabooses", "squares"), [(4, 4, 30), (1, 1, 5), (2, 3, 9), (1, 4, 12)])
def test_chances_add_up_and_agree_with_the_expected_number(engines, cabooses, squares):
    found = odds(engines, cabooses, squares)
    assert sum(found.draws.values()) == 1
    assert found.expected_draws == sum(number * chance for number, chance in found.draws.items())


def test_the_published_odds_and_those_of_a_game_in_progress():
    for number, expected in ((4, 8.956), (3, 11.07), (2, 14.47), (1, 20.67)):
        assert float(odds(number, number, 30).expected_draws) == pytest.approx(expected, abs=0.005)
    late = sum(chance for number, chance in odds(4, 4, 30).draws.items() if number > 10)
    assert float(late) == pytest.approx(0.332, abs=0.0005)
    assert odds(3, 4, 20, True, False).expected_draws == Fraction(21, 5)
    assert odds(3, 3, 20, True, True).draws == {0: 1}


@pytest.mark.parametrize(("engines", "cabooses", "squares"), [(0, 4, 30), (4, -1, 30), (4, 4, 7), (4, 4, 10**9)])
def test_impossible_piles_are_refused(engines, cabooses, squares):
    with pytest.raises(InputError):
        odds(engines, cabooses, squares)


# -------------------------------------------------------------------------------------------------------------- best play


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objective", "rival", "value"),
    [("margin", "best", 0.2965), ("win", "always", 0.481)],
)
def test_best_play_has_the_published_values_and_the_rule_is_proved(objective, rival, value):
    found = best_play(objective, rival=rival)
    assert found.value == pytest.approx(value, abs=0.0006)
    assert found.rule_is_best
    assert found.states == 326_592


@pytest.mark.parametrize(("objective", "rival", "words"), [("draw", "best", "margin or win"), ("win", "never", "best or always")])
def test_best_play_refuses_unknown_words(objective, rival, words):
    with pytest.raises(InputError, match=words):
        best_play(objective, rival=rival)


def test_the_myopic_rule_beats_random_play_and_playouts_are_no_worse():
    outcomes = simulate("tiles", ["myopic", "random"], 60, seed=1)
    leads = [outcome.points[outcome.bots.index("myopic")] - outcome.points[outcome.bots.index("random")] for outcome in outcomes]
    assert sum(leads) / len(leads) > 0.8
    (best, *_) = standings(simulate("tiles", ["rollout:playouts=4", "myopic"], 10, seed=2))
    assert best.bot.startswith("rollout") or best.wins < 0.6


# ------------------------------------------------------------------------------------------------- pictures and companion


def test_the_train_is_drawn():
    train = train_of(["R4", "R3B1 2 straight", "B4 1 left", "ER 2"])
    rows = train_rows(train)
    assert any("R4" in row for row in rows)
    assert any("(1)" in row for row in rows)
    svg = svg_text(train_scene(train))
    assert svg == svg_text(train_scene(train))
    assert "R3B1" in svg
    assert train_rows(TilesTrain()) == ["(no train yet)"]


def test_nothing_is_shown_of_a_train_that_cannot_be_written(monkeypatch, tmp_path):
    def full(path: str, text: str) -> None:
        raise InputError(Fault(str(path), "no space left on device", "make room"))

    monkeypatch.setattr("shunt.files.atomic.write_text_atomically", full)
    check_refused(shunt("tiles show R4 'R3B1 2 straight' -o", tmp_path / "train.svg"), "no space left")


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["Q4"], "square 1"),
        (["R4", "R4 2 left"], "was played before"),
        (["R4", "B4 3"], "square 2"),
        (["R4", "B4 2 up"], "square 2"),
        (["R4", "ER 1", "B4 1 left"], "cannot be joined there"),
    ],
)
def test_bad_trains_name_the_square(texts, words):
    with pytest.raises(InputError, match=words):
        train_of(texts)


def test_the_companion_counts_what_is_left():
    companion = TilesCompanion(players=2)
    state = companion.begin()
    for entry in ("draw R4", "play R4", "draw EB", "play EB 1"):
        state = companion.entered(state, entry)
    lines = companion.lines(state)
    assert "left in the pile: cars R18 B22 G22 Y22, 3 engines, 4 cabooses" in lines
    assert "expected draws until the train is complete: 5.80" in lines
    with pytest.raises(InputError, match="cannot be drawn"):
        companion.entered(state, "draw R4")


@pytest.mark.parametrize(
    ("text", "written", "words"),
    [
        ("draw R4", "draw R4", "turned up: curve with 4 red cars"),
        ("discard R4", "discard R4", "discard the curve with 4 red cars"),
        ("play R4", "play R4 1", "add the curve with 4 red cars to end 1"),
        ("play r4 2 left", "play R4 2 left", "add the curve with 4 red cars to end 2, turning left"),
        ("play R4 1 straight", "play R4 1 straight", "add the curve with 4 red cars to end 1, straight on"),
    ],
)
def test_actions_are_written_in_letters_and_in_words(text, written, words):
    game = Tiles(2)
    action = game.parse_action(text)
    assert (game.action_text(action), game.words(action, ())) == (written, words)


@pytest.mark.parametrize(
    ("text", "what", "remedy"),
    [
        ("", "'' is not an action", "play SQUARE END"),
        ("play", "'play' is not an action", "play SQUARE END"),
        ("turn R4", "'turn R4' is not an action", "or discard SQUARE"),
        ("play Q9", "Q9", ""),
        ("discard R4 1", "'discard R4 1' has too many words", "discard R4"),
        ("play R4 0", "'0' is not an end and a turn", "1 or 2, then"),
        ("play R4 3", "'3' is not an end and a turn", "1 or 2, then"),
        ("play R4 1 lift", "'1 lift' is not an end and a turn", "left"),
        ("play R4 1 left left", "'1 left left' is not an end and a turn", "1 or 2, then"),
    ],
)
def test_what_is_no_action_is_refused(text, what, remedy):
    with pytest.raises(NotationError) as caught:
        Tiles(2).parse_action(text)
    assert what in caught.value.faults[0].what
    assert remedy in caught.value.faults[0].remedy


def test_an_end_is_named_only_where_the_train_has_two():
    game = Tiles(2)
    first, second = (game.parse_action(text) for text in ("play ER", "play R4 2"))
    begun = Match(game, 1, script=["draw ER", "draw R4"])
    assert game.words_for(begun.state, first, 0, ()).startswith("begin the train with the ")
    assert game.words_for(begun.state, game.parse_action("discard ER"), 0, ()).startswith("discard the ")
    begun.act(first)
    assert game.words_for(begun.state, second, 0, ()) == "add the curve with 4 red cars to the train"


def test_a_rollout_bot_plays_at_least_one_game_out():
    with pytest.raises(InputError, match="playouts"):
        make_bot(Tiles, "rollout:playouts=0", 1)
