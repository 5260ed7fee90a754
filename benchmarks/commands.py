"""The command as its user waits for it: processes from start to end."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.measuring import ROOT, Figure, Plan, benchmark, seconds_of

CARDS = sorted((ROOT / "benchmarks" / "cards").glob("wye-18-five-*.toml"))
START = [sys.executable, "-c", "from shunt.cli import main; main()"]


def command(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """One command; raises where it fails."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run([*START, *map(str, arguments)], env=env, capture_output=True, text=True, check=True, cwd=ROOT)


@benchmark("commands", "Commands, including start-up")
def commands(plan: Plan) -> Iterator[Figure]:
    """`shunt --help`; a warm `shunt solve` of every card; the first run ever, with nothing compiled."""
    command("--help")
    rounds = 5 if plan.quick else 15
    helped = [seconds_of(lambda: command("--help")) for _ in range(rounds)]
    took = median(helped)
    yield Figure("command/help", "shunt --help", took, "s", bar="≤ 0.15 s", holds=took <= 0.15, samples=tuple(helped))
    command("solve", CARDS[0])
    solved = []
    for card in CARDS[:4] if plan.quick else CARDS:
        solved.append(median(seconds_of(partial(command, "solve", card, "--json")) for _ in range(1 if plan.quick else 3)))
        plan.say(f"shunt solve {card.stem}: {solved[-1]:.2f} s")
    title = f"shunt solve, warm, {len(solved)} five-car cards of wye-18 with optimum ≥ 12"
    took = median(solved)
    yield Figure("command/solve", f"{title}: median", took, "s", bar="≤ 1.0 s", holds=took <= 1, samples=tuple(solved))
    yield Figure("command/solve slowest", f"{title}: slowest", max(solved), "s", bar="≤ 3 s", holds=max(solved) <= 3)
    with tempfile.TemporaryDirectory() as empty:
        done = []
        took = seconds_of(lambda: done.append(command("solve", CARDS[0], SHUNT_CACHE_DIR=empty)))
    assert "compiling" in done[0].stderr, "the first run does not say what it is doing"
    yield Figure(
        "command/first run",
        "the first shunt solve ever: every kernel it needs is compiled",
        took,
        "s",
        bar="≤ 25 s",
        holds=took <= 25,
    )
