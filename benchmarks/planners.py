"""Solving compared with Fast Downward: the same cards, our time in process, the planner's own time for its search.

The planner's translation to its own format, which takes longer than most of our answers, is not counted. A search that takes so
long that nothing could change any more is stopped (`--planner-limit` lets it go on); its time is then a lower bound. We are
measured first, alone; then the planner, as many searches at a time as there are cores, each of which uses one.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median

from benchmarks.commands import CARDS
from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark, seconds_of
from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.classics.pddl.export import to_pddl
from shunt.search.solve import solve

SEARCHES = ("blind", "ipdb", "lmcut")
BAR = 100
ENOUGH = 1.05 * BAR  # times our own time, after which a search is stopped
LEAST = 2.0  # seconds that every search is given


@dataclass(frozen=True)
class Told:
    """What a planner said: seconds of its search, the cost of its plan (None where it was stopped), megabytes at the peak."""

    seconds: float
    cost: int | None
    megabytes: float


class Planner:
    """Fast Downward on one card; translated once."""

    def __init__(self, driver: Path, card: Card, folder: str) -> None:
        self.driver, self.folder = driver, folder
        texts = to_pddl(card)
        Path(folder, "domain.pddl").write_text(texts.domain)
        Path(folder, "problem.pddl").write_text(texts.problem)
        self.run("--translate", "domain.pddl", "problem.pddl")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the planner's driver."""
        command = [sys.executable, str(self.driver), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def search(self, name: str, limit: float) -> Told:
        """Search with `astar(name())` for at most `limit` seconds."""
        whole = ceil(limit)
        done = self.run("--search-time-limit", f"{whole}s", "output.sas", "--search", f"astar({name}())")
        cost = re.search(r"Plan cost: (\d+)", done.stdout)
        took = re.search(r"Total time: ([\d.]+)s", done.stdout)
        peak = re.search(r"Peak memory: (\d+) KB", done.stdout)
        if cost is None and done.returncode not in (21, 23):  # 21, 23: out of time
            raise RuntimeError(f"the planner failed: {done.stdout[-500:]}{done.stderr[-500:]}")
        return Told(
            float(took[1]) if cost and took else float(whole), int(cost[1]) if cost else None, int(peak[1]) / 1000 if peak else 0
        )


def driver() -> Path:
    """Fast Downward's driver. The wheel is looked up, not imported: its module needs another package that we do not."""
    found = importlib.util.find_spec("up_fast_downward")
    if found is None or found.origin is None:
        raise CannotRunError("Fast Downward: pip install '.[planner]'")
    return Path(found.origin).parent / "downward" / "fast-downward.py"


def _judged(found: Path, cards: Sequence[Card], limits: Mapping[str, float], plan: Plan) -> dict[str, dict[str, Told]]:
    """Card → search → what the planner says of it within the card's limit."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:

        def judge(card: Card) -> Planner:
            own = Path(folder, card.name)
            own.mkdir()
            return Planner(found, card, str(own))

        def search(number: int) -> Told:
            card, name = cards[number // len(SEARCHES)], SEARCHES[number % len(SEARCHES)]
            told = judges[number // len(SEARCHES)].search(name, limits[card.name])
            plan.say(f"{card.name}, {name}: {'' if told.cost is not None else '> '}{told.seconds:.2f} s")
            return told

        judges = list(pool.map(judge, cards))
        told = list(pool.map(search, range(len(cards) * len(SEARCHES))))
    rows = [told[at : at + len(SEARCHES)] for at in range(0, len(told), len(SEARCHES))]
    return {card.name: dict(zip(SEARCHES, row, strict=True)) for card, row in zip(cards, rows, strict=True)}


@benchmark("planner", "Solving compared with Fast Downward")
def planner(plan: Plan) -> Iterator[Figure]:
    """Every card by us and by three searches of the planner; optima must agree wherever the planner comes to its end."""
    found = driver()
    cards = [load_card(path) for path in CARDS[: 1 if plan.quick else None]]
    solve(cards[0])
    measured = {card.name: [seconds_of(partial(solve, card)) for _ in range(3 if plan.quick else 5)] for card in cards}
    limits = {name: plan.planner_limit or max(LEAST, ENOUGH * median(ours)) for name, ours in measured.items()}
    answers = _judged(found, cards, limits, plan)
    ratios: list[float] = []
    agreed = stopped = 0
    for card in cards:
        ours, told, optimum = measured[card.name], answers[card.name], solve(card).optimum
        for name, answer in told.items():
            if answer.cost is not None:
                assert answer.cost == optimum, f"{card.name}: {name} finds {answer.cost}, we find {optimum}"
            agreed, stopped = agreed + (answer.cost is not None), stopped + (answer.cost is None)
        ratios.append(min(answer.seconds for answer in told.values()) / median(ours))
        texts = {name: f"{name} {'' if a.cost is not None else '> '}{a.seconds:.2f} s" for name, a in told.items()}
        plan.say(f"{card.name}: {median(ours):.3f} s; {', '.join(texts.values())}")
        yield Figure(
            f"solve/{card.name}",
            f"{card.name}, optimum {optimum}: solved in process",
            median(ours),
            "s",
            note=", ".join(texts.values()),
            samples=tuple(ours),
        )
    note = f"{agreed} searches came to the same optimum, {stopped} were stopped: their times are lower bounds"
    title = f"{len(cards)} cards: times faster than the best of {', '.join(SEARCHES)}"
    yield Figure(
        "solve/against Fast Downward",
        f"{title}, median",
        median(ratios),
        "×",
        "higher",
        f"≥ {BAR} ×",
        median(ratios) >= BAR,
        note,
    )
    least = min(ratios)
    yield Figure("solve/against Fast Downward, least", f"{told}, least", least, "×", "higher", "≥ 1 ×", least >= 1)
