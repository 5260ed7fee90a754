"""The tables of a simulation as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shunt.cli.output import say

if TYPE_CHECKING:
    from shunt.cli.games.front import FrontEnd
    from shunt.games.statistics import Summary


def print_summary(tables: Summary, games: str, bots: Sequence[str], seed: int, front: FrontEnd) -> None:
    """Print standings, seats, ties and the facts of the game."""
    say(f"{games} of {len(bots)} players, seed {seed}")
    width = max(8, *(len(row.bot) for row in tables.standings))
    say(f"{'bot':<{width}} seats   wins  95 % interval  equal play  {front.points} a seat")
    for row in tables.standings:
        share = f"{row.wins:6.1%}  {row.low:6.1%} – {row.high:6.1%}  {row.fair:9.1%}"
        say(f"{row.bot:<{width}} {row.seats:5} {share}  {row.points:6.2f} ± {row.spread:.2f}")
    say(f"\nseat   wins  95 % interval  {front.points}")
    for seat in tables.seats:
        share = f"{seat.wins:6.1%}  {seat.low:6.1%} – {seat.high:6.1%}"
        say(f"{seat.seat + 1:4} {share}  {seat.points:6.2f} ± {seat.spread:.2f}")
    shared = sum(number for winners, number in tables.shared.items() if winners > 1)
    say(f"\nequal on {front.points}: {tables.level:.1%} of games; win shared: {shared / tables.games:.1%}")
    say(f"actions a game: {tables.actions:.1f}")
    if tables.facts:
        width = max(len(fact.name) for fact in tables.facts)
        say(f"\n{'fact':<{width}}  games     mean            by seat")
        for fact in tables.facts:
            by_seat = "  ".join(f"{value:6.2f}" for value in fact.by_seat)
            say(f"{fact.name:<{width}}  {fact.games:5}  {fact.mean:7.3f} ± {fact.spread:.3f}  {by_seat}")
