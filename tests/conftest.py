"""What all tests share: the `--slow` option, the order of the tests, and Hypothesis without deadlines."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.effort import set_effort

# No test depends on pattern databases that an earlier run has left.
os.environ["SHUNT_DATABASES"] = ""

TESTS = Path(__file__).parent

# Folders of tests whose kernels are not those of trains.
OTHER_ENGINES = frozenset({"games", "hump", "humpyard", "sidings", "classics"})

# Folders of tests that need hardly any kernels.
WITHOUT_KERNELS = frozenset({"files", "house", "pages", "paper", "render", "rules", "track"})

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


def folders(item: pytest.Item) -> frozenset[str]:
    """Return the folders of a test."""
    return frozenset(item.path.relative_to(TESTS).parts)


def arranged(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in the order in which they run, the slow ones of each block first, so that no worker is left with one.

    Each worker begins with a block of equal length: the first with the kernels of trains, the second with those of the other
    engines, the third with what needs no kernels. So in a new cache hardly any kernel is compiled by two of them at once, and
    tests that wait for a browser run beside those that compile. Fewer workers leave what needs no kernels to the end.
    """

    def group(item: pytest.Item) -> int:
        where = folders(item)
        return 1 if OTHER_ENGINES & where else 2 if WITHOUT_KERNELS & where else 0

    items = sorted(items, key=lambda item: item.get_closest_marker("slow") is None)
    groups = [[item for item in items if group(item) == number] for number in range(3)]
    size = -(-len(items) // max(1, workers))
    blocks = [found[:size] for found in groups[:workers]]
    rest = iter([item for number, found in enumerate(groups) for item in (found[size:] if number < workers else found)])
    return [item for block in blocks for item in (*block, *islice(rest, size - len(block)))] + list(rest)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless they are asked for, and put the rest in order."""
    slow = [] if runs_everything(config) else [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
    left = set(slow)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = arranged([item for item in items if item not in left], workers)
