"""Plans found by a planner, read back as moves.

A plan is a list of actions in parentheses. Each move of a card consists of several of them: an action that starts it (and costs
1), and then actions for the pieces that are coupled and pushed and the spaces that are passed. The referee makes every move in
turn, because the names of interchangeable pieces follow from their places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from shunt.cards.card import RouteCard
from shunt.classics.pddl.model import symbols
from shunt.errors import Fault, NotationError, raise_faults
from shunt.rules.guide import describe
from shunt.rules.moves import Direction, Move, TurntableStep
from shunt.rules.position import Position

_ACTION = re.compile(r"(?:[\d.]+\s*:\s*)?\(\s*([^()]+?)\s*\)(?:\s*\[[^\]]*\])?")


@dataclass(frozen=True)
class PlanAction:
    """One action of a plan: its name, its arguments, and its line in the file."""

    name: str
    arguments: tuple[str, ...]
    line: int

    def refused(self, why: str) -> NotationError:
        """Return the error of an action that does not fit."""
        text = " ".join((self.name, *self.arguments))
        remedy = "give a plan for the problem that was exported from this card"
        return NotationError(Fault("", f"({text}): {why}", remedy, line=self.line))

    def argument(self, index: int, known: dict[str, str]) -> str:
        """Return the name for the symbol of an argument."""
        if index >= len(self.arguments) or self.arguments[index] not in known:
            raise self.refused("unknown action or name")
        return known[self.arguments[index]]


PlanActions = list[PlanAction]


def read_plan(text: str) -> PlanActions:
    """Read the actions of a plan, one per line; `;` begins a comment. Raise `NotationError`, which lists every line that is not
    an action."""
    steps, faults = [], []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition(";")[0].strip().lower()
        if not written:
            continue
        match = _ACTION.fullmatch(written)
        if match is None:
            faults.append(Fault("", f"{line.strip()!r} is not an action", "write (NAME ARGUMENT …), one per line", line=number))
        else:
            name, *arguments = match[1].split()
            steps.append(PlanAction(name, tuple(arguments), number))
    raise_faults(faults, NotationError)
    return steps


def runs_of(steps: PlanActions, starts: tuple[str, ...]) -> list[PlanActions]:
    """Split a plan before every action that starts a move."""
    count = 0
    numbered = []
    for step in steps:
        count += step.name in starts
        numbered.append((count, step))
    return [[step for _, step in group] for _, group in groupby(numbered, key=lambda pair: pair[0])]


# --------------------------------------------------------------------------------------------------------------------
# Trains


def train_moves(card: RouteCard, steps: PlanActions) -> list[Move]:
    """Return the moves of a plan for a card of trains."""
    spaces = {symbol: name for name, symbol in symbols("s", card.plan.spaces).items()}
    tables = {table.name: len(table.positions) for table in card.plan.turntables}
    hands = {f"{symbol}-{index}": name for name, symbol in symbols("t", tables).items() for index in range(tables[name])}
    moves: list[Move] = []
    position = card.start
    steps = [step for step in steps if not step.name.startswith("deliver-")]
    for actions in runs_of(steps, ("start", "start-forward", "start-backward", "turn-by-hand")):
        first = actions[0]
        if first.name == "turn-by-hand":
            move: Move = TurntableStep(first.argument(0, hands))
        elif first.name.startswith("start"):
            move = _train_move(card, position, actions, spaces)
        else:
            raise first.refused("no move was started before this action")
        moves.append(move)
        position = card.rules.make(position, move, len(moves)).position
    return moves


def _train_move(card: RouteCard, position: Position, actions: PlanActions, spaces: dict[str, str]) -> Move:
    """Return the move that the actions after `start…` make, in its shortest notation."""
    rules, first = card.rules, actions[0]
    on = rules.roster.on(position)
    locomotive = on.get(first.argument(1, spaces), "")
    end = first.arguments[2][-1:] if len(first.arguments) > 2 else ""
    direction: Direction = "forward" if (first.name == "start-forward" or first.name == "start" and end == "0") else "backward"
    couples, passes = [], []
    for step in actions[1:]:
        if step.name == "couple":
            couples.append(on.get(step.argument(2, spaces), ""))
        elif step.name == "push":
            passes.append(step.argument(2, spaces))
        elif step.name in ("roll-alone", "roll", "roll-ring", "roll-ring-facing"):
            passes.append(step.argument(4, spaces))
    for ready in rules.trains(position):
        if ready[:2] == (locomotive, direction) and rules.coupled(ready) == tuple(couples):
            for run in rules.runs(position, ready, tuple(passes), whole_path=True):
                return describe(rules, position, run)
    raise first.refused("the rules have no such move")
