"""Trains of more cars than a state holds, solved as a few blocks of cars."""

from shunt.cards.card import Card
from shunt.cards.stop import StopKind
from shunt.rules.ruleset import replay
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout import Layout


def meeting(wagons: int, room: int, line: int, alike: bool = True) -> Card:
    """Two trains that pass each other at a loop; a line beyond it holds a train and more."""
    left, right = [f"L{place}" for place in range(line, 0, -1)], [f"R{place}" for place in range(1, line + 1)]
    tracks = [[*left, *(f"{road}{place}" for place in range(1, room + 1)), *right] for road in "AB"]
    names = {side: [f"{side}{number}" for number in range(1, wagons + 1)] for side in "lr"}
    start = {name: f"{name[0].upper()}{int(name[1:]) + 1}" for side in "lr" for name in names[side]}
    goal = {name: f"{'R' if name[0] == 'l' else 'L'}{line - int(name[1:])}" for name in start}
    return Card.build(
        Layout.from_tracks(*(" ".join(track) for track in tracks)),
        locomotives={"L": "L1", "R": "R1"},
        cars=start,
        goal={**goal, "L": f"R{line}", "R": f"L{line}"},
        ruleset="railway",
        interchangeable=list(names.values()) if alike else [],
    )


def test_long_trains_pass_at_a_loop_that_holds_two_thirds_of_one():
    card = meeting(12, 9, 18)
    answer = solve(card, first=True)
    assert answer.status == "solved"
    assert answer.moves is not None
    assert len(answer.moves) == answer.upper_bound <= 8
    *_, last = replay(card.rules, card.start, [str(made) for made in answer.moves])
    assert card.is_solved(last.position)


def test_wagons_that_keep_their_order_are_moved_as_blocks_too():
    answer = solve(meeting(12, 13, 18, alike=False), first=True)
    assert answer.status == "solved"
    assert answer.moves is not None
    assert len(answer.moves) <= 5


def test_nothing_is_claimed_of_long_trains_without_a_solution():
    """A loop of no spaces to spare: no train can pass, and that is not proven by blocks."""
    answer = solve(meeting(12, 1, 13), method="blocks", limits=Limits(states=200_000))
    assert (answer.status, answer.moves) == ("unknown", ())
    assert answer.stopped is not None
    assert answer.stopped.kind in (StopKind.INCOMPLETE, StopKind.STATES)


def test_a_time_limit_holds_while_moves_of_a_long_train_are_taken_back():
    answer = solve(meeting(12, 13, 18, alike=False), method="referee", limits=Limits(time=0.5))
    assert (answer.status, answer.lower_bound > 1, answer.seconds < 10) == ("unknown", True, True)


def test_a_limit_of_no_states_holds_for_short_trains_too():
    answer = solve(meeting(12, 9, 13), method="blocks", limits=Limits(states=0))
    assert (answer.status, answer.states < 100, str(answer.stopped)) == ("unknown", True, "states (0)")
