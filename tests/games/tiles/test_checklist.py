"""The checklist of rules of the train-tile game: one test for each number BT-01 to BT-18."""

from collections import Counter

import pytest

from shunt.errors import IllegalMoveError, InputError
from shunt.games.protocol import CHANCE, Match
from shunt.games.tiles.game import Tiles
from shunt.games.tiles.squares import square_set


def played(script: str, actions: str, players: int = 2, **options) -> Match:
    """A match whose draws follow the script (ids), and the players' actions (one for each square that needs one)."""
    game = Tiles(players, **options)
    match = Match(game, 1, script=[f"draw {square}" for square in script.split()])
    for action in filter(None, (text.strip() for text in actions.split(";"))):
        match.act(game.parse_action(action))
    return match


def legal(match: Match) -> list[str]:
    return [match.game.action_text(action) for action in match.game.legal_actions(match.state)]


def test_bt_01_02_two_to_four_players_of_different_colours():
    assert Tiles.seats == (2, 3, 4)
    for players in (1, 5):
        with pytest.raises(InputError, match="2 to 4"):
            Tiles(players)
    assert Tiles(3).colours == "RBG"
    assert Tiles(2, colours="YG").colours == "YG"
    for colours in ("RR", "RX", "RBG"):
        with pytest.raises(InputError, match="2 different letters"):
            Tiles(2, colours=colours)


@pytest.mark.parametrize("name", ["4+4+22", "2+2+26", "1+1+28"])
def test_bt_03_thirty_squares(name):
    squares = square_set(name)
    kinds = Counter(square.kind for square in squares)
    assert len(squares) == len({square.id for square in squares}) == 30
    assert "+".join(str(kinds[kind]) for kind in ("engine", "caboose", "car")) == name
    if name == "4+4+22":
        assert {sum(square.count(colour) for square in squares if square.kind == "car") for colour in "RBGY"} == {22}
        assert Counter(square.shape for square in squares) == {"straight": 12, "curve": 10, "end": 8}


def test_bt_04_05_the_pile_is_shuffled_and_the_player_in_turn_turns_up_a_square():
    game = Tiles(2)
    outcomes = game.chance_outcomes(game.initial())
    assert (len(outcomes), {weight for _, weight in outcomes}) == (30, {1})
    assert len({Match(game, seed).state.drawn for seed in range(60)}) > 15
    match = played("R4", "")
    assert (match.state.drawn, match.game.to_act(match.state)) == ("R4", 0)


def test_bt_06_07_several_own_cars_must_be_played_and_others_may_be_discarded():
    match = played("R3B1", "")
    assert legal(match) == ["play R3B1 1"]
    with pytest.raises(IllegalMoveError, match="it has 3 cars of your colour"):
        match.act(match.game.parse_action("discard R3B1"))
    assert "discard R3B1" in legal(played("R3B1", "", free_discard=True))
    assert all(f"discard {square}" in legal(played(square, "")) for square in ("R1B3", "B4"))


def test_bt_08_a_discard_goes_beside_the_pile_and_ends_the_turn():
    match = played("B4 R4", "discard B4")
    assert (match.state.discards, match.state.player, match.state.drawn) == (("B4",), 1, "R4")


def test_bt_09_a_square_joins_either_end_so_that_tracks_connect():
    match = played("R3B1 R4", "play R3B1")
    assert legal(match) == ["discard R4", "play R4 1 left", "play R4 1 right", "play R4 2 left", "play R4 2 right"]
    match.act(match.game.parse_action("play R4 2 left"))
    first, second = match.state.train.placed
    assert second.cell == (first.cell[0] + 1, first.cell[1])
    assert second.entry == (first.exit + 2) % 4


def test_bt_10_turns_go_clockwise_and_the_train_only_grows():
    match = played("R3B1 B3Y1 G4 R4", "play R3B1; play B3Y1 2 straight; play G4 2 left", players=3, colours="RBG")
    assert match.state.player == 0
    assert [placed.square for placed in match.state.train.placed] == ["R3B1", "B3Y1", "G4"]


def test_bt_11_a_square_that_cannot_be_joined_is_discarded_and_another_drawn():
    game, seed = Tiles(2), 0
    match = Match(game, seed)
    while not match.state.redrawn:
        if match.is_over:
            seed += 1
            match = Match(game, seed)
        match.act(game.legal_actions(match.state)[-1])
    state = match.state
    assert state.discards
    assert len(state.discards) + len(state.train.placed) + bool(state.drawn) + len(state.pile) == 30


@pytest.mark.parametrize("square", ["EB", "CB", "EY"])
def test_bt_12_the_first_engine_and_caboose_must_be_played(square):
    match = played(f"R3B1 {square}", "play R3B1")
    assert legal(match) == [f"play {square} 1", f"play {square} 2"]


def test_bt_13_a_second_engine_or_caboose_is_discarded():
    match = played("ER EB R4", "play ER")
    assert match.state.discards == ("EB",)
    assert (match.state.drawn, match.state.player) == ("R4", 0), "the surplus engine has ended the turn of player 1"
    again = played("CR CB R4", "play CR", surplus="redraw")
    assert (again.state.drawn, again.state.player) == ("R4", 1)


def test_bt_14_15_an_engine_completes_its_end():
    match = played("R3B1 B3G1", "play R3B1")
    assert {"play B3G1 1 straight", "play B3G1 2 straight"} <= set(legal(match))
    match = played("R3B1 EB R3G1", "play R3B1; play EB 1")
    assert legal(match) == ["play R3G1 2 straight"]
    assert legal(played("ER B3G1", "play ER")) == ["play B3G1 2 straight"]


def test_bt_16_the_game_is_over_when_both_are_on():
    match = played("ER CB", "play ER; play CB 2")
    assert match.is_over
    assert match.game.legal_actions(match.state) == ()


@pytest.mark.parametrize(("square", "scores", "winners"), [("R3B1", (4, 2), (0,)), ("R2B2", (3, 3), (0, 1))])
def test_bt_17_18_most_own_cars_with_engine_and_caboose_win_and_ties_are_shared(square, scores, winners):
    match = played(f"{square} ER CB", f"play {square}; play ER 1; play CB 2")
    assert match.game.scores(match.state) == scores
    assert match.game.winners(match.state) == winners


def test_an_empty_pile_ends_the_game():
    game = Tiles(2, squares="1+1+28", tight_gaps=True)
    for seed in range(30):
        match = Match(game, seed)
        while not match.is_over:
            match.act(game.legal_actions(match.state)[0])
        assert match.state.engine and match.state.caboose or not match.state.pile
        assert game.to_act(match.state) != CHANCE
