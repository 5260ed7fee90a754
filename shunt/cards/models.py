"""The shape of a card file, `schema = "shunt-card/1"`, one model a table.

These models are what the JSON Schemas are made from. What a card means on its layout is checked in `checks.py`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from shunt.files.validation import Free, Name, Shape
from shunt.track.layout import SidingsTable, TracksTable

CARD_SCHEMA = "shunt-card/1"

Count = Annotated[int, Field(ge=0, le=2**53)]
MoveCount = Annotated[int, Field(ge=0, le=100_000)]
MoveLimit = Annotated[int, Field(ge=1, le=100_000)]


def _one_or_more(value: object) -> str:
    """Return which of the two shapes of a count was meant: a number, or several."""
    return "more" if isinstance(value, list) else "one"


Counts = Annotated[Annotated[Count, Tag("one")] | Annotated[list[Count], Tag("more")], Discriminator(_one_or_more)]


def _text_or_more(value: object) -> str:
    """Return which of the two shapes of a value was meant, so that only its faults are reported."""
    return "text" if isinstance(value, str) else "more"


Metric = Annotated[Annotated[str, Tag("text")] | Annotated[list[str], Tag("more")], Discriminator(_text_or_more)]
TracksLayout = Annotated[Annotated[str, Tag("text")] | Annotated[TracksTable, Tag("more")], Discriminator(_text_or_more)]
SidingsLayoutEntry = Annotated[Annotated[str, Tag("text")] | Annotated[SidingsTable, Tag("more")], Discriminator(_text_or_more)]

_LAYOUT = "A shipped layout's name, a path relative to this file, or the layout itself as a table."
_METRIC = "What is counted; a list is lexicographic: the first counts most."


# --------------------------------------------------------------------------------------------------------------------
# What every card has


class RanksTable(Shape):
    """How many moves earn which rank."""

    yard_master: MoveCount = Field(description="The best rank: the optimum.", examples=[6])
    conductor: MoveCount = Field(description="The next rank.", examples=[8])
    brakeman: MoveCount = Field(description="The last rank.", examples=[9])


class ProofTable(Shape):
    """Written by the program: what was proven about the card, and how."""

    status: Literal["optimal", "unsolvable", "unknown"] | None = Field(
        default=None, description="What was proven.", examples=["optimal"]
    )
    optimum: Counts | None = Field(default=None, description="The fewest moves, or whatever else is counted.", examples=[6])
    lower_bound: Counts | None = Field(default=None, description="No solution is shorter.", examples=[6])
    metric: Metric | None = Field(default=None, description="What the optimum counts.", examples=["moves"])
    method: str | None = Field(default=None, description="How it was found.", examples=["bidirectional"])
    states: Count | None = Field(default=None, description="How many states were visited.", examples=[1234])
    levels: list[Count] | None = Field(
        default=None, description="New states at each number of moves.", examples=["levels = [1, 15]"]
    )
    frontiers: list[Count] | None = Field(
        default=None, description="Sizes of the frontiers that met.", examples=["frontiers = [8, 6]"]
    )
    meeting: Count | None = Field(default=None, description="Moves from the start to where they met.", examples=[3])
    version: str | None = Field(default=None, description="The program's version.", examples=["0.1.0"])


class GuideTable(Shape):
    """Written by the program: the Yard Guide."""

    moves: list[str] = Field(
        default=[], description="The moves of a best solution, in notation.", examples=['moves = ["A A1>B3 +red"]']
    )


class RatingTable(Shape):
    """Written by the program: how hard the card is likely to be."""

    grade: float | None = Field(default=None, description="The grade; not validated with players.", examples=[3.2])
    tier: str | None = Field(default=None, description="The tier of its grade.", examples=["blue"])
    features: dict[Name, float | None] = Field(
        default={}, description="What the grade was made from.", examples=["features = { optimum = 6 }"]
    )
    version: str | None = Field(default=None, description="The program's version.", examples=["0.1.0"])


class CardFile(Shape):
    """What cards of every ruleset have."""

    schema_: Literal["shunt-card/1"] = Field(alias="schema", description="What this file is.")
    name: Name = Field(description="The card's name.", examples=["first-swap"])
    proof: ProofTable = Field(default=ProofTable(), description="Written by the program.", examples=["[proof]"])
    guide: GuideTable = Field(default=GuideTable(), description="Written by the program.", examples=["[guide]"])
    rating: RatingTable = Field(default=RatingTable(), description="Written by the program.", examples=["[rating]"])
    about: Free = Field(default={}, description="Free: title, source, published count, notes.", examples=["[about]"])


# --------------------------------------------------------------------------------------------------------------------
# switcher and railway


class TrainStart(Shape):
    """Where everything stands."""

    locomotives: dict[Name, str] = Field(
        description="Locomotive = space and what it faces (`A1>A2`; `A1<A2` has A2 behind it); under railway the space alone.",
        examples=['locomotives = { A = "A1>A2" }'],
    )
    cars: dict[Name, str] = Field(default={}, description="Car = space.", examples=['cars = { red = "B1" }'])
    broken: list[str] = Field(
        default=[], description="Broken tracks: spaces that nothing may enter.", examples=['broken = ["F2"]']
    )
    turntables: dict[str, int] = Field(
        default={}, description="Turntable = index into its positions (from 0).", examples=["turntables = { T = 0 }"]
    )


class TrainOptions(Shape):
    """How the card is played."""

    interchangeable: list[list[str]] = Field(
        default=[],
        description="Groups of pieces that may stand for each other.",
        examples=['interchangeable = [["red", "green"]]'],
    )
    metric: Metric = Field(default="moves", description=_METRIC, examples=["moves"])
    limit: MoveLimit | None = Field(default=None, description="Moves allowed; never bounds the search.", examples=[9])
    ranks: RanksTable | None = Field(
        default=None, description="Moves for each rank.", examples=["ranks = { yard_master = 6, conductor = 8, brakeman = 9 }"]
    )


class TrainCardFile(CardFile):
    """A route card of the rulesets `switcher` and `railway`."""

    ruleset: Literal["switcher", "railway"] = Field(description="The rules.", examples=["switcher"])
    layout: TracksLayout = Field(description=_LAYOUT, examples=["wye-18"])
    start: TrainStart = Field(description="Where everything stands.", examples=["[start]"])
    goal: dict[str, str] = Field(
        description="Piece = space; a locomotive may add a heading; a piece left out may end anywhere.",
        examples=['[goal] with red = "B1"'],
    )
    options: TrainOptions = Field(default=TrainOptions(), description="All optional.", examples=["[options]"])


# --------------------------------------------------------------------------------------------------------------------
# sidings: the tables [start] and [goal] map `headshunt` and the sidings' names to strings of cars


class SidingsOptions(Shape):
    """How a sidings card is played."""

    interchangeable: list[list[str]] = Field(
        default=[], description="Groups of cars that may stand for each other.", examples=['interchangeable = [["1", "2"]]']
    )
    metric: Metric = Field(default="pulls", description=_METRIC, examples=["pulls"])
    limit: MoveLimit | None = Field(default=None, description="What is allowed; never bounds the search.", examples=[20])
    ranks: RanksTable | None = Field(
        default=None, description="Counts for each rank.", examples=["ranks = { yard_master = 6, conductor = 8, brakeman = 9 }"]
    )


class SidingsCardFile(CardFile):
    """A card of the ruleset `sidings` (Inglenook and its kin).

    A siding's string goes from the points to the buffer stop, the headshunt's from the locomotive to the points.
    """

    ruleset: Literal["sidings"] = Field(description="The rules.", examples=["sidings"])
    layout: SidingsLayoutEntry = Field(description=_LAYOUT, examples=["layout = { headshunt = 3, sidings = { a = 5, b = 3 } }"])
    start: dict[Name, str] = Field(
        min_length=1, description="headshunt and every siding = its cars.", examples=['[start] with "1" = "5 7 2 1 8"']
    )
    goal: dict[Name, str] = Field(
        min_length=1,
        description="As the start: a siding left out is free, the headshunt left out is empty, ? is any car; or train alone.",
        examples=['[goal] with "1" = "1 2 3 4 5", or train = "1 2 3 4 5"'],
    )
    options: SidingsOptions = Field(default=SidingsOptions(), description="All optional.", examples=["[options]"])
