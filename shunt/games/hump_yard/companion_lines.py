"""What the companion of a table of Hump Yard shows: the table, what is expected next, what an entry led to, and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shunt.games.hump_yard.advice import (
    REACH,
    advice_lines,
    attempt_moves,
    chance_lines,
    fewest_moves,
    move_lines,
    needed_text,
)
from shunt.games.hump_yard.game import HumpYard
from shunt.games.hump_yard.state import REVEALED, HumpState
from shunt.games.hump_yard.text import attempt_text, moves_are, moves_text

if TYPE_CHECKING:
    from shunt.render.output.characters import Picture


class RecordLines:
    """The texts and pictures of a record; `rules` and `names` are those of its table."""

    rules: HumpYard
    names: tuple[str, ...]

    # ---------------------------------------------------------------------------------------------------------- the table

    def lines(self, state: HumpState) -> list[str]:
        """Return the table: points, yards, tiles, train, bids, and what is entered next."""
        if state.phase == "over":
            head = "game over"
        else:
            token = "" if state.phase == "start" else f"; {self.names[state.start]} has the start-player token"
            head = f"turn {state.turn} of {self.rules.turns}, {sum(state.deck)} car cards left{token}"
        width = max(map(len, self.names))
        lines = [head]
        for name, points, yard in zip(self.names, state.points, state.yards, strict=True):
            lines.append(f"  {name:<{width}}  {points:2} card{'' if points == 1 else 's'}  yard {yard}")
        if state.offer:
            lines.append(f"tiles on offer: {' '.join(state.offer)}; drafted by {self._listed(state.waiting)}")
        if state.train and state.phase != "over":
            lines.append(f"train: {' '.join(state.train)}")
            lines += self._bid_lines(state)
        if state.order:
            lines.append(f"order wanted: {' '.join(state.order)}")
        if state.phase == "over":
            return [*lines, self._won_line(state)]
        return [*lines, f"now: {self.expected(state)}"]

    def _bid_lines(self, state: HumpState) -> list[str]:
        bids = {player: f"{cars}:{moves}" for player, cars, moves in state.bids}
        made = [
            f"{self.names[player]} {bids.get(player, 'passes')}"
            for player in self.rules.clockwise(state.start)
            if state.phase in ("shuffle", "attempt") or player not in state.waiting
        ]
        return [f"bids: {', '.join(made)}"] if made and (state.phase != "cars" or state.extended) else []

    def _won_line(self, state: HumpState) -> str:
        winners = self.rules.winners(state)
        most = max(state.points)
        shared = " (the win is shared)" if len(winners) > 1 else ""
        return f"won by {self._listed(winners)} with {most} car card{'' if most == 1 else 's'}{shared}"

    def _listed(self, players: Sequence[int]) -> str:
        return ", ".join(self.names[player] for player in players)

    def expected(self, state: HumpState) -> str:
        """Return what is entered next, with its form."""
        acting = self.names[state.waiting[0]] if state.waiting else ""
        if state.phase == "bid" and state.extended:
            return f"{acting} must bid on all {len(state.train)} cars (bid {len(state.train)}:MOVES), or extend COLOUR"
        tiles, order = " ".join(["KIND"] * self.rules.players), " ".join(["COLOUR"] * state.trying)
        forms = {
            "start": "start NAME, the player who starts",
            "tiles": f"tiles {tiles}, the tiles revealed",
            "build": f"{acting} builds one of {' '.join(state.offer)} (build KIND@COLUMN,ROW)",
            "cars": f"cars {' '.join(['COLOUR'] * REVEALED)}, the car cards revealed",
            "bid": f"{acting} bids (bid CARS:MOVES, extend COLOUR or pass)",
            "shuffle": f"order {order}, the shuffled cards of {' '.join(state.train[: state.trying])}",
            "over": "nothing, the game is over",
        }
        if state.phase != "attempt":
            return forms[state.phase]
        bid = moves_text(self.bid_of(state, state.waiting[0]))
        after = [f"{self.names[player]} ({self.bid_of(state, player)})" for player in state.waiting[1:]]
        then = f", then {', '.join(after)}" if after else ""
        return f"{acting} tries in at most {bid}{then} (sorted MOVES, moves …, failed or optimum)"

    def bid_of(self, state: HumpState, player: int) -> int:
        """Return the moves that a player has bid on the train that is tried."""
        return next(moves for bidder, cars, moves in state.bids if bidder == player and cars == state.trying)

    # ---------------------------------------------------------------------------------------------- what an entry led to

    def reported(self, before: HumpState, after: HumpState, *, unicode: bool = True) -> list[str | Picture]:
        """Return what an entry brought: the yard built, attempts with their moves, discarded cars, and the token."""
        parts: list[str | Picture] = []
        for player, (old, new) in enumerate(zip(before.yards, after.yards, strict=True)):
            if old != new:
                parts += self.yard_parts(after, player, unicode)
        if before.phase == "attempt":
            for attempt in after.attempts[len(before.attempts) :]:
                more = needed_text(self.rules, after.yards, before.train, attempt)
                parts.append(attempt_text(attempt, self.names[attempt.player]) + more)
                moves = attempt_moves(self.rules, after.yards, before.train, attempt)
                if moves and not attempt.typed:
                    parts.append(f"a shortest solution, {moves_text(len(moves))}:")
                parts += move_lines(moves)
        if (after.turn, after.phase) != (before.turn, before.phase) and before.phase in ("bid", "attempt"):
            parts += self._turn_lines(before, after)
        return parts

    def _turn_lines(self, before: HumpState, after: HumpState) -> list[str]:
        """Return who has won cards and who gets the token, if the turn has ended."""
        if after.turn == before.turn and after.phase != "over":
            return []
        won = [
            f"{self.names[player]} wins {new - old} car cards"
            for player, (old, new) in enumerate(zip(before.points, after.points, strict=True))
            if new > old
        ]
        lines = [f"{won[0]}; further cards revealed are discarded"] if won else ["nobody wins the train; its cards are discarded"]
        if after.phase == "over":
            return lines
        fewest = [player for player, points in enumerate(after.points) if points == min(after.points)]
        tie = f", of {self._listed(fewest)} the first clockwise from {self.names[before.start]}" if len(fewest) > 1 else ""
        return [*lines, f"the token goes to {self.names[after.start]}: fewest cards{tie}"]

    # ------------------------------------------------------------------------------------------------------------ answers

    def advice(self, state: HumpState, player: int) -> list[str]:
        """Return what a player is advised to build or bid."""
        return [f"advice for {self.names[player]}:", *advice_lines(self.rules, state, player)]

    def chances(self, state: HumpState, player: int) -> list[str]:
        """Return the chances that bids hold in a player's yard."""
        return [f"{self.names[player]}:", *(f"  {line}" for line in chance_lines(self.rules, state, player))]

    def solution(self, state: HumpState, player: int) -> list[str]:
        """Return a shortest solution of the order wanted in a player's yard."""
        if state.phase != "attempt":
            return ["no order is wanted now"]
        moves = fewest_moves(self.rules, state.yards[player], state.train[: state.trying], state.order)
        if not moves:
            return [f"{self.names[player]}: no moves bring the train into this order"]
        return [f"{self.names[player]}: {moves_text(len(moves))}, and not fewer", *move_lines(moves)]

    def judgement(self, state: HumpState) -> list[str]:
        """Return every bid on the train that is tried against the fewest moves, in the order of the attempts."""
        if state.phase != "attempt":
            return ["no order is wanted now; bids are judged when it is known"]
        train, lines = state.train[: state.trying], []
        for player in state.waiting:
            bid, yard = self.bid_of(state, player), state.yards[player]
            optimum = self.rules.tables.optimum(yard, train, state.order, bid)
            if optimum is None and len(train) <= REACH:
                least = self.rules.tables.coloured(yard, train).by_order.get(state.order)
                why = f"{moves_are(least)} needed" if least else "no moves bring the train into this order"
                lines.append(f"{self.names[player]} bid {moves_text(bid)}: does not hold, {why}")
            elif optimum is None:
                lines.append(f"{self.names[player]} bid {moves_text(bid)}: does not hold")
            else:
                lines.append(f"{self.names[player]} bid {moves_text(bid)}: holds, the fewest are {moves_text(optimum)}")
        return lines

    def yard_parts(self, state: HumpState, player: int, unicode: bool) -> list[str | Picture]:
        """Return a player's yard, drawn; while tiles are built with the free cells beside it."""
        from shunt.render.terminal.yards import draw_yard

        yard = state.yards[player]
        sites = state.phase == "build" and player in state.waiting
        return [f"yard of {self.names[player]}:", draw_yard(yard, {}, sites=sites, unicode=unicode)]

    def tile_parts(self, state: HumpState, unicode: bool) -> list[str | Picture]:
        """Return the tiles on offer, drawn."""
        from shunt.render.terminal.yards import draw_tiles

        if not state.offer:
            return ["no tiles are on offer now"]
        return ["tiles on offer, unturned:", draw_tiles(dict.fromkeys(state.offer), unicode=unicode)]
