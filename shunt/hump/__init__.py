"""Hump Yard: yards of tiles in which a train is sorted into an order.

The road of a bid, `shunt bid check`: `commands/bid.py` reads the line; `yard_file.py` finds the yard; `bids.check_bid` makes the
rules on it (`rules.Hump`, on the spaces that `yard.py` compiles from `tiles.py`) and asks `engine/` for the fewest moves; the
referee in `rules.py` makes every move of the answer again, and `moves.py` writes it down. Tables of all orders take the same
road (`bids.bid_table`); `table_cache.py` keeps them for `adviser.py` (what a bid or a tile is worth) and for the game.
`designer.py` searches for good yards with the judge of `evaluation.py`, below the bounds of `lower_bounds.py`; `design_file.py`
saves such a search. `game/` is the whole game on the protocol of table games, `pictures/` draws yards and charts.

It takes rules, search, pictures and the parts of commands from the core, and the protocol, bots and companions from `games`.

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
