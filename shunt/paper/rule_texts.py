"""The rules as the booklet prints them, by ruleset, each with the example cards that illustrate its terms.

The rules in full are in `docs/rules/route-cards.md` and `docs/reference/metrics.md`; these are the parts that a player needs
at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.render.cards import position_scene
from shunt.render.marks import Lettering
from shunt.render.scene import Scene
from shunt.sidings.cards.card import SidingsCard
from shunt.track.layout import Layout

ENGINE = "1"


@dataclass(frozen=True, eq=False)
class Example:
    """A small board with one move: the pieces before it, and as goal where they are after it."""

    locomotive: str
    cars: Mapping[str, str]
    goal: Mapping[str, str]
    move: str

    def scene(self, lettering: Lettering | None = None) -> Scene:
        """Draw the position before the move, its path and the places after it."""
        layout = replace(Layout.from_tracks(*_TRACKS), at=_PLACES)
        card = Card.build(layout, locomotives={ENGINE: self.locomotive}, cars=self.cars, goal=self.goal)
        return position_scene(card, card.start, card.play().push(self.move), lettering=lettering)


@dataclass(frozen=True)
class Term:
    """A term of the Railyard Guide: what it means, and an example."""

    name: str
    text: str
    example: Example | None = None


_TRACKS = ("A B C D E", "A B F G")
_PLACES = dict(
    zip("ABCDEFG", ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0), (1.9, 0.75), (2.85, 1.15)), strict=True)
)

TERMS: Sequence[Term] = (
    Term(
        "Move",
        "Choose a locomotive. It runs forward or backward along one continuous track, as far as you like, and stops. That is one "
        "move. It never reverses within a move, and never takes a turn sharper than 90°.",
        Example("A>B", {}, {ENGINE: "G"}, "1 A>G"),
    ),
    Term(
        "Couple",
        "Before or after a move, couple any number of pieces that are directly behind the locomotive in an unbroken row. They "
        "follow it forward. Coupling is free.",
        Example("C>D", {"red": "B", "green": "A"}, {ENGINE: "E", "red": "D", "green": "C"}, "1 C>E +red+green"),
    ),
    Term(
        "Uncouple",
        "Before or after a move, uncouple any of them. They stay where they are. Uncoupling is free.",
        Example("C>D", {"red": "B", "green": "A"}, {ENGINE: "E", "red": "D", "green": "A"}, "1 C>E +red"),
    ),
    Term(
        "Push",
        "The train pushes everything in its way, forward and backward: any number of pieces, cars and locomotives.",
        Example("A>B", {"blue": "C"}, {ENGINE: "D", "blue": "E"}, "1 A>D"),
    ),
    Term(
        "Stop",
        "Every stop of a locomotive ends a move. All pieces stop between two track lines. Then every turntable turns one step.",
    ),
)
"""The Railyard Guide (statement TS-03)."""


@dataclass(frozen=True)
class Chapter:
    """The rules of a ruleset at the table: a label and a text each; `has_guide`: the Railyard Guide belongs to them."""

    name: str
    rules: tuple[tuple[str, str], ...]
    has_guide: bool = True


_ROUTE_RULES = (
    ("Aim", "Bring every piece that the goal names to its space, in as few moves as possible and within the moves allowed."),
    (
        "Set up",
        "Choose a card. Place the locomotives, the cars and the broken tracks as its front shows, and set the turntables.",
    ),
    ("Broken track", "A broken track blocks its space. It is never entered, moved, coupled or pushed."),
    ("Dead ends", "The ends of the board are buffer stops. Nothing leaves the board."),
    ("Turntable", "After every move each turntable turns to its next position, by itself, with the pieces on its bridge."),
    ("Solved", "Count your moves and read your rank on the front. The Yard Guide on the back is a solution in the fewest moves."),
)
_CLOSED = (
    "Closed space",
    "A space with a sign is closed to the pieces that the sign shows. They never enter it, not even as part of a passing train.",
)
_RAILWAY = ("Locomotives", "A locomotive has no heading and couples at both of its ends.")
_SIDINGS_RULES = (
    ("Aim", "Arrange the cars as the goal says, in as few moves as possible."),
    (
        "Pull",
        "The locomotive takes any number of cars from the points end of one siding. All its cars must fit on the headshunt.",
    ),
    ("Drop", "It sets any number of cars back into one siding, as far as they fit. The order of the cars does not change."),
    ("Count", "The card says what is counted: pulls, or legs, which are pulls and drops together."),
)


def chapter_of(card: Card) -> Chapter:
    """Return the rules by which a card is played."""
    if isinstance(card, RouteCard):
        more = [] if card.rules.has_headings else [_RAILWAY]
        more += [("Some cards", f"Where the front of the card says so, {line}.") for line in card.option_lines()]
        return Chapter(card.ruleset, (*_ROUTE_RULES, *more, *((_CLOSED,) if card.closed_spaces else ())))
    if isinstance(card, SidingsCard):
        return Chapter(card.ruleset, _SIDINGS_RULES, has_guide=False)
    raise refused(card, "explained in a booklet")
