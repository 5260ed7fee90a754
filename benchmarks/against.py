"""The engine of an earlier revision beside this one: the stated cards of `alphabet-26`, in turns, on the same machine.

    python -m benchmarks.against REVISION [--rounds 3] [--cards N]

Each engine is one process, which has loaded its kernels and answers card after card; the other one waits meanwhile. Neither
keeps databases from one answer to the next. The earlier sources are taken from the repository (`git archive`), and its kernels
compile into a folder that is removed at the end. The module takes about five minutes, and replaces its section of
`benchmarks/RESULTS.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measuring import ROOT, Figure, Plan, in_turns

TITLE = "Proofs compared with an earlier revision"
CARDS = sorted((ROOT / "benchmarks" / "cards").glob("alphabet-26-five-*.toml"))
SLOW = 0.5  # s: from here on a card counts in the median
SLOWER, FASTER = 1.10, 2.0
ENGINE = """
import json, sys, time
from shunt.cards.files import load_card
from shunt.search.solve import solve
for line in sys.stdin:
    card = load_card(line.strip())
    began = time.perf_counter()
    answer = solve(card)
    seconds, moves = time.perf_counter() - began, answer.moves
    print(json.dumps({"seconds": seconds, "moves": moves if isinstance(moves, int) else len(moves)}), flush=True)
"""


class Engine:
    """A process that answers cards with the sources of a folder."""

    def __init__(self, sources: Path, kernels: Path | None = None) -> None:
        environment = {**os.environ, "SHUNT_DATABASES": "", "PYTHONPATH": str(sources)}
        if kernels is not None:
            environment["NUMBA_CACHE_DIR"] = str(kernels)
        self.process = subprocess.Popen(
            [sys.executable, "-c", ENGINE], cwd=sources, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.optima: dict[str, int] = {}

    def answer(self, card: Path) -> float:
        """Solve a card; return the seconds that it took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{card}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the engine ended at {card.name}")
        one: dict[str, Any] = json.loads(line)
        self.optima[card.stem] = one["moves"]
        return float(one["seconds"])

    def close(self) -> None:
        """End the process."""
        self.process.communicate("")


def sources_of(revision: str, folder: Path) -> Path:
    """Put the sources of a revision into `folder`."""
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", revision], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as sources:
        sources.extractall(folder, filter="data")
    return folder


def against(revision: str, rounds: int, cards: Sequence[Path], plan: Plan) -> Iterator[Figure]:
    """Yield the time of each card with both engines, and how they compare."""
    with tempfile.TemporaryDirectory() as folder:
        before = Engine(sources_of(revision, Path(folder, "sources")), Path(folder, "kernels"))
        now = Engine(ROOT)
        engines = {"before": before, "now": now}
        for name, engine in engines.items():
            plan.say(f"{name}: kernels, {sum(engine.answer(card) for card in cards):.0f} s")
        samples = {}
        for card in cards:
            turns = {name: lambda engine=engine, card=card: engine.answer(card) for name, engine in engines.items()}
            samples[card.stem] = in_turns(turns, rounds)
            plan.say(f"{card.stem}: {samples[card.stem]}")
        for engine in engines.values():
            engine.close()
    if before.optima != now.optima:
        raise RuntimeError(f"the engines differ: {before.optima}, {now.optima}")
    yield from _figures(revision, samples, now.optima)


def _figures(revision: str, samples: dict[str, dict[str, list[float]]], optima: dict[str, int]) -> Iterator[Figure]:
    """Yield a line for each card, then the two that have bars."""
    times = {card: (median(both["before"]), median(both["now"])) for card, both in samples.items()}
    for card, (old, new) in times.items():
        title = f"{card}, optimum {optima[card]}: {revision} {old:.2f} s"
        yield Figure(f"against/{card}", title, new, "s", samples=tuple(samples[card]["now"]))
    worst = max(new / old for old, new in times.values())
    title = f"{len(times)} cards: time now as a share of that of {revision}, worst"
    yield Figure("against/worst", title, worst, "×", bar=f"≤ {SLOWER:.2f}", holds=worst <= SLOWER)
    ratios = tuple(old / new for old, new in times.values() if old > SLOW)
    if ratios:
        title = f"{len(ratios)} cards that took over {SLOW} s: times faster, median"
        share = median(ratios)
        yield Figure("against/faster", title, share, "×", "higher", f"≥ {FASTER:g}", share >= FASTER, samples=ratios)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and put the section into the report; 0 even where a bar is missed."""
    from benchmarks.sections import measured_on, put_section

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("revision", help="the earlier one")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="answers of each engine to each card")
    parser.add_argument("--cards", type=int, default=len(CARDS), metavar="N", help="how many of the cards")
    parser.add_argument("--results", type=Path, default=ROOT / "benchmarks", metavar="DIR", help="where RESULTS.md is")
    asked = parser.parse_args(arguments)
    said = measured_on(f"python -m benchmarks.against {asked.revision}")
    figures = list(against(asked.revision, asked.rounds, CARDS[: asked.cards], Plan()))
    put_section(asked.results / "RESULTS.md", TITLE, said, figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
