"""How things are measured: side by side, in turns, with medians; memory from outside the process that takes it.

A benchmark is a function that yields `Figure`s; `@benchmark` puts it on the list that `run.py` works through.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Figure:
    """One measured value. `key` stays the same from run to run; `better` says which way is up.

    `bar` is what it should reach, in words, and `holds` whether it does (None: nothing is asked of it). `samples` are the single
    measurements behind a median, in the same unit.
    """

    key: str
    title: str
    value: float
    unit: str
    better: str = "lower"
    bar: str = ""
    holds: bool | None = None
    note: str = ""
    samples: tuple[float, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return asdict(self)


@dataclass
class Plan:
    """How much to do: `quick` for a run of under two minutes; `planner_limit` stops a planner (None: by what is to be shown)."""

    quick: bool = False
    planner_limit: float | None = None
    points: list[dict[str, Any]] = field(default_factory=list)  # for the plot: board, method, states, seconds, bytes

    def say(self, text: str) -> None:
        """Progress, on stderr."""
        print(f"bench: {text}", file=sys.stderr, flush=True)


Benchmark = Callable[[Plan], Iterator[Figure]]
BENCHMARKS: dict[str, tuple[str, Benchmark]] = {}
"""Name → title and the function that measures."""


class CannotRunError(Exception):
    """A benchmark needs something that is not installed; says what."""


def benchmark(name: str, title: str) -> Callable[[Benchmark], Benchmark]:
    """Put a function on the list of benchmarks."""

    def register(function: Benchmark) -> Benchmark:
        BENCHMARKS[name] = (title, function)
        return function

    return register


# --------------------------------------------------------------------------------------------------------------------
# Time


def seconds_of(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def in_turns(
    works: Mapping[str, Callable[[], float]], rounds: int, say: Callable[[str], None] | None = None
) -> dict[str, list[float]]:
    """Call each of `works`, which give seconds, once a round: A B A B … so that a slow minute slows all of them."""
    samples: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            samples[name].append(work())
            if say is not None:
                say(f"{name}: {samples[name][-1]:.3f} s")
    return samples


def ratio_of(slow: Sequence[float], fast: Sequence[float]) -> float:
    """How many times longer the first takes: the ratio of the medians."""
    return median(slow) / median(fast)


# --------------------------------------------------------------------------------------------------------------------
# Memory


def in_child(call: str, *arguments: object) -> dict[str, Any]:
    """Run `call` (`module:function`) in a process of its own; gives what it returns, and its memory as seen from here.

    The function is called twice: with `warm=True`, which should load and compile all that the work needs, and then for the work.
    `warm_bytes` is what the process holds in between, `peak_bytes` the most it held during the work.
    """
    script = "from benchmarks.measuring import _child; _child()"
    child = subprocess.Popen(
        [sys.executable, "-c", script, call, json.dumps(arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    if child.stdout.readline().strip() != "warm":
        raise RuntimeError(f"{call} failed while it warmed up")
    warm = _held(child.pid, "VmRSS")
    Path(f"/proc/{child.pid}/clear_refs").write_text("5")  # the peak counts from now on
    child.stdin.write("go\n")
    child.stdin.flush()
    answer = child.stdout.readline()
    if not answer:
        raise RuntimeError(f"{call} failed")
    peak = _held(child.pid, "VmHWM")
    child.communicate("bye\n")
    told: dict[str, Any] = json.loads(answer)
    return told | {"warm_bytes": warm, "peak_bytes": peak}


def _held(pid: int, what: str) -> int:
    """Bytes as the kernel counts them: `VmRSS` now, `VmHWM` at the peak."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith(what))


def _child() -> None:
    from importlib import import_module

    module, _, name = sys.argv[1].partition(":")
    function = getattr(import_module(module), name)
    arguments = json.loads(sys.argv[2])
    function(*arguments, warm=True)
    print("warm", flush=True)
    sys.stdin.readline()
    print(json.dumps(function(*arguments, warm=False)), flush=True)
    sys.stdin.readline()


def run_and_weigh(command: Sequence[str | Path]) -> tuple[str, int]:
    """What a program prints, and the most bytes it held."""
    child = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    with child.stdout:
        text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command[0]} failed with status {child.returncode}")
    return text, usage.ru_maxrss * 1024
