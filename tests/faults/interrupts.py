"""Interrupts at random instants: real commands get Ctrl-C from their start to their end, and each answer must be true.

As a program: `python -m tests.faults.interrupts INSTANTS [SEED] [COMMAND…]` interrupts the commands INSTANTS times in all and
prints how each ended, and what was wrong. `tests/cli/test_interrupts.py` has the instants before a command begins.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.cards.writing import save_card
from shunt.rules.ruleset import replay
from tests.faults.children import Ended, Report, run_words
from tests.large_boards import long_board
from tests.search.agreement.deals import Deal

INTERRUPTED = 130
COMPILED = 2.0  # seconds: a run that takes longer is made again, now that kernels are compiled


@dataclass(frozen=True)
class Command:
    """A command that is interrupted: its words, and what judges its answer, given that of an undisturbed run.

    `seconds`: a limit of time for the undisturbed run of one that would take long.
    """

    words: tuple[str, ...]
    judge: Callable[[Command, Any, Any], Iterable[str]]
    seconds: int = 0

    def run(self, folder: Path, delay: float | None = None) -> Ended:
        """Run the command; interrupt it after `delay` seconds of the CPU's time (None: not at all)."""
        if delay is not None:
            return run_words(self.words, folder, most=delay)
        return run_words([*self.words, *(["--time-limit", str(self.seconds)] if self.seconds else [])], folder, most=inf)


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
    """Yield what is wrong with the bound beside a hint. The whole hint may be known before the interrupt arrives."""
    if found != whole and (found["status"] not in ("unknown", "solved") or found["lower_bound"] > whole["remaining"]):
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
    """Yield what is wrong with an answer that is printed whole or not at all. The interrupt may arrive after it is printed."""
    if found | {"seconds": 0} != whole | {"seconds": 0}:
        yield f"{found}, but it should be {whole}"


# --------------------------------------------------------------------------------------------------------------------
# The commands


def _solve(card: str, *words: str, seconds: int = 0) -> Command:
    return Command(("solve", card, "--json", *words), judge_solution, seconds)


COMMANDS = {
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
    # Of this card a run of 6 s finds a solution, and neither proves it nor finds the optimum.
    card = Deal("alphabet-26", 2, 5, all_in_goal=True).card(random.Random(17))
    save_card(replace(card, name="two-five"), folder / "two-five.toml")
    board = long_board(1500)
    names = board.plan.spaces
    engine, cars = {"A": f"{names[0]}>{names[1]}"}, {"red": names[40]}
    long = Card.build(board, locomotives=engine, cars=cars, goal={"red": names[300]}, name="long")
    save_card(long, folder / "long.toml", inline_layout=True)


# --------------------------------------------------------------------------------------------------------------------
# The campaign


def look(command: Command, ended: Ended, whole: Any, report: Report, delay: float) -> None:
    """Add to the report how an interrupted command ended, and what is wrong with that."""
    how, faults = judged(command, ended, whole)
    report.add(f"{' '.join(command.words)}, after {delay:.3f} s", how, faults, ended.late or 0.0)


def judged(command: Command, ended: Ended, whole: Any) -> tuple[str, list[str]]:
    """Return how a command ended, and what is wrong with that."""
    wrong = [ended.stderr[-400:] for words in ("Traceback", "internal error", "Exception ignored") if words in ended.stderr]
    if ended.status != INTERRUPTED:
        if ended.late == inf:
            wrong.append("the interrupt was lost")
        if ended.status not in (0, 3) or not ended.stdout:
            wrong.append(f"status {ended.status}: {ended.stdout[:200]!r} {ended.stderr[-200:]!r}")
        return "after the answer", wrong
    if not ended.stdout.strip():
        return "without an answer", wrong + [f"nothing is said: {ended.stderr!r}"] * ("shunt: interrupted" not in ended.stderr)
    try:
        found = json.loads(ended.stdout)
    except ValueError:
        return "partial", [*wrong, f"no JSON: {ended.stdout[:300]!r}"]
    return str(found.get("status", "partial")), [*wrong, *command.judge(command, found, whole)]


def interrupted(name: str, instants: int, draw: random.Random, folder: Path) -> Report:
    """Interrupt a command at random instants."""
    command, report = COMMANDS[name], Report()
    undisturbed = command.run(folder)
    undisturbed = command.run(folder) if undisturbed.seconds > COMPILED else undisturbed
    if undisturbed.status not in (0, 3):
        raise AssertionError(f"{name} ended with {undisturbed.status}: {undisturbed.stderr}")
    words = tuple(str(folder / word) if word.endswith(".toml") else word for word in command.words)
    for _ in range(instants):
        delay = draw.uniform(0, 1.05 * undisturbed.seconds)
        look(replace(command, words=words), command.run(folder, delay), json.loads(undisturbed.stdout), report, delay)
    return report


def campaign(names: list[str], instants: int, seed: int, folder: Path) -> Iterator[tuple[str, Report]]:
    """Interrupt commands at random instants, evenly over all of them; yield the report of each."""
    prepare(folder)
    draw = random.Random(seed)
    for number, name in enumerate(names):
        yield name, interrupted(name, instants // len(names) + (number < instants % len(names)), draw, folder)


def main(instants: int, seed: int, names: list[str]) -> int:
    """Run the campaign and print what came of it; return how much was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        return sum(report.show(name) for name, report in campaign(names or list(COMMANDS), instants, seed, Path(folder)))


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, sys.argv[3:])))
