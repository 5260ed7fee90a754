"""Floods that keep the moves of all rows, of some or of none find the same levels."""

from __future__ import annotations

import numpy as np
import pytest

from shunt.search.core.limits import Limits
from shunt.search.core.machine import resident
from shunt.search.index import bitsets
from shunt.search.index.bitsets import DenseSearch, KeptMoves
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout
from tests.search.methods.test_flood import setting
from tests.search.tablebase.test_checkpoint import LEVELS

RULES, START = setting(load_layout("wye-18").plan, 3)
ARRANGEMENTS = Arrangements.of(Codec.for_rules(RULES))
AMPLE = 1 << 40


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("memory", [0, 150_000, 3_000_000])
def test_whatever_is_kept_the_levels_are_the_same(memory: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitsets, "LEAST_KEPT", memory)
    monkeypatch.setattr(bitsets, "KEPT_SHARE", 0)
    search = DenseSearch(ARRANGEMENTS, [ARRANGEMENTS.number(START)], Limits(memory=AMPLE), threads=threads)
    levels = [1]
    while new := search.step():
        levels.append(new)
    assert tuple(levels) == LEVELS
    lengths = search._kept_moves.lengths
    assert search._kept_moves.steps.nbytes <= memory
    pairs = ARRANGEMENTS.index.occupancies // 2
    assert (
        np.count_nonzero(lengths)
        in {0: range(1), 150_000: range(100, pairs // 2), 3_000_000: range(pairs // 2, pairs + 1)}[memory]
    )


def test_nothing_is_kept_where_memory_is_short() -> None:
    index = ARRANGEMENTS.index
    rows, bit_sets = index.occupancies // 2, 1_000_000
    assert KeptMoves.of(index, rows, bit_sets, Limits(memory=AMPLE)).steps.size
    short = KeptMoves.of(index, rows, bit_sets, Limits(memory=resident() + 2_000_000))
    assert [array.size for array in short] == [0, 0, 0]


def test_nothing_is_kept_where_a_step_needs_more_than_a_word() -> None:
    index = ARRANGEMENTS.index
    for occupancies, fits in (
        (1 << 26, True),
        ((1 << 26) + 1, False),
    ):  # the orders of three cars take three bits, headings three more
        kept = KeptMoves.of(index._replace(occupancies=occupancies), 1000, 0, Limits(memory=AMPLE))
        assert bool(kept.steps.size) == fits


def test_threads_share_all_places() -> None:
    kept = KeptMoves.of(ARRANGEMENTS.index, 1000, 0, Limits(memory=AMPLE))
    shares = [tuple(share) for share in kept.shares(3)]
    assert [first for first, _ in shares] == [0, *(last for _, last in shares[:-1])]
    assert shares[-1][1] == kept.steps.size


def test_bits_beyond_a_finished_level_are_refused() -> None:
    number = ARRANGEMENTS.number(START)
    search = DenseSearch(ARRANGEMENTS, [number], Limits(memory=AMPLE), threads=1)
    assert [search.step() for _ in LEVELS[1:4]] == list(LEVELS[1:4])
    search.check_kept(LEVELS[:4])
    word = int(np.flatnonzero(search.reached == 0)[0])
    search.frontier[word] = 1
    with pytest.raises(ValueError, match="beyond the last level"):
        search.check_kept(LEVELS[:4])
    search.way = "rows"
    search.check_kept(LEVELS[:4])
    search.reached[word] = 1
    with pytest.raises(ValueError, match="other counts"):
        search.check_kept(LEVELS[:4])
