"""Statistics of many games: shares of wins and mean points by bot and by seat, with 95 % intervals; ties; facts of the game.

Intervals of shares are Wilson's, and those of means are normal. If k players share a win, each of them gets 1/k.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

Z = 1.959964  # 95 %


@dataclass(frozen=True)
class Outcome:
    """One finished game: the bot and the points at each seat, the winning seats, the number of actions, and the facts."""

    bots: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    facts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def won(self, seat: int) -> float:
        """Return a seat's share of the win."""
        return (seat in self.winners) / len(self.winners)


@dataclass(frozen=True)
class BotRow:
    """The results of a bot. `wins` is its share of all wins, and `fair` is the share that equal play would give its seats.

    `low` and `high` bound `wins`. `points` is the mean for a seat, and `spread` is half the width of its interval.
    """

    bot: str
    seats: int
    wins: float
    low: float
    high: float
    fair: float
    points: float
    spread: float


@dataclass(frozen=True)
class SeatRow:
    """The results of a seat, whichever bot had it."""

    seat: int
    wins: float
    low: float
    high: float
    points: float
    spread: float


@dataclass(frozen=True)
class FactRow:
    """The mean of a fact over all seats in the `games` that have it, with its interval, and its mean for each seat."""

    name: str
    games: int
    mean: float
    spread: float
    by_seat: tuple[float, ...]


@dataclass(frozen=True)
class Summary:
    """All tables of a simulation.

    `shared` counts games by the number of their winners. `level` is the share of games in which several players have the most
    points, even if the tie is broken. `actions` is the mean number of actions in a game.
    """

    games: int
    standings: tuple[BotRow, ...]
    seats: tuple[SeatRow, ...]
    shared: Mapping[int, int]
    level: float
    actions: float
    facts: tuple[FactRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the tables in JSON types, with numbers rounded to 6 digits."""
        # A round trip through JSON turns tuples into lists and keys into strings, and lets `parse_float` round every number.
        rounded: dict[str, Any] = json.loads(json.dumps(asdict(self)), parse_float=lambda number: round(float(number), 6))
        return rounded


def summary(outcomes: Sequence[Outcome]) -> Summary:
    """Return all tables for a list of games, which may not be empty."""
    level = sum(outcome.points.count(max(outcome.points)) > 1 for outcome in outcomes)
    return Summary(
        len(outcomes),
        tuple(standings(outcomes)),
        tuple(seat_table(outcomes)),
        dict(sorted(Counter(len(outcome.winners) for outcome in outcomes).items())),
        level / len(outcomes),
        sum(outcome.actions for outcome in outcomes) / len(outcomes),
        tuple(fact_table(outcomes)),
    )


def standings(outcomes: Sequence[Outcome]) -> list[BotRow]:
    """Return the results of every bot, the best one first."""
    result = []
    for bot in sorted({bot for outcome in outcomes for bot in outcome.bots}):
        shares = [sum(outcome.bots[seat] == bot for seat in outcome.winners) / len(outcome.winners) for outcome in outcomes]
        points = [value for outcome in outcomes for name, value in zip(outcome.bots, outcome.points, strict=True) if name == bot]
        seats = outcomes[0].bots.count(bot)
        result.append(BotRow(bot, seats, *_share(shares), seats / len(outcomes[0].bots), *mean_spread(points)))
    return sorted(result, key=lambda standing: (-standing.wins, standing.bot))


def seat_table(outcomes: Sequence[Outcome]) -> list[SeatRow]:
    """Return the share of wins and the mean points of each seat."""
    result = []
    for seat in range(len(outcomes[0].bots)):
        points = [outcome.points[seat] for outcome in outcomes]
        result.append(SeatRow(seat, *_share([outcome.won(seat) for outcome in outcomes]), *mean_spread(points)))
    return result


def fact_table(outcomes: Sequence[Outcome]) -> list[FactRow]:
    """Return the mean of every fact, sorted by name."""
    result = []
    for name in fact_names(outcomes):
        rows = [outcome.facts[name] for outcome in outcomes if name in outcome.facts]
        # The seats of one game depend on each other: the interval is that of the means of games.
        mean, spread = mean_spread([sum(row) / len(row) for row in rows])
        by_seat = tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
        result.append(FactRow(name, len(rows), mean, spread, by_seat))
    return result


def fact_names(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the names of all facts, sorted."""
    return sorted({name for outcome in outcomes for name in outcome.facts})


def games_csv(outcomes: Sequence[Outcome]) -> str:
    """Return a CSV table with a row for each seat in each game: game, seat, bot, points, share of the win, actions, facts."""
    import csv
    from io import StringIO

    names, text = fact_names(outcomes), StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["game", "seat", "bot", "points", "won", "actions", *names])
    for number, outcome in enumerate(outcomes):
        for seat, (bot, points) in enumerate(zip(outcome.bots, outcome.points, strict=True)):
            facts = [f"{outcome.facts[name][seat]:g}" if name in outcome.facts else "" for name in names]
            table.writerow([number, seat, bot, points, f"{outcome.won(seat):g}", outcome.actions, *facts])
    return text.getvalue()


# --------------------------------------------------------------------------------------------------------------------
# Intervals


def mean_spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval (normal approximation)."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, Z * sqrt(variance / len(values))


def _share(wins: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean share of wins with its interval."""
    share = sum(wins) / len(wins)
    return share, *wilson(share, len(wins))


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share in `number` trials (Wilson's score interval).

    Shared wins have a smaller variance, so the interval is wider than necessary.
    """
    middle = (share + Z * Z / (2 * number)) / (1 + Z * Z / number)
    half = Z / (1 + Z * Z / number) * sqrt(share * (1 - share) / number + Z * Z / (4 * number * number))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
