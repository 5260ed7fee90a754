"""What only a process of its own can show: Ctrl-C, kill -9, cache folders, progress, and how long it takes to start."""

import pytest

from tests.cli.conftest import BIG
from tests.cli.running import at_terminal, environment, script, shunt


@pytest.mark.parametrize(
    ("args", "proven"),
    [
        (["solve", "--json"], '"lower_bound"'),
        pytest.param(["flood"], "interrupted: there may be more", marks=pytest.mark.slow),
        pytest.param(["check", "--prove"], "no solution has fewer", marks=pytest.mark.slow),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_ctrl_c_tells_what_is_proven_so_far(card, args, proven):
    with at_terminal(args[0], card(base=BIG), *args[1:], streams="stderr") as terminal:
        terminal.wait_for(" states, ")  # the progress that a terminal sees after a second
        status, _, told = terminal.interrupted()
    assert status == 130
    assert "interrupted" in told
    assert proven in told


def test_no_progress_where_nobody_looks(card):
    done = shunt("solve --time-limit 0.6", card(base=BIG))
    assert done.exit_code == 3
    assert " states, " not in done.stderr


INTERRUPTED = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
from shunt.__main__ import main
main()
"""


SOLVE = ("solve", "first-swap", "--method", "bidirectional")


@pytest.mark.parametrize("name", ["shunt.cli", "click", "shunt.cli.cards.solve"])
def test_an_interrupt_while_things_are_imported(name):
    done = script(INTERRUPTED.format(name=name), *SOLVE)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "shunt: interrupted\n")


def test_an_interrupt_while_the_engine_is_imported_is_an_answer():
    """The card is read by then: what is proven so far is the answer, and it is nothing."""
    done = script(INTERRUPTED.format(name="numba"), *SOLVE)
    assert done.returncode == 130
    assert (done.stdout + done.stderr).count("interrupted") == 1


def test_boards_are_coloured_on_a_terminal():
    with at_terminal("show", "first-swap", env=environment(TERM="xterm-256color", COLUMNS="120", LINES="50")) as terminal:
        seen = terminal.wait_for("goal")
    assert "\x1b[" in seen
    assert "[red]" in seen
