"""Examples that run: the chapter on Python, and the examples in the docstrings of the package."""

import doctest
import importlib
from pathlib import Path

import pytest

import shunt
from tests.house.sources import SOURCES, module_name

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [module_name(path) for path in SOURCES if ">>> " in path.read_text(encoding="utf-8") and "adapters" not in path.parts]


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_in_docstrings_run(module):
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0
    assert found.failed == 0


def test_shipped_names_do_for_yards_and_moves_made_for_moves():
    assert shunt.hump.check_bid("two-storeys", train="ABC", order="CAB", bid=5).holds
    assert shunt.hump.bid_table("two-storeys", cars=2).optima
    game = shunt.load("first-swap").play()
    for made in shunt.solve("first-swap").moves:
        game.push(made)
    assert game.is_solved
