"""Memory of a search that is over is freed at once, and not when Python looks for garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import shunt
from shunt.generator.forge.proof import optimum_of
from shunt.search.methods import levels


@pytest.mark.parametrize("search", [optimum_of, lambda card: shunt.solve(card, method="bidirectional")])
def test_what_was_searched_is_freed(search: Callable[[shunt.Card], object], monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[weakref.ref[object]] = []
    begin = levels.Side.begin

    def watched(*given: Any, **options: Any) -> levels.Side:
        side = begin(*given, **options)
        ends.append(weakref.ref(side))
        return side

    monkeypatch.setattr(levels.Side, "begin", watched)
    gc.collect()
    gc.disable()
    try:
        search(shunt.load("about-turn"))
    finally:
        gc.enable()
    assert ends
    assert [end() for end in ends] == [None] * len(ends)
