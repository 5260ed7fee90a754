"""The parts of a planning problem in PDDL, and how they are written.

The texts use typing and (unless left out) action costs, but neither conditional effects nor derived predicates, which most
optimal planners do not support. The total cost is the number of moves; the actions within a move cost nothing.

Every piece has one argument that gives its place (a space, or a slot of a siding), from which planners make one variable. Members
of an interchangeable group share one name, their kind, and there is a fact `(at KIND SPACE)` for each of them.

Names are written in lower case, with `_` for characters that PDDL does not allow, and with a prefix for their type. If two names
would be the same, a number is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Pddl(NamedTuple):
    """The texts of a domain and of a problem in it."""

    domain: str
    problem: str


def symbols(prefix: str, names: Iterable[str]) -> dict[str, str]:
    """Return a PDDL symbol for every name: lower case, all different, beginning with `prefix` and a hyphen."""
    known: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = symbol = prefix + "-" + re.sub(r"[^a-z0-9_-]", "_", name.lower())
        number = 2
        while symbol in taken:
            symbol, number = f"{plain}_{number}", number + 1
        taken.add(symbol)
        known[name] = symbol
    return known


@dataclass(frozen=True)
class ActionSchema:
    """One action schema. `parameters` are written as in PDDL; `needs`, `adds` and `deletes` are atoms without parentheses."""

    name: str
    parameters: str
    needs: Sequence[str]
    deletes: Sequence[str]
    adds: Sequence[str]
    cost: int = 0

    def written(self, costs: bool = True) -> str:
        """Return the action as PDDL, with or without its cost."""
        effects = [f"(not ({atom}))" for atom in self.deletes] + [f"({atom})" for atom in self.adds]
        if self.cost and costs:
            effects.append(f"(increase (total-cost) {self.cost})")
        needs = " ".join(f"({atom})" for atom in self.needs)
        return (
            f"  (:action {self.name}\n    :parameters ({self.parameters})\n"
            f"    :precondition (and {needs})\n    :effect (and {' '.join(effects)}))"
        )


@dataclass
class Writer:
    """Collects the parts of a domain and a problem, and writes both."""

    domain: str
    types: str
    notes: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    predicates: list[str] = field(default_factory=list)
    actions: list[ActionSchema] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    init: list[str] = field(default_factory=list)
    goal: list[str] = field(default_factory=list)

    def list_objects(self, names: Iterable[str], kind: str) -> None:
        """Declare objects of one type (none is fine)."""
        if listed := list(names):
            self.objects.append(" ".join(listed) + f" - {kind}")

    def written(self, problem: str, costs: bool = True) -> Pddl:
        """Return both texts; `problem` is the problem's name, `notes` become comments at its head.

        Without `costs`, no cost is written, for planners that do not support action costs.
        """
        constants = ["  (:constants " + "\n    ".join(self.constants) + ")"] if self.constants else []
        domain = [
            f"(define (domain {self.domain})",
            f"  (:requirements :strips :typing{' :action-costs' * costs})",
            f"  (:types {self.types})",
            *constants,
            "  (:predicates\n    " + "\n    ".join(f"({atom})" for atom in self.predicates) + ")",
            *(["  (:functions (total-cost) - number)"] if costs else []),
            *(action.written(costs) for action in self.actions),
            ")\n",
        ]
        facts = [*self.init, *(["= (total-cost) 0"] if costs else [])]
        text = [
            *(f"; {note}" for note in self.notes),
            f"(define (problem {problem})",
            f"  (:domain {self.domain})",
            "  (:objects\n    " + "\n    ".join(self.objects) + ")",
            "  (:init\n    " + "\n    ".join(f"({fact})" for fact in facts) + ")",
            "  (:goal (and " + " ".join(f"({atom})" for atom in self.goal) + "))" + ("" if costs else ")\n"),
            *(["  (:metric minimize (total-cost)))\n"] if costs else []),
        ]
        return Pddl("\n".join(domain), "\n".join(text))
