"""`shunt warm`: what it compiles, what it prints, and how it ends."""

from itertools import chain

from shunt.cli.commands import WARM
from tests.cli.running import at_terminal, check_refused, environment, process
from tests.docs.blocks import read_arguments


def test_a_cache_that_cannot_be_written_is_refused():
    check_refused(process("warm", env={"SHUNT_CACHE_DIR": "/proc/nope"}), "SHUNT_CACHE_DIR: /proc/nope cannot be written")


def test_an_interrupt_ends_it_at_once_and_a_terminal_shows_how_far_it_is(tmp_path):
    with at_terminal("warm", streams="stderr", env=environment(TERM="xterm", SHUNT_CACHE_DIR=str(tmp_path))) as terminal:
        terminal.wait_for("compiling what cards")
        status, _, out = terminal.interrupted()
    assert (status, out) == (130, "")


def test_what_it_runs_are_commands():
    for line in chain(*WARM.values()):
        read_arguments(["shunt", *line])
