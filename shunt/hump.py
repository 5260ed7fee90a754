"""Hump Yard from Python: yards, bids checked and tabulated, advice, and the design of yards.

>>> from shunt import hump
>>> yard = hump.load("two-storeys")
>>> hump.check_bid(yard, train="ABC", order="CAB", bid=5).holds
True

The names below are imported when they are first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any

    from shunt.files.library import yard_names
    from shunt.humpyard.adviser import BidValue, LengthAdvice, Opponent, TileValue, advise, best_tiles
    from shunt.humpyard.bids import BidCheck, BidStep, BidTable, bid_table, check_bid, judge_bid
    from shunt.humpyard.design import Design, design
    from shunt.rules.hump_moves import Judgement
    from shunt.track.yard import PlacedTile, Yard
    from shunt.track.yard_file import find_yard as load
    from shunt.track.yard_file import write_yard as save

del TYPE_CHECKING

_HOMES = {
    "BidCheck": "shunt.humpyard.bids",
    "BidStep": "shunt.humpyard.bids",
    "BidTable": "shunt.humpyard.bids",
    "BidValue": "shunt.humpyard.adviser",
    "Design": "shunt.humpyard.design",
    "Judgement": "shunt.rules.hump_moves",
    "LengthAdvice": "shunt.humpyard.adviser",
    "Opponent": "shunt.humpyard.adviser",
    "PlacedTile": "shunt.track.yard",
    "TileValue": "shunt.humpyard.adviser",
    "Yard": "shunt.track.yard",
    "advise": "shunt.humpyard.adviser",
    "best_tiles": "shunt.humpyard.adviser",
    "bid_table": "shunt.humpyard.bids",
    "check_bid": "shunt.humpyard.bids",
    "design": "shunt.humpyard.design",
    "judge_bid": "shunt.humpyard.bids",
    "load": "shunt.track.yard_file:find_yard",
    "save": "shunt.track.yard_file:write_yard",
    "yard_names": "shunt.files.library",
}

__all__ = [
    "BidCheck",
    "BidStep",
    "BidTable",
    "BidValue",
    "Design",
    "Judgement",
    "LengthAdvice",
    "Opponent",
    "PlacedTile",
    "TileValue",
    "Yard",
    "advise",
    "best_tiles",
    "bid_table",
    "check_bid",
    "design",
    "judge_bid",
    "load",
    "save",
    "yard_names",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'shunt.hump' has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = _HOMES[name].partition(":")
    value = getattr(import_module(module), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
