"""Ctrl-C at every instant of a command, also before its first line of work and after its last: status 130 and no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, environment, listen_to_interrupts

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


def ended(number: int, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SCRIPT, str(number), *args]
    given = {"capture_output": True, "text": True, "env": environment(), "timeout": 120}
    return subprocess.run(command, preexec_fn=listen_to_interrupts, cwd=ROOT, **given)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("number", [2, 50, 20_000])
def test_an_interrupt_at_any_call_gives_130_and_no_traceback(number: int) -> None:
    done = ended(number, "check", "first-swap")
    assert (done.returncode, done.stderr) in ((0, ""), (130, "shunt: interrupted\n"))
    assert number > 5 or done.returncode == 130  # one that comes during an import waits, perhaps until the command has ended


def test_an_interrupt_after_the_last_line_changes_nothing() -> None:
    script = (
        "import atexit, os, signal; atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT)); "
        "import sys; sys.argv = ['shunt', 'list', '--yards']; from shunt.__main__ import main; main()"
    )
    given = {"capture_output": True, "text": True, "env": environment(), "timeout": 120}
    done = subprocess.run([sys.executable, "-c", script], preexec_fn=listen_to_interrupts, **given)  # type: ignore[call-overload]
    assert (done.returncode, done.stderr) == (0, "")
    assert "two-storeys" in done.stdout


def test_an_interrupt_within_a_callback_of_python_is_not_lost() -> None:
    """Python can only print what a weak reference's callback raises: the interrupt is raised again once that is over."""
    script = (
        "import os, signal, sys, weakref\n"
        "import shunt.cli\n"
        "class Thing: pass\n"
        "def long_work(*_):\n"
        "    thing = Thing()\n"
        "    watch = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))\n"
        "    del thing\n"
        "    __import__('time').sleep(60)\n"
        "shunt.cli.main = long_work\n"
        "from shunt.__main__ import main; main()"
    )
    given = {"capture_output": True, "text": True, "env": environment(), "timeout": 50}
    done = subprocess.run([sys.executable, "-c", script], preexec_fn=listen_to_interrupts, **given)  # type: ignore[call-overload]
    assert (done.returncode, done.stderr) == (130, "shunt: interrupted\n")


def test_an_object_that_an_interrupt_left_half_made_prints_nothing() -> None:
    script = (
        "import os, signal\n"
        "import shunt.cli\n"
        "class Thing:\n"
        "    def __init__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        self.handle = 1\n"
        "    def __del__(self):\n"
        "        self.handle\n"
        "shunt.cli.main = Thing\n"
        "from shunt.__main__ import main; main()"
    )
    given = {"capture_output": True, "text": True, "env": environment(), "timeout": 50}
    done = subprocess.run([sys.executable, "-c", script], preexec_fn=listen_to_interrupts, **given)  # type: ignore[call-overload]
    assert (done.returncode, done.stderr) == (130, "shunt: interrupted\n")


@pytest.mark.slow
def test_interrupts_swept_over_a_whole_run() -> None:
    """Every 2,500th call of a command that searches."""
    seen = set()
    for number in range(2, 40_000, 2_500):
        done = ended(number, "solve", "first-swap")
        assert done.returncode in (0, 130), (number, done.stderr)
        assert "Traceback" not in done.stderr, number
        seen.add(done.returncode)
    assert 130 in seen


def test_a_closed_standard_output_is_named(tmp_path: Path) -> None:
    command = f"{sys.executable} -m shunt list >&-; echo $?"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment(), cwd=tmp_path, timeout=60)
    assert done.stdout == "2\n"
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
