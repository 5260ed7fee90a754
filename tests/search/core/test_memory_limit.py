"""The memory limit of the command line, as the operating system sees the whole process: kept within 5 %."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import START, environment

LIMIT = 256_000_000
TOLERANCE = 1.25  # what holds more does not keep the limit, however rarely a slow machine looks
# More pieces than any search could get through in so little memory.
CARD = """
schema = "shunt-card/1"
name = "too-much-for-256-megabytes"
ruleset = "switcher"
layout = "alphabet-26"

[start]
locomotives = {{{locomotives}}}
cars = {{red = "T", green = "V", yellow = "G", blue = "Y", black = "K", white = "E"{more}}}

[goal]
A = "A"
red = "E"
green = "G"
{goals}

[options]
limit = 30
"""
ONE = {"locomotives": 'A = "Z<Y"', "more": "", "goals": 'yellow = "T"\nblue = "F"\nblack = "P"\nwhite = "U"'}
TWO = ONE | {"locomotives": 'A = "Z<Y", B = "A<B"'}
# Half as many databases as for all nine cars.
NINE = ONE | {"more": ', grey = "C", brown = "M", pink = "S"'}
# A process begins with the peak of the one that it was forked from: so from a small one, not from that of the tests.
WEIGH = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(done.stdout, f"{done.returncode} {peak}", sep="\\n", end="")
"""
SEARCHES = {
    "both ends": (TWO, "solve", "--method", "bidirectional"),
    "A*": (NINE, "solve", "--method", "astar"),
    "cheapest": (ONE, "solve", "--metric", "moves,couplings"),
    "solutions": (TWO, "solutions"),
    "tablebase": (ONE, "tablebase", "build"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
def test_the_whole_process_keeps_the_limit(tmp_path, name):
    pieces, *command = SEARCHES[name]
    card = tmp_path / "card.toml"
    card.write_text(CARD.format(**pieces))
    # Compiling kernels takes memory of its own. The table would begin with a file of 25 GB, did no limit forbid it.
    weighed(*command, card, "--max-states", "10", "--max-memory", "256M")
    told, status, peak = weighed(*command, card, "--max-memory", "256M")
    assert status == 3, told
    assert "memory (256 MB)" in told
    assert peak <= TOLERANCE * LIMIT, f"{peak / 1e6:.0f} MB"


def weighed(*arguments: str | Path) -> tuple[str, int, int]:
    """What a command prints, its exit status, and the most bytes that its process held."""
    done = subprocess.run(
        [sys.executable, "-c", WEIGH, *START, *map(str, arguments)], env=environment(), capture_output=True, text=True, check=True
    )
    told, _, figures = done.stdout.rpartition("\n")
    status, peak = figures.split()
    return told, int(status), 1024 * int(peak)
