"""No interrupt is lost at a prompt, whenever it arrives."""

import sys
import time

import pytest

from tests.cli.running import at_terminal

# SIGINT goes to a thread that only sleeps, so the read of the main thread is not broken off: just as if the signal had come
# between Python's last look for signals and the read.
UNHEARD = """
import signal, threading, time
threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
from shunt.cli.games.keyboard import read_line
try:
    for number in range(1, 9):
        print("typed:", repr(read_line(f"{number}> ")))
except KeyboardInterrupt:
    print("heard")
except EOFError:
    print("end of input")
"""


def test_an_interrupt_that_does_not_break_off_the_read_is_heard():
    with at_terminal(start=[sys.executable, "-c", UNHEARD]) as terminal:
        terminal.wait_for("1> ")
        terminal.type("  a word ")
        assert "typed: 'a word'" in terminal.wait_for("2> ")
        time.sleep(0.2)  # the read has begun
        status, seen, _ = terminal.interrupted(seconds=20)
    assert status == 0
    assert "heard" in seen


@pytest.mark.parametrize("before", ["", "a line"])
def test_the_end_of_input_is_noticed(before):
    with at_terminal(start=[sys.executable, "-c", UNHEARD]) as terminal:
        terminal.wait_for("1> ")
        if before:
            terminal.type(before)
            terminal.wait_for("2> ")
        terminal.type("\x04")
        assert "end of input" in terminal.wait_for("end of input")
