"""A first solution, and how good it becomes, beside LAMA of Fast Downward: random cards too large to be proven at once.

    python -m benchmarks.anytime [--seconds 60] [--planner-seconds 20] [--cards 10] [--fresh]

Cards of four sizes on `alphabet-26`, every piece with a goal, from seeds 1, 2, 3 … of each size. We run `shunt.solve` with a time
limit, one card after the other, each in a process of its own, without databases kept from before, and read the race of its
bounds: all cores are the card's. The planner runs `lama`, whose first iteration is `lama-first`, on the exported
PDDL, one search for each core. Its translation, which takes some seconds, is not counted; nor are our compiled kernels.

On a virtual machine the host may take a core away for a while. What it took of the cores' time is kept with each answer, and a
card of which it took more than `MOST_TAKEN` is solved again, `TRIES` times at most; the answer from which least was taken counts.

The module takes about 35 minutes, longer where cards are solved again. Each answer is kept in `benchmarks/out/anytime.jsonl` as
soon as it is there, so that a run that was stopped continues (`--fresh`: begins again). At the end it replaces its
section of `benchmarks/RESULTS.md` and draws `benchmarks/anytime.svg`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.measuring import BENCHMARKS, ROOT, CannotRunError, Figure, Plan, benchmark
from benchmarks.planners import Planner, driver
from shunt.cards.card import Card
from shunt.rules.position import heading_text
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout_file import load_layout
from shunt.track.plan import End

BOARD = "alphabet-26"
SIZES = ((2, 5), (1, 7), (1, 8), (2, 8))
EACH, FEW = 10, 1  # cards of a size, and in a quick run
SECONDS, QUICK = 60.0, 10.0
PLANNER = 20.0
SOON = 10.0
MOST_TAKEN, TRIES = 0.05, 3  # share of the cores' time that the host took away, and how often a card is solved for less
NEVER = 10**9  # moves, where no solution was found
COLOURS = ("red", "green", "yellow", "blue", "black", "white", "brown", "pink")
PROVEN = {(1, 7): 1.0, (2, 5): 0.8, (1, 8): 0.5}  # share of the cards that are to be proven
OUT = ROOT / "benchmarks" / "out" / "anytime.jsonl"


@dataclass(frozen=True)
class Run:
    """One search of one card: when each better solution was found, (seconds, moves), and the proven optimum if there is one.

    `taken`: the share of all cores' time that the host gave to others meanwhile.
    """

    found: tuple[tuple[float, int], ...]
    optimum: int | None = None
    lower: int = 0
    taken: float = 0.0

    @property
    def first(self) -> float | None:
        """Seconds to the first solution; None without one."""
        return self.found[0][0] if self.found else None

    def best(self, within: float) -> int | None:
        """Moves of the best solution within some seconds."""
        return min((moves for seconds, moves in self.found if seconds <= within), default=None)


@dataclass
class Kept:
    """Answers on disk, one a line; without a file they are kept in memory alone."""

    file: Path | None = None
    runs: dict[str, Run] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.file is not None and self.file.is_file():
            for line in self.file.read_text().splitlines():
                one = json.loads(line)
                self.runs[one["key"]] = Run(tuple(map(tuple, one["found"])), one["optimum"], one["lower"], one.get("taken", 0.0))

    def add(self, key: str, run: Run) -> Run:
        """Keep an answer at once."""
        self.runs[key] = run
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            line = {"key": key, "found": run.found, "optimum": run.optimum, "lower": run.lower, "taken": run.taken}
            with self.file.open("a") as lines:
                lines.write(json.dumps(line) + "\n")
        return run


def random_card(locomotives: int, cars: int, seed: int) -> Card:
    """A card with all pieces at random places and as many random goals."""
    draw, layout = Random(f"anytime {locomotives} {cars} {seed}"), load_layout(BOARD)
    names = ["A", "B"][:locomotives]
    start, goal = (draw.sample(layout.plan.spaces, locomotives + cars) for _ in range(2))

    def headed(space: str) -> str:
        return heading_text(layout.plan, End(space, draw.randrange(2)))

    return Card.build(
        layout,
        name=f"random-{locomotives}-{cars}-{seed}",
        locomotives={name: headed(space) for name, space in zip(names, start, strict=False)},
        cars=dict(zip(COLOURS, start[locomotives:], strict=False)),
        goal={name: headed(space) for name, space in zip(names, goal, strict=False)}
        | dict(zip(COLOURS, goal[locomotives:], strict=False)),
    )


# --------------------------------------------------------------------------------------------------------------------
# Searches


def ours(card: Card, seconds: float) -> Run:
    """Solve a card within a time."""
    answer = solve(card, limits=Limits(time=seconds))
    race = answer.proof["race"]
    found = tuple((one["seconds"], one["upper_bound"]) for one in race if one["upper_bound"] is not None)
    return Run(found, answer.optimum, answer.lower_bound)


def _ours_alone(locomotives: int, cars: int, seed: int, seconds: float) -> Run:
    """Solve a card in a process of its own, which has loaded its kernels; again if the host took too much time away."""
    runs: list[Run] = []
    while len(runs) < TRIES and all(run.taken > MOST_TAKEN for run in runs):
        runs.append(_ours_once(locomotives, cars, seed, seconds))
    return min(runs, key=lambda run: run.taken)


def _ours_once(locomotives: int, cars: int, seed: int, seconds: float) -> Run:
    """Solve a card in such a process, and note what the host took away."""
    script = "from benchmarks.anytime import answer_one; answer_one()"
    command = [sys.executable, "-c", script, *map(str, (locomotives, cars, seed, seconds))]
    environment = {**os.environ, "SHUNT_DATABASES": "", "PYTHONPATH": str(ROOT)}
    before = _cores_time()
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    taken, passed = (now - then for now, then in zip(_cores_time(), before, strict=True))
    one = json.loads(done.stdout)
    return Run(tuple(map(tuple, one["found"])), one["optimum"], one["lower"], round(taken / max(1, passed), 4))


def _cores_time() -> tuple[int, int]:
    """Return the time of all cores that the host took away, and all of their time, in ticks; nothing where it is not told."""
    try:
        fields = [int(word) for word in Path("/proc/stat").read_text("ascii").partition("\n")[0].split()[1:9]]
    except (OSError, ValueError):
        return 0, 0
    return fields[-1] if len(fields) == 8 else 0, sum(fields)


def answer_one() -> None:
    """Answer the card that the command line names, and print what was found as JSON."""
    locomotives, cars, seed, seconds = (float(word) for word in sys.argv[1:])
    solve(random_card(1, 7, 0), limits=Limits(time=3.0), first=True)  # kernels
    solve("first-swap", method="astar")
    run = ours(random_card(int(locomotives), int(cars), int(seed)), seconds)
    print(json.dumps({"found": run.found, "optimum": run.optimum, "lower": run.lower}))


def lama(planner: Planner, seconds: float) -> Run:
    """Run the planner within a time: its first iteration ends with its first plan, the others improve it."""
    text = planner.run("--alias", "lama", "--search-time-limit", f"{round(seconds)}s", "output.sas").stdout
    plans = re.findall(r"\[t=([\d.]+)s, \d+ KB\] Plan cost: (\d+)", text)
    return Run(tuple((float(time), int(cost)) for time, cost in plans))


def _judge_all(found: Path, cards: Sequence[Card], seconds: float, kept: Kept, plan: Plan) -> None:
    """Run the planner on all cards that it has not answered yet, as many at a time as there are cores."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:

        def search(card: Card) -> None:
            own = Path(folder, card.name)
            own.mkdir()
            run = kept.add(f"lama/{card.name}", lama(Planner(found, card, str(own)), seconds))
            plan.say(f"{card.name}, LAMA: {run.found}")

        list(pool.map(search, [card for card in cards if f"lama/{card.name}" not in kept.runs]))


# --------------------------------------------------------------------------------------------------------------------
# Figures


@benchmark("anytime", "First and improved solutions compared with LAMA")
def anytime(plan: Plan) -> Iterator[Figure]:
    """Cards of four sizes: time of the first solution, moves against the best known after 10 s and at the end, proofs."""
    seconds, each = (QUICK, FEW) if plan.quick else (SECONDS, EACH)
    yield from measured(plan, seconds, QUICK if plan.quick else plan.planner_limit or PLANNER, each, Kept())


def measured(plan: Plan, seconds: float, planner_seconds: float, each: int, kept: Kept) -> Iterator[Figure]:
    """Answer what is not answered yet, then yield the figures."""
    try:
        found: Path | None = driver()
    except CannotRunError as error:
        found = None
        plan.say(f"LAMA is left out: {error}")
    for size in SIZES:
        for seed in range(1, each + 1):
            if (key := _key(size, seed)) not in kept.runs:
                plan.say(f"{key}: {kept.add(key, _ours_alone(*size, seed, seconds))}")
    cards = {size: [random_card(*size, seed) for seed in range(1, each + 1)] for size in SIZES}
    if found is not None:
        _judge_all(found, [card for many in cards.values() for card in many], planner_seconds, kept, plan)
    for size, many in cards.items():
        runs = [kept.runs[f"ours/{card.name}"] for card in many]
        judges = [kept.runs.get(f"lama/{card.name}", Run(())) for card in many]
        yield from _figures(size, runs, judges, seconds)


def _key(size: tuple[int, int], seed: int) -> str:
    """Return the name under which our answer to a card is kept."""
    return f"ours/{random_card(*size, seed).name}"


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
    gaps = [own - run.lower for (own, _), run in zip(pairs, runs, strict=True) if run.optimum is None]
    if gaps:
        title = f"{name}: gap between the bounds after {seconds:g} s, median of the {len(gaps)} cards not proven"
        yield Figure(f"{key}/gap", title, median(gaps), "moves", samples=tuple(map(float, gaps)))
    proven = sum(run.optimum is not None for run in runs)
    share = PROVEN.get(size)
    bar, holds = ("", None) if share is None else (f"≥ {share * cards:g}", proven >= share * cards)
    if taken := max(run.taken for run in runs):
        yield Figure(f"{key}/taken", f"{name}: share of processor time taken by the host, worst card", taken, "")
    yield Figure(f"{key}/proven", f"{name}: cards of {cards} proven in {seconds:g} s", proven, "cards", "higher", bar, holds)


# --------------------------------------------------------------------------------------------------------------------
# The module as a program


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and put the section into the report; 0 even where a bar is missed."""
    from benchmarks.anytime_report import draw
    from benchmarks.sections import measured_on, put_section

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="time for each card")
    parser.add_argument("--planner-seconds", type=float, default=PLANNER, metavar="S", help="time for each search of the planner")
    parser.add_argument("--cards", type=int, default=EACH, metavar="N", help="cards of each size")
    parser.add_argument("--fresh", action="store_true", help="forget the answers of a run before")
    parser.add_argument("--results", type=Path, default=ROOT / "benchmarks", metavar="DIR", help="where RESULTS.md is")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE", help="where the answers are kept")
    asked = parser.parse_args(arguments)
    if asked.fresh:
        asked.out.unlink(missing_ok=True)
    kept = Kept(asked.out)
    said = measured_on("python -m benchmarks.anytime") + f"; {asked.planner_seconds:g} s for each search of LAMA"
    figures = list(measured(Plan(), asked.seconds, asked.planner_seconds, asked.cards, kept))
    names = {f"{a}+{b}": [f"random-{a}-{b}-{seed}" for seed in range(1, asked.cards + 1)] for a, b in SIZES}
    draw(kept.runs, names, asked.seconds, asked.results / "anytime.svg")
    put_section(asked.results / "RESULTS.md", BENCHMARKS["anytime"][0], said, figures, "![Moves over time](anytime.svg)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
