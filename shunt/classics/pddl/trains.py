"""Cards of the train rules (`switcher`, `railway`) as PDDL.

Source: `docs/rules/route-cards.md`, as actions. A move starts with a locomotive and a direction (cost 1). The train is a way
of ends linked to each other from tail to head, each the end by which a piece will leave its space:

- `couple` lengthens it at the tail, `push` at the head, where it meets a piece that stands still;
- `roll` takes the piece at the head one space on and leaves a gap, into which `follow` draws the next, up to `follow-last`
  (`roll-alone` where there is only one);
- after a complete step `settle` takes the train apart from the tail; then the turntables turn.

A space is open (nothing on it), or holds a piece: `still` (no part of the train), `rear` (the train's tail) or `held` (any other
part of it). Where a train may fill a ring, its head enters the space that the tail leaves in the same step: it is `entering`
until then. Which join there is at which position of the turntables is given by `(leads END END SETTING)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import lcm

from shunt.cards.card import RouteCard
from shunt.classics.pddl.deliveries import deliveries
from shunt.classics.pddl.model import ActionSchema, Pddl, Writer, symbols
from shunt.errors import Fault, InputError
from shunt.rules.train_rules import OPTIONS
from shunt.track.plan import End

ALWAYS = "always"
SIDEWAYS = "sideways"  # what a car faces
# What actions of a piece that rolls share: parameters, needs, and what ends and begins
ROLLING = "?p - piece ?z ?x - end ?s ?y - space ?f ?g - end"
FACES = ("faces ?p ?f", "carries ?f ?z ?g ?x")
GONE, COME = ("at ?p ?s", "faces ?p ?f"), ("at ?p ?y", "faces ?p ?g")
AT_ONCE = 4  # pieces of a train that settle in one action


def trains_to_pddl(card: RouteCard, costs: bool = True) -> Pddl:
    """Return a card of locomotives as PDDL; the cost of a plan is its number of moves.

    Raise `InputError` if the actions cannot express the rules. Dragging pieces that other locomotives have coupled reaches no
    other positions.
    """
    if foreign := [OPTIONS[name].key for name in card.train_rules.changed if name != "drags_coupled"]:
        remedy = "leave it out, or solve the card with shunt"
        raise InputError([Fault(f"options.{key}", "this rule has no form in PDDL", remedy) for key in foreign])
    return _Trains(card).written(costs)


class _Trains:
    """What the two texts of one card have in common."""

    def __init__(self, card: RouteCard) -> None:
        self.card, self.plan = card, card.plan
        self.headings, self.access = card.rules.has_headings, card.rules.access
        self.space = symbols("s", card.plan.spaces)
        kinds = {name: card.roster.alike(name)[0] for name in card.roster.pieces}
        kind_symbols = symbols("p", dict.fromkeys(kinds.values()))
        self.piece = {name: kind_symbols[kind] for name, kind in kinds.items()}
        self.pieces = {"locomotive": card.roster.locomotives, "piece": card.roster.cars}
        self.ends = [self.end(End(space, end)) for space in card.plan.spaces for end in (0, 1)]
        self.each_move = [i for i, table in enumerate(self.plan.turntables) if table.rotation == "each-move"]
        self.clock = lcm(*(len(self.plan.turntables[i].positions) for i in self.each_move))  # settings they go through together
        self.manual = [i for i, table in enumerate(self.plan.turntables) if table.rotation == "manual"]
        self.table = symbols("t", [table.name for table in self.plan.turntables])
        self.leads = self._leads()
        self.rings = _has_ring(self.leads, len(card.roster.pieces))
        self.partners = max((len(self.plan.partners(space)) for space in self.plan.spaces), default=0)
        self.entering = "entering ?p" + " ?f" * self.headings

    def end(self, end: End) -> str:
        """Return the symbol of an end."""
        return f"e{self.space[end.space][1:]}-{end.end}"

    def _leads(self) -> dict[tuple[End, End], list[str]]:
        """Return the settings of turntables that join an end left to a space, by this end and that by which the space will be
        left."""
        places, fixed = self.card.start.turntables, self.plan.fixed
        found: dict[tuple[End, End], dict[str, None]] = {}
        joins = [(end, other, ALWAYS) for end, others in fixed.items() for other in others]
        for index, table in enumerate(self.plan.turntables):
            for setting, position in self._settings(index):
                there = self.plan.joins((*places[:index], position, *places[index + 1 :]))
                turned = [(end, other) for end, others in there.items() for other in others if other not in fixed.get(end, ())]
                joins += [(end, other, setting) for end, other in turned if {end.space, other.space} & set(table.bridge)]
        for end, other, setting in joins:
            if not {end.space, other.space} & self.access.wholly:
                found.setdefault((end, other.opposite), {})[setting] = None
        return {ends: [ALWAYS] if ALWAYS in settings else list(settings) for ends, settings in found.items()}

    def _settings(self, index: int) -> list[tuple[str, int]]:
        """Return the settings at which turntable `index` has a position, with this position."""
        table, start = self.plan.turntables[index], self.card.start.turntables[index]
        if index in self.manual:
            return [(f"{self.table[table.name]}-{position}", position) for position in range(len(table.positions))]
        if index in self.each_move and self.clock > 1:
            return [(f"clock-{time}", (start + time) % len(table.positions)) for time in range(self.clock)]
        return [(ALWAYS, start)]

    # --------------------------------------------------------------------------------------------------------- the domain

    def written(self, costs: bool) -> Pddl:
        """Return both texts."""
        card = self.card
        writer = Writer("trains", "piece end space setting - object locomotive - piece clock position - setting")
        writer.notes = [f"card {card.name}, ruleset {card.ruleset}; the cost of a plan is its number of moves"]
        writer.predicates = list(self._predicates())
        writer.actions = [*self._starts(), *self._lengthening(), *self._rolling(), *self._settling(), *self._turning()]
        writer.declare([SIDEWAYS] * self.headings, "end", constant=True)
        writer.actions += self._deliveries(writer)
        self._fill(writer)
        return writer.written(symbols("card", [card.name])[card.name], costs)

    def _predicates(self) -> Iterator[str]:
        yield from ("at ?p - piece ?s - space", "of ?e - end ?s - space", "leads ?z ?x - end ?w - setting", "now ?w - setting")
        yield from ("open ?s - space", "still ?s - space", "held ?s - space", "rear ?s - space")
        yield from ("head ?e - end", "tail ?e - end", "linked ?z ?x - end", "gap ?e - end")
        yield from ("idle", "ready", "rolled", "coupling", "may-stop ?s - space")
        if self.headings:
            yield from ("faces ?p - piece ?e - end", "opposite ?e ?o - end", "carries ?f ?z ?g ?x - end")
        if self.rings:
            yield from ("entering ?p - piece" + " ?f - end" * self.headings, "ring", "whole", "landing")
        if self.partners:
            yield from ("clear ?s - space", "apart ?y - space" + "".join(f" ?o{i}" for i in range(self.partners)) + " - space")
        yield from ["delivered"] if self.delivers else []
        yield from ["admits ?s - space ?p - piece"] if self.access.partly else []
        yield from ("turning", "after ?w ?v - setting") if self.clock > 1 or self.manual else ()

    def _starts(self) -> Iterator[ActionSchema]:
        began = ["ready", "head ?e", "tail ?e", "rear ?s", "clear ?s"]
        needs = ["idle", "at ?l ?s", "of ?e ?s"]
        parameters = "?l - locomotive ?s - space ?e - end ?o - end"
        name = "start-forward" if self.headings else "start"
        yield ActionSchema(name, parameters, [*needs, "faces ?l ?e"], ["idle", "still ?s"], [*began, "coupling"], 1)
        if self.headings:
            needs += ["opposite ?e ?o", "faces ?l ?o"]
            yield ActionSchema("start-backward", parameters, needs, ["idle", "still ?s"], began, 1)

    def _lengthening(self) -> Iterator[ActionSchema]:
        parameters = "?z ?x - end ?s ?y - space ?w - setting"
        yield ActionSchema(
            "couple",
            parameters,
            ["ready", "coupling", "tail ?x", "leads ?z ?x ?w", "now ?w", "of ?z ?s", "of ?x ?y", "still ?s"],
            ["tail ?x", "still ?s", "rear ?y", "clear ?y"],
            ["tail ?z", "linked ?z ?x", "rear ?s", "held ?y", "clear ?s"],
        )
        yield ActionSchema(
            "push",
            parameters,
            ["ready", "whole", "head ?z", "leads ?z ?x ?w", "now ?w", "of ?x ?y", "still ?y"],
            ["head ?z", "still ?y", "coupling", "rolled"],
            ["head ?x", "linked ?z ?x", "held ?y"],
        )

    def _rolling(self) -> Iterator[ActionSchema]:
        """Yield the actions of one space on: piece ?p goes from space ?s, left by end ?z, to space ?y, to be left by end ?x.

        The head goes first, and looks at turntables and exclusive spaces too; then piece by piece. On a ring, the tail may be in
        the way: the head leaves first and arrives last.
        """
        partners = [f"?o{i}" for i in range(self.partners)]
        apart = [" ".join(["apart ?y", *partners]), *(f"clear {o}" for o in partners)]
        parameters = ROLLING + "".join(f" {o} - space" for o in partners) + " ?w - setting"
        ahead = ["ready", "head ?z", "of ?z ?s", "at ?p ?s", "leads ?z ?x ?w", "now ?w", "of ?x ?y", *apart, "admits ?y ?p"]
        left, leaves = ["ready", "rolled", "coupling", "head ?z"], ["gap ?z", "head ?x", "linked ?z ?x"]
        yield ActionSchema(
            "roll-alone",
            parameters,
            [*ahead, *FACES, "tail ?z", "rear ?s", "open ?y"],
            ["head ?z", "tail ?z", "rear ?s", "open ?y", "coupling", *GONE],
            ["head ?x", "tail ?x", "open ?s", "rear ?y", "rolled", *COME],
        )
        yield ActionSchema(
            "roll",
            parameters,
            [*ahead, *FACES, "held ?s", "open ?y"],
            [*left, "open ?y", "clear ?y", *GONE],
            [*leaves, "held ?y", *COME],
        )
        behind = ["gap ?x", "linked ?z ?x", "of ?z ?s", "of ?x ?y", "at ?p ?s", *FACES, "admits ?y ?p"]
        passed = ["gap ?x", "linked ?z ?x", "tail ?z", "held ?y", "rear ?s"]  # ends with the tail's step
        closed = ["tail ?x", "rear ?y", "clear ?y"]
        yield ActionSchema("follow", ROLLING, [*behind, "held ?s"], ["gap ?x", *GONE], ["gap ?z", *COME])
        yield ActionSchema(
            "follow-last",
            ROLLING,
            [*behind, "tail ?z", "whole"],
            [*passed, *GONE],
            [*closed, "open ?s", "ready", "rolled", *COME],
        )
        if not self.rings:
            return
        needs, deletes, adds = [*ahead, "held ?s", "rear ?y"], [*left, "whole", "at ?p ?s"], [*leaves, "ring"]
        if self.headings:  # what cars face never changes, and may be said of several cars at once
            facing = [*needs, "faces ?p ?f", "of ?f ?s"]
            yield ActionSchema("roll-ring-facing", parameters, facing, [*deletes, "faces ?p ?f"], [*adds, self.entering])
        adds.append(self.entering.replace("?f", SIDEWAYS))
        yield ActionSchema("roll-ring", parameters, [*needs, f"faces ?p {SIDEWAYS}"], deletes, adds)
        yield ActionSchema(
            "follow-last-ring",
            ROLLING,
            [*behind, "tail ?z", "ring"],
            [*passed, "ring", "clear ?s", *GONE],
            [*closed, "landing", "held ?s", *COME],
        )
        yield ActionSchema(
            "enter",
            ROLLING,
            ["landing", self.entering, "head ?x", "linked ?z ?x", "of ?x ?y", FACES[1], "admits ?y ?p"],
            ["landing", self.entering],
            ["ready", "rolled", "whole", *COME],
        )

    def _settling(self) -> Iterator[ActionSchema]:
        """Yield the actions that take the train apart: up to `AT_ONCE` pieces at once, a longer one from its tail first.

        Every state within a move costs a planner time and memory, and names of pieces have no part in this.
        """
        done = "turning" if self.clock > 1 else "idle"
        for pieces in range(1, min(AT_ONCE, len(self.card.roster.pieces)) + 1):
            ends, spaces = _row("?z", pieces), _row("?s", pieces)
            held = [f"held {space}" for space in spaces[1:]]
            links = [f"linked {z} {x}" for z, x in pairwise(ends)]
            under = [f"of {z} {s}" for z, s in zip(ends, spaces, strict=True)]
            gone = ["ready", "rolled", f"tail {ends[0]}", f"head {ends[-1]}", *links, f"rear {spaces[0]}", *held]
            yield ActionSchema(
                f"settle-{pieces}",
                f"{' '.join(ends)} - end {' '.join(spaces)} - space",
                ["rolled", f"tail {ends[0]}", *links, f"head {ends[-1]}", *under, *(f"may-stop {space}" for space in spaces)],
                [*gone, f"clear {spaces[0]}"],
                [*(f"still {space}" for space in spaces), done],
            )
        if len(self.card.roster.pieces) > AT_ONCE:
            ends = _row("?z", AT_ONCE + 1)
            links = [f"linked {z} {x}" for z, x in pairwise(ends)]
            yield ActionSchema(
                "settle",
                f"{' '.join(ends)} - end ?s ?y - space",
                ["rolled", f"tail {ends[0]}", *links, f"of {ends[0]} ?s", f"of {ends[1]} ?y", "may-stop ?s"],
                ["ready", f"tail {ends[0]}", links[0], "rear ?s", "held ?y", "clear ?s"],
                [f"tail {ends[1]}", "still ?s", "rear ?y", "clear ?y"],
            )

    def _turning(self) -> Iterator[ActionSchema]:
        if self.clock > 1:
            needs = ["turning", "now ?w", "after ?w ?v"]
            yield ActionSchema("turn", "?w ?v - clock", needs, ["turning", "now ?w"], ["idle", "now ?v"])
        if self.manual:
            done = ["idle"] if self.clock > 1 else []
            needs = ["idle", "now ?w", "after ?w ?v"]
            adds = ["now ?v", *(["turning"] if done else [])]
            yield ActionSchema("turn-by-hand", "?w ?v - position", needs, [*done, "now ?w"], adds, 1)

    # -------------------------------------------------------------------------------------------------------- the problem

    def _fill(self, writer: Writer) -> None:
        """Add objects, start and goal."""
        card, start = self.card, self.card.start
        for kind, names in self.pieces.items():
            writer.declare(dict.fromkeys(self.piece[name] for name in names), kind)
        writer.declare(self.space.values(), "space")
        writer.declare(self.ends, "end")
        writer.declare([ALWAYS], "setting")
        writer.declare([f"clock-{time}" for time in range(self.clock)] if self.clock > 1 else [], "clock")
        writer.declare([setting for index in self.manual for setting, _ in self._settings(index)], "position")
        writer.init = ["idle", f"now {ALWAYS}", "whole", *self._board(), *self._settings_now()]
        for piece, space in card.roster.at(start).items():
            writer.init.append(f"at {self.piece[piece]} {self.space[space]}")
        for locomotive, space, heading in zip(card.roster.locomotives, start.places, start.headings, strict=False):
            writer.init.append(f"faces {self.piece[locomotive]} {self.end(End(space, heading))}")
        writer.init += dict.fromkeys(f"faces {self.piece[car]} {SIDEWAYS}" for car in card.roster.cars)
        writer.goal = ["delivered"] if self.delivers else ["idle", *self._placed()]

    @property
    def delivers(self) -> bool:
        """Whether an action notices that the goal is met: it names places or trains."""
        return bool(self.card.goal.wants or self.card.goal.trains)

    def _placed(self) -> Iterator[str]:
        """Yield what the goal says of single spaces."""
        goal = self.card.goal
        for name, space in goal.places.items():
            yield f"at {self.piece[name]} {self.space[space]}"
            if name in goal.headings:
                yield f"faces {self.piece[name]} {self.end(End(space, goal.headings[name]))}"

    def _deliveries(self, writer: Writer) -> Iterator[ActionSchema]:
        """Yield an action for every way to meet a goal that names places, which notices that it is met."""
        if not self.delivers:
            return
        writer.declare(self.space.values(), "space", constant=True)
        for kind, names in self.pieces.items():
            writer.declare(dict.fromkeys(self.piece[name] for name in names), kind, constant=True)
        if self.card.goal.headings and self.headings:
            writer.declare(self.ends, "end", constant=True)
        placed = list(self._placed())
        for number, chosen in enumerate(deliveries(self.card), 1):
            atoms = [f"at {self.piece[name]} {self.space[space]}" for name, space in chosen]
            yield ActionSchema(f"deliver-{number}", "", ["idle", *placed, *atoms], [], ["delivered"])

    def _board(self) -> Iterator[str]:
        """Yield every fact about spaces, ends and joins."""
        taken = set(self.card.start.places)
        for space, symbol in self.space.items():
            for end in (End(space, 0), End(space, 1)):
                yield f"of {self.end(end)} {symbol}"
                yield f"opposite {self.end(end)} {self.end(end.opposite)}"
            yield f"{'still' if space in taken else 'open'} {symbol}"
            if space not in self.plan.no_stop:
                yield f"may-stop {symbol}"
            admitted = (symbol for name, symbol in self.piece.items() if self.access.may_be(name, space))
            yield from (f"admits {self.space[space]} {piece}" for piece in dict.fromkeys(admitted))
            others = sorted(self.space[other] for other in self.plan.partners(space))
            yield f"apart {symbol} {' '.join([*others, *[symbol] * (self.partners - len(others))])}"
            if space not in taken:
                yield f"clear {symbol}"
        for (z, x), settings in self.leads.items():
            yield from (f"leads {self.end(z)} {self.end(x)} {setting}" for setting in settings)
            for f, g in ((z, x), (z.opposite, x.opposite)):
                yield f"carries {self.end(f)} {self.end(z)} {self.end(g)} {self.end(x)}"
            yield f"carries {SIDEWAYS} {self.end(z)} {SIDEWAYS} {self.end(x)}"

    def _settings_now(self) -> Iterator[str]:
        if self.clock > 1:
            yield "now clock-0"
            yield from (f"after clock-{time} clock-{(time + 1) % self.clock}" for time in range(self.clock))
        for index in self.manual:
            table, settings = self.plan.turntables[index], self._settings(index)
            yield f"now {settings[self.card.start.turntables[index]][0]}"
            yield from (f"after {setting} {settings[table.stepped(position)][0]}" for setting, position in settings)


def _row(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(1, count + 1)]


def _has_ring(leads: Iterable[tuple[End, End]], most: int) -> bool:
    """Return whether an end leads back to its space within `most` steps, if the turntables are always as needed."""
    following: dict[End, list[End]] = {}
    for z, x in leads:
        following.setdefault(z, []).append(x)
    for start in following:
        level = {start}
        for _ in range(most):
            level = {x for z in level for x in following.get(z, ())}
            if any(x.space == start.space for x in level):
                return True
    return False
