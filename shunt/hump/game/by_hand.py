"""A train sorted by hand, one move after the other: where its cars are, and which moves may be next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from shunt.errors import NotationError
from shunt.hump.game.state import HumpState
from shunt.hump.moves import HumpMove, Judgement, judge, move_of, resolve
from shunt.hump.rules import CutRun, Hump, MoveRules
from shunt.hump.yard import Yard
from shunt.rules.position import Position

ROLL = "roll"
Names = tuple[str, ...]


@dataclass(frozen=True)
class Sorting:
    """A train on its way: the rules of its yard, the required order, the bid, the moves made, and what they are worth."""

    rules: Hump
    order: tuple[str, ...]
    bid: int
    typed: tuple[str, ...]
    verdict: Judgement

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions so far, from the source on."""
        return (self.rules.start, *(position for position in self.verdict.after if position is not None))

    def last_run(self) -> CutRun | None:
        """Return the last move that was made, None before the first."""
        if not self.typed:
            return None
        return resolve(self.rules, self.positions[-2], HumpMove.parse(self.typed[-1]))

    def runs(self) -> dict[str, CutRun]:
        """Return the moves that may be next by their notation, sorted: none beyond the bid, and no exit in another order."""
        if len(self.typed) >= self.bid:
            return {}
        position = self.positions[-1]
        runs = [run for run in self.rules.runs(position) if not run.leaves or self.rules.order(run) == self.order]
        named = {str(move_of(self.rules, position, run)): run for run in runs}
        return {text: named[text] for text in sorted(named)}

    def refusal(self, move: str) -> str:
        """Return why a move may not be next, "" if it may."""
        try:
            verdict = judge(self.rules, (*self.typed, move), self.order, self.bid)
        except NotationError as error:
            return str(error)
        return "" if verdict.holds or verdict.rule == "unfinished" else verdict.why


def sorting_of(state: HumpState, rules: MoveRules) -> Sorting:
    """Return the train that the first player of `waiting` sorts by hand; raise `NotationError` for unreadable moves."""
    player = state.waiting[0]
    return _sorting(state.yards[player], state.tried, rules, state.order, state.bid_of(player), state.typed)


@lru_cache(maxsize=64)
def _sorting(yard: Yard, cars: Names, rules: MoveRules, order: Names, bid: int, typed: Names) -> Sorting:
    hump = Hump.on(yard, cars, *rules)
    return Sorting(hump, order, bid, typed, judge(hump, typed, order, bid))
