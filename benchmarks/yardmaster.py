"""Yardmaster: playouts a second, and the strength of the bots against each other."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.measuring import Figure, Plan, benchmark
from shunt.games.protocol import CHANCE, Match, drawn
from shunt.games.registry import make_bot
from shunt.games.statistics import wilson
from shunt.games.yardmaster.encoding import encode
from shunt.games.yardmaster.engine.layout import END_TURN
from shunt.games.yardmaster.engine.playout_kernels import trials
from shunt.games.yardmaster.game import Yardmaster

STRENGTH_BAR, GREEDY_BAR = 0.65, 0.95
ENDLESS = 1_000_000
PAIRS = (("greedy", "random", GREEDY_BAR, 200), ("planner", "greedy", None, 200), ("search", "greedy", STRENGTH_BAR, 100))


@benchmark("yardmaster", "Yardmaster: playouts and bots")
def yardmaster(plan: Plan) -> Iterator[Figure]:
    """Playouts are measured on one core in CPU time; bots take every seat in turn, with fixed seeds."""
    Yardmaster.warm()
    for players in (2, 5):
        yield from _playouts(players, 1_000 if plan.quick else 10_000)
    for bot, rival, bar, games in PAIRS:
        yield _strength(plan, bot, rival, bar, games // 5 if plan.quick else games)


def _playouts(players: int, number: int) -> Iterator[Figure]:
    game, chance = Yardmaster(players), random.Random(1)
    state = game.initial()
    while game.to_act(state) == CHANCE:
        state = game.apply(state, drawn(game, state, chance))
    boards = encode(game, *[state] * number)
    began = time.process_time()
    trials(boards, np.array([END_TURN]), 7, ENDLESS)
    rate = number / (time.process_time() - began)
    yield Figure(f"yardmaster/playouts/{players}", f"Playouts of {players} players, one core", rate, "1/s", better="higher")


def _strength(plan: Plan, bot: str, rival: str, bar: float | None, games: int) -> Figure:
    game, won, began = Yardmaster(2), 0.0, time.process_time()
    for number in range(games):
        seat = number % 2
        seats = [make_bot(Yardmaster, bot if player == seat else rival, 1000 * number + player) for player in range(2)]
        match = Match(game, number // 2)
        match.play(seats)
        won += game.returns(match.state)[seat]
    share = won / games
    low, high = wilson(share, games)
    spent = (time.process_time() - began) / games
    plan.say(f"{bot} against {rival}: {share:.1%} of {games} games")
    return Figure(
        f"yardmaster/strength/{bot}/{rival}",
        f"{bot} against {rival}, 2 players, seats swapped",
        100 * share,
        "%",
        better="higher",
        bar="" if bar is None else f"≥ {100 * bar:g} %",
        holds=None if bar is None else share >= bar,
        note=f"{games} games, 95 % interval {low:.0%} to {high:.0%}, {spent:.2f} s a game",
    )
