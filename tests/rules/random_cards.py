"""Random small cards from a seed, in families that strain the rules: loops, full rings, turntables, long boards, sidings."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

from shunt.cards.card import Goal, RouteCard
from shunt.errors import LayoutError
from shunt.rules.goal import Want
from shunt.rules.objective import METRICS
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.rules.train_rows import WantedTrain
from shunt.rules.train_rules import TrainRules
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.track.layout import Layout
from shunt.track.plan import End, Plan
from shunt.track.turntable import ROTATIONS, Turntable

Board = tuple[list[str], list[Turntable]]
EXTRAS = 0.25  # share of the boards with exclusive spaces, and of those where nothing may stop on one


def tangle(random: Random) -> Board:
    """A few runs over the same few spaces: switches, loops and stubs as they come."""
    names = [f"s{number}" for number in range(random.randint(4, 7))]
    runs = [" ".join(random.sample(names, random.randint(2, min(5, len(names))))) for _ in range(random.randint(2, 4))]
    return [*runs, *(name for name in names if not any(name in run.split() for run in runs))], []


def ring(random: Random) -> Board:
    """A ring of three or four spaces with stubs that lead into it."""
    names = [f"R{number}" for number in range(random.choice((3, 3, 4)))]
    around = [*names, names[0], names[1]]
    runs = [" ".join(around)]
    for number in range(random.randint(0, 2)):
        first = random.randrange(len(names))
        onwards = [*names[first:], *names[:first]][:2]
        runs.append(" ".join([f"X{number}", *(onwards if random.random() < 0.6 else reversed(onwards))]))
    return runs, []


def swinging(random: Random) -> Board:
    """A turntable or two that swing between stubs, or in a ring, with bridges of one space or two."""
    runs = [["A B"], ["A B", "C"], ["A B C", "D"], ["A B", "C D"], ["A B C", "A B D"]][random.randrange(5)]
    open_ends = [name for run in runs for name in (run.split()[0], run.split()[-1])]
    tables = []
    for number in range(random.choice((1, 1, 2))):
        bridge = tuple(f"T{number}{part}" for part in range(random.choice((1, 1, 2))))
        positions = []
        for _ in range(random.randint(2, 3)):
            one, other = random.choice(["", *open_ends]), random.choice(["", *open_ends])
            positions.append((one, other if other != one else ""))
        if random.random() < 0.4:
            positions[1] = (positions[0][1], positions[0][0])
        tables.append(Turntable(f"T{number}", bridge, tuple(positions), random.choice(ROTATIONS)))
    return runs, tables


FAMILIES = (tangle, ring, swinging)


def plan_of(random: Random, board: Callable[[Random], Board]) -> Plan:
    """A board of one family that makes sense, perhaps with exclusive and no-stop spaces."""
    while True:
        runs, tables = board(random)
        spaces = sorted({name for run in runs for name in run.split()} | {part for table in tables for part in table.bridge})
        groups = [random.sample(spaces, 2)] if random.random() < EXTRAS and len(spaces) > 3 else []
        no_stop = [random.choice(spaces)] if random.random() < EXTRAS else []
        try:
            return Plan.from_tracks("random", runs, tables, no_stop, groups)
        except LayoutError:
            continue


def stretched(plan: Plan, longest: int, random: Random) -> Plan:
    """Return a plan with plain spaces put into its joins, and with its runs in another order."""
    between, runs = dict[tuple[str, str], list[str]](), []
    for run in random.sample(plan.tracks, len(plan.tracks)):
        longer = [run[0]]
        for one, other in pairwise(run):
            if (one, other) not in between:
                chain = [f"x{len(between)}_{place}" for place in range(random.choice([0, longest, longest]))]
                between[one, other], between[other, one] = chain, chain[::-1]
            longer += [*between[one, other], other]
        runs.append(longer[:: random.choice((1, -1))])
    return Plan.from_tracks(plan.name, runs, plan.turntables, plan.no_stop, plan.exclusive)


def position_of(random: Random, rules: Switcher) -> Position | None:
    """Random places in which nothing is where it may not be; None where there is no room."""
    plan, places = rules.plan, list[str]()
    for piece in rules.roster.pieces:
        barred = {partner for place in places for partner in plan.partners(place)} | set(places)
        free = [space for space in rules.access.stops(piece) if space not in barred]
        if not free:
            return None
        places.append(random.choice(free))
    turned = tuple(0 if table.rotation == "locked" else random.randrange(len(table.positions)) for table in plan.turntables)
    faced = tuple(random.randrange(2) for _ in rules.roster.locomotives) if rules.has_headings else ()
    return rules.roster.canonical(Position(tuple(places), faced, turned))


def rules_on(random: Random, plan: Plan, most_cars: int = 3) -> Switcher:
    """Rules of either ruleset for some pieces, perhaps with a broken track and interchangeable pieces."""
    locomotives = ("L", "M")[: random.choice((1, 1, 2))]
    room = max(0, len(plan.spaces) - len(locomotives) - 1)
    cars = tuple("abc"[: random.randint(0 if len(locomotives) > 1 else 1, min(most_cars, room))]) if room else ()
    groups = []
    if len(cars) > 1 and random.random() < 0.3:
        groups.append(cars[: random.randint(2, len(cars))])
    if len(locomotives) > 1 and random.random() < 0.3:
        groups.append(locomotives)
    broken = frozenset(random.sample(plan.spaces, 1)) if random.random() < 0.15 else frozenset()
    train_rules = TrainRules.for_ruleset("railway" if random.random() < 0.5 else "switcher")
    return Switcher(plan, Roster(locomotives, cars, tuple(groups)), broken, train_rules)


def card_of(rules: Switcher, start: Position, goal: Goal, name: str = "random") -> RouteCard:
    """A card with these rules."""
    closed = {space: tuple(names) for space, names in rules.closed.items()}
    places = {place: spaces for place, spaces in goal.named_places.items() if place not in rules.plan.spaces}
    given = Layout(rules.plan), rules.roster, start, goal, rules.broken
    return RouteCard(name, rules.train_rules.ruleset, *given, train_rules=rules.train_rules, own_places=places, closed=closed)


def train_card(random: Random, family: Callable[[Random], Board], most_cars: int = 3) -> RouteCard:
    """A card of either ruleset on a board of a family."""
    while True:
        rules = rules_on(random, plan_of(random, family), most_cars)
        start, end = (position_of(random, rules) for _ in range(2))
        if start and end:
            drags = len(rules.roster.locomotives) > 1 and rules.has_headings and not rules.broken and start.headings[0] == 0
            rules = replace(rules, train_rules=replace(rules.train_rules, drags_coupled=drags))
            return card_of(rules, start, goal_of(random, rules.roster, end))


def closed_card(random: Random, family: Callable[[Random], Board]) -> RouteCard:
    """A card with spaces that the layout closes to a kind of pieces, or the card to some pieces by name."""
    while True:
        card = train_card(random, family)
        roster, kinds, closed = card.roster, dict[str, str](), dict[str, tuple[str, ...]]()
        alike = {name: group for group in roster.interchangeable for name in group}
        members = {"cars": roster.cars, "locomotives": roster.locomotives}
        taken = {*zip(roster.pieces, card.start.places, strict=True), *card.goal.places.items()}
        for space in random.sample(card.plan.spaces, random.randint(1, 3)):
            kind, name = random.choice(("cars", "cars", "locomotives", "")), random.choice(roster.pieces)
            names = members[kind] if kind else alike.get(name, (name,))
            if names and taken.isdisjoint((other, space) for other in names):
                if kind:
                    kinds[space] = kind
                else:
                    closed[space] = names
        if kinds or closed:
            return replace(card, layout=Layout(replace(card.plan, closed=kinds)), closed=closed)


def passing_card(random: Random) -> RouteCard:
    """A card on a line with a stub, all of whose pieces are in the goal."""
    left = [f"L{number}" for number in range(random.randint(1, 4), 0, -1)]
    right = [f"R{number}" for number in range(1, random.randint(2, 4) + 1)]
    end = ["S", "T"][: random.randint(1, 2)]
    stub = [*left, *end] if random.random() < 0.5 and len(left) > 1 else [*end[::-1], *right]
    plan = Plan.from_tracks("line", [[*left, *right], stub])
    return passing_on(random, plan, random.choice(["railway", "switcher"])).with_metric(random.choice(["runs", "reversals"]))


def passing_on(random: Random, plan: Plan, ruleset: str) -> RouteCard:
    """Up to four pieces, one or two of them locomotives, anywhere on a board, and anywhere at the end."""
    locomotives, cars = ("A", "B")[: random.randint(1, 2)], ("x", "y")[: random.randint(1, 2)]
    roster = Roster(locomotives, cars, (("x", "y"),) if len(cars) == 2 and random.random() < 0.5 else ())
    begun, wanted = (random.sample(plan.spaces, len(roster.pieces)) for _ in range(2))
    rules = Switcher(plan, roster, train_rules=TrainRules.for_ruleset(ruleset))
    headings = tuple(random.randrange(2) for _ in locomotives) if rules.has_headings else ()
    goal = Goal(dict(zip(roster.pieces, wanted, strict=True)))
    return card_of(rules, roster.canonical(Position(tuple(begun), headings)), goal)


def goal_of(random: Random, roster: Roster, end: Position) -> Goal:
    """Some of the places of a position, perhaps with headings."""
    named = random.sample(roster.pieces, random.randint(1, len(roster.pieces)))
    places = {name: end.places[roster.pieces.index(name)] for name in named}
    headed = [name for name in roster.locomotives if end.headings and name in places and random.random() < 0.4]
    return Goal(places, {name: end.headings[roster.locomotives.index(name)] for name in headed})


def goal_by_place(random: Random, rules: Switcher, end: Position) -> Goal:
    """What a position has on one or two sets of spaces, of one piece or any of several, and perhaps some of its single places."""
    roster = rules.roster
    at = roster.at(end)
    legal = [space for space in rules.plan.spaces if space not in rules.broken | rules.plan.no_stop]
    alike = {name: group for group in roster.interchangeable for name in group}
    wants = []
    while not wants:
        for number in range(random.choice((1, 1, 2, 3))):
            spaces = tuple(random.sample(legal, random.randint(1, min(4, len(legal)))))
            kind = roster.locomotives if random.random() < 0.3 or not roster.cars else roster.cars
            names = random.sample(kind, random.randint(1, len(kind)))
            pieces = tuple(dict.fromkeys(other for name in names for other in alike.get(name, (name,))))
            if len(names) == 1 and random.random() < 0.5:
                pieces = (names[0],)
            inside = sum(at[name] in spaces for name in pieces)
            if inside:
                wants.append(Want(f"P{number}", spaces, pieces, random.randint(1, inside)))
    named = {name for want in wants for name in want.pieces}
    single = goal_of(random, roster, end)
    kept = {name: space for name, space in single.places.items() if name not in named or random.random() < 0.2}
    if random.random() < 0.4:
        kept = {}
    return Goal(kept, {name: heading for name, heading in single.headings.items() if name in kept}, tuple(wants))


def goal_by_train(random: Random, rules: Switcher, end: Position) -> Goal:
    """One or two trains of some of the pieces, anywhere, in a place or along a run, and perhaps single places of others."""
    plan, roster = rules.plan, rules.roster
    names, trains = random.sample(roster.pieces, len(roster.pieces)), list[WantedTrain]()
    for number in range(random.choice((1, 1, 2))):
        length = random.randint(1 if trains else 2, 3)
        pieces, names = names[:length], names[length:]
        if pieces:
            some = tuple("?" if index and random.random() < 0.25 else name for index, name in enumerate(pieces))
            place = tuple(random.sample(plan.spaces, random.randint(len(some), len(plan.spaces))))
            where = random.choice(("anywhere", "place", "along"))
            run = run_of(random, plan) if where == "along" else ()
            if len(run) >= len(some):
                trains.append(WantedTrain(some, "", True, run))
            else:
                trains.append(WantedTrain(some, f"P{number}", False, place) if where == "place" else WantedTrain(some))
    single = goal_of(random, roster, end)
    kept = {name: space for name, space in single.places.items() if name in names and random.random() < 0.5}
    headings = {name: heading for name, heading in single.headings.items() if name in kept}
    return Goal(kept, headings, (), tuple(trains))


def run_of(random: Random, plan: Plan) -> tuple[str, ...]:
    """A random walk along joined spaces that never turns back and enters none twice."""
    turned = tuple(random.randrange(len(table.positions)) for table in plan.turntables)
    joins, run, leaving = plan.joins(turned), [random.choice(plan.spaces)], random.randrange(2)
    while ahead := [one for one in joins.get(End(run[-1], leaving), ()) if one.space not in run]:
        entered = random.choice(ahead)
        run.append(entered.space)
        leaving = 1 - entered.end
    return tuple(run)


def sidings_card(random: Random, most_cars: int = 5) -> SidingsCard:
    """A small yard of two or three sidings, in either metric, with any kind of goal."""
    while True:
        sidings = {str(number): random.randint(1, 3) for number in range(1, random.randint(2, 3) + 1)}
        cars = tuple("abcde"[: random.randint(2, min(most_cars, sum(sidings.values())))])
        groups = random.choice([(), (cars[:2],), (cars[1:],) if len(cars) > 2 else ()])
        rules = Sidings(random.randint(0, 3), sidings, cars, groups, random.choice(("pulls", "legs")))
        start, end = (yard_of(random, rules) for _ in range(2))
        if start is None or end is None:
            continue
        if random.random() < 0.3:
            length = random.randint(1, min(len(cars), max(sidings.values())))
            return SidingsCard("random", rules, start, SidingsGoal(train=tuple(random.sample(cars, length))))
        free = random.choice([None, *sidings])
        tracks = {
            name: tuple(random.choice((car, car, "?")) for car in standing)
            for name, standing in zip(sidings, end.sidings, strict=True)
            if name != free
        }
        if tracks:
            return SidingsCard("random", rules, start, SidingsGoal(tracks, end.headshunt))


def yard_of(random: Random, rules: Sidings) -> SidingsPosition | None:
    """All cars somewhere in the yard; None where they did not fit."""
    order = random.sample(rules.cars, len(rules.cars))
    tracks = [[] for _ in range(len(rules.capacities) + 1)]
    rooms = [random.choice((0, rules.limit)), *rules.capacities.values()]
    for car in order:
        open_tracks = [number for number, room in enumerate(rooms) if len(tracks[number]) < room]
        if not open_tracks:
            return None
        tracks[random.choice(open_tracks)].append(car)
    return SidingsPosition(tuple(tracks[0]), tuple(tuple(cars) for cars in tracks[1:]))


def random_card(kind: str, number: int, metrics: tuple[str, ...] = METRICS) -> RouteCard | SidingsCard:
    """A card of a kind: counted in `moves` or in other `metrics`, of `sidings`, of `orders`, or `large` by its long runs."""
    random = Random(f"evidence {kind} {number}")
    if kind == "sidings":
        return sidings_card(random)
    if kind == "orders":
        return passing_card(random)
    if kind == "large":
        card = train_card(random, (tangle, ring)[number % 2], most_cars=1)
        return replace(card, layout=Layout(stretched(card.plan, 4, random)))
    card = train_card(random, FAMILIES[number % 3])
    choices = [*((name,) for name in metrics), *permutations(metrics, 2)]
    return card if kind == "moves" else replace(card, metric=random.choice(choices))
