"""The task of `solve`: a card compiled for its engine, and the methods that may solve it.

Each kind of card has a `Task`. It defines what is searched, what a path means, and the names and modules of its methods in the
order in which they are tried. A method is a class in the file of its search. It is imported when its turn comes, so that a small
card loads little. The modules of methods in wings are registered in `shunt/__init__.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from shunt.cards.card import Card
from shunt.cards.evidence import Evidence
from shunt.errors import InputError
from shunt.rules.ruleset import MoveMade
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search

if TYPE_CHECKING:

    class SolveKeywords(TypedDict, total=False):
        """The fields of `SolveOptions` as keyword arguments of `solve`."""

        first: bool
        gap: int
        found: Callable[[int], None]
        tablebases: str | None
        databases: str | None
        as_found: bool


@dataclass(frozen=True)
class SolveOptions:
    """How a card is to be solved, within its limits. `solve` explains each field."""

    first: bool = False
    gap: int = 0
    found: Callable[[int], None] = lambda moves: None
    tablebases: str | None = None
    databases: str | None = None
    as_found: bool = False

    def __post_init__(self) -> None:
        if self.gap < 0:
            raise InputError("gap", f"{self.gap} is below zero", "give a number of at least 0")


@dataclass
class Task(ABC):
    """A card compiled for its engine, with the limits and options of one call of `solve`.

    `methods`: the modules of its methods by name, in the order in which they are tried. `counts_moves`: whether a path with fewer
    moves is better, so that its length is an upper bound. `longest`: the number of moves of the longest path that beams look for,
    which grows until there is one. `shares_states`: whether beams search the states of the proof.
    """

    card: Any
    limits: Limits
    options: SolveOptions = field(default_factory=SolveOptions)
    methods: ClassVar[Mapping[str, str]] = {}
    counts_moves: ClassVar[bool] = True
    longest: ClassVar[int] = 60
    shares_states: ClassVar[bool] = True

    @cached_property
    def anytime(self) -> AnytimeSearch:
        """Return the search for solutions that runs while a method proves. Creating it computes nothing."""
        return AnytimeSearch(self)

    def beam(self, width: int, longest: int) -> Search | None:
        """Make the next beam, of a given width and for paths of at most `longest` moves. Return None if no beam fits into memory,
        or there are none."""
        return None

    def evidence_of(self, search: Evidence) -> Evidence:
        """Return what a fact established by a search implies for the card's metric."""
        return search

    def moves_of(self, search: Search) -> tuple[MoveMade, ...]:
        """Return the moves of a search that has an answer, replayed by the rules."""
        return self.moves_along(search.path or ()) if search.moves is None else check_solved(self.card, search.moves)

    def restored(self, path: list[Any]) -> list[Any] | None:
        """Return the path of a beam as it is kept, or None if it cannot be used."""
        return path

    @abstractmethod
    def moves_along(self, path: Any) -> tuple[MoveMade, ...]:
        """Return the moves along a path of the anytime search, replayed by the rules."""

    def bound_of(self, moves: int) -> int:
        """Convert a proven lower bound, or the cost of a solution, from the unit of the methods to the first term of the card's
        objective.

        If every optimal solution has the fewest moves, methods bound the number of moves. Other methods bound the term itself.
        """
        return moves

    def optima_of(self, moves: tuple[MoveMade, ...]) -> tuple[int, ...]:
        """Return the cost of moves in each metric of the card."""
        return (len(moves),)


@dataclass
class Method(ABC):
    """A method that may solve a task: what it needs, why it is tried, and how it begins."""

    task: Any
    asked = "asked for"
    why = ""
    """The reason for trying it, if it is requested and if it fits."""

    def fits(self) -> bool:
        """Return whether to try it if no method is requested."""
        return True

    def faults(self) -> Sequence[str]:
        """Return the faults of files that it would use."""
        return ()

    @abstractmethod
    def begin(self, is_asked: bool) -> Search:
        """Return the search to run. It has no budget of its own if the user requested the method.

        Raise `InputError` if the method was requested and cannot solve the task.
        """


def method_names(kind: type[Task], method: str | None) -> list[str]:
    """Return the names of the methods to try; raise `InputError` if the requested method is unknown."""
    if method is not None and method not in kind.methods:
        raise InputError("method", f"unknown method {method!r} for this card", f"one of {', '.join(kind.methods)}")
    return list(kind.methods) if method is None else [method]


def check_solved(card: Card, made: Sequence[MoveMade]) -> tuple[MoveMade, ...]:
    """Return the moves that the rules have made from the card's start. The last one must meet the goal.

    An error here means that a kernel and the rules disagree.
    """
    end = made[-1].position if made else card.start
    if not card.is_solved(end):
        raise AssertionError(f"the solution of {card.name} ends at {end}, which does not meet its goal")
    return tuple(made)
