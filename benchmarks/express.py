"""Yardmaster Express: known decks, best trains, playouts beside OpenSpiel's own Python games, and how strong the bots are."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark
from shunt.games.bots import RandomBot
from shunt.games.express.best import best_trains
from shunt.games.express.cards import deck_for, rounds_for
from shunt.games.express.encoding import numbers_of, rules_of
from shunt.games.express.engine.codes import ENGINE
from shunt.games.express.engine.position import ExpressPosition
from shunt.games.express.engine.solve import play_out
from shunt.games.express.game import Express
from shunt.games.express.known import known_match, solve_known
from shunt.games.express.options import Options
from shunt.games.protocol import Match
from shunt.games.registry import make_bot

SOLVED, PLAYOUTS, GREEDY_SHARE, SAMPLED_SHARE = 50.0, 20_000, 0.95, 0.65
SAMPLER = "sampler:samples=10:aim=win"
OPENSPIEL = ("python_block_dominoes", "python_team_dominoes", "python_liars_poker", "python_tic_tac_toe")


@benchmark("express", "Yardmaster Express: solving, playouts, strength")
def express(plan: Plan) -> Iterator[Figure]:
    """Deals, games and seeds are the same in every run."""
    yield from _solved(60 if plan.quick else 300)
    yield from _best()
    yield from _strength(plan)
    yield from _playouts(20_000 if plan.quick else 200_000)


def _deck(players: int, seed: int) -> list[str]:
    deck = sorted(deck_for(players).elements())
    random.Random(seed).shuffle(deck)
    return deck


def _solved(number: int) -> Iterator[Figure]:
    """Whole games of two players with known decks: the best line."""
    lines, states = [], []
    for seed in range(number):
        line = solve_known(known_match(Express(2), _deck(2, seed)))
        lines.append(1000 * line.seconds)
        states.append(line.states)
    note = f"{number} deals, {median(states):,.0f} states in the median"
    bar = f"≤ {SOLVED:g} ms"
    yield Figure(
        "express/solve",
        "Known deck, two players: value and line",
        median(lines),
        "ms",
        "lower",
        bar,
        median(lines) <= SOLVED,
        note,
    )
    yield Figure("express/solve/slowest", "The slowest of these deals", max(lines), "ms")


def _best() -> Iterator[Figure]:
    for players in (2, 3, 4, 5):
        deck = sorted(deck_for(players).elements())
        best_trains(deck, 9 - players)
        began = time.perf_counter()
        found = best_trains(deck, 9 - players)
        took = 1000 * (time.perf_counter() - began)
        yield Figure(
            f"express/best/{players}", f"Best train of the whole deck, {players} players: {found[0].total} points", took, "ms"
        )


def _strength(plan: Plan) -> Iterator[Figure]:
    """Shares of games won, the seats swapped after every deal."""
    for bot, rival, games, bar in (
        ("greedy", "random", 200 if plan.quick else 2000, GREEDY_SHARE),
        (SAMPLER, "greedy", 40 if plan.quick else 300, SAMPLED_SHARE),
    ):
        game, won = Express(2), 0
        for number in range(games):
            names = [bot, rival] if number % 2 == 0 else [rival, bot]
            match = Match(game, number // 2)
            match.play([make_bot(Express, name, 100 * number + seat) for seat, name in enumerate(names)])
            won += number % 2 in game.winners(match.state)
        share = won / games
        title = f"{bot} against {rival}: games won, of {games}"
        yield Figure(f"express/strength/{bot}", title, 100 * share, "%", "higher", f"≥ {bar:.0%}", share >= bar)
        plan.say(f"{title}: {share:.1%}")


def _playouts(number: int) -> Iterator[Figure]:
    """Games a second and core: greedy by the kernel, at random by the rules, and of OpenSpiel's games written in Python."""
    for players in (2, 5):
        rules, deck = rules_of(None, Options()), numbers_of(deck_for(players).elements())
        none = (0,) * players
        position = ExpressPosition(rules, (ENGINE,) * players, none, tuple(deck[:players]), players * rounds_for(players))
        play_out(position, deck[players:], 10, 1, none, 0)
        began = time.perf_counter()
        play_out(position, deck[players:], number, 1, none, 0)
        rate = number / (time.perf_counter() - began)
        title = f"Greedy playouts a second, {players} players, kernel"
        yield Figure(f"express/playouts/{players}", title, rate, "1/s", "higher", f"≥ {PLAYOUTS:,}", rate >= PLAYOUTS)
    game = Express(2)
    began = time.perf_counter()
    for seed in range(100):
        Match(game, seed).play([RandomBot(seed), RandomBot(seed + 1)])
    turns = game.plies * 100 / (time.perf_counter() - began)
    yield Figure(
        "express/playouts/rules", "Random playouts a second, two players, by the rules", turns / game.plies, "1/s", "higher"
    )
    yield Figure("express/turns/rules", "Turns a second of these", turns, "1/s", "higher")
    yield from _openspiel()


def _openspiel() -> Iterator[Figure]:
    try:
        import open_spiel.python.games  # noqa: F401
        import pyspiel
    except ImportError:
        raise CannotRunError("open_spiel, for the comparison with its games") from None
    known = set(pyspiel.registered_names())
    for name in OPENSPIEL:
        if name not in known:
            continue
        game, chance, games, turns, began = pyspiel.load_game(name), random.Random(1), 0, 0, time.perf_counter()
        while time.perf_counter() - began < 2:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
                turns += 1
            games += 1
        took = time.perf_counter() - began
        yield Figure(f"express/openspiel/{name}", f"OpenSpiel's {name}: random playouts a second", games / took, "1/s", "higher")
        yield Figure(f"express/openspiel/{name}/turns", f"OpenSpiel's {name}: actions a second", turns / took, "1/s", "higher")
