"""What each metric counts, on runs small enough to count by hand."""

from __future__ import annotations

from shunt.rules.metrics import measures
from shunt.rules.moves import parse_move
from shunt.rules.position import Position, Roster
from shunt.rules.referee import replay
from shunt.rules.switcher import Switcher
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable

LINE = Plan.from_tracks("line", ["A B C D E F"])


def counted(rules: Switcher, start: Position, *moves: str) -> dict[str, int]:
    made = replay(rules, start, [parse_move(move) for move in moves])
    return measures(rules, start, [one.run or str(one.move).removesuffix("+1") for one in made])


def railway(*locomotives: str, cars: tuple[str, ...] = ()) -> Switcher:
    return Switcher(LINE, Roster(locomotives, cars), couples_both_ways=True, has_headings=False)


def test_a_stop_does_not_end_a_run_but_a_move() -> None:
    told = counted(railway("L", cars=("x",)), Position(("C", "B")), "L C>D +x", "L D>F")
    assert told == {"moves": 2, "runs": 1, "reversals": 0, "couplings": 2, "distance": 3}


def test_turning_back_and_pushing() -> None:
    told = counted(railway("L", cars=("x",)), Position(("C", "B")), "L C>E", "L E>B")
    assert told == {"moves": 2, "runs": 2, "reversals": 1, "couplings": 0, "distance": 5}


def test_another_locomotive_ends_a_run_and_reverses_nobody() -> None:
    told = counted(railway("L", "M"), Position(("C", "F")), "L C>D", "M F>E", "L D>C", "M E>D", "L C>B")
    assert told == {"moves": 5, "runs": 5, "reversals": 1, "couplings": 0, "distance": 5}


def test_being_drawn_back_is_no_reversal() -> None:
    rules = railway("L", "M")
    told = counted(rules, Position(("C", "E")), "L C>D", "M E>F +L", "L E>D", "M F>E")
    assert told["reversals"] == 2  # L after its own run to the right, M after its own
    assert told["couplings"] == 2


def test_a_joint_stays_coupled_while_it_is_pushed() -> None:
    told = counted(railway("L", cars=("x", "y")), Position(("C", "B", "A")), "L C>E +x+y", "L E>C", "L C>F +x+y")
    assert told["couplings"] == 2


def test_a_turntable_parts_a_joint() -> None:
    table = Turntable("T", ("T",), (("B", "C"), ("", "")), "manual")
    plan = Plan.from_tracks("table", ["A B", "C D"], [table])
    rules = Switcher(plan, Roster(("L",), ("x",)), couples_both_ways=True, has_headings=False)
    told = counted(rules, Position(("B", "A"), (), (0,)), "L B>T +x", "T+1")
    assert told == {"moves": 2, "runs": 1, "reversals": 0, "couplings": 2, "distance": 1}
