"""What `solve` works on: a card compiled for its engine, and the methods that may answer it.

Each kind of card has a `Task`: what is searched, what a path means, and the names and places of its methods in the order in which
they are tried. A method is a class in the file of its search; it is imported when its turn comes, so that a small card loads
little. The door names the places of methods that are in a wing (`shunt/__init__.py`).
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
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search

if TYPE_CHECKING:
    from shunt.search.methods.anytime import AnytimeSearch

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
    """How a card is to be solved, within its limits; `solve` explains each."""

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

    `spent`: states of the methods that have ended without an answer. `methods`: the places of its methods by name, in the order
    in which they are tried.
    """

    card: Any
    limits: Limits
    options: SolveOptions = field(default_factory=SolveOptions)
    spent: int = 0
    methods: ClassVar[Mapping[str, str]] = {}

    @cached_property
    @abstractmethod
    def anytime(self) -> AnytimeSearch:
        """Return what looks for solutions while a method proves; to make it computes nothing."""

    @property
    def best(self) -> AnytimeSearch | None:
        """Return what has looked for solutions; None as long as no method asked for it."""
        return vars(self).get("anytime")

    def spend(self, states: int) -> None:
        """Note the states of a method that has ended without an answer: the beams beside the next one count them too."""
        self.spent += states
        if self.best is not None:
            self.best.base = self.spent

    def evidence_of(self, search: Evidence) -> Evidence:
        """Return what a fact that a search has established says of what the card counts."""
        return search

    @abstractmethod
    def moves_of(self, search: Any) -> tuple[MoveMade, ...]:
        """Return the moves of a search that has answered, replayed by the rules."""

    @abstractmethod
    def moves_along(self, path: Any) -> tuple[MoveMade, ...]:
        """Return the moves along a path of the anytime search, replayed by the rules."""

    def bound_of(self, moves: int) -> int:
        """Return what the first term of the card's objective has at least, for a bound that a method has proven, and at most.

        Methods bound moves where every optimal solution has the fewest; other methods bound the term itself.
        """
        return moves

    def optima_of(self, moves: tuple[MoveMade, ...]) -> tuple[int, ...]:
        """Return what moves count in each metric of the card."""
        return (len(moves),)


@dataclass
class Method(ABC):
    """A method that may answer a task: what it needs, why it is tried, and how it begins."""

    task: Any
    asked = "asked for"
    why = ""
    """Why it is tried: where it was asked for, and where it fits."""

    def fits(self) -> bool:
        """Return whether to try it when no method was asked for."""
        return True

    def faults(self) -> Sequence[str]:
        """Return what is wrong with files that should serve it."""
        return ()

    @abstractmethod
    def begin(self, is_asked: bool) -> Search:
        """Return the search to run; it has no budget of its own if the user asked for the method.

        Raises `InputError` if the method was asked for and cannot answer the task.
        """


def method_names(kind: type[Task], method: str | None) -> list[str]:
    """Return the names of the methods to try; raise `InputError` for one that is asked for and unknown."""
    if method is not None and method not in kind.methods:
        raise InputError("method", f"unknown method {method!r} for this card", f"one of {', '.join(kind.methods)}")
    return list(kind.methods) if method is None else [method]


def check_solved(card: Card, made: Sequence[MoveMade]) -> tuple[MoveMade, ...]:
    """Return moves that the rules have made from the card's start; the last must meet the goal.

    An error here would mean that a kernel and the rules disagree.
    """
    end = made[-1].position if made else card.start
    if not card.is_solved(end):
        raise AssertionError(f"the solution of {card.name} ends at {end}, which does not meet its goal")
    return tuple(made)
