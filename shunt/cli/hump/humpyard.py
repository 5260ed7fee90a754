"""`shunt humpyard`: the whole game, people against bots, or bots by the hundred, and the companion of a real table."""

from __future__ import annotations

from typing import Any

import click

from shunt.cli.games.commands import names, play_command, simulate_command
from shunt.cli.games.companion_prompt import companion_command
from shunt.cli.games.front import start_player_options
from shunt.cli.hump.play import FRONT
from shunt.cli.hump.rule_options import RULE_OPTIONS
from shunt.cli.options import Whole


@click.group("humpyard")
def command() -> None:
    """Play the game of Hump Yard against bots, let bots play it many times, or keep the record of a real table.

    Besides the bots of every game there are reader (bids by its optimum tables) and planner (also builds by them).

    \b
    Examples:
      shunt humpyard play
      shunt humpyard simulate --games 20 --seed 7
      shunt humpyard table --names Anna,Ben,Cleo
    """


def _companion(**settings: Any) -> Any:
    from shunt.games.hump_yard.companion import HumpCompanion

    return HumpCompanion(**settings)


_TABLE = """Keep the record of a real game of people at a table: tiles, yards, cars, bids, trains, points and the token.

    What happens at the table is entered at a prompt, checked by the rules, and saved after every entry; an existing record is
    resumed. `undo` takes entries back. `advise` computes what a player should build or bid, `judge` compares bids with the
    fewest moves. ? lists what can be entered.

    \b
    Examples:
      shunt humpyard table --names Anna,Ben,Cleo
      shunt humpyard table --players 2 --longest 5 --save friday.json
    """

command.add_command(
    companion_command(
        "table",
        _companion,
        _TABLE,
        "humpyard-table.json",
        [
            click.Option(["--players"], type=Whole(), metavar="N", help="Number of players, 2 to 4. Default: 2."),
            click.Option(["--names"], callback=names, metavar="NAMES", help="Names of the players, clockwise, as in Anna,Ben."),
            start_player_options("start", "--start", "the first entry")[0],
            *RULE_OPTIONS[1:],
        ],
    )
)
command.add_command(play_command(FRONT))
command.add_command(simulate_command(FRONT))
