"""The reasons why a card has no solution. Variants of the card are solved, and those with a solution show what is in the way.

The reasons are: which goals can be met alone, a smallest set of goals that cannot be met together, what would make the card
solvable if it were removed (a broken track, a piece) or longer (a headshunt, a siding), and whether the locomotives can turn.
Each variant is one search with its own limit. If its searches reach a limit, the result is "unknown"; it is never guessed.

A set of goals is easier than any larger one. If a variant has the same pieces, each position of its solution is a witness for all
goals that it meets. This saves most searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from shunt.cards.card import Card, RouteCard
from shunt.cards.given import as_card
from shunt.cards.kinds import refused
from shunt.cards.stop import INTERRUPTED, Stop, StopKind
from shunt.errors import InputError, TooLargeError
from shunt.files.reading import StrPath
from shunt.rules.objective import MOVES, Objective
from shunt.search.core.limits import LimitReached, Limits, Progress, begun
from shunt.search.solve import solve
from shunt.search.unsolvable.variants import TRAINS, LocomotiveTurning, Variants
from shunt.sidings.cards.card import SidingsCard

Answer = Literal["solvable", "unsolvable", "unknown"]

Result = tuple[Answer, int | None]
"""Whether a variant has a solution, and in how many moves."""

VARIANT_STATES = 2_000_000  # states that the search of one variant may reach, unless the limits say less
MOST_SETS = 60  # sets of goals that are searched for one smaller than the first one found


@dataclass(frozen=True)
class SingleGoal:
    """One goal of a card: the `name` of its piece, the goal in `words`, whether it can be met `alone`, and in how many
    `moves`."""

    name: str
    words: str
    alone: Answer
    moves: int | None = None


@dataclass(frozen=True)
class Conflict:
    """Goals that cannot be met together, although they can if any one of them is dropped. `words` describes them.

    `is_smallest`: no smaller set of the card's goals is impossible. If there are no goals, the tracks can never hold the required
    numbers of cars.
    """

    goals: tuple[str, ...]
    words: tuple[str, ...]
    is_smallest: bool


@dataclass(frozen=True)
class Remedy:
    """A change of the card (see `Change` in `variants.py`), whether the changed card has a solution, and in how many moves."""

    kind: str
    name: str
    words: str
    result: Answer
    moves: int | None = None


@dataclass(frozen=True)
class Reasons:
    """Why a card has no solution.

    `conflict` is None if it is unknown. `remedies` lists all changes that were tried. `turning` is empty if headings do not
    matter. `metric` says what counts as one move, such as a pull or a leg in sidings. If part of the answer is unknown,
    `stopped` is the limit or interrupt that ended the search. `str` gives a line for each reason.
    """

    card: str
    goals: tuple[SingleGoal, ...]
    conflict: Conflict | None
    remedies: tuple[Remedy, ...]
    turning: tuple[LocomotiveTurning, ...] = ()
    metric: Objective = MOVES
    stopped: Stop | None = field(default=None, compare=False)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each reason."""
        lines = [f"{goal.words}: {_alone(goal, self.metric)}" for goal in self.goals]
        lines += [*_conflict_lines(self), *_remedy_lines(self), *map(_turning_line, self.turning)]
        if self.stopped is not None:
            why = "interrupted" if self.stopped.is_interrupt else f"stopped at the limit of {self.stopped}"
            lines.append(f"the rest is unknown: {why}")
        return tuple(lines)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def as_json(self) -> dict[str, Any]:
        """Return the reasons as a JSON object, which `shunt solve --explain --json` and `shunt hint --json` print under the key
        `reasons`."""
        conflict = self.conflict
        shown: dict[str, Any] = {
            "goals": [asdict(one) for one in self.goals],
            "conflict": None if conflict is None else {"goals": list(conflict.goals), "smallest": conflict.is_smallest},
            "remedies": [asdict(one) for one in self.remedies],
            "turning": [asdict(one) for one in self.turning],
        }
        return shown | ({"stopped": str(self.stopped)} if self.stopped else {})


def explain_unsolvable(
    card: Card | StrPath,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    is_proven: bool = False,
) -> Reasons:
    """Return the reasons why a card has no solution. If `card` is a name or a path, `load` reads it.

    `limits` apply to all searches together, except the limit on states, which applies to each search and is two million by
    default. If `is_proven` is true, the card is assumed to be unsolvable, and this is not proven again. Parts that a limit left
    without an answer are "unknown" or None. Raise `InputError` if the card has a solution.

    >>> import shunt
    >>> layout = shunt.Layout.from_tracks("A B C D")
    >>> card = shunt.Card.build(layout, locomotives={"L": "A>B"}, cars={"red": "C"}, goal={"red": "A", "L": "D"})
    >>> print(shunt.explain_unsolvable(card))
    red on A: cannot be met, even alone
    L on D: cannot be met, even alone
    without the car red and its goal it can be solved, in 1 move
    L cannot turn: on every space that it can reach alone it faces one end only
    """
    card, variants = as_card(card), TRAINS
    if isinstance(card, SidingsCard):
        from shunt.sidings.search.variants import VARIANTS

        variants = VARIANTS
    elif not isinstance(card, RouteCard):
        raise refused(card, "asked why they have no solution")
    trial = _Trials(variants, card, begun(limits, progress))
    if not is_proven and trial.solve(card)[0] == "solvable":
        raise InputError("card", f"{card.name} has a solution, so no reason why it has none", "solve it")
    return trial.reasons()


# --------------------------------------------------------------------------------------------------------------------
# Searches


class _Trials:
    """The searches of variants of one card, under common limits. Positions on solutions are stored as witnesses."""

    def __init__(self, variants: Variants, card: Card, limits: Limits) -> None:
        self._variants, self._card, self._limits = variants, card, limits
        self._witnesses: list[Any] = [card.start]
        self._known: dict[frozenset[str], Result] = {}
        self._stopped: Stop | None = None

    def reasons(self) -> Reasons:
        """Search for all reasons."""
        words = self._variants.goals(self._card)
        goals = tuple(
            SingleGoal(name, goal, *self._goals({name}, f"{goal} alone", with_moves=True)) for name, goal in words.items()
        )
        conflict, remedies, turning = self._conflict(words), tuple(self._remedies()), tuple(self._turning())
        metric = self._variants.with_goals(self._card, words).metric
        return Reasons(self._card.name, goals, conflict, remedies, turning, metric, self._stopped)

    def solve(self, card: Card, what: str = "", keep: bool = False) -> Result:
        """Solve one variant. With `keep`, store its positions as witnesses, if it has the pieces and tracks of the card."""
        if self._stopped is not None and self._stopped.kind is not StopKind.STATES:
            return "unknown", None
        limits = replace(self._limits.rest(), states=min(VARIANT_STATES, self._limits.states or VARIANT_STATES))
        if what:
            limits.progress = lambda done, level, count: self._limits.progress(what, level, count)
        try:
            answer = solve(card, limits=limits)
        except (TooLargeError, LimitReached):
            return "unknown", None
        if answer.status == "unknown":
            stop = answer.stopped or INTERRUPTED
            self._stopped = Stop(StopKind.TIME, self._limits.time or 0) if stop.kind is StopKind.TIME else stop
            return "unknown", None
        if answer.status == "unsolvable":
            return "unsolvable", None
        if keep:
            self._witnesses += [made.position for made in answer.moves]
        return "solvable", len(answer.moves)

    # ----------------------------------------------------------------------------------------------------------- goals

    def _goals(self, names: Iterable[str], what: str, with_moves: bool = False) -> Result:
        """Return whether these goals can be met together and, only if `with_moves`, in how many moves."""
        asked = frozenset(names)
        if asked in self._known:
            return self._known[asked]
        if any(answer == "unsolvable" and some <= asked for some, (answer, _) in self._known.items()):
            return "unsolvable", None
        card = self._variants.with_goals(self._card, asked)
        if not with_moves and any(card.is_solved(position) for position in self._witnesses):
            return "solvable", None
        self._known[asked] = self.solve(card, f"why unsolvable: {what}", keep=True)
        return self._known[asked]

    def _conflict(self, words: dict[str, str]) -> Conflict | None:
        """Return a smallest set of goals that cannot be met together, or None if it is not known."""
        names = list(words)
        self._known[frozenset(names)] = "unsolvable", None
        kept = names
        for name in names:
            fewer = [other for other in kept if other != name]
            answer, _ = self._goals(fewer, f"goals of {' '.join(fewer) or 'none'}")
            if answer == "unknown":
                return None
            if answer == "unsolvable":
                kept = fewer
        smaller, is_smallest = self._smaller(names, len(kept))
        kept = smaller or kept
        return Conflict(tuple(kept), tuple(words[name] for name in kept), is_smallest)

    def _smaller(self, names: list[str], size: int) -> tuple[list[str], bool]:
        """Return a smallest set of fewer than `size` goals that cannot be met (empty if there is none), and whether that is
        certain."""
        searched = 0
        for count in range(1, size):
            for some in combinations(names, count):
                searched += 1
                answer, _ = self._goals(some, f"goals of {' '.join(some)}")
                if answer == "unsolvable":
                    return list(some), True
                if answer == "unknown" or searched > MOST_SETS:
                    return [], False
        return [], True

    # --------------------------------------------------------------------------------------------------------- changes

    def _remedies(self) -> Iterator[Remedy]:
        """Yield every change that was tried. Of changes with the same kind and name, yield only the first that helps, or the
        last."""
        latest: dict[tuple[str, str], Remedy] = {}
        for change in self._variants.changes(self._card):
            key = change.kind, change.name
            if key not in latest or latest[key].result != "solvable":
                latest[key] = Remedy(*key, change.words, *self.solve(change.card, f"why unsolvable: {change.words}"))
        yield from latest.values()

    def _turning(self) -> Iterator[LocomotiveTurning]:
        for turning, turned in self._variants.turning(self._card):
            in_place: bool | None = False
            if turning.alone is not False:
                result, _ = self.solve(turned, f"why unsolvable: whether {turning.locomotive} can turn", keep=True)
                in_place = None if result == "unknown" else result == "solvable"
            yield replace(turning, in_place=in_place)


# --------------------------------------------------------------------------------------------------------------------
# Words


def _alone(goal: SingleGoal, metric: Objective) -> str:
    if goal.alone == "unsolvable":
        return "cannot be met, even alone"
    if goal.alone == "unknown":
        return "unknown whether it can be met alone"
    return f"can be met alone, in {metric.least(goal.moves)}" if goal.moves else "is met at the start"


def _conflict_lines(reasons: Reasons) -> Iterator[str]:
    conflict = reasons.conflict
    if conflict is None:
        yield "which goals cannot be met together is unknown"
    elif not conflict.goals:
        yield "the numbers of cars on the tracks cannot be reached, whichever cars they are"
    elif len(conflict.goals) > 1:
        note = "" if conflict.is_smallest else " (a smaller set may be enough)"
        yield f"cannot be met together: {', '.join(conflict.words)}{note}"


def _remedy_lines(reasons: Reasons) -> Iterator[str]:
    helping = [one for one in reasons.remedies if one.result == "solvable"]
    kinds = {one.kind for one in helping}
    for one in helping:
        if one.kind.endswith("s") and one.kind.removesuffix("s") in kinds:
            continue  # one of them is enough
        yield f"{one.words} it can be solved, in {reasons.metric.least(one.moves)}"
    if reasons.remedies and not helping:
        kinds = {one.kind for one in reasons.remedies}
        if any(one.result == "unknown" for one in reasons.remedies):
            yield "whether something is in the way is unknown"
        elif kinds & {"headshunt", "siding"}:
            yield "no longer headshunt, longer siding or missing car makes it solvable"
        else:
            what = " or ".join(["piece", *(kind for kind in ("broken track", "closed space") if kind in kinds)])
            yield f"no single {what} is in the way: without any one of them there is still no solution"


def _turning_line(turning: LocomotiveTurning) -> str:
    name = turning.locomotive
    if turning.alone is False:
        broken = "; without the broken tracks it could" if turning.unbroken else ""
        return f"{name} cannot turn: on every space that it can reach alone it faces one end only{broken}"
    if turning.alone is None or turning.in_place is None:
        return f"{name}: unknown whether it can turn"
    if turning.in_place:
        return f"{name} can turn, and come back to its start turned"
    return f"{name} could turn if it were alone, but the other pieces keep it from coming back to its start turned"
