"""Interrupts while kernels are loaded and modules imported: raised, but only once that is done."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.running import environment

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
    return {"_raw_object_cache_getbuffer", "rebuild"} <= {*names}

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
    return StateSet(Limits()).add(np.array([3, 4, 3], np.uint64)).tolist()
"""
KINDS = {
    "limit": """
from shunt.search.core.limit_guard import LimitGuard
number = signal.SIGALRM
signal.signal(number, LimitGuard(0.0, None, False).look)
""",
    "Ctrl-C": """
from shunt.__main__ import _interrupted
number = signal.SIGINT
signal.signal(number, _interrupted)
""",
}
CHECKED = """
try:
    sys.setprofile(interrupt)
    found = add()
except KeyboardInterrupt:
    sys.setprofile(None)
    found = add()
finally:
    sys.setprofile(None)
    signal.signal(number, signal.SIG_IGN)
print(found, looks > 9)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_an_interrupt_while_a_kernel_is_loaded_leaves_the_compiler_sound(kind: str) -> None:
    """What callbacks of LLVM raise is dropped: a kernel whose code was not handed over can end the process with signal 11."""
    subprocess.run([sys.executable, "-c", LOADING + "add()"], env=environment(), check=True, timeout=120)  # compiled by now
    script = LOADING + KINDS[kind] + CHECKED
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[3, 4] True\n", "")


def test_an_interrupt_while_modules_are_imported_is_raised_once_they_are_there() -> None:
    script = """
import signal, sys
from shunt.__main__ import _interrupted
signal.signal(signal.SIGINT, _interrupted)

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
"""
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")
