"""Cards whose long plain tracks are shortened, with the same short solutions.

A *plain run* is a row of spaces, each with one permanent join at either end and without any special features: no piece begins or
must end there, no turntable joins it, and it is not broken, exclusive, or closed to stopping or to some pieces. On a large board,
nearly all spaces are in such runs, and the length of a run hardly matters.

**A run may be shortened to (K + 1) · M + 1 spaces** without changing whether a card of K pieces has a solution of at most M
moves:

1. Take a solution of at most M moves on the large board. After each move, the pieces that moved are in a row, at most K in one
   stretch of the run. In the whole solution, pieces therefore rest on at most K · M spaces of the run, in at most M stretches,
   with at most M + 1 gaps of spaces where no piece ever rests. Shorten each gap to a single space. Trains then stop in the same
   order, and are next to each other exactly where they were before. Each move therefore couples and pushes the same pieces, and
   still rolls at least one space. This is a solution on the small board, with at most K · M + M + 1 spaces in the run.
2. Take a solution on the small board that leaves some space of the run unused. There is such a space if K · moves is less than
   the length of the run. Insert the missing spaces there to get a solution on the large board.

A train can meet itself only on a ring that has no more spaces than the train has pieces. A run is never shortened to fewer than K
+ 1 spaces, so no ring with a shortened run is that small, and no other ring changes.

Therefore, "no solution of at most e moves" is true for the large board if it is true for the small one and e ≤ M
(`Contraction.exact_to`). Solutions of the small board are converted back with `Contraction.restored`, and the referee replays
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shunt.cards.card import RouteCard
from shunt.rules.plain_runs import PlainRun, kept_of, plain_runs, shortened
from shunt.rules.position import Position
from shunt.track.layout import Layout

LESS = 0.8  # a large board is shortened if the small one has no more than this share of its spaces
SPARE = 2  # spaces of a run on which solutions are looked for, beside those for all pieces and one more


@dataclass(frozen=True)
class Contraction:
    """A card, the same card with its plain runs shortened to `room` spaces, and the runs that became shorter.

    `exact_to`: both cards have the same solutions of at most this number of moves. It is None if nothing was shortened.
    """

    card: RouteCard
    small: RouteCard
    runs: tuple[PlainRun, ...]
    room: int
    exact_to: int | None

    @classmethod
    def of(cls, card: RouteCard, room: int, keep: Iterable[str] = ()) -> Contraction:
        """Shorten the plain runs of a card to `room` spaces, but to no fewer than its number of pieces plus one.

        The spaces in `keep` are in no run.
        """
        pieces, special = len(card.roster.pieces), {*keep, *card.start.places, *card.goal.spaces, *card.rules.access.kept_out}
        room = max(room, pieces + 1, 2)
        runs = tuple(run for run in plain_runs(card.plan, special) if len(run) > room)
        if not runs or card.train_rules.counts_spaces:
            return cls(card, card, (), room, None)
        small = replace(card, layout=Layout(shortened(card.plan, runs, room)))
        return cls(card, small, runs, room, (room - 1) // (pieces + 1))

    def restored(self, positions: Sequence[Position]) -> list[Position] | None:
        """Return positions of the small board as positions of the large one, or None if they use all spaces of a run.

        The missing spaces of a run are inserted where no piece rests in any of the positions, so that each move stays a move.
        """
        used = {space for position in positions for space in position.places}
        moved: dict[str, tuple[str, bool]] = {}
        for run in self.runs:
            kept = kept_of(len(run), self.room)
            unused = [place for place, number in enumerate(kept) if run[number].space not in used]
            if not unused:
                return None
            gap = min(unused, key=lambda place: abs(2 * place + 1 - len(kept)))
            for place, number in enumerate(kept):
                target = run[place if place < gap else len(run) - self.room + place]
                moved[run[number].space] = target.space, run[number].end == target.end
        found = []
        for position in positions:
            ends = [moved.get(space, (space, True)) for space in position.places]
            headings = tuple(
                heading if same else 1 - heading for heading, (_, same) in zip(position.headings, ends, strict=False)
            )
            places = tuple(space for space, _ in ends)
            found.append(self.card.roster.canonical(replace(position, places=places, headings=headings)))
        return found


def shortest(card: RouteCard) -> Contraction:
    """Return the card to use when solutions are looked for, with runs as short as possible for that."""
    return Contraction.of(card, len(card.roster.pieces) + 1 + SPARE)


def is_large(card: RouteCard) -> bool:
    """Return whether shortening the plain runs of a card makes its board much smaller. If the goal has trains,
    runs are not shortened, because pieces that are adjacent on a shortened run may not be adjacent on the board."""
    return not card.goal.trains and len(shortest(card).small.plan.spaces) <= LESS * len(card.plan.spaces)


def room_for_moves(card: RouteCard, moves: int) -> int:
    """Return the length of plain runs that is needed to keep all solutions of at most this number of moves."""
    return (len(card.roster.pieces) + 1) * moves + 1
