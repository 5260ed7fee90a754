"""A person at the table of Hump Yard: what is shown, what is typed, and the game on disk."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from shunt.cli.hump.hand import sort_by_hand
from shunt.cli.output import knows_unicode, say
from shunt.cli.printing import show_picture
from shunt.errors import Fault, InputError, NotationError
from shunt.files.atomic import write_text_atomically
from shunt.games.hump_yard.game import HumpYard
from shunt.games.hump_yard.state import REVEALED, HumpState
from shunt.games.hump_yard.text import attempt_text
from shunt.games.protocol import Match, match_from_json, match_to_json
from shunt.games.registry import bot_names, make_bot, make_game
from shunt.humpyard.table_cache import shared_store

YOU = 0

HELP = """  build KIND@COLUMN,ROW   build a tile on offer beside your yard; r1, r2, r3 turns it clockwise: build 62r1@2,1
  bid CARS:MOVES          sort the first CARS cars of the train, in an order not known yet, in at most MOVES moves
  extend                  have one more car appended first; then you must bid on the whole train
  pass                    make no bid
  yard [PLAYER]           draw a yard (yours is player 0)
  table [PLAYER]          how likely each bid holds in a yard, for every length of the train on offer
  tiles                   draw the tiles on offer as they lie unturned
  list                    every action there is
  Ctrl-C                  save and leave"""


@dataclass
class Table:
    """A match with a person at seat 0 and bots at the others; `seats` names who plays where."""

    match: Match[Any, Any]
    seats: tuple[str, ...]
    reach: int

    @classmethod
    def new(cls, bots: Sequence[str], seed: int, reach: int, options: Mapping[str, Any]) -> Table:
        """A new game; raises `InputError` for unknown bots, too few or too many of them."""
        for name in bots:
            make_bot(HumpYard, name, 0)
        game = make_game("hump-yard", 1 + len(bots), **options)
        return cls(Match(game, seed), ("you", *bots), reach)

    @classmethod
    def resumed(cls, path: str) -> Table:
        """A game from disk, played again up to where it was left; raises `InputError` for a file that is none."""
        try:
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise InputError(Fault("--resume", why, "a file that a game was saved in", file=path)) from None
        try:
            match = match_from_json(data, make_game)
            seats, reach = tuple(data.get("seats", ())), data.get("reach", 3)
            if len(seats) != match.game.players or not {*seats[1:]} <= {*bot_names(HumpYard)} or match.game.name != "hump-yard":
                raise InputError(Fault("seats", f"{list(seats)}", "you and a bot for each other player"))
            if not isinstance(reach, int) or not 2 <= reach <= 5:
                raise InputError(Fault("reach", repr(reach), "2 to 5"))
        except InputError as error:
            raise InputError([fault.at(path) for fault in error.faults]) from None
        return cls(match, seats, reach)

    def save(self, path: str) -> None:
        """Write the game, whole or not at all."""
        told = match_to_json(self.match) | {"seats": list(self.seats), "reach": self.reach}
        write_text_atomically(path, json.dumps(told, indent=1) + "\n")

    # ---------------------------------------------------------------------------------------------------------- playing

    @property
    def state(self) -> HumpState:
        """What lies on the table."""
        state: HumpState = self.match.state
        return state

    def run(self) -> None:
        """Play until the game is over."""
        self._tell_turn()
        while not self.match.is_over:
            player, before = self.match.game.to_act(self.state), self.state
            action = self._asked() if player == YOU else self._bot(player)
            self.match.act(action)
            who = "you" if player == YOU else f"player {player} ({self.seats[player]})"
            if player != YOU or action.what != "moves":
                say(f"{who}: {self.match.game.action_text(action)}")
            self._tell_after(before)
        points = self.state.points
        won = " and ".join(self._name(player) for player in self.match.game.winners(self.state))
        say(f"\nGame over. Car cards: {', '.join(f'{self._name(p)} {n}' for p, n in enumerate(points))}. Won by {won}.")

    def _bot(self, player: int) -> Any:
        # Afresh for every action: a game that was saved goes on as it would have gone.
        seed = random.Random(f"{self.match.seed}/{player}/{len(self.match.actions)}").getrandbits(48)
        game = self.match.game
        return make_bot(HumpYard, self.seats[player], seed, reach=self.reach).choose(game, game.view(self.state, player), player)

    def _name(self, player: int) -> str:
        return "you" if player == YOU else f"player {player} ({self.seats[player]})"

    # ----------------------------------------------------------------------------------------------------------- telling

    def _tell_turn(self) -> None:
        state = self.state
        say(
            f"\n── Turn {state.turn} ── {sum(state.deck)} car cards left, {self._name(state.start)} starts".replace(
                "you starts", "you start"
            )
        )
        say("   " + ", ".join(f"{self._name(player)} {points}" for player, points in enumerate(state.points)))

    def _tell_after(self, before: HumpState) -> None:
        """What followed from an action: cars revealed, attempts, the next turn."""
        state = self.state
        for attempt in state.attempts[len(before.attempts) :] if before.phase in ("bid", "attempt") else ():
            say(f"   {attempt_text(attempt)}")
        if before.phase == "bid" and state.phase in ("tiles", "build", "over") and not state.attempts:
            say("   nobody has bid; the cars are discarded")
        if state.turn != before.turn and not self.match.is_over:
            self._tell_turn()
        if state.train != before.train and state.train:
            say(f"   train: {' '.join(state.train)}")
        if state.phase == "build" and before.phase != "build":
            say(f"   tiles on offer: {' '.join(state.offer)}")

    def _asked(self) -> Any:
        """What the person does: anything that is legal."""
        state, game = self.state, self.match.game
        if state.phase == "attempt":
            return sort_by_hand(self, state, game.stop, YOU)  # type: ignore[attr-defined]
        wanted = {"build": f"Build one of {' '.join(state.offer)}", "bid": f"Bid on {' '.join(state.train)}"}[state.phase]
        if state.phase == "build":
            self.show_yard(YOU)
        while True:
            text = self.read(f"{wanted} (? helps): ")
            if self.shown(text):
                continue
            try:
                action = game.parse_action(text)
            except NotationError as error:
                say(f"   {error}")
                continue
            if not (why := game.refusal(state, action)):
                return action
            say(f"   {why}")

    def read(self, prompt: str) -> str:
        """A line that the person types; raises `EOFError` at the end of input."""
        click.echo(prompt, nl=False, err=True)
        return input().strip()

    def shown(self, text: str) -> bool:
        """Whether the text asked for something to be shown."""
        word, _, rest = text.partition(" ")
        if word in ("?", "help", ""):
            say(HELP)
        elif word == "list":
            say("  ".join(map(self.match.game.action_text, self.match.game.legal_actions(self.state))))
        elif word == "tiles":
            if self.state.offer:
                self._show_tiles()
            else:
                say("   no tiles are on offer now")
        elif word in ("yard", "table"):
            player = int(rest) if rest.isdecimal() else -1 if rest else YOU
            if not 0 <= player < len(self.seats):
                say(f"   players are 0 to {len(self.seats) - 1}")
            elif word == "yard":
                self.show_yard(player)
            else:
                self._show_table(player)
        else:
            return False
        return True

    def show_yard(self, player: int, places: Mapping[str, str] | None = None) -> None:
        """Draw a player's yard, with cars where they stand (space → name)."""
        from shunt.render.yard_terminal import draw_yard

        picture = draw_yard(self.state.yards[player], places or {}, sites=self.state.phase == "build", unicode=knows_unicode())
        show_picture(picture)

    def _show_tiles(self) -> None:
        from shunt.render.yard_terminal import draw_tiles

        show_picture(draw_tiles(dict.fromkeys(self.state.offer), unicode=knows_unicode()))

    def _show_table(self, player: int) -> None:
        state, tables = self.state, shared_store(self.match.game.stop)  # type: ignore[attr-defined]
        if len(state.train) < REVEALED:
            say("   no car is revealed yet; once the train is, its chances can be told")
        for cars in range(2, min(len(state.train), 5) + 1):
            table = tables.coloured(state.yards[player], state.train[:cars])
            chances = ", ".join(f"{bid} moves {float(chance):.0%}" for bid, chance in table.chances.items())
            say(f"   {cars} cars ({' '.join(state.train[:cars])}): {chances or 'no order can be made'}")
