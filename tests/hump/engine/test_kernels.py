"""The kernels of cuts held against the referee, and against each other."""

from hypothesis import given, settings

from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.kernels import make_room, moves, shuffled
from shunt.hump.engine.words import CAR_BITS
from shunt.hump.rules import Hump
from shunt.rules.position import Position
from tests.effort import examples
from tests.hump.engine.yards import CIRCLE, exits, hump_positions, humps, successors


def numbers_in(permutation: int, cars: int) -> list[int]:
    """The number of the car in every slot."""
    return [permutation >> CAR_BITS * slot & 15 for slot in range(cars)]


class Kernel:
    """Moves by the kernels, in the referee's words."""

    def __init__(self, rules: Hump) -> None:
        self.codec = HumpCodec.of(rules)
        self.room = make_room(self.codec.tables)

    def outcomes(self, position: Position, forward: bool = True) -> tuple[set[Position], set[tuple[str, ...]]]:
        slots, permutation = self.codec.slots(position)
        count = moves(self.codec.tables, slots, self.room, forward)
        places, orders = set(), set()
        for index in range(count):
            after = int(shuffled(permutation, int(self.room.out_shuffle[index]), self.codec.cars))
            if self.room.out_leaves[index]:
                orders.add(tuple(self.codec.colours[label] for label in numbers_in(after, self.codec.cars)))
            else:
                places.add(self.codec.position(self.room.out_slots[index], after))
        return places, orders


@settings(max_examples=examples(120))
@given(hump_positions(5))
def test_successors_and_exits(case):
    rules, position = case
    assert Kernel(rules).outcomes(position) == (successors(rules, position), exits(rules, position))


@settings(max_examples=examples(100))
@given(humps(4))
def test_successors_of_what_can_be_reached(rules):
    kernel, position = Kernel(rules), rules.start
    for turn in range(8):
        after, orders = kernel.outcomes(position)
        assert (after, orders) == (successors(rules, position), exits(rules, position))
        if not after:
            break
        position = sorted(after, key=lambda one: one.places)[7 * turn % len(after)]


@settings(max_examples=examples(75))
@given(hump_positions(4))
def test_predecessors_are_the_converse(case):
    rules, position = case
    kernel = Kernel(rules)
    for after in kernel.outcomes(position)[0]:
        assert position in kernel.outcomes(after, forward=False)[0]
    for before in kernel.outcomes(position, forward=False)[0]:
        assert position in successors(rules, before)


def test_a_closed_circle():
    for stop in ("farthest", "any"):
        rules = Hump.on(CIRCLE, "ABCD", stop)
        ring = Position(("0.2.SE", "1.2.SW", "1.1.NW", "0.1.NE"))
        assert Kernel(rules).outcomes(ring) == (successors(rules, ring), exits(rules, ring))
        assert exits(rules, ring)
