"""A small case for every sentence of the rules of `switcher` and `railway`. Source: the rules of Track Switcher.

`test_statements.py` has the sentences of the rulebook by number, `test_referee.py` the rules that illegal moves break.
"""

import pytest

from shunt.rules.position import Position
from shunt.rules.switcher import Run, Switcher
from shunt.track.turntable import Turntable
from tests.rules.settings import RING, STUB, after, all_after, setting

Where = tuple[Switcher, Position]
LINE = ["A B C D E"]
POINTS = ["A B C", "A B D"]
WYE = ["A B C X", "A B D X", "C X D"]
"""From B to C or to D; through X from the one to the other, so a locomotive can turn."""
CROSSING = ["A X B", "C Y D"]
CROSSINGS = [*CROSSING, "E Z F"]
TABLE_TRACKS = ["A B", "C D"]


def turntable(rotation: str = "each-move", bridge: str = "T", positions: tuple[tuple[str, str], ...] = ()) -> Turntable:
    return Turntable("T", tuple(bridge.split()), positions or (("B", "C"), ("C", "B")), rotation)  # type: ignore[arg-type]


def table(pieces: dict[str, str], *tables: Turntable, at: tuple[int, ...] = ()) -> Where:
    return setting(TABLE_TRACKS, pieces, turntables=[*tables] or [turntable()], at=at)


ALONE = {"L": "A>B"}
BY_HAND = Turntable("T", ("T",), (("B", ""), ("C", "")), "manual")
BESIDE = Turntable("U", ("U",), (("A", ""), ("D", "")))
FULL_RING = {"L": "A>B", "red": "B", "blue": "C", "green": "D"}

OUTCOMES = {
    # the board
    "what enters by one end goes on only by the other": (setting(POINTS, {"L": "C>B"}), {"L=B>A", "L=A<B"}),
    "points have no state": (setting(POINTS, ALONE), {"L=B>C", "L=C<B", "L=D<B"}),
    "nothing is pushed onto a broken track": (
        setting(LINE, {"L": "B>C", "red": "C"}, broken=("D",)),
        {"L=A>B red=C"},
    ),
    "a board of one space has no moves": (setting(["A"], {"L": "A>0"}), set()),
    # turntables
    "an each-move turntable steps after every move": (table(ALONE), {"L=B<A T=1", "L=T>1 T=1", "L=C>D T=1", "L=D<C T=1"}),
    "a manual one steps only by a move of its own": (
        table(ALONE, turntable("manual")),
        {"L=B<A T=0", "L=T>1 T=0", "L=C>D T=0", "L=D<C T=0", "L=A>B T=1"},
    ),
    "a locked one never steps": (
        table(ALONE, turntable("locked"), at=(1,)),
        {"L=B<A T=1", "L=T>0 T=1", "L=C>D T=1", "L=D<C T=1"},
    ),
    # exclusive groups and spaces where nothing may stop
    "a space is not entered while its partner is occupied": (
        setting(CROSSING, {"L": "A>X", "red": "Y"}, exclusive=[["X", "Y"]]),
        set(),
    ),
    "groups may overlap": (
        setting(CROSSINGS, {"L": "C>Y", "red": "Z"}, exclusive=[["X", "Y"], ["Y", "Z"]]),
        set(),
    ),
    "a broken space occupies nothing": (
        setting(CROSSING, {"L": "A>X"}, broken=("Y",), exclusive=[["X", "Y"]]),
        {"L=X>B", "L=B<X"},
    ),
    "a no-stop space is passed": (setting(LINE, ALONE, no_stop=["B", "D"]), {"L=C>D", "L=E<D"}),
    "every piece that moved must end off them": (  # L would stand on D, or red would; blue bars the way back
        setting(LINE, {"L": "B>C", "red": "C", "blue": "A"}, no_stop=["D"]),
        set(),
    ),
    "a push may end beyond them": (
        setting([*LINE, "D E F"], {"L": "B>C", "red": "C"}, no_stop=["D"]),
        {"L=E>F red=F", "L=A>B red=C"},
    ),
    # a move
    "stopping short is free choice": (setting(LINE, ALONE), {"L=B>C", "L=C>D", "L=D>E", "L=E<D"}),
    "the branch behind is chosen": (
        setting(POINTS, {"L": "B>A", "red": "C", "blue": "D"}),
        {"L=A<B red=C blue=D", "L=A<B red=B blue=D", "L=A<B red=C blue=B"},
    ),
    "a push without room moves nothing": (
        setting(["A B C D"], {"L": "A>B", "red": "C", "blue": "D"}),
        {"L=B>C red=C blue=D"},
    ),
    "the head chooses the branch and the others follow": (
        setting(["A B C D", "A B E F"], {"L": "A>B", "red": "B"}),
        {"L=B>C red=C", "L=B>C red=E", "L=C>D red=D", "L=E>F red=F"},
    ),
    "the head may enter the space that the tail leaves": (
        setting(RING, FULL_RING),
        {
            "L=B>C red=C blue=D green=A",
            "L=C>D red=D blue=A green=B",
            "L=D>A red=A blue=B green=C",
            "L=A>B red=B blue=C green=D",
        },
    ),
    "a lap moves every piece, so none may be where nothing may stop": (setting(RING, FULL_RING, no_stop=["B"]), set()),
    # railway
    "railway couples at both ends": (
        setting(LINE, {"L": "C", "red": "B", "blue": "D"}, railway=True),
        {"L=D red=B blue=E", "L=D red=C blue=E", "L=B red=A blue=D", "L=B red=A blue=C"},
    ),
    "railway has no heading": (setting(STUB, {"L": "S"}, railway=True), {"L=A", "L=B", "L=C", "L=D", "L=S"}),
}


@pytest.mark.parametrize(("where", "expected"), OUTCOMES.values(), ids=OUTCOMES)
def test_these_are_all_outcomes(where, expected):
    assert all_after(*where) == expected


AMONG = {
    "during a move the turntable stands still": (table(ALONE, turntable(positions=(("B", "C"), ("", "")))), "L=D<C T=1", True),
    "a tail leaves its space in that step": (
        setting(LINE, {"L": "B>C", "red": "A"}, exclusive=[["A", "C"]]),
        "L=C>D red=B",
        True,
    ),
    "with blue coupled, red would still be on B, whose partner D is": (
        setting(LINE, {"L": "C>D", "red": "B", "blue": "A"}, exclusive=[["B", "D"]]),
        "L=D>E red=C blue=B",
        False,
    ),
    "two spaces without a common group": (
        setting(CROSSINGS, {"L": "A>X", "red": "Z"}, exclusive=[["X", "Y"], ["Y", "Z"]]),
        "L=B<X red=Z",
        True,
    ),
    "B, C, X, D, B, A: turned without reversing": (setting(WYE, ALONE), "L=A<B", True),
    "a pushed locomotive turns with the track": (setting(STUB, {"L": "A>B", "M": "B>C"}), "L=A>S M=S<A", True),
    "a locomotive that backs round the loop is turned": (setting(STUB, {"L": "S<A"}), "L=S>A", True),
    "one lap pushes red onto the siding": (setting([*RING, "C D E"], {"L": "A>B", "red": "C"}), "L=C>D red=E", False),
    "a second one passes its points again": (setting([*RING, "C D E"], {"L": "A>B", "red": "C"}), "L=D>A red=E", True),
}


@pytest.mark.parametrize(("where", "outcome", "is_one"), AMONG.values(), ids=AMONG)
def test_this_is_an_outcome_or_none(where, outcome, is_one):
    assert (outcome in all_after(*where)) == is_one


MOVES = {
    "a turntable wraps round": (table(ALONE, at=(1,)), "L A>B", "L=B<A T=0"),
    "pieces on the bridge turn with it": (  # its end 1 looks to C, and after the step to B
        table({"L": "A>B", "M": "D<C"}),
        "L A>T",
        "L=T>1 M=D<C T=1",
    ),
    "so they leave it elsewhere": (table({"L": "A>B", "M": "D<C"}), "L A>T; L T>B", "L=B>A M=D<C T=0"),
    "a train that straddles its edge does not hold it": (
        table({"L": "B<A", "red": "A"}),
        "L B>T +red; L T>C backward",
        "L=C<D red=B T=0",
    ),
    "a bridge of two spaces carries a train": (
        table({"L": "B<A", "red": "A"}, turntable(bridge="T U")),
        "L B>U +red; L U>B +red",
        "L=B>A red=U T=0",
    ),
    "a manual turntable steps on": (table(ALONE, turntable("manual")), "T+1; T+1", "L=A>B T=0"),
    "a step by hand is a move after which the others step": (table(ALONE, BY_HAND, BESIDE), "T+1", "L=A>B T=1 U=1"),
    "other moves step only those": (table(ALONE, BY_HAND, BESIDE), "L A>B", "L=B<A T=0 U=1"),
    "a partner is free once it is empty": (
        setting(CROSSING, {"L": "A>X", "M": "Y>D"}, exclusive=[["X", "Y"]]),
        "M Y>D; L A>B",
        "L=B<X M=D<Y",
    ),
    "turning back needs a second move": (setting(POINTS, {"L": "C>B"}), "L C>A; L A>D", "L=D>B"),
    "another locomotive in the chain keeps its heading": (
        setting(LINE, {"L": "C>D", "M": "B>A", "red": "A"}),
        "L C>D +M+red",
        "L=D>E M=C>B red=B",
    ),
    # The rules name the space that the tail leaves, not the end by which it does: at a stem both use the same end.
    "that is a rule of spaces, not of ends": (
        setting(STUB, {"L": "D>A", "red": "C", "blue": "B", "green": "A"}),
        "L D>A +red+blue+green",
        "L=A>S red=D blue=C green=B",
    ),
    "a coupled chain may run round a ring that it fills": (
        setting(RING, {"L": "A>B", "red": "D", "blue": "C", "green": "B"}),
        "L A>B +red+blue+green",
        "L=B>C red=A blue=D green=C",
    ),
    "a lap is a legal move that steps the turntables": (
        setting([*RING, "E F"], ALONE, turntables=[Turntable("T", ("T",), (("E", ""), ("", "E")))]),
        "L A>A forward",
        "L=A>B T=1",
    ),
}


@pytest.mark.parametrize(("where", "moves", "expected"), MOVES.values(), ids=MOVES)
def test_moves_lead_there(where, moves, expected):
    assert after(*where, moves) == expected


def test_a_space_of_the_train_that_is_not_left_blocks_it():
    rules, start = setting(STUB, {"L": "D>A", "red": "C", "blue": "B", "green": "A", "black": "S"})
    forward = {how.couples for how, _ in rules.outcomes(start) if isinstance(how, Run) and how.direction == "forward"}
    assert forward == {("red", "blue", "green")}  # without green the way on is shut by black, with black A is not left
