"""`shunt tiles`: exact odds and best play of the 1965 train-tile game, and the game against bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import choice_option, json_option, number_option, picture_option, text_option, work_limit_options
from shunt.cli.output import check_output, counted, parameters_as, print_json, say
from shunt.cli.progress import watching
from shunt.games.commands.front import FrontEnd, objective_option, start_player_option
from shunt.games.commands.game_commands import add_game_commands
from shunt.games.protocol import Event, Seat
from shunt.games.table import GameTable
from shunt.games.tiles.bots import RolloutBot
from shunt.games.tiles.companion import left_lines
from shunt.games.tiles.game import train_of
from shunt.games.tiles.odds import odds
from shunt.games.tiles.pictures import train_scene
from shunt.games.tiles.squares import COLOUR_WORDS, SETS, all_squares
from shunt.games.tiles.text import table_text, train_rows
from shunt.render.characters import Picture

BAR = 40  # columns of the longest bar

_SQUARES = choice_option(
    "--squares", SETS, "Number of engines, cabooses and car squares in the set. Default: 4+4+22.", has_default=False
)
_COLOURS = text_option("--colours", "LETTERS", "Colours of the players in order, such as GYB. Default: RBGY.")


class TilesFront(FrontEnd):
    """The train-tile game at a terminal."""

    game = "tiles"
    bots, simulated = "myopic", "myopic,random"
    options = (
        _SQUARES,
        _COLOURS,
        start_player_option("first", "1"),
        click.option(
            "--free-discard/--forced-play",
            default=None,
            help="Whether a square with several cars of your own may be discarded. Default: no.",
        ),
        choice_option(
            "--surplus",
            ["end-turn", "redraw"],
            "Effect of turning up a second engine or caboose. Default: end-turn.",
            has_default=False,
        ),
        click.option(
            "--tight-gaps/--no-tight-gaps",
            default=None,
            help="Whether both ends of the train may face the same cell. Default: no.",
        ),
    )
    page_options: ClassVar = {
        "squares": (
            "Squares",
            {
                "4 engines and 4 cabooses": "4+4+22",
                "2 engines and 2 cabooses, a longer game": "2+2+26",
                "1 engine and 1 caboose, the longest": "1+1+28",
            },
        )
    }
    points = "cars"
    help = """  play R4 1 left          add a curve to the end (1) of the train; left or right is as seen from the train
  play R3B1 2 straight    add a straight square to the end (2)
  play ER 1               add an engine or a caboose; it closes that end (the first square has only end 1)
  discard R4              discard the square, if you may: not with several cars of your colour, nor an engine or a caboose"""

    def opening_lines(self, table: GameTable) -> list[str]:
        """Return how squares are written, and the colour of every player."""
        colours = table.game.colours  # type: ignore[attr-defined]
        owned = ", ".join(f"{table.name(seat)} {COLOUR_WORDS[colour]}" for seat, colour in enumerate(colours))
        return [f"Cars: {owned}. R3B1 is a square with 3 red cars and 1 blue one, ER the red engine, CB the blue caboose."]

    def picture(self, seat: Seat, names: Sequence[str]) -> list[str]:
        """Return the train on its grid, the cars of every player and the square turned up."""
        return ["\n" + table_text(seat.view, seat.game.colours, seat.game.scores(seat.view), names)]

    def event_lines(self, table: GameTable, event: Event, observer: int | None) -> Sequence[str | Picture]:
        """Return what was played and turned up; with a square that was discarded by the rules, why."""
        lines = list(super().event_lines(table, event, observer))
        for number, (_, state, action) in enumerate(event.steps):
            if action.what == "draw" and not table.game.apply(state, action).drawn:
                square = all_squares()[action.square]
                is_second = state.engine if square.kind == "engine" else square.kind == "caboose" and state.caboose
                lost = ": the turn is lost" if table.game.surplus == "end-turn" else ""  # type: ignore[attr-defined]
                lines[number] = f"{lines[number]}, {f'a second {square.kind}{lost}' if is_second else 'which fits nowhere'}"
        return lines

    def advice(self, seat: Seat, text: Callable[[Any], str]) -> list[str]:
        """Return what each action is worth by playouts, how long the game is expected to last, and the best action."""
        worth = RolloutBot(seat.view.draws, playouts=400, think="600ms").worth(*seat)
        ranked = sorted(worth, key=worth.__getitem__, reverse=True)
        lines = [f"{text(action)}: wins {worth[action][0]:.0%}, lead {worth[action][1]:+.1f} cars" for action in ranked]
        return [*lines, *left_lines(seat.view), f"best: {text(ranked[0])}"]

    def prompt(self, seat: Seat) -> str:
        """Return the actions that the player may choose from: there are at most five."""
        return "Your action: " + " | ".join(map(seat.game.action_text, seat.game.legal_actions(seat.view)))


FRONT = TilesFront()


@click.group("tiles")
def command() -> None:
    """Play the 1965 train-tile game, and compute its odds and best play.

    A square is written with its cars, as in R4, R3B1 or R2B2. ER is the red engine, and CB the blue caboose. The colours
    are R, B, G and Y.

    \b
    Examples:
      shunt tiles odds
      shunt tiles play --bots myopic,rollout
      shunt tiles simulate --games 500
    """


@command.command("odds")
@number_option("--engines", "Number of engine squares in the pile.", default=4)
@number_option("--cabooses", "Number of caboose squares in the pile.", default=4)
@number_option("--squares", "Total number of squares in the pile.", default=30)
@work_limit_options
@json_option
def odds_command(engines: int, cabooses: int, squares: int, as_json: bool) -> None:
    """Print the chance that the train takes 2, 3, 4 … draws to complete.

    The game ends when the first engine and the first caboose have both been turned up. The players' decisions do not change these
    chances.

    \b
    Examples:
      shunt tiles odds
      shunt tiles odds --engines 2 --cabooses 2
      shunt tiles odds --json
    """
    with parameters_as():
        found = odds(engines, cabooses, squares)
    if as_json:
        print_json(found.as_json())
        return
    say(f"expected draws: {float(found.expected_draws):.3f}")
    largest, over = float(max(found.draws.values())), 0.0
    say("draws  chance   over by then")
    for number, chance in found.draws.items():
        over += float(chance)
        bar = "█" * round(BAR * float(chance) / largest)
        say(f"{number:5}  {float(chance):6.2%}  {over:8.2%}  {bar}".rstrip())


@command.command("best")
@objective_option
@choice_option(
    "--rival", ["best", "always"], "Whether the rival plays as well as possible (best) or plays every square (always)."
)
@work_limit_options
@json_option
def best_command(objective: str, rival: str, as_json: bool) -> int:
    """Solve the two-player game by dynamic programming, ignoring the geometry of the train.

    The command prints the value of the game for the first player. It also prints whether the rule "play a square with at least as
    many of your cars as of your rival's" is best in every state. This takes about 10 seconds and 300 MB.

    \b
    Examples:
      shunt tiles best
      shunt tiles best --objective win --rival always
    """
    from shunt.games.tiles.optimal import best_play

    with watching("every state of two players"):
        found = best_play(objective, rival=rival)  # type: ignore[arg-type]
    if as_json:
        shown = {"objective": objective, "rival": rival, "value": found.value}
        print_json(shown | {"rule_is_best": found.rule_is_best, "states": found.states})
        return ExitStatus.ANSWERED
    unit = "cars of lead" if objective == "margin" else "P(win) - P(loss)"
    say(f"the first player expects {found.value:+.4f} {unit}; {counted(found.states, 'states')} solved")
    verdict = "is best" if found.rule_is_best else "is NOT best"
    say(f'"play if and only if your cars are at least your rival\'s" {verdict} in every state and for every lead')
    return ExitStatus.ANSWERED if found.rule_is_best else ExitStatus.NO


@command.command("show")
@click.argument("actions", nargs=-1, required=True, metavar="ACTION…")
@picture_option("Picture to write (.svg or .png).")
def show_command(actions: tuple[str, ...], file: str | None) -> None:
    """Draw a train. Give the squares in playing order, each as SQUARE or "SQUARE END TURN".

    \b
    Examples:
      shunt tiles show R4 "R3B1 2 straight" "B4 1 left" "ER 2"
      shunt tiles show R4 "R3B1 2 straight" -o train.svg
    """
    from shunt.cli.picture_files import write_picture

    train = train_of(actions)
    rows, scene = train_rows(train), train_scene(train) if file else None
    check_output("--output", file)
    if file and scene:
        write_picture("--output", file, scene)
    for row in rows:
        say(row)


add_game_commands(
    command,
    FRONT,
    "shunt.games.tiles.companion:TilesCompanion",
    """Keep the record of a game at a table. Placements are checked, colours are counted, and odds are computed
    from the remaining squares.

    Every entry is saved, and an existing log is resumed. At the prompt, ? lists what you can type.

    \b
    Examples:
      shunt tiles follow --players 3
      shunt tiles follow --players 2 --colours GY --save friday.json
    """,
    [number_option("--players", "Number of players, 2 to 4. Default: 2.", least=2, most=4), _SQUARES, _COLOURS],
)
