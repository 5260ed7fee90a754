"""What all tests share: the `--slow` option, and Hypothesis without deadlines."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# The first call of a kernel compiles it: an example may take seconds. In CI the same examples run every time.
settings.register_profile("shunt", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("shunt-ci", settings.get_profile("shunt"), derandomize=True, database=None, print_blob=True)
settings.load_profile("shunt-ci" if os.environ.get("CI") else "shunt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless they are asked for, by `--slow` or by naming one on the command line."""
    if config.getoption("--slow") or any("::" in argument for argument in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]
