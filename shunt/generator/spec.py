"""The spec of a card: constraints on its pieces, its goal and its difficulty, and the contradictions between them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypedDict

from shunt.cards.card import Goal, RouteCard
from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError, counted, faults_into, raise_faults, suggest
from shunt.files.names import is_name
from shunt.generator.constraints import Range, constraint, constraints_of, faults_of, ranges
from shunt.generator.rating.weights import SHIPPED, Weights, points
from shunt.rules.position import Position, Roster
from shunt.track.layout import AnyLayout, Layout, SidingsLayout

MECHANICS = ("push", "couple", "run-round", "turn", "turntable", "two-locomotives", "broken", "closed")
"""Every mechanic: pushing; coupling; handling a car with the front and with the rear by going round it; returning turned; using a
turntable; working with two locomotives; a broken track in the way; a space that only some pieces may enter."""
NEEDED = {"two-locomotives": ("locomotives", 2), "broken": ("broken", 1), "closed": ("closed", 1)}
"""The mechanics that need a minimum number of pieces or spaces, each with the constraint that counts them and the minimum."""
LOCOMOTIVES = ("1", "2", "3", "4")
CARS = ("red", "green", "yellow", "blue", "black", "white", "orange", "purple", "brown", "grey")
SIDINGS_METRICS = ("pulls", "legs")
RULESETS = ("switcher", "railway")
FEATURES = ("wye", "balloon", "turntable", "loop")  # of new boards
TIER_OPTIMA = {"blue": (2, 6), "green": (3, 8), "yellow": (5, 11), "red": (7, 14), "black": (9, 60)}
LEAST_OPTIMA = {"blue": 1, "green": 2, "yellow": 3, "red": 5, "black": 7}
"""The smallest optimum that is searched for in each tier. Of ten thousand cards, the shortest had 3 moves (green), 4 (yellow), 7
(red) and 10 (black)."""
MOST_MOVES = 60


def room(layout: AnyLayout) -> int:
    """Return the number of cars for which a layout has room: one on each space, or in sidings as many as leave one siding
    free."""
    if isinstance(layout, SidingsLayout):
        return sum(layout.sidings.values()) - min(layout.sidings.values())
    return len(layout.plan.spaces)


class CardConstraints(TypedDict, total=False):
    """The fields of `CardSpec` as keywords of `generate` and `generate_many`. A number may be given instead of a range."""

    tier: str | None
    optimum: int | Range | None
    cars: int | Range | None
    locomotives: int | Range | None
    broken: int | Range | None
    closed: int | Range | None
    turntable: bool | None
    goal: str | None
    metric: str | None
    unique: bool | None
    look: float | None
    ruleset: str | None
    headings: bool | None
    mechanics: Sequence[str] | None
    without: Sequence[str] | None
    locomotive_names: Sequence[str] | None
    car_names: Sequence[str] | None
    weights: Weights | None


@dataclass(frozen=True)
class CardSpec:
    """Constraints on a card, each declared with its options, its check and its meaning. Ranges are (minimum, maximum).

    None means a range that suits the tier (`optimum`), either (`turntable`), any (`goal`), or pulls (`metric`). The goal "cars"
    names every car and leaves the locomotives free. "all" names every piece, and "some" names a part of the cars, so that the
    others may end anywhere. On sidings, "all" is an order of all cars, and "some" a train of some of them. Names are given to the
    pieces in the order of their spaces.
    """

    layout: AnyLayout
    tier: str | None = constraint(None, "choice", "unknown tier", choices=TIERS, cards="Difficulty, from blue to black.")
    optimum: Range | None = constraint(
        None,
        "range",
        bounds=lambda spec: (1, 1000),
        cards="Proven optimum, as a number (8) or a range (6-10). Default: a range that suits the tier.",
    )
    cars: Range = constraint(
        (2, 3),
        "range",
        bounds=lambda spec: (0, max(len(CARS), len(spec.car_names))),
        cards="Number of cars.",
        pack="Number of cars. Default: a number that suits the tier.",
    )
    locomotives: Range = constraint(
        (1, 1),
        "range",
        bounds=lambda spec: (1, max(len(LOCOMOTIVES), len(spec.locomotive_names))),
        cards="Number of locomotives.",
        pack="Number of locomotives. Default: 1 or 2.",
    )
    broken: Range = constraint(
        (0, 0),
        "range",
        bounds=lambda spec: (0, room(spec.layout)),
        cards="Number of broken tracks.",
        pack="Number of broken tracks. Default: a different number for each card.",
    )
    closed: Range = constraint(
        (0, 0),
        "range",
        bounds=lambda spec: (0, room(spec.layout)),
        cards="Number of spaces that the card closes to cars or locomotives. Spaces closed by the board do not count.",
        pack=True,
    )
    turntable: bool | None = constraint(
        None,
        "either",
        option="turntable/no-turntable",
        cards="Whether the solution must use a turntable, or must not.",
        pack="Whether every solution must use a turntable, or must not.",
    )
    goal: str | None = constraint(
        None,
        "choice",
        "unknown kind of goal",
        choices=("cars", "all", "some", "places", "train"),
        cards="Pieces in the goal. places sends every car to one of the board's places, and train asks for cars in a row.",
        pack=True,
    )
    metric: str | None = constraint(
        None, "choice", "unknown metric", choices=SIDINGS_METRICS, cards="Metric of sidings cards. Default: pulls.", pack=True
    )
    unique: bool = constraint(
        False,
        "flag",
        cards="Make only cards with one shortest solution. Solutions that differ only in the order of their moves count as one.",
    )
    look: float = constraint(0.0, "score", metavar="SCORE", cards="Minimum score for the look of the card, from 0 to 1.")
    ruleset: str = constraint(RULESETS[0], "choice", "no cards can be made of", choices=RULESETS, cards="Rules of the cards.")
    headings: bool = constraint(False, "flag", cards="Add headings to the goal if they make the card longer.", pack=True)
    mechanics: tuple[str, ...] = constraint(
        (),
        "several",
        "unknown mechanic",
        choices=MECHANICS,
        option="mechanic",
        cards="Mechanic that the solution must use. Repeat the option for more mechanics.",
        pack=True,
    )
    without: tuple[str, ...] = constraint(
        (),
        "several",
        "unknown mechanic",
        choices=MECHANICS,
        cards="Mechanic that the solution must not use. Repeat the option for more mechanics.",
        pack=True,
    )
    locomotive_names: tuple[str, ...] = constraint(
        LOCOMOTIVES, "names", cards="Names of the locomotives. Default: 1,2,3,4.", pack=True
    )
    car_names: tuple[str, ...] = constraint(
        CARS, "names", cards="Names of the cars. A car that is named after a colour has that colour.", pack=True
    )
    weights: Weights = SHIPPED

    @classmethod
    def from_constraints(cls, layout: AnyLayout | str, constraints: Mapping[str, Any]) -> Self:
        """Return the spec with these constraints by name, checked. Numbers may be given for ranges, and a layout by its name."""
        known = constraints_of(cls)
        if unknown := [name for name in constraints if name not in known and name != "weights"]:
            raise InputError([Fault(name, "unknown parameter", suggest(name, known)) for name in unknown])
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in constraints.items() if value is not None
        }
        counts = {name: value for name, value in given.items() if name in known and known[name].sort == "range"}
        from shunt.track.layout_file import load_any_layout

        spec = cls(load_any_layout(layout) if isinstance(layout, str) else layout, **given | ranges(counts))
        spec.check()
        return spec

    @property
    def moves(self) -> Range:
        """The optimum of the spec, or a range that suits the tier."""
        return self.optimum or (TIER_OPTIMA[self.tier] if self.tier else (3, MOST_MOVES))

    def distances(self, farthest: int, count: int, chance: random.Random) -> Iterator[int]:
        """Yield distances of starts in a space whose farthest is at this distance: mostly the farthest of the range, sometimes
        nearer ones, so that the whole range is used."""
        least, top = self.moves[0], min(self.moves[1], farthest)
        for number in range(count):
            yield max(least, top - number) if number < 2 else chance.randint(least, top)

    @property
    def with_most_pieces(self) -> CardSpec:
        """The spec with as many cars and broken tracks as it allows. Superfluous ones are removed from cards later."""
        return replace(self, cars=(self.cars[1], self.cars[1]), broken=(self.broken[1], self.broken[1]))

    @property
    def needed(self) -> dict[str, tuple[str, int]]:
        """The mechanics that need a number of something, with the constraint on it. A board itself may have closed spaces."""
        has_closed = isinstance(self.layout, Layout) and bool(self.layout.plan.closed)
        return {name: row for name, row in NEEDED.items() if not (name == "closed" and has_closed)}

    def check(self) -> None:
        """Raise `InputError`, which lists every constraint that is impossible, alone or together with another."""
        layout = self.layout
        rows = _rows_on_sidings(layout, self) if isinstance(layout, SidingsLayout) else _rows_on_tracks(layout, self)
        faults = faults_of(self) + [Fault(where, what, remedy) for where, is_wrong, what, remedy in rows if is_wrong]
        raise_faults(faults or self._tier_faults())

    def with_constraints(self, constraints: Mapping[str, Any]) -> Self:
        """Return the spec of a card of a pack, in which the constraints on all cards replace its own."""
        changes = dict(constraints)
        for name, (pieces, least) in self.needed.items():
            if name in changes.get("mechanics", ()):
                changes.setdefault(pieces, (least, max(least, getattr(self, pieces)[1])))
        for pieces, names in (("cars", "car_names"), ("locomotives", "locomotive_names")):
            if names in changes and pieces not in changes:  # no more than there are names for
                least, most = getattr(self, pieces)
                changes[pieces] = (min(least, len(changes[names])), min(most, len(changes[names])))
        return replace(self, **changes)

    def _tier_faults(self) -> list[Fault]:
        """Return the fault of a tier that no card with that optimum can have."""
        if self.tier is None or self.optimum is None:
            return []
        low, high = grade_bounds(self.optimum, self.weights)
        least, most = tier_range(self.tier, self.weights)
        shortest, longest, fewest = (counted(moves, "moves") for moves in (*self.optimum, LEAST_OPTIMA[self.tier]))
        is_short = not self.weights.fitted and self.optimum[1] < LEAST_OPTIMA[self.tier]
        rows = [
            (
                high < least,
                f"a card of at most {longest} reaches at most grade {high:.1f}, but {self.tier} begins at {least:.1f}",
            ),
            (low >= most, f"a card of at least {shortest} has grade {low:.1f} or more, but {self.tier} ends at {most:.1f}"),
            (is_short, f"no {self.tier} card of fewer than {fewest} is known, but the optimum is at most {longest}"),
        ]
        return [Fault("tier, optimum", what, "change one of the two") for is_wrong, what in rows if is_wrong][:1]


@dataclass(frozen=True)
class BoardSpec:
    """Constraints on a new board: a feature (None: any) and a number of spaces (minimum, maximum). `seed` determines the
    proposals."""

    feature: str | None = constraint(
        None,
        "choice",
        "unknown feature",
        choices=FEATURES,
        boards="Feature that the board must have.",
        catalogue="Feature that the new boards must have.",
    )
    spaces: Range = constraint(
        (14, 20),
        "range",
        bounds=lambda spec: (8, 40),
        boards="Number of spaces.",
        catalogue="Number of spaces on each new board.",
    )
    seed: str = "1"

    def check(self) -> None:
        """Raise `InputError` if no board can meet the constraints."""
        raise_faults(faults_of(self))


# --------------------------------------------------------------------------------------------------------------------
# What a layout allows


_Row = tuple[str, object, str, str]
"""A possible fault: the constraint, whether it is at fault, the fault, and the remedy."""


def _rows_on_sidings(yard: SidingsLayout, spec: CardSpec) -> list[_Row]:
    none = f"{yard.name} is a fan of sidings, which has one locomotive and no"
    leave_out = "drop this constraint"
    kinds = 'ask for "all" (an order) or "some" (a train)'
    crowd = f"{counted(spec.cars[1], 'cars')} would leave no siding of {yard.name} free to sort with"
    return [
        ("locomotives", spec.locomotives != (1, 1), f"{none} other", leave_out),
        ("broken", spec.broken != (0, 0), f"{none} broken track", leave_out),
        ("closed", spec.closed != (0, 0), f"{none} track that can be closed", leave_out),
        ("turntable", spec.turntable, f"{none} turntable", leave_out),
        ("ruleset", spec.ruleset != RULESETS[0], "sidings cards have a ruleset of their own", leave_out),
        ("goal", spec.goal in ("cars", "places", "train"), "a goal of sidings is an order or a train", kinds),
        ("mechanics", spec.mechanics or spec.without, "sidings cards use pulls and drops alone", leave_out),
        ("headings", spec.headings, "the locomotive of sidings has no heading", leave_out),
        ("car names", spec.car_names != CARS, "the cars of new sidings cards are 1, 2, 3 …", leave_out),
        ("cars", spec.cars[1] > room(yard), crowd, f"at most {room(yard)}"),
        ("cars", spec.cars[0] < 1, "a sidings card needs a car", "at least 1"),
    ]


def _rows_on_tracks(board: Layout, spec: CardSpec) -> list[_Row]:
    plan = board.plan
    free = len(plan.spaces) - len(plan.no_stop)
    least = spec.locomotives[0] + spec.cars[0] + spec.broken[0]
    crowd = f"{least} pieces and broken tracks leave no space free on {plan.name}, where pieces can stand on {free} spaces"
    metric = f"{spec.metric} is a metric of sidings, but {plan.name} has tracks, where the metric of new cards is moves"
    some = f"{'a train' if spec.goal == 'train' else 'a goal for some of the cars'} needs at least two cars"
    for_cars = spec.goal in ("cars", "some", "places")
    return [
        ("cars, locomotives, broken", least >= free, crowd, f"at most {free - 1} together"),
        ("metric", spec.metric, metric, "drop this constraint"),
        (
            "turntable",
            spec.turntable and not plan.turntables,
            f"{plan.name} has no turntable",
            "choose a board with one, or drop this constraint",
        ),
        ("goal, cars", spec.goal in ("some", "train") and spec.cars[1] < 2, some, 'ask for more cars, or for the goal "cars"'),
        (
            "goal",
            spec.goal == "places" and not board.places,
            f"{plan.name} has no places",
            "name some in the layout, under [places]",
        ),
        (
            "goal, cars",
            for_cars and spec.cars[1] < 1,
            "the goal is for cars, but there are no cars",
            'ask for cars, or for the goal "all"',
        ),
        *_name_rows(spec, board.places),
        *_mechanic_rows(board, spec),
    ]


def _name_rows(spec: CardSpec, places: Collection[str]) -> Iterator[_Row]:
    """Yield the possible faults of the names of pieces. `places` are names that are already used."""
    groups = {"locomotive names": (spec.locomotive_names, spec.locomotives[1]), "car names": (spec.car_names, spec.cars[1])}
    for where, (names, most) in groups.items():
        for name in names:
            yield where, not is_name(name), f"{name!r} is not a name", "names have letters, digits, _, - and . only"
        yield where, len(names) < most, f"{counted(len(names), 'names')} for up to {most} pieces", f"give {most} names"
        for name in names[:most]:
            yield where, name in places, f"a place of the board is called {name}", "give the piece another name"
    for name, count in Counter((*spec.locomotive_names, *spec.car_names)).items():
        yield "names", count > 1, f"two pieces are called {name}", "give each piece its own name"


def _mechanic_rows(board: Layout, spec: CardSpec) -> list[_Row]:
    """Return the possible faults of mechanics that contradict each other or are impossible on this board."""
    has_headings = empty_card(board, spec.ruleset).rules.has_headings if spec.ruleset in RULESETS else True
    impossible = {
        "turntable": not board.plan.turntables or spec.turntable is False,
        **{name: getattr(spec, pieces)[1] < least for name, (pieces, least) in spec.needed.items()},
        "run-round": spec.cars[1] < 1,
        "turn": not has_headings,
    }
    both, leave_out = "is both asked for and excluded", "leave one of the two out"
    return [
        *(("mechanics, without", name in spec.without, f"{name} {both}", leave_out) for name in spec.mechanics),
        *(
            ("mechanics", impossible.get(name), f"no card with these constraints uses {name}", "change one of the two")
            for name in spec.mechanics
        ),
        ("turntable, without", spec.turntable and "turntable" in spec.without, f"a turntable {both}", leave_out),
        (
            "headings",
            spec.headings and not has_headings,
            f"under {spec.ruleset} locomotives have no heading",
            "leave this constraint out",
        ),
    ]


def empty_card(board: Layout, ruleset: str = RULESETS[0], name: str = "") -> RouteCard:
    """Return a card on a board without pieces and without a goal, which is used to ask its rules about the ruleset."""
    start = Position((), (), (0,) * len(board.plan.turntables))
    return RouteCard(name=name, ruleset=ruleset, layout=board, roster=Roster(()), start=start, goal=Goal({}))


# --------------------------------------------------------------------------------------------------------------------
# Constraints on all cards of a pack


def check_on_boards(constraints: Mapping[str, Any], boards: Iterable[AnyLayout]) -> None:
    """Raise `InputError`, which lists every constraint that is impossible on one of the boards."""
    faults: list[Fault] = []
    for board in boards:
        with faults_into(faults):
            least, most = (min(count, room(board)) for count in CardSpec.cars)
            CardSpec(board, cars=(least, most)).with_constraints(constraints).check()
    raise_faults(dict.fromkeys(faults))


def needs_turntable(constraints: Mapping[str, Any]) -> bool:
    """Return whether every card uses a turntable."""
    return bool(constraints.get("turntable")) or "turntable" in constraints.get("mechanics", ())


def known_mechanics(constraints: Mapping[str, Any]) -> set[str]:
    """Return the mechanics that every card with these constraints uses, so that no card introduces them."""
    forced = {name for name, (pieces, least) in NEEDED.items() if constraints.get(pieces, (0, 0))[0] >= least}
    return forced | {*constraints.get("mechanics", ()), *(["turntable"] if needs_turntable(constraints) else [])}


# --------------------------------------------------------------------------------------------------------------------
# SearchBudget, and grades


@dataclass(frozen=True)
class SearchBudget:
    """The amount of work in one shard: `goals` in a state space, and `starts` for each goal.

    `held`: the maximum number of states of a space whose graph is built. `near`: the number of states searched back from a goal
    otherwise (0: such spaces are skipped). `spaces`: the number of spaces that are tried until one gives a card. `busy`: starts
    in which as many pieces as possible have to move are preferred, and then those with the best look. `aimed`: grades are
    estimated, and starts nearer to each goal or farther from it are tried until one is in the tier.
    """

    spaces: int = 3
    goals: int = 4
    starts: int = 3
    held: int = 160_000
    near: int = 250_000
    busy: bool = False
    aimed: bool = False


BUDGET = SearchBudget()


def tier_range(tier: str, weights: Weights = SHIPPED) -> tuple[float, float]:
    """Return the grades of a tier, from the first number up to but not including the second."""
    borders = [*weights.tiers.values(), float("inf")]
    index = TIERS.index(tier)
    return borders[index], borders[index + 1]


def grade_bounds(optimum: Range, weights: Weights = SHIPPED) -> tuple[float, float]:
    """Return the lowest and the highest grade that a card with an optimum in this range can have."""
    least, most = optimum
    easiest = {"optimum": least, "wandering": least, "decomposition": 0, "handling": 0, "solutions": 1 << 60}
    hardest = {"optimum": most, "wandering": 1 << 60, "decomposition": most - 1, "handling": most - 1, "solutions": 1}

    def grades(lengths: Mapping[str, int], share: int) -> list[float]:
        shares = {"counterintuitive": share, "traps": share}
        return [sum(points({**lengths, **shares, "connected": connected}, weights).values()) for connected in (0, 1)]

    return min(grades(easiest, 0)), max(grades(hardest, 1))
