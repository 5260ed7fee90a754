"""Real commands that are interrupted at random instants end with true answers; wrong ones would be noticed."""

import pytest

from tests.faults.interrupts import campaign

QUICK_TO_END = ["first swap", "legs"]


@pytest.mark.slow
def test_random_instants(tmp_path):
    """More: `python -m tests.faults.interrupts 200`."""
    for _, report in campaign(QUICK_TO_END, len(QUICK_TO_END), 3, tmp_path):
        assert report.wrong == []
        assert report.ends.total() == 1
