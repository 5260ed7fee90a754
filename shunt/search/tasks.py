"""Cards compiled for their engines: what the methods of an engine search, and what their paths mean.

Engines and their kernels are imported when a card needs them, so that a small card loads little.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.errors import IllegalMoveError, InputError, TooLargeError
from shunt.rules.metrics import METRICS
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.search.core.limits import LimitReached, Limits, Progress
from shunt.search.core.search import Search
from shunt.search.methods.anytime import AGAIN, SHARE_LONG, SHARE_NEAR, Aim, Scout
from shunt.search.replayed import replayed_moves, replayed_positions
from shunt.track.plan import LARGE

if TYPE_CHECKING:
    from shunt.search.methods.large.search import SmallBoard
    from shunt.search.metrics.plan import MetricPlan
    from shunt.search.sidings.graph import SidingsProblem
    from shunt.search.tablebase.format import TablebaseError
    from shunt.search.tablebase.reader import Tablebase
    from shunt.search.trains.codec import Codec
    from shunt.search.trains.goals import GoalSet


@dataclass
class Task(ABC):
    """A card to be solved, with its limits. For `tablebases` see `tablebase.reader.find`, for `databases`
    `methods.database_store.folder_of`, for `as_found` `solve`."""

    card: Any
    limits: Limits
    progress: Progress
    tablebases: str | None = None
    aim: Aim = field(default_factory=Aim)
    databases: str | None = None
    as_found: bool = False

    @property
    def scout(self) -> Scout | None:
        """What looks for solutions while others prove; None where nothing does."""
        return None

    @property
    def scout_at_work(self) -> Scout | None:
        """The scout if it has been made: asking for it computes nothing, so that an interrupt stays an answer."""
        return vars(self).get("scout")

    @abstractmethod
    def moves_of(self, search: Any) -> tuple[MoveMade, ...]:
        """Return the moves along the path of a search, replayed by the rules."""

    def moves_along(self, path: Any) -> tuple[MoveMade, ...]:
        """Return the moves along a path of the scout, replayed by the rules."""
        raise NotImplementedError

    def optima_of(self, search: Any, moves: tuple[MoveMade, ...]) -> tuple[int, ...]:
        """Return the proven optimum in every metric of the card."""
        return (len(moves),)

    def counts_of(self, moves: tuple[MoveMade, ...]) -> dict[str, int]:
        """Return every metric of a solution."""
        counts: dict[str, int] = self.card.rules.counts(self.card.start, moves)
        return counts


SLOWER = 8
"""The number of moves from a position of a large board, and so the cost of keeping it in a beam, against a small board."""
CROWDED, FEW_MOVES = 400_000, 10
"""On a large board: new states of a level of a beam that are enough, and moves of the longest path looked for at first."""


def train_scout(task: Task, codec: Codec, start: int, goals: GoalSet, phase: int, counts_moves: bool = True) -> Scout:
    """Return what looks for solutions of a card of the train rules; estimates are built when the first beam is due."""
    from shunt.search.methods.beam import BeamMaker

    def shorten(path: list[int], states: int) -> list[int]:
        """Replace parts of a path by shorter ones."""
        from shunt.search.methods.shortening import shortened

        return shortened(codec, path, goals, task.limits, states) if counts_moves else path

    maker = BeamMaker(codec, start, task.card.start, goals, task.card.goal, phase, task.limits, task.progress)
    # On a large board there are no tables of pairs, so that its beams would all be the same.
    varied = maker.varied if counts_moves and len(codec.rules.plan.spaces) < LARGE else None
    return Scout(
        maker.plain, task.limits, task.aim, shorten, counts_moves=counts_moves, varied=varied,
        share_long=SHARE_LONG, share_near=SHARE_NEAR, again=AGAIN,
    )  # fmt: skip


@dataclass
class MovesTask(Task):
    """A card of the train rules (`switcher`, `railway`) that counts moves."""

    card: RouteCard

    @cached_property
    def codec(self) -> Codec:
        """Return the packed form of positions."""
        from shunt.search.trains.codec import Codec

        return Codec.for_rules(self.card.rules)

    @cached_property
    def goals(self) -> GoalSet:
        """Return the states that meet the goal."""
        from shunt.search.trains.goals import GoalSet

        return GoalSet.of(self.codec, self.card.goal, self.phase)

    @property
    def phase(self) -> int:
        """Return the number of the turntables' setting at the start."""
        return self.codec.phases.number[self.card.start.turntables]

    @cached_property
    def start(self) -> int:
        """Return the packed start."""
        return self.codec.pack(self.card.start)

    @cached_property
    def tables(self) -> tuple[Tablebase | None, list[TablebaseError]]:
        """Return the tablebase of the card, if there is one, and what is wrong with files that should be it and are not."""
        from shunt.search.tablebase.files import table_files

        if not any(table_files(self.card, self.tablebases)):
            return None, []
        from shunt.search.tablebase.reader import find

        return find(self.card, self.tablebases)

    @cached_property
    def scout(self) -> Scout:
        """What looks for solutions while others prove."""

        return train_scout(self, self.codec, self.start, self.goals, self.phase)

    def moves_of(self, search: Search) -> tuple[MoveMade, ...]:
        """Return the moves of the solution that is shown (see `methods/guides.py`), replayed by the rules."""
        return self.moves_along((None if self.as_found else self._shown(search)) or search.path or ())

    def _shown(self, search: Search) -> list[int] | None:
        """Return the best path for a guide; None where the states on all shortest paths are not at hand, or at a limit."""
        from shunt.search.methods.guides import least_coupling, most_states

        try:
            levels = search.shortest_levels(most_states(self.card.rules))
            return least_coupling(self.card.rules, self.codec, levels, self.limits) if levels else None
        except (LimitReached, MemoryError):
            return None

    def moves_along(self, path: Sequence[int]) -> tuple[MoveMade, ...]:
        """Return the moves along a path of packed states, replayed by the rules."""
        return replayed_positions(self.card, [self.codec.unpack(state) for state in path], shortest=self.as_found)


@dataclass
class LargeTask(MovesTask):
    """A card of the train rules on a large board that counts moves. The paths of its own searches are rows of positions."""

    kept: list[Any] = field(default_factory=list, repr=False)

    @cached_property
    def board(self) -> SmallBoard:
        """Return the small board on which solutions are looked for."""
        from shunt.search.methods.large.contraction import shortest
        from shunt.search.methods.large.search import SmallBoard

        return SmallBoard.of(shortest(self.card))

    @cached_property
    def scout(self) -> Scout:
        """What looks for solutions, on the small board, while others prove."""

        def beam(width: int, longest: int) -> Search | None:
            """Make a beam; None if the goal names nothing to estimate."""
            from shunt.search.methods.large.approach import ApproachEstimates
            from shunt.search.methods.large.search import RestoredBeam

            board = self.board
            if not self.kept:
                self.kept.append(ApproachEstimates.for_goal(board.codec, self.card.goal))
            if self.kept[0] is None:
                return None
            width = max(1, width // SLOWER)
            given = board.codec, board.start, board.goals, self.kept[0], width, self.limits, self.progress, longest
            return RestoredBeam(*given, crowded=CROWDED, contraction=board.contraction)

        return Scout(beam, self.limits, self.aim, _longest=FEW_MOVES)

    def _shown(self, search: Search) -> list[int] | None:
        """Return nothing: to compare solutions by the rules takes long on a large board."""
        return None

    def moves_along(self, path: Sequence[Any]) -> tuple[MoveMade, ...]:
        """Return the moves along a path, replayed by the rules on the whole board."""
        from shunt.search.methods.large.contraction import Contraction

        positions = [place if isinstance(place, Position) else self.codec.unpack(place) for place in path]
        used = {space for position in positions for space in position.places}
        return replayed_positions(self.card, positions, small=Contraction.of(self.card, 0, keep=used).small)


@dataclass
class MetricTask(Task):
    """A card of the train rules that counts another metric than moves, or several (lexicographic)."""

    card: RouteCard

    def __post_init__(self) -> None:
        metric = self.card.metric
        unknown = [name for name in metric if name not in METRICS]
        if unknown or not metric or len(set(metric)) < len(metric):
            given = ", ".join(metric) or "none"
            raise InputError(f"the metric is one or more of {', '.join(METRICS)}, each once, and not {given}")

    @cached_property
    def plan(self) -> MetricPlan:
        """Return what the metric has to remember; raises `TooLargeError` where position and memory do not fit into one state."""
        from shunt.search.metrics.plan import MetricPlan

        return MetricPlan.of(self.card.rules, self.card.metric)

    @property
    def is_too_large(self) -> bool:
        """Return whether position and memory do not fit into one state."""
        try:
            return not self.plan
        except TooLargeError:
            return True

    @cached_property
    def search_arguments(self) -> tuple[MetricPlan, int, GoalSet, Limits, Progress]:
        """Return what every search in this metric begins with: plan, packed start, goals, limits, progress."""
        from shunt.rules.metrics import ends_given
        from shunt.search.trains.goals import GoalSet

        codec, start = self.plan.codec, self.card.start
        goals = GoalSet.of(codec, self.card.goal, codec.phases.number[start.turntables])
        packed = codec.pack(ends_given(self.card.rules, start) if codec.rules.has_headings else start)
        return self.plan, packed, goals, self.limits, self.progress

    @cached_property
    def free_guide(self) -> tuple[MoveMade, ...]:
        """The moves of the card's own Yard Guide, if it solves the card and counts nothing in any of its metrics; else none."""
        rules = self.card.rules
        try:
            made = tuple(rules.replay(self.card.start, [rules.parse_move(text) for text in self.card.guide]))
        except (InputError, IllegalMoveError):
            return ()
        if not made or not self.card.is_solved(made[-1].position):
            return ()
        counts = self.counts_of(made)
        return made if all(counts[name] == 0 for name in self.card.metric) else ()

    @cached_property
    def scout(self) -> Scout:
        """What looks for solutions in any number of moves while others prove."""
        from shunt.search.trains.codec import Codec
        from shunt.search.trains.goals import GoalSet

        codec, card = Codec.for_rules(self.card.rules), self.card
        phase = codec.phases.number[card.start.turntables]
        goals, packed = GoalSet.of(codec, card.goal, phase), codec.pack(card.start)

        return train_scout(self, codec, packed, goals, phase, counts_moves=False)

    def moves_along(self, path: Sequence[int]) -> tuple[MoveMade, ...]:
        """Return the moves along a path of packed states, replayed by the rules."""
        from shunt.search.trains.codec import Codec

        codec = Codec.for_rules(self.card.rules)
        return replayed_positions(self.card, [codec.unpack(state) for state in path])

    def moves_of(self, search: Any) -> tuple[MoveMade, ...]:
        """Return the moves along the path of a search, replayed by the rules, which must count what the search counted."""
        from shunt.search.metrics.paths import counted

        return search.moves or counted(self.card, self.plan, search.path, self.plan.counts(search.total))

    def optima_of(self, search: Any, moves: tuple[MoveMade, ...]) -> tuple[int, ...]:
        """Return the proven optimum in every metric of the card."""
        counts = self.counts_of(moves)
        return tuple(counts[name] for name in self.card.metric)


@dataclass
class GuideReplay(Search):
    """The card's own Yard Guide where it counts nothing: nothing counts less, so no search is needed."""

    guide: tuple[MoveMade, ...] = ()

    @property
    def lower_bound(self) -> int:
        """No solution counts less than nothing."""
        return 0

    @property
    def states(self) -> int:
        """Nothing is searched."""
        return 0

    @property
    def proof(self) -> dict[str, str]:
        """Return the argument."""
        return {"argument": "the card's own Yard Guide, replayed by the rules, counts nothing, and nothing counts less"}

    @property
    def moves(self) -> tuple[MoveMade, ...]:
        """Return the moves of the Yard Guide."""
        return self.guide

    def _search(self) -> None:
        self.path = list(self.guide)


@dataclass
class SidingsTask(Task):
    """A card of `sidings`, in pulls or legs."""

    card: SidingsCard

    def __post_init__(self) -> None:
        from shunt.search.sidings.flood import warm_up

        warm_up()

    @cached_property
    def problem(self) -> SidingsProblem:
        """Return the yard, the cars and the goal as numbers."""
        from shunt.search.sidings.graph import sidings_problem

        return sidings_problem(self.card.rules, self.card.goal)

    @cached_property
    def scout(self) -> Scout:
        """What looks for solutions while others prove."""

        def beam(width: int, longest: int) -> Search:
            """Make a beam."""
            from shunt.search.sidings.beam import SidingsBeam

            return SidingsBeam(self.problem, self.card.start, width, self.limits, self.progress, longest)

        return Scout(beam, self.limits, self.aim)

    def moves_of(self, search: Search) -> tuple[MoveMade, ...]:
        """Return the moves of a search, replayed by the rules."""
        return replayed_moves(self.card, search.path or ())

    def moves_along(self, path: Sequence[tuple[int, int]]) -> tuple[MoveMade, ...]:
        """Return the moves along a path of (word, occupancy), replayed by the rules."""
        from shunt.search.sidings.search import moves_along

        return replayed_moves(self.card, moves_along(self.problem, path))

    def counts_of(self, moves: tuple[MoveMade, ...]) -> dict[str, int]:
        """Return nothing: the optimum is all there is to count."""
        return {}


TASKS: dict[str, type[Task]] = {"switcher": MovesTask, "railway": MovesTask, "sidings": SidingsTask}
"""Ruleset → how its cards are compiled where they count moves (pulls, legs)."""


def task_class(card: Card) -> type[Task]:
    """Return how a card is compiled; raises `InputError` for a ruleset that has no engine."""
    task = TASKS.get(card.ruleset)
    if task is None:
        raise InputError(f"ruleset {card.ruleset!r} has no solver; known: {', '.join(TASKS)}")
    if task is not MovesTask:
        return task
    if card.metric != ("moves",):
        return MetricTask
    from shunt.search.methods.large.contraction import is_large

    puzzle: Any = card
    return LargeTask if is_large(puzzle) else task
