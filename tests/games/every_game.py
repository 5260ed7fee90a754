"""Every registered game and a few tiny ones, with options that keep a playout short and reach all rules."""

import random
from functools import cache

import pytest

from shunt.games.bots import RandomBot
from shunt.games.companion import Companion
from shunt.games.protocol import CHANCE, Match, drawn, player_name
from shunt.games.registry import GAMES, game_class, make_bot, make_game
from tests.games.high_card import HighCard
from tests.games.tiny_games import Coin, Nim, Roll

TINY = {game.name: game for game in (Coin, HighCard, Nim, Roll)}
# Sets of options by game; games that are not named are played with their defaults.
VARIANTS = {
    "humpyard": [
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
SHORTEST = VARIANTS | {
    "yardmaster": [{"goal": 2, "turn_cap": 3}, {"goal": 2, "turn_cap": 3, "loading": "any-time"}],
    "humpyard": [{"turns": 1, "longest": 3, "by_hand": [0]}, VARIANTS["humpyard"][1] | {"turns": 1}],
}

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


def follower(name):
    """A class of companions that add nothing to the game."""
    return type("Follower", (Companion,), {"game": name})


def playouts(name, number=2):
    """Matches played by random bots to their end."""
    for game in games(name):
        for seed in range(number):
            match = Match(game, seed)
            match.play([RandomBot(100 * seed + player) for player in range(game.players)])
            yield match


def share_won(name, bot, rival, games, players=2):
    """The share of wins of a bot against rivals in all other seats; it moves on by one seat from game to game."""
    game, won = make(name, players), 0.0
    for number in range(games):
        seat = number % players
        match = Match(game, 7_000 + number // players)
        bots = [make_bot(type(game), bot if place == seat else rival, 100 * number + place) for place in range(players)]
        match.play(bots)
        won += game.returns(match.state)[seat]
    return won / games


@cache
def states(name):
    """Every state of a random playout of each game, chance's included, with the action that follows."""
    found = []
    for game in games(name):
        chance, state = random.Random(7), game.initial()
        while not game.is_over(state):
            action = any_action(game, state, chance)
            found.append((game, state, action))
            state = game.act(state, action)
        found.append((game, state, None))
    return found


def some_states(name, most=120):
    """At most `most` of the states, spread evenly over all games and plies."""
    return states(name)[:: -(-len(states(name)) // most)]


def any_action(game, state, chance):
    """An outcome of chance, or an action of the player who acts, at random."""
    return drawn(game, state, chance) if game.to_act(state) == CHANCE else chance.choice(game.legal_actions(state))


def playthrough(game, seed, bots):
    """Return one whole game as text, with every state, draw and action, to be stored and compared."""
    chance, state = random.Random(seed), game.initial()
    lines = [f"{game.name}, {game.players} players, seed {seed}"]
    while not game.is_over(state):
        player = game.to_act(state)
        if player == CHANCE:
            who, action = f"chance, {len(game.chance_outcomes(state))} outcomes", drawn(game, state, chance)
        else:
            lines += ["", *game.describe(state).splitlines()]
            who = f"{player_name(player)}, {len(game.legal_actions(state))} actions"
            action = bots[player].choose(game, game.view(state, player), player)
        lines.append(f"> {who}: {game.action_text(action)}")
        state = game.act(state, action)
    points, won = " ".join(map(str, game.scores(state))), " and ".join(map(player_name, game.winners(state)))
    return "\n".join([*lines, "", *game.describe(state).splitlines(), f"points {points}; won by {won}", ""])
