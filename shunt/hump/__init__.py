"""Hump Yard: yards of tiles in which a train is sorted into an order.

This is how `shunt bid check` works. `commands/bid.py` reads the arguments, and `yard_file.py` finds the yard. `bids.check_bid`
builds the rules of this yard (`rules.Hump`, on the spaces that `yard.py` compiles from `tiles.py`), and `engine/` finds the
fewest moves. The referee in `rules.py` replays every move of the answer, and `moves.py` writes the moves in notation.

`bids.bid_table` computes the fewest moves for every order of a train. `table_cache.py` keeps these tables for the game and for
`adviser.py`, which values bids and tiles. `designer.py` searches for good yards. `evaluation.py` judges them, `lower_bounds.py`
bounds them, and `design_file.py` saves the search. `game/` implements the whole game, and `pictures/` draws yards and charts.

This wing uses rules, search, pictures and command options of the core, and the protocol, bots and companions of `games`.

>>> from shunt import hump
>>> yard = hump.load("two-storeys")
>>> hump.check_bid(yard, train="ABC", order="CAB", bid=5).holds
True

The names in `__init__.pyi` are imported when they are first used.
"""

from __future__ import annotations

from shunt.files.lazy import attached as _attached

__all__, __getattr__ = _attached(__name__, __file__)


def __dir__() -> list[str]:
    return sorted(__all__)
