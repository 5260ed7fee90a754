"""Whether a locomotive can turn round: followed by the referee wherever it can go alone."""

from __future__ import annotations

from shunt.rules.position import Position
from shunt.rules.switcher import Switcher

MOST_POSITIONS = 20_000  # of a lone locomotive and its turntables; a board of 26 spaces has 52, times their settings


def can_turn(rules: Switcher, start: Position, most: int = MOST_POSITIONS) -> bool | None:
    """Return whether the only locomotive of `rules` can come to some space facing either end; None beyond `most` positions.

    >>> from shunt.rules.position import Roster
    >>> from shunt.track.plan import Plan
    >>> start = Position(("A",), (1,))
    >>> can_turn(Switcher(Plan.from_tracks("stub", ["A B C"]), Roster(("L",))), start)
    False
    >>> balloon = Plan.from_tracks("balloon", ["A B L1 L2 L3 B A"])
    >>> can_turn(Switcher(balloon, Roster(("L",))), start)
    True
    """
    seen = {start}
    faced = {(start.places[0], start.headings[0])}
    todo = [start]
    while todo:
        for after in sorted(rules.successors(todo.pop()) - seen, key=str):
            space, heading = after.places[0], after.headings[0]
            if (space, 1 - heading) in faced:
                return True
            if len(seen) >= most:
                return None
            faced.add((space, heading))
            seen.add(after)
            todo.append(after)
    return False
