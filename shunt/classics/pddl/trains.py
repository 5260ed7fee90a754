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
from dataclasses import replace
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
        self.kind = {name: card.roster.alike(name)[0] for name in card.roster.pieces}
        self.piece = symbols("p", dict.fromkeys(self.kind.values()))
        self.each_move = [i for i, table in enumerate(self.plan.turntables) if table.rotation == "each-move"]
        self.clock = lcm(*(len(self.plan.turntables[i].positions) for i in self.each_move))  # settings they go through together
        self.manual = [i for i, table in enumerate(self.plan.turntables) if table.rotation == "manual"]
        self.table = symbols("t", [table.name for table in self.plan.turntables])
        self.leads = {(z, x): settings for z, x, settings in self._leads()}
        self.rings = _has_ring(self.leads, len(card.roster.pieces))
        self.partners = max((len(self.plan.partners(space)) for space in self.plan.spaces), default=0)
        facing = self.headings  # what actions of a piece that rolls share: parameters, needs, and what ends and begins
        self.parameters = "?p - piece ?z ?x - end ?s ?y - space" + " ?f ?g - end" * facing
        self.faces = ["faces ?p ?f", "carries ?f ?z ?g ?x"] if facing else []
        self.gone, self.come = ["at ?p ?s", *["faces ?p ?f"] * facing], ["at ?p ?y", *["faces ?p ?g"] * facing]
        self.entering = "entering ?p" + " ?f" * facing

    def end(self, end: End) -> str:
        """Return the symbol of an end."""
        return f"e{self.space[end.space][1:]}-{end.end}"

    def _leads(self) -> Iterator[tuple[End, End, list[str]]]:
        """Yield the end left, the end by which the space entered will be left, and the settings of turntables that join them."""
        places = self.card.start.turntables
        found: dict[tuple[End, End], dict[str, None]] = {}

        def note(end: End, other: End, setting: str) -> None:
            if not {end.space, other.space} & self.access.wholly:
                found.setdefault((end, other.opposite), {})[setting] = None

        for end, others in self.plan.fixed.items():
            for other in others:
                note(end, other, ALWAYS)
        for index, table in enumerate(self.plan.turntables):
            for setting, position in self._settings(index):
                for end, others in self.plan.joins((*places[:index], position, *places[index + 1 :])).items():
                    for other in others:
                        if {end.space, other.space} & set(table.bridge) and other not in self.plan.fixed.get(end, ()):
                            note(end, other, setting)
        for (z, x), settings in found.items():
            yield z, x, [ALWAYS] if ALWAYS in settings else list(settings)

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
        if self.headings:
            writer.constants = [f"{SIDEWAYS} - end"]
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

    def _clear(self, *spaces: str) -> list[str]:
        """Return atoms that say that these spaces keep no partner out; none if no spaces exclude each other."""
        return [f"clear {space}" for space in spaces] if self.partners else []

    def _admits(self) -> list[str]:
        """Return the atom that says that piece ?p may be on space ?y; none if no space is closed to some pieces alone."""
        return ["admits ?y ?p"] if self.access.partly else []

    def _starts(self) -> Iterator[ActionSchema]:
        began = ["ready", "head ?e", "tail ?e", "rear ?s", *self._clear("?s")]
        needs = ["idle", "at ?l ?s", "of ?e ?s"]
        parameters = "?l - locomotive ?s - space ?e - end"
        if not self.headings:
            yield ActionSchema("start", parameters, needs, ["idle", "still ?s"], [*began, "coupling"], 1)
            return
        yield ActionSchema("start-forward", parameters, [*needs, "faces ?l ?e"], ["idle", "still ?s"], [*began, "coupling"], 1)
        needs += ["opposite ?e ?o", "faces ?l ?o"]
        yield ActionSchema("start-backward", parameters + " ?o - end", needs, ["idle", "still ?s"], began, 1)

    def _lengthening(self) -> Iterator[ActionSchema]:
        parameters = "?z ?x - end ?s ?y - space ?w - setting"
        whole = ["whole"] if self.rings else []
        yield ActionSchema(
            "couple",
            parameters,
            ["ready", "coupling", "tail ?x", "leads ?z ?x ?w", "now ?w", "of ?z ?s", "of ?x ?y", "still ?s"],
            ["tail ?x", "still ?s", "rear ?y", *self._clear("?y")],
            ["tail ?z", "linked ?z ?x", "rear ?s", "held ?y", *self._clear("?s")],
        )
        yield ActionSchema(
            "push",
            parameters.replace("?s ?y", "?y"),
            ["ready", *whole, "head ?z", "leads ?z ?x ?w", "now ?w", "of ?x ?y", "still ?y"],
            ["head ?z", "still ?y", "coupling", "rolled"],
            ["head ?x", "linked ?z ?x", "held ?y"],
        )

    def _rolling(self) -> Iterator[ActionSchema]:
        """Yield the actions of one space on: piece ?p goes from space ?s, left by end ?z, to space ?y, to be left by end ?x.

        The head goes first, then piece by piece. On a ring, the tail may be in the way: the head leaves first and arrives last.
        """
        heads, others = list(self._leading()), list(self._following())
        yield from (*heads[:2], *others[:2], *heads[2:], *others[2:])  # those of rings are last

    def _leading(self) -> Iterator[ActionSchema]:
        """Yield the actions of the head, which looks at turntables and exclusive spaces too."""
        partners = [f"?o{i}" for i in range(self.partners)]
        apart = [f"apart ?y {' '.join(partners)}", *self._clear(*partners)] if partners else []
        parameters = self.parameters + "".join(f" {o} - space" for o in partners) + " ?w - setting"
        ahead = ["ready", "head ?z", "of ?z ?s", "at ?p ?s", "leads ?z ?x ?w", "now ?w", "of ?x ?y", *apart, *self._admits()]
        left, leaves = ["ready", "rolled", "coupling", "head ?z"], ["gap ?z", "head ?x", "linked ?z ?x"]
        yield ActionSchema(
            "roll-alone",
            parameters,
            [*ahead, *self.faces, "tail ?z", "rear ?s", "open ?y"],
            ["head ?z", "tail ?z", "rear ?s", "open ?y", "coupling", *self.gone],
            ["head ?x", "tail ?x", "open ?s", "rear ?y", "rolled", *self.come],
        )
        yield ActionSchema(
            "roll",
            parameters,
            [*ahead, *self.faces, "held ?s", "open ?y"],
            [*left, "open ?y", *self._clear("?y"), *self.gone],
            [*leaves, "held ?y", *self.come],
        )
        if not self.rings:
            return
        ring = ActionSchema(
            "roll-ring",
            parameters.replace(" ?f ?g - end", ""),
            [*ahead, "held ?s", "rear ?y"],
            [*left, "whole", "at ?p ?s"],
            [*leaves, "ring", self.entering.replace("?f", SIDEWAYS)],
        )
        if self.headings:  # what cars face never changes, and may be said of several cars at once
            yield ActionSchema(
                "roll-ring-facing",
                parameters.replace(" ?f ?g - end", " ?f - end"),
                [*ring.needs, "faces ?p ?f", "of ?f ?s"],
                [*ring.deletes, "faces ?p ?f"],
                [*leaves, "ring", self.entering],
            )
            ring = replace(ring, needs=[*ring.needs, f"faces ?p {SIDEWAYS}"])
        yield ring

    def _following(self) -> Iterator[ActionSchema]:
        """Yield the actions of those that follow, and of the head that arrives last."""
        behind = ["gap ?x", "linked ?z ?x", "of ?z ?s", "of ?x ?y", "at ?p ?s", *self.faces, *self._admits()]
        passed = ["gap ?x", "linked ?z ?x", "tail ?z", "held ?y", "rear ?s"]  # ends with the tail's step
        closed = ["tail ?x", "rear ?y", *self._clear("?y")]
        yield ActionSchema("follow", self.parameters, [*behind, "held ?s"], ["gap ?x", *self.gone], ["gap ?z", *self.come])
        yield ActionSchema(
            "follow-last",
            self.parameters,
            [*behind, "tail ?z", *(["whole"] if self.rings else [])],
            [*passed, *self.gone],
            [*closed, "open ?s", "ready", "rolled", *self.come],
        )
        if not self.rings:
            return
        yield ActionSchema(
            "follow-last-ring",
            self.parameters,
            [*behind, "tail ?z", "ring"],
            [*passed, "ring", *self._clear("?s"), *self.gone],
            [*closed, "landing", "held ?s", *self.come],
        )
        yield ActionSchema(
            "enter",
            self.parameters.replace("?s ?y", "?y"),
            ["landing", self.entering, "head ?x", "linked ?z ?x", "of ?x ?y", *self.faces[1:], *self._admits()],
            ["landing", self.entering],
            ["ready", "rolled", "whole", *self.come],
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
                [*gone, *self._clear(spaces[0])],
                [*(f"still {space}" for space in spaces), done],
            )
        if len(self.card.roster.pieces) > AT_ONCE:
            ends = _row("?z", AT_ONCE + 1)
            links = [f"linked {z} {x}" for z, x in pairwise(ends)]
            yield ActionSchema(
                "settle",
                f"{' '.join(ends)} - end ?s ?y - space",
                ["rolled", f"tail {ends[0]}", *links, f"of {ends[0]} ?s", f"of {ends[1]} ?y", "may-stop ?s"],
                ["ready", f"tail {ends[0]}", links[0], "rear ?s", "held ?y", *self._clear("?s")],
                [f"tail {ends[1]}", "still ?s", "rear ?y", *self._clear("?y")],
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
        locomotives = dict.fromkeys(self.piece[self.kind[name]] for name in card.roster.locomotives)
        cars = dict.fromkeys(self.piece[self.kind[name]] for name in card.roster.cars)
        ends = [End(space, end) for space in self.plan.spaces for end in (0, 1)]
        declared = set(" ".join(writer.constants).split())
        for symbols_of, kind in ((locomotives, "locomotive"), (cars, "piece"), (self.space.values(), "space")):
            writer.list_objects([symbol for symbol in symbols_of if symbol not in declared], kind)
        writer.list_objects([end for end in map(self.end, ends) if end not in declared], "end")
        writer.list_objects([ALWAYS], "setting")
        writer.list_objects([f"clock-{time}" for time in range(self.clock)] if self.clock > 1 else [], "clock")
        writer.list_objects([setting for index in self.manual for setting, _ in self._settings(index)], "position")
        writer.init = ["idle", f"now {ALWAYS}", *(["whole"] if self.rings else []), *self._board(), *self._settings_now()]
        for piece, space in card.roster.at(start).items():
            writer.init.append(f"at {self.piece[self.kind[piece]]} {self.space[space]}")
        for locomotive, space, heading in zip(card.roster.locomotives, start.places, start.headings, strict=False):
            writer.init.append(f"faces {self.piece[self.kind[locomotive]]} {self.end(End(space, heading))}")
        if self.headings:
            writer.init += [f"faces {car} {SIDEWAYS}" for car in cars]
        writer.goal = ["delivered"] if self.delivers else ["idle", *self._placed()]

    @property
    def delivers(self) -> bool:
        """Whether an action notices that the goal is met: it names places or trains."""
        return bool(self.card.goal.wants or self.card.goal.trains)

    def _placed(self) -> Iterator[str]:
        """Yield what the goal says of single spaces."""
        goal = self.card.goal
        for name, space in goal.places.items():
            piece = self.piece[self.kind[name]]
            yield f"at {piece} {self.space[space]}"
            if name in goal.headings and self.headings:
                yield f"faces {piece} {self.end(End(space, goal.headings[name]))}"

    def _deliveries(self, writer: Writer) -> Iterator[ActionSchema]:
        """Yield an action for every way to meet a goal that names places, which notices that it is met."""
        if not self.delivers:
            return
        writer.constants.append(" ".join(self.space.values()) + " - space")
        for kind, names in (("locomotive", self.card.roster.locomotives), ("piece", self.card.roster.cars)):
            symbols_of = dict.fromkeys(self.piece[self.kind[name]] for name in names)
            writer.constants += [" ".join(symbols_of) + f" - {kind}"] if symbols_of else []
        if self.card.goal.headings and self.headings:
            writer.constants.append(
                " ".join(self.end(End(space, end)) for space in self.plan.spaces for end in (0, 1)) + " - end"
            )
        placed = list(self._placed())
        for number, chosen in enumerate(deliveries(self.card), 1):
            atoms = [f"at {self.piece[self.kind[name]]} {self.space[space]}" for name, space in chosen]
            yield ActionSchema(f"deliver-{number}", "", ["idle", *placed, *atoms], [], ["delivered"])

    def _board(self) -> Iterator[str]:
        """Yield every fact about spaces, ends and joins."""
        taken = set(self.card.start.places)
        for space, symbol in self.space.items():
            for end in (End(space, 0), End(space, 1)):
                yield f"of {self.end(end)} {symbol}"
                if self.headings:
                    yield f"opposite {self.end(end)} {self.end(end.opposite)}"
            yield f"{'still' if space in taken else 'open'} {symbol}"
            if space not in self.plan.no_stop:
                yield f"may-stop {symbol}"
            if self.access.partly:
                admitted = dict.fromkeys(self.kind[name] for name in self.card.roster.pieces if self.access.may_be(name, space))
                yield from (f"admits {symbol} {self.piece[kind]}" for kind in admitted)
            if self.partners:
                others = sorted(self.space[other] for other in self.plan.partners(space))
                yield f"apart {symbol} {' '.join([*others, *[symbol] * (self.partners - len(others))])}"
                yield from () if space in taken else [f"clear {symbol}"]
        for (z, x), settings in self.leads.items():
            yield from (f"leads {self.end(z)} {self.end(x)} {setting}" for setting in settings)
            if self.headings:
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
