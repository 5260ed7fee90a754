"""Proofs of classic puzzles: writes puzzles/RESULTS.md.

python -m benchmarks.classics [--all-starts] [--time-limit S]

`--all-starts` also floods the Timesaver from every start (an hour or more) and keeps what it finds in
benchmarks/timesaver-starts.json, which the report reads. After a Ctrl-C, the same command resumes it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from benchmarks.muddle import readings as muddle_readings
from benchmarks.readings import StubReading
from shunt.cards.card import Card, RouteCard
from shunt.cards.files import load_card
from shunt.cards.solution import Solution
from shunt.classics.passing.line import Orders, fewest
from shunt.classics.spread import Distribution, Spread
from shunt.errors import TooLargeError, counted
from shunt.rules.metrics import measures
from shunt.rules.moves import parse_move
from shunt.rules.position import Position, Roster
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.sidings.rules.referee import Sidings, SidingsGoal
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.table import build_table, warm_up_table
from shunt.track.layout_file import load_layout

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "puzzles" / "RESULTS.md"
ALL_STARTS = Path(__file__).with_name("timesaver-starts.json")
SO_FAR = Path(__file__).with_name("out") / "timesaver-starts-so-far.json"

CLASSICS = (
    "dudeney-shunting",
    "dudeney-shunting-right",
    "loyd-primitive",
    "loyd-primitive-left",
    "loyd-switch",
    "loyd-switch-single",
    "dudeney-muddle",
    "dudeney-muddle-small",
    "siding-swap",
    "tuning-fork",
    "gum-stump",
    "run-round",
    "wye-turn",
    "switchback",
    "timesaver-1",
    "timesaver-2",
    "timesaver-3",
    "timesaver-hardest",
    "inglenook-322",
    "inglenook-533",
    "inglenook-533-classic",
    "inglenook-533-hardest",
    "inglenook-644",
    "doublenook",
    "ras-toy",
)

# Locomotive, then cars 1 … 5: spread over the layout, each with its sidings or its loop clear.
STARTS = (
    *("9 0 1 5 16 18", "9 0 1 2 5 6", "9 17 18 15 16 6", "9 8 12 13 17 0", "9 4 5 6 15 16", "9 0 6 8 16 17"),
    *("10 0 1 17 18 16", "10 5 6 15 16 8", "4 0 1 17 18 16", "4 9 10 15 16 8", "5 0 1 2 17 18", "8 0 1 5 6 17"),
    *("8 17 18 5 6 0", "12 0 1 5 6 16", "12 9 5 6 15 16", "13 0 1 2 5 6", "15 0 1 17 18 6", "15 9 10 4 5 0"),
    *("16 0 1 5 6 17", "16 9 17 18 0 1", "17 0 1 5 6 16", "18 0 5 6 15 16", "2 9 17 16 6 5", "6 9 17 0 16 8"),
)


# --------------------------------------------------------------------------------------------------------------------
# Cards


def cards(time_limit: float) -> Iterator[str]:
    """Yield a table of what was published and what is proven, then one of what the proofs took."""
    optima, searches = zip(*_solved(time_limit), strict=True)
    yield from ("| card | ruleset, metric | published | proven optimum |", "|---|---|---|---|", *optima)
    yield "\n## Searches\n"
    yield "Seconds are wall time, and other programs were running. *Under a ceiling* means that states were left out if the"
    yield "moves made and a lower bound on the rest exceed a limit, which was raised until a solution was found.\n"
    yield "| card | method | states | seconds | cost of our solution in each metric |"
    yield from ("|---|---|---:|---:|---|", *searches)


def _solved(time_limit: float) -> Iterator[tuple[str, str]]:
    """Yield the rows of every classic in the two tables."""
    for name in CLASSICS:
        if not (ROOT / "puzzles" / "cards" / f"{name}.toml").exists():
            continue
        card = load_card(name)
        try:
            answer = solve(card, limits=Limits(time=time_limit))
        except TooLargeError:
            yield _rows(card, *_by_guide(card))
            continue
        if answer.stopped and answer.stopped.is_interrupt:  # solve answers Ctrl-C with what it has; here it ends the whole report
            raise KeyboardInterrupt
        print(f"{name}: {answer.status} {answer.optimum}, {answer.seconds:.1f} s", file=sys.stderr)
        kept = card.proof.get("optimum") if not answer.is_proven else None
        proven = _proven(card, answer) if kept is None else f"{kept} (kept in the card; {_proven(card, answer)} now)"
        yield _rows(card, proven, answer.counts, answer.method, f"{answer.states:,}", f"{answer.seconds:.2f}")


def _rows(card: Card, proven: str, counts: Mapping[str, int], *what_it_took: str) -> tuple[str, str]:
    costs = ", ".join(f"{metric} {count}" for metric, count in counts.items())
    optimum = card.name, f"{card.ruleset}, {' then '.join(card.metric)}", card.about.get("published", "none"), proven
    return f"| {' | '.join(map(str, optimum))} |", f"| {' | '.join((card.name, *what_it_took, costs))} |"


def _by_guide(card: Card) -> tuple[str, Mapping[str, int], str, str, str]:
    """Return the row of a card that is too large to search: the cost of its Yard Guide, which is optimal if it is 0."""
    assert isinstance(card, RouteCard)
    made = list(replay(card.rules, card.start, [parse_move(move) for move in card.guide]))
    assert card.is_solved(made[-1].position)
    counts = measures(card.rules, card.start, [one.run for one in made if one.run])
    count = counts[card.metric[0]]
    return ("0" if count == 0 else f"open: at most {count}"), counts, "the Yard Guide, replayed", "", ""


def _proven(card: Card, answer: Solution) -> str:
    if not answer.is_proven:
        return f"open: at least {answer.lower_bound} (stopped: {answer.stopped})"
    if len(answer.optima) > 1:
        return ", ".join(map(counted, answer.optima, card.metric))
    return "unsolvable" if answer.optimum is None else str(answer.optimum)


def readings() -> Iterator[str]:
    """Yield the puzzles of passing trains in each reading of their texts, on lines of any length."""
    facing = {"L": "r", "R": "l"}
    loyd = Orders("Lxxxx", "", "Raaa"), Orders("aaaR", "", "xxxxL")
    dudeney = Orders("Lxxx", "", "Raa"), Orders("aaR", "", "xxxL")
    yield "| puzzle | published | reading | stub entered from the left | from the right |"
    yield "|---|---|---|---|---|"
    no_front = "nothing is ever coupled to the front of an engine"
    extra: dict[str, Any]
    for words, extra in (
        ("as in the ruleset", {}),
        (no_front, {"no_front": True}),
        (f"{no_front}, and neither engine moves the other", {"no_front": True, "apart": True}),
    ):
        counts = [fewest(StubReading(hand, "LR", facing, **extra), *loyd, "runs") for hand in ("l", "r")]
        yield f"| Primitive Railroading, runs | 33 | {words} | {_least(counts[0])} | {_least(counts[1])} |"
    for words, extra in (
        ("as in the metric", {}),
        ("an engine is also reversed when the other one moves it", {"carried": True}),
        ("neither engine moves the other", {"apart": True}),
    ):
        counts = [fewest(StubReading(hand, "LR", {}, **extra), *dudeney, "reversals") for hand in ("l", "r")]
        yield f"| Railway shunting, reversals | 14 | {words} | {_least(counts[0])} | {_least(counts[1])} |"


def _least(found: object) -> str:
    return f"{found.count} ({found.states:,} states)"  # type: ignore[attr-defined]


# --------------------------------------------------------------------------------------------------------------------
# Distributions


def inglenooks(data: list[str]) -> Iterator[str]:
    """Yield a table of Inglenook Sidings, by exhaustion; add the whole distributions to `data`."""
    yield "| yard and goal | metric | states | seconds | starts | mean | maximum |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    warm_up_table()
    eight = tuple("12345678")
    fixed, train = SidingsGoal({"1": eight[:5], "2": eight[5:]}), SidingsGoal(train=eight[:5])
    small = SidingsGoal({"1": eight[:3], "2": eight[3:5]})
    metric: Literal["pulls", "legs"]
    for words, headshunt, sizes, goal, metric, cars in (
        ("5-3-3, all eight cars set out", 3, (5, 3, 3), fixed, "pulls", eight),
        ("5-3-3, all eight cars set out", 3, (5, 3, 3), fixed, "legs", eight),
        ("5-3-3, the train of five", 3, (5, 3, 3), train, "pulls", eight),
        ("5-3-3, the train of five", 3, (5, 3, 3), train, "legs", eight),
        ("3-2-2, all five cars set out", 2, (3, 2, 2), small, "pulls", eight[:5]),
        ("3-2-2, all five cars set out", 2, (3, 2, 2), small, "legs", eight[:5]),
    ):
        rules = Sidings(headshunt, dict(zip("123", sizes, strict=True)), cars, metric=metric)
        began = time.perf_counter()
        table = build_table(sidings_problem(rules, goal))
        seconds = time.perf_counter() - began
        starts = table.starts((0, *sizes[:2], 0))
        took = f"{table.problem.states:,} | {seconds:.2f}"
        yield f"| {words} | {metric} | {took} | {sum(starts):,} | {_mean(starts):.4f} | {len(starts) - 1} |"
        data.append(f"\n### {words}, in {metric}\n")
        data.append(f"Starts by optimum: {_counts(starts)}.")
        data.append(f"States by distance: {_counts(table.levels)}.")


def _counts(counts: Iterable[int]) -> str:
    return " ".join(f"{distance}:{count}" for distance, count in enumerate(counts) if count)


def _mean(counts: Sequence[int]) -> float:
    return sum(distance * count for distance, count in enumerate(counts)) / sum(counts)


def timesaver(all_starts: bool, data: list[str]) -> Iterator[str]:
    """Yield the Timesaver in moves: all starts if they have been searched, then given ones; add the distribution to `data`."""
    layout = load_layout("timesaver")
    rules = Switcher(layout.plan, Roster(("A",), tuple("12345")), train_rules=TrainRules.for_ruleset("railway"))
    spread = Spread(Codec.for_rules(rules))
    began = time.perf_counter()
    found = {start: spread.distribution(Position(tuple(start.split()))) for start in STARTS}
    seconds = time.perf_counter() - began
    if all_starts:
        _write(ALL_STARTS, _every_start(spread))
        SO_FAR.unlink(missing_ok=True)
    if ALL_STARTS.exists():
        yield from _all_pairs(json.loads(ALL_STARTS.read_text()), data)
    yield f"\nThis table has {len(found)} starts that are spread over the board, each with its sidings or its loop"
    yield f"clear. They were searched in {seconds:.1f} s. Each reaches 3,603,600 states and, for five distinct cars,"
    yield "360,360 placements. The first number is the space of the locomotive, and the others are those of the cars.\n"
    yield from ("| start | mean | maximum |", "|---|---:|---:|")
    yield from (f"| {_start(start)} | {one.mean:.4f} | {one.farthest} |" for start, one in found.items())
    yield '\n`shunt timesaver "9/0 1 5 16 18" --distribution` prints the distribution for one start.'


def _every_start(spread: Spread) -> dict[str, Any]:
    """Flood from every start (up to the names of the cars): the distribution over all pairs, and the farthest.

    The state after every 64 starts is kept in `SO_FAR`, from which a stopped run is resumed.
    """
    starts = spread.every_start()
    told = json.loads(SO_FAR.read_text()) if SO_FAR.exists() else {}
    if told.get("starts") != len(starts):
        told = {"starts": len(starts), "done": 0, "counts": [], "placements": {}, "hardest": [], "seconds": 0}
    elif told["done"]:
        print(f"timesaver: resuming after {told['done']:,} starts", file=sys.stderr)
    began = time.perf_counter() - told["seconds"]
    for start in starts[told["done"] :]:
        _add(told, start, spread.distribution(start))
        if told["done"] % 64 == 0 or told["done"] == len(starts):
            told["seconds"] = round(time.perf_counter() - began)
            _write(SO_FAR, told)
        if told["done"] % 1024 == 0:
            print(f"timesaver: {told['done']:,} of {len(starts):,} starts, {told['seconds']:,} s", file=sys.stderr)
    return {name: value for name, value in told.items() if name != "done"}


def _add(told: dict[str, Any], start: Position, one: Distribution) -> None:
    """Add one more start to the results so far."""
    told["done"] += 1
    counts, reach, most = told["counts"], told["placements"], len(told["counts"]) - 1
    counts += [0] * (len(one.counts) - len(counts))
    for distance, count in enumerate(one.counts):
        counts[distance] += count
    reach[str(one.placements)] = reach.get(str(one.placements), 0) + 1
    if one.farthest >= most:
        kept = told["hardest"] if one.farthest == most else []
        told["hardest"] = [*kept, {"start": " ".join(start.places), "placements": one.counts[-1]}]


def _write(path: Path, told: dict[str, Any]) -> None:
    """Write a file beside its place first, so that it is never incomplete."""
    path.parent.mkdir(exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(told, indent=1) + "\n")
    beside.replace(path)


def _all_pairs(told: dict[str, Any], data: list[str]) -> Iterator[str]:
    counts, hardest = told["counts"], told["hardest"]
    pairs = sum(one["placements"] for one in hardest)
    yield f"All {told['starts']:,} starts were searched in {told['seconds']:,} s. A start is a space for the locomotive and"
    yield "five spaces for the cars. Which car is on which space does not matter, because all goals are considered. There are"
    yield f"{sum(counts):,} pairs of a start and a placement that it reaches, with a mean of {_mean(counts):.4f} moves."
    yield f"The maximum is **{len(counts) - 1} moves**, for {pairs} of these pairs. They have {len(hardest)} starts (number of"
    yield "pairs in parentheses):\n"
    starts = (f"{_start(one['start'])} ({one['placements']})" for one in hardest)
    yield f"{', '.join(starts)}."
    data.append("\n### Timesaver: all pairs of start and placement by optimum\n")
    data.append(f"{_counts(counts)}.")
    reach = sorted((int(placements), starts) for placements, starts in told["placements"].items())
    reached = ", ".join(f"{starts:,} reach {placements:,}" for placements, starts in reach)
    data.append(f"Starts by the number of placements that they reach: {reached}.")


def _start(spaces: str) -> str:
    return " / ".join(spaces.split(" ", 1))


# --------------------------------------------------------------------------------------------------------------------
# The report


def report(all_starts: bool, time_limit: float) -> Iterator[str]:
    """Yield the lines of the report; `docs/results/classics.md` includes those from "Searches" to "Distributions"."""
    data: list[str] = []
    yield "# Proofs of classic puzzles\n"
    yield "`python -m benchmarks.classics` writes this report. [Metrics](../docs/reference/metrics.md) explains the metrics."
    yield "\n## Optima\n"
    yield "A proven optimum means that every lower count has been ruled out, for the stated ruleset, metric and geometry. If a"
    yield "puzzle's picture is lost, the card's file states the assumed geometry. *Not given* means that the source has no"
    yield "count, and *none* that the puzzle is ours.\n"
    yield from cards(time_limit)
    yield "\n## Two trains that pass on a line with a stub\n"
    yield "The sources leave open how these counts are meant. The lower bounds hold for a line of any length. They come from an"
    yield "exhaustive search over the orders of the pieces. The cards above reach the bounds in the first row of each puzzle."
    yield "Whether solutions reach the others is not known.\n"
    yield from readings()
    yield "\n## A railway muddle\n"
    yield "Each train has an engine and 16 wagons, and each side of the loop holds 8 wagons. The published count is 6. The lower"
    yield "bounds hold for a line of any length. They come from an exhaustive search over the orders of all 34 pieces, in which"
    yield "both trains may be divided anywhere. The upper bounds were replayed. In the second and third reading, the optimum"
    yield "is not known.\n"
    yield from muddle_readings()
    yield "\nDudeney's *The railway puzzle* (Amusements 222, published: 9) and *Eight engines* (221, published: 17) have no card,"
    yield "because the pictures that show where the engines start are lost."
    yield "\n## Inglenook Sidings\n"
    yield from inglenooks(data)
    yield "\n## Timesaver, in moves\n"
    yield from timesaver(all_starts, data)
    yield "\n## Distributions\n"
    yield "`12:3125` means that 3,125 starts or states need 12 moves."
    yield from data


def main() -> None:
    """Write the report."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--all-starts", action="store_true", help="flood the Timesaver from every start (an hour or more)")
    options.add_argument("--time-limit", type=float, default=300, metavar="S", help="seconds for each card")
    given = options.parse_args()
    try:
        lines = list(report(given.all_starts, given.time_limit))
    except KeyboardInterrupt:
        resumed = "; --all-starts will resume its search" if SO_FAR.exists() else ""
        print(f"interrupted: the report is unchanged{resumed}", file=sys.stderr)
        sys.exit(130)
    beside = REPORT.with_suffix(".new")
    beside.write_text("\n".join(lines) + "\n")
    beside.replace(REPORT)
    print(f"written: {REPORT}", file=sys.stderr)


if __name__ == "__main__":
    main()
