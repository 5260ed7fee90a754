"""A second implementation of the train rules and of every metric, written from the rules and docs/reference/metrics.md alone.

It shares nothing with the package but the data of a card: trains roll one space at a time as lists of vehicles, joints are
pairs of couplers, and optima come from Dijkstra's algorithm over positions with all that has to be remembered. It is slow
on purpose: nothing is packed or tabulated, and interchangeable pieces keep their names.
"""

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, count, pairwise, product
from operator import contains
from typing import NamedTuple

from shunt.cards.card import RouteCard
from shunt.rules.goal import Goal
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.rules.train_rows import WantedTrain
from tests.rules.random_cards import card_of

Place = tuple[str, int]  # one end of a space
Coupler = tuple[int, int]  # a piece, and the end of its space at which the coupler is
Joint = frozenset[Coupler]
Joints = frozenset[Joint]
NONE = frozenset()
Points = frozenset[tuple[Place, Place]]  # points, and the end over which each was last run


class State(NamedTuple):
    """The space of every piece, the end of its space that each locomotive's front looks to, the turntables' positions."""

    places: tuple[str, ...]
    fronts: tuple[int, ...]
    turned: tuple[int, ...]


class Memory(NamedTuple):
    """What is remembered beside a state: every locomotive's last sense, the locomotive on a run, the joints."""

    senses: tuple[int | None, ...] = ()
    running: int | None = None
    joints: Joints = NONE
    points: Points | None = None


class Vehicle(NamedTuple):
    """A piece of a train: `leading` is the end by which it leaves its space, `ahead` whether its front looks that way."""

    piece: int
    space: str
    leading: int
    ahead: bool


Train = tuple[Vehicle, ...]  # from head to tail


class Move(NamedTuple):
    """One move. `runner`: a locomotive's number, or the name of a turntable stepped by hand; `joints` are those that remain."""

    runner: int | str
    sense: int
    couples: tuple[int, ...]
    after: State
    distance: int
    joints: Joints
    changes: int
    points: Points | None = None
    throws: int = 0


def one_move_away(rules: Switcher, position: Position) -> set[Position]:
    """Every position that one legal move makes of `position`, in canonical form."""
    second = Second(card_of(rules, position, Goal({})))
    afters = {second.equal(move.after) for move in second.moves(second.start())}
    return {Position(after.places, after.fronts[: len(position.headings)], after.turned) for after in afters}


Path = tuple[State, Memory, tuple[int, ...]]
"""Where some moves lead, what is remembered of them, and what they count."""


class TooLarge(Exception):
    """The card has more states than the caller wants to look at."""


def summands(term: str) -> dict[str, int]:
    """The metrics of a term such as `2*runs+couplings`, and their weights."""
    parts = [part.rpartition("*") for part in term.split("+")]
    return {name: int(weight or 1) for weight, _, name in parts}


def plus(total: tuple[int, ...], terms: list[dict[str, int]], counts: Mapping[str, int]) -> tuple[int, ...]:
    """The totals of some terms once a move has counted this in each metric."""
    added = (sum(weight * counts[name] for name, weight in term.items()) for term in terms)
    return tuple(had + more for had, more in zip(total, added, strict=True))


def inner(train: Train) -> set[Joint]:
    """The joints by which neighbours of a train touch: the rear coupler of each, the leading one of the next."""
    return {frozenset({(a.piece, 1 - a.leading), (b.piece, b.leading)}) for a, b in pairwise(train)}


def closing(train: Train) -> Joint:
    """The joint that closes a full ring: the leading coupler of the head, the rear one of the tail."""
    return frozenset({(train[0].piece, train[0].leading), (train[-1].piece, 1 - train[-1].leading)})


def carried(joints: Joints, before: Train, after: Train, follows: bool) -> Joints:
    """The joints that rolling one space leaves, by the ends of the spaces in which their pieces then are.

    Kept are those between pieces that stand and between neighbours in the train; and, while the head `follows` the tail into its
    space through the ends that the two are coupled by, the one that closes the ring.
    """
    if not joints:
        return joints
    moving = {vehicle.piece for vehicle in before}
    kept = {joint for joint in joints if not any(piece in moving for piece, _ in joint)}
    for (a, b), (c, d) in zip(pairwise(before), pairwise(after), strict=True):
        if inner((a, b)) <= joints:
            kept |= inner((c, d))
    if follows and len(before) > 1 and closing(before) in joints:
        kept.add(closing(after))
    return frozenset(kept)


class Second:
    """The rules of one card, and its answers."""

    def __init__(self, card: RouteCard) -> None:
        self.card, self.plan = card, card.plan
        self.names = card.roster.locomotives + card.roster.cars
        self.engines = len(card.roster.locomotives)
        self.railway = card.ruleset == "railway"
        self.partners: dict[str, set[str]] = {space: set() for space in card.plan.spaces}
        for group in card.plan.exclusive:
            for space in group:
                self.partners[space] |= group - {space}
        kinds = {"cars": card.roster.cars, "locomotives": card.roster.locomotives}
        self.closed = {(name, space) for space, kind in card.plan.closed.items() for name in kinds[kind]}
        self.closed |= {(name, space) for space, names in card.closed.items() for name in names}
        self.fixed = dict[Place, Sequence[Place]](self.plan.fixed.items())
        self.joins = cache(self.joined)
        self.moves = cache(lambda *asked: list(self.made(*asked)))

    # The board and the goal

    def start(self) -> State:
        """The start. Under railway either end of a locomotive may be called its front."""
        fronts = (0,) * self.engines if self.railway else tuple(self.card.start.headings)
        return State(tuple(self.card.start.places), fronts, tuple(self.card.start.turntables))

    def solved(self, state: State) -> bool:
        """Whether different pieces meet all that the goal asks: every choice of them is tried."""
        goal, at = self.card.goal, state.places
        asked = []
        for name, space in goal.places.items():
            there = [seat for seat in self.seats(name) if at[seat] == space]
            asked.append([(seat,) for seat in there if goal.headings.get(name) in (None, *state.fronts[seat : seat + 1])])
        for want in goal.wants:
            named = set[int]().union(*map(self.seats, want.pieces))
            asked.append(combinations([seat for seat in named if at[seat] in want.spaces], want.count))
        asked += [self.rows(state, train) for train in goal.trains]
        return any(len({*chain(*chosen)}) == sum(map(len, chosen)) for chosen in product(*asked))

    def seats(self, name: str) -> set[int]:
        """The numbers of the pieces that a name of the goal may stand for."""
        group = next((group for group in self.card.roster.interchangeable if name in group), (name,))
        return {number for number, piece in enumerate(self.names) if name == "?" or piece in group}

    def rows(self, state: State, train: WantedTrain) -> Iterator[tuple[int, ...]]:
        """The pieces of everything that stands there as this train."""
        for first, leading in product(self.seats(train.pieces[0]), (0, 1)):
            for found in self.chains(state, (self.vehicle(state, first, leading),)):
                row = tuple(vehicle.piece for vehicle in found)
                spaces = [vehicle.space for vehicle in found]
                is_named = len(row) == len(train.pieces) and all(map(contains, map(self.seats, train.pieces), row))
                text, run = " ".join(spaces), " ".join(train.spaces)
                if is_named and (f" {text} " in f" {run} " if train.along else not train.place or {*spaces} <= {*train.spaces}):
                    yield row

    def joined(self, turned: tuple[int, ...]) -> dict[Place, list[Place]]:
        """What every end of a space is joined to, with the turntables in these positions."""
        joins = {end: [*others] for end, others in self.fixed.items() if others}
        taken = set(joins)
        for table, position in zip(self.plan.turntables, turned, strict=True):
            bridge_ends = [(space, 1 if (space, 0) in taken else 0) for space in (table.bridge[0], table.bridge[-1])]
            if len(table.bridge) == 1:
                bridge_ends = [(table.bridge[0], 0), (table.bridge[0], 1)]
            for bridge_end, outside in zip(bridge_ends, table.positions[position], strict=True):
                if outside:
                    open_end = (outside, 1 if (outside, 0) in taken else 0)
                    joins.setdefault(bridge_end, []).append(open_end)
                    joins.setdefault(open_end, []).append(bridge_end)
        return joins

    def stepped(self, turned: tuple[int, ...], by_hand: int | None = None) -> tuple[int, ...]:
        """The turntables after a move: those that step by themselves have stepped, and the one stepped by hand."""
        tables = self.plan.turntables
        return tuple(
            (position + (table.rotation == "each-move" or number == by_hand)) % len(table.positions)
            for number, (table, position) in enumerate(zip(tables, turned, strict=True))
        )

    # Moves

    def made(self, state: State, joints: Joints = NONE, couplings: bool = False, points: Points | None = None) -> Iterator[Move]:
        """Every move: once for each cut, outcome and set of joints that it leaves, with the fewest spaces.

        With `points`, once for each state of them that it leaves, and with more spaces if that throws fewer.
        """
        for engine in range(self.engines):
            for leading in (0, 1):
                ahead = leading == state.fronts[engine]
                alone = (self.vehicle(state, engine, leading),)
                drags = self.card.train_rules.drags_coupled
                for train in self.chains(state, alone) if ahead or self.railway or drags else (alone,):
                    if not (ahead or self.railway or self.others_couple(train)):
                        continue
                    cut = tuple(vehicle.piece for vehicle in train[1:])
                    pulled = frozenset(inner(train)) if couplings else NONE
                    for after, rolled, distance, set_to, throws in self.rolled(state, train, joints | pulled, points):
                        stopped = self.stopped(state, after)
                        kept = self.still_joined(rolled, stopped)
                        changes = len(pulled - joints) + len(joints | pulled) - len(kept)
                        yield Move(engine, int(ahead), cut, stopped, distance, kept, changes, set_to, throws)
        for number, table in enumerate(self.plan.turntables):
            if table.rotation == "manual":
                stepped = state._replace(turned=self.stepped(state.turned, number))
                kept = self.still_joined(joints, stepped)
                yield Move(table.name, 0, (), stepped, 0, kept, len(joints) - len(kept), points)

    def others_couple(self, train: Train) -> bool:
        """Whether other locomotives may have coupled all that follows the head of a train."""
        engines = [(seat, vehicle) for seat, vehicle in enumerate(train) if seat > 0 and vehicle.piece < self.engines]
        reached = {
            joint for seat, vehicle in engines for joint in (range(seat, len(train) - 1) if vehicle.ahead else range(seat))
        }
        return reached == set(range(len(train) - 1))

    def chains(self, state: State, train: Train) -> Iterator[Train]:
        """The train, and the train with each chain that may be coupled behind it."""
        yield train
        tail = train[-1]
        for space, end in self.joins(state.turned).get((tail.space, 1 - tail.leading), ()):
            if space in state.places:
                piece = state.places.index(space)
                if piece not in {vehicle.piece for vehicle in train}:
                    yield from self.chains(state, (*train, self.vehicle(state, piece, end)))

    def vehicle(self, state: State, piece: int, leading: int) -> Vehicle:
        """A standing piece that is to leave its space by the end `leading`."""
        return Vehicle(piece, state.places[piece], leading, piece < self.engines and state.fronts[piece] == leading)

    def rolled(
        self, state: State, train: Train, joints: Joints, points: Points | None
    ) -> Iterator[tuple[Train, Joints, int, Points | None, int]]:
        """Every train, the joints that remain and where the points are, with which rolling may stop, and after how many spaces
        and throws: none that is worse in both than another."""
        fewest = {}  # throws; the train as it stands is not in it
        todo = deque([(train, joints, points, 0, 0)])
        while todo:
            before, kept, set_to, throws, distance = todo.popleft()
            for after, still in self.one_space(state, before, kept):
                now, more = (None, 0) if set_to is None else self.set_for(set_to, before, after)
                if throws + more < fewest.get((after, still, now), throws + more + 1):
                    fewest[after, still, now] = throws + more
                    todo.append((after, still, now, throws + more, distance + 1))
                    if not any(vehicle.space in self.plan.no_stop for vehicle in after):
                        yield after, still, distance + 1, now, throws + more

    def set_for(self, points: Points, before: Train, after: Train) -> tuple[Points, int]:
        """Where the points are once a train has rolled a space, and how many had to be set: the tail rolls first."""
        left = [(vehicle.space, vehicle.leading) for vehicle in (*after[1:], before[-1])]
        last, throws = dict(points), 0
        for (space, leading), vehicle in reversed(list(zip(left, after, strict=True))):
            ends = [(space, leading), (vehicle.space, 1 - vehicle.leading)]
            for one, other in (ends, ends[::-1]):
                if len(self.fixed.get(one, ())) > 1:
                    throws += one in last and last[one] != other
                    last[one] = other
        return frozenset(last.items()), throws

    def one_space(self, state: State, train: Train, joints: Joints) -> Iterator[tuple[Train, Joints]]:
        """The train one space on, by every branch at its head; whatever it meets there is its new head."""
        head, tail = train[0], train[-1]
        members = {vehicle.piece for vehicle in train}
        standing = {space: piece for piece, space in enumerate(state.places) if piece not in members}
        held = {vehicle.space for vehicle in train[:-1]}
        for space, end in self.joins(state.turned).get((head.space, head.leading), ()):
            if space in self.card.broken:
                continue
            if space in standing:
                yield from self.one_space(state, (self.vehicle(state, standing[space], 1 - end), *train), joints)
            elif space not in held and not self.partners[space] & (held | set(standing)):
                seats = [(space, 1 - end), *((vehicle.space, vehicle.leading) for vehicle in train[:-1])]
                after = tuple(v._replace(space=s, leading=e) for v, (s, e) in zip(train, seats, strict=True))
                if self.closed.isdisjoint((self.names[v.piece], v.space) for v in after):
                    yield after, carried(joints, train, after, (space, end) == (tail.space, 1 - tail.leading))

    def stopped(self, state: State, train: Train) -> State:
        """The state once the train has stopped and the turntables have stepped."""
        places, fronts = list(state.places), list(state.fronts)
        for vehicle in train:
            places[vehicle.piece] = vehicle.space
            if vehicle.piece < self.engines:
                fronts[vehicle.piece] = vehicle.leading if vehicle.ahead else 1 - vehicle.leading
        return State(tuple(places), tuple(fronts), self.stepped(state.turned))

    def still_joined(self, joints: Joints, state: State) -> Joints:
        """Those of the joints whose two ends meet, once the turntables have stepped."""
        kept = set()
        for joint in joints:
            (one, end), (other, other_end) = joint
            if (state.places[other], other_end) in self.joins(state.turned).get((state.places[one], end), ()):
                kept.add(joint)
        return frozenset(kept)

    # Answers

    def optimum(self, metric: tuple[str, ...], most: int) -> tuple[int, ...] | None:
        """The least counts, the first metric counting most; None if unsolvable. Raises `TooLarge` after `most` states."""
        return next((total for total, state in self.settled(metric, most) if self.solved(state)), None)

    def settled(self, metric: tuple[str, ...], most: int) -> Iterator[tuple[tuple[int, ...], State]]:
        """Every state that can be reached with the least counts that lead to it, rising; a state comes again for each memory.

        Raises `TooLarge` after `most` states.
        """
        terms = [summands(term) for term in metric]
        number = count()
        todo = [((0,) * len(metric), next(number), *self.begun(terms))]
        done = set()
        while todo:
            total, _, state, memory = heapq.heappop(todo)
            if (state, memory) in done:
                continue
            done.add((state, memory))
            if len(done) > most:
                raise TooLarge
            yield total, state
            for _, after, remembered, counts in self.steps(terms, state, memory):
                if (after, remembered) not in done:
                    heapq.heappush(todo, (plus(total, terms, counts), next(number), after, remembered))

    def begun(self, terms: list[dict[str, int]]) -> tuple[State, Memory]:
        """The start, and what these terms remember there."""
        names = set().union(*terms)
        senses = (None,) * self.engines if {"runs", "reversals"} & names else ()
        return self.reduced(names, self.start()), Memory(senses, points=frozenset() if "throws" in names else None)

    def steps(
        self, terms: list[dict[str, int]], state: State, memory: Memory
    ) -> Iterator[tuple[Move, State, Memory, dict[str, int]]]:
        """Every move, with the state and the memory after it, and what it counts. What no term remembers is forgotten."""
        names = set().union(*terms)
        for move in self.moves(state, memory.joints, "couplings" in names, memory.points):
            counts, remembered = self.counted(memory, move)
            kept = remembered if "runs" in names else remembered._replace(running=None)
            yield move, self.reduced(names, move.after), kept, counts

    def reduced(self, names: set[str], state: State) -> State:
        """What of a state matters to these metrics: fronts where senses are remembered, and names where anything is."""
        if {"runs", "reversals"} & names:
            return state
        return self.plain(state) if {"couplings", "throws"} & names else self.equal(state)

    def counted(self, memory: Memory, move: Move) -> tuple[dict[str, int], Memory]:
        """What a move counts in every metric, and what is remembered after it."""
        counts = {"moves": 1, "runs": 0, "reversals": 0, "couplings": move.changes, "distance": move.distance}
        counts["throws"] = move.throws
        senses, running = memory.senses, None
        if senses and isinstance(move.runner, int):
            running, before = move.runner, senses[move.runner]
            counts["runs"] = int(memory.running != running or before != move.sense)
            counts["reversals"] = int(before is not None and before != move.sense)
            senses = (*senses[:running], move.sense, *senses[running + 1 :])
        return counts, Memory(senses, running, move.joints, move.points)

    def reached(self, most: int) -> list[int]:
        """How many positions take 0, 1, 2 … moves, interchangeable pieces taken as equal. Raises `TooLarge`."""
        return list(Counter(total for total, _ in self.settled(("moves",), most)).values())

    def cheapest(self, metric: tuple[str, ...], most: int) -> tuple[tuple[int, ...] | None, int, int]:
        """The least counts, and the cheapest solutions with the fewest moves, as sequences of positions and as lists of moves:
        every list is made, by all paths that cost no more than the optimum. May raise `TooLarge`.

        A card with interchangeable pieces is counted in moves only.
        """
        assert metric == ("moves",) or not self.card.roster.interchangeable
        order = metric if "moves" in metric else (*metric, "moves")
        best = self.optimum(order, most)
        if best is None:
            return None, 0, 0
        terms, found = [summands(term) for term in order], []
        for by_name in (False, True):
            lists = Counter({frozenset({(*self.begun(terms), (0,) * len(order))}): 1})
            for _ in range(best[order.index("moves")]):
                further = Counter()
                for paths, several in lists.items():
                    for after in self._made_by(paths, terms, best, by_name).values():
                        further[frozenset(after)] += several
                lists = further
                if len(lists) > most:
                    raise TooLarge
            ends = (several for paths, several in lists.items() if any(one[2] == best and self.solved(one[0]) for one in paths))
            found.append(sum(ends))
        return best, found[0], found[1]

    def _made_by(
        self, paths: Iterable[Path], terms: list[dict[str, int]], best: tuple[int, ...], by_name: bool
    ) -> dict[object, set[Path]]:
        """What each move, or each position after one, leads to by any of some paths, if it costs no more than the optimum."""
        made = dict[object, set[Path]]()
        for state, memory, total in paths:
            for move, after, remembered, counts in self.steps(terms, state, memory):
                there = plus(total, terms, counts)
                destination = "" if isinstance(move.runner, str) else move.after.places[move.runner]
                name = (move.runner, move.couples, destination) if by_name else ()
                if there <= best:
                    made.setdefault((name, self.equal(move.after)), set()).add((after, remembered, there))
        return made

    def plain(self, state: State) -> State:
        """The state without what is no part of a position: under railway, which end is a locomotive's front."""
        return state._replace(fronts=(0,) * self.engines) if self.railway else state

    def equal(self, state: State) -> State:
        """The position with the members of every interchangeable group in order of place."""
        places, fronts = list(state.places), list(self.plain(state).fronts)
        for group in self.card.roster.interchangeable:
            seats = sorted(self.names.index(name) for name in group)
            in_order = sorted((places[seat], fronts[seat] if seat < self.engines else 0) for seat in seats)
            for seat, (place, front) in zip(seats, in_order, strict=True):
                places[seat] = place
                if seat < self.engines:
                    fronts[seat] = front
        return State(tuple(places), tuple(fronts), state.turned)
