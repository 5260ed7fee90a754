"""Interrupts at random instants: real commands get Ctrl-C from their start to their end, and each answer must be true.

As a program: `python -m tests.faults.interrupts INSTANTS [SEED] [COMMAND…]` interrupts the commands INSTANTS times in all and
prints how each ended, and what was wrong.
"""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.cards.writing import save_card
from shunt.rules.ruleset import replay
from tests.cli.running import ROOT, environment, listen_to_interrupts
from tests.large_boards import long_board

EARLY = 0.25  # share of the instants that fall into the time before a search begins
STARTING = 1.0  # seconds of that time
HUNG = 60.0  # seconds after an interrupt in which one of these commands, which take a few, has ended on any machine
INTERRUPTED = 130
IN_THE_PROGRAM = re.compile(re.escape(str(ROOT / "shunt" / "__main__.py")) + r'", line \d+, in main')


@dataclass(frozen=True)
class Ended:
    """How a command ended, and the seconds from its start to its end."""

    status: int
    stdout: str
    stderr: str
    seconds: float = 0.0

    @property
    def is_before_the_program(self) -> bool:
        """Whether Python was interrupted before it called the program's function `main`, which answers to interrupts."""
        return self.status in (1, -signal.SIGINT) and not self.stdout and not IN_THE_PROGRAM.search(self.stderr)


@dataclass(frozen=True)
class Command:
    """A command that is interrupted: its words, and what judges its answer, given that of an undisturbed run.

    `seconds`: a limit of time for the undisturbed run of one that would take long.
    """

    words: tuple[str, ...]
    judge: Callable[[Command, Any, Any], Iterable[str]]
    seconds: int = 0

    def run(self, folder: Path, delay: float | None = None) -> Ended:
        """Run the command as a process; interrupt it after `delay` seconds (None: not at all)."""
        words = [*self.words] if delay is not None or not self.seconds else [*self.words, "--time-limit", str(self.seconds)]
        began = time.perf_counter()
        running = subprocess.Popen(
            [sys.executable, "-m", "shunt", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, cwd=folder, env=environment(SHUNT_DATABASES=str(folder / "databases")), preexec_fn=listen_to_interrupts,
        )  # fmt: skip
        if delay is not None:
            time.sleep(max(0.0, began + delay - time.perf_counter()))
            running.send_signal(signal.SIGINT)
        try:
            stdout, stderr = running.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            running.kill()
            stdout, stderr = running.communicate()
            stderr += "it did not end"
        return Ended(running.returncode, stdout, stderr, time.perf_counter() - began)


# --------------------------------------------------------------------------------------------------------------------
# What is wrong with an answer


def judge_solution(command: Command, found: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the bounds of an answer to a card, and with its moves, which the referee makes."""
    counted = [found["moves"]] if not isinstance(found["moves"], list) else found["moves"]
    best = whole["moves"] if isinstance(whole["moves"], list) else [whole["moves"]]
    if best[0] is not None and found["lower_bound"] > best[0]:  # the undisturbed run may stop at its limit without a solution
        yield f"the lower bound of {found['lower_bound']} is above {best[0]}, in which it can be solved"
    if found["status"] == "unsolvable":
        yield "it has a solution"
    if found["status"] == "unknown":
        if found["solution"] or found["moves"] is not None:
            yield "it has moves and is unknown"
        return
    if whole["status"] == "optimal" and (counted < best or found["status"] == "optimal" and counted != best):
        yield f"{found['status']} in {counted}, but the optimum is {best}"
    if counted[0] < whole["lower_bound"]:
        yield f"{found['status']} in {counted}, but no solution has fewer than {whole['lower_bound']}"
    if found["status"] == "solved" and found["gap"] != found["upper_bound"] - found["lower_bound"]:
        yield "its gap is not the difference of its bounds"
    yield from _illegal(load_card(command.words[1]), [made["notation"] for made in found["solution"]])


def _illegal(card: Card, moves: list[str]) -> Iterator[str]:
    made = list(replay(card.rules, card.start, moves))
    if not card.is_solved(made[-1].position):
        yield "its moves do not lead to the goal"


def judge_orders(command: Command, found: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a table of orders: those of the fewest moves are counted, and as in the whole table."""
    known = {moves: orders for moves, orders in whole["optima"].items() if int(moves) <= found["known_up_to"]}
    if found["optima"] != known:
        yield f"{found['optima']}, but it should be {known}"


def judge_levels(command: Command, found: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a flood: its levels are the first of all."""
    if found["levels"] != whole["levels"][: len(found["levels"])] or found["exhausted"]:
        yield f"{found['levels']}, but it should be {whole['levels']}"


def judge_hint(command: Command, found: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the bound beside a hint."""
    if found["status"] not in ("unknown", "solved") or found["lower_bound"] > whole["remaining"]:
        yield f"{found}, but it should be {whole}"


def judge_rating(command: Command, found: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with what is proven of a card that is not rated, given its rating."""
    best, upper = whole["features"]["optimum"], found["moves"]
    if found["schema"] != whole["schema"] or found["grade"] is not None or found["stopped"] != "interrupted":
        yield f"it is no rating that was interrupted: {found}"
    if found["status"] not in ("unknown", "solved", "optimal") or (found["status"] == "unknown") != (upper is None):
        yield f"{found['status']} in {upper}"
    if found["lower_bound"] > best or upper is not None and upper < best or found["status"] == "optimal" and upper != best:
        yield f"from {found['lower_bound']} to {upper}, but the optimum is {best}"


def judge_words(command: Command, found: Any, whole: Any) -> Iterator[str]:
    """Yield a fault: a command that prints a whole answer or none was interrupted and printed one."""
    yield f"it was interrupted and printed {found}"


# --------------------------------------------------------------------------------------------------------------------
# The commands


def _solve(card: str, *words: str, seconds: int = 0) -> Command:
    return Command(("solve", card, "--json", *words), judge_solution, seconds)


COMMANDS: Mapping[str, Command] = {
    "five cars": _solve("alphabet-five"),
    "two locomotives, five cars": _solve("two-five.toml", seconds=6),
    "A*": _solve("timesaver-hardest", "--method", "astar"),
    "first swap": _solve("first-swap"),
    "sidings": _solve("inglenook-644"),
    "long sidings": _solve("doublenook", seconds=6),
    "legs": _solve("inglenook-533-classic"),
    "railway": _solve("timesaver-hardest"),
    "large board": _solve("long.toml"),
    "couplings": _solve("alphabet-two", "--metric", "couplings,moves"),
    "reversals": _solve("dudeney-muddle-small"),
    "distance": _solve("alphabet-three", "--metric", "distance"),
    "first": _solve("two-five.toml", "--first"),
    "rating": Command(("rate", "alphabet-three", "--json"), judge_rating),
    "rating of sidings": Command(("rate", "inglenook-533", "--json"), judge_rating),
    "hint": Command(("hint", "alphabet-five", "--json"), judge_hint),
    "solutions": Command(("solutions", "alphabet-three", "--json"), judge_words),
    "flood": Command(("flood", "alphabet-two", "--json"), judge_levels),
    "orders": Command(("bid", "table", "two-storeys", "--cars", "5", "--json"), judge_orders),
}


def prepare(folder: Path) -> None:
    """Write the cards that the commands name."""
    from dataclasses import replace

    from shunt.cards.card import Card
    from tests.search.methods.test_anytime import random_card

    save_card(replace(random_card("alphabet-26", 2, 5, 1), name="two-five"), folder / "two-five.toml")
    board = long_board(1500)
    names = board.plan.spaces
    engine, cars = {"A": f"{names[0]}>{names[1]}"}, {"red": names[40]}
    card = Card.build(board, locomotives=engine, cars=cars, goal={"red": names[300]}, name="long")
    save_card(card, folder / "long.toml", inline_layout=True)


# --------------------------------------------------------------------------------------------------------------------
# The campaign


@dataclass
class Report:
    """What became of one command: how often it ended how, and what was wrong."""

    ends: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0

    @property
    def instants(self) -> int:
        """How often it was interrupted."""
        return sum(self.ends.values())


def look(command: Command, ended: Ended, whole: Any, report: Report, delay: float) -> None:
    """Add to the report how an interrupted command ended, and what is wrong with that."""
    faults = list(_faults(command, ended, whole, report, ended.seconds - delay))
    report.wrong += [f"{' '.join(command.words)}, after {delay:.3f} s: {fault}" for fault in faults]
    report.slowest = max(report.slowest, ended.seconds - delay)


def _faults(command: Command, ended: Ended, whole: Any, report: Report, late: float) -> Iterator[str]:
    if ended.is_before_the_program:
        report.ends["before the program"] += 1
        return
    for words in ("Traceback", "internal error", "Exception ignored", "did not end"):
        if words in ended.stderr:
            yield ended.stderr[-400:]
    if ended.status != INTERRUPTED:
        report.ends["after the answer"] += 1
        if late > HUNG:
            yield f"the interrupt was lost: it ended {late:.1f} s later, with {ended.status}"
        if ended.status not in (0, 3) or not ended.stdout:
            yield f"status {ended.status}: {ended.stdout[:200]!r} {ended.stderr[-200:]!r}"
        return
    if not ended.stdout.strip():
        report.ends["without an answer"] += 1
        if "shunt: interrupted" not in ended.stderr:
            yield f"nothing is said: {ended.stderr!r}"
        return
    try:
        found = json.loads(ended.stdout)
    except ValueError:
        yield f"no JSON: {ended.stdout[:300]!r}"
        return
    report.ends[str(found.get("status", "partial"))] += 1
    yield from command.judge(command, found, whole)


def interrupted(name: str, instants: int, draw: random.Random, folder: Path) -> Report:
    """Interrupt a command at random instants, some of them before it begins its search."""
    command, report = COMMANDS[name], Report()
    undisturbed = command.run(folder)
    undisturbed = command.run(folder) if undisturbed.seconds > 2 else undisturbed  # now that kernels are compiled
    if undisturbed.status not in (0, 3):
        raise AssertionError(f"{name} ended with {undisturbed.status}: {undisturbed.stderr}")
    whole, shown = json.loads(undisturbed.stdout), _in_folder(command, folder)
    for _ in range(instants):
        delay = draw.uniform(0, STARTING if draw.random() < EARLY else 1.05 * undisturbed.seconds)
        look(shown, command.run(folder, delay), whole, report, delay)
    return report


def _in_folder(command: Command, folder: Path) -> Command:
    """Return the command with the path of its card, so that its judge finds it."""
    from dataclasses import replace

    words = tuple(str(folder / word) if word.endswith(".toml") else word for word in command.words)
    return replace(command, words=words)


def campaign(names: list[str], instants: int, seed: int, folder: Path) -> Iterator[tuple[str, Report]]:
    """Interrupt commands at random instants, evenly over all of them; yield the report of each."""
    prepare(folder)
    draw = random.Random(seed)
    for number, name in enumerate(names):
        yield name, interrupted(name, instants // len(names) + (number < instants % len(names)), draw, folder)


def main(instants: int, seed: int, names: list[str]) -> int:
    """Run the campaign and print what came of it; return how much was wrong."""
    ends, wrong = Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        for name, report in campaign(names or list(COMMANDS), instants, seed, Path(folder)):
            how = ", ".join(f"{count} {end}" for end, count in report.ends.items())
            print(f"{name:28} {report.instants:3} instants: {how}; ended within {report.slowest:.1f} s;", end="")
            print(f" {len(report.wrong)} wrong", flush=True)
            for line in report.wrong:
                print("   ", line[:700].replace("\n", " | "), flush=True)
            ends, wrong = ends + report.ends, wrong + len(report.wrong)
    print(f"{sum(ends.values())} instants: {', '.join(f'{count} {end}' for end, count in ends.items())}; {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, sys.argv[3:])))
