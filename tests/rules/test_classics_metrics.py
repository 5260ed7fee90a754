"""What each metric counts, on runs small enough to count by hand."""

from __future__ import annotations

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


def counted(rules: Switcher, start: Position, *moves: str) -> dict[str, int]:
    made = replay(rules, start, [parse_move(move) for move in moves])
    return measures(rules, start, [one.run or str(one.move).removesuffix("+1") for one in made])


def railway(*locomotives: str, cars: tuple[str, ...] = ()) -> Switcher:
    return Switcher(LINE, Roster(locomotives, cars), train_rules=TrainRules.for_ruleset("railway"))


def test_a_stop_does_not_end_a_run_but_a_move() -> None:
    told = counted(railway("L", cars=("x",)), Position(("C", "B")), "L C>D +x", "L D>F")
    assert told == {"moves": 2, "runs": 1, "reversals": 0, "couplings": 2, "distance": 3, "throws": 0}


def test_turning_back_and_pushing() -> None:
    told = counted(railway("L", cars=("x",)), Position(("C", "B")), "L C>E", "L E>B")
    assert told == {"moves": 2, "runs": 2, "reversals": 1, "couplings": 0, "distance": 5, "throws": 0}


def test_another_locomotive_ends_a_run_and_reverses_nobody() -> None:
    told = counted(railway("L", "M"), Position(("C", "F")), "L C>D", "M F>E", "L D>C", "M E>D", "L C>B")
    assert told == {"moves": 5, "runs": 5, "reversals": 1, "couplings": 0, "distance": 5, "throws": 0}


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
    rules = Switcher(plan, Roster(("L",), ("x",)), train_rules=TrainRules.for_ruleset("railway"))
    told = counted(rules, Position(("B", "A"), (), (0,)), "L B>T +x", "T+1")
    assert told == {"moves": 2, "runs": 1, "reversals": 0, "couplings": 2, "distance": 1, "throws": 0}


def test_a_run_round_a_loop_parts_a_joint_though_the_pieces_touch_again() -> None:
    rules = Switcher(RING, Roster(("L",), ("c",)), train_rules=TrainRules.for_ruleset("railway"))
    told = counted(rules, Position(("R1", "R0")), "L R1>R2 +c", "L R2>R1 path R0,R1,R2")
    assert (told["couplings"], told["distance"]) == (2, 3)


def test_pieces_that_meet_again_by_the_same_ends_have_parted() -> None:
    plan = Plan.from_tracks("ring with a lead", ["Q S A B E", "S A C D S A"])
    rules = Switcher(plan, Roster(("L",), ("x", "y")), train_rules=TrainRules.for_ruleset("railway"))
    start, there_and_back = Position(("S", "A", "B")), ("L S>Q +x+y", "L Q>S via B")
    assert counted(rules, start, *there_and_back, "L S>A via B")["couplings"] == 2
    assert counted(rules, start, *there_and_back, "L S>A path A,C,D,S,A,B,E")["couplings"] == 3


def test_a_full_ring_keeps_what_was_never_parted() -> None:
    rules = Switcher(RING, Roster(("L",), ("x", "y")), train_rules=TrainRules.for_ruleset("railway"))
    full = Position(("R2", "R1", "R0"))
    pulled, both = "L R2>R0 +x+y", "L R0>R2 +y"
    assert counted(rules, full, pulled)["couplings"] == 2
    assert counted(rules, full, pulled, both)["couplings"] == 3  # y, pulled by L's other end, closes the ring
    assert counted(rules, full, pulled, both, "L R2>R2 +x+y path R0,R1,R2")["couplings"] == 3


def test_a_full_ring_that_is_left_by_a_branch_has_parted() -> None:
    rules = Switcher(RING, Roster(("L",), ("x", "y")), train_rules=TrainRules.for_ruleset("railway"))
    start, closed = Position(("R2", "R1", "R0")), ("L R2>R0 +x+y", "L R0>R2 +y", "L R2>R1 +y path R1,R0")
    assert counted(rules, start, *closed)["couplings"] == 3
    assert counted(rules, start, *closed, "L R1>X0 +y+x")["couplings"] == 4
    assert counted(rules, start, *closed, "L R1>X0 +y")["couplings"] == 5
