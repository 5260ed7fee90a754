"""`shunt warm`: compile the kernels that commands need, before they need them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from shunt.cli import output
from shunt.cli.commands import WARM
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import Progress, watching
from shunt.errors import InputError

TICK = 0.1  # seconds between two looks at the processes


@click.command("warm")
def command() -> ExitStatus:
    """Compile the kernels of common commands in advance, so that later commands start faster.

    The command runs small examples of every kind on all cores. It takes about a minute on two cores, and a few seconds if
    all kernels are already compiled. You do not need to run it, because each command compiles the kernels that it needs. It is
    useful on machines that are set up before they are used, such as school computers or CI runners. The kernels
    for very large puzzles are always compiled when they are first used.

    Compiled kernels are stored in the user's cache, or in the folder SHUNT_CACHE_DIR. You can press Ctrl-C at any time. The
    next `shunt warm` then continues.

    \b
    Examples:
      shunt warm
      SHUNT_CACHE_DIR=/opt/shunt shunt warm

    Exit status: 0 if all kernels are compiled, 1 if an example failed, 2 if the cache folder is not writable, 130 if
    interrupted.
    """
    from shunt.search.core.kernel_cache import cache_folder
    from shunt.search.core.machine import core_count

    folder = cache_folder("shunt.search.trains.move_kernels")
    if folder is None:
        chosen = os.environ.get("SHUNT_CACHE_DIR")
        what = f"{chosen} cannot be written" if chosen else "the user's cache folder cannot be written"
        raise InputError("SHUNT_CACHE_DIR", what, "set it to a folder that you can write and others cannot")
    steps = [(title, line) for title, lines in WARM.items() for line in lines]
    with watching() as progress, TemporaryDirectory(prefix="shunt-warm-") as empty:
        failed = _run_all(steps, core_count(), Path(empty), progress)
    for title, line, why in failed:
        output.complain(f"shunt: {title}: `shunt {' '.join(line)}` failed: {why}")
    if failed:
        return ExitStatus.NO
    output.say(f"compiled and stored in {folder.parent}")
    return ExitStatus.ANSWERED


Step = tuple[str, Sequence[str]]


def _run_all(steps: Sequence[Step], most: int, folder: Path, progress: Progress) -> list[tuple[str, Sequence[str], str]]:
    """Run each step as a process in a folder, at most `most` at once and in order; return those that failed, with the reason."""
    todo, done = list(reversed(steps)), 0
    running: dict[subprocess.Popen[str], Step] = {}
    failed: list[tuple[str, Sequence[str], str]] = []
    try:
        while todo or running:
            while todo and len(running) < most:
                step = todo.pop()
                running[_started(step[1], folder)] = step
            titles = " and ".join(dict.fromkeys(title for title, _ in running.values()))
            progress.show(f"compiling what {titles} need", done, len(steps))
            time.sleep(TICK)
            for process in [process for process in running if process.poll() is not None]:
                title, line = running.pop(process)
                assert process.stderr is not None
                with process.stderr as messages:
                    said = messages.read().strip()
                done += 1
                if process.returncode not in (ExitStatus.ANSWERED, ExitStatus.NO):
                    failed.append((title, line, said.rpartition("\n")[2] or f"exit status {process.returncode}"))
    finally:
        for process in running:  # after Ctrl-C
            with suppress(OSError):
                process.kill()
            process.communicate()
    return failed


def _started(line: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """Start a command whose output is not shown. It runs in its own session, because this process handles Ctrl-C."""
    nothing, command = subprocess.DEVNULL, [sys.executable, "-m", "shunt", *line]
    package = str(Path(__file__).parents[2])  # a checkout need not be installed
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))}
    streams: dict[str, Any] = {"stdin": nothing, "stdout": nothing, "stderr": subprocess.PIPE, "text": True, "errors": "replace"}
    return subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, **streams)
