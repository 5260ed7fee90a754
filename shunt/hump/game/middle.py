"""A game of Hump Yard from the middle: the table at the beginning of a turn, from what can be seen there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shunt.errors import Fault, InputError, counted, suggest
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import REVEALED, HumpState
from shunt.hump.tiles import COLOURS, COPIES, KINDS
from shunt.hump.yard import Yard


@dataclass(frozen=True)
class Middle:
    """What is on the table when a turn begins, in JSON types.

    `yards`: compact texts, a player each, or none yet; `points`: the car cards that each has won; `turn`: its number, by default
    the one after the tiles that were built; `gone`: the car cards that were won or discarded, by colour.
    """

    yards: Sequence[str] = ()
    points: Sequence[int] = ()
    turn: int | None = None
    gone: Mapping[str, int] | None = None

    def settings(self) -> dict[str, Any]:
        """Return what is given, for a saved log."""
        given = {"yards": list(self.yards), "points": list(self.points), "turn": self.turn, "gone": self.gone and dict(self.gone)}
        return {key: value for key, value in given.items() if value}

    def state(self, game: HumpGame) -> HumpState:
        """Return the table; raise `InputError`, which lists every fault."""
        state = game.initial()
        faults = list(self._faults(game))
        if faults:
            raise InputError(faults)
        yards = tuple(map(Yard.parse, self.yards)) or state.yards
        built = Counter(tile.kind for yard in yards for tile in yard.tiles)
        turn = self.turn or 1 + max(len(yard.tiles) for yard in yards)
        gone = self.gone or {}
        faults = [
            Fault("yards", f"tile {kind} is built {counted(number, 'times')}", f"there are {COPIES} of each kind")
            for kind, number in built.items()
            if number > COPIES
        ]
        if turn > game.options.turns:
            faults.append(Fault("turn", f"turn {turn} of a game of {counted(game.options.turns, 'turns')}", "check the yards"))
        if faults:
            raise InputError(faults)
        return replace(
            state,
            turn=turn,
            yards=yards,
            points=tuple(self.points) or state.points,
            bag=tuple(COPIES - built[kind] for kind in KINDS),
            deck=tuple(game.options.copies - gone.get(colour, 0) for colour in COLOURS),
        )

    def _faults(self, game: HumpGame) -> Iterator[Fault]:
        """Yield what is wrong with each value by itself, and with the cards that are gone."""
        count = game.players
        for name, values in (("yards", self.yards), ("points", self.points)):
            if not isinstance(values, list | tuple) or len(values) not in (0, count):
                yield Fault(name, f"{values!r}", f"one for each of the {count} players")
                return
        for text in self.yards:
            yield from _yard_faults(text)
        if not all(map(_is_count, self.points)):
            yield Fault("points", f"{list(self.points)}", "the number of car cards that each player has won")
            return
        if self.turn is not None and (not _is_count(self.turn) or self.turn < 1):
            yield Fault("turn", f"{self.turn!r}", f"1 to {game.options.turns}")
        gone = {} if self.gone is None else self.gone
        if not isinstance(gone, Mapping):
            yield Fault("gone", f"{gone!r}", "car cards by their colour")
            return
        for colour, number in gone.items():
            if colour not in COLOURS:
                yield Fault("gone", f"unknown colour {colour!r}", suggest(colour, COLOURS))
            elif not _is_count(number) or number > game.options.copies:
                yield Fault("gone", f"{number!r} of {colour}", f"there are {game.options.copies} car cards of a colour")
        out = sum(number for number in gone.values() if _is_count(number))
        if sum(self.points) > out:
            won = f"{counted(sum(self.points), 'car cards')} won, but {counted(out, 'cards')} gone from the deck"
            yield Fault("points", won, "give all that are won or discarded, by colour")
        if len(COLOURS) * game.options.copies - out < REVEALED:
            yield Fault("gone", "too few car cards are left for a turn", "the game is over")


def _yard_faults(text: Any) -> Iterator[Fault]:
    try:
        yard = Yard.parse(text if isinstance(text, str) else repr(text))
    except InputError as error:
        yield from error.faults
        return
    if yard.headings != Yard().headings:
        yield Fault("yards", f"{text} has {counted(yard.headings, 'headings')}", f"the game has {Yard().headings}")


def _is_count(number: Any) -> bool:
    return type(number) is int and number >= 0
