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
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_PARAMETERS = re.compile(r"((?:\?\w+ )+)- (\w+)")


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
    """One action schema. `parameters` are written as in PDDL; `needs`, `adds` and `deletes` are atoms without parentheses.

    A schema is the same for all cards of a kind. Written for a card, it has only the atoms of predicates that the card has, and
    only the parameters of these atoms.
    """

    name: str
    parameters: str
    needs: Sequence[str]
    deletes: Sequence[str]
    adds: Sequence[str]
    cost: int = 0

    def written(self, predicates: Collection[str], costs: bool = True) -> str:
        """Return the action for a card with these predicates as PDDL, with or without its cost."""
        needs, deletes, adds = (_known(atoms, predicates) for atoms in (self.needs, self.deletes, self.adds))
        used = set(" ".join([*needs, *deletes, *adds]).split())
        parameters = []
        for names, kind in _PARAMETERS.findall(self.parameters):
            if named := [name for name in names.split() if name in used]:
                parameters.append(f"{' '.join(named)} - {kind}")
        effects = [f"(not ({atom}))" for atom in deletes] + [f"({atom})" for atom in adds]
        if self.cost and costs:
            effects.append(f"(increase (total-cost) {self.cost})")
        return (
            f"  (:action {self.name}\n    :parameters ({' '.join(parameters)})\n"
            f"    :precondition (and {' '.join(f'({atom})' for atom in needs)})\n    :effect (and {' '.join(effects)}))"
        )


def _known(atoms: Iterable[str], predicates: Collection[str]) -> list[str]:
    """Return the atoms of these predicates."""
    return [atom for atom in atoms if atom.split()[0] in predicates]


@dataclass
class Writer:
    """Collects the parts of a domain and a problem, and writes both. Atoms of predicates that are not declared are left out."""

    domain: str
    types: str
    notes: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    predicates: list[str] = field(default_factory=list)
    actions: list[ActionSchema] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    init: list[str] = field(default_factory=list)
    goal: list[str] = field(default_factory=list)

    def declare(self, names: Iterable[str], kind: str, constant: bool = False) -> None:
        """Declare objects of one type, or constants, which actions may name; those declared before are left out."""
        before = set(" ".join([*self.constants, *self.objects]).split())
        if listed := [name for name in names if name not in before]:
            (self.constants if constant else self.objects).append(" ".join(listed) + f" - {kind}")

    def written(self, problem: str, costs: bool = True) -> Pddl:
        """Return both texts; `problem` is the problem's name, `notes` become comments at its head.

        Without `costs`, no cost is written, for planners that do not support action costs.
        """
        predicates = {atom.split()[0] for atom in self.predicates}
        constants = ["  (:constants " + "\n    ".join(self.constants) + ")"] if self.constants else []
        domain = [
            f"(define (domain {self.domain})",
            f"  (:requirements :strips :typing{' :action-costs' * costs})",
            f"  (:types {self.types})",
            *constants,
            "  (:predicates\n    " + "\n    ".join(f"({atom})" for atom in self.predicates) + ")",
            *(["  (:functions (total-cost) - number)"] if costs else []),
            *(action.written(predicates, costs) for action in self.actions),
            ")\n",
        ]
        facts = [*_known(self.init, predicates), *(["= (total-cost) 0"] if costs else [])]
        text = [
            *(f"; {note}" for note in self.notes),
            f"(define (problem {problem})",
            f"  (:domain {self.domain})",
            "  (:objects\n    " + "\n    ".join(self.objects) + ")",
            "  (:init\n    " + "\n    ".join(f"({fact})" for fact in facts) + ")",
            "  (:goal (and " + " ".join(f"({atom})" for atom in _known(self.goal, predicates)) + "))" + ("" if costs else ")\n"),
            *(["  (:metric minimize (total-cost)))\n"] if costs else []),
        ]
        return Pddl("\n".join(domain), "\n".join(text))
