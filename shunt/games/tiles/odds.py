"""How long a train-tile game lasts, exactly: it ends when the first engine and the first caboose have both been drawn.

Nobody's decisions matter for that, as the first engine and the first caboose must be played. With N squares, e engines and c
cabooses, the first engine is after draw n with chance C(N-e, n) / C(N, n), so by inclusion and exclusion the game is not over
after n draws with chance P(no engine) + P(no caboose) - P(neither). The expected number of draws is
(N+1)/(e+1) + (N+1)/(c+1) - (N+1)/(e+c+1). A kind that the train has already drops out of both sums. Squares that cannot be
joined do not change that, since they are draws too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from shunt.errors import Fault, counted, raise_faults

MOST_SQUARES = 10_000


@dataclass(frozen=True)
class Odds:
    """The chance of each number of draws, and the expected number."""

    expected_draws: Fraction
    draws: dict[int, Fraction]

    def as_json(self) -> dict[str, Any]:
        """Return the odds in the form of `shunt tiles odds --json`."""
        shown = {str(number): float(chance) for number, chance in self.draws.items()}
        return {"expected_draws": round(float(self.expected_draws), 3), "draws": shown}


def odds(engines: int, cabooses: int, squares: int, engine: bool = False, caboose: bool = False) -> Odds:
    """Return the exact odds of the number of draws from a pile; raise `InputError` for one that cannot be.

    `engine` and `caboose` say whether the train has one already, in a game in progress: then it is not waited for.

    >>> float(round(odds(4, 4, 30).expected_draws, 3))
    8.956
    """
    kinds = {"engines": (engines, engine), "cabooses": (cabooses, caboose)}
    waiting = {name: number for name, (number, there) in kinds.items() if not there}
    faults = [Fault(name, f"{value} {name}", "at least 1") for name, value in waiting.items() if value < 1]
    if not faults and not engines + cabooses <= squares:
        pile = f"a pile of {squares} cannot hold {counted(engines, 'engines')} and {counted(cabooses, 'cabooses')}"
        faults.append(Fault("squares", pile, f"at least {engines + cabooses}, or fewer engines and cabooses"))
    if squares > MOST_SQUARES:
        faults.append(Fault("squares", f"a pile of {squares:,} is too large", f"at most {MOST_SQUARES:,}"))
    raise_faults(faults)

    def either(worth: Callable[[int], Fraction]) -> Fraction:
        """Return the worth of the kinds waited for, one by one, less that of both together."""
        together = worth(sum(waiting.values())) if len(waiting) == 2 else Fraction(0)
        return sum(map(worth, waiting.values()), -together)

    def not_over(draws: int) -> Fraction:
        return either(lambda kind: Fraction(comb(squares - kind, draws), comb(squares, draws)))

    late = list(map(not_over, range(squares + 1)))
    chances = {0: 1 - late[0]} | {draws: late[draws - 1] - late[draws] for draws in range(1, squares + 1)}
    expected = either(lambda kind: Fraction(squares + 1, kind + 1))
    return Odds(expected, {draws: chance for draws, chance in chances.items() if chance})
