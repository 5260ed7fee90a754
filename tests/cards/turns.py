"""A whole kind of puzzle: cars in a row at a turntable, which turns the first few of them round."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Literal

from shunt.cards.card import Card, Inventory
from shunt.cards.evidence import LevelsApart
from shunt.cards.models import CardFile
from shunt.errors import Fault, IllegalMoveError, NotationError
from shunt.files.shapes import Free, entry
from shunt.files.validation import check_shape
from shunt.rules.objective import Objective
from shunt.rules.ruleset import MoveMade, replay
from shunt.search.core.search import Search
from shunt.search.task import Method, Task, check_solved
from shunt.track.layout import SidingsLayout

NO_LAYOUT = SidingsLayout("", 0, {})


@dataclass(frozen=True)
class Turn:
    count: int

    def __str__(self):
        return f"turn {self.count}"

    def as_json(self):
        return {"turns": self.count}

    def describe(self, turntables):
        return f"turns {self.count} cars round"


@dataclass(frozen=True)
class Turns:
    """The rules. A position is the row, a tuple of names; under `count_legal_moves` and the like see `rules/ruleset.py`."""

    pieces: tuple[str, ...]
    ruleset = "turns"
    metrics = ("moves",)

    def parse_move(self, text):
        word, _, count = text.partition(" ")
        if word != "turn" or not count.isdecimal():
            raise NotationError(f"{text!r} is not a turn; write turn 3")
        return Turn(int(count))

    def broken_rule(self, row, move):
        return None if 2 <= move.count <= len(row) else ("count", f"{move.count} cars cannot be turned")

    def make(self, row, move, number=None, before=None):
        if broken := self.broken_rule(row, move):
            raise IllegalMoveError(number, str(move), *broken)
        after = row[: move.count][::-1] + row[move.count :]
        return MoveMade(move, None, after, self.names(after))

    def legal_moves(self, row):
        return map(Turn, range(2, len(row) + 1))

    def count_legal_moves(self, row):
        return len(row) - 1

    def successors(self, row):
        return {self.make(row, move).position for move in self.legal_moves(row)}

    def canonical(self, row):
        return row

    def faults_of(self, row, where="position"):
        return [] if sorted(row) == sorted(self.pieces) else [Fault(where, "other cars", "name each car once")]

    def names(self, row):
        return {"row": " ".join(row)}

    def turntables(self, row):
        return {}

    def is_met(self, goal, row):
        return row == goal

    def counts(self, row, moves):
        return {"moves": len(list(moves))}

    def describe_position(self, row):
        return " ".join(row)

    describe_goal = describe_position


@dataclass(frozen=True, repr=False)
class TurnsCard(Card):
    name: str
    start: tuple[str, ...]
    goal: tuple[str, ...]
    layout: SidingsLayout = NO_LAYOUT
    ruleset: str = field(default="turns", init=False)
    metric = Objective("moves")
    board_name = "turntable"

    @property
    def rules(self):
        return Turns(self.start)

    @property
    def puzzle(self):
        return self.name, self.start, self.goal

    @property
    def inventory(self):
        return Inventory(0, len(self.start), 0, 1)


class TurnsFile(CardFile):
    """A card of `turns`; the rows begin at the turntable."""

    ruleset: Literal["turns"] = entry("The rules.", "turns")
    start: str = entry("The cars at the start.", "C A B")
    goal: str = entry("The cars at the end.", "A B C")
    options: Free = entry("None.", default={})


def read_turns_card(document):
    model, faults = check_shape(TurnsFile, document)
    if model is None:
        return None, faults
    card = TurnsCard(
        model.name,
        tuple(model.start.split()),
        tuple(model.goal.split()),
        guide=tuple(model.guide.moves),
        proof=model.table("proof"),
        path=document.path,
    )
    faults += [document.fault(("goal",), one.what, one.remedy) for one in card.rules.faults_of(card.goal)]
    return card if not faults else None, faults


class TurnsTask(Task):
    methods: ClassVar = {"breadth-first": "tests.cards.turns:BreadthFirst"}

    def moves_along(self, path):
        rules, row = self.card.rules, self.card.start
        turns = [next(move for move in rules.legal_moves(a) if rules.make(a, move).position == b) for a, b in pairwise(path)]
        return check_solved(self.card, tuple(replay(rules, row, turns)))


class BreadthFirst(Method):
    def begin(self, is_asked):
        return TurnsSearch(self.task)


@dataclass
class TurnsSearch(Search):
    task: TurnsTask
    levels: list[list[tuple[str, ...]]] = field(default_factory=list)
    before: dict[tuple[str, ...], tuple[str, ...] | None] = field(default_factory=dict)

    @property
    def states(self):
        return len(self.before)

    @property
    def evidence(self):
        return LevelsApart(len(self.levels) - 2, 0, ended="start" if self.exhausted else None)

    def _search(self):
        card, self.before, self.levels = self.task.card, {self.task.card.start: None}, [[self.task.card.start]]
        while card.goal not in self.before and self.levels[-1]:
            self.levels.append([])
            for row in self.levels[-2]:
                for after in sorted(card.rules.successors(row) - self.before.keys()):
                    self.before[after] = row
                    self.levels[-1].append(after)
            self.task.limits.allow_states(self.states)
        row, path = card.goal, []
        while row is not None:
            path.append(row)
            row = self.before.get(row)
        self.exhausted = card.goal not in self.before
        self.path = None if self.exhausted else path[::-1]
