"""Every registered game and a few tiny ones, with options that keep a playout short and reach all rules."""

from __future__ import annotations

import random

import pytest

from shunt.games.bots import RandomBot
from shunt.games.protocol import CHANCE, Match, drawn, player_name
from shunt.games.registry import GAMES, game_class, make_game
from tests.games.high_card import HighCard
from tests.games.tiny_games import Coin, Kuhn, Nim, Roll

TINY = {game.name: game for game in (Coin, HighCard, Kuhn, Nim, Roll)}
# Sets of options by game; games that are not named are played with their defaults.
VARIANTS = {
    "hump-yard": [
        {"turns": 4, "longest": 4, "by_hand": [0]},
        {"turns": 2, "stop": "any", "returns": True, "start": None, "branches": "down"},
    ],
    "yardmaster": [
        {"goal": 6},
        {"goal": 4, "reshuffle": "at-once", "loading": "any-time", "take_fresh_bonus": True, "bonus_order": "letter"},
    ],
    "tiles": [{}, {"squares": "1+1+28", "tight_gaps": True, "free_discard": True, "surplus": "redraw"}],
    "express": [{}, {"variant": "strategic", "caboose": "random"}, {"buried": "open", "illegal": "flip", "caboose": "random"}],
}
# For tests that look at every state many times.
SHORTEST = VARIANTS | {"yardmaster": [{"goal": 2, "turn_cap": 3}, {"goal": 2, "turn_cap": 3, "loading": "any-time"}]}

every_game = pytest.mark.parametrize("name", [*sorted(GAMES), *TINY])


def class_of(name):
    return TINY[name] if name in TINY else game_class(name)


def make(name, players, **options):
    return TINY[name](players, **options) if name in TINY else make_game(name, players, **options)


def games(name):
    """Each set of options with the fewest players and with the most."""
    seats = class_of(name).seats
    return [
        make(name, players, **options) for options in VARIANTS.get(name, [{}]) for players in sorted({min(seats), max(seats)})
    ]


def playouts(name, number=2):
    """Matches played by random bots to their end."""
    for game in games(name):
        for seed in range(number):
            match = Match(game, seed)
            match.play([RandomBot(100 * seed + player) for player in range(game.players)])
            yield match


def states(name, seed=7):
    """Every state of a random playout of each game, chance's included, with the action that follows."""
    for game in games(name):
        chance, state = random.Random(seed), game.initial()
        while not game.is_over(state):
            at_chance = game.to_act(state) == CHANCE
            action = drawn(game, state, chance) if at_chance else chance.choice(game.legal_actions(state))
            yield game, state, action
            state = game.act(state, action)
        yield game, state, None


def some_states(name, most=120, seed=7):
    """At most `most` of the states, spread evenly over all games and plies."""
    found = list(states(name, seed))
    return found[:: -(-len(found) // most)]


def playthrough(game, seed, bots):
    """Return one whole game as text, with every state, draw and action, to be stored and compared."""
    chance, state, lines = random.Random(seed), game.initial(), []
    lines.append(f"{game.name}, {game.players} players, seed {seed}")
    while not game.is_over(state):
        player = game.to_act(state)
        if player == CHANCE:
            outcomes = game.chance_outcomes(state)
            action = drawn(game, state, chance)
            who = f"chance, {len(outcomes)} outcomes"
        else:
            lines += ["", *game.describe(state).splitlines()]
            action = bots[player].choose(game, game.view(state, player), player)
            who = f"{player_name(player)}, {len(game.legal_actions(state))} actions"
        lines.append(f"> {who}: {game.action_text(action)}")
        state = game.act(state, action)
    lines += ["", *game.describe(state).splitlines()]
    points = " ".join(map(str, game.scores(state)))
    return "\n".join([*lines, f"points {points}; won by {' and '.join(map(player_name, game.winners(state)))}", ""])
