"""Fuzz campaigns: changed files for every reader, random command lines, and commands under random limits of memory.

`python -m tests.fuzz.campaign --readers 200000 --commands 20000 --memory 500 --seed 1` prints how the cases ended, the slowest,
and every fault: an end that is not ours, long work that shows no progress or outlives its limit or Ctrl-C. How many seconds that
takes is the machine's: the slowest are listed, and no fault. Each case has its own seed: `--from 1234 --commands 1` runs that one
again, `--only NAME` the cases of one reader.
"""

import argparse
import faulthandler
import gc
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from math import inf
from pathlib import Path

from click.testing import CliRunner

from shunt.cli import cli
from shunt.search.core.machine import resident
from tests.faults.children import HUNG, LATE, STILL, Report, run_child, run_words
from tests.fuzz.commands import WORKS_LONG, Case, commands, drawn, fault_of, long_words
from tests.fuzz.readers import Outcome, Reader, readers, try_one

BATCH = 500  # cases between two reports; those of one child that reads files
COMPILING = 60.0  # seconds that compiling takes at most
LEAST_ROOM, MOST_ROOM = -5_000_000, 100_000_000  # bytes above those of a child that has only begun
COMPILES = re.compile(r"compiling kernels|numba.core.compiler")
SLACK = 45_000_000  # bytes above a limit of memory: a command that holds more does not keep it
MEMORY_SECONDS = "1"  # after which a command with enough memory is stopped
LOADED = (
    "solve first-swap",
    "solve ras-toy",
    "rate first-swap",
    "hint alphabet-two",
    "flood first-swap",
    "bid table bare --cars 2",
)
"""Commands that load most of what others need, so that each child has it already."""


# --------------------------------------------------------------------------------------------------------------------
# Readers


def read_files(reader: Reader, name: str, seed: str, cases: range, folder: Path, report: Report) -> None:
    """Read changed files in children that are given up where one case takes too long; add to the report."""
    first = cases.start
    while first < cases.stop:
        last = min(first + BATCH, cases.stop)
        act = partial(_read, reader, f"{seed} {name}", range(first, last), folder)
        ended = run_child(act, folder, most=inf)
        lines = ended.stdout.splitlines()
        for number, line in enumerate(lines, first):
            how, seconds, fault = line.split(" ", 2)
            report.add(f"{name} {number}", how, [fault] if fault else [], float(seconds))
        first += len(lines)
        if first < last:  # the child ended within a case
            report.add(f"{name} {first}", "stopped", [f"status {ended.status}: {ended.stderr[-3000:]}"], HUNG)
            first += 1


def changed(reader: Reader, seed: str, number: int) -> bytes:
    """Return the changed file of a case."""
    return reader.change(reader.sound, random.Random(f"{seed} {number}"))


def _read(reader: Reader, seed: str, cases: range, folder: Path) -> None:
    """Read the files of some cases in this child, whose time counts for each case; print a line for each."""
    for late in (signal.SIGXCPU, signal.SIGALRM):
        faulthandler.register(late, file=sys.stderr, chain=True)
    for number in cases:
        outcome = Outcome()
        content = changed(reader, seed, number)
        began = time.process_time()
        signal.alarm(int(STILL))
        resource.setrlimit(resource.RLIMIT_CPU, (int(began + HUNG), resource.RLIM_INFINITY))
        try_one(reader, content, folder / reader.file, outcome)
        how = "read" if outcome.read else "refused" if outcome.refused else "wrong"
        fault = f"{outcome.wrong[0][1][:300]!r} {content[:3000]!r}" if outcome.wrong else ""
        print(f"{how} {time.process_time() - began:.2f} {fault}", flush=True)


# --------------------------------------------------------------------------------------------------------------------
# Commands


def run_case(name: str, case: Case, folder: Path, report: Report) -> None:
    """Run a command; one that takes long has to show progress, to keep its limit of time, and to end at Ctrl-C."""
    case.prepare(folder)
    late = HUNG if case.is_limited else LATE
    ended = run_words(case.words, folder, case.keys, most=late)
    if COMPILES.search(ended.stderr):  # these are in the cache now, or after a run that has time for them
        run_words(case.words, folder, case.keys, most=COMPILING)
        case.prepare(folder)
        ended = run_words(case.words, folder, case.keys, most=late)
    fault = _impatience(case, folder, late) if ended.late is not None else fault_of(ended.status, ended.printed)
    if case.most_memory and ended.peak > case.most_memory + SLACK:
        fault = f"{ended.peak / 1e6:.0f} MB under a limit of {case.most_memory / 1e6:.0f} MB"
    how = str(ended.status) if ended.late is None else "long"
    how += " at a limit of memory" * ("limit of memory" in ended.printed)
    report.add(f"{name}: {case}", how, [f"{fault}: {ended.stderr[-3000:]}"] if fault else [], ended.seconds)


def _impatience(case: Case, folder: Path, late: float) -> str:
    """Return what is wrong with a command that takes long."""
    if case.is_limited:
        return "the limit of time was not kept"
    case.prepare(folder)
    again = run_words(case.words, folder, case.keys, at_terminal=True, most=late)
    if again.shown is None:
        return f"no progress in {again.seconds:.1f} s"
    return "Ctrl-C did not end it" if again.late == inf else ""


def under_limit(held: int, seed: str, number: int) -> Case:
    """Return a command that works for long, with a random limit of memory; `held`: the bytes of a child that has only begun."""
    draw = random.Random(f"{seed} {number}")
    limit = held + int(draw.random() ** 2 * (MOST_ROOM - LEAST_ROOM)) + LEAST_ROOM
    limits = ("--time-limit", MEMORY_SECONDS, "--max-memory", str(limit))
    return Case((*long_words(draw.choice(list(WORKS_LONG))), *limits), most_memory=max(limit, held))


# --------------------------------------------------------------------------------------------------------------------
# The program


def load(folder: Path) -> Mapping[str, Reader]:
    """Load the program and make the sound files, so that each child has them."""
    known = list(commands())
    assert known
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    runner = CliRunner()
    for words in LOADED:
        runner.invoke(cli, words.split())
    found = readers()
    for reader in found.values():
        assert reader.sound
    gc.freeze()  # children would copy the memory of all objects that their collector looks at
    return found


def main(words: list[str]) -> int:
    """Run the campaigns that are asked for; return how many faults there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.campaign", description=__doc__)
    for name in ("readers", "commands", "memory"):
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N", help=f"cases of {name}")
    parser.add_argument("--seed", default="1", help="random seed")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="NUMBER", help="the first case")
    parser.add_argument("--only", default="", metavar="READER", help="the only reader")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        os.environ |= {"XDG_DATA_HOME": place, "SHUNT_DATABASES": ""}
        folder = Path(place, "inner")
        known = load(Path(place, "loaded"))
        chosen = {name: reader for name, reader in known.items() if given.only in ("", name)}
        share = -(-given.readers // len(chosen))
        total = 0
        for name, reader in chosen.items() if share else ():
            inner = folder / name
            inner.mkdir(parents=True)
            report = Report()
            read_files(reader, name, given.seed, range(given.first, given.first + share), inner, report)
            total += report.show(name)
        held = int(run_child(lambda: print(resident()), Path(place)).stdout)
        kinds = {
            "commands": (given.commands, drawn),
            "memory": (given.memory, partial(under_limit, held)),
        }
        for name, (cases, make) in kinds.items():
            report = Report()
            for number in range(given.first, given.first + cases):
                run_case(f"{name} {number}", make(given.seed, number), folder, report)
                if (number + 1 - given.first) % BATCH == 0:
                    report.show(name)
            total += report.show(name) if cases else 0
    return total


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
