"""What is compiled beside a search without kernels (`core/warm.py`): functions that call the kernels of an engine.

Of trains, one process compiles what levels need, and another what beams need. The first begins with the kernels of moves forward
and the second with those of moves backward, which the other finds in the cache when it comes to them.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import numba

from shunt.cards.files import load_card
from shunt.search.core.limits import Limits
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.move_kernels import _forward
from shunt.search.trains.predecessor_kernels import _backward, _roll_back
from shunt.search.trains.scratch import make_work
from shunt.search.trains.sharing import SharedNeighbours, SplitSet

CARD = "first-swap"
LATER = 10  # how much nicer a process is that compiles for larger searches


def _compile(kernel: Any, *values: Any) -> None:
    """Compile a kernel for arguments like these."""
    kernel.compile(tuple(map(numba.typeof, values)))


def levels() -> None:
    """Compile moves forward, the sets of large levels, the search, and at leisure what else a larger search needs."""
    card: Any = load_card(CARD)
    codec, limits = Codec.for_rules(card.rules), Limits()
    _compile(_forward, codec.tables, make_work(codec.tables), None, 0, (0, 0))
    states = codec.states([codec.pack(card.start)])
    reached = SplitSet(limits, codec.words)
    reached.add(SharedNeighbours(codec, limits).by_occupancy(states))
    reached.parts[0].make_room(len(reached.parts[0].keys))
    reached.common(states)
    solve(card, method="bidirectional")
    with suppress(AttributeError, OSError):  # no such thing on this system
        os.nice(LATER)
    solve(load_card("alphabet-four"))


def estimates() -> None:
    """Compile moves backward, and then the estimates of beams."""
    card: Any = load_card(CARD)
    codec = Codec.for_rules(card.rules)
    _compile(_roll_back, codec.tables, make_work(codec.tables), 0)  # what backward and forward share is compiled by then
    _compile(_backward, codec.tables, make_work(codec.tables), 0, (0, 0))
    cars = card.goal.among({name: name for name in card.roster.cars})  # locomotives need what `levels` compiles
    found = PairEstimates.for_goal(codec, cars, codec.settings.number[card.start.turntables], Limits())
    assert found is not None
    found.of(codec.states([codec.pack(card.start)]))


def metrics() -> None:
    """Compile what a search in couplings and moves needs."""
    solve(load_card(CARD), method="buckets", metric="couplings")


def sidings() -> None:
    """Compile what a search in sidings needs."""
    solve(load_card("ras-toy"), method="bidirectional")
