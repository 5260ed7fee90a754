"""Memory of a search that is over is freed at once, and not when Python looks for garbage."""

import gc
import weakref
from typing import Any

import pytest

import shunt
from shunt.generator.forge.proof import optimum_of
from shunt.search.methods import levels


@pytest.mark.parametrize("search", [optimum_of, lambda card: shunt.solve(card, method="bidirectional")])
def test_what_was_searched_is_freed(search, monkeypatch):
    ends = []
    begin = levels.PathSearch._begin

    def watched(*given: Any) -> levels.Side:
        side = begin(*given)
        ends.append(weakref.ref(side))
        return side

    monkeypatch.setattr(levels.PathSearch, "_begin", watched)
    gc.collect()
    gc.disable()
    try:
        search(shunt.load("about-turn"))
    finally:
        gc.enable()
    assert ends
    assert [end() for end in ends] == [None] * len(ends)
