"""Playing a card: moves made and taken back, with every count so far. It works for every ruleset.

>>> import shunt
>>> game = shunt.load("first-swap").play()
>>> game.push("A A1-B1 forward").words
'A runs forward A1 A2 A3 B1, pushes red'
>>> len(game.moves), game.counts["distance"], game.is_solved
(1, 3, False)
>>> game.pop().notation
'A A1>B1 forward'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from shunt.errors import IllegalMoveError, NotationError, counted
from shunt.pictures import Pictured, text_of
from shunt.rules.ruleset import MoveMade, Ruleset

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.rules.ruleset import AnyMove, AnyPosition

AnyCard = TypeVar("AnyCard", bound="Card")


class LegalMoves:
    """A lazy view of the moves that are legal in a position. It supports `len`, `in` (for a notation or a move),
    iteration and `bool`.

    It belongs to the position in which it was created, and does not follow the game.
    """

    def __init__(self, rules: Ruleset[Any, Any, Any], position: Any) -> None:
        self._rules, self._position = rules, position

    def __iter__(self) -> Iterator[AnyMove]:
        return self._rules.legal_moves(self._position)

    def __len__(self) -> int:
        return self._rules.count_legal_moves(self._position)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, move: object) -> bool:
        try:
            wanted = self._rules.parse_move(move) if isinstance(move, str) else move
        except NotationError:
            return False
        return self._rules.broken_rule(self._position, wanted) is None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"


class Game(Pictured, Generic[AnyCard]):
    """A card being played from its start. `push` makes moves and `pop` takes them back. All other attributes follow from the
    moves made."""

    drawn_by = "shunt.render.values:game_scene", "shunt.render.values:game_picture"

    def __init__(self, card: AnyCard, moves: Iterable[str | AnyMove | MoveMade] = ()) -> None:
        self.card = card
        self.rules = card.rules
        self._made: list[MoveMade] = []
        for move in moves:
            self.push(move)

    @property
    def position(self) -> AnyPosition:
        """The current position."""
        return self._made[-1].position if self._made else self.card.start

    @property
    def moves(self) -> tuple[MoveMade, ...]:
        """The moves made so far, each with its effect and the position after it."""
        return tuple(self._made)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves in the current position."""
        return LegalMoves(self.rules, self.position)

    def push(self, move: str | AnyMove | MoveMade) -> MoveMade:
        """Make a move. `move` is a string in move notation, a `Move`, a `SidingsMove`, or a `MoveMade` from any game.

        Raise `NotationError` if a string is not a move, and `IllegalMoveError` with the broken rule if the move is illegal. After
        an error, the game is unchanged.

        >>> import shunt
        >>> game = shunt.load("first-swap").play()
        >>> game.push("A A1>b1")
        Traceback (most recent call last):
        shunt.errors.IllegalMoveError: move 1: A A1>b1: unknown space b1 on this layout (did you mean B1?)
        """
        wanted = self.rules.parse_move(move) if isinstance(move, str) else move.move if isinstance(move, MoveMade) else move
        self.rules.parse_move(str(wanted))  # whatever is not a move at all has no notation
        made = self.rules.make(self.position, wanted, len(self._made) + 1, self._made[-1] if self._made else None)
        self._made.append(made)
        return made

    def copy(self) -> Game[AnyCard]:
        """Return a new game with the same moves."""
        copied = Game(self.card)
        copied._made = list(self._made)
        return copied

    __copy__ = copy

    def pop(self) -> MoveMade:
        """Take back the last move and return it; raise `IndexError` at the start."""
        if not self._made:
            raise IndexError("there is no move to take back")
        return self._made.pop()

    def peek(self) -> MoveMade:
        """Return the last move; raise `IndexError` at the start."""
        if not self._made:
            raise IndexError("no move has been made yet")
        return self._made[-1]

    @property
    def goal_is_met(self) -> bool:
        """Return whether the position meets the goal, regardless of the number of moves."""
        return self.rules.is_met(self.card.goal, self.position)

    @property
    def is_within_limit(self) -> bool:
        """Return whether the number of moves is within the card's limit."""
        return self.card.limit is None or len(self._made) <= self.card.limit

    @property
    def is_solved(self) -> bool:
        """Return whether the goal is met within the limit."""
        return self.goal_is_met and self.is_within_limit

    @property
    def counts(self) -> dict[str, int]:
        """Return the cost of the moves so far in every metric, and the number of couplings."""
        return self.rules.counts(self.card.start, self._made)

    @property
    def rank(self) -> str | None:
        """The rank earned. It is None if the card is not solved, has no ranks, or was solved in more moves than any
        rank allows."""
        return self.card.ranks.rank(len(self._made)) if self.is_solved and self.card.ranks is not None else None

    def extend(self, moves: Iterable[str | AnyMove | MoveMade]) -> IllegalMoveError | None:
        """Make `moves` until one is illegal; return its error, or None if all are legal."""
        try:
            for move in moves:
                self.push(move)
        except IllegalMoveError as error:
            return error
        return None

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return (
            f"<Game of {self.card.name} after {counted(len(self._made), 'moves')}: {self.rules.describe_position(self.position)}>"
        )


class Replay(Game[AnyCard]):
    """A game played from a list of moves. `broken` is the error of the first illegal move, or None if all moves are legal."""

    def __init__(self, card: AnyCard, moves: Iterable[str | AnyMove | MoveMade] = ()) -> None:
        super().__init__(card)
        self.broken = self.extend(moves)

    def as_json(self) -> dict[str, Any]:
        """Return the moves, what each did, and how the game ended, in the form of `shunt replay --json`."""
        fields: dict[str, Any] = {
            "schema": "shunt-replay/1",
            "card": self.card.name,
            "legal": self.broken is None,
            "goal_met": self.goal_is_met,
            "solved": self.broken is None and self.is_solved,
            "moves": len(self.moves),
            "couplings": self.counts["couplings"],
            "counts": self.counts,
            "limit": self.card.limit,
            "rank": None if self.broken else self.rank,
            "steps": [move.as_json() for move in self.moves],
        }
        return fields if self.broken is None else fields | {"broken": self.broken.as_json()}
