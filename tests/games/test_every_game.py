"""What every game keeps to, tested once for all that are registered."""

import copy
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cli import commands
from shunt.errors import IllegalMoveError, InputError, NotationError
from shunt.files.lazy import load_place
from shunt.games.bots import RandomBot
from shunt.games.protocol import CHANCE, OVER, Match, drawn, match_from_json, match_to_json, players_text, replay
from shunt.games.registry import GAMES, bot_names, bot_options, game_class, make_bot, make_game
from tests.games.every_game import SHORTEST, VARIANTS, every_game, games, make, playouts, playthrough, some_states, states

GOLDEN = Path(__file__).parent / "golden"
QUICK = {
    "expectimax": "expectimax:depth=1:samples=1",
    "pimc": "pimc:worlds=1:depth=1:playouts=1",
    "ismcts": "ismcts:iterations=5:depth=4",
    "rollout": "rollout:playouts=2",
    "sampler": "sampler:samples=1",
    "search": "search:worlds=2:rounds=1",
}


# ----------------------------------------------------------------------------------------------------------------- actions


@every_game
def test_actions_are_sorted_and_round_trip_as_text(name):
    for game, state, _ in states(name):
        player, actions, outcomes = game.to_act(state), game.legal_actions(state), game.chance_outcomes(state)
        assert (bool(actions), bool(outcomes)) == (player >= 0, player == CHANCE)
        assert list(actions) == sorted(set(actions))
        assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
        assert all(isinstance(weight, int) and weight > 0 for _, weight in outcomes)
        for action in [*actions, *(outcome for outcome, _ in outcomes)]:
            assert game.parse_action(game.action_text(action)) == action
        assert len(set(map(game.action_text, actions))) == len(actions)


@every_game
def test_listed_actions_are_legal_and_apply_and_others_are_refused(name):
    everything, chance = {}, random.Random(2)
    for game, state, _ in some_states(name, 40):
        player, actions, before = game.to_act(state), game.legal_actions(state), json.dumps(game.state_to_json(state))
        possible = [*actions, *(outcome for outcome, _ in game.chance_outcomes(state))]
        for action in chance.sample(possible, min(8, len(possible))):
            game.check(state, action)
            assert player < 0 or (game.is_legal(state, action), game.refusal(state, action)) == (True, "")
            after = game.apply(state, action)
            assert after != state
            assert game.to_act(after) in (CHANCE, OVER, *range(game.players))
            assert game.apply(state, action) == after
        assert json.dumps(game.state_to_json(state)) == before, "an action has changed the state before it"
        seen = everything.setdefault(game, set())
        for action in sorted(seen - set(possible), key=game.action_text)[:15]:
            if player < 0 or not game.is_legal(state, action):
                with pytest.raises(IllegalMoveError):
                    game.check(state, action)
                assert player < 0 or game.refusal(state, action)
        seen.update(possible)


@every_game
def test_illegal_actions_are_refused_in_a_match(name):
    game = games(name)[0]
    match = Match(game, 3)
    with pytest.raises(NotationError, match="action 1"):
        replay(game, 3, ["no such thing"])
    if game.to_act(game.initial()) == CHANCE:
        outcome = drawn(game, game.initial(), random.Random(1))
        with pytest.raises(IllegalMoveError) as caught:
            replay(game, 3, [match.game.legal_actions(match.state)[0], outcome])
        assert caught.value.number == 2
    over = next(playouts(name, 1))
    with pytest.raises(IllegalMoveError, match="over"):
        over.act(over.actions[-1])
    with pytest.raises(InputError, match="players"):
        make(name, 9)


# ------------------------------------------------------------------------------------------------------------------ states


@every_game
def test_states_are_values(name):
    for game, state, action in some_states(name):
        json.dumps(game.state_to_json(state))
        again = copy.deepcopy(state)
        assert again == state
        assert hash(again) == hash(state)
        assert game.describe(again) == game.describe(state)
        if action is not None:
            assert game.apply(again, action) == game.apply(state, action)


@every_game
def test_scores_and_estimates_are_defined_everywhere(name):
    begun = None
    for game, state, action in states(name):
        scores = game.scores(state)
        assert len(scores) == game.players
        assert all(isinstance(points, int) for points in scores)
        winners = game.winners(state)
        assert winners == tuple(sorted(set(winners)))
        assert set(winners) <= set(range(game.players))
        begun = game if game.to_act(state) >= 0 else begun
        for player in range(game.players) if begun is game else ():
            assert isinstance(game.evaluate(state, player), int | float)
        if action is None:
            assert winners
            assert sum(game.returns(state)) == pytest.approx(1)
            assert all(len(values) == game.players for values in game.facts(state).values())


# ----------------------------------------------------------------------------------------------------------------- matches


@every_game
@settings(deadline=None, max_examples=3)
@given(seed=st.integers(0, 2**40))
def test_every_match_ends_within_its_bounds_and_is_replayed(name, seed):
    for game in games(name)[:: 1 + seed % 2]:
        match, most = Match(game, seed), 0
        bots = [RandomBot(seed + player) for player in range(game.players)]
        while not match.is_over:
            player = game.to_act(match.state)
            most = max(most, len(game.legal_actions(match.state)))
            match.act(bots[player].choose(game, game.view(match.state, player), player))
        assert len(match.actions) <= game.most_actions()
        assert most <= game.most_choices()
        texts = [game.action_text(action) for action in match.actions]
        assert replay(game, match.seed, texts).state == match.state


@every_game
def test_matches_are_saved_resumed_taken_back_and_scripted(name):
    for match in playouts(name, 1):
        game, actions, end, begin = match.game, list(match.actions), match.state, Match(match.game, match.seed).state
        saved = json.loads(json.dumps(match_to_json(match)))
        assert match_from_json(saved, make).state == end
        half = len(actions) // 2
        resumed = match_from_json(saved | {"actions": saved["actions"][:half]}, make)
        for action in actions[half:]:
            resumed.act(action)
        assert resumed.state == end
        match.undo()
        assert match.state == replay(game, match.seed, actions[:-1]).state
        match.undo(len(actions) - 1)
        assert (match.actions, match.state) == ([], begin)
        with pytest.raises(InputError, match="undo"):
            match.undo()
        draws, state, chance, remaining = [], game.initial(), random.Random(match.seed), list(actions)
        while not game.is_over(state):
            at_chance = game.to_act(state) == CHANCE
            action = drawn(game, state, chance) if at_chance else remaining.pop(0)
            draws += [game.action_text(action)] if at_chance else []
            state = game.apply(state, action)
        assert replay(game, match.seed + 1, actions, draws).state == state == end


# ----------------------------------------------------------------------------------------------------- hidden information


@every_game
def test_what_is_hidden_stays_hidden_and_guesses_are_whole_and_playable(name):
    chance = random.Random(5)
    for game, state, action in some_states(name, 40):
        for player in range(game.players):
            view = game.view(state, player)
            assert game.view(view, player) == view
            guess = game.determinize(view, player, chance)
            assert game.view(guess, player) == view
            assert game.to_act(guess) == game.to_act(state)
            hash(view)
            if game.to_act(state) == player:
                assert game.legal_actions(view) == game.legal_actions(guess) == game.legal_actions(state)
            json.dumps(game.state_to_json(view))
            game.describe(view)
            if action is not None and game.to_act(state) == CHANCE and action in dict(game.chance_outcomes(guess)):
                assert game.observed(state, action, player) == game.observed(guess, action, player)
            for _ in range(4):
                if game.is_over(guess):
                    break
                at_chance = game.to_act(guess) == CHANCE
                guess = game.act(guess, drawn(game, guess, chance) if at_chance else game.playout_action(guess, chance))
                assert game.to_act(guess) in (CHANCE, OVER, *range(game.players))


# -------------------------------------------------------------------------------------------------------------------- bots


def shortest(name):
    """The game with the fewest players, with options that keep it short."""
    options = SHORTEST if name == "humpyard" else VARIANTS
    return make(name, min(game_class(name).seats), **options.get(name, [{}])[0])


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        pytest.param(name, bot, marks=pytest.mark.slow if (name, bot) == ("humpyard", "pimc") else ())
        for name in sorted(GAMES)
        for bot in bot_names(game_class(name))
    ],
)
def test_every_bot_plays_every_game_by_its_seed_and_in_a_time_that_is_not_reached(name, bot):
    game, text = shortest(name), QUICK.get(bot, bot)
    timed = f"{text}:think=10000s" if "think" in bot_options(type(game), bot) and bot != "search" else text
    match = Match(game, 2)
    for number in range(2):
        player = game.to_act(match.state)
        view = game.view(match.state, player)
        action = make_bot(type(game), text, number).choose(game, view, player)
        assert make_bot(type(game), timed, number).choose(game, view, player) == action
        match.act(action)


# --------------------------------------------------------------------------------------------------------------- the class


@pytest.mark.parametrize("name", sorted(GAMES))
def test_games_say_what_they_are(name):
    game = game_class(name)
    assert game.name == name
    assert game.title
    assert game.summary.endswith(".")
    assert game.seats == tuple(sorted(set(game.seats)))
    options = make_game(name, min(game.seats)).options_to_json()
    assert make_game(name, min(game.seats), **options).options_to_json() == options
    with pytest.raises(InputError, match="unknown option"):
        make_game(name, min(game.seats), no_such_option=1)


@pytest.mark.parametrize("name", [*sorted(GAMES), "high-card"])
def test_golden_playthroughs(name):
    game = games(name)[0]
    text = playthrough(game, 11, [RandomBot(player) for player in range(game.players)])
    kept = GOLDEN / f"{name}.txt"
    stored = kept.read_text(encoding="utf-8") if kept.exists() else ""
    assert stored == text, f"of a new game, or if its rules were meant to change, write this to {kept}:\n{text}"


def test_every_game_has_a_command_of_its_name_that_plays_simulates_and_follows_it():
    assert sorted(commands.GAMES) == sorted(GAMES)
    for name, (place, _) in commands.GAMES.items():
        assert {"play", "simulate", "follow"} <= set(load_place(place).commands)
        assert game_class(name).name == name


def test_the_numbers_of_players_are_written_as_people_do():
    assert (players_text((2,)), players_text((2, 3, 4))) == ("2 players", "2 to 4 players")
