"""A first solution, and how good it becomes, beside LAMA of Fast Downward: random cards too large to be proven at once.

Cards of four sizes on `alphabet-26`, every piece with a goal, from seeds 1, 2, 3 … of each size. We run `shunt.solve` with a time
limit and read the race of its bounds; the planner runs `lama-first` and `lama` on the exported PDDL. Its translation, which takes
some seconds, is not counted; nor are our compiled kernels. We are measured first, alone, with all cores; the planner has one core
for each search, as many at a time as there are cores. Both read `load` from the report.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark
from benchmarks.planners import Planner, driver
from shunt.cards.build import build
from shunt.cards.card import Card
from shunt.rules.position import heading_text
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout import load_layout
from shunt.track.plan import End

BOARD = "alphabet-26"
SIZES = ((1, 7), (2, 5), (1, 8), (2, 8))
EACH, FEW = 10, 1  # cards of a size, and in a quick run
SECONDS, QUICK = 60.0, 10.0
SOON = 10.0
NEVER = 10**9  # moves, where no solution was found
COLOURS = ("red", "green", "yellow", "blue", "black", "white", "brown", "pink")
PROVEN = {(1, 7): 1.0, (2, 5): 0.8, (1, 8): 0.5}  # share of the cards that are to be proven


@dataclass(frozen=True)
class Run:
    """One search of one card: when each better solution was found, (seconds, moves), and the proven optimum if there is one."""

    found: tuple[tuple[float, int], ...]
    optimum: int | None = None
    lower: int = 0

    @property
    def first(self) -> float | None:
        """Seconds to the first solution; None without one."""
        return self.found[0][0] if self.found else None

    def best(self, within: float) -> int | None:
        """Moves of the best solution within some seconds."""
        return min((moves for seconds, moves in self.found if seconds <= within), default=None)


def random_card(locomotives: int, cars: int, seed: int) -> Card:
    """A card with all pieces at random places and as many random goals."""
    draw, layout = Random(f"anytime {locomotives} {cars} {seed}"), load_layout(BOARD)
    names = ["A", "B"][:locomotives]
    start, goal = (draw.sample(layout.plan.spaces, locomotives + cars) for _ in range(2))

    def headed(space: str) -> str:
        return heading_text(layout.plan, End(space, draw.randrange(2)))

    return build(
        layout,
        name=f"random-{locomotives}-{cars}-{seed}",
        locomotives={name: headed(space) for name, space in zip(names, start, strict=False)},
        cars=dict(zip(COLOURS, start[locomotives:], strict=False)),
        goal={name: headed(space) for name, space in zip(names, goal, strict=False)}
        | dict(zip(COLOURS, goal[locomotives:], strict=False)),
    )


def ours(card: Card, seconds: float) -> Run:
    """Solve a card within a time."""
    answer = solve(card, limits=Limits(time=seconds))
    race = answer.proof["race"]
    found = tuple((one["seconds"], one["upper_bound"]) for one in race if one["upper_bound"] is not None)
    return Run(found, answer.optimum, answer.lower_bound)


def lama(planner: Planner, seconds: float, alias: str) -> Run:
    """Run the planner within a time: `lama-first` ends with its first plan, `lama` goes on."""
    text = planner.run("--alias", alias, "--search-time-limit", f"{round(seconds)}s", "output.sas").stdout
    plans = re.findall(r"\[t=([\d.]+)s, \d+ KB\] Plan cost: (\d+)", text)
    return Run(tuple((float(time), int(cost)) for time, cost in plans))


def _planned(found: Path, cards: Sequence[Card], seconds: float, plan: Plan) -> list[Run]:
    """What the planner found of each card, both of its searches together."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:

        def search(card: Card) -> Run:
            own = Path(folder, card.name)
            own.mkdir()
            planner = Planner(found, card, str(own))
            runs = [lama(planner, seconds, alias) for alias in ("lama-first", "lama")]
            plan.say(f"{card.name}, LAMA: {[run.found for run in runs]}")
            return Run(tuple(sorted({pair for run in runs for pair in run.found})))

        return list(pool.map(search, cards))


@benchmark("anytime", "A solution at once, and a better one soon, beside LAMA")
def anytime(plan: Plan) -> Iterator[Figure]:
    """Cards of four sizes: time of the first solution, moves against the best known after 10 s and at the end, proofs."""
    seconds, each = (QUICK, FEW) if plan.quick else (plan.planner_limit or SECONDS, EACH)
    warm = random_card(1, 7, 0)
    solve(warm, limits=Limits(time=5.0))  # kernels
    try:
        found: Path | None = driver()
    except CannotRunError as error:
        found = None
        plan.say(f"LAMA is left out: {error}")
    for size in SIZES:
        cards = [random_card(*size, seed) for seed in range(1, each + 1)]
        runs = []
        for card in cards:
            runs.append(ours(card, seconds))
            plan.say(f"{card.name}: {runs[-1]}")
        judges = _planned(found, cards, seconds, plan) if found is not None else [Run(())] * len(cards)
        yield from _figures(size, runs, judges, seconds)


def _least(counts: Sequence[int | None]) -> int | None:
    return min((count for count in counts if count is not None), default=None)


def _figures(size: tuple[int, int], runs: Sequence[Run], judges: Sequence[Run], seconds: float) -> Iterator[Figure]:
    """Yield the figures of one size."""
    name, cards = f"{size[0]}+{size[1]}", len(runs)
    key = f"anytime/{name}"
    firsts = [run.first if run.first is not None else seconds for run in runs]
    others = [run.first for run in judges if run.first is not None]
    note = f"LAMA: {len(others)} of {cards} cards" + (f", median of these {median(others):.1f} s" if others else "")
    yield Figure(
        f"{key}/first", f"{name}: first solution, median of {cards} cards ({note})", median(firsts), "s",
        bar="≤ 2 s", holds=median(firsts) <= 2, samples=tuple(firsts),
    )  # fmt: skip
    yield Figure(f"{key}/worst", f"{name}: first solution, slowest", max(firsts), "s", bar="≤ 10 s", holds=max(firsts) <= 10)
    known = [_least((run.best(seconds), judge.best(seconds))) for run, judge in zip(runs, judges, strict=True)]
    for within, most in ((SOON, 1.20), (seconds, 1.05)):
        title = f"{name}: moves after {within:g} s against the best known, worst"
        ratios = [(run.best(within) or NEVER) / best for run, best in zip(runs, known, strict=True) if best]
        worst = max(ratios, default=1.0)
        yield Figure(
            f"{key}/after-{within:g}", title, worst, "×", bar=f"≤ {most:.2f}", holds=worst <= most, samples=tuple(ratios)
        )
    pairs = [(run.best(seconds) or NEVER, judge.best(seconds) or NEVER) for run, judge in zip(runs, judges, strict=True)]
    beaten = sum(theirs < own for own, theirs in pairs)
    yield Figure(f"{key}/lama", f"{name}: cards of {cards} on which LAMA finds a better solution", beaten, "cards")
    proven = sum(run.optimum is not None for run in runs)
    share = PROVEN.get(size)
    bar, holds = ("", None) if share is None else (f"≥ {share * cards:g}", proven >= share * cards)
    yield Figure(f"{key}/proven", f"{name}: cards of {cards} proven in {seconds:g} s", proven, "cards", "higher", bar, holds)
