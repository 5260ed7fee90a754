"""The moves of a card's Yard Guide as a crew needs them: which turnouts to set before each, and where the train runs.

A layout that was imported has `routes` under `[about]`: `"Lead-4 IT1 Main-1: IT1 closed"` says that a path over these spaces
needs turnout IT1 closed. A train needs the turnouts under its whole way: from its last coupled car, by way of the path of its
locomotive, to the first car that it pushes at the end. If it needs a turnout both ways, as on a balloon loop, it stops on its way
while the turnout is thrown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.cards.card import RouteCard
from shunt.errors import CardError, Fault
from shunt.railways.drawing import Turnouts
from shunt.rules.ruleset import replay
from shunt.track.plain_tracks import track_places

Routes = Mapping[tuple[str, ...], Turnouts]


@dataclass(frozen=True)
class Stage:
    """A part of a move: the turnouts to set, then the space that the front of the train runs to."""

    turnouts: Turnouts
    to: str


@dataclass(frozen=True)
class CrewMove:
    """A move in words, with its stages; a step of a turntable has neither a locomotive nor stages. `forward`: 0 for backward."""

    text: str
    locomotive: str = ""
    forward: int = 1
    stages: tuple[Stage, ...] = ()


def crew_moves(card: RouteCard, called: Mapping[str, str] = {}) -> list[CrewMove]:
    """Return the moves of the card's Yard Guide; raise `CardError` without one, or without routes. `called`: names of pieces."""
    if not card.guide:
        raise CardError(Fault("guide", "the card has no Yard Guide", "solve the card, and save the solution in it", card.path))
    routes, tracks = routes_of(card), track_places(card.plan)
    places = card.roster.at(card.start)
    moves: list[CrewMove] = []
    made = list(replay(card.rules, card.start, card.guide))
    for move, left in zip(made, _left(made), strict=True):
        after = card.roster.at(move.position)
        at = {car: tracks[after[car]].track if after[car] in tracks else after[car] for car in left}
        words = "".join(
            f", leaves {_listed([car for car in left if at[car] == track], called)} at {track}"
            for track in dict.fromkeys(at.values())
        )
        moves.append(_crew_move(move, places, after, routes, called, words))
        places = after
    return moves


def _left(made: Sequence[Any]) -> list[list[str]]:
    """Return for each move which pieces its locomotive moved, and has not in its next move."""
    found: list[list[str]] = []
    following: dict[str, set[str]] = {}
    for move in reversed(made):
        if move.run is None:
            found.append([])
            continue
        train = [*move.run.couples, *move.run.pushes]
        found.append([piece for piece in train if piece not in following.get(move.run.locomotive, ())])
        following[move.run.locomotive] = set(train)
    return found[::-1]


def routes_of(card: RouteCard) -> Routes:
    """Return the turnouts that paths over two or three spaces need; raise `CardError` if they cannot be read."""
    found: dict[tuple[str, ...], Turnouts] = {}
    listed = card.layout.about.get("routes")
    if not isinstance(listed, list | tuple) or not listed:
        what = "the layout does not say which turnouts its paths need"
        raise CardError(Fault("layout.about.routes", what, "import it with shunt import from a panel or a plan", card.path))
    for text in listed:
        path, colon, turnouts = str(text).rpartition(": ")
        pairs = [tuple(one.rsplit(" ", 1)) for one in turnouts.split(", ")]
        spaces = tuple(path.split())
        if not colon or len(spaces) not in (2, 3) or any(len(pair) != 2 or pair[1] not in ("closed", "thrown") for pair in pairs):
            raise CardError(Fault("layout.about.routes", f"{text!r} is not a route", 'write "A P B: IT1 closed"', card.path))
        found[spaces] = found[spaces[::-1]] = tuple((name, state) for name, state in pairs)
    return found


def _crew_move(
    made: Any, before: Mapping[str, str], after: Mapping[str, str], routes: Routes, called: Mapping[str, str], left: str
) -> CrewMove:
    """Return a move in words, with the turnouts that it needs; `left`: the words for what it leaves behind."""
    run = made.run
    if run is None:
        return CrewMove(made.words)
    locomotive = run.locomotive
    way = [*(before[piece] for piece in reversed(run.couples)), *run.path, *(after[piece] for piece in run.pushes)]
    words = f"{called.get(locomotive, locomotive)} runs {run.direction} from {run.path[0]} to {run.path[-1]}"
    words += f", pulls {_listed(run.couples, called)}" if run.couples else ""
    words += (f", pushes {_listed(run.pushes, called)}" if run.pushes else "") + left
    return CrewMove(words, locomotive, int(run.direction == "forward"), tuple(_stages(way, routes)))


def _listed(pieces: Sequence[str], called: Mapping[str, str]) -> str:
    return " and ".join(called.get(piece, piece) for piece in pieces)


def _stages(way: Sequence[str], routes: Routes) -> Iterator[Stage]:
    """Yield the stages of a train that passes over the spaces of `way`: a new one where a turnout must be thrown again."""
    needed: dict[str, str] = {}
    for index in range(1, len(way)):
        for path in (tuple(way[index - 1 : index + 1]), tuple(way[max(0, index - 2) : index + 1])):
            for turnout, state in routes.get(path, ()):
                if needed.get(turnout, state) != state:
                    yield Stage(tuple(needed.items()), way[index - 2])
                    needed = {}
                needed[turnout] = state
    yield Stage(tuple(needed.items()), way[-1])


def facing_at_start(card: RouteCard) -> dict[str, str]:
    """Return for each locomotive that moves where its front is at the start: how its first run says."""
    found: dict[str, str] = {}
    for made in replay(card.rules, card.start, card.guide):
        if made.run is not None and made.run.locomotive not in found:
            side = "towards" if made.run.direction == "forward" else "away from"
            found[made.run.locomotive] = f"{side} {made.run.path[1]}"
    return found


def turnout_list(card: RouteCard, called: Mapping[str, str] = {}) -> str:
    """Return the moves with the turnouts to throw before each, those that are not set so already, for people without JMRI."""
    lines = [f"{card.name}: turnouts for each move", ""]
    set_so: dict[str, str] = {}
    for number, move in enumerate(crew_moves(card, called), 1):
        for index, stage in enumerate(move.stages):
            if index:
                lines.append(f"    run to {move.stages[index - 1].to}, and stop clear of the turnouts")
            lines += [f"    {turnout} {state}" for turnout, state in stage.turnouts if set_so.get(turnout) != state]
            set_so |= dict(stage.turnouts)
        lines.append(f"{number:>2}. {move.text}")
    return "\n".join([*lines, ""])
