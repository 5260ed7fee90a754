"""What every game keeps to, tested once for all that are registered and for a small one with hidden cards."""

import json
import random
from pathlib import Path

import pytest

from shunt.errors import IllegalMoveError, InputError, NotationError
from shunt.games.bots import RandomBot
from shunt.games.protocol import CHANCE, OVER, Match, drawn, match_from_json, match_to_json, playthrough, replay
from shunt.games.registry import GAMES, game_class, make_game
from tests.games.high_card import HighCard

GOLDEN = Path(__file__).parent / "golden"
# Options that keep a playout short; each also with another number of players.
SHORT = {"hump-yard": {"turns": 4, "longest": 4, "by_hand": [0]}, "yardmaster": {"goal": 6}}


def make(name, players, **options):
    return HighCard(players) if name == "high-card" else make_game(name, players, **options)


every_game = pytest.mark.parametrize("name", [*GAMES, "high-card"])


def games(name):
    seats = HighCard.seats if name == "high-card" else game_class(name).seats
    return [make(name, players, **SHORT.get(name, {})) for players in (min(seats), max(seats))]


def playouts(name, number=3):
    """Matches played by random bots to their end."""
    for game in games(name):
        for seed in range(number):
            match = Match(game, seed)
            match.play([RandomBot(100 * seed + player) for player in range(game.players)])
            yield match


def states(name):
    """Every state of a random playout of each game, chance's included, with the action that follows."""
    for game in games(name):
        chance, state = random.Random(7), game.initial()
        while not game.is_over(state):
            at_chance = game.to_act(state) == CHANCE
            action = drawn(game, state, chance) if at_chance else chance.choice(game.legal_actions(state))
            yield game, state, action
            state = game.act(state, action)
        yield game, state, None


@every_game
def test_actions_are_sorted_and_round_trip_as_text(name):
    for game, state, _ in states(name):
        player, actions, outcomes = game.to_act(state), game.legal_actions(state), game.chance_outcomes(state)
        assert bool(actions) == (player >= 0)
        assert bool(outcomes) == (player == CHANCE)
        assert list(actions) == sorted(set(actions))
        assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
        assert all(isinstance(weight, int) and weight > 0 for _, weight in outcomes)
        for action in [*actions, *(outcome for outcome, _ in outcomes)]:
            assert game.parse_action(game.action_text(action)) == action
        assert all(game.is_legal(state, action) and game.refusal(state, action) == "" for action in actions)
        assert all(game.refusal(state, outcome) for outcome, _ in outcomes)


@every_game
def test_states_are_values(name):
    for game, state, action in states(name):
        told = json.dumps(game.state_to_json(state))
        again = game.state_from_json(json.loads(told))
        assert again == state
        assert hash(again) == hash(state)
        assert game.describe(again) == game.describe(state)
        if action is not None:
            assert game.apply(again, action) == game.apply(state, action)
            assert json.dumps(game.state_to_json(state)) == told, "an action has changed the state before it"


@every_game
def test_every_playout_ends_and_is_replayed(name):
    for match in playouts(name):
        game = match.game
        assert game.to_act(match.state) == OVER
        assert len(game.scores(match.state)) == game.players
        assert game.winners(match.state)
        texts = [game.action_text(action) for action in match.actions]
        assert replay(game, match.seed, texts).state == match.state
        saved = json.loads(json.dumps(match_to_json(match)))
        assert match_from_json(saved, make).state == match.state
        half = replay(game, match.seed, match.actions[: len(match.actions) // 2])
        for action in match.actions[len(match.actions) // 2 :]:
            half.act(action)
        assert half.state == match.state


@every_game
def test_what_is_hidden_stays_hidden(name):
    chance = random.Random(5)
    for game, state, _ in states(name):
        for player in range(game.players):
            view = game.view(state, player)
            assert game.view(view, player) == view
            guess = game.determinize(view, player, chance)
            assert game.view(guess, player) == view
            assert game.to_act(guess) == game.to_act(state)
            if game.to_act(state) == player:
                assert game.legal_actions(view) == game.legal_actions(guess) == game.legal_actions(state)
            json.dumps(game.state_to_json(view))


def test_a_view_has_no_secrets():
    game = HighCard(3)
    match = Match(game, 1)
    assert sorted(match.state.cards) != [0, 0, 0]
    for player in range(3):
        view = game.view(match.state, player)
        assert [bool(card) for card in view.cards] == [seat == player for seat in range(3)]
    guesses = {game.determinize(game.view(match.state, 0), 0, random.Random(seed)) for seed in range(40)}
    assert len(guesses) > 10


@every_game
def test_illegal_actions_are_refused(name):
    game = games(name)[0]
    match = Match(game, 3)
    with pytest.raises(NotationError, match="action 1"):
        replay(game, 3, ["no such thing"])
    outcome = drawn(game, game.initial(), random.Random(1))
    with pytest.raises(IllegalMoveError) as caught:
        replay(game, 3, [match.game.legal_actions(match.state)[0], outcome])
    assert caught.value.number == 2
    over = next(playouts(name, 1))
    with pytest.raises(IllegalMoveError, match="over"):
        over.act(over.actions[-1])
    with pytest.raises(InputError, match="players"):
        make(name, 9)


@every_game
def test_actions_are_taken_back(name):
    for match in playouts(name, 1):
        states = [replay(match.game, match.seed, match.actions[:number]).state for number in range(len(match.actions) + 1)]
        actions = list(match.actions)
        match.undo()
        assert match.state == states[-2]
        match.undo(len(actions) - 1)
        assert (match.actions, match.state) == ([], states[0])
        with pytest.raises(InputError, match="undo"):
            match.undo()
        for action in actions:
            match.act(action)
        assert match.state == states[-1]


def test_a_script_fixes_what_chance_does():
    match = Match(HighCard(2), 1, script=["6", "2"])
    assert match.state.cards == (6, 2)
    match.act("fold")
    saved = json.loads(json.dumps(match_to_json(match)))
    assert saved["script"] == ["6", "2"]
    assert match_from_json(saved, make).state == match.state
    match.undo()
    assert match.state.cards == (6, 2)
    first = {Match(HighCard(3), seed, script=["4"]).state.cards[0] for seed in range(20)}
    rest = {Match(HighCard(3), seed, script=["4"]).state.cards[1:] for seed in range(20)}
    assert first == {4}
    assert len(rest) > 5
    with pytest.raises(IllegalMoveError, match="outcome 2 of the script"):
        Match(HighCard(2), 1, script=["6", "6"])
    with pytest.raises(InputError, match="outcome 2 of the script"):
        match_from_json(saved | {"script": ["6", "6"]}, make)


@pytest.mark.parametrize(
    "change",
    [
        {"script": "tile 62"},
        {"script": [1]},
        {"script": ["pass"]},
        {"schema": "x"},
        {"seed": "1"},
        {"actions": [1]},
        {"options": {"no": 1}},
        {"game": "chess"},
        {"players": 9},
        {"actions": ["pass"]},
    ],
)
def test_damaged_saved_games(change):
    saved = match_to_json(Match(make("hump-yard", 2), 1))
    with pytest.raises(InputError):
        match_from_json(saved | change, make)
    with pytest.raises(InputError):
        match_from_json([], make)


@every_game
def test_golden_playthroughs(name):
    game = games(name)[0]
    text = playthrough(game, 11, [RandomBot(player) for player in range(game.players)])
    kept = GOLDEN / f"{name}.txt"
    assert kept.read_text(encoding="utf-8") == text, f"if the rules were meant to change, write this text to {kept}"
