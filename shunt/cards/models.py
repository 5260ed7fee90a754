"""The shape of a card file, `schema = "shunt-card/1"`, one class a table.

The JSON Schemas are made from these. What a card means on its layout is checked in `trains.py` and `sidings.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import Field, create_model

from shunt.files.shapes import Either, Free, Name, Shape, entry
from shunt.rules.objective import Objective
from shunt.rules.train_rules import OPTIONS
from shunt.track.layout_file import PlacesTable, SidingsTable, TracksTable

CARD_SCHEMA = "shunt-card/1"

TRAINS = "trains"
"""The key of [goal] that lists trains."""

Count = Annotated[int, Field(ge=0, le=2**53)]
MoveCount = Annotated[int, Field(ge=0, le=100_000)]
MoveLimit = Annotated[int, Field(ge=1, le=100_000)]


_ONE_OR_MORE = Either(lambda value: isinstance(value, list))
_TEXT_OR_MORE = Either(lambda value: not isinstance(value, str))

Counts = Annotated[Count | list[Count], _ONE_OR_MORE]
Metric = Annotated[str | list[str], _TEXT_OR_MORE]
TracksLayout = Annotated[str | TracksTable, _TEXT_OR_MORE]
SidingsLayoutEntry = Annotated[str | SidingsTable, _TEXT_OR_MORE]

_LAYOUT = (
    "The name of a shipped layout (`shunt list`), a path relative to this file, or the layout itself as a table: a whole layout "
    "file, in which `schema` and `name` may be left out."
)
_METRIC = "What is counted: a metric, a sum such as `2*runs+couplings`, or a list, whose first entry counts most."


# --------------------------------------------------------------------------------------------------------------------
# What every card has


class RanksTable(Shape):
    """How many moves earn which rank."""

    yard_master: MoveCount = entry(description="The best rank; usually the optimum.", example=6)
    conductor: MoveCount = entry(description="The next rank.", example=8)
    brakeman: MoveCount = entry(description="The last rank.", example=9)


class ProofTable(Shape):
    """Written by the program: what was proven about the card, and how."""

    status: Literal["optimal", "unsolvable", "unknown"] | None = entry(
        default=None, description="What was proven.", example="optimal"
    )
    optimum: Counts | None = entry(default=None, description="The least count of a solution.", example=6)
    lower_bound: Counts | None = entry(default=None, description="No solution has a smaller count.", example=6)
    metric: Metric | None = entry(default=None, description="The metric of the optimum.", example="moves")
    method: str | None = entry(default=None, description="The method of the search.", example="bidirectional")
    states: Count | None = entry(default=None, description="How many states were visited.", example=1234)
    levels: list[Count] | None = entry(
        default=None, description="New states at each number of moves.", example="levels = [1, 15]"
    )
    frontiers: list[Count] | None = entry(
        default=None, description="Sizes of the frontiers that met.", example="frontiers = [8, 6]"
    )
    meeting: Count | None = entry(default=None, description="Moves from the start to the position where they met.", example=3)
    version: str | None = entry(default=None, description="The program's version.", example="0.1.0")


class GuideTable(Shape):
    """Written by the program: the Yard Guide."""

    moves: list[str] = entry(
        default=[], description="The moves of a best solution, in notation.", example='moves = ["A A1>B3 +red"]'
    )


class RatingTable(Shape):
    """Written by the program: how hard the card is likely to be."""

    grade: float | None = entry(default=None, description="The grade; not validated with players.", example=3.2)
    tier: str | None = entry(default=None, description="The tier of its grade.", example="blue")
    features: dict[Name, float | None] = entry(
        default={}, description="The measured features that the grade was computed from.", example="features = { optimum = 6 }"
    )
    version: str | None = entry(default=None, description="The program's version.", example="0.1.0")


class CardOptions(Shape):
    """How a card of any ruleset is played."""

    interchangeable: list[list[str]] = entry(
        default=[],
        description="Groups of pieces that may take each other's place: locomotives with "
        "locomotives, cars with cars. A piece is in at most one group.",
        example='interchangeable = [["red", "green"]]',
    )
    metric: Metric = entry(default="moves", description=_METRIC, example="moves")
    limit: MoveLimit | None = entry(
        default=None, description="Moves allowed, not fewer than those of the last rank. It does not bound the search.", example=9
    )
    ranks: RanksTable | None = entry(
        default=None,
        description="Moves that earn each rank: all three, rising.",
        example="ranks = { yard_master = 6, conductor = 8, brakeman = 9 }",
    )

    @property
    def objective(self) -> Objective:
        """What is counted, whether the file has one term or a list."""
        return Objective([self.metric] if isinstance(self.metric, str) else self.metric)


class CardFile(Shape):
    """What cards of every ruleset have."""

    schema_: Literal["shunt-card/1"] = entry(alias="schema", description="The kind of file.")
    name: Name = entry(description="The card's name.", example="first-swap")
    proof: ProofTable = entry(default=ProofTable(), description="Written by the program.", example="[proof]")
    guide: GuideTable = entry(default=GuideTable(), description="Written by the program.", example="[guide]")
    rating: RatingTable = entry(default=RatingTable(), description="Written by the program.", example="[rating]")
    about: Free = entry(default={}, description="Free: title, source, published count, notes.", example="[about]")

    @classmethod
    def rulesets(cls) -> tuple[str, ...]:
        """Return the names of the rulesets whose cards have this shape."""
        return get_args(cls.model_fields["ruleset"].annotation)


# --------------------------------------------------------------------------------------------------------------------
# switcher and railway


class TrainStart(Shape):
    """The position at the start."""

    locomotives: dict[Name, str] = entry(
        description="Locomotive = space and heading (`A1>A2`), at least one; under `railway` the space alone.",
        example='locomotives = { A = "A1>A2" }',
    )
    cars: dict[Name, str] = entry(default={}, description="Car = space.", example='cars = { red = "B1" }')
    broken: list[str] = entry(default=[], description="Broken tracks: spaces that nothing may enter.", example='broken = ["F2"]')
    closed: dict[str, Annotated[list[str], Field(min_length=1)]] = entry(
        default={},
        description="Space = names of pieces that may not enter it, beside those that the layout keeps "
        "out. Pieces that are interchangeable with them may not enter either.",
        example='closed = { F1 = ["A", "red"] }',
    )
    turntables: dict[str, int] = entry(
        default={}, description="Turntable = index into its `positions`, from 0 (the default).", example="turntables = { T = 0 }"
    )


_RULES: dict[str, Any] = {
    one.key: (
        Literal[tuple(one.values)],
        entry(default=next(iter(one.values)), description=one.description, example=one.example),
    )
    for one in OPTIONS.values()
}

if TYPE_CHECKING:
    TrainOptions = CardOptions
else:
    TrainOptions = create_model("TrainOptions", __base__=CardOptions, __doc__="How the card is played.", **_RULES)


class WantedTrainTable(Shape):
    """Pieces that are to stand in a row, either way round unless they stand along a run."""

    pieces: str = entry(
        description="The pieces in their order, "
        "locomotives included; `?` is any piece. The name of an interchangeable piece means any of its group.",
        example='pieces = "x ? y"',
    )
    place: str | None = entry(default=None, description="A place; all pieces are on its spaces.", example="main")
    along: str | None = entry(
        default=None,
        description="A run; the pieces are on consecutive spaces of it, "
        "the first piece nearest to its beginning. Without it either direction counts.",
        example='along = "m1 m2 m3"',
    )


_TEXT_OR_TRAINS = Either(lambda value: isinstance(value, list))
GoalEntry = Annotated[str | list[WantedTrainTable], _TEXT_OR_TRAINS]


class TrainCardFile(CardFile):
    """A route card of the rulesets `switcher` and `railway`."""

    ruleset: Literal["switcher", "railway"] = entry(description="The rules.", example="switcher")
    layout: TracksLayout = entry(description=_LAYOUT, example="wye-18")
    start: TrainStart = entry(description="The position of all pieces.", example="[start]")
    places: PlacesTable = entry(
        default={},
        description="Names for sets of spaces, in addition to those of the layout.",
        example='[places] with dock = ["B1", "B2"]',
    )
    goal: dict[str, GoalEntry] = entry(
        description="Piece = space or place, at least one; under `switcher` a locomotive may add a heading. "
        "A piece that is not named may end "
        "anywhere. Place = number of pieces (`2 of h1 h2 h3`). `trains` lists rows of pieces.",
        example='[goal] with red = "B1"',
    )
    options: TrainOptions = entry(default=TrainOptions(), description="Options; each has a default.", example="[options]")

    @property
    def ends(self) -> dict[str, str]:
        """The lines of the goal but its trains."""
        return {name: text for name, text in self.goal.items() if isinstance(text, str)}

    @property
    def trains(self) -> list[WantedTrainTable]:
        """The trains of the goal."""
        found = self.goal.get(TRAINS, [])
        return found if isinstance(found, list) else []


# --------------------------------------------------------------------------------------------------------------------
# sidings: the tables [start] and [goal] map `headshunt` and the sidings' names to strings of cars


class SidingsOptions(CardOptions):
    """How a sidings card is played."""

    metric: Metric = entry(default="pulls", description=_METRIC, example="pulls")


class SidingsCardFile(CardFile):
    """A card of the ruleset `sidings` (Inglenook and its kin).

    A siding's string goes from the points to the buffer stop, the headshunt's from the locomotive to the points.
    """

    ruleset: Literal["sidings"] = entry(description="The rules.", example="sidings")
    layout: SidingsLayoutEntry = entry(description=_LAYOUT, example="layout = { headshunt = 3, sidings = { a = 5, b = 3 } }")
    start: Annotated[dict[Name, str], Field(min_length=1)] = entry(
        description="`headshunt` and every siding = its cars.", example='[start] with "1" = "5 7 2 1 8"'
    )
    goal: Annotated[dict[Name, str], Field(min_length=1)] = entry(
        description="As the start, but `?` is any car. A missing siding is free, a missing headshunt empty. Or `train` alone.",
        example='[goal] with "1" = "1 2 3 4 5", or train = "1 2 3 4 5"',
    )
    options: SidingsOptions = entry(default=SidingsOptions(), description="Options; each has a default.", example="[options]")
