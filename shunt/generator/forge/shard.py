"""Shards of the forge: cards that meet a spec, found by searching back from goals.

If the states of a board with its pieces fit into memory, their graph is built once, and for each goal distances are computed
backwards along its edges. Otherwise, the search from the goal goes back with true predecessors as far as memory allows. Starts
are chosen by their look from the farthest positions. Then superfluous parts are removed from the card. It is rated, compared with
the spec, proven by two searches and replayed by the referee.

The cards depend only on the spec, the seed and the number of the shard, and not on time, memory or workers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from shunt.cards.card import Goal, RouteCard
from shunt.errors import counted
from shunt.generator.canonical import canonical_id
from shunt.generator.distance_map import DistanceMap
from shunt.generator.forge.measures import look, mechanics, moving
from shunt.generator.forge.proof import UnprovenError, minimal, proven, renamed, search_limits
from shunt.generator.rating.landscape import Landscape
from shunt.generator.rating.rate import estimated_grade, rate, rated
from shunt.generator.rating.unrated import UnratableError
from shunt.generator.reached_graph import reached_graph
from shunt.generator.spec import BUDGET, CardSpec, SearchBudget, empty_card, tier_range
from shunt.generator.state_graph import GoalGraph, StateGraph
from shunt.rules.access import Access
from shunt.rules.goal import Want
from shunt.rules.position import Position, Roster
from shunt.rules.train_rows import WantedTrain
from shunt.search.core.arrays import States, numbers_of
from shunt.search.core.limits import LimitReached
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from shunt.sidings.cards.card import SidingsCard
from shunt.track.layout import AnyLayout, Layout, SidingsLayout

GOALS_LOOKED_AT = 60  # positions of which the best-looking is taken for a goal
STARTS_LOOKED_AT = 80
FEW_GOALS, FEW_STARTS = 20, 16  # looked at where grades are estimated
LONGEST_TRAIN = 4  # of a new goal
LOOK, TIER, UNIQUE, TURNTABLE = range(4)  # constraints in the order in which a candidate is tested for them
Candidate = tuple[Any, int]
"""A card before any proof, and the fewest moves from its start according to the distances of its goal."""


@dataclass(frozen=True)
class ProvenCard:
    """A card of any ruleset, proven and rated, with its canonical id, its look, and the mechanics of its solution."""

    card: Any
    id: str
    look: float
    mechanics: tuple[str, ...]

    @property
    def grade(self) -> float:
        """The grade on the card."""
        return float(self.card.rating["grade"])

    @property
    def tier(self) -> str:
        """The tier on the card."""
        return str(self.card.rating["tier"])

    @property
    def optimum(self) -> int:
        """The proven fewest moves."""
        return int(self.card.proof["optimum"])


@dataclass
class Rejections:
    """The rejected candidates of shards: how often each reason occurred, and the candidate nearest to the spec.

    `gap`: the number of constraints that the nearest candidate fails or was not tested for, and its distance from the one it
    failed.
    """

    rejected: Counter[str] = field(default_factory=Counter)
    nearest: str = ""
    gap: tuple[int, float] = (1 << 30, float("inf"))

    def reject(self, why: str, gap: float = float("inf"), described: str = "", missed: int = 1) -> None:
        """Count a candidate that fails. `gap` and `missed` say how far it is from the spec, and `described` describes it."""
        self.rejected[why] += 1
        if described and (missed, gap) < self.gap:
            self.gap, self.nearest = (missed, gap), described

    def add(self, other: Rejections) -> None:
        """Add the rejections of another shard."""
        self.rejected += other.rejected
        if other.gap < self.gap:
            self.gap, self.nearest = other.gap, other.nearest


@dataclass
class ShardSearch:
    """The search of one shard. `found` has the cards of earlier searches by id, which are not rated and proven again, and grows
    with the new ones."""

    spec: CardSpec
    seed: str
    shard: int
    budget: SearchBudget = BUDGET
    found: dict[str, ProvenCard] = field(default_factory=dict)
    rejections: Rejections = field(default_factory=Rejections)

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.seed}/{self.shard}")

    def cards(self) -> Iterator[ProvenCard]:
        """Choose random state spaces until one gives cards; yield each new card."""
        for _ in range(self.budget.spaces):
            gives_cards = False
            for candidate, optimum in candidates(self.spec.layout, self):
                if (card := finished(candidate, optimum, self)) is None:
                    continue
                gives_cards = True
                if card.id not in self.found:
                    self.found[card.id] = card
                    yield card
            if gives_cards:
                return


ShardResult = tuple[list[ProvenCard], Rejections]
"""The cards of one shard, without duplicates, and the candidates that were rejected."""


def forge_shard(spec: CardSpec, seed: str, shard: int, budget: SearchBudget = BUDGET) -> ShardResult:
    """Search one shard; return its cards and the rejected candidates."""
    search = ShardSearch(spec, seed, shard, budget)
    return list(search.cards()), search.rejections


# --------------------------------------------------------------------------------------------------------------------
# State spaces


def draw_space(board: Layout, spec: CardSpec, chance: random.Random) -> RouteCard | None:
    """Return a card without a goal: broken tracks, closed spaces, pieces and a first position, chosen at random. Return None if
    there is no room for the pieces.

    Its state space has all positions that can be reached from the first one.
    """
    plan = board.plan
    counts = [chance.randint(*numbers) for numbers in (spec.locomotives, spec.cars, spec.broken)]
    breakable = [space for space in plan.spaces if space not in plan.on_bridges and space not in plan.no_stop]
    broken = frozenset(chance.sample(breakable, min(counts[2], len(breakable))))
    roster = Roster(spec.locomotive_names[: counts[0]], spec.car_names[: counts[1]])
    closed = _draw_closed([space for space in breakable if space not in broken], spec, roster, chance)
    access, places = Access(plan, roster, broken, closed), list[str]()
    for piece in roster.pieces:
        taken = {partner for place in places for partner in plan.partners(place)} | {*places}
        free = [space for space in access.stops(piece) if space not in taken]
        if not free:
            return None
        places.append(chance.choice(free))
    empty = empty_card(board, spec.ruleset, "candidate")
    headings = tuple(chance.randrange(2) for _ in roster.locomotives) if empty.rules.has_headings else ()
    turned = tuple(0 if table.rotation == "locked" else chance.randrange(len(table.positions)) for table in plan.turntables)
    start = Position(tuple(places), headings, turned)
    return replace(empty, roster=roster, start=start, broken=broken, closed=closed)


def _draw_closed(spaces: list[str], spec: CardSpec, roster: Roster, chance: random.Random) -> dict[str, tuple[str, ...]]:
    """Choose some spaces at random, each closed to all cars or to all locomotives."""
    if not spec.closed[1]:
        return {}
    chosen = chance.sample(spaces, min(chance.randint(*spec.closed), len(spaces)))
    kinds = [kind for kind in (roster.cars, roster.locomotives) if kind]
    return {space: chance.choice(kinds) for space in sorted(chosen, key=spaces.index)}


# --------------------------------------------------------------------------------------------------------------------
# Candidates


def candidates(board: AnyLayout, search: ShardSearch) -> Iterator[Candidate]:
    """Choose a random state space; yield candidates in it: for several goals, the farthest starts with the best look."""
    budget, rejections = search.budget, search.rejections
    if isinstance(board, SidingsLayout):
        from shunt.sidings.generator.forge import sidings_candidates

        found, why = sidings_candidates(search.spec, board, search.random, budget.starts)
        if why:
            rejections.reject(why)
        yield from found
        return
    spec = search.spec.with_most_pieces if budget.aimed else search.spec
    space = draw_space(board, spec, search.random)
    if space is None:
        rejections.reject("no room for the pieces")
        return
    codec = Codec.for_rules(space.rules)
    begin, limits = codec.pack_all([space.start]), search_limits(budget.held)
    try:
        graph = reached_graph(Neighbours(codec, limits), begin, limits)
    except LimitReached:
        graph = None
    if graph is None and not budget.near:
        rejections.reject("too many states")
        return
    if graph is not None and len(graph) < 10:
        rejections.reject("nothing can move")
        return
    for _ in range(budget.goals):
        goal = draw_goal(spec, space, codec, graph, search.random, FEW_GOALS if budget.aimed else GOALS_LOOKED_AT)
        if goal is None:
            rejections.reject("no goal meets the constraints")
            continue
        goals = GoalSet.of(codec, goal, space.start.turntables)
        if graph is not None:
            states, distances = graph.states, graph.distances_to(np.flatnonzero(goals.met_by(graph.states)))
        else:
            if goals.most > budget.near:
                rejections.reject("too many positions meet the goal")
                continue
            limits = search_limits(8 * budget.near)
            near = DistanceMap.back_from(Neighbours(codec, limits), goals.states(), limits, budget.near, 64)
            states, distances = near.numbered.states[: len(near.distance)], near.distance
        if graph is not None and budget.aimed and search.spec.tier:
            yield from _aimed(space, goal, codec, graph, distances, search)
            continue
        for indices, distance in starts(search, distances):
            yield _best_start(space, goal, codec, states, indices, search)[0], distance


def _best_start(
    space: RouteCard, goal: Goal, codec: Codec, states: States, indices: list[int], search: ShardSearch
) -> tuple[RouteCard, int]:
    """Return the card with the best-looking of some starts, and the number of its start."""
    cards = ((replace(space, start=unpacked(codec, states, index), goal=goal), index) for index in indices)
    busy = search.budget.busy
    return max(
        cards, key=lambda one: (busy and len(moving(one[0], goal)), look(one[0]), one[0].start.places, one[0].start.headings)
    )


def _aimed(
    space: RouteCard, goal: Goal, codec: Codec, graph: StateGraph, distances: np.ndarray, search: ShardSearch
) -> Iterator[Candidate]:
    """Yield a candidate whose estimated grade is in the tier. It is found by bisecting the range of distances."""
    spec, budget = search.spec, search.budget
    least, most = spec.moves
    most = min(most, int(distances.max(initial=-1)))
    lowest, highest = tier_range(spec.tier or "", spec.weights)
    for _ in range(budget.starts):
        if least > most:
            break
        aim = (least + most) // 2
        drawn = _drawn(np.flatnonzero(distances == aim), search.random, FEW_STARTS)
        card, start = _best_start(space, goal, codec, graph.states, drawn, search)
        landscape = Landscape(card, codec, codec.pack(card.start), aim, GoalGraph(graph, distances), search_limits())
        grade = estimated_grade(landscape, start, spec.weights)
        if grade < lowest:
            least = aim + 1
        elif grade >= highest:
            most = aim - 1
        else:
            yield card, aim
            return
    search.rejections.reject("estimated to be of another tier")


def draw_goal(
    spec: CardSpec, space: RouteCard, codec: Codec, graph: StateGraph | None, chance: random.Random, tries: int = GOALS_LOOKED_AT
) -> Goal | None:
    """Return the best-looking of some goals that are taken from random positions of the space."""
    roster = space.roster
    kind = spec.goal or chance.choices(["cars", "all", "some"], [6, 3, 2])[0]
    if kind == "some" and len(roster.cars) < 2:
        kind = "cars"
    if kind != "all" and not roster.cars:
        kind = "all"
    if kind == "places":
        return _goal_by_place(space, chance)
    if kind == "train":
        return _goal_by_train(space, chance)
    named = list(roster.cars)
    if kind == "some":
        named = sorted(chance.sample(named, chance.randint(1, len(named) - 1)), key=named.index)
    if kind == "all":
        named += roster.locomotives
    best: tuple[float, Goal] | None = None
    for _ in range(tries):
        if graph is not None:
            position = unpacked(codec, graph.states, chance.randrange(len(graph)))
        else:
            drawn = draw_space(space.layout, replace(spec, broken=(0, 0), closed=(0, 0)), chance)
            if drawn is None:
                return None
            position = drawn.start
        places = dict(zip(space.roster.pieces, position.places, strict=False))
        faces = space.roster.faces(position) if spec.headings else {}
        goal = Goal(
            {name: places[name] for name in named if name in places}, {name: faces[name] for name in faces if name in named}
        )
        access = space.rules.access
        if len(goal.places) < len(named) or not all(access.may_be(*one) for one in goal.places.items()):
            continue
        score = look(space, goal) + 0.2 * chance.random()
        if best is None or score > best[0]:
            best = score, goal
    return best[1] if best else None


def _goal_by_place(space: RouteCard, chance: random.Random) -> Goal | None:
    """Return a goal that sends every car to some place of the board, or None if the places have no room for them."""
    access, wants = space.rules.access, list[Want]()
    for car in space.roster.cars:
        free = {place: sum(access.may_be(car, one) for one in spaces) for place, spaces in space.layout.places.items()}
        open_ones = [place for place, spaces in free.items() if spaces > sum(want.place == place for want in wants)]
        if not open_ones:
            return None
        place = chance.choice(open_ones)
        wants.append(Want(place, space.layout.places[place], (car,)))
    return Goal({}, {}, tuple(wants))


def _goal_by_train(space: RouteCard, chance: random.Random) -> Goal | None:
    """Return a goal in which two or more cars are in a row, anywhere or in a place, or None if there is no room for it."""
    cars, board = list(space.roster.cars), space.layout
    if len(cars) < 2:
        return None
    pieces = tuple(chance.sample(cars, chance.randint(2, min(LONGEST_TRAIN, len(cars)))))
    places = [place for place, spaces in board.places.items() if len(spaces) >= len(pieces)]
    place = chance.choice(["", *places])
    train = WantedTrain(pieces, place, False, tuple(board.places[place]) if place else ())
    rows = train.rows(board.plan, space.start.turntables)
    return Goal({}, trains=(train,)) if any(space.broken.isdisjoint(row) for row in rows) else None


def unpacked(codec: Codec, states: States, number: int) -> Position:
    """Return the position of states[number]."""
    return codec.unpack(numbers_of(states[number : number + 1])[0])


def starts(search: ShardSearch, distances: np.ndarray) -> Iterator[tuple[list[int], int]]:
    """Yield the distances allowed by the spec, the largest first, each with some of the states at that distance."""
    spec, chance = search.spec, search.random
    least, farthest = spec.moves[0], int(distances.max(initial=-1))
    if farthest < least:
        described = f"a card of {counted(farthest, 'moves')}"
        search.rejections.reject("the goal is too near", least - farthest, described, 1 + _asked(spec, LOOK))
        return
    for aim in spec.distances(farthest, search.budget.starts, chance):
        indices = np.flatnonzero(distances == aim)
        if len(indices):
            yield _drawn(indices, chance), aim


def _drawn(indices: np.ndarray, chance: random.Random, most: int = STARTS_LOOKED_AT) -> list[int]:
    """Return a random sample of these states."""
    drawn = sorted(chance.sample(range(len(indices)), min(most, len(indices))))
    return [int(indices[index]) for index in drawn]


# --------------------------------------------------------------------------------------------------------------------
# Finishing


def finished(card: RouteCard | SidingsCard, optimum: int, search: ShardSearch) -> ProvenCard | None:
    """Return the candidate as a finished card, or None if it does not meet the spec."""
    spec, rejections = search.spec, search.rejections
    if isinstance(card, RouteCard):
        try:
            card, why = _stripped(card, optimum, spec)
        except UnprovenError:
            why = "too large to prove"
        if why:
            rejections.reject(why)
            return None
    score = look(card)
    if score < spec.look:
        missed = 1 + _asked(spec, TIER)
        rejections.reject("its look is below the score", spec.look - score, f"a card that looks {score:.2f}", missed)
        return None
    name = canonical_id(card)
    if known := search.found.get(name):
        return known
    try:
        rating = rate(card, search_limits(), weights=spec.weights)
    except UnratableError:
        rejections.reject("too large to rate")
        return None
    described = f"a {rating.tier} card of {counted(optimum, 'moves')}, grade {rating.grade:.2f}"
    if spec.tier is not None and rating.tier != spec.tier:
        least, most = tier_range(spec.tier, spec.weights)
        away = max(least - rating.grade, rating.grade - most, 0.0)
        rejections.reject(f"{rating.tier}, not {spec.tier}", away, described, 1 + _asked(spec, UNIQUE))
        return None
    if spec.unique and rating.features.get("solutions") != 1:
        gap = (rating.features.get("solutions") or 99) / 10
        rejections.reject("several solutions", gap, described + ", with several solutions", 1 + _asked(spec, TURNTABLE))
        return None
    done = proven(rated(card, rating))
    if done is None:
        rejections.reject("too large to prove")
        return None
    if done[1].optimum != optimum:
        raise AssertionError(f"the optimum was {optimum} and is {done[1].optimum} after superfluous things were removed")
    used = mechanics(done[0], done[1].moves)
    if why := _unwanted(spec, used):
        rejections.reject(why, 0.5, f"{described}, which uses {', '.join(used) or 'no mechanic'}")
        return None
    shown: dict[str, Any] = {"name": f"{card.board_name or 'card'}-{name[:8]}", "layout_ref": ""}
    return ProvenCard(replace(done[0], **shown), name, score, used)


def _stripped(card: RouteCard, optimum: int, spec: CardSpec) -> tuple[RouteCard, str]:
    """Return a candidate without superfluous parts and with its pieces named, and the constraint that it no longer meets, or "".

    Raise `UnprovenError` at the limit of a search.
    """
    card = renamed(minimal(card, optimum), spec.locomotive_names, spec.car_names)
    counts = {"locomotives": "locomotives", "cars": "cars", "broken": "broken tracks", "closed": "closed spaces"}
    found = card.inventory._replace(closed=len(card.closed))  # those of the board are not the card's
    for name, words in counts.items():
        if getattr(found, name) < getattr(spec, name)[0]:
            return card, f"some of its {words} changed nothing"
    named, cars = card.goal.pieces, set(card.roster.cars)
    meets = {"all": named == set(card.roster.pieces), "cars": named == cars, "places": named == cars, "some": named < cars}
    meets["train"] = any(len(train.pieces) > 1 for train in card.goal.trains)
    return card, "" if spec.goal is None or meets[spec.goal] else "the goal does not meet the constraints"


def _unwanted(spec: CardSpec, used: Sequence[str]) -> str:
    """Return how the mechanics of a solution violate the constraints, or ""."""
    if spec.turntable is not None and ("turntable" in used) != spec.turntable:
        return "the use of the turntable does not meet the constraints"
    if lacking := [name for name in spec.mechanics if name not in used]:
        return f"its solution does not use {' and '.join(lacking)}"
    if present := [name for name in spec.without if name in used]:
        return f"its solution uses {' and '.join(present)}"
    return ""


def _asked(spec: CardSpec, first: int) -> int:
    """Return the number of constraints that are set, among those tested from the `first` on."""
    return sum((spec.look > 0, spec.tier is not None, spec.unique, spec.turntable is not None)[first:])
