"""`shunt humpyard`: the whole game, people against bots, or bots by the hundred, and the companion of a real table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import click

from shunt.cli.options import flag, number_option, text_option
from shunt.cli.output import columns, knows_unicode
from shunt.files.numbers import whole_number
from shunt.games.commands.front import Declared, FrontEnd, names, start_player_option
from shunt.games.commands.game_commands import add_game_commands
from shunt.games.protocol import Event, Seat
from shunt.hump.commands.options import returns_option, stop_option
from shunt.hump.game.by_hand import sorting_of
from shunt.hump.game.state import LONGEST, TURNS, HumpState
from shunt.hump.game.text import attempt_text
from shunt.hump.tiles import COPIES_OF_COLOUR

if TYPE_CHECKING:
    from shunt.games.table import GameTable
    from shunt.render.characters import Picture

HELP = """  build KIND@COLUMN,ROW   build a tile on offer in your yard; r1, r2, r3 turn it clockwise: build 62r1@2,1
  bid CARS:MOVES          sort the first CARS cars of the train in at most MOVES moves; their order is not known yet
  extend                  add one more car first; then you must bid on the whole train
  pass                    make no bid
  yard [PLAYER]           draw a yard (your own by default; players are numbered from 1)
  table [PLAYER]          the chances that each bid holds in a yard, for every length of the train on offer
  tiles                   draw the tiles on offer, unturned
  chart                   draw all kinds of tiles"""


GAME_OPTIONS: tuple[Declared, ...] = (
    start_player_option("start", "at random"),
    text_option(
        "--branches",
        "LIST",
        "Side on which the heading tiles branch: up or down. Give one side for all players, or one for each player as in "
        "up,down. Default: up.",
        type=names,
    ),
    number_option("--turns", "Maximum number of turns.", default=TURNS),
    number_option(
        "--longest",
        "Number of cars in the longest train after extensions, at most 10. Default: the most cars "
        "for which chances can be computed.",
        default=LONGEST,
    ),
    number_option("--copies", "Number of car cards in each of the five colours.", default=COPIES_OF_COLOUR),
    stop_option,
    returns_option,
)


class HumpFront(FrontEnd):
    """Yards drawn before a build, attempts and turns reported, trains sorted by hand on request."""

    game = "humpyard"
    bots = "reader,reader,planner"
    simulated = "planner,reader,reader,reader"
    options = GAME_OPTIONS
    play_options = (
        flag(
            "--by-hand",
            "Let people sort their trains move by move. Without this option, a bid holds if the train can be sorted in as "
            "many moves.",
        ),
    )
    bot_options: ClassVar = {
        "reach": number_option(
            "--reach", "Number of cars in the largest tables that bots use, 2 to 5.", least=2, most=5, default=3
        )
    }
    help = HELP
    points = "cars"
    page_options: ClassVar = {
        "by_hand": ("You sort your trains", {"move by move": True, "by the fewest moves": False}),
        "turns": ("Turns", {"20": 20, "10": 10, "5": 5}),
    }

    def make_options(self, values: Mapping[str, Any], people: Sequence[int]) -> dict[str, Any]:
        """Return the options of the game; with `by_hand` all people sort by hand."""
        options = super().make_options(values, people)
        if "by_hand" in options:
            options["by_hand"] = list(people) if options["by_hand"] else []
        return options

    # -------------------------------------------------------------------------------------------------------------- events

    def opening_lines(self, table: GameTable) -> list[str]:
        """Return the turn and the points."""
        return _turn_lines(table, table.state)

    def event_lines(self, table: GameTable, event: Event, observer: int | None) -> Sequence[str | Picture]:
        """Return the action, then the yard that was built by one of several people, cars revealed, attempts and the next turn."""
        before, after, player = event.before, event.after, event.player
        if player is None:
            return [f"   tiles on offer: {' '.join(after.offer)}"] if after.offer else []
        action = event.steps[0][2]
        lines: list[str | Picture] = [f"{table.name(player)}: {table.seen(before, action, observer)}"]
        if action.what == "build" and player in table.people and len(table.people) > 1:
            lines.append(yard_picture(after, player, sites=False))
        if before.phase in ("bid", "attempt"):
            lines += _attempt_lines(table, before, after)
        if before.phase == "bid" and after.phase in ("tiles", "build", "over") and not after.attempts:
            lines.append("   nobody has bid; the cars are discarded")
        if after.turn != before.turn and after.phase != "over":
            lines += _turn_lines(table, after)
        if after.train != before.train and after.train:
            lines.append(f"   train: {' '.join(after.train)}")
        if after.phase == "build" and before.phase != "build":
            lines.append(f"   tiles on offer: {' '.join(after.offer)}")
        return lines

    def final_lines(self, table: GameTable) -> list[str]:
        """Return the car cards of each player and who won."""
        state, game = table.state, table.game
        won = " and ".join(map(table.name, game.winners(state)))
        cards = ", ".join(f"{table.name(player)} {points}" for player, points in enumerate(state.points))
        return [f"\nGame over. Car cards: {cards}. Won by {won}."]

    # ------------------------------------------------------------------------------------------------------------- asking

    def picture(self, seat: Seat, names: Sequence[str]) -> Sequence[Picture | str]:
        """Return the player's yard while tiles are built, with the tiles on offer, in the bidding, and with the train to sort."""
        view = seat.view
        if view.phase == "attempt":
            from shunt.hump.commands.hand import sorting_parts

            return sorting_parts(view, seat.game.options.rules)
        if view.phase == "build":
            return [yard_picture(view, seat.player, sites=True), "   tiles on offer, unturned:", tile_picture(view)]
        return [yard_picture(view, seat.player, sites=False)] if view.phase == "bid" else []

    def prompt(self, seat: Seat) -> str:
        """Return what is built or bid on, or which move is asked for."""
        view = seat.view
        if view.phase == "attempt":
            instead = "undo" if view.typed else "optimum"
            return f"Move {len(view.typed) + 1} of {view.bid_of(seat.player)}, {instead} or give up"
        if view.phase == "build":
            return f"Build {'one of ' if len(view.offer) > 1 else ''}{' '.join(view.offer)}"
        return f"Bid on {' '.join(view.train)}"

    def advice(self, seat: Seat, text: Callable[[Any], str]) -> list[str]:
        """Return what the exact tables advise to build or bid, or the fewest moves of the train that is sorted."""
        from shunt.hump.game.advice import advice_lines

        return advice_lines(*seat, text)

    def answer(self, seat: Seat, text: str) -> Sequence[str | Picture] | None:
        """Return yards and tiles, tables of chances, and while a train is sorted the help about moves."""
        word, _, rest = text.partition(" ")
        game, state, player = seat
        if word in ("?", "help", "") and state.phase == "attempt":
            from shunt.hump.commands.hand import help_lines

            return help_lines(sorting_of(state, game.options.rules))
        if text == "tiles":
            return [tile_picture(state)] if state.offer else ["   no tiles are on offer now"]
        if text == "chart":
            from shunt.hump.pictures.terminal import draw_chart

            return draw_chart(max(1, columns() // 12), unicode=knows_unicode())
        if word not in ("yard", "table"):
            return None
        shown = (whole_number(rest) or 0) - 1 if rest else player
        if not 0 <= shown < len(state.yards):
            return [f"   players are numbered 1 to {len(state.yards)}"]
        if word == "yard":
            return [yard_picture(state, shown, sites=state.phase == "build")]
        from shunt.hump.game.advice import chance_lines

        return [f"   {line}" for line in chance_lines(game, state, shown)]


def yard_picture(state: HumpState, player: int, *, sites: bool) -> Picture:
    """Return a player's yard; `sites`: with the free cells beside it."""
    from shunt.hump.pictures.terminal import draw_yard

    return draw_yard(state.yards[player], {}, sites=sites, unicode=knows_unicode(), width=columns())


def tile_picture(state: HumpState) -> Picture:
    """Return the tiles on offer, unturned."""
    from shunt.hump.pictures.terminal import draw_tiles

    return draw_tiles(dict.fromkeys(state.offer), unicode=knows_unicode())


def _attempt_lines(table: GameTable, before: HumpState, after: HumpState) -> list[str]:
    """Return the attempts that an action led to: moves taken and the moves themselves, or what a failed one would need."""
    from shunt.hump.game.advice import attempt_moves, move_lines, needed_text, proof_lines

    game, lines = table.game, []
    for attempt in after.attempts[len(before.attempts) :]:
        more = needed_text(game, before, attempt)  # type: ignore[arg-type]
        lines.append(f"   {attempt_text(attempt, table.name(attempt.player))}{more}")
        if not before.typed:
            lines += move_lines(attempt_moves(game, before, attempt))  # type: ignore[arg-type]
        lines += proof_lines(game, before, attempt)  # type: ignore[arg-type]
    return lines


def _turn_lines(table: GameTable, state: HumpState) -> list[str]:
    starts = "start" if table.name(state.start) == "you" else "starts"
    cards = sum(state.deck)
    return [
        f"\n── Turn {state.turn} ── {cards} car cards left, {table.name(state.start)} {starts}",
        "   " + ", ".join(f"{table.name(player)} {points}" for player, points in enumerate(state.points)),
    ]


FRONT = HumpFront()


@click.group("humpyard")
def command() -> None:
    """Play Hump Yard against bots, simulate many games, or keep the record of a game at a table.

    Two more bots can play this game: reader uses tables of optima for its bids, and planner also uses them to build.

    \b
    Examples:
      shunt humpyard play
      shunt humpyard simulate --games 20 --seed 7
      shunt humpyard follow --names Anna,Ben,Cleo
    """


def _yards(ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> list[str] | None:
    """Return the texts of yards that files or texts mean."""
    from shunt.hump.yard_file import find_yard

    return [str(find_yard(one)) for one in given] or None


def _points(text: str) -> list[int] | None:
    """Read numbers with commas."""
    found = [whole_number(word) for word in names(text)]
    if None in found:
        raise click.BadParameter(f"{text!r} is not a list of numbers, such as 3,0,2")
    return [number for number in found if number is not None] or None


def _gone(text: str) -> dict[str, int] | None:
    """Read numbers of car cards by their colours."""
    found = {}
    for word in names(text):
        colour, _, number = word.partition(":")
        found[colour.strip()] = whole_number(number)
    if None in found.values():
        raise click.BadParameter(f"{text!r} is not a list of car cards, such as red:3,blue:2")
    return {colour: number for colour, number in found.items() if number is not None} or None


_TABLE = """Keep the record of a game at a table, with tiles, yards, cars, bids, trains, points and the token.

    Type what happens at the table. Every entry is checked against the rules and saved. An existing record is resumed.
    `undo` takes entries back. `advise` computes what a player should build or bid, and `judge` compares each bid with
    the minimum number of moves. ? lists what you can type. You can also start in the middle of a game, at the beginning
    of a turn. In this case, give the yards, points and cards on the table.

    \b
    Examples:
      shunt humpyard follow --names Anna,Ben,Cleo
      shunt humpyard follow --players 2 --longest 5 --save friday.json
      shunt humpyard follow --yard 5u_62r1@2,1 --yard 5u_0@1,1 --points 2,0 --gone red:2,blue:1
    """

add_game_commands(
    command,
    FRONT,
    "shunt.hump.game.companion:HumpCompanion",
    _TABLE,
    [
        number_option("--players", "Number of players, 2 to 4. Default: 2."),
        text_option("--names", "NAMES", "Names of the players in clockwise order, such as Anna,Ben.", type=names),
        start_player_option("start", "the first entry"),
        *GAME_OPTIONS[1:],
        click.option(
            "--yard",
            "yards",
            multiple=True,
            callback=_yards,
            metavar="YARD",
            help="Yard of each player in a game in progress, in clockwise order. Each is a file or a string.",
        ),
        text_option("--points", "LIST", "Car cards that each player has won in a game in progress, such as 3,0,2.", type=_points),
        number_option("--turn", "Turn number in a game in progress. Default: computed from the yards.", least=1),
        text_option("--gone", "LIST", "Cards won or discarded in a game in progress, such as red:3,blue:2.", type=_gone),
    ],
)
