"""What each metric counts, on runs small enough to count by hand."""

import pytest

from shunt.rules.metrics import measures
from shunt.rules.moves import parse_move
from shunt.rules.position import Position, Roster
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable

LINE = Plan.from_tracks("line", ["A B C D E F"])


RING = Plan.from_tracks("ring", ["R0 R1 R2 R0 R1", "X0 R1 R2"])


def railway(*locomotives: str, cars: tuple[str, ...] = (), plan: Plan = LINE) -> Switcher:
    return Switcher(plan, Roster(locomotives, cars), train_rules=TrainRules.for_ruleset("railway"))


TABLE = Turntable("T", ("T",), (("B", "C"), ("", "")), "manual")
LEAD = Plan.from_tracks("ring with a lead", ["Q S A B E", "S A C D S A"])
ONE, TWO, MET = railway("L", cars=("x",)), railway("L", cars=("x", "y"), plan=RING), railway("L", cars=("x", "y"), plan=LEAD)
FULL, AROUND = Position(("R2", "R1", "R0")), ("L R2>R0 +x+y", "L R0>R2 +y")
CLOSED = (*AROUND, "L R2>R1 +y path R1,R0")
THERE_AND_BACK = ("L S>Q +x+y", "L Q>S via B")

CASES = {
    "a stop does not end a run but a move": (
        ONE,
        Position(("C", "B")),
        ("L C>D +x", "L D>F"),
        {"moves": 2, "runs": 1, "reversals": 0, "couplings": 2, "distance": 3, "throws": 0},
    ),
    "turning back and pushing": (
        ONE,
        Position(("C", "B")),
        ("L C>E", "L E>B"),
        {"moves": 2, "runs": 2, "reversals": 1, "couplings": 0, "distance": 5},
    ),
    "another locomotive ends a run and reverses nobody": (
        railway("L", "M"),
        Position(("C", "F")),
        ("L C>D", "M F>E", "L D>C", "M E>D", "L C>B"),
        {"moves": 5, "runs": 5, "reversals": 1, "couplings": 0, "distance": 5},
    ),
    "being drawn back is no reversal": (  # L after its own run to the right, M after its own
        railway("L", "M"),
        Position(("C", "E")),
        ("L C>D", "M E>F +L", "L E>D", "M F>E"),
        {"reversals": 2, "couplings": 2},
    ),
    "a joint stays coupled while it is pushed": (
        railway("L", cars=("x", "y")),
        Position(("C", "B", "A")),
        ("L C>E +x+y", "L E>C", "L C>F +x+y"),
        {"couplings": 2},
    ),
    "a turntable parts a joint": (
        railway("L", cars=("x",), plan=Plan.from_tracks("table", ["A B", "C D"], [TABLE])),
        Position(("B", "A"), (), (0,)),
        ("L B>T +x", "T+1"),
        {"moves": 2, "runs": 1, "couplings": 2, "distance": 1},
    ),
    "a run round a loop parts a joint though the pieces touch again": (
        railway("L", cars=("c",), plan=RING),
        Position(("R1", "R0")),
        ("L R1>R2 +c", "L R2>R1 path R0,R1,R2"),
        {"couplings": 2, "distance": 3},
    ),
    "pieces are together": (MET, Position(("S", "A", "B")), (*THERE_AND_BACK, "L S>A via B"), {"couplings": 2}),
    "pieces that meet again by the same ends have parted": (
        MET,
        Position(("S", "A", "B")),
        (*THERE_AND_BACK, "L S>A path A,C,D,S,A,B,E"),
        {"couplings": 3},
    ),
    "a full ring is pulled": (TWO, FULL, AROUND[:1], {"couplings": 2}),
    "y, pulled by the other end of L, closes the ring": (TWO, FULL, AROUND, {"couplings": 3}),
    "a full ring keeps what was never parted": (TWO, FULL, (*AROUND, "L R2>R2 +x+y path R0,R1,R2"), {"couplings": 3}),
    "a full ring is closed": (TWO, FULL, CLOSED, {"couplings": 3}),
    "a full ring that is left by a branch has parted": (TWO, FULL, (*CLOSED, "L R1>X0 +y+x"), {"couplings": 4}),
    "one that is left with a part of it, too": (TWO, FULL, (*CLOSED, "L R1>X0 +y"), {"couplings": 5}),
}


@pytest.mark.parametrize(("rules", "start", "moves", "expected"), CASES.values(), ids=CASES)
def test_what_moves_count(rules, start, moves, expected):
    made = replay(rules, start, [parse_move(move) for move in moves])
    counts = measures(rules, start, [one.run or str(one.move).removesuffix("+1") for one in made])
    assert counts | expected == counts
