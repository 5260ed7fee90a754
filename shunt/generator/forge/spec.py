"""The spec of a card: constraints on its pieces, its goal and its difficulty, and which of them contradict each other."""

from __future__ import annotations

from dataclasses import dataclass

from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError
from shunt.generator.rating.weights import SHIPPED, Weights, points
from shunt.track.layout import Layout, SidingsLayout, is_name

LOCOMOTIVES = ("A", "B", "C", "D")
MECHANICS = ("push", "couple", "run-round", "turn", "turntable", "two-locomotives", "broken")
"""Every mechanic: pushing; coupling; touching a car with the front and with the rear, by going round it; coming back turned;
using a turntable; two locomotives at work; a broken track in the way."""
CARS = ("red", "green", "yellow", "blue", "black", "white", "orange", "purple", "brown", "grey")
GOALS = ("cars", "all", "some")
SIDINGS_METRICS = ("pulls", "legs")
RULESETS = ("switcher", "railway")
TIER_OPTIMA = {"blue": (2, 6), "green": (3, 8), "yellow": (5, 11), "red": (7, 14), "black": (9, 60)}
LEAST_OPTIMA = {"blue": 1, "green": 2, "yellow": 3, "red": 5, "black": 7}
"""The fewest moves searched for in a tier: of ten thousand cards the shortest were green 3, yellow 4, red 7, black 10."""
MOST_MOVES = 60

Range = tuple[int, int]


@dataclass(frozen=True)
class CardSpec:
    """Constraints on a card. Ranges are (least, most), both included.

    `tier`: one of the five, or None; `optimum`: in moves, None for what suits the tier; `turntable`: True: its solution uses
    one, False: it does not, None: either; `goal`: "cars" (every car named, locomotives
    free), "all" (every piece named) or "some" (a part of the cars, the others may end anywhere), None: any of these;
    `unique`: one optimal solution up to reordering; `look`: the least score of how it looks, 0 to 1; `headings`: goals may say
    what a locomotive faces, if that makes the card longer; `mechanics`, `without`: of `MECHANICS`, those that its solution uses
    and those that it does not; `locomotive_names`, `car_names`: given to the pieces in the order of their spaces; `weights`: of
    the rating.

    On sidings the ruleset is `sidings`, `metric` says what is counted ("pulls" or "legs"; empty: pulls), and `goal` is "all" (an
    order of all cars), "some" (a train that leaves cars over) or any of these.
    """

    layout: Layout | SidingsLayout
    ruleset: str = "switcher"
    locomotives: Range = (1, 1)
    cars: Range = (2, 3)
    broken: Range = (0, 0)
    tier: str | None = None
    optimum: Range | None = None
    turntable: bool | None = None
    goal: str | None = None
    unique: bool = False
    look: float = 0.0
    headings: bool = False
    mechanics: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    locomotive_names: tuple[str, ...] = LOCOMOTIVES
    car_names: tuple[str, ...] = CARS
    weights: Weights = SHIPPED
    metric: str = ""

    @property
    def moves(self) -> Range:
        """The optimum of the spec, or one that suits the tier."""
        return self.optimum or (TIER_OPTIMA[self.tier] if self.tier else (3, MOST_MOVES))

    @property
    def board(self) -> Layout:
        """The layout of tracks; raises `InputError` for a yard of sidings."""
        if isinstance(self.layout, SidingsLayout):
            what = f"{self.layout.name} is a yard of sidings, and a layout of tracks is needed here"
            raise InputError(Fault("layout", what, "choose a layout of tracks"))
        return self.layout

    def check(self) -> None:
        """Raise `InputError` with every constraint that is impossible, alone or together with another."""
        faults = self._range_faults()
        if isinstance(self.layout, SidingsLayout):
            faults += self._yard_faults(self.layout)
        else:
            faults += [*self._board_faults(self.layout), *self._name_faults(), *self._mechanic_faults(self.layout)]
        if not faults:
            faults = self._tier_faults()
        if faults:
            raise InputError(faults)

    def _range_faults(self) -> list[Fault]:
        faults = []
        limits = {
            "locomotives": (self.locomotives, 1, max(len(LOCOMOTIVES), len(self.locomotive_names))),
            "cars": (self.cars, 0, max(len(CARS), len(self.car_names))),
            "broken": (self.broken, 0, len(self.layout.plan.spaces) if isinstance(self.layout, Layout) else 0),
            "optimum": (self.moves, 1, 1000),
        }
        for name, ((least, most), low, high) in limits.items():
            if least > most:
                faults.append(Fault(name, f"{least}-{most} is empty", "write the smaller number first"))
            elif least < low or most > high:
                shown = f"{least}-{most}" if least < most else str(most)
                faults.append(Fault(name, f"{shown} is out of bounds", f"from {low} to {high}"))
        if self.tier is not None and self.tier not in TIERS:
            faults.append(Fault("tier", f"unknown tier {self.tier!r}", "one of " + ", ".join(TIERS)))
        if self.goal not in (None, *GOALS):
            faults.append(Fault("goal", f"unknown kind of goal {self.goal!r}", "one of " + ", ".join(GOALS)))
        if self.ruleset not in RULESETS:
            faults.append(Fault("ruleset", f"cards of {self.ruleset!r} cannot be generated", "one of " + ", ".join(RULESETS)))
        if not 0.0 <= self.look <= 1.0:
            faults.append(Fault("look", f"{self.look:g} is not a score", "a number from 0 to 1"))
        return faults

    def _yard_faults(self, yard: SidingsLayout) -> list[Fault]:
        """Return the constraints that a yard of sidings cannot meet."""
        none = f"{yard.name} is a yard of sidings, which has one locomotive and no"
        wrong = {
            "locomotives": (self.locomotives != (1, 1), f"{none} other", "drop this constraint"),
            "turntable": (bool(self.turntable), f"{none} turntable", "drop this constraint"),
            "metric": (self.metric not in ("", *SIDINGS_METRICS), f"unknown metric {self.metric!r}", "pulls or legs"),
            "ruleset": (self.ruleset != RULESETS[0], "cards of sidings have a ruleset of their own", "drop this constraint"),
            "goal": (
                self.goal == "cars",
                "a goal of sidings is an order or a train",
                'ask for "all" (an order) or "some" (a train)',
            ),
            "mechanics": (
                bool(self.mechanics or self.without),
                "cards of sidings use pulls and drops alone",
                "drop this constraint",
            ),
            "headings": (self.headings, "the locomotive of sidings has no heading", "drop this constraint"),
            "car names": (self.car_names != CARS, "the cars of new cards of sidings are 1, 2, 3 …", "drop this constraint"),
        }
        faults = [Fault(name, what, remedy) for name, (is_wrong, what, remedy) in wrong.items() if is_wrong]
        room = sum(yard.sidings.values()) - min(yard.sidings.values())
        if self.cars[1] > room:
            what = f"{self.cars[1]} cars leave no siding of {yard.name} free to sort with"
            faults.append(Fault("cars", what, f"at most {room}"))
        if self.cars[0] < 1:
            faults.append(Fault("cars", "sidings without cars", "at least 1"))
        return faults

    def _board_faults(self, board: Layout) -> list[Fault]:
        plan, faults = board.plan, []
        free = len(plan.spaces) - len(plan.no_stop)
        least = self.locomotives[0] + self.cars[0] + self.broken[0]
        if least >= free:
            what = f"{least} pieces and broken tracks leave no space free on {plan.name}, where pieces can stand on {free} spaces"
            faults.append(Fault("cars, locomotives, broken", what, f"at most {free - 1} together"))
        if self.metric:
            what = f"{self.metric} are counted in sidings, and {plan.name} has tracks, where new cards count moves"
            faults.append(Fault("metric", what, "drop this constraint"))
        if self.turntable and not plan.turntables:
            faults.append(Fault("turntable", f"{plan.name} has no turntable", "choose a board with one, or drop this constraint"))
        if self.goal == "some" and self.cars[1] < 2:
            what = "a goal for some of the cars needs at least two cars"
            faults.append(Fault("goal, cars", what, 'ask for more cars, or for the goal "cars"'))
        if self.goal in ("cars", "some") and self.cars[1] < 1:
            faults.append(Fault("goal, cars", "a goal for cars, and no cars", 'ask for cars, or for the goal "all"'))
        return faults

    def _name_faults(self) -> list[Fault]:
        """Return the faults of the names of the pieces."""
        faults = []
        groups = {
            "locomotive names": (self.locomotive_names, self.locomotives[1]),
            "car names": (self.car_names, self.cars[1]),
        }
        for where, (names, most) in groups.items():
            faults += [
                Fault(where, f"{name!r} is not a name", "names have letters, digits, _, - and . only")
                for name in names
                if not is_name(name)
            ]
            if len(names) < most:
                faults.append(Fault(where, f"{len(names)} names, and a card may have {most} of them", f"give {most} names"))
        both = [*self.locomotive_names, *self.car_names]
        faults += [
            Fault("names", f"two pieces are called {name}", "give each piece its own name")
            for name in dict.fromkeys(both)
            if both.count(name) > 1
        ]
        return faults

    def _mechanic_faults(self, board: Layout) -> list[Fault]:
        """Return the faults of mechanics that are unknown, contradict each other or are impossible here."""
        known = "one of " + ", ".join(MECHANICS)
        faults = [
            Fault("mechanics", f"unknown mechanic {name!r}", known)
            for name in dict.fromkeys((*self.mechanics, *self.without))
            if name not in MECHANICS
        ]
        faults += [
            Fault("mechanics, without", f"{name} is both asked for and excluded", "leave it out of one of the two")
            for name in self.mechanics
            if name in self.without
        ]
        impossible = {
            "turntable": not board.plan.turntables or self.turntable is False,
            "two-locomotives": self.locomotives[1] < 2,
            "broken": self.broken[1] < 1,
            "run-round": self.cars[1] < 1,
            "turn": self.ruleset == "railway",
        }
        faults += [
            Fault("mechanics", f"no card with these constraints uses {name}", "change one of the two")
            for name in self.mechanics
            if impossible.get(name)
        ]
        if self.turntable and "turntable" in self.without:
            faults.append(Fault("turntable, without", "a turntable is both asked for and excluded", "leave one of the two out"))
        if self.headings and self.ruleset == "railway":
            faults.append(Fault("headings", "under railway locomotives have no heading", "leave this constraint out"))
        return faults

    def _tier_faults(self) -> list[Fault]:
        """Return a fault for a tier that no card of that optimum can have."""
        if self.tier is None or self.optimum is None:
            return []
        low, high = grade_bounds(self.optimum, self.weights)
        least, most = tier_range(self.tier, self.weights)
        if high < least:
            what = (
                f"a card of at most {in_moves(self.optimum[1])} reaches grade {high:.1f}, and {self.tier} begins at {least:.1f}"
            )
        elif low >= most:
            what = (
                f"a card of at least {in_moves(self.optimum[0])} has grade {low:.1f} or more, and {self.tier} ends at {most:.1f}"
            )
        elif not self.weights.fitted and self.optimum[1] < LEAST_OPTIMA[self.tier]:
            moves = in_moves(LEAST_OPTIMA[self.tier])
            what = f"no {self.tier} card of fewer than {moves} is known, and the optimum is at most {in_moves(self.optimum[1])}"
        else:
            return []
        return [Fault("tier, optimum", what, "change one of the two")]


@dataclass(frozen=True)
class Effort:
    """How much is tried in one shard: `goals` in a family, `starts` for each goal.

    `held`: the most states of a family whose graph is held; `near`: states searched back from a goal otherwise (0: such
    families are skipped); `families`: how many are drawn, one after the other, until one gives a card; `busy`: starts are
    chosen in which as many pieces as possible have to move, before they are chosen by their look.
    """

    families: int = 3
    goals: int = 4
    starts: int = 3
    held: int = 160_000
    near: int = 250_000
    busy: bool = False


EFFORT = Effort()


def in_moves(count: int) -> str:
    """Return `1 move`, `2 moves` …"""
    return f"{count} move{'s' * (count != 1)}"


def tier_range(tier: str, weights: Weights = SHIPPED) -> tuple[float, float]:
    """Return the grades of a tier: from the first number on, below the second."""
    borders = [*weights.tiers.values(), float("inf")]
    index = TIERS.index(tier)
    return borders[index], borders[index + 1]


def grade_bounds(optimum: Range, weights: Weights = SHIPPED) -> tuple[float, float]:
    """Return the lowest and the highest grade that a card with an optimum in this range can have."""
    least, most = optimum
    easiest: dict[str, float] = {"optimum": least, "wandering": least, "decomposition": 0, "handling": 0, "solutions": 1 << 60}
    easiest |= {"counterintuitive": 0, "traps": 0}
    hardest: dict[str, float] = {
        "wandering": 1 << 60,
        "decomposition": most - 1,
        "handling": most - 1,
        "counterintuitive": 1.0,
        "traps": 1.0,
    }
    shares: tuple[dict[str, float], ...] = ({"connected": 0.0}, {"connected": 1.0})
    low = min(sum(points(easiest | share, weights).values()) for share in shares)
    high = max(sum(points(hardest | {"optimum": most, "solutions": 1} | share, weights).values()) for share in shares)
    return low, high
