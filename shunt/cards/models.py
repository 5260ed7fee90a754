"""The shape of a card file, `schema = "shunt-card/1"`, with one class per table.

The JSON Schemas are generated from these classes. The meaning of a card on its layout is checked in `trains.py` and
`sidings/cards/files.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import Field, create_model

from shunt.files.shapes import Either, Free, Name, Shape, entry
from shunt.rules.objective import Objective
from shunt.rules.train_rules import OPTIONS, Option
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
    "Name of a shipped layout (`shunt list`), path of a layout file relative to this file, or a table with the contents of a "
    "layout file, in which `schema` and `name` are optional."
)
_METRIC = "Metric to minimise, a sum such as `2*runs+couplings`, or a list of these with the most important one first."


# --------------------------------------------------------------------------------------------------------------------
# What every card has


class RanksTable(Shape):
    """The maximum number of moves for each rank."""

    yard_master: MoveCount = entry("Maximum number of moves for the best rank, usually the optimum.", 6)
    conductor: MoveCount = entry("Maximum number of moves for the second rank.", 8)
    brakeman: MoveCount = entry("Maximum number of moves for the third rank.", 9)


class ProofTable(Shape):
    """The proof, written by the program."""

    status: Literal["optimal", "unsolvable", "unknown"] | None = entry("Result of the proof.", "optimal", default=None)
    optimum: Counts | None = entry("Cost of the best solution.", 6, default=None)
    lower_bound: Counts | None = entry("Proven minimum cost of any solution.", 6, default=None)
    metric: Metric | None = entry("Metric of `optimum`.", "moves", default=None)
    method: str | None = entry("Search method that proved the optimum.", "bidirectional", default=None)
    states: Count | None = entry("Number of states visited.", 1234, default=None)
    levels: list[Count] | None = entry("Number of new states after 0, 1, 2 … moves.", "levels = [1, 15]", default=None)
    frontiers: list[Count] | None = entry(
        "Sizes of the two levels that met, one from each end.", "frontiers = [8, 6]", default=None
    )
    meeting: Count | None = entry("Number of moves from the start to the state where both searches met.", 3, default=None)
    version: str | None = entry("Program version.", "0.1.0", default=None)


class GuideTable(Shape):
    """The Yard Guide, written by the program."""

    moves: list[str] = entry("Moves of a best solution, in notation.", 'moves = ["A A1>B3 +red"]', default=[])


class RatingTable(Shape):
    """The rating, written by the program."""

    grade: float | None = entry("Grade from 0 to 10, an estimate that has not been tested with players.", 3.2, default=None)
    tier: str | None = entry("Tier of this grade.", "blue", default=None)
    features: dict[Name, float | None] = entry(
        "Features from which the grade was computed.", "features = { optimum = 6 }", default={}
    )
    version: str | None = entry("Version of the weights.", "1", default=None)


class CardOptions(Shape):
    """How a card of any ruleset is played."""

    interchangeable: list[list[str]] = entry(
        "Groups of pieces that may take each other's place. A group contains only locomotives or only cars, and no "
        "piece is in two groups.",
        'interchangeable = [["red", "green"]]',
        default=[],
    )
    metric: Metric = entry(_METRIC, "moves", default="moves")
    limit: MoveLimit | None = entry(
        "Maximum number of moves. It may not be lower than the limit of the third rank. The search ignores it.", 9, default=None
    )
    ranks: RanksTable | None = entry(
        "Maximum number of moves for each rank. All three are required, the best rank first.",
        "ranks = { yard_master = 6, conductor = 8, brakeman = 9 }",
        default=None,
    )

    @property
    def objective(self) -> Objective:
        """The objective, whether the file gives one term or a list."""
        return Objective([self.metric] if isinstance(self.metric, str) else self.metric)


class CardFile(Shape):
    """What cards of every ruleset have."""

    schema_: Literal["shunt-card/1"] = entry("File type and version.", alias="schema")
    name: Name = entry("Name of the card.", "first-swap")
    proof: ProofTable = entry("Proof, written by the program.", "[proof]", default=ProofTable.model_construct())
    guide: GuideTable = entry("Yard Guide, written by the program.", "[guide]", default=GuideTable.model_construct())
    rating: RatingTable = entry("Rating, written by the program.", "[rating]", default=RatingTable.model_construct())
    about: Free = entry("Any keys, such as title, source, published count and notes.", "[about]", default={})

    @classmethod
    def rulesets(cls) -> tuple[str, ...]:
        """Return the names of the rulesets whose cards have this shape."""
        return get_args(cls.model_fields["ruleset"].annotation)


# --------------------------------------------------------------------------------------------------------------------
# switcher and railway


class TrainStart(Shape):
    """The position at the start."""

    locomotives: dict[Name, str] = entry(
        "Space and heading of each locomotive, such as `A1>A2`. At least one locomotive is required.",
        'locomotives = { A = "A1>A2" }',
    )
    cars: dict[Name, str] = entry("Space of each car.", 'cars = { red = "B1" }', default={})
    broken: list[str] = entry("Broken tracks, which are spaces that nothing may enter.", 'broken = ["F2"]', default=[])
    closed: dict[str, Annotated[list[str], Field(min_length=1)]] = entry(
        "For each closed space, the pieces that may not enter it. Pieces interchangeable with these may not "
        "enter either. Spaces that the layout closes stay closed.",
        'closed = { F1 = ["A", "red"] }',
        default={},
    )
    turntables: dict[str, int] = entry(
        "Starting position of each turntable, as an index into its `positions`. The default is 0.",
        "turntables = { T = 0 }",
        default={},
    )


def _entry_of(name: str, one: Option) -> tuple[Any, Any]:
    """Return the type and the declaration of the option that sets the rule `name`; the editor follows its schema."""
    rule: dict[str, Any] = {"name": name, "needless": dict(one.needless), "counts_spaces": one.counts_spaces}
    if isinstance(one.values, range):
        kind: Any = Annotated[int, Field(ge=one.values[0], le=one.values[-1])] | None
        default = None
        rule["least"], rule["most"] = one.values[0], one.values[-1]
    else:
        kind, default = Literal[tuple(one.values)], one.written(one.default)
        rule["values"] = dict(one.values)
    return kind, entry(one.description, one.example, default=default, schema={"rule": rule})


if TYPE_CHECKING:
    TrainOptions = CardOptions
else:
    _RULES = {one.key: _entry_of(name, one) for name, one in OPTIONS.items()}
    TrainOptions = create_model("TrainOptions", __base__=CardOptions, __doc__="How the card is played.", **_RULES)


class WantedTrainTable(Shape):
    """Pieces that must be in a row, in either direction unless `along` gives a run."""

    pieces: str = entry(
        "Pieces in order, including locomotives. `?` stands for any piece, and the name of an interchangeable piece "
        "stands for any piece in its group.",
        'pieces = "x ? y"',
    )
    place: str | None = entry("Place where all of these pieces must be.", "main", default=None)
    along: str | None = entry(
        "Run on which the pieces must be, the first piece nearest the beginning of the run. Without this key, the "
        "row may point in either direction.",
        'along = "m1 m2 m3"',
        default=None,
    )


_TEXT_OR_TRAINS = Either(lambda value: isinstance(value, list))
GoalEntry = Annotated[str | list[WantedTrainTable], _TEXT_OR_TRAINS]


class TrainCardFile(CardFile):
    """A route card of the ruleset `switcher` or `railway`."""

    ruleset: Literal["switcher", "railway"] = entry("Rules of the card.", "switcher")
    layout: TracksLayout = entry(_LAYOUT, "wye-18")
    start: TrainStart = entry("Starting position.", "[start]")
    places: PlacesTable = entry(
        "Places used by this card, in addition to the layout's places.", '[places] with dock = ["B1", "B2"]', default={}
    )
    goal: dict[str, GoalEntry] = entry(
        "At least one goal. The goal of a piece is a space or a place; under `switcher`, a locomotive may also have "
        "a heading. The goal of a place is a number of pieces, such as `2 of h1 h2 h3`. `trains` lists rows of pieces. Pieces "
        "without a goal may end anywhere.",
        '[goal] with red = "B1"',
    )
    options: TrainOptions = entry("Options of the card.", "[options]", default=TrainOptions.model_construct())

    @property
    def ends(self) -> dict[str, str]:
        """The entries of the goal, except for its trains."""
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

    metric: Metric = entry(_METRIC, "pulls", default="pulls")


class SidingsCardFile(CardFile):
    """A card of the ruleset `sidings` (Inglenook and similar puzzles).

    The cars of a siding are listed from the points to the buffer stop, those of the headshunt from the locomotive to the points.
    """

    ruleset: Literal["sidings"] = entry("Rules of the card.", "sidings")
    layout: SidingsLayoutEntry = entry(_LAYOUT, "layout = { headshunt = 3, sidings = { a = 5, b = 3 } }")
    start: Annotated[dict[Name, str], Field(min_length=1)] = entry(
        "Cars on the `headshunt` and on every siding.", '[start] with "1" = "5 7 2 1 8"'
    )
    goal: Annotated[dict[Name, str], Field(min_length=1)] = entry(
        "Required cars, in the notation of `[start]`; `?` means any car. A siding that is left out may hold any "
        "cars, and a headshunt that is left out must be empty. Alternatively, `train` may be the only key.",
        '[goal] with "1" = "1 2 3 4 5", or train = "1 2 3 4 5"',
    )
    options: SidingsOptions = entry("Options of the card.", "[options]", default=SidingsOptions.model_construct())
