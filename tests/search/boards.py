"""Random small boards for tests that hold kernels against the referee."""

from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.track.plan import KINDS, End, Plan
from shunt.track.turntable import Turntable
from tests.rules.random_cards import card_of, goal_of, position_of, rules_on


@st.composite
def plans(draw: st.DrawFn, most_spaces: int = 8) -> Plan:
    """A board of 4–8 spaces and bridges: any joins of ends, perhaps a turntable or two, no-stop and exclusive spaces."""
    count = draw(st.integers(4, most_spaces))
    names = [f"s{number}" for number in range(count)]
    ends = st.tuples(st.integers(0, count - 1), st.integers(0, 1))
    pairs = draw(st.lists(st.tuples(ends, ends), min_size=count - 1, max_size=count + 5))
    joins = {}
    joined = set()
    for (a, i), (b, j) in pairs:
        if a != b and {a, b} not in joined:  # runs can join two spaces only once
            joined.add(frozenset((a, b)))
            joins.setdefault(End(names[a], i), set()).add(End(names[b], j))
            joins.setdefault(End(names[b], j), set()).add(End(names[a], i))
    tables = []
    open_ones = [name for name in names if not (joins.get(End(name, 0)) and joins.get(End(name, 1)))]
    for number in range(draw(st.integers(0, 2)) if open_ones else 0):
        bridge = tuple(f"t{number}{part}" for part in range(draw(st.integers(1, 2))))
        if len(bridge) == 2:
            joins[End(bridge[0], 1)], joins[End(bridge[1], 0)] = {End(bridge[1], 0)}, {End(bridge[0], 1)}
        outside = st.sampled_from(["", *open_ones])
        position = st.tuples(outside, outside).filter(lambda ends: not ends[0] or ends[0] != ends[1])
        positions = tuple(draw(st.lists(position, min_size=1, max_size=3)))
        tables.append(Turntable(f"T{number}", bridge, positions, draw(st.sampled_from(["each-move", "manual", "locked"]))))
        names += bridge
    groups = draw(st.lists(st.sets(st.sampled_from(names), min_size=2, max_size=3), max_size=2))
    no_stop = draw(st.sets(st.sampled_from(names), max_size=2))
    closed = draw(st.dictionaries(st.sampled_from(names), st.sampled_from(KINDS), max_size=2)) if draw(st.booleans()) else {}
    fixed = {end: tuple(sorted(others)) for end, others in joins.items()}
    exclusive = tuple(map(frozenset, groups))
    return Plan("random", tuple(names), fixed, (), tuple(tables), frozenset(no_stop), exclusive, closed)


@st.composite
def puzzles(draw: st.DrawFn, most_cars: int = 3, most_spaces: int = 8, by_name: bool = False) -> tuple[Switcher, Position]:
    """Rules on a random board (either ruleset, perhaps broken tracks and interchangeable pieces) and a legal position.

    `by_name`: spaces may be closed to some pieces and open to others of their kind.
    """
    rules = rules_on(draw(st.randoms(use_true_random=False)), draw(plans(most_spaces)), most_cars)
    if rules.has_headings and draw(st.booleans()):
        rules = replace(rules, train_rules=replace(rules.train_rules, drags_coupled=True))
    if by_name and draw(st.booleans()):
        alike = {name: group for group in rules.roster.interchangeable for name in group}
        chosen = draw(st.dictionaries(st.sampled_from(rules.plan.spaces), st.sampled_from(rules.roster.pieces), max_size=3))
        rules = replace(rules, closed={space: alike.get(name, (name,)) for space, name in chosen.items()})
    return rules, draw(positions(rules))


@st.composite
def positions(draw: st.DrawFn, rules: Switcher) -> Position:
    """A position in which nothing stands where it may not."""
    found = position_of(draw(st.randoms(use_true_random=False)), rules)
    assume(found is not None)
    return found


def goals(rules: Switcher) -> st.SearchStrategy[Goal]:
    """A goal that some position meets: places of some pieces, headings of some of the locomotives among them."""
    return st.builds(goal_of, st.randoms(use_true_random=False), st.just(rules.roster), positions(rules))


@st.composite
def cards(draw: st.DrawFn, most_cars: int = 3) -> RouteCard:
    """A random card."""
    rules, start = draw(puzzles(most_cars=most_cars, by_name=True))
    return card_of(rules, start, draw(goals(rules)))
