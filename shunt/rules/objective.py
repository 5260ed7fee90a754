"""Metrics and objectives. Every metric is one row of a table, and an objective is the list of metrics that a card minimises.

Everything else follows from these rows: the names that `--metric` and card files accept, the help, singular and plural, the
referee's counts, the rows of the kernels' weights, the data that a search has to remember, and the table of
`docs/reference/metrics.md`. The pages have the same table in `pages/source/rules/metrics.ts`. The row of a kernel is in
`search/metrics/kernels.py`.

An *objective* is a list of *terms*, in order of importance. A term is a metric, or a sum of metrics with positive whole-number
weights: `2*runs+couplings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from shunt.errors import InputError, counted

if TYPE_CHECKING:
    from shunt.rules.motion import Motion, Run
    from shunt.sidings.rules.notation import SidingsMove

MOST_WEIGHT = 1_000
_FACTOR = re.compile(r"(?:(?P<weight>[^*]*)\*)?(?P<name>[^*]*)", re.DOTALL)
_WEIGHT = re.compile(r"[0-9]{1,4}")

# What is remembered between moves to count a metric.
ON_A_RUN, SENSES, JOINTS, POINTS = "on a run", "senses", "joints", "points"


class TrainStep(NamedTuple):
    """One move of trains by `rules`, as metrics see it. `run` is None if a turntable was stepped by hand.

    `goes_on`: the same locomotive runs in the same direction as in the last move. `turns_back`: the locomotive runs against the
    direction of its own last move. `joints`: the numbers of joints coupled and parted. `throws`: the number of times that points
    are set.
    """

    rules: Motion
    run: Run | None
    goes_on: bool
    turns_back: bool
    joints: int
    throws: int = 0


class SidingsStep(NamedTuple):
    """One move of sidings, as metrics see it. `brought`: the cars that came into the siding with the locomotive under `legs`.

    It is None if the locomotive was in the siding at the start, because the number is then unknown.
    """

    move: SidingsMove
    legs: bool
    brought: int | None


@dataclass(frozen=True)
class Metric:
    """One metric: its `name` in files and options, its unit in the singular and the plural, and a description of what adds 1.

    `added` returns the cost of a move, as the referee counts it. `needs` names what must be remembered between moves.
    `counts_moves`: the cost is a number of moves, so limits and ranks can be compared with it.
    """

    name: str
    one: str
    many: str
    help: str
    added: Callable[..., int]
    needs: frozenset[str] = frozenset()
    counts_moves: bool = False


def _table(*rows: Metric) -> dict[str, Metric]:
    return {row.name: row for row in rows}


TRAIN_METRICS = _table(
    Metric(
        "moves",
        "move",
        "moves",
        "each start of a locomotive, whatever the distance, and each turntable step made by hand",
        lambda step: 1,
        counts_moves=True,
    ),
    Metric(
        "runs",
        "run",
        "runs",
        "each run of a locomotive, which ends when it turns back, when another locomotive starts, "
        "or when a turntable is stepped by hand",
        lambda step: int(step.run is not None and not step.goes_on),
        frozenset({ON_A_RUN}),
    ),
    Metric(
        "reversals",
        "reversal",
        "reversals",
        "each move of a locomotive in the opposite direction to its own last move",
        lambda step: int(step.turns_back),
        frozenset({SENSES}),
    ),
    Metric(
        "couplings",
        "coupling",
        "couplings",
        "each joint that is coupled or parted",
        lambda step: step.joints,
        frozenset({JOINTS}),
    ),
    Metric(
        "distance",
        "space run",
        "spaces run",
        "each space that the moving locomotive runs over",
        lambda step: 0 if step.run is None else step.run.distance,
    ),
    Metric(
        "throws",
        "throw",
        "throws",
        "each time that points are thrown for a move",
        lambda step: step.throws,
        frozenset({POINTS}),
    ),
)
"""The metrics of `switcher` and `railway`, in the order of every list of counts."""

SIDINGS_METRICS = _table(
    Metric(
        "pulls",
        "pull",
        "pulls",
        "each pull of any number of cars to the headshunt, and each drop on a siding",
        lambda step: int(not step.legs),
        counts_moves=True,
    ),
    Metric(
        "legs",
        "leg",
        "legs",
        "each trip of the locomotive between the headshunt and a siding, with or without cars",
        lambda step: int(step.legs),
        counts_moves=True,
    ),
    Metric(
        "couplings",
        "coupling",
        "couplings",
        "each cut that is picked up or left behind",
        # In `legs`, the locomotive couples or uncouples if it leaves a siding with more or fewer cars than it brought.
        lambda step: int(not step.legs or (not step.move.drops and step.move.count != step.brought)),
    ),
)
"""The metrics of `sidings`. `pulls` and `legs` define a move differently."""

METRICS = tuple(TRAIN_METRICS)
ROWS = {name: row for row, name in enumerate(METRICS)}
"""The row of each metric of trains in the kernels' weights."""
KERNEL_METRICS = tuple(name for name, metric in TRAIN_METRICS.items() if POINTS not in metric.needs)
"""The metrics of trains that the kernels support."""
_ALL = SIDINGS_METRICS | TRAIN_METRICS


class Term(NamedTuple):
    """A weighted sum of metrics."""

    weights: tuple[tuple[str, int], ...]

    @classmethod
    @lru_cache(maxsize=256)
    def parse(cls, text: str) -> Term:
        """Read `couplings` or `2*runs+couplings`; raise `InputError` if the form or a weight is wrong."""
        if wrong := next(_wrong_form(text), None):
            raise InputError(f"{wrong[0]} ({wrong[1]})")
        return cls(tuple((name, int(weight or 1)) for weight, name in _factors(text)))

    def __str__(self) -> str:
        return "+".join(name if weight == 1 else f"{weight}*{name}" for name, weight in self.weights)

    @property
    def names(self) -> tuple[str, ...]:
        """The metrics in the sum."""
        return tuple(name for name, _ in self.weights)

    def total(self, counts: Mapping[str, int]) -> int:
        """Return the value of the sum for these counts in each metric."""
        return sum(weight * counts[name] for name, weight in self.weights)

    def words(self, count: object) -> str:
        """Return an amount in words: `1 move`, `7 in 2*runs+couplings`."""
        (name, weight), *others = self.weights
        if others or weight > 1 or name not in _ALL:
            return f"{count:,} in {self}" if isinstance(count, int) else f"{count} in {self}"
        return counted(count, _ALL[name].many, _ALL[name].one)


class Objective(tuple[str, ...]):
    """The objective of a card: its terms in normal form, the most important first. It equals the tuple of their texts.

    >>> Objective("2 * runs + couplings, moves")
    Objective('2*runs+couplings,moves')
    >>> Objective("moves").words([1]), Objective(["runs", "distance"]).words([1, 2])
    ('1 move', '1 run, 2 spaces run')
    """

    def __new__(cls, terms: str | Iterable[str]) -> Self:
        """Take terms one by one, or in one string separated by commas. Whether they are known metrics is not checked."""
        if isinstance(terms, cls):
            return terms
        texts = terms.split(",") if isinstance(terms, str) else terms
        return super().__new__(cls, map(_normal, texts))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({','.join(self)!r})"

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms as values; raise `InputError` if one cannot be read."""
        return tuple(Term.parse(text) for text in self)

    @property
    def names(self) -> tuple[str, ...]:
        """The metrics in all terms."""
        return tuple(dict.fromkeys(name for term in self.terms for name in term.names))

    @cached_property
    def needs(self) -> frozenset[str]:
        """Everything that must be remembered between moves of trains to compute it."""
        return frozenset().union(*(TRAIN_METRICS[name].needs for name in self.names))

    @property
    def counts_moves(self) -> bool:
        """Whether its first term is a number of moves, so that limits and ranks can be compared with it."""
        return self[0] in _ALL and _ALL[self[0]].counts_moves

    @property
    def as_json(self) -> str | list[str]:
        """The objective as written in files and `--json`: one string, or a list."""
        return self[0] if len(self) == 1 else list(self)

    @property
    def key(self) -> str:
        """The objective as one word, as used in ids and catalogues: `moves+runs` is a list, `(moves+runs)` a sum."""
        return "+".join(f"({text})" if "+" in text else text for text in self)

    def with_moves(self) -> Objective:
        """Return the objective with `moves` as its last term, unless it is a term already. Of equally good solutions, the
        shortest is then chosen."""
        return self if "moves" in self else Objective((*self, "moves"))

    def totals(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """Return the value of every term for these counts in each metric."""
        return tuple(term.total(counts) for term in self.terms)

    def words(self, counts: Sequence[object]) -> str:
        """Return the values of the first terms in words: `5 moves, 2 couplings`."""
        return ", ".join(term.words(count) for term, count in zip(self.terms, counts, strict=False))

    def least(self, count: int | None) -> str:
        """Return a value of the first term in words."""
        return self.terms[0].words(count)

    def faults(self, known: Mapping[str, Metric], ruleset: str) -> Iterator[tuple[int | None, str, str]]:
        """Yield the reasons why a ruleset does not support the objective: the number of a term (None: all), what is wrong, and a
        remedy."""
        first = next(iter(known))
        example = f"{first}+couplings" if "couplings" in known and first != "couplings" else f"2*{first}"
        remedy = f"one or more of {', '.join(known)}, or a sum such as {example}"
        if not self:
            yield None, "no metric", remedy
        for number, text in enumerate(self):
            wrong = list(_wrong_form(text))
            names = [] if wrong else [name for _, name in _factors(text)]
            unknown = dict.fromkeys(name for name in names if name not in known)
            wrong += [(f"{name!r} is not counted under {ruleset}", remedy) for name in unknown]
            if text in self[:number]:
                wrong.append((f"{text} is listed twice", "name each metric once"))
            yield from ((number, what, how) for what, how in wrong)


def _normal(text: str) -> str:
    """Return a term without blanks and weights of 1. If the text cannot be read, return it unchanged."""
    bare = "".join(text.split())
    return text.strip() if any(_wrong_form(bare)) else str(Term.parse(bare))


def _factors(text: str) -> list[tuple[str | None, str]]:
    """Return the weight (None if it is not written) and the name of every part of a sum."""
    found = [_FACTOR.fullmatch(part) for part in text.split("+")]
    return [(one["weight"], one["name"]) if one else (None, "") for one in found]


def _wrong_form(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the form of a term, and a remedy."""
    example = "write a metric, or a sum such as moves+couplings or 2*runs+couplings"
    factors = _factors(text)
    names = [name for _, name in factors]
    if "" in names:
        yield f"{text!r} is not a metric or a sum of them", example
    elif any("-" in part for part in text.split("+")):
        yield f"{text!r} has a minus sign, and only what adds up can be minimised", example
    else:
        for weight, name in factors:
            if weight is not None and not (_WEIGHT.fullmatch(weight) and 0 < int(weight) <= MOST_WEIGHT):
                yield f"{weight!r} is not a weight of {name}", f"a whole number from 1 to {MOST_WEIGHT:,}"
        if len(set(names)) < len(names):
            yield f"{text!r} names a metric twice", "name each metric of a sum once, with its weight"


def metric_help() -> str:
    """Return the help of `--metric`."""
    sidings = ", ".join(SIDINGS_METRICS)
    return (
        f"Metric to use instead of the card's own: {', '.join(METRICS)}; for sidings {sidings}. Metrics can be added with "
        "whole-number weights, as in 2*runs+couplings. Metrics separated by commas are minimised in that order."
    )


MOVES, NOTHING = Objective("moves"), Objective(())
