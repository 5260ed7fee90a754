"""Refused actions of Hump Yard in words: what is wrong with them, and what would be right."""

from __future__ import annotations

from shunt.games.hump_yard.state import MOST_MOVES, REVEALED, Act, HumpState
from shunt.track.tiles import KINDS, distinct_turns
from shunt.track.yard import PlacedTile, Yard

SHOWN = 16  # free cells that are listed; a yard has more only when it is large


def refused_build(state: HumpState, action: Act) -> str:
    """Return what is wrong with an illegal action while tiles are built."""
    if action.what != "build":
        return f"a tile must be built now: one of {' '.join(state.offer)}"
    kind, faults = action.name, []
    if kind not in KINDS:
        faults.append(f"unknown tile {kind}; on offer: {' '.join(state.offer)}")
    elif kind not in state.offer:
        faults.append(f"tile {kind} is not on offer; on offer: {' '.join(state.offer)}")
    elif action.turn not in distinct_turns(kind):
        faults.append(_needless_turn(action))
    return "; ".join(faults + _refused_cell(state.yards[state.waiting[0]], action.at))


def _needless_turn(action: Act) -> str:
    """Return what is wrong with a turn that equals a smaller one."""
    placed = PlacedTile(action.at, action.name, action.turn)
    same = [PlacedTile(action.at, action.name, turn) for turn in distinct_turns(action.name)]
    written = next(tile for tile in same if tile.segments == placed.segments)
    return f"tile {action.name} has the same track with a smaller turn: build {written}"


def _refused_cell(yard: Yard, at: tuple[int, int]) -> list[str]:
    if at in yard.sites:
        return []
    where = f"{at[0]},{at[1]}"
    taken = {tile.at: tile.kind for tile in yard.all_tiles}
    if at in taken:
        why = f"{where} is taken by tile {taken[at]}"
    elif at in yard.reserved:
        why = f"{where} is {yard.reserved[at]}"
    else:
        why = f"{where} shares no edge with your yard"
    free = [f"{column},{row}" for column, row in yard.sites]
    return [f"{why}; free beside it: {' '.join(free[:SHOWN])}{' …' if len(free) > SHOWN else ''}"]


def refused_bid(state: HumpState, action: Act, longest: int) -> str:
    """Return what is wrong with an illegal action while players bid; a train may be extended to `longest` cars."""
    cars = len(state.train)
    if action.what == "extend":
        if cars >= longest:
            return f"the train has {cars} cars already and may not be longer"
        return "no car card is left to extend the train"
    if action.what == "pass":
        return f"you extended the train, so you must bid on all its {cars} cars"
    if action.what != "bid":
        return "bids are made now: bid CARS:MOVES, extend or pass"
    faults = []
    if state.extended and action.cars != cars:
        faults.append(f"you extended the train, so you must bid on all its {cars} cars")
    elif action.cars > cars:
        faults.append(f"{cars} cars are on offer ({' '.join(state.train)}), not {action.cars}")
    elif action.cars < REVEALED:
        faults.append(f"a bid is on at least {REVEALED} cars")
    if not 1 <= action.moves <= MOST_MOVES:
        faults.append(f"a bid is 1 to {MOST_MOVES} moves")
    return "; ".join(faults)
