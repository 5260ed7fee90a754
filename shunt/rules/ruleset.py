"""The protocol of a ruleset, which defines what a card asks its rules, and the moves made under them.

`Switcher` (`switcher` and `railway`) and `Sidings` implement it. A new ruleset needs one class with these methods, one class of
cards beside those in `cards/card.py`, and one engine in `search/`. The docstring of `Hump` explains why `Hump` does not implement
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from shunt.errors import Fault
from shunt.rules.objective import Metric

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from shunt.rules.moves import Move
    from shunt.rules.position import Position
    from shunt.sidings.rules.notation import SidingsMove, SidingsPosition

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
Goal = TypeVar("Goal", contravariant=True)

AnyPosition: TypeAlias = "Position | SidingsPosition"
"""A position of a card of any ruleset."""
AnyMove: TypeAlias = "Move | SidingsMove"
"""A move of a card of any ruleset."""

if TYPE_CHECKING:  # defaults of type variables come with Python 3.13: `MoveMade` alone is one of any ruleset
    Placed = TypeVarWithDefault("Placed", default=AnyPosition, covariant=True)
    Moved = TypeVarWithDefault("Moved", default=AnyMove, covariant=True)
else:
    Placed, Moved = TypeVar("Placed", covariant=True), TypeVar("Moved", covariant=True)


class Effect(Protocol):
    """The effect of a move, for `--json` and in words: a train's run, a step of a turntable, a pull or a drop."""

    def as_json(self) -> dict[str, Any]:
        """Return the keys that `--json` prints for a move, besides its notation and the position after it."""

    def describe(self, turntables: Mapping[str, int]) -> str:
        """Return a sentence without subject or full stop; `turntables` are the positions after the move."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveMade(Generic[Placed, Moved]):
    """One move made by the rules. It equals the move that was made, so `parse_move(str(made)) == made`.

    `move` is the move as it was written. `run` describes the run of a train, or is None if no locomotive ran. `position` is the
    position after the move, and `after` is the same position by name, as in `--json`. `turntables` gives the position of every
    turntable after the move. `memory` contains what the rules must remember about the moves so far.
    """

    move: Moved
    run: Any
    position: Placed
    after: Mapping[str, str]
    turntables: Mapping[str, int] = field(default_factory=dict)
    memory: Any = None

    @property
    def notation(self) -> str:
        """The move in the notation of the Yard Guide."""
        return str(self.move)

    @property
    def words(self) -> str:
        """Return a description of the move, such as `A runs forward A1 A2 B1, couples red, pushes green`."""
        return self._effect.describe(self.turntables)

    @property
    def _effect(self) -> Effect:
        effect: Effect = self.run or self.move  # type: ignore[assignment]  # a move without a run is one
        return effect

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<MoveMade {self.notation}>"

    def __eq__(self, other: object) -> bool:
        return bool(self.move == (other.move if isinstance(other, MoveMade) else other))

    def __hash__(self) -> int:
        return hash(self.move)

    def as_json(self) -> dict[str, Any]:
        """Return the move as `shunt solve --json` prints it."""
        after = {"after": dict(self.after), "turntables": dict(self.turntables)}
        return {"notation": self.notation} | self._effect.as_json() | after


class Ruleset(Protocol[PositionT, MoveT, Goal]):
    """The rules of one board with its pieces. All code that works with cards of any ruleset uses this protocol."""

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that have names on a card."""

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics that a card of this ruleset may count, by name."""

    def parse_move(self, text: str) -> MoveT:
        """Read a move in notation; raise `NotationError`, which shows the expected form."""

    def make(
        self, position: PositionT, move: MoveT, number: int | None = None, before: MoveMade[PositionT, MoveT] | None = None
    ) -> MoveMade[PositionT, MoveT]:
        """Make a move; raise `IllegalMoveError`, which names the broken rule and the move's `number`.

        `before` is the move made before it, if any.
        """

    def broken_rule(self, position: PositionT, move: MoveT) -> tuple[str, str] | None:
        """Return the name and a description of the rule that forbids `move` in `position`, or None if the move is legal."""

    def legal_moves(self, position: PositionT) -> Iterator[MoveT]:
        """Yield every legal move in a fixed order, with each outcome once."""

    def count_legal_moves(self, position: PositionT) -> int:
        """Return the number of legal moves. This may be faster than listing them."""

    def successors(self, position: PositionT) -> set[PositionT]:
        """Return every position that one move leads to, canonical under interchangeable pieces."""

    def canonical(self, position: PositionT) -> PositionT:
        """Return the position with interchangeable pieces in a fixed order."""

    def faults_of(self, position: PositionT, where: str = "position") -> list[Fault]:
        """Return the reasons why `position` does not fit the pieces and the board. If its type is wrong, return only that
        fault."""

    def names(self, position: PositionT) -> dict[str, str]:
        """Return the position by name, as card files and `--json` write it."""

    def turntables(self, position: PositionT) -> dict[str, int]:
        """Return a mapping from turntables to their positions."""

    def is_met(self, goal: Goal, position: PositionT) -> bool:
        """Return whether `position` meets the goal."""

    def counts(self, start: PositionT, moves: Iterable[MoveMade[PositionT, MoveT]]) -> dict[str, int]:
        """Return the cost of moves from `start` in every metric."""

    def describe_position(self, position: PositionT) -> str:
        """Return a line that describes the position."""

    def describe_goal(self, goal: Goal) -> str:
        """Return a line that describes the goal."""


def replay(
    rules: Ruleset[PositionT, MoveT, Any], start: PositionT, moves: Iterable[MoveT | str]
) -> Iterator[MoveMade[PositionT, MoveT]]:
    """Make `moves` one after the other from `start` under any rules. Each item is a move or a string in move notation.

    Raise `NotationError` for a string that is not a move, and `IllegalMoveError` at the first move that is illegal or
    ambiguous.

    >>> import shunt
    >>> card = shunt.load("first-swap")
    >>> [str(made) for made in replay(card.rules, card.start, ["A A1>B3", "A B3>C2"])]
    ['A A1>B3', 'A B3>C2']
    """
    made = None
    for number, move in enumerate(moves, 1):
        wanted = rules.parse_move(move) if isinstance(move, str) else move
        made = rules.make(made.position if made else start, wanted, number, made)
        yield made
