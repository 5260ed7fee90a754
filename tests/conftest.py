"""What all tests share: the `--slow` option, the order of the tests, and Hypothesis without deadlines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.effort import set_effort

# No test depends on pattern databases that an earlier run has left.
os.environ["SHUNT_DATABASES"] = ""

# Folders of tests whose kernels are not those of trains.
OTHER_ENGINES = frozenset({"games", "hump", "humpyard", "sidings", "classics"})

# The first call of a kernel compiles it: an example may take seconds. In CI the same examples run every time.
settings.register_profile("shunt", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("shunt-ci", settings.get_profile("shunt"), derandomize=True, database=None, print_blob=True)
settings.load_profile("shunt-ci" if os.environ.get("CI") else "shunt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


def runs_everything(config: pytest.Config) -> bool:
    """Whether slow tests are asked for, by `--slow` or by naming a test on the command line."""
    return bool(config.getoption("--slow")) or any("::" in argument for argument in config.args)


def pytest_configure(config: pytest.Config) -> None:
    set_effort(runs_everything(config))


def rank(item: pytest.Item) -> tuple[bool, bool]:
    """Return where a test comes: those of trains before those with kernels of their own, and slow tests first in either part.

    Two workers begin with a half each, so in a new cache they compile different kernels, and none is left with a long test.
    """
    return not OTHER_ENGINES.isdisjoint(Path(item.path).parts), item.get_closest_marker("slow") is None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless they are asked for, and put the rest in order."""
    items.sort(key=rank)
    if runs_everything(config):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]
