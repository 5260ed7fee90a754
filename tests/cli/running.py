"""How these tests call the command line: inside this process for speed, and as a process of its own where that matters."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from shunt.cli import cli

ROOT = Path(__file__).resolve().parents[2]
START = [sys.executable, "-c", "from shunt.cli import main; main()"]


def shunt(*args: str | Path, text: str | bytes | None = None) -> Result:
    """One command within this process."""
    return CliRunner().invoke(cli, [str(arg) for arg in args], input=text)


def answer(*args: str | Path, status: int = 0, text: str | None = None) -> Any:
    """What a command says with `--json`, after checking its exit status."""
    done = shunt(*args, "--json", text=text)
    assert done.exit_code == status, done.output
    return json.loads(done.stdout)


def listen_to_interrupts() -> None:
    """Run in a child before its program: a test run in the background ignores interrupts, and children inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def process(*args: str | Path, env: dict[str, str] | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """One command as a process of its own."""
    given = {"capture_output": True, "text": True, "timeout": 120} | options
    return subprocess.run([*START, *map(str, args)], env=environment(**(env or {})), **given)  # type: ignore[no-any-return]


def wait_for(descriptor: int, text: bytes, seconds: float = 90) -> bytes:
    """Read from a terminal until `text` has come."""
    seen, until = b"", time.monotonic() + seconds
    while text not in seen and time.monotonic() < until:
        if select.select([descriptor], [], [], 0.2)[0]:
            seen += os.read(descriptor, 65536)
    assert text in seen, seen
    return seen


def check_refused(done: Result | subprocess.CompletedProcess[str], *told: str) -> None:
    """Exit status 2, nothing on stdout, no traceback, and every one of `told` on stderr."""
    status = done.exit_code if isinstance(done, Result) else done.returncode
    assert (status, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    missing = [words for words in told if words not in done.stderr]
    assert not missing, f"{missing} not in: {done.stderr}"
