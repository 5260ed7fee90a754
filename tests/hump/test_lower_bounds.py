"""The bound for every yard: whatever the referee allows on a yard must be a move of the free yard too."""

from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.hump.lower_bounds import _exits, _first_moves, _moves, _unrolled
from shunt.hump.rules import Hump
from shunt.hump.yard import Yard
from shunt.rules.position import Position
from shunt.track.plan import End
from tests.effort import examples
from tests.hump.engine.yards import yards

# Yards in which cuts block their own way, stand before the source, or close rings.
TELLING = [
    "5u_41r3@0,1_22r1@0,2_0@1,1_43r1@1,2_40r1@2,1_22r2@3,1",
    "5u_25r1@1,1_0@2,1_44@2,2_0@3,1_10r2@3,2_3@4,1",
    "2u_0@-1,1_0@0,1_0@1,1",
    "2u_55r2@0,1_55r3@1,1",
    "3u_0@0,1_0@1,1_0@2,1_0@1,2",
    "1u_57r2@0,1_55r2@0,2_55r3@1,2_55@1,1",
]


def in_contact(rules: Hump, position: Position) -> tuple[int, frozenset, frozenset]:
    """How many cars have moved, and chains and rings of those, as the free yard writes them."""
    queue, car_in = rules.track.queue, {space: car for car, space in enumerate(position.places)}
    gone = sum(space != queue[car] for car, space in enumerate(position.places))
    assert all(position.places[car] == queue[car] for car in range(gone, len(queue)))
    touching: dict[int, list[int]] = {car: [] for car in range(gone)}
    for car in range(gone):
        for end in (0, 1):
            others = {other.space for other in rules.track.plan.fixed.get(End(position.places[car], end), ())}
            touching[car] += [car_in[space] for space in sorted(others) if space in car_in]
    assert all(other < gone for others in touching.values() for other in others)
    chains, rings, left = set(), set(), set(touching)
    for first in sorted(touching, key=lambda car: len(touching[car])):  # ends of chains before what may be a ring
        if first not in left:
            continue
        row = [first]
        left.remove(first)
        while following := [car for car in touching[row[-1]] if car in left]:
            row.append(following[0])
            left.remove(following[0])
        closed = len(touching[first]) == 2
        (rings if closed else chains).add(min(_unrolled(tuple(row))) if closed else min(tuple(row), tuple(row[::-1])))
    return gone, frozenset(chains), frozenset(rings)


def fits(state, contacts) -> bool:
    gone, chains, rings = state
    return (gone, frozenset(cars for cars, _ in chains), rings) == contacts


def follow(yard: Yard, cars: int, stop: str, choose, moves: int) -> bool:
    """Play at random; whether the free yard comes along, and knows every order in which the train could have left."""
    rules = Hump.on(yard, [str(car) for car in range(cars)], stop)
    position, states = rules.start, None
    for _ in range(moves):
        runs = rules.runs(position)
        for run in runs:
            if run.after is None and states is not None:
                order = tuple(map(int, rules.order(run)))
                if not any(order in _exits(state, cars) for state in states):
                    return False
        stays = [run.after for run in runs if run.after is not None]
        if not stays:
            break
        position = choose(stays)
        ahead = _first_moves(cars, stop) if states is None else {new for state in states for new in _moves(state, cars, stop)}
        contacts = in_contact(rules, position)
        states = {state for state in ahead if fits(state, contacts)}
        if not states:
            return False
    return True


@settings(max_examples=examples(150), deadline=None)
@given(
    st.one_of(yards(10), st.sampled_from(TELLING).map(Yard.parse)),
    st.integers(2, 6),
    st.sampled_from(["farthest", "any"]),
    st.randoms(use_true_random=False),
)
def test_every_move_on_a_yard_is_one_of_the_free_yard(yard, cars, stop, random):
    assert follow(yard, cars, stop, random.choice, 6)
