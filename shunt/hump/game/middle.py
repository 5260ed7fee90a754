"""A game of Hump Yard from the middle: the table at the beginning of a turn, from what can be seen there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from shunt.errors import Fault, InputError, counted, faults_into, raise_faults, suggest
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import REVEALED, HumpState
from shunt.hump.tiles import COLOURS, COPIES, KINDS
from shunt.hump.yard import Yard


def table_in_progress(
    game: HumpGame, yards: Sequence[str], points: Sequence[int], turn: int | None, gone: Mapping[str, int]
) -> HumpState:
    """Return what is on the table when a turn begins; raise `InputError`, which lists every fault.

    `yards`: compact texts, a player each, or none yet; `points`: the car cards that each has won; `turn`: its number, by default
    the one after the tiles that were built; `gone`: the car cards that were won or discarded, by colour.
    """
    state, options, placed, faults = game.initial(), game.options, list[Yard](), list[Fault]()
    for name, values in (("yards", yards), ("points", points)):
        if not isinstance(values, list | tuple) or len(values) not in (0, game.players):
            raise InputError(name, f"{values!r}", f"one for each of the {game.players} players")
    if not isinstance(gone, Mapping):
        raise InputError("gone", f"{gone!r}", "car cards by their colour")
    for text in yards:
        with faults_into(faults):
            placed.append(Yard.parse(text if isinstance(text, str) else repr(text)))
    faults += [
        Fault("yards", f"{yard} has {counted(yard.headings, 'headings')}", f"the game has {Yard().headings}")
        for yard in placed
        if yard.headings != Yard().headings
    ]
    built = Counter(tile.kind for yard in placed for tile in yard.tiles)
    faults += [
        Fault("yards", f"tile {kind} is built {counted(number, 'times')}", f"there are {COPIES} of each kind")
        for kind, number in built.items()
        if number > COPIES
    ]
    now = 1 + max((len(yard.tiles) for yard in placed), default=0) if turn is None else turn
    if not _is_count(now) or not 1 <= now <= options.turns:
        remedy = "check the yards" if turn is None else f"1 to {options.turns}"
        faults.append(Fault("turn", f"turn {now!r} of a game of {counted(options.turns, 'turns')}", remedy))
    for colour, number in gone.items():
        if colour not in COLOURS:
            faults.append(Fault("gone", f"unknown colour {colour!r}", suggest(colour, COLOURS)))
        elif not _is_count(number) or number > options.copies:
            faults.append(Fault("gone", f"{number!r} of {colour}", f"there are {options.copies} car cards of a colour"))
    out = sum(filter(_is_count, gone.values()))
    if not all(map(_is_count, points)):
        faults.append(Fault("points", f"{list(points)}", "the number of car cards that each player has won"))
    elif sum(points) > out:
        won = f"{counted(sum(points), 'car cards')} won, but {counted(out, 'cards')} gone from the deck"
        faults.append(Fault("points", won, "give all that are won or discarded, by colour"))
    if len(COLOURS) * options.copies - out < REVEALED:
        faults.append(Fault("gone", "too few car cards are left for a turn", "the game is over"))
    raise_faults(faults)
    return replace(
        state,
        turn=now,
        yards=tuple(placed) or state.yards,
        points=tuple(points) or state.points,
        bag=tuple(COPIES - built[kind] for kind in KINDS),
        deck=tuple(options.copies - gone.get(colour, 0) for colour in COLOURS),
    )


def _is_count(number: Any) -> bool:
    return type(number) is int and number >= 0
