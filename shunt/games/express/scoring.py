"""Final scores: values, run bonus and caboose, the tie-break by seats, and the sheet of one or two games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shunt.games.express.cards import Caboose, halves
from shunt.games.express.options import Options
from shunt.games.express.trains import Train, colour_counts, longest_run, railcars, run_bonuses, runs, train_value


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score of one game, a value for each player: values of trains, longest runs, bonus for them, caboose points."""

    values: tuple[int, ...]
    runs: tuple[int, ...]
    bonuses: tuple[int, ...]
    caboose: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player in this game."""
        return tuple(map(sum, zip(self.values, self.bonuses, self.caboose, strict=True)))


def score_sheet(trains: Sequence[Train], caboose: Caboose | None, options: Options) -> ScoreSheet:
    """Score trains as they are laid, complete or not."""
    return ScoreSheet(
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


def points_text(sheet: ScoreSheet, player: int) -> str:
    """Return one player's points of a game with their parts: `47 + 6 (run of 6)`."""
    parts = [str(sheet.values[player])]
    if sheet.bonuses[player]:
        parts.append(f"{sheet.bonuses[player]} (run of {sheet.runs[player]})")
    if sheet.caboose[player]:
        parts.append(f"{sheet.caboose[player]} (caboose)")
    total = f" = {sheet.totals[player]}" if len(parts) > 1 else ""
    return " + ".join(parts) + total


# --------------------------------------------------------------------------------------------------------------------
# Cabooses

WILD_IN_SEQUENCE = 2
HIGH_VALUE = 1000
"""More than any train is worth."""


def caboose_points(caboose: Caboose | None, trains: Sequence[Train], options: Options) -> tuple[int, ...]:
    """Return the points that the caboose gives to each player; none without a caboose.

    Every player who shares the highest amount is paid. One of 0 pays only for the most of something (option `most_of_none`).
    """
    if caboose is None:
        return (0,) * len(trains)
    condition = caboose.condition
    bonuses = run_bonuses(trains, options) if options.little_engine == "with-run" else (0,) * len(trains)
    amounts = [_amount(condition, train, bonus, options) for train, bonus in zip(trains, bonuses, strict=True)]
    pays_none = condition.startswith("most") and options.most_of_none == "everybody"
    return tuple(caboose.points * (amount == max(amounts) and (amount > 0 or pays_none)) for amount in amounts)


def _amount(condition: str, train: Train, bonus: int, options: Options) -> int:
    """Return how much a train has of what the condition asks for; of some only whether it meets the condition."""
    if condition == "lowest-value":
        return HIGH_VALUE - train_value(train, options) - bonus
    if condition[0].isdigit():
        return _has_sequence([int(value) for value in condition.split()], train, options)
    return _AMOUNTS[condition](train, options)


def _enough(count: int, wanted: int, options: Options) -> bool:
    return count == wanted or count > wanted and options.counts == "at-least"


_AMOUNTS: dict[str, Callable[[Train, Options], int]] = {
    "fewest-types": lambda train, options: (
        6 - len(colour_counts(train)) if options.all_wild == "qualifies" or colour_counts(train) else 0
    ),
    "most-runs": lambda train, options: sum(run.halves >= 2 for run in runs(train, options)),
    "most-of-a-type": lambda train, options: max(colour_counts(train).values(), default=0),
    "most-wilds": lambda train, options: sum(not car.up for car in train),
    "two-threes": lambda train, options: sum(_enough(count, 3, options) for count in colour_counts(train).values()) >= 2,
    "a-five": lambda train, options: any(_enough(count, 5, options) for count in colour_counts(train).values()),
    "no-fours": lambda train, options: all(half is None or half[1] != 4 for half in railcars(train)),
    "no-mixed": lambda train, options: (
        not any(halves(car.card)[0][0] != halves(car.card)[1][0] if car.up else options.wild_is_mixed == "yes" for car in train)
    ),
    "last-three": lambda train, options: bool(train) and train[-1].up and halves(train[-1].card)[1][1] == 3,
    "no-run": lambda train, options: all(run.halves < 2 for run in runs(train, options)),
}


def _has_sequence(wanted: list[int], train: Train, options: Options) -> bool:
    wild = WILD_IN_SEQUENCE if options.sequence_wild == "two" else 0
    values = [half[1] if half else wild for half in railcars(train)]
    if options.sequence_place == "end":
        return values[-len(wanted) :] == wanted
    return any(values[start : start + len(wanted)] == wanted for start in range(len(values)))
