"""What the first command on a machine costs: solve, hint, replay and rate on the cards of shipped packs, each in an empty cache.

`python benchmarks/cold.py [--every N] [PACK …]` prints the median and the slowest of each command, in seconds of wall time and of
processor time. Processes that compile kernels for later commands are ended before the next measurement.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import psutil

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ("solve", "hint", "replay", "rate")
TIMES = ("wall", "processor")


def seconds_of(command: str, card: Path, cache: str) -> tuple[float, float]:
    """Run a command on a card; return how long a person waits for it, and its processor time."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SHUNT_CACHE_DIR": cache}
    started, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "shunt", command, card], env=environment, capture_output=True, check=True)
    waited, after = time.perf_counter() - started, os.times()
    return waited, after.children_user + after.children_system - before.children_user - before.children_system


def end_compilers(cache: str) -> None:
    """End the processes that compile into this cache."""
    for process in psutil.process_iter(["environ"]):
        if (process.info["environ"] or {}).get("SHUNT_CACHE_DIR") == cache:
            process.send_signal(signal.SIGKILL)


def summary(name: str, taken: dict[str, float]) -> str:
    """Return the median and the slowest of what was measured."""
    slowest = max(taken, key=taken.__getitem__)
    return f"{name}: median {median(taken.values()):5.2f} s, slowest {taken[slowest]:5.2f} s (card {slowest})"


def main() -> None:
    """Measure, and print a line for each pack and command."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("packs", nargs="*", default=["first-forty", "box-forty"])
    options.add_argument("--every", type=int, default=1, metavar="N", help="measure every Nth card alone")
    given = options.parse_args()
    for pack in given.packs:
        cards = sorted((ROOT / "puzzles" / "packs" / pack / "cards").glob("*.toml"))[:: given.every]
        for command in COMMANDS:
            taken = {}
            for card in cards:
                with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
                    taken[card.stem] = seconds_of(command, card, cache)
                    end_compilers(cache)
            figures = "; ".join(summary(name, {card: both[at] for card, both in taken.items()}) for at, name in enumerate(TIMES))
            print(f"{pack:12} {command:7} {len(cards)} cards: {figures}", flush=True)


if __name__ == "__main__":
    main()
