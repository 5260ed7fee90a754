"""What all tests share: the `--slow` option, the order of the tests, and Hypothesis without deadlines."""

import gc
import os
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.effort import set_effort

# No test depends on pattern databases that an earlier run has left.
os.environ["SHUNT_DATABASES"] = ""

# Matrices are small here: threads of the linear algebra would spend as much processor time again in waiting for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Tests start many processes. Without byte code each would compile all of its modules, and each run all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

TESTS = Path(__file__).parent

# Folders of tests whose kernels are not those of trains.
OTHER_ENGINES = frozenset({"games", "hump"})

# Folders of tests that need hardly any kernels.
WITHOUT_KERNELS = frozenset({"drawing", "files", "films", "house", "pages", "paper", "render", "rules", "track"})

# Folders of tests that come first: once their kernels are compiled, no other test has the referee make a graph of states.
FIRST = frozenset({"rating"})

# The first call of a kernel compiles it: an example may take seconds.
settings.register_profile("shunt", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("shunt-same", settings.get_profile("shunt"), derandomize=True, database=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


def runs_everything(config: pytest.Config) -> bool:
    """Whether slow tests are asked for, by `--slow` or by naming a test on the command line."""
    return bool(config.getoption("--slow")) or any("::" in argument for argument in config.args)


def pytest_configure(config: pytest.Config) -> None:
    everything = runs_everything(config)
    set_effort(everything)
    # Whoever runs the tests to see whether all is well has the same examples as everybody. Campaigns look for new ones.
    settings.load_profile("shunt" if everything and not os.environ.get("CI") else "shunt-same")
    gc.disable()  # collecting tests makes objects that stay: to look for garbage among them took two fifths of the time
    everywhere = [Path(one).name for one in config.args] == [TESTS.name] and not config.getoption("markexpr")
    if everywhere and os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
        config.args = backwards()


def backwards() -> list[str]:
    """Return all tests, the last folder first: so two workers do not translate the same modules to byte code side by side."""
    found = [path for path in TESTS.iterdir() if path.is_dir() or path.name.startswith("test_")]
    return [str(path) for path in sorted(found, reverse=True) if path.name != "__pycache__"]


@cache
def has_slow_tests(path: Path) -> bool:
    """Whether a file marks tests as slow, itself or with what `tests/effort.py` offers for that."""
    return re.search(r"mark\.slow|\bsome\(|\bWORDS\b", path.read_text("utf-8")) is not None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the other files where only slow tests are asked for: importing them takes each worker seconds."""
    is_left_out = config.getoption("markexpr") == "slow" and collection_path.match("test_*.py")
    return True if is_left_out and not has_slow_tests(collection_path) else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have the garbage collector run from now on, and leave alone what is there already."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # looking for garbage as often as by default takes a twentieth of the time
    gc.enable()


@pytest.fixture(scope="session")
def browser():
    """Start Chromium once for all tests of a worker: Playwright allows no second one in a process."""
    from playwright.sync_api import sync_playwright

    from tests.pages.chromium import REMEDY, find_chromium

    path = find_chromium()
    if path is None:
        pytest.fail(REMEDY)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=arguments)
        yield running
        running.close()


def folders(item: pytest.Item) -> frozenset[str]:
    """Return the folders of a test."""
    return frozenset(item.path.relative_to(TESTS).parts)


def arranged(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in the order in which they run: each worker begins with an equal part of them.

    Each part begins with some of the slow tests, so that no worker is left with many of them. Then the first continues with the
    kernels of trains, the last with those of the other engines, and the others with what needs none. So in a new cache hardly any
    kernel is compiled by two workers at the same time.
    """
    slow, others, light, trains = list[pytest.Item](), list[pytest.Item](), list[pytest.Item](), list[pytest.Item]()
    for item in items:
        is_other, is_light = (not kind.isdisjoint(folders(item)) for kind in (OTHER_ENGINES, WITHOUT_KERNELS))
        (slow if item.get_closest_marker("slow") else others if is_other else light if is_light else trains).append(item)
    trains.sort(key=lambda item: FIRST.isdisjoint(folders(item)))
    parts = [slow[number::workers] for number in range(workers)]
    parts[-1] += others
    for number, part in enumerate(parts):
        for kind in (light, trains) if number else (trains, light):
            room = max(0, len(items) // workers - len(part))
            part += kind[:room]
            del kind[:room]
    return [*(item for part in parts for item in part), *light, *trains]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless they are asked for, and put the rest in order."""
    assert [item.nodeid for item in items if item.get_closest_marker("slow") and not has_slow_tests(item.path)] == []
    slow = [] if runs_everything(config) else [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
    left = set(slow)
    items.sort(key=lambda item: item.path.parts)  # the same order for every worker
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = arranged([item for item in items if item not in left], workers)
