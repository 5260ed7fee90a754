"""Random hump yards, and the yards of the published figures."""

from hypothesis import strategies as st

from shunt.hump.rules import Hump
from shunt.hump.tiles import KINDS
from shunt.hump.yard import PlacedTile, Yard
from shunt.rules.position import Position

BARE = Yard()
ONE = Yard.parse("5u_62r1@2,1")
EACH = Yard(tuple(PlacedTile((column, 1), "62", 1) for column in range(5)))
TWO = Yard(tuple(PlacedTile((column, row), "62", 1) for column in range(5) for row in (1, 2)))
# A circle above the only heading: entered from the south, left only by who runs the other way round.
CIRCLE = Yard.parse("1u_57r2@0,1_55r2@0,2_55r3@1,2_55@1,1")


def successors(rules: Hump, position: Position) -> set[Position]:
    """Every other position that one move (not an exit) leads to; all cars are distinct."""
    return {run.after for run in rules.runs(position) if run.after is not None}


def exits(rules: Hump, position: Position) -> set[tuple[str, ...]]:
    """Every order in which the whole train can leave in one move."""
    return {rules.order(run) for run in rules.runs(position) if run.leaves}


def ends(rules: Hump, *places: str) -> dict[str, set[str]]:
    """Where the lead car may end after a move from these places, by the cut, lead car first."""
    found = {}
    for run in rules.runs(Position(places)):
        found.setdefault(" ".join(rules.order(run)), set()).add(run.path[-1])
    return found


@st.composite
def yards(draw: st.DrawFn, most_tiles: int = 9) -> Yard:
    """One to five headings and tiles at random places and turns; few columns, so that loops are common."""
    yard = Yard((), draw(st.integers(1, 5)), draw(st.sampled_from(["up", "down"])))
    for _ in range(draw(st.integers(0, most_tiles))):
        near = [site for site in yard.sites if -1 <= site[0] <= 3] or yard.sites
        yard = yard.build(draw(st.sampled_from(KINDS)), draw(st.sampled_from(near)), draw(st.integers(0, 3)))
    return yard


@st.composite
def humps(draw: st.DrawFn, most_cars: int = 4) -> Hump:
    """The rules on a random yard, either stop rule, with or without a return to the source."""
    train = [chr(ord("A") + car) for car in range(draw(st.integers(1, most_cars)))]
    return Hump.on(draw(yards()), train, draw(st.sampled_from(["farthest", "any"])), draw(st.booleans()))


@st.composite
def hump_positions(draw: st.DrawFn, most_cars: int = 4) -> tuple[Hump, Position]:
    """Rules and a position: the cars on any spaces that they may hold together."""
    rules = draw(humps(most_cars))
    free = list(rules.track.plan.spaces)
    places = []
    for _ in rules.train:
        space = draw(st.sampled_from(free))
        places.append(space)
        free = [other for other in free if other != space and other not in rules.track.partners[space]]
        if not free:
            break
    return (rules, Position(tuple(places))) if len(places) == len(rules.train) else (rules, rules.start)
