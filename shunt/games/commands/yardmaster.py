"""`shunt yardmaster`: payments and loading worked out exactly, and the game against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import choice_option, json_option, number_option, picture_option, text_option, work_limit_options
from shunt.cli.output import check_output, counted, print_json, say
from shunt.errors import NotationError
from shunt.games.commands.front import FrontEnd, start_player_option
from shunt.games.commands.game_commands import add_game_commands
from shunt.games.protocol import Event, Seat
from shunt.games.table import GameTable
from shunt.games.yardmaster.cards import (
    NOTHING,
    TYPES,
    car_text,
    card_data,
    cargo_text,
    kind_text,
    parse_car,
    parse_hand,
    parse_token,
    parse_yard,
)
from shunt.games.yardmaster.drawing import draw_table, train_scene
from shunt.games.yardmaster.loading import best_loading
from shunt.games.yardmaster.payments import payments
from shunt.games.yardmaster.pictures import train_text
from shunt.render.characters import Picture

_SPLIT = text_option("--split", "NNNN", "Numbers of railcars of each type with the values 1, 2, 3 and 4. Default: 2332.")
_GOAL = number_option("--goal", "Points needed to win. Default: 18, or 16 with 4 or 5 players.")


class YardmasterFront(FrontEnd):
    """Yardmaster at a terminal."""

    game = "yardmaster"
    bots, simulated = "search", "search,greedy"
    options = (
        _SPLIT,
        _GOAL,
        start_player_option("first", "at random"),
        choice_option(
            "--reshuffle",
            ["end-of-turn", "at-once"],
            "When an empty draw pile is replaced. Default: end-of-turn.",
            has_default=False,
        ),
        choice_option(
            "--bonus-order",
            ["effect", "letter"],
            "When a bonus card is discarded: after its effect (effect) or before it (letter). Default: effect.",
            has_default=False,
        ),
        choice_option(
            "--loading",
            ["after-addition", "any-time"],
            "When you may load from the sorting yard during your turn. Default: after-addition.",
            has_default=False,
        ),
        click.option(
            "--take-fresh-bonus/--leave-fresh-bonus",
            default=None,
            help="Whether TAKE 1 may take a bonus card that was played in the same turn. Default: no.",
        ),
        click.option(
            "--end-on-railcars-exhausted/--play-on",
            default=None,
            help="Whether the game ends when no railcar is left to turn up. Default: no.",
        ),
    )
    page_options: ClassVar = {"goal": ("Points that win", {"as in the rules": None, "8, a short game": 8, "24, a long game": 24})}
    help = """  draw pile | draw discard    an action: draw a card
  buy C3 for 2C L             an action: buy a railcar; bonus cards first, the type that ends on top last
  swap L                      an action: exchange your token for that of a type, held by a player or in the centre
  load T4                     move a railcar from your sorting yard to your train, just after an addition to it
  play draw-2 | play plus-1   free: play a bonus card; play take-1 C takes a card out of the discard pile
  end                         end your turn
  pay C3                      show every payment for a railcar"""

    def opening_lines(self, table: GameTable) -> list[str]:
        """Return what the letters of the goods mean, and what is easily forgotten."""
        goods = ", ".join(f"{letter} {name.lower()}" for letter, name in zip(TYPES, card_data().names, strict=False))
        return [
            f"Goods: {goods}. A railcar is written by its goods and its value, such as C3.",
            "Bonus cards are played on your own turn and cost no action; your yard is loaded just after an addition.",
        ]

    def event_lines(self, table: GameTable, event: Event, observer: int | None) -> Sequence[str | Picture]:
        """Return what is seen; the cards dealt at the beginning are on the table anyway."""
        return super().event_lines(table, event, observer) if event.player is not None else []

    def picture(self, seat: Seat, names: Sequence[str]) -> list[Picture]:
        """Return the table as a player sees it."""
        return [draw_table(*seat, names)]

    def prompt(self, seat: Seat) -> str:
        """Return the prompt for a player, with a reminder of the free actions."""
        view = seat.view
        if view.extra:
            return f"DRAW 2: draw {view.extra} more"
        free = [] if not view.window else ["load your yard"]
        free += ["play a bonus card"] if sum(view.hands[seat.player][len(TYPES) :]) else []
        actions = f"{counted(view.actions, 'actions')} remaining" if view.actions else "no action remains"
        return actions + (f"; free: {', '.join(free)}" if free else "")

    def answer(self, seat: Seat, text: str) -> list[str] | None:
        """Answer `pay CAR`."""
        word, _, rest = text.partition(" ")
        if word != "pay":
            return None
        _, view, player = seat
        try:
            found = payments(parse_car(rest), view.hands[player], view.tokens[player])
            lines = [cargo_text(payment) or "nothing" for payment in found] or ["your hand does not pay for it"]
        except NotationError as error:
            lines = [str(error)]
        return [f"   {line}" for line in lines]


FRONT = YardmasterFront()


@click.group("yardmaster")
def command() -> None:
    """Play Yardmaster, and compute payments and loadings exactly.

    A railcar has a type and a value, such as C3. A cargo card has a type. The types are C coal, L livestock, O oil, T
    timber and A automobile. The bonus cards are draw-2, pay-1-less, take-1, plus-1 and exchange-1.

    \b
    Examples:
      shunt yardmaster play
      shunt yardmaster pay C3 --hand "2C 3L pay-1-less" --token L
      shunt yardmaster load --end C2 --yard "T2 T4 L3"
      shunt yardmaster simulate --bots search,greedy --games 100
    """


@command.command("pay")
@click.argument("car")
@click.option("--hand", required=True, metavar="CARDS", help='Your cargo and bonus cards, such as "2C 3L pay-1-less".')
@text_option("--token", "TYPE", "Your exchange token. Default: none.")
@json_option
def pay(car: str, hand: str, token: str | None, as_json: bool) -> int:
    """List every payment for the railcar CAR. Cards are in discarding order, so the last one ends up on top.

    Exit status: 0 if the hand can pay for the railcar, 1 if it cannot.

    \b
    Examples:
      shunt yardmaster pay C3 --hand "2C 2L" --token L
    """
    bought = parse_car(car)
    found = payments(bought, parse_hand(hand), parse_token(token))
    if as_json:
        print_json({"car": car_text(bought), "payments": [list(map(kind_text, payment)) for payment in found]})
    else:
        for payment in found:
            say(cargo_text(payment) or "nothing")
        if not found:
            say(f"this hand does not pay for {car_text(bought)}")
    return ExitStatus.ANSWERED if found else ExitStatus.NO


@command.command("load")
@click.option("--end", required=True, metavar="CAR", help="Last railcar of the train, such as C2, or - for the engine.")
@click.option("--yard", required=True, metavar="CARS", help='Railcars in the sorting yard, such as "T4 L3 O4".')
@picture_option("Draw the loaded train and the rest of the yard to FILE (.svg or .png).")
@work_limit_options
@json_option
def load(end: str, yard: str, file: str | None, as_json: bool) -> None:
    """Find the most points that a sorting yard can add to a train. All orders are considered, so the result is
    proven.

    \b
    Examples:
      shunt yardmaster load --end C2 --yard "C4 T4 L3"
      shunt yardmaster load --end - --yard "C4 T4 L3" -o train.svg
    """
    from shunt.cli.picture_files import write_picture

    last = NOTHING if end.strip() == "-" else parse_car(end)
    cars = parse_yard(yard)
    check_output("--output", file)
    found = best_loading(last, cars)
    remaining = list(cars)
    for placed in found.order:
        remaining.remove(placed)
    if file:
        write_picture("--output", file, train_scene([car for car in (last, *found.order) if car != NOTHING], remaining))
    if as_json:
        print_json({"points": found.points, "order": list(map(car_text, found.order)), "all": found.all})
        return
    train = train_text(found.order) if last == NOTHING else "…" + train_text((last, *found.order)).removeprefix("[engine]")
    say(f"{counted(found.points, 'points')}: {train}")
    if remaining:
        say("not loaded: " + " ".join(map(car_text, remaining)))


_COMPANION = """Keep the record of a game at a table, with actions, tokens, payments, trains and yards.

    Every entry is checked and saved. ? lists what you can enter. `shunt games setup yardmaster` deals a game at random.

    \b
    Examples:
      shunt yardmaster follow --players 3 --start-player 2
    """

add_game_commands(
    command,
    FRONT,
    "shunt.games.yardmaster.companion:YardmasterCompanion",
    _COMPANION,
    [
        number_option("--players", "Number of players, 2 to 5. Default: 2."),
        start_player_option("first", "1"),
        _GOAL,
        _SPLIT,
    ],
)
