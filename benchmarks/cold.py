"""What the first command on a machine costs: solve, hint, replay and rate on shipped cards, each in an empty cache.

`python benchmarks/cold.py [--every N] [--command NAME] [PACK …]` prints the median and the slowest of each command: seconds of
wall time, of processor time, and of processor time beyond the same command with a full cache. `cards` stands
for the cards that are in no pack. `--list` prints a line for each card too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ("solve", "hint", "replay", "rate")
TIMES = ("wall", "processor", "beyond a full cache")


def seconds_of(command: str, card: Path, cache: str) -> tuple[float, float]:
    """Run a command on a card; return how long a person waits for it, and its processor time."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SHUNT_CACHE_DIR": cache}
    started, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "shunt", command, card], env=environment, capture_output=True, check=True)
    waited, after = time.perf_counter() - started, os.times()
    return waited, after.children_user + after.children_system - before.children_user - before.children_system


def first_command(command: str, card: Path) -> tuple[float, float, float]:
    """Return the times of a command with an empty cache; see `TIMES`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        wall, processor = seconds_of(command, card, cache)
        return wall, processor, processor - seconds_of(command, card, cache)[1]


def cards_of(pack: str) -> list[Path]:
    """Return the files of a shipped pack's cards, or of those that are in no pack."""
    folder = ROOT / "puzzles" / "cards" if pack == "cards" else ROOT / "puzzles" / "packs" / pack / "cards"
    return sorted(folder.rglob("*.toml"))


def summary(name: str, taken: dict[str, float]) -> str:
    """Return the median and the slowest of what was measured."""
    slowest = max(taken, key=taken.__getitem__)
    return f"{name}: median {median(taken.values()):5.2f} s, slowest {taken[slowest]:5.2f} s (card {slowest})"


def main() -> None:
    """Measure, and print a line for each pack and command."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("packs", nargs="*", default=["first-forty", "box-forty"])
    options.add_argument("--every", type=int, default=1, metavar="N", help="measure every Nth card alone")
    options.add_argument("--command", action="append", choices=COMMANDS, help="measure this command alone")
    options.add_argument("--list", action="store_true", help="print a line for each card")
    given = options.parse_args()
    for pack in given.packs:
        cards = cards_of(pack)[:: given.every]
        for command in given.command or COMMANDS:
            taken = {}
            for card in cards:
                taken[card.stem] = first_command(command, card)
                if given.list:
                    print(f"{card.stem:24}", *(f"{seconds:6.2f} s" for seconds in taken[card.stem]), flush=True)
            columns = ({card: times[at] for card, times in taken.items()} for at in range(len(TIMES)))
            figures = "; ".join(map(summary, TIMES, columns))
            print(f"{pack:12} {command:7} {len(cards)} cards: {figures}", flush=True)


if __name__ == "__main__":
    main()
