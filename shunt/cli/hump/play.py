"""The game of Hump Yard at the terminal: yards, tables of chances, tiles, and what follows from each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.games.front import FrontEnd, Screen
from shunt.cli.options import Whole
from shunt.cli.output import knows_unicode, say
from shunt.cli.printing import show_picture
from shunt.games.hump_yard.state import REVEALED, HumpState
from shunt.games.hump_yard.text import attempt_text
from shunt.games.protocol import Game

if TYPE_CHECKING:
    from shunt.cli.games.table import Event, Table
    from shunt.render.terminal import Picture

LONGEST_TABLE = 5
HELP = """  build KIND@COLUMN,ROW   build a tile on offer in your yard; r1, r2, r3 turn it clockwise: build 62r1@2,1
  bid CARS:MOVES          sort the first CARS cars of the train in at most MOVES moves; their order is not known yet
  extend                  add one more car first; then you must bid on the whole train
  pass                    make no bid
  yard [PLAYER]           draw a yard (your own by default; players are numbered from 1)
  table [PLAYER]          the chances that each bid holds in a yard, for every length of the train on offer
  tiles                   draw the tiles on offer, unturned"""


class HumpFront(FrontEnd):
    """Yards drawn before a build, attempts and turns reported, trains sorted by hand on request."""

    game = "hump-yard"
    command = "humpyard"
    bots = "reader,reader,planner"
    simulated = "planner,reader,reader,reader"
    options = (
        click.Option(["--turns"], type=Whole(), default=20, show_default=True, metavar="N", help="Maximum number of turns."),
        click.Option(
            ["--longest"],
            type=Whole(),
            default=5,
            show_default=True,
            metavar="N",
            help="Maximum length of a train that is extended, in cars.",
        ),
        click.Option(
            ["--stop"],
            type=click.Choice(["farthest", "any"]),
            default="farthest",
            show_default=True,
            help="Where a move may end: as far as it can go, or anywhere.",
        ),
    )
    play_options = (
        click.Option(["--by-hand"], is_flag=True, help="People sort their trains move by move; otherwise the optimum decides."),
    )
    bot_options = (
        click.Option(
            ["--reach"],
            type=Whole(2, 5),
            default=3,
            show_default=True,
            metavar="N",
            help="Bots use tables of at most N cars, 2 to 5.",
        ),
    )
    help = HELP
    points = "cars"

    def make_options(self, values: Mapping[str, Any], people: Sequence[int]) -> dict[str, Any]:
        """Return the options of the game; with `by_hand` all people sort by hand."""
        options = super().make_options(values, people)
        if "by_hand" in options:
            options["by_hand"] = list(people) if options["by_hand"] else []
        return options

    # -------------------------------------------------------------------------------------------------------------- events

    def opening_lines(self, table: Table) -> list[str]:
        """Return the turn and the points."""
        return _turn_lines(table, table.match.state)

    def event_lines(self, table: Table, event: Event, observer: int | None) -> list[str]:
        """Return the action, then cars revealed, attempts and the next turn."""
        before, after, lines = event.before, event.after, []
        if event.player is None:
            return [f"   tiles on offer: {' '.join(after.offer)}"] if after.offer else []
        action = event.steps[0][2]
        if action.what != "moves":
            lines.append(f"{table.name(event.player)}: {table.match.game.action_text(action)}")
        if before.phase in ("bid", "attempt"):
            lines += [
                f"   {attempt_text(attempt, table.name(attempt.player))}" for attempt in after.attempts[len(before.attempts) :]
            ]
        if before.phase == "bid" and after.phase in ("tiles", "build", "over") and not after.attempts:
            lines.append("   nobody has bid; the cars are discarded")
        if after.turn != before.turn and after.phase != "over":
            lines += _turn_lines(table, after)
        if after.train != before.train and after.train:
            lines.append(f"   train: {' '.join(after.train)}")
        if after.phase == "build" and before.phase != "build":
            lines.append(f"   tiles on offer: {' '.join(after.offer)}")
        return lines

    def final_lines(self, table: Table) -> list[str]:
        """Return the car cards of each player and who won."""
        state, game = table.match.state, table.match.game
        won = " and ".join(map(table.name, game.winners(state)))
        cards = ", ".join(f"{table.name(player)} {points}" for player, points in enumerate(state.points))
        return [f"\nGame over. Car cards: {cards}. Won by {won}."]

    # ------------------------------------------------------------------------------------------------------------- asking

    def picture(self, game: Game[Any, Any], view: HumpState, player: int) -> Picture | str:
        """Return the player's yard while tiles are built; otherwise nothing is drawn unasked."""
        return yard_picture(view, player) if view.phase == "build" else ""

    def prompt(self, game: Game[Any, Any], view: HumpState, player: int) -> str:
        """Return what is built or bid on."""
        return f"Build one of {' '.join(view.offer)}" if view.phase == "build" else f"Bid on {' '.join(view.train)}"

    def ask(self, terminal: Screen, player: int) -> Any:
        """Have a train sorted by hand; everything else is asked for as usual."""
        match = terminal.table.match
        if match.state.phase != "attempt":
            return None
        from shunt.cli.hump.hand import sort_by_hand

        return sort_by_hand(terminal, match.state, match.game.stop, player)  # type: ignore[attr-defined]

    def answer(self, terminal: Screen, player: int, text: str) -> bool:
        """Draw yards, tables of chances and tiles."""
        word, _, rest = text.partition(" ")
        state = terminal.table.match.state
        if text == "tiles":
            if state.offer:
                from shunt.render.yard_terminal import draw_tiles

                show_picture(draw_tiles(dict.fromkeys(state.offer), unicode=knows_unicode()))
            else:
                say("   no tiles are on offer now")
        elif word in ("yard", "table"):
            shown = int(rest) - 1 if rest.isdecimal() else -1 if rest else player
            if not 0 <= shown < len(state.yards):
                say(f"   players are numbered 1 to {len(state.yards)}")
            elif word == "yard":
                show_picture(yard_picture(state, shown))
            else:
                _show_table(state, shown, terminal.table.match.game.stop)  # type: ignore[attr-defined]
        else:
            return False
        return True


def yard_picture(state: HumpState, player: int) -> Picture:
    """Return a player's yard, with the free cells beside it while tiles are built."""
    from shunt.render.yard_terminal import draw_yard

    return draw_yard(state.yards[player], {}, sites=state.phase == "build", unicode=knows_unicode())


def _turn_lines(table: Table, state: HumpState) -> list[str]:
    starts = "start" if table.name(state.start) == "you" else "starts"
    cards = sum(state.deck)
    return [
        f"\n── Turn {state.turn} ── {cards} car cards left, {table.name(state.start)} {starts}",
        "   " + ", ".join(f"{table.name(player)} {points}" for player, points in enumerate(state.points)),
    ]


def _show_table(state: HumpState, player: int, stop: Any) -> None:
    from shunt.humpyard.table_cache import shared_store

    if len(state.train) < REVEALED:
        say("   no car is revealed yet; chances are known once the train is")
    for cars in range(2, min(len(state.train), LONGEST_TABLE) + 1):
        table = shared_store(stop).coloured(state.yards[player], state.train[:cars])
        chances = ", ".join(f"{bid} moves {float(chance):.0%}" for bid, chance in table.chances.items())
        say(f"   {cars} cars ({' '.join(state.train[:cars])}): {chances or 'no order can be made'}")


FRONT = HumpFront()
