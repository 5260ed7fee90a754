"""What is said where the libraries of the adapters are not installed."""

import importlib
import sys

import pytest


@pytest.mark.parametrize(("adapter", "library"), [("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")])
def test_a_missing_library_is_named_with_the_remedy(monkeypatch, adapter, library):
    name = f"shunt.games.adapters.{adapter}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=r"is not installed: pip install 'shunt-puzzles\[games\]'"):
        importlib.import_module(name)
