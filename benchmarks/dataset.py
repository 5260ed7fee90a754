"""The data set `shunt-cards`: cards with features, optimum, tier, guide and board, and sixty planning instances.

    python -m benchmarks.dataset cards --boards 10200    # all cards, into build/shunt-cards.parquet; resumed by the same command
    python -m benchmarks.dataset sample                  # the first 2,000 of them by id, into data/shunt-cards/sample.parquet
    python -m benchmarks.dataset planning                # sixty instances, into data/planning

Ten boards give 98 distinct cards, so 10,200 boards are the whole set of 100,000. The cards follow from
`SPEC` alone: a shorter run makes the cards of the first boards.
"""

from __future__ import annotations

import argparse
import csv
import io
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "build" / "shunt-cards-catalogue.sqlite"
WHOLE = ROOT / "build" / "shunt-cards.parquet"
DATA = ROOT / "data"
SPEC = ("--spaces", "8-16", "--cars", "1-3", "--broken", "0-1", "--most", "10", "--seed", "shunt-cards")
SAMPLE = 2_000
INSTANCES = 60
IN_MOVES = {
    "dudeney-muddle-small": (8, 8),
    "dudeney-shunting": (13, 13),
    "dudeney-shunting-right": (16, 16),
    "loyd-switch-single": (3, None),
}
"""Bounds in moves of cards that count something else, from `shunt solve NAME --metric moves`."""


def shunt(*arguments: str) -> None:
    """Run a command of this checkout."""
    subprocess.run([sys.executable, "-m", "shunt", *arguments], cwd=ROOT, check=True)


def make_cards(boards: int, more: list[str]) -> None:
    """Make the cards of so many boards, and write all of them as one Parquet file."""
    CATALOGUE.parent.mkdir(exist_ok=True)
    shunt("make", "catalogue", "--boards", str(boards), *SPEC, "-o", str(CATALOGUE), *more)
    shunt("catalogue", "export", "-c", str(CATALOGUE), "-o", str(WHOLE))


def make_sample() -> None:
    """Take the first cards by id, which is a hash, so they are a random sample."""
    import pyarrow.parquet as pq

    table = pq.read_table(WHOLE).sort_by("id").slice(0, SAMPLE)
    target = DATA / "shunt-cards" / "sample.parquet"
    target.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, target, compression="zstd", compression_level=19)
    print(f"{target}: {len(table):,} cards")


def make_planning() -> None:
    """Write the instances as planning competitions lay them out where each has a domain of its own, and the table of bounds."""
    from shunt import card_names, load
    from shunt.classics.pddl.export import counted_metric, to_pddl

    found = []
    for name in card_names():
        card = load(name)
        optimum = card.proof.get("optimum")
        is_same = card.metric == (counted_metric(card),) and isinstance(optimum, int)
        lower, upper = (optimum, optimum) if is_same else IN_MOVES.get(name, (None, None))
        if lower is not None:
            found.append((upper is None, upper or 0, len(to_pddl(card).problem), name, lower, upper))
    found.sort()
    assert len(found) == INSTANCES, len(found)
    for folder in ("domains", "instances"):
        (DATA / "planning" / folder).mkdir(parents=True, exist_ok=True)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["instance", "card", "ruleset", "metric", "locomotives", "cars", "lower_bound", "upper_bound", "status"])
    for number, (is_open, _, _, name, lower, upper) in enumerate(found, 1):
        card = load(name)
        pddl, pieces = to_pddl(card), card.inventory
        (DATA / "planning" / "domains" / f"domain-{number}.pddl").write_text(pddl.domain, "utf-8")
        (DATA / "planning" / "instances" / f"instance-{number}.pddl").write_text(pddl.problem, "utf-8")
        row = [number, name, card.ruleset, counted_metric(card), pieces.locomotives, pieces.cars, lower, upper]
        table.writerow([*row, "open" if is_open else "proven"])
    (DATA / "planning" / "instances.csv").write_text(text.getvalue(), "utf-8")
    print(f"{DATA / 'planning'}: {len(found)} instances")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cards", "sample", "planning"])
    parser.add_argument("--boards", type=int, default=10_200)
    arguments, more = parser.parse_known_args()
    if arguments.what == "cards":
        make_cards(arguments.boards, more)
    elif arguments.what == "sample":
        make_sample()
    else:
        make_planning()


if __name__ == "__main__":
    main()
