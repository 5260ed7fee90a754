"""`shunt humpyard`: the whole game, people against bots, or bots by the hundred."""

from __future__ import annotations

import click

from shunt.cli.games.commands import play_command, simulate_command
from shunt.cli.hump.play import FRONT


@click.group("humpyard")
def command() -> None:
    """Play the game of Hump Yard against bots, or let bots play it many times.

    Besides the bots of every game there are reader (bids by its optimum tables) and planner (also builds by them).

    \b
    Examples:
      shunt humpyard play
      shunt humpyard simulate --games 20 --seed 7
    """


command.add_command(play_command(FRONT))
command.add_command(simulate_command(FRONT))
