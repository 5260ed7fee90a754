"""The kernels as plain Python: small tests in a process whose compiler is off, which is also how coverage sees inside kernels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SMALL = (
    "tests/search/test_perft.py",
    "tests/search/metrics/test_metrics.py::test_a_turntable_that_swings_round_parts_the_joint_across_its_edge",
    "tests/search/metrics/test_metrics.py::test_a_ring_brings_back_the_pieces_and_not_their_joint",
    "tests/search/metrics/test_metrics.py::test_an_optimum_beside_parked_cars_is_that_without_them",
    "tests/search/metrics/test_metrics.py::test_couplings_take_the_second_word_where_a_position_takes_one",
    "tests/search/metrics/test_second_implementation.py::test_sidings_cards[numbers0]",
    "tests/hump/engine/test_kernels.py::test_a_closed_circle",
    "tests/hump/engine/test_kernels.py::test_short_room_is_said",
)
SWITCHER = ("interchangeable", "exclusive", "two", "wye", "manual", "broken", "drag")
SLOW = (*(f"switcher-{name}" for name in SWITCHER), "railway-each-move", "railway-ring", "timesaver", "states-2")
"""Cases of the first file that take long without the compiler."""


def run_without_compiler(tests: tuple[str, ...], chosen: str) -> None:
    """Run tests in a process whose compiler is off; fail with what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", chosen, *tests],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.slow
def test_small_tests_pass_with_the_compiler_off() -> None:
    """Set NUMBA_DISABLE_JIT=1 and run the same line with `coverage run -m pytest` to see which lines of kernels are covered."""
    run_without_compiler(SMALL, " and ".join(f"not {name}" for name in SLOW))


@pytest.mark.slow
def test_a_train_dragged_through_a_wye_passes_with_the_compiler_off() -> None:
    run_without_compiler(SMALL[:1], "switcher-drag-wye")
