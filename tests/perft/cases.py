"""Small puzzles of every ruleset whose new positions at each level are kept in `rules/*.txt`; `make.py` writes those files.

The counts are those of the referees, which are slow and easy to check; the engines are held to them.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shunt.hump.rules import Hump
from shunt.sidings.rules.referee import Sidings, SidingsPosition
from shunt.track.turntable import Rotation, Turntable
from tests.hump.engine.yards import CIRCLE
from tests.rules.settings import STUB, distances, setting

FOLDER = Path(__file__).parent / "rules"
BASE = ["A1 A2 A3 B1 B2 B3", "A1 A2 A3 C1 C2 C3", "A3 C1 D1 D2"]
WYE = [*BASE, "W2 W1 B2 B3", "W1 W2 C2 C3"]
TIMESAVER = ["0 1 2 4 5 6", "9 10 4 5", "9 10 8 15 16", "9 10 12 13 15 16", "17 18 12 13"]
ROUNDHOUSE = ["A B C", "D E", "F"]
FOOTBRIDGE = ["m3 m2 m1 l1 l2 l3 F", "F r2 r1 l1 l2 l3", "l2 l3 F r2 r1"]
PIECES = {"L": "B>C", "x": "A", "y": "D"}


def table(name: str, rotation: Rotation, bridge: str = "T") -> Turntable:
    """A turntable between C, D and F."""
    return Turntable(name, tuple(bridge.split()), (("C", "D"), ("D", ""), ("F", "C"), ("", "F")), rotation)


TRAINS = {
    "switcher-wye": lambda: setting(WYE, {"L": "A1>A2", "x": "B1", "y": "C2"}),
    "switcher-broken": lambda: setting(WYE, {"L": "A1>A2", "x": "B1", "y": "C2"}, broken=("D2",)),
    "switcher-interchangeable": lambda: setting(
        WYE, {"L": "A1>A2", "M": "B3>B2", "x": "C1", "y": "C2"}, alike=(("L", "M"), ("x", "y"))
    ),
    "switcher-two-locomotives": lambda: setting(STUB, {"L": "S>A", "M": "C>D", "x": "B"}),
    "switcher-drag": lambda: setting(STUB, {"L": "A<S", "M": "C>D", "x": "B"}, drags=True),
    "switcher-drag-wye": lambda: setting(WYE, {"L": "A1>A2", "M": "C3>C2", "x": "C1"}, drags=True),
    "switcher-exclusive": lambda: setting(
        WYE, {"L": "A1>A2", "M": "B3>B2", "x": "C2"}, exclusive=(("A3", "W1"), ("B1", "C1", "D1"))
    ),
    "switcher-no-stop": lambda: setting(WYE, {"L": "A1>A2", "x": "B1", "y": "C2"}, no_stop=("A3", "C1", "W1")),
    "switcher-closed": lambda: setting(
        WYE, {"L": "A1>A2", "M": "B3>B2", "x": "B1", "y": "C2"}, closed={"A2": "cars", "C3": "locomotives"}
    ),
    "railway-closed": lambda: setting(
        FOOTBRIDGE, {"E": "m1", "s": "r1", "c": "l3"}, railway=True, no_stop=("F",), closed={"F": "cars", "m3": "locomotives"}
    ),
    "switcher-each-move": lambda: setting(ROUNDHOUSE, PIECES, turntables=[table("T", "each-move")]),
    "switcher-manual": lambda: setting(ROUNDHOUSE, PIECES, turntables=[table("T", "manual", "T1 T2")]),
    "switcher-locked": lambda: setting(ROUNDHOUSE, PIECES, turntables=[table("T", "locked")]),
    "switcher-two-turntables": lambda: setting(
        ROUNDHOUSE, PIECES, turntables=[table("T", "each-move"), Turntable("U", ("U",), (("A", "E"), ("", "A")), "manual")]
    ),
    "railway-timesaver": lambda: setting(TIMESAVER, {"L": "9", "x": "0", "y": "6"}, railway=True),
    "railway-two-locomotives": lambda: setting(STUB, {"L": "S", "M": "C", "x": "B"}, railway=True),
    "railway-each-move": lambda: setting(
        ROUNDHOUSE, PIECES | {"L": "B"}, railway=True, turntables=[table("T", "each-move", "T1 T2")]
    ),
    "railway-manual": lambda: setting(ROUNDHOUSE, PIECES | {"L": "B"}, railway=True, turntables=[table("T", "manual")]),
    "railway-ring": lambda: setting(["A B C D A B", "E B C"], {"L": "A", "M": "B", "x": "C", "y": "D"}, railway=True),
}

SIDINGS = {
    "sidings-pulls": lambda: (
        Sidings(2, {"1": 3, "2": 2, "3": 2}, tuple("abcd")),
        SidingsPosition((), (tuple("abc"), ("d",), ())),
    ),
    "sidings-legs": lambda: (
        Sidings(2, {"1": 3, "2": 2}, tuple("abcd"), metric="legs"),
        SidingsPosition((), (tuple("abc"), ("d",))),
    ),
    "sidings-without-limit": lambda: (
        Sidings(0, {"1": 3, "2": 3}, tuple("abcd")),
        SidingsPosition((), (tuple("abc"), ("d",))),
    ),
}

HUMPS = {
    f"hump-{stop}": lambda stop=stop: (Hump.on(CIRCLE, "ABC", stop), Hump.on(CIRCLE, "ABC", stop).start)  # type: ignore[misc]
    for stop in ("farthest", "any")
}

CASES = {**TRAINS, **SIDINGS, **HUMPS}


def levels(successors: Callable[[Any], set[Any]], start: Any) -> list[int]:
    """New positions after 0, 1, 2 … moves."""
    return list(Counter(distances(successors, [start]).values()).values())


def stored(name: str) -> list[int]:
    """The counts in the file of a case."""
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    return [int(word) for line in lines if not line.startswith("#") for word in line.split()]
