"""The route card: the start, the goal, and the text printed with them.

A card is a value made from names. It contains its rules, and uses them for everything that depends on its ruleset. `files.py` and
`writing.py` read and write files, `play.py` plays cards, and `search/solve.py` solves them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from shunt.errors import CardError, Fault, raise_faults
from shunt.files.lazy import provided
from shunt.pictures import Pictured, text_of
from shunt.rules.goal import Goal
from shunt.rules.objective import MOVES, Objective
from shunt.rules.position import Position, Roster
from shunt.rules.ruleset import Ruleset
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import SWITCHER, TrainRules
from shunt.track.layout import AnyLayout, Layout
from shunt.track.plan import Plan
from shunt.track.space_marks import SPACE_MARKS

if TYPE_CHECKING:
    from typing import Unpack

    from shunt.cards.build import BuildOptions
    from shunt.cards.play import Game
    from shunt.cards.state_graph import CardGraph
    from shunt.rules.ruleset import AnyPosition, MoveMade
    from shunt.sidings.rules.referee import SidingsGoal

__all__ = ["Card", "Goal", "Inventory", "Ranks", "RouteCard", "board_lines"]


@dataclass(frozen=True)
class Ranks:
    """The maximum number of moves for each rank. The maximum of the last rank is the limit."""

    yard_master: int
    conductor: int
    brakeman: int

    @classmethod
    def from_optimum(cls, optimum: int) -> Ranks:
        """Return the default ranks of a card with this `optimum`."""
        return cls(optimum, optimum + max(1, ceil(optimum / 4)), optimum + max(2, ceil(optimum / 2)))

    def __str__(self) -> str:
        return f"Yard Master {self.yard_master} · Conductor {self.conductor} · Brakeman {self.brakeman}"

    def rank(self, moves: int) -> str | None:
        """Return the rank for a solution with this number of moves, or None above the limit."""
        for name in ("yard_master", "conductor", "brakeman"):
            if moves <= getattr(self, name):
                return name.replace("_", " ").title()
        return None


class Inventory(NamedTuple):
    """The numbers of locomotives, cars, broken tracks, turntables and spaces that are closed to some pieces."""

    locomotives: int
    cars: int
    broken: int = 0
    turntables: int = 0
    closed: int = 0


_COUNTED = ("locomotive", "car", "broken track", "turntable", "closed space")


def mark_lines(layout: Layout) -> list[str]:
    """Return the marks of a layout's spaces: a line for each colour, such as `red spaces: A circle, B square`, and a line for the
    signs."""
    colours: dict[str, list[str]] = {}
    for space in layout.plan.spaces:
        if (mark := layout.marks.get(space)) is not None:
            letter = "" if mark.letter in ("", space) else f" ({mark.letter})"
            colours.setdefault(mark.colour or "plain", []).append(f"{space}{letter} {mark.shape}".rstrip())
    return [*(f"{colour} spaces: {', '.join(marked)}" for colour, marked in colours.items()), *layout.sign_lines()]


def board_lines(plan: Plan, dash: str = "–") -> list[str]:
    """Return facts about a board that a picture does not show, one per line, for the terminal and for printed sheets.

    They describe how each turntable turns and what it joins in each position. They also list the spaces where nothing may stop,
    those closed to a kind of pieces, and those that exclude each other. `dash` separates the two spaces that a bridge joins.
    """
    how = {"each-move": "turns after every move", "manual": "turned by hand, as a move", "locked": "does not turn"}
    lines = []
    for table in plan.turntables:
        joined = [f"{index}: {first or 'wall'}{dash}{last or 'wall'}" for index, (first, last) in enumerate(table.positions)]
        lines.append(f"turntable {table.name} ({how[table.rotation]}) joins {', '.join(joined)}")
    for key, marked in (("no_stop", dict.fromkeys(plan.no_stop, "")), ("closed", plan.closed)):
        lines += SPACE_MARKS[key].lines({space: marked[space] for space in plan.spaces if space in marked})
    for group in plan.exclusive:
        lines.append("only one may be occupied of " + " ".join(space for space in plan.spaces if space in group))
    return lines


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The information on a card besides the puzzle itself, and the path of its file.

    The program writes `proof`, `guide` and `rating`. `about` may contain anything. `path` is the file, or empty if a program made
    the card. `layout_ref` is the layout's name in that file: a shipped name, a path, or "" if the file contains the layout.
    """

    limit: int | None = None
    ranks: Ranks | None = None
    proof: Mapping[str, Any] = field(default_factory=dict, hash=False)
    guide: tuple[str, ...] = ()
    rating: Mapping[str, Any] = field(default_factory=dict, hash=False)
    about: Mapping[str, Any] = field(default_factory=dict, hash=False)
    path: str = field(default="", compare=False)
    layout_ref: str = field(default="", compare=False)


class Card(Printed, Pictured, ABC):
    """A card of any ruleset. Its `rules` implement everything that depends on the ruleset.

    `metric` is what is minimised. If there are several terms, the first is the most important. The types of the position
    and the goal depend on the ruleset.
    """

    drawn_by = "shunt.render.cards:card_scene", "shunt.render.terminal:draw"

    name: str
    ruleset: str
    rules: Ruleset[Any, Any, Any]
    start: AnyPosition
    goal: Goal | SidingsGoal
    metric: Objective
    layout: AnyLayout

    @property
    @abstractmethod
    def puzzle(self) -> tuple[object, ...]:
        """Return everything that defines the puzzle, without descriptions such as the title."""

    @property
    @abstractmethod
    def inventory(self) -> Inventory:
        """Return the number of pieces of each kind."""

    @property
    @abstractmethod
    def board_name(self) -> str:
        """The name of the board in lists of many cards."""

    @property
    def title(self) -> str:
        """The printed title, or the name of a card without a title."""
        return str(self.about.get("title") or self.name)

    @property
    def tier(self) -> str:
        """The tier of the rating on the card, such as `blue`; empty if the card is not rated."""
        return str(self.rating.get("tier") or "")

    def __repr__(self) -> str:
        count = self.inventory
        pieces = [f"{number} {word}{'s' * (number != 1)}" for number, word in zip(count, _COUNTED, strict=True) if number]
        return f"<{self.ruleset} card {self.name}: {', '.join(pieces)} on {self.board_name or 'a board without name'}>"

    def __str__(self) -> str:
        return text_of(self)

    @staticmethod
    def build(
        layout: AnyLayout | str,
        *,
        goal: Mapping[str, str],
        locomotives: Mapping[str, str] | None = None,
        cars: Mapping[str, str] | None = None,
        start: Mapping[str, str] | None = None,
        ruleset: str = "",
        name: str = "card",
        **options: Unpack[BuildOptions],
    ) -> Card:
        """Build a card of any ruleset on `layout`, a layout or the name of a shipped one.

        For trains, `locomotives` and `cars` map pieces to spaces (`{"L": "A1>A2"}`, `{"red": "B1"}`); for sidings, `start`
        maps tracks to cars (`{"1": "5 7 2"}`). By default `ruleset` is "switcher" for tracks and "sidings" for sidings. More
        keywords are in `BuildOptions`: `broken` lists the broken tracks, `closed` maps spaces to the pieces that may not enter
        them (`{"F": ["A"]}`), and `turntables` gives the position of each turntable. The other keywords are `about` and the
        keys of `[options]` in a card file (`metric`, `limit`, `ranks`, `interchangeable`, `coupled_train`).

        Raise `CardError`, which lists every fault. The faults name these parameters.

        >>> import shunt
        >>> layout = shunt.Layout.from_tracks("A B C D", "A B E")
        >>> card = shunt.Card.build(layout, locomotives={"L": "A>B"}, cars={"red": "C"}, goal={"red": "D"})
        >>> shunt.solve(card).optimum
        1
        """
        pieces = {"locomotives": locomotives, "cars": cars, "start": start}
        built: Card = provided("card")(layout, goal, pieces, ruleset, name, dict(options))
        return built

    @staticmethod
    def from_dict(table: Mapping[str, Any]) -> Card:
        """Return the card described by `table`, a mapping with the structure of a card file; raise `CardError`, which lists
        every fault.

        >>> import shunt
        >>> card = shunt.load("first-swap")
        >>> shunt.Card.from_dict(card.to_dict()) == card
        True
        """
        read: Card = provided("load")(table)
        return read

    def to_dict(self) -> dict[str, Any]:
        """Return the card as a mapping with the structure of a card file, including its layout."""
        table: dict[str, Any] = provided("card_table")(self, inline_layout=True)
        return table

    def successors(self, position: AnyPosition | None = None) -> Iterator[MoveMade]:
        """Yield every legal move from `position` (default: the start), with its effect and the position after it.

        >>> import shunt
        >>> card = shunt.load("first-swap")
        >>> made = next(card.successors())
        >>> str(made), made.position.as_dict()
        ('A A1>A2', {'A': 'A2', 'red': 'B1', 'green': 'C2'})
        """
        here = self.start if position is None else position
        for move in self.rules.legal_moves(here):
            yield self.rules.make(here, move)

    def state_graph(self, most: int = 500_000) -> CardGraph:
        """Return all positions that can be reached from the start, and the moves between them, as a `CardGraph`.

        Raise `LimitReached` if there are more than `most` positions.
        """
        graph: CardGraph = provided("state_graph")(self, most)
        return graph

    def play(self) -> Game[Self]:
        """Return a game at the start of this card.

        >>> import shunt
        >>> game = shunt.load("first-swap").play()
        >>> len(game.legal_moves)
        15
        """
        from shunt.cards.play import Game

        return Game(self)

    def starting_at(self, position: AnyPosition) -> Self:
        """Return the same puzzle starting at `position`; raise `CardError` if `position` does not fit the card."""
        raise_faults(self.rules.faults_of(position), CardError)
        changes: dict[str, Any] = {"start": position}
        return replace(self, **changes)

    def is_solved(self, position: AnyPosition) -> bool:
        """Return whether `position` meets the goal."""
        return self.rules.is_met(self.goal, position)

    def counts(self, moves: Iterable[MoveMade]) -> dict[str, int]:
        """Return the cost of `moves`, played from the start position, in every metric."""
        return self.rules.counts(self.start, moves)

    def moves_in_words(self, count: int) -> str:
        """Return `count` with its unit: moves or, for sidings, pulls or legs."""
        return (self.metric if self.metric.counts_moves else MOVES).least(count)

    def names(self, position: AnyPosition) -> dict[str, str]:
        """Return `position` as a mapping from pieces to spaces, or from tracks to cars, as in files and `--json`."""
        return self.rules.names(position)

    @property
    def broken_spaces(self) -> tuple[str, ...]:
        """The broken tracks, in the order of the board's spaces."""
        return ()

    @property
    def closed_spaces(self) -> dict[str, str]:
        """A mapping from each closed space to the pieces that may not enter it."""
        return {}

    def board_lines(self) -> list[str]:
        """Return lines with facts about the board that a picture does not show."""
        return []

    def mark_lines(self) -> list[str]:
        """Return a line for each colour of the marks printed on the board, such as `red spaces: A circle, B square`."""
        return []

    def option_lines(self) -> list[str]:
        """Return a line for each rule that the options of the card change."""
        return []

    def move_lines(self) -> list[str]:
        """Return lines that explain the notation, such as `moves: 1-3 pulls 3 cars …`, if it needs an explanation."""
        return []

    def board_json(self, position: Any) -> dict[str, Any]:
        """Return the board data that `shunt show --json` prints for `position`."""
        return {}

    def with_metric(self, *metrics: str) -> Self:
        """Return the card with `metrics`, in order of importance; raise `InputError` if its ruleset lacks any of them."""
        objective = Objective(metrics)
        raise_faults([Fault("metric", what, remedy) for _, what, remedy in objective.faults(self.rules.metrics, self.ruleset)])
        return self._counted_in(objective)

    def _counted_in(self, objective: Objective) -> Self:
        changes: dict[str, Any] = {"metric": objective}
        return replace(self, **changes)


@dataclass(frozen=True, repr=False)
class RouteCard(Card):
    """One puzzle of `switcher` or `railway`.

    `own_places` are the places that the card adds to the layout's places. `train_rules` are the rules that the ruleset and the
    options define. `closed` maps spaces to the pieces that may not enter them, in addition to the pieces that the layout keeps
    out.
    """

    name: str
    ruleset: str
    layout: Layout
    roster: Roster
    start: Position
    goal: Goal
    broken: frozenset[str] = frozenset()
    metric: Objective = MOVES
    train_rules: TrainRules = SWITCHER
    own_places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    closed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rules: Switcher = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        train_rules = TrainRules.for_ruleset(self.ruleset, self.train_rules.options)
        object.__setattr__(self, "train_rules", train_rules)
        object.__setattr__(self, "metric", Objective(self.metric))
        object.__setattr__(self, "rules", Switcher(self.plan, self.roster, self.broken, train_rules, self.closed))

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """A mapping from the places of the layout and the card to their spaces."""
        return {**self.layout.places, **self.own_places}

    @property
    def plan(self) -> Plan:
        """Return the plan of the layout."""
        return self.layout.plan

    def __hash__(self) -> int:
        return hash((self.name, self.ruleset, self.plan.spaces, self.roster, self.start, self.goal, self.broken, self.metric))

    @property
    def puzzle(self) -> tuple[object, ...]:
        """Return everything that defines the puzzle, without descriptions such as the title."""
        puzzle = (self.name, self.ruleset, self.plan, self.roster, self.start, self.goal, self.broken, self.metric)
        return (*puzzle, self.train_rules, {space: frozenset(pieces) for space, pieces in self.closed.items()})

    @property
    def inventory(self) -> Inventory:
        """Return the numbers of locomotives, cars, broken tracks, turntables and closed spaces."""
        pieces = len(self.roster.locomotives), len(self.roster.cars)
        return Inventory(*pieces, len(self.broken), len(self.plan.turntables), len(self.rules.access.partly))

    @property
    def board_name(self) -> str:
        """The name of the board in lists of many cards."""
        return self.layout.name

    @property
    def broken_spaces(self) -> tuple[str, ...]:
        """The broken tracks, in the order of the board's spaces."""
        return tuple(space for space in self.plan.spaces if space in self.broken)

    @property
    def closed_spaces(self) -> dict[str, str]:
        """A mapping from each closed space to a kind of pieces, to pieces by name, or to both (`cars`, `A red`,
        `locomotives red`)."""
        found = {}
        for space in self.plan.spaces:
            if space in self.plan.closed or space in self.closed:
                names = self.closed.get(space, ())
                whole = {  # the kinds that the layout keeps out, and those whose pieces are all listed by the card
                    kind: members
                    for kind, members in self.roster.kinds.items()
                    if self.plan.closed.get(space) == kind or (members and set(members) <= set(names))
                }
                others = [name for name in names if not any(name in members for members in whole.values())]
                found[space] = " ".join([*whole, *others])
        return found

    def with_open(self, *spaces: str) -> RouteCard:
        """Return the card with `spaces` open to all pieces. Broken tracks stay broken."""
        plan = replace(self.plan, closed={space: kind for space, kind in self.plan.closed.items() if space not in spaces})
        closed = {space: pieces for space, pieces in self.closed.items() if space not in spaces}
        return replace(self, layout=replace(self.layout, plan=plan), closed=closed)

    def without(self, name: str) -> RouteCard:
        """Return the card without the piece `name` in its start and goal."""
        seat, start = self.roster.pieces.index(name), self.start
        places, headings = start.places, start.headings
        position = Position(places[:seat] + places[seat + 1 :], headings[:seat] + headings[seat + 1 :], start.turntables)
        closed = {space: tuple(piece for piece in pieces if piece != name) for space, pieces in self.closed.items()}
        closed = {space: pieces for space, pieces in closed.items() if pieces}
        return replace(self, roster=self.roster.without(name), start=position, goal=self.goal.without(name), closed=closed)

    def board_lines(self) -> list[str]:
        """Return lines with facts about the board that a picture does not show."""
        closed = SPACE_MARKS["closed"].lines(self.closed_spaces)
        named = [f"{place} is {' '.join(inside)}" for place, inside in self.goal.named_places.items() if inside != (place,)]
        return board_lines(replace(self.plan, closed={})) + closed + named

    def mark_lines(self) -> list[str]:
        """Return a line for each colour of the marks printed on the board, such as `red spaces: A circle, B square`."""
        return mark_lines(self.layout)

    def option_lines(self) -> list[str]:
        """Return a line for each rule that the options of the card change."""
        return list(self.train_rules.told.values())

    def board_json(self, position: Position) -> dict[str, Any]:
        """Return the board data that `shunt show --json` prints for `position`."""
        return {
            "turntables": self.rules.turntables(position),
            "broken": sorted(self.broken),
            "closed": self.closed_spaces,
            "goal": self.goal.as_table(self.plan),
            "places": {name: list(spaces) for name, spaces in self.places.items()},
            "layout": self.plan.name,
            "at": {name: list(at) for name, at in self.layout.coordinates().items()},
        }
