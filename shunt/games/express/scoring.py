"""Final scores: values, run bonus and caboose, the tie-break by seats, and the sheet of one or two games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shunt.games.express.cabooses import caboose_points
from shunt.games.express.cards import Caboose
from shunt.games.express.options import Options
from shunt.games.express.trains import Train, longest_run, run_bonuses, train_value


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of one game, a value for each player: values of trains, longest runs, bonus for them, caboose points."""

    values: tuple[int, ...]
    runs: tuple[int, ...]
    bonuses: tuple[int, ...]
    caboose: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player in this game."""
        return tuple(map(sum, zip(self.values, self.bonuses, self.caboose, strict=True)))


def score_sheet(trains: Sequence[Train], caboose: Caboose | None, options: Options) -> Sheet:
    """Score trains as they are laid, complete or not."""
    return Sheet(
        tuple(train_value(train, options) for train in trains),
        tuple(longest_run(train, options) for train in trains),
        run_bonuses(trains, options),
        caboose_points(caboose, trains, options),
    )


def distance(player: int, start: int, players: int, direction: int) -> int:
    """Return the number of seats from the start player to a player, in a direction: 1 clockwise, -1 counter-clockwise."""
    return (player - start) * direction % players


def winners(totals: Sequence[int], start: int, direction: int, options: Options) -> tuple[int, ...]:
    """Return the player with most points; of those tied, the one furthest from the start player.

    The distance is measured in the direction of passing, clockwise with `tie_break = "clockwise"`; all win when "shared".
    """
    best = [player for player, total in enumerate(totals) if total == max(totals)]
    if options.tie_break == "shared":
        return tuple(best)
    way = 1 if options.tie_break == "clockwise" else direction
    return (max(best, key=lambda player: distance(player, start, len(totals), way)),)


def second_start(totals: Sequence[int], start: int, options: Options) -> int:
    """Return the start player of game 2: the lowest scorer of game 1; of those tied, the nearest to its start player."""
    lowest = [player for player, total in enumerate(totals) if total == min(totals)]
    choose = min if options.lowest_tie == "nearest" else max
    return choose(lowest, key=lambda player: distance(player, start, len(totals), 1))
