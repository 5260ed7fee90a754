"""The search by the referee alone against the kernels: the same optimum, the same levels, the same solution shown."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.search.core import jit, warm
from shunt.search.core.limits import Limits
from shunt.search.methods.referee import RefereeSearch
from shunt.search.solve import solve
from tests.cli.running import ROOT
from tests.effort import examples
from tests.rules.random_cards import ring, swinging, tangle, train_card


def agrees(card: RouteCard, budget: int = 3_000) -> bool:
    """Whether the search ended within its budget; raises where it then differs from the kernels."""
    plain = RefereeSearch(card=card, limits=Limits(), budget=budget)
    plain.run()
    if plain.stopped:
        assert plain.lower_bound <= (solve(card, method="bidirectional").optimum or plain.lower_bound)
        return False
    fast = solve(card, method="bidirectional")
    assert {"optimal": plain.path is not None, "unsolvable": plain.exhausted}[fast.status]
    assert plain.lower_bound == fast.lower_bound
    levels = {name: counts for name, counts in fast.proof.items() if name.startswith("levels")}
    assert plain.proof == levels
    if plain.path is not None:
        shown = [card.start, *(made.position for made in fast.moves)]
        assert [card.rules.canonical(position) for position in shown] == plain.path
    return True


@pytest.mark.parametrize(
    "name", ["about-turn", "first-swap", "carousel", "stabling", "two-of-a-kind", "change-places", "wye-turn"]
)
def test_shipped_cards(name: str) -> None:
    card = load_card(name)
    assert isinstance(card, RouteCard)
    assert agrees(card)


@pytest.mark.parametrize("family", [tangle, ring, swinging])
def test_random_cards(family: object) -> None:
    done = [agrees(train_card(Random(f"{family} {seed}"), family)) for seed in range(examples(40))]  # type: ignore[arg-type]
    assert sum(done) > len(done) // 2


def test_a_small_card_loads_no_kernels() -> None:
    script = "import sys, shunt; print(shunt.solve('first-swap').method, {'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "referee set()\n"


def test_kernels_are_compiled_meanwhile(tmp_path: Path) -> None:
    """With an empty cache a card of some thousand positions is answered by the referee, and the kernels come beside it."""
    environment = {**os.environ, "SHUNT_CACHE_DIR": str(tmp_path)}
    script = "import shunt; print(shunt.solve('two-on-two').method)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True, env=environment)
    assert done.stdout == "referee\n"
    patience = time.monotonic() + 120
    while not any((tmp_path / "shunt").glob("successor_kernels-*/**/*.nbi")):
        assert time.monotonic() < patience
        time.sleep(0.5)


def test_without_room_for_kernels_the_search_ends_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda module: None)
    assert not warm.is_compiling(Limits())
    solution = solve("two-on-two")
    assert [run["method"] for run in solution.proof["attempts"]] == ["referee", "bidirectional"]
    assert solution.optimum == 7
