"""How many examples the property tests look at: all of them with `--slow`, a sixth in the quick run."""

import os
from collections.abc import Iterable

import pytest

SHARE = 6
_everything = False


def set_effort(everything: bool) -> None:
    """Choose between all examples and a sixth, before the modules of tests are imported."""
    global _everything
    _everything = everything


def examples(number: int) -> int:
    """Return how many examples a test with `number` of them looks at in this run.

    Quick runs and CI look at the same examples every time; `--slow` at others each time.
    """
    return number if _everything else max(1, number // SHARE)


def some(values: Iterable[object], every: int) -> list[object]:
    """Return the values of a parameter; the quick run takes each `every`th, and `--slow` the others."""
    return [pytest.param(value, marks=pytest.mark.slow if number % every else ()) for number, value in enumerate(values)]


def campaign(number: int) -> int:
    """Return how many random cards a test with `--slow` looks at: `number` times `SHUNT_CAMPAIGN` (1 if it is not set)."""
    return number * int(os.environ.get("SHUNT_CAMPAIGN", "1"))


WORDS = (1, pytest.param(2, marks=pytest.mark.slow))
"""Values of a parameter `words`: every kernel is compiled a second time for states of two words, so these run with `--slow`."""
