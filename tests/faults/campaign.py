"""The campaign: every command that writes, with each call that writes made to fail and made the last, a disk that is full at each
of many bytes, and kills at random moments.

`python -m tests.faults.campaign --step 1 --kills 300 --seed 1 [COMMAND…]` tries every call of each command and sizes of its files
(step 20: every twentieth; none without it), and kills, evenly over all commands; it prints what was lost, doubled, left over or
different.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from shunt.cli import cli
from tests.faults.children import Report
from tests.faults.state import State, faults_of, state_of, strays_of
from tests.faults.victim import REMOVING, Ended, Fault, run
from tests.faults.writers import WRITERS, Writer

STATUSES = (0, 1, 2, 3)
STOPPED = "stopped before the end"
SIZES = 8  # of a file, at which a disk is full


@dataclass(frozen=True)
class Subject:
    """A command with its folder before and after a run that nothing disturbed, the calls that wrote, and its seconds."""

    name: str
    writer: Writer
    place: Path
    before: State
    after: State
    calls: int
    largest: int
    seconds: float

    @classmethod
    def of(cls, name: str, place: Path) -> Subject:
        """Run the command once, undisturbed."""
        writer = WRITERS[name]
        warm_up(writer, place)
        folder = fresh(writer, place)
        before, ended = state_of(folder), run(writer, folder)
        if ended.status:
            raise AssertionError(f"{name} ended with {ended.status}: {ended.printed}")
        largest = max((path.stat().st_size for path in folder.rglob("*") if path.is_file()), default=0)
        return cls(name, writer, place, before, state_of(folder, timed=writer.timed), ended.calls, largest, ended.seconds)

    def _state(self, folder: Path) -> State:
        return state_of(folder, self.writer.elsewhere, self.writer.timed)

    def faults(self, step: int) -> Iterator[Fault]:
        """Every `step`-th call that writes, failing and the last; a disk that is full at some sizes of a file."""
        for how in ("fails", "kills"):
            yield from (Fault(how, call) for call in range(1 + (how == "kills") * (step // 2), self.calls + 1, step))
            for size in range(0, self.largest, max(1, step * self.largest // SIZES)):
                yield Fault(how, size=size)

    def try_one(self, fault: Fault, report: Report) -> None:
        """Let a fault happen, look at the folder, and give the command again."""
        folder = fresh(self.writer, self.place)
        ended = run(self.writer, folder, fault)
        self.judge(folder, ended, report, f"{fault}", was_killed=ended.status < 0)

    def kill(self, draw: random.Random, report: Report) -> None:
        """Kill the command at a random moment."""
        folder, delay = fresh(self.writer, self.place), draw.uniform(0, 1.1 * self.seconds)
        ended = run(self.writer, folder, killed_after=delay)
        self.judge(folder, ended, report, f"killed after {delay:.3f} s", was_killed=True)

    def judge(self, folder: Path, ended: Ended, report: Report, what: str, was_killed: bool) -> None:
        """Add to the report what is wrong in a folder, also after the command was given again."""
        wrong = []
        if not was_killed and (ended.status not in STATUSES or "internal error" in ended.printed or "Traceback" in ended.printed):
            wrong.append(f"ended with {ended.status}: {ended.printed[-300:]}")
        if not was_killed and ended.failed not in REMOVING:  # what cannot be removed is left over
            wrong += [f"{name} is left over" for name in strays_of(folder)]
        try:
            found = self._state(folder)
            wrong += faults_of(found, self.before, self.after)
            if found != self.after:
                wrong += self._again(folder)
        except ValueError as error:
            wrong.append(str(error))
        report.add(f"{self.name}, {what}", STOPPED if ended.status else "whole", wrong)

    def _again(self, folder: Path) -> list[str]:
        """Give the command again; return what is not as in an undisturbed run.

        An update of a pack that was interrupted is finished first, and then there may be nothing left to do.
        """
        ended, found = run(self.writer, folder, again=True), self._state(folder)
        differs = sorted(name for name in {*found, *self.after} if found.get(name) != self.after.get(name))
        said = f" ({ended.status}: {ended.printed[-300:]})" if ended.status else ""
        return [f"again: {name} differs from an undisturbed run{said}" for name in differs]


def warm_up(writer: Writer, place: Path) -> None:
    """Run the command in this process, so that what it imports and compiles is there in all children."""
    here = Path.cwd()
    os.chdir(fresh(writer, place))
    try:
        if writer.call is None:
            CliRunner().invoke(cli, list(writer.words), input=writer.keys)
        else:
            with suppress(SystemExit):
                writer.call(writer.words)
    finally:
        os.chdir(here)


def fresh(writer: Writer, place: Path) -> Path:
    """Return a folder with what the command finds."""
    folder = place / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    writer.prepare(folder)
    return folder


def faults_at_calls(names: Iterable[str], step: int, place: Path) -> Iterator[tuple[str, int, Report]]:
    """Yield for each command its name, the calls that write, and what came of the faults."""
    for name in names:
        subject, report = Subject.of(name, place), Report()
        for fault in subject.faults(step):
            subject.try_one(fault, report)
        yield name, subject.calls, report


def random_kills(names: list[str], kills: int, seed: int, place: Path) -> Report:
    """Kill commands at random moments, evenly over all of them."""
    draw, report = random.Random(seed), Report()
    for number, name in enumerate(names):
        subject = Subject.of(name, place)
        for _ in range(kills // len(names) + (number < kills % len(names))):
            subject.kill(draw, report)
    return report


def main(words: list[str]) -> int:
    """Run the campaign and print what came of it; return how much was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.campaign", description=__doc__)
    parser.add_argument("--step", type=int, default=0, metavar="N", help="try every N-th call (default: none)")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="kill commands N times in all")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the kills")
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="the commands (default: all)")
    given, wrong = parser.parse_args(words), 0
    with tempfile.TemporaryDirectory() as folder:
        for name, calls, report in faults_at_calls(given.commands or WRITERS if given.step else (), given.step, Path(folder)):
            wrong += report.show(f"{name}, {calls} calls")
        if given.kills:
            report = random_kills(given.commands or list(WRITERS), given.kills, given.seed, Path(folder))
            wrong += report.show("kills")
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
