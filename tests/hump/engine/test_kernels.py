"""The kernels of cuts held against the referee, and against each other."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.kernels import make_room, moves, shuffled
from shunt.hump.engine.words import Ints
from shunt.hump.rules import Hump
from shunt.rules.position import Position
from tests.effort import examples
from tests.hump.engine.yards import CIRCLE, exits, hump_positions, humps, successors


class Kernel:
    """Moves by the kernels, in the referee's words."""

    def __init__(self, rules: Hump) -> None:
        self.codec = HumpCodec(rules)
        self.room = make_room(self.codec.tables)

    def outcomes(self, position: Position, forward: bool = True) -> set[Position]:
        return self.from_slots(*self.codec.slots(position), forward)

    def before_exit(self, order: Sequence[str]) -> set[Position]:
        return self.from_slots(self.codec.sink, self.codec.packed(order), False)

    def from_slots(self, slots: Ints, permutation: int, forward: bool) -> set[Position]:
        while (count := moves(self.codec.tables, slots, self.room, forward)) < 0:
            self.room = make_room(self.codec.tables, 2 * len(self.room.node_end), 2 * len(self.room.out_shuffle))
        return {
            self.codec.position(
                self.room.out_slots[index], int(shuffled(permutation, int(self.room.out_shuffle[index]), self.codec.cars))
            )
            for index in range(count)
        }


@settings(max_examples=examples(120))
@given(hump_positions(5))
def test_successors(case):
    rules, position = case
    assert Kernel(rules).outcomes(position) == successors(rules, position)


@settings(max_examples=examples(60))
@given(humps(4), st.randoms(use_true_random=False))
def test_exits(rules, random):
    order = tuple(random.sample(rules.train, len(rules.train)))
    found = Kernel(rules).before_exit(order)
    for position in sorted(found, key=str)[::7]:
        assert order in exits(rules, position)
        for other in successors(rules, position):
            assert (order in exits(rules, other)) == (other in found)


@settings(max_examples=examples(100))
@given(humps(4))
def test_successors_of_what_can_be_reached(rules):
    kernel, position = Kernel(rules), rules.start
    for turn in range(8):
        after = kernel.outcomes(position)
        assert after == successors(rules, position)
        if not after:
            break
        position = sorted(after, key=lambda one: one.places)[7 * turn % len(after)]


@settings(max_examples=examples(75))
@given(hump_positions(4))
def test_predecessors_are_the_converse(case):
    rules, position = case
    kernel = Kernel(rules)
    for after in kernel.outcomes(position):
        assert position in kernel.outcomes(after, forward=False)
    for before in kernel.outcomes(position, forward=False):
        assert position in successors(rules, before)


def test_a_closed_circle():
    for stop in ("farthest", "any"):
        rules = Hump.on(CIRCLE, "ABCD", stop)
        ring = Position(("0.2.SE", "1.2.SW", "1.1.NW", "0.1.NE"))
        kernel = Kernel(rules)
        assert kernel.outcomes(ring) == successors(rules, ring)
        assert exits(rules, ring)
        assert all(ring in kernel.before_exit(order) for order in exits(rules, ring))
