"""Cards of the ruleset `sidings` as PDDL.

Source: `docs/reference/metrics.md`, "Sidings". Every car is at one slot. Slots of the headshunt are counted from the locomotive,
and those of a siding from the buffer stop, so that cars that do not move keep their slots. Slot 0 means no car; `(top TRACK
SLOT)` is the slot of the car nearest to the points.

Cars roll one by one. Under `pulls`, the first car of a cut costs 1, and the cars that follow between the same tracks cost
nothing. Under `legs`, entering or leaving a siding costs 1, and the cars of that run cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from shunt.classics.pddl.model import ActionSchema, Pddl, Writer, symbols
from shunt.classics.pddl.plans import PlanActions, runs_of
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import ANY, HEADSHUNT, Cars, SidingsMove

HEAD = "headshunt"


class SidingsPddl:
    """A sidings card as PDDL: the common data of its two texts. The cost of a plan is its number of pulls or of legs, depending
    on the card's metric."""

    def __init__(self, card: SidingsCard) -> None:
        self.card, self.rules = card, card.rules
        self.legs = card.rules.metric == "legs"
        self.siding = symbols("s", card.rules.capacities)
        self.car = symbols("c", dict.fromkeys(map(card.rules.kind, card.rules.cars)))
        self.track = {HEADSHUNT: HEAD, **self.siding}
        longest = min(card.rules.limit, len(card.rules.cars))
        over = longest if self.legs else 0  # a siding may be over-full while the locomotive is in it
        self.room = {HEADSHUNT: longest}
        self.room |= {name: min(capacity + over, len(card.rules.cars)) for name, capacity in card.rules.capacities.items()}

    def slot(self, track: str, number: int) -> str:
        """Return the symbol of a slot. 0 represents an empty track."""
        return f"{self.track[track]}-{number}"

    def symbol(self, car: str) -> str:
        """Return the symbol of a car or of its kind."""
        return self.car[self.rules.kind(car)]

    def written(self, costs: bool) -> Pddl:
        """Return both texts, with a cost for each action if `costs`."""
        card = self.card
        writer = Writer("sidings", "car track slot way - object siding - track")
        writer.notes = [f"card {card.name}, ruleset sidings; the cost of a plan is its number of {self.rules.metric}"]
        writer.declare([HEAD], "track", constant=True)
        writer.predicates = ["at ?c - car ?a - slot", "top ?t - track ?a - slot", "above ?t - track ?b ?a - slot"]
        writer.predicates += ["allowed ?t - siding ?a - slot", "delivered", "last ?m - way"]
        if self.legs:
            writer.predicates += ["away", "stopped", "entering ?t - siding", "inside ?t - siding", "leaving ?t - siding"]
        else:
            writer.predicates += ["pulls ?m - way ?t - siding", "drops ?m - way ?t - siding"]
        writer.actions = [*(self._legs() if self.legs else self._pulls()), *self._delivery(writer)]
        self._fill(writer)
        return writer.written(symbols("card", [card.name])[card.name], costs)

    # --------------------------------------------------------------------------------------------------------- the domain

    def _transfer(
        self, name: str, pulls: bool, needs: list[str], changes: tuple[list[str], list[str]], cost: int = 0
    ) -> ActionSchema:
        """Return the action that moves the car next to the points from siding ?t to the headshunt, or back."""
        origin, target = ("?t", HEAD) if pulls else (HEAD, "?t")
        return ActionSchema(
            name,
            "?c - car ?t - siding ?a ?b ?d ?e - slot ?m ?n - way",
            [
                *needs,
                f"top {origin} ?a",
                f"above {origin} ?a ?b",
                "at ?c ?a",
                f"top {target} ?d",
                f"above {target} ?e ?d",
                *([] if pulls or self.legs else ["allowed ?t ?e"]),
            ],
            [f"top {origin} ?a", "at ?c ?a", f"top {target} ?d", *changes[0]],
            [f"top {origin} ?b", "at ?c ?e", f"top {target} ?e", *changes[1]],
            cost,
        )

    def _pulls(self) -> Iterator[ActionSchema]:
        for name, pulls in (("pull", True), ("drop", False)):
            first = [f"{name}s ?m ?t", "last ?n"]
            yield self._transfer(name, pulls, first, (["last ?n"], ["last ?m"]), 1)
            yield self._transfer(f"{name}-more", pulls, [f"{name}s ?n ?t", "last ?n"], ([], []))

    def _legs(self) -> Iterator[ActionSchema]:
        yield ActionSchema("enter", "?t - siding", ["away"], ["away", "stopped"], ["entering ?t"], 1)
        yield self._transfer("drop", False, ["entering ?t"], ([], []))
        empty = f"top {HEAD} {self.slot(HEADSHUNT, 0)}"
        yield ActionSchema("halt", "?t - siding", ["entering ?t", empty], ["entering ?t"], ["inside ?t", "stopped"])
        yield ActionSchema("leave", "?t - siding", ["inside ?t"], ["inside ?t", "stopped"], ["leaving ?t"], 1)
        yield self._transfer("pull", True, ["leaving ?t"], ([], []))
        needs = ["leaving ?t", "top ?t ?a", "allowed ?t ?a"]
        yield ActionSchema("depart", "?t - siding ?a - slot", needs, ["leaving ?t"], ["away", "stopped"])

    def _delivery(self, writer: Writer) -> Iterator[ActionSchema]:
        """Yield the action that recognises when a train in any siding meets the goal."""
        train = self.card.goal.train
        writer.declare([self.slot(HEADSHUNT, 0)], "slot", constant=True)
        if not train:
            return
        writer.declare(dict.fromkeys(self.symbol(car) for car in train if car != ANY), "car", constant=True)
        slots = [f"?a{number}" for number in range(len(train) + 1)]
        needs = [f"top {HEAD} {self.slot(HEADSHUNT, 0)}", "top ?t ?a0", "inside ?t"]
        for number, car in enumerate(train):
            needs.append(f"above ?t ?a{number} ?a{number + 1}")
            needs += [f"at {self.symbol(car)} ?a{number}"] if car != ANY else []
        yield ActionSchema("deliver", f"?t - siding {' '.join(slots)} - slot", needs, [], ["delivered"])

    # -------------------------------------------------------------------------------------------------------- the problem

    def _fill(self, writer: Writer) -> None:
        """Add objects, start and goal."""
        card = self.card
        writer.declare(self.car.values(), "car")
        writer.declare(self.siding.values(), "siding")
        writer.declare([self.slot(track, number) for track, room in self.room.items() for number in range(room + 1)], "slot")
        ways = [(f"{way}-{symbol}", way, symbol) for symbol in self.siding.values() for way in ("pulls", "drops")]
        if not self.legs:
            writer.declare([*(name for name, _, _ in ways), "none"], "way")
            writer.init += ["last none", *(f"{way} {name} {symbol}" for name, way, symbol in ways)]
        for track, room in self.room.items():
            for number in range(1, room + 1):
                above, below = self.slot(track, number), self.slot(track, number - 1)
                writer.init.append(f"above {self.track[track]} {above} {below}")
            for number in range(min(room, self.rules.capacities.get(track, -1)) + 1):
                writer.init.append(f"allowed {self.track[track]} {self.slot(track, number)}")
        inside = card.start.locomotive
        writer.init += ["stopped", "away" if inside == HEADSHUNT else f"inside {self.siding[inside]}"]
        for track, cars in self.rules.tracks(card.start).items():
            writer.init += self._standing(track, cars)
        writer.goal = ["stopped"]
        if card.goal.train:
            writer.goal.append("delivered")
        else:
            for track, cars in card.goal.tracks.items():
                writer.goal += self._standing(track, cars)

    def _standing(self, track: str, cars: Cars) -> Iterator[str]:
        """Yield facts that exactly these cars are on a track, in the order of card files."""
        yield f"top {self.track[track]} {self.slot(track, len(cars))}"
        from_zero = cars if track == HEADSHUNT else cars[::-1]
        for number, car in enumerate(from_zero, 1):
            if car != ANY:
                yield f"at {self.symbol(car)} {self.slot(track, number)}"


def sidings_moves(card: SidingsCard, steps: PlanActions) -> list[SidingsMove]:
    """Return the moves of a plan for a sidings card."""
    sidings = {symbol: name for name, symbol in symbols("s", card.rules.capacities).items()}
    legs = card.rules.metric == "legs"
    moves: list[SidingsMove] = []
    position = card.start
    for actions in runs_of(steps, ("enter", "leave") if legs else ("pull", "drop")):
        first = actions[0]
        if first.name == "deliver":
            continue
        drops = first.name in ("enter", "drop")
        count = sum(step.name in ("pull", "drop", "pull-more", "drop-more") for step in actions)
        move = SidingsMove(first.argument(0 if legs else 1, sidings), drops, count)
        moves.append(move)
        position = card.rules.make(position, move, len(moves)).position
    return moves
