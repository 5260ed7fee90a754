"""How these tests call the command line: inside this process for speed, and as a process of its own where that matters."""

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from shunt.cli import cli

ROOT = Path(__file__).resolve().parents[2]
START = [sys.executable, "-c", "from shunt.cli import main; main()"]


def shunt(*args: str | Path, text: str | bytes | None = None) -> Result:
    """One command within this process; the first of `args` may be several words, as they are typed."""
    typed = shlex.split(str(args[0])) if args else []
    return CliRunner().invoke(cli, [*typed, *map(str, args[1:])], input=text)


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
    given = {"capture_output": True, "text": True, "timeout": 300} | options
    return subprocess.run([*START, *map(str, args)], env=environment(**(env or {})), **given)  # type: ignore[no-any-return]


def script(text: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A script of Python as a process that hears interrupts."""
    command = [sys.executable, "-c", text, *args]
    given = {"capture_output": True, "text": True, "timeout": 300, "env": environment(**env), "cwd": ROOT}
    return subprocess.run(command, preexec_fn=listen_to_interrupts, **given)  # type: ignore[call-overload, no-any-return]


def in_shell(command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A command line of bash."""
    given = {"capture_output": True, "text": True, "timeout": 300, "env": environment()} | options
    return subprocess.run(["bash", "-c", command], **given)  # type: ignore[no-any-return]


def wait_for(descriptor: int, text: bytes, seconds: float = 300) -> bytes:
    """Read from a terminal until `text` has come; return all of it."""
    seen, until = b"", time.monotonic() + seconds
    while text not in seen and time.monotonic() < until:
        seen += _read(descriptor, 0.2)
    assert text in seen, seen
    return seen


def _read(descriptor: int, seconds: float) -> bytes:
    """Read what a terminal shows within some seconds; nothing once the program has closed its end."""
    try:
        return os.read(descriptor, 65536) if select.select([descriptor], [], [], seconds)[0] else b""
    except OSError:  # only on Linux
        time.sleep(seconds)
        return b""


class Terminal:
    """A program whose stderr, or every stream, is a terminal of its own."""

    def __init__(self, running: subprocess.Popen[str], master: int) -> None:
        self.running, self.master = running, master

    def wait_for(self, text: str, seconds: float = 300) -> str:
        """Read what is printed until `text` has come; return all of it."""
        return wait_for(self.master, text.encode(), seconds).decode(errors="replace")

    def type(self, line: str = "") -> None:
        """Type a line."""
        os.write(self.master, f"{line}\n".encode())

    def interrupted(self, seconds: float = 300) -> tuple[int, str, str]:
        """Press Ctrl-C once; return the exit status, what the terminal shows from then on, and what a pipe got."""
        self.running.send_signal(signal.SIGINT)
        seen, until = b"", time.monotonic() + seconds
        while self.running.poll() is None and time.monotonic() < until:
            seen += _read(self.master, 0.05)
        assert self.running.poll() is not None, f"{seconds} s after Ctrl-C the program still runs; it printed {seen!r}"
        seen += _read(self.master, 0)
        return self.running.returncode, seen.decode(errors="replace"), self.running.communicate()[0] or ""


@contextmanager
def at_terminal(*args: str | Path, start: list[str] = START, streams: str = "all", **options: Any) -> Iterator[Terminal]:
    """Run one command at a terminal: with all its streams, or with stderr alone and a pipe for stdout; `options` go to Popen."""
    master, slave = pty.openpty()
    given = {"stdin": slave, "stdout": slave} if streams == "all" else {"stdout": subprocess.PIPE}
    given |= {"stderr": slave, "text": True, "env": environment(TERM="xterm"), "preexec_fn": listen_to_interrupts} | options
    running = subprocess.Popen([*start, *map(str, args)], **given)
    os.close(slave)
    try:
        yield Terminal(running, master)
    finally:
        running.kill()
        running.wait()
        if running.stdout:
            running.stdout.close()
        os.close(master)


def check_refused(done: Result | subprocess.CompletedProcess[str], *told: str) -> None:
    """Exit status 2, nothing on stdout, no traceback, and every one of `told` on stderr."""
    status = done.exit_code if isinstance(done, Result) else done.returncode
    assert (status, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    missing = [words for words in told if words not in done.stderr]
    assert not missing, f"{missing} not in: {done.stderr}"
