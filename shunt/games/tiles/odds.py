"""How long a train-tile game lasts, exactly: it ends when the first engine and the first caboose have both been drawn.

Nobody's decisions matter for that, as the first engine and the first caboose must be played. With N squares, e engines and c
cabooses, the first engine is after draw n with chance C(N-e, n) / C(N, n), so by inclusion and exclusion the game is over within
n draws with chance 1 - P(no engine) - P(no caboose) + P(neither). The expected number of draws is
(N+1)/(e+1) + (N+1)/(c+1) - (N+1)/(e+c+1). Squares that cannot be joined do not change that, since they are draws too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from shunt.errors import Fault, InputError, counted

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


def odds(engines: int, cabooses: int, squares: int) -> Odds:
    """Return the exact odds of the number of draws; raise `InputError` for a pile that cannot be.

    >>> float(round(odds(4, 4, 30).expected_draws, 3))
    8.956
    """
    counts = {"engines": engines, "cabooses": cabooses}
    faults = [Fault(name, f"{value} {name}", "at least 1") for name, value in counts.items() if value < 1]
    if not faults and not engines + cabooses <= squares:
        pile = f"a pile of {squares} cannot hold {counted(engines, 'engines')} and {counted(cabooses, 'cabooses')}"
        faults.append(Fault("squares", pile, f"at least {engines + cabooses}, or fewer engines and cabooses"))
    if squares > MOST_SQUARES:
        faults.append(Fault("squares", f"a pile of {squares:,} is too large", f"at most {MOST_SQUARES:,}"))
    if faults:
        raise InputError(faults)

    def none_of(kind: int, draws: int) -> Fraction:
        return Fraction(comb(squares - kind, draws), comb(squares, draws))

    def over_within(draws: int) -> Fraction:
        return 1 - none_of(engines, draws) - none_of(cabooses, draws) + none_of(engines + cabooses, draws)

    within = [over_within(draws) for draws in range(squares + 1)]
    chances = {draws: within[draws] - within[draws - 1] for draws in range(1, squares + 1)}
    total = Fraction(squares + 1)
    expected = total / (engines + 1) + total / (cabooses + 1) - total / (engines + cabooses + 1)
    return Odds(expected, {draws: chance for draws, chance in chances.items() if chance})


def odds_from_pile(pile_engines: int, pile_cabooses: int, pile: int, engine: bool, caboose: bool) -> Odds:
    """Return the odds of the number of draws that remain in a game in progress.

    `engine` and `caboose` say whether the train has one already: then only the other kind ends the game.
    """
    if engine and caboose:
        return Odds(Fraction(0), {0: Fraction(1)})
    if not engine and not caboose:
        return odds(pile_engines, pile_cabooses, pile)
    wanted = pile_cabooses if engine else pile_engines
    if not 1 <= wanted <= pile:
        raise InputError(Fault("pile", f"{wanted} of {pile} squares end the game", "at least one square that does"))
    late = [Fraction(comb(pile - wanted, draws), comb(pile, draws)) for draws in range(pile + 1)]
    chances = {draws: late[draws - 1] - late[draws] for draws in range(1, pile + 1)}
    return Odds(Fraction(pile + 1, wanted + 1), {draws: chance for draws, chance in chances.items() if chance})
