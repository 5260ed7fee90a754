"""Ctrl-C at every instant of a command, also before its first line of work and after its last: status 130 and no traceback."""

import pytest

from tests.cli.running import script

# An interrupt at call NUMBER of Python's own functions, counted from the start of `main`.
SCRIPT = """
import os, signal, sys
number = int(sys.argv.pop(1))
calls = 0
def count(frame, event, argument):
    global calls
    calls += 1
    if calls == number:
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGINT)
from shunt.__main__ import main
sys.setprofile(count)
main()
"""


@pytest.mark.parametrize("number", [2, 50, 20_000])
def test_an_interrupt_at_any_call_gives_130_and_no_traceback(number):
    done = script(SCRIPT, str(number), "check", "first-swap")
    assert (done.returncode, done.stderr) in ((0, ""), (130, "shunt: interrupted\n"))
    assert number > 5 or done.returncode == 130  # one that comes during an import waits, perhaps until the command has ended


def test_an_interrupt_after_the_last_line_changes_nothing():
    done = script(
        "import atexit, os, signal; atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT)); "
        "import sys; sys.argv = ['shunt', 'list', '--yards']; from shunt.__main__ import main; main()"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "two-storeys" in done.stdout


# Python can only print what a weak reference's callback raises: the interrupt is raised again once that is over.
IN_A_CALLBACK = """
import weakref
def work(*_):
    thing = Thing()
    watch = weakref.ref(thing, lambda _: interrupt())
    del thing
    __import__("time").sleep(60)
class Thing: pass
"""
HALF_MADE = """
class work:
    def __init__(self, *_):
        interrupt()
        self.handle = 1
    def __del__(self):
        self.handle
"""


@pytest.mark.parametrize("work", [IN_A_CALLBACK, HALF_MADE])
def test_an_interrupt_is_not_lost_and_prints_nothing_else(work):
    begin = "import os, signal, shunt.cli\ndef interrupt(): os.kill(os.getpid(), signal.SIGINT)\n"
    done = script(f"{begin}{work}\nshunt.cli.main = work\nfrom shunt.__main__ import main; main()")
    assert (done.returncode, done.stderr) == (130, "shunt: interrupted\n")
