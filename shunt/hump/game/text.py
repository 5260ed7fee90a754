"""Actions and states of the game of Hump Yard as text for people, and refused actions in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shunt.errors import InputError, NotationError, counted
from shunt.files.numbers import DIGITS
from shunt.games.protocol import player_name
from shunt.hump.game.by_hand import ROLL
from shunt.hump.game.state import MOST_MOVES, REVEALED, BidAttempt, HumpAction, HumpState
from shunt.hump.moves import HumpMove, move_words
from shunt.hump.tiles import COLOURS, KINDS, distinct_turns, tile_meant
from shunt.hump.yard import TRACKS, PlacedTile, Yard

_TILE = re.compile(rf"build (?P<kind>{DIGITS}|end|{TRACKS})(?:r(?P<turn>[0-3]))?@(?P<column>-?{DIGITS}),(?P<row>-?{DIGITS})")
_START = re.compile(r"player (?P<player>[1-9]) starts")
_BID = re.compile(rf"bid (?P<cars>{DIGITS}):(?P<moves>{DIGITS})")


def action_text(action: HumpAction) -> str:
    """Return `build 62r1@2,1`, `bid 3:5`, `extend`, `roll A+B q0>2.2.NS`, and the like."""
    if action.what == "build":
        return f"build {PlacedTile(action.at, action.name, action.turn)}"
    if action.what == "bid":
        return f"bid {action.cars}:{action.moves}"
    if action.what == "start":
        return f"{player_name(int(action.name))} starts"
    return f"{action.what} {action.name}".rstrip()


def action_words(action: HumpAction, names: Sequence[str]) -> str:
    """Return an action in words, such as `bid the first 3 cars in 5 moves`."""
    if action.what == "build":
        turned = f", turned {90 * action.turn} degrees," if action.turn else ""
        return f"build tile {action.name}{turned} in column {action.at[0]}, row {action.at[1]}"
    if action.what == "bid":
        return f"bid the first {action.cars} cars in {moves_text(action.moves)}"
    if action.what == ROLL:
        return move_words(action.name)
    if action.what == "start":
        return f"{names[int(action.name)]} starts"
    known = {"extend": "extend the train by a card", "optimum": "let the fewest moves decide", "pass": "make no bid"}
    return known.get(action.what) or action_text(action)


def parse_action(text: str) -> HumpAction:
    """Read what `action_text` writes, and a move without the word `roll`; raise `NotationError` for anything else."""
    text = " ".join(text.split())
    if found := _TILE.fullmatch(text):
        try:
            kind, turn = tile_meant(found["kind"], int(found["turn"] or 0))
        except InputError as error:
            raise NotationError(str(error)) from None
        return HumpAction("build", kind, (int(found["column"]), int(found["row"])), turn)
    if found := _BID.fullmatch(text):
        return HumpAction("bid", cars=int(found["cars"]), moves=int(found["moves"]))
    what, _, name = text.partition(" ")
    if text in ("pass", "extend", "optimum", "give up"):
        return HumpAction(text)
    if found := _START.fullmatch(text):
        return HumpAction("start", str(int(found["player"]) - 1))
    if (what == "tile" and name in KINDS) or (what in ("car", "next") and name in COLOURS):
        return HumpAction(what, name)
    try:
        return HumpAction(ROLL, str(HumpMove.parse(text.removeprefix(f"{ROLL} "))))
    except NotationError:
        examples = "build 62r1@2,1, bid 3:5, extend, pass, red+blue q0>2.1.NS"
        raise NotationError(f"{text!r} is not an action; actions are such as {examples}") from None


def describe(state: HumpState) -> str:
    """Return points, yards, what is on offer, the train and the bids, in plain lines."""
    starts = "the start player is drawn" if state.phase == "start" else f"{player_name(state.start)} starts"
    lines = [f"turn {state.turn}, {state.phase}; {starts}; {sum(state.deck)} car cards left"]
    if state.phase == "over":
        lines = ["game over"]
    for player, (points, yard) in enumerate(zip(state.points, state.yards, strict=True)):
        lines.append(f"{player_name(player)}: {counted(points, 'cards')}, yard {yard}")
    lines += [attempt_text(attempt) for attempt in state.attempts]
    if state.offer:
        lines.append(f"tiles {' '.join(state.offer)}")
    if state.train:
        lines.append(f"train {' '.join(state.train)}")
    lines += [f"{player_name(player)} bids {counted(cars, 'cars')} in {moves_text(moves)}" for player, cars, moves in state.bids]
    if state.order:
        lines.append(f"order {' '.join(state.order)}")
    if state.typed:
        lines.append(f"moves so far: {'; '.join(state.typed)}")
    return "\n".join(lines)


def attempt_text(attempt: BidAttempt, name: str = "") -> str:
    """Return one attempt as a sentence, about a player of this `name` (which may be `you`): the moves it took, and the bid."""
    name = name or player_name(attempt.player)
    order, ending = " ".join(attempt.order), "" if name == "you" else "s"
    if not attempt.holds:
        return f"{name} fail{ending} to sort {order} in {moves_text(attempt.moves)}"
    taken = f" in {moves_text(attempt.taken)}" if attempt.taken else ""
    return f"{name} sort{ending} {order}{taken} (bid {attempt.moves})"


def moves_text(count: int) -> str:
    """Return a number of moves in words."""
    return f"{count} move{'' if count == 1 else 's'}"


def moves_are(count: int) -> str:
    """Return a number of moves with its verb: `1 move is`, `3 moves are`."""
    return f"{moves_text(count)} {'is' if count == 1 else 'are'}"


# --------------------------------------------------------------------------------------------------------------------
# Refused actions: what is wrong with them, and what would be right

SITES_SHOWN = 16  # free cells that are listed; a yard has more only when it is large


def refused_build(state: HumpState, action: HumpAction) -> str:
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


def _needless_turn(action: HumpAction) -> str:
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
    return [f"{why}; free beside it: {' '.join(free[:SITES_SHOWN])}{' …' if len(free) > SITES_SHOWN else ''}"]


def refused_bid(state: HumpState, action: HumpAction, longest: int) -> str:
    """Return what is wrong with an illegal action while players bid; a train may be extended to `longest` cars."""
    cars = len(state.train)
    if action.what == "extend":
        if cars >= longest:
            return f"the train has {counted(cars, 'cars')} already and may not be longer"
        return "no car card is left to extend the train"
    if action.what == "pass":
        return f"you extended the train, so you must bid on all its {counted(cars, 'cars')}"
    if action.what != "bid":
        return "bids are made now: bid CARS:MOVES, extend or pass"
    faults = []
    if state.extended and action.cars != cars:
        faults.append(f"you extended the train, so you must bid on all its {counted(cars, 'cars')}")
    elif action.cars > cars:
        faults.append(f"{cars} cars are on offer ({' '.join(state.train)}), not {action.cars}")
    elif action.cars < REVEALED:
        faults.append(f"a bid is on at least {REVEALED} cars")
    if not 1 <= action.moves <= MOST_MOVES:
        faults.append(f"a bid is 1 to {MOST_MOVES} moves")
    return "; ".join(faults)
