"""What is shown of long work where there is no terminal."""

import os
import subprocess
import sys
import time

import pytest

from shunt.cli import progress

CHILD = f"; subprocess.run([sys.executable, '-c', {'import warnings; warnings.warn(1)'!r}]); raise SystemExit(0)"


def test_without_a_terminal_lines_are_printed(capsys):
    with progress.watching(reported_every=0.01) as shown:
        shown.show("searches, 3 cards", 2, 8)
        end, said = time.monotonic() + 300, ""
        while "\n" not in said and time.monotonic() < end:
            said += capsys.readouterr().err
    assert said.startswith("shunt: searches, 3 cards, 2 of 8, 0 s\n")


def test_quick_work_is_silent(capsys):
    with progress.watching("making cards"):
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("options", "is_shown"), [((), False), (("-W", "always"), True)])
def test_no_warning_of_a_library_reaches_the_user(options, is_shown, tmp_path):
    """Nor one of a process that works for the command; who asks for warnings sees them."""
    warn = "import warnings; warnings.warn('of a library')"
    script = f"import runpy, shunt.cli, subprocess, sys; shunt.cli.main = lambda: exec(code); code = {warn!r} + {CHILD!r}; "
    command = [sys.executable, *options, "-c", f"{script}sys.argv = ['shunt']; import shunt.__main__ as m; m.main()"]
    given = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    done = subprocess.run(command, capture_output=True, text=True, env=given, cwd=tmp_path)
    assert ("of a library" in done.stderr) is is_shown
