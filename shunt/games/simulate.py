"""Many games between bots, played in several processes.

Game g of a simulation depends only on (seed, g), and the results are in the order of games, so they are the same for any number
of workers. Bots move by one seat after each game, so that no bot profits from its seat. `statistics` makes tables of the results.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from time import perf_counter
from typing import Any

from shunt.errors import Fault, raise_faults
from shunt.games.protocol import Match
from shunt.games.registry import game_class, make_bot, make_game
from shunt.games.statistics import Outcome
from shunt.search.core.limits import Progress, no_progress, worker_faults
from shunt.search.core.shards import local_pool, map_shards

BLOCK_SECONDS = 0.5  # a worker plays for about this long before it reports
START_SECONDS = 2.0  # starting workers takes about this long; shorter work is done without them
MOST_IN_BLOCK = 500


@dataclass(frozen=True)
class GameSettings:
    """Options of a game, and default options for bots that have them."""

    options: Mapping[str, Any] = field(default_factory=dict)
    bot_options: Mapping[str, Any] = field(default_factory=dict)


PLAIN = GameSettings()


def play_game(game: str, bots: Sequence[str], seed: int, number: int, settings: GameSettings = PLAIN) -> Outcome:
    """Play game `number` of a simulation."""
    turn = number % len(bots)
    seated = (*bots[turn:], *bots[:turn])
    seeds = random.Random(f"{seed}/{number}")
    match: Match[Any, Any] = Match(make_game(game, len(bots), **settings.options), seeds.getrandbits(48))
    rules = match.game
    match.play([make_bot(type(rules), name, seeds.getrandbits(48), settings.bot_options) for name in seated])
    state = match.state
    return Outcome(seated, rules.scores(state), rules.winners(state), len(match.actions), dict(rules.facts(state)))


def simulate(
    game: str,
    bots: Sequence[str],
    games: int,
    settings: GameSettings = PLAIN,
    *,
    seed: int = 0,
    workers: int = 1,
    progress: Progress = no_progress,
    start_seconds: float = START_SECONDS,
) -> list[Outcome]:
    """Play `games` games between these bots, one for each seat. `registry.make_bot` explains their names.

    `progress` is called after every game. Simulations shorter than `start_seconds` do not use other processes. After an
    interrupt (Ctrl-C), the games before the first unfinished one are returned. Raise `InputError`, which lists every fault.
    """
    raise_faults([Fault("games", str(games), "at least 1")] * (games < 1) + worker_faults(workers))
    make_game(game, len(bots), **settings.options)
    for name in bots:
        make_bot(game_class(game), name, 0, settings.bot_options)
    work = partial(play_game, game, tuple(bots), seed, settings=settings)
    found: dict[int, Outcome] = {}

    def done(number: int, outcome: Outcome) -> None:
        found[number] = outcome
        progress("games over", len(found), games)

    rest = range(games)
    try:
        if workers > 1 and games > 1:
            game_class(game).warm()
            began = perf_counter()
            done(0, work(0))  # measures how long a game takes
            seconds, rest = perf_counter() - began, range(1, games)
            if seconds * (games - 1) >= start_seconds:
                _play_in_blocks(work, games, workers, seconds, done)
                rest = range(0)
        for number in rest:
            done(number, work(number))
    except KeyboardInterrupt:
        pass  # the finished games are returned
    return [found[number] for number in takewhile(found.__contains__, range(games))]


def _play_in_blocks(
    work: Callable[[int], Outcome], games: int, workers: int, seconds: float, done: Callable[[int, Outcome], None]
) -> None:
    """Play all games but the first over processes, in blocks long enough that handing them out costs little."""
    fair = -(-(games - 1) // (2 * workers))  # two blocks for each worker at least
    size = max(1, min(int(BLOCK_SECONDS / seconds), MOST_IN_BLOCK, fair))
    count = -(-(games - 1) // size)

    def take(block: int, outcomes: list[Outcome]) -> None:
        for number, outcome in enumerate(outcomes, start=1 + block * size):
            done(number, outcome)

    map_shards(local_pool(min(workers, count)), partial(_block, work, games, size), range(count), take)


def _block(work: Callable[[int], Outcome], games: int, size: int, block: int) -> list[Outcome]:
    first = 1 + block * size
    return [work(number) for number in range(first, min(first + size, games))]
