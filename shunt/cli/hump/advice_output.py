"""What `shunt bid advise` prints: the best bids on each length of the train, and the best tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shunt.cli.output import counted, say

if TYPE_CHECKING:
    from shunt.humpyard.adviser import LengthAdvice, TileValue


def advice_json(advice: LengthAdvice) -> Mapping[str, Any]:
    """Return the advice on one length of the train as plain values."""
    return {
        "cars": advice.cars,
        "extended": advice.extended,
        "expected": round(float(advice.expected), 6),
        "bids": [
            {
                "bid": value.bid,
                "holds": str(value.holds),
                "wins": str(value.wins),
                "expected": round(float(value.expected), 6),
            }
            for value in advice.bids
        ],
    }


def tile_json(value: TileValue) -> Mapping[str, Any]:
    """Return a tile at its place as plain values."""
    return {
        "tile": value.kind if value.kind == "end" else int(value.kind),
        "at": list(value.at),
        "turn": value.turn,
        "mean": round(float(value.mean), 6),
        "gain": round(float(value.gain), 6),
        "impossible": value.impossible,
        "yard": str(value.yard),
    }


def print_advice(advice: Sequence[LengthAdvice], places: Sequence[TileValue], on_offer: int) -> None:
    """Print the best bids on each length of the train, which bid is best of all, and the best tiles at their places.

    `on_offer`: the cars revealed; longer trains are those that the player may ask for.
    """
    for one in advice:
        head = f"{one.cars} cars: {float(one.expected):.3f} cards expected"
        if not one.bids:
            say(f"{head}: pass")
        elif one.extended:
            further = "the further car" if one.cars == on_offer + 1 else "the further cars"
            say(f"{head}, the bid chosen when {further} can be seen; with new colours, the worst case:")
        else:
            say(head)
        for value in one.bids[:5]:
            chance = f"holds {float(value.holds):6.1%}, wins {float(value.wins):6.1%}"
            say(f"  bid {value.bid:2}: {chance}, {float(value.expected):.3f} cards")
    if advice:
        say(_best_line(advice, on_offer))
    if places:
        say("tiles, by the mean number of moves that they save (an impossible order counts as 20):")
    for place in places[:10]:
        turned = f" turned {place.turn}" if place.turn else ""
        say(f"  {place.kind}{turned} at {list(place.at)}: {float(place.gain):+.3f}, mean {float(place.mean):.3f}")


def best_json(advice: Sequence[LengthAdvice]) -> Mapping[str, Any] | None:
    """Return the best of the advice as plain values: `bid` is None to pass, and where further cars decide it."""
    if not advice:
        return None
    best = _best(advice)
    if not best.expected:
        return {"action": "pass", "cars": None, "bid": None, "expected": 0.0}
    action, bid = ("extend", None) if best.extended else ("bid", best.bids[0].bid)
    return {"action": action, "cars": best.cars, "bid": bid, "expected": round(float(best.expected), 6)}


def _best(advice: Sequence[LengthAdvice]) -> LengthAdvice:
    """Return the length with the most cards expected, of equals the shortest."""
    return max(advice, key=lambda one: one.expected)


def _best_line(advice: Sequence[LengthAdvice], on_offer: int) -> str:
    """Return the bottom line of the advice."""
    best = _best(advice)
    if not best.expected:
        return "best: pass"
    expected = f"{float(best.expected):.3f} cards expected"
    if best.extended:
        return f"best: ask for {counted(best.cars - on_offer, 'more cars')}, then bid on {best.cars} cars: {expected}"
    return f"best: bid {counted(best.bids[0].bid, 'moves')} on {counted(best.cars, 'cars')}: {expected}"
