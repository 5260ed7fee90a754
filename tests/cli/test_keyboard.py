"""No interrupt is lost at a prompt, whenever it arrives."""

import shlex
import sys

import pytest

from tests.cli.running import START, at_terminal, in_shell

# SIGINT goes to a thread that only sleeps, so the read of the main thread is not broken off: just as if the signal had come
# between Python's last look for signals and the read.
UNHEARD = """
import signal, threading, time
threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
from shunt.cli.keyboard import read_line
try:
    for number in range(1, 9):
        print("typed:", repr(read_line(f"{number}> ")))
except KeyboardInterrupt:
    print("heard")
except EOFError:
    print("end of input")
"""


@pytest.mark.parametrize(
    ("words", "closed", "status"),
    [
        pytest.param("play first-swap", "<&-", 1, marks=pytest.mark.slow),
        pytest.param("play first-swap", "2>&- </dev/null", 1, marks=pytest.mark.slow),
        ("tiles play --save x.json", "<&- 2>&-", 0),
        pytest.param("check -", "<&- 2>&-", 2, marks=pytest.mark.slow),
        pytest.param("bid referee bare --train 'A B' --order 'A B' --bid 1", "<&- 2>&-", 1, marks=pytest.mark.slow),
    ],
)
def test_a_closed_stream_is_the_end_of_input(words, closed, status, tmp_path):
    command = f"{shlex.join(START)} {words} {closed}"
    done = in_shell(command, cwd=tmp_path)
    assert (done.returncode, "internal error" in done.stderr) == (status, False)


def test_a_file_on_a_closed_stdout_is_refused(tmp_path):
    command = f"{sys.executable} -m shunt show fan-10 -o - >&-"
    done = in_shell(command, cwd=tmp_path)
    assert (done.returncode, "cannot be written" in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_a_line_is_edited_and_recalled():
    with at_terminal(start=[sys.executable, "-c", UNHEARD]) as terminal:
        terminal.wait_for("1> ")
        terminal.type("ab\x1b[Dc")  # the left arrow
        assert "typed: 'acb'" in terminal.wait_for("2> ")
        terminal.type("\x1b[A")  # the upper arrow
        assert "typed: 'acb'" in terminal.wait_for("3> ")
        terminal.type("\x04")
        assert "end of input" in terminal.wait_for("end of input")
