"""Interrupts while kernels are loaded and modules imported are raised once that is done; none is taken for another error."""

import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import numpy as np
import pytest

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limit_guard import LimitGuard
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet
from tests.cli.running import environment, script, shunt

LOADING = """
import signal, sys
import numpy as np
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet

calls = looks = 0

def loads_kernel(frame):  # LLVM asks for the code of a cached kernel
    names = []
    while frame is not None:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return {"_raw_object_cache_getbuffer", "load_overload"} <= {*names}

def interrupt(frame, event, argument):
    global calls, looks
    if event == "call":
        calls += 1
        if looks and calls % 50 == 0 or loads_kernel(frame):
            looks += 1
            sys.setprofile(None)
            signal.raise_signal(number)
            sys.setprofile(interrupt)

def add():
    return StateSet(Limits()).add(np.array([3, 4, 3])).tolist()
"""
KINDS = {
    "limit": """
from shunt.search.core.limit_guard import LimitGuard
number = signal.SIGALRM
signal.signal(number, LimitGuard(0.0, None, False).look)
""",
    "Ctrl-C": """
from shunt.search.core.interrupts import interrupts
number, interrupts.doubled = signal.SIGINT, 600.0  # each is a first one
signal.signal(number, interrupts.keys_pressed)
""",
}
CHECKED = """
from shunt.search.core.interrupts import interrupts
found = None
with interrupts:  # one that Python drops is not printed
    sys.setprofile(interrupt)
    while found is None:
        try:
            found = add()
        except KeyboardInterrupt:
            sys.setprofile(None)
    sys.setprofile(None)
    signal.signal(number, signal.SIG_IGN)
print(found, looks > 9)
"""


STARTED = """
import multiprocessing, os, signal, sys
from shunt.search.core.interrupts import interrupts

def interrupt(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "__init__" and frame.f_globals["__name__"] == "multiprocessing.popen_fork":
        sys.setprofile(None)  # the process runs, and its object is not yet told
        os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, interrupts.keys_pressed)
    started = multiprocessing.get_context("spawn").Process(target=print, args=("at work",), daemon=False)
    with interrupts:
        try:
            sys.setprofile(interrupt)
            started.start()
            started.join()
        except KeyboardInterrupt:
            started.join()
            print(started.exitcode)
"""


def test_an_interrupt_while_a_process_is_started_comes_when_it_is_known(tmp_path):
    (started := tmp_path / "started.py").write_text(STARTED)
    done = subprocess.run([sys.executable, started], env=environment(), capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("at work\n0\n", "")


@pytest.mark.parametrize("kind", [pytest.param("limit", marks=pytest.mark.slow), "Ctrl-C"])
def test_an_interrupt_while_a_kernel_is_loaded_leaves_the_compiler_sound(kind):
    """What callbacks of LLVM raise is dropped: a kernel whose code was not handed over can end the process with signal 11."""
    StateSet(Limits()).add(np.array([3]))  # compiled by now
    done = script(LOADING + KINDS[kind] + CHECKED)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[3, 4] True\n", "")


def test_an_interrupt_while_modules_are_imported_is_raised_once_they_are_there():
    done = script("""
import signal, sys
from shunt.search.core.interrupts import interrupts
interrupts.doubled = 600.0  # each is a first one
signal.signal(signal.SIGINT, interrupts.keys_pressed)

def interrupt(frame, event, argument):
    if frame.f_code.co_name == "<module>" and "numpy" in frame.f_code.co_filename:
        signal.raise_signal(signal.SIGINT)

sys.setprofile(interrupt)
try:
    import numpy
    __import__("time").sleep(60)
except KeyboardInterrupt:
    sys.setprofile(None)
    print(numpy.arange(3).sum())
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


TWICE = """
import signal, sys, time
from shunt.search.core.interrupts import interrupts
interrupts.listen()
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    time.sleep(float(sys.argv[1]))
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        print("passed on by a parent")
finally:
    print("at the end")
"""


@pytest.mark.parametrize(
    ("seconds", "ended"),
    [(0.31, (130, "", "shunt: interrupted\n")), (0.0, (0, "passed on by a parent\nat the end\n", ""))],
    ids=["pressed twice", "sent twice"],
)
def test_the_second_interrupt_ends_the_process_at_once(seconds, ended):
    done = script(TWICE, str(seconds))
    assert (done.returncode, done.stdout, done.stderr) == ended


@contextmanager
def raised_in_call(last: int, number: int = signal.SIGINT) -> Iterator[list[int]]:
    """Count calls of Python's functions, and have a signal come in call number `last`."""
    calls = [0]

    def count(frame: FrameType, event: str, argument: object) -> None:
        calls[0] += event == "call"
        if event == "call" and calls[0] == last:
            sys.setprofile(None)
            signal.raise_signal(number)

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


COMMANDS = [
    "bid check two-storeys --train 'A B C' --order 'C A B' --bid 99 --json",
    "hint first-swap",
    "rate first-swap --json",
    "tiles simulate --games 2 --workers 1 --bots random,random",
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_limit_of_time_reached_in_any_call_is_no_internal_error(words, monkeypatch):
    """In one of several calls drawn at random, also in those that compiled code makes."""
    reached = [None]
    monkeypatch.setattr(LimitGuard, "_reached", lambda _: reached[0])
    command, draw = [*shlex.split(words), "--time-limit", "1000"], random.Random(words)
    with raised_in_call(0) as calls:
        assert shunt(*command).exit_code in (0, 1)
    begun = calls[0]
    reached[0] = Stop(StopKind.TIME, 1000.0)
    monkeypatch.setattr("shunt.search.core.limit_guard.TICK", 600.0)  # the timer's own looks would come first
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)  # outside the guard
    try:
        for last in sorted(draw.randint(1, begun) for _ in range(2)):
            with raised_in_call(last, signal.SIGALRM):
                done = shunt(*command)
            assert done.exit_code in (0, 1, 3), (last, done.stderr)
            assert "internal error" not in done.stderr
    finally:
        signal.signal(signal.SIGALRM, before)
