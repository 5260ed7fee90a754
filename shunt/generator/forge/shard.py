"""The forge: cards that meet a spec, found by searching back from goals.

A *family* is a board with its broken tracks and its pieces. Where its states can be held, its graph is built once, and from
every goal tried in it distances are spread back along the edges; where they cannot, the search from the goal goes back with
true predecessors as far as there is room. Starts are chosen among the farthest positions, by how they look; then the card is
stripped of what is superfluous, rated, compared with the spec, proven by two searches and replayed by the referee.

The cards follow from the spec, the seed and the number of the shard alone: not from time, memory or workers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from shunt.cards.card import Goal, RouteCard, SidingsCard
from shunt.cards.tiers import TIERS
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.appearance import look
from shunt.generator.forge.mechanics import mechanics
from shunt.generator.forge.proof import UnprovenError, minimal, optimum_of, proven, renamed, search_limits
from shunt.generator.forge.sidings import proven_sidings, sidings_candidates, sidings_look, sidings_mechanics
from shunt.generator.forge.spec import EFFORT, CardSpec, Effort, in_moves, tier_range
from shunt.generator.rating.rate import rate, rated
from shunt.generator.rating.unrated import UnratableError
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import LimitReached
from shunt.search.methods.state_graph import DistanceMap, StateGraph
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States
from shunt.track.layout import SidingsLayout

GOALS_LOOKED_AT = 60  # positions of which the best-looking is taken for a goal
STARTS_LOOKED_AT = 80


@dataclass(frozen=True)
class Forged:
    """A finished card of any ruleset: proven, rated, minimal and named in a canonical way; with its id, look and what it uses."""

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
class Tally:
    """The candidates of a shard: how many there were, why they were rejected, and the nearest to the spec.

    `gap`: how many constraints the nearest fails or was not tested for, and how far it is from the one it failed.
    """

    candidates: int = 0
    rejected: dict[str, int] = field(default_factory=dict)
    nearest: str = ""
    gap: tuple[int, float] = (1 << 30, float("inf"))

    def reject(self, why: str, gap: float = float("inf"), described: str = "", missed: int = 1) -> None:
        """Count a candidate that fails; `gap` and `missed`: how far it is from the spec; `described`: what it is."""
        self.rejected[why] = self.rejected.get(why, 0) + 1
        if described and (missed, gap) < self.gap:
            self.gap, self.nearest = (missed, gap), described

    def add(self, other: Tally) -> None:
        """Add the tally of another shard."""
        self.candidates += other.candidates
        for why, count in other.rejected.items():
            self.rejected[why] = self.rejected.get(why, 0) + count
        if other.gap < self.gap:
            self.gap, self.nearest = other.gap, other.nearest


@dataclass(frozen=True)
class Family:
    """A board with broken tracks and pieces; `position` is some placement of them."""

    spec: CardSpec
    broken: frozenset[str]
    position: Position
    roster: Roster

    @property
    def rules(self) -> Switcher:
        """The referee."""
        railway = self.spec.ruleset == "railway"
        return Switcher(self.spec.board.plan, self.roster, self.broken, couples_both_ways=railway, has_headings=not railway)

    def card(self, start: Position, goal: Goal) -> RouteCard:
        """Return a card of this family, with nothing proven yet."""
        layout = self.spec.board
        return RouteCard(
            name="candidate",
            ruleset=self.spec.ruleset,
            plan=layout.plan,
            roster=self.roster,
            start=start,
            goal=goal,
            broken=self.broken,
            board=layout,
        )


@dataclass
class UnderWay:
    """What a shard has found so far: its cards by id, and the tally of its candidates."""

    found: dict[str, Forged] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)


def forge_shard(
    spec: CardSpec, seed: str, shard: int, effort: Effort = EFFORT, under_way: UnderWay | None = None
) -> tuple[list[Forged], Tally]:
    """Return the cards of one shard, no two of them the same, and the tally of its candidates.

    `under_way` gets what is found as it is found, for a caller that may be interrupted.
    """
    chance = random.Random(f"{seed}/{shard}")
    under_way = under_way or UnderWay()
    found, tally = under_way.found, under_way.tally
    if isinstance(spec.layout, SidingsLayout):
        _forge_sidings(spec, spec.layout, chance, effort, under_way)
        return list(found.values()), tally
    for _ in range(effort.families):
        family = draw_family(spec, chance)
        if family is None:
            tally.reject("no room for the pieces")
            continue
        for candidate, optimum in candidates(family, chance, effort, tally):
            forged = finished(candidate, optimum, spec, tally)
            if forged is not None and forged.id not in found:
                found[forged.id] = forged
        if found:
            break
    return list(found.values()), tally


def _forge_sidings(spec: CardSpec, yard: SidingsLayout, chance: random.Random, effort: Effort, under_way: UnderWay) -> None:
    """Find the cards of one shard on a yard of sidings: of the first family that gives any."""
    for _ in range(effort.families):
        cards, why = sidings_candidates(spec, yard, chance, effort.starts)
        if why:
            under_way.tally.reject(why)
        for card, pulls in cards:
            if (forged := finished_sidings(card, pulls, spec, under_way.tally)) is not None:
                under_way.found[forged.id] = forged
        if under_way.found:
            return


# --------------------------------------------------------------------------------------------------------------------
# Drawing a family


def draw_family(spec: CardSpec, chance: random.Random) -> Family | None:
    """Draw broken tracks, pieces and a first position at random; None if the pieces have no room."""
    plan = spec.board.plan
    counts = [chance.randint(*numbers) for numbers in (spec.locomotives, spec.cars, spec.broken)]
    bridges = {space for table in plan.turntables for space in table.bridge}
    breakable = [space for space in plan.spaces if space not in bridges and space not in plan.no_stop]
    broken = frozenset(chance.sample(breakable, min(counts[2], len(breakable))))
    roster = Roster(spec.locomotive_names[: counts[0]], spec.car_names[: counts[1]])
    places: list[str] = []
    for _ in roster.pieces:
        kept_out = {partner for place in places for partner in plan.partners(place)} | {*places} | broken | plan.no_stop
        free = [space for space in plan.spaces if space not in kept_out]
        if not free:
            return None
        places.append(chance.choice(free))
    headings = tuple(chance.randrange(2) for _ in roster.locomotives) if spec.ruleset == "switcher" else ()
    turned = tuple(0 if table.rotation == "locked" else chance.randrange(len(table.positions)) for table in plan.turntables)
    return Family(spec, broken, Position(tuple(places), headings, turned), roster)


# --------------------------------------------------------------------------------------------------------------------
# Candidates


def candidates(family: Family, chance: random.Random, effort: Effort, tally: Tally) -> Iterator[tuple[RouteCard, int]]:
    """Yield candidates with their optimum: for several goals of a family the best-looking of the farthest starts."""
    codec = Codec.for_rules(family.rules)
    begin = codec.states([codec.pack(family.position)])
    try:
        graph = StateGraph.reach(codec, begin, search_limits(effort.held))
    except LimitReached:
        graph = None
    if graph is None and not effort.near:
        tally.reject("too many states")
        return
    if graph is not None and len(graph) < 10:
        tally.reject("nothing can move")
        return
    for _ in range(effort.goals):
        goal = draw_goal(family, codec, graph, chance)
        if goal is None:
            tally.reject("no goal meets the constraints")
            continue
        goals = GoalSet.of(codec, goal, codec.phases.number[family.position.turntables])
        if graph is not None:
            states, distances = graph.states, graph.distances_to(np.flatnonzero(goals.met_by(graph.states)))
        else:
            if goals.most > effort.near:
                tally.reject("too many positions meet the goal")
                continue
            near = DistanceMap.back_from(codec, goals.states(), search_limits(8 * effort.near), effort.near, 64, _silent)
            states, distances = near.numbered.states[: len(near.distance)], near.distance
        yield from starts(family, codec, goal, states, distances, chance, tally, effort)


def _silent(what: str, level: int, states: int) -> None:
    pass


def draw_goal(family: Family, codec: Codec, graph: StateGraph | None, chance: random.Random) -> Goal | None:
    """Return the best-looking of some goals, drawn from positions of the family."""
    spec, roster = family.spec, family.roster
    kind = spec.goal or chance.choices(["cars", "all", "some"], [6, 3, 2])[0]
    if kind == "some" and len(roster.cars) < 2:
        kind = "cars"
    if kind != "all" and not roster.cars:
        kind = "all"
    named = list(roster.cars)
    if kind == "some":
        named = sorted(chance.sample(named, chance.randint(1, len(named) - 1)), key=named.index)
    if kind == "all":
        named += roster.locomotives
    best: tuple[float, Goal] | None = None
    for _ in range(GOALS_LOOKED_AT):
        if graph is not None:
            position = unpacked(codec, graph.states, chance.randrange(len(graph)))
        else:
            drawn = draw_family(replace(spec, broken=(0, 0)), chance)
            if drawn is None:
                return None
            position = drawn.position
        places = dict(zip(drawn_roster(family, position), position.places, strict=False))
        faces = dict(zip(family.roster.locomotives, position.headings, strict=False)) if spec.headings else {}
        goal = Goal(
            {name: places[name] for name in named if name in places}, {name: faces[name] for name in faces if name in named}
        )
        if len(goal.places) < len(named) or family.broken.intersection(goal.places.values()):
            continue
        score = look(family.card(family.position, goal)) + 0.2 * chance.random()
        if best is None or score > best[0]:
            best = score, goal
    return best[1] if best else None


def unpacked(codec: Codec, states: States, number: int) -> Position:
    """Return the position of states[number]."""
    return codec.unpack(numbers_of(states[number : number + 1])[0])


def drawn_roster(family: Family, position: Position) -> tuple[str, ...]:
    """Return the names for the places of a drawn position, which may have other pieces than the family."""
    pieces = family.roster.pieces
    return pieces if len(position.places) >= len(pieces) else pieces[: len(position.places)]


def starts(
    family: Family,
    codec: Codec,
    goal: Goal,
    states: States,
    distances: np.ndarray,
    chance: random.Random,
    tally: Tally,
    effort: Effort = EFFORT,
) -> Iterator[tuple[RouteCard, int]]:
    """Yield starts at the distances of the spec, the farthest first, of each distance the best-looking."""
    least, most = family.spec.moves
    farthest = int(distances.max(initial=-1))
    if farthest < least:
        missed = 1 + _asked(family.spec, "look", "tier", "unique", "turntable")
        tally.reject("the goal is too near", least - farthest, f"a card of {in_moves(farthest)}", missed)
        return
    # Mostly the farthest of the range, sometimes nearer ones, so that the whole range is used.
    top = min(most, farthest)
    for number in range(effort.starts):
        aim = max(least, top - number) if number < 2 else chance.randint(least, top)
        indices = np.flatnonzero(distances == aim)
        if not len(indices):
            continue
        drawn = sorted(chance.sample(range(len(indices)), min(STARTS_LOOKED_AT, len(indices))))
        cards = [family.card(unpacked(codec, states, int(indices[index])), goal) for index in drawn]
        yield (
            max(cards, key=lambda card: (effort.busy and _moving(card), look(card), card.start.places, card.start.headings)),
            aim,
        )


def _moving(card: RouteCard) -> int:
    """Return how many pieces have to move."""
    at = dict(zip(card.roster.pieces, card.start.places, strict=True))
    return sum(at[name] != space for name, space in card.goal.places.items())


# --------------------------------------------------------------------------------------------------------------------
# Finishing


def finished(card: RouteCard, optimum: int, spec: CardSpec, tally: Tally) -> Forged | None:
    """Return the candidate as a finished card, or None if it does not meet the spec."""
    tally.candidates += 1
    try:
        if optimum_of(card) != optimum:
            raise AssertionError(f"the distance to the goal is {optimum} by one search and not by another")
        card = renamed(minimal(card, optimum), spec.locomotive_names, spec.car_names)
    except UnprovenError:
        tally.reject("too large to prove")
        return None
    if why := _misses(card, spec):
        tally.reject(why)
        return None
    score = look(card)
    if score < spec.look:
        missed = 1 + _asked(spec, "tier", "unique", "turntable")
        tally.reject("its look is below the score", spec.look - score, f"a card that looks {score:.2f}", missed)
        return None
    try:
        rating = rate(card, search_limits(), weights=spec.weights)
    except UnratableError:
        tally.reject("too large to rate")
        return None
    described = f"a {rating.tier} card of {in_moves(optimum)}, grade {rating.grade:.2f}"
    if spec.tier is not None and rating.tier != spec.tier:
        missed = 1 + _asked(spec, "unique", "turntable")
        tally.reject(f"{rating.tier}, not {spec.tier}", _away(rating.grade, spec), described, missed)
        return None
    if spec.unique and rating.features.get("solutions") != 1:
        gap = (rating.features.get("solutions") or 99) / 10
        tally.reject("several solutions", gap, described + ", with several solutions", 1 + _asked(spec, "turntable"))
        return None
    done = proven(rated(card, rating))
    if done is None:
        tally.reject("too large to prove")
        return None
    if done[1].optimum != optimum:
        raise AssertionError(f"the optimum was {optimum} and is {done[1].optimum} after superfluous things were removed")
    used = mechanics(done[0], done[1].moves)
    if spec.turntable is not None and ("turntable" in used) != spec.turntable:
        described += ", with the turntable" if "turntable" in used else ", without the turntable"
        tally.reject("the use of the turntable does not meet the constraints", 0.5, described)
        return None
    if why := _unwanted(spec, used):
        tally.reject(why, 0.5, f"{described}, which uses {', '.join(used) or 'no mechanic'}")
        return None
    name = canonical_id(card)
    shown = f"{card.plan.name or 'card'}-{name[:8]}"
    return Forged(replace(done[0], name=shown, layout=""), name, score, used)


def finished_sidings(card: SidingsCard, pulls: int, spec: CardSpec, tally: Tally) -> Forged | None:
    """Return the candidate as a finished card, or None if it does not meet the spec."""
    tally.candidates += 1
    score = sidings_look(card)
    if score < spec.look:
        tally.reject("its look is below the score", spec.look - score, f"a card that looks {score:.2f}")
        return None
    try:
        rating = rate(card, search_limits(), weights=spec.weights)
    except UnratableError:
        tally.reject("too large to rate")
        return None
    described = f"a {rating.tier} card of {in_moves(pulls)}, grade {rating.grade:.2f}"
    if spec.tier is not None and rating.tier != spec.tier:
        tally.reject(f"{rating.tier}, not {spec.tier}", _away(rating.grade, spec), described)
        return None
    if spec.unique and rating.features.get("solutions") != 1:
        tally.reject("several solutions", (rating.features.get("solutions") or 99) / 10, described + ", with several solutions")
        return None
    done = proven_sidings(rated(card, rating))
    if done is None:
        tally.reject("too large to prove")
        return None
    name = canonical_id(card)
    used = sidings_mechanics(card, done[1].moves)
    return Forged(replace(done[0], name=f"{card.board_name}-{name[:8]}", layout=""), name, score, used)


def _misses(card: RouteCard, spec: CardSpec) -> str:
    """Return the constraint that a card no longer meets after superfluous things were removed, or ''."""
    counts = {
        "locomotives": (len(card.roster.locomotives), spec.locomotives),
        "cars": (len(card.roster.cars), spec.cars),
        "broken tracks": (len(card.broken), spec.broken),
    }
    for name, (count, (least, _)) in counts.items():
        if count < least:
            return f"some of its {name} changed nothing"
    named = set(card.goal.places)
    if spec.goal == "all" and named != set(card.roster.pieces):
        return "the goal does not meet the constraints"
    if spec.goal == "cars" and named != set(card.roster.cars):
        return "the goal does not meet the constraints"
    if spec.goal == "some" and not named < set(card.roster.cars):
        return "the goal does not meet the constraints"
    return ""


def _unwanted(spec: CardSpec, used: Sequence[str]) -> str:
    """Return how the mechanics of a solution fail the constraints, or ''."""
    if lacking := [name for name in spec.mechanics if name not in used]:
        return f"its solution does not use {' and '.join(lacking)}"
    if present := [name for name in spec.without if name in used]:
        return f"its solution uses {' and '.join(present)}"
    return ""


def _asked(spec: CardSpec, *names: str) -> int:
    """Return how many of these constraints are set."""
    made = {
        "look": spec.look > 0,
        "tier": spec.tier is not None,
        "unique": spec.unique,
        "turntable": spec.turntable is not None,
    }
    return sum(made[name] for name in names)


def _away(grade: float, spec: CardSpec) -> float:
    """Return how far a grade is from the tier of the spec."""
    least, most = tier_range(spec.tier or TIERS[0], spec.weights)
    return max(least - grade, grade - most, 0.0)
