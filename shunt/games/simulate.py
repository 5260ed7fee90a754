"""Many games of bots against each other, over processes: who wins how often, with intervals.

Game g of a simulation is made by (seed, g) alone, and results are counted in the order of games, so the numbers are the same
whatever the number of workers. Seats turn from game to game, so that no bot profits from its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from math import sqrt
from typing import Any

from shunt.errors import Fault, InputError
from shunt.games.protocol import Match
from shunt.games.registry import game_class, make_bot, make_game
from shunt.generate.workers import local_crew, map_shards

Z = 1.959964  # 95 %

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Outcome:
    """One game: the bot at each seat, its points, and the seats that won."""

    bots: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int


@dataclass(frozen=True)
class Standing:
    """What a kind of bot achieved: `wins` is its share of all games (a tie of k counts 1/k to each).

    `fair`: what its seats alone would give it. `low` and `high` bound the share (Wilson, 95 %). `points` is the mean of a
    seat, `spread` half the width of its 95 % interval.
    """

    bot: str
    seats: int
    wins: float
    low: float
    high: float
    fair: float
    points: float
    spread: float


def play_game(game: str, bots: Sequence[str], seed: int, number: int, *, reach: int, options: Mapping[str, Any]) -> Outcome:
    """Game `number` of a simulation: bots turned on by one seat a game."""
    turn = number % len(bots)
    seated = (*bots[turn:], *bots[:turn])
    seeds = random.Random(f"{seed}/{number}")
    match: Match[Any, Any] = Match(make_game(game, len(bots), **options), seeds.getrandbits(48))
    match.play([make_bot(type(match.game), name, seeds.getrandbits(48), reach=reach) for name in seated])
    rules = match.game
    return Outcome(seated, rules.scores(match.state), rules.winners(match.state), getattr(match.state, "turn", 0))


def simulate(
    game: str,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    reach: int = 3,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Play `games` games of these bots; `progress` is told how many are done. Raises `InputError` with every fault.

    Interrupted (Ctrl-C), it returns the games up to the first that is not over: those that so many `games` would have been.
    """
    faults = [Fault(name, str(value), "at least 1") for name, value in (("games", games), ("workers", workers)) if value < 1]
    if reach < 2:
        faults.append(Fault("reach", f"{reach} cars", "at least 2"))
    if faults:
        raise InputError(faults)
    options = dict(options or {})
    make_game(game, len(bots), **options)
    for name in bots:
        make_bot(game_class(game), name, 0)
    work = partial(play_game, game, tuple(bots), seed, reach=reach, options=options)
    found: dict[int, Outcome] = {}

    def done(number: int, outcome: Outcome) -> None:
        found[number] = outcome
        if progress:
            progress(len(found))

    try:
        if workers == 1:
            for number in range(games):
                done(number, work(number))
        else:
            map_shards(local_crew(min(workers, games), game_class(game).warm), work, range(games), done)
    except KeyboardInterrupt:
        pass  # what is played is not lost
    return [found[number] for number in takewhile(found.__contains__, range(games))]


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """Every kind of bot by its share of wins, best first."""
    result = []
    for bot in sorted({bot for outcome in outcomes for bot in outcome.bots}):
        shares = [sum(outcome.bots[seat] == bot for seat in outcome.winners) / len(outcome.winners) for outcome in outcomes]
        points = [value for outcome in outcomes for name, value in zip(outcome.bots, outcome.points, strict=True) if name == bot]
        wins = sum(shares) / len(shares)
        mean = sum(points) / len(points)
        variance = sum((value - mean) ** 2 for value in points) / max(1, len(points) - 1)
        seats = outcomes[0].bots.count(bot)
        spread = Z * sqrt(variance / len(points))
        low, high = wilson(wins, len(shares))
        result.append(Standing(bot, seats, wins, low, high, seats / len(outcomes[0].bots), mean, spread))
    return sorted(result, key=lambda standing: (-standing.wins, standing.bot))


def wilson(share: float, number: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in `number` trials (Wilson's score interval).

    Shares of tied games are no whole wins; their variance is smaller, so the interval is on the safe side.
    """
    middle = (share + Z * Z / (2 * number)) / (1 + Z * Z / number)
    half = Z / (1 + Z * Z / number) * sqrt(share * (1 - share) / number + Z * Z / (4 * number * number))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
