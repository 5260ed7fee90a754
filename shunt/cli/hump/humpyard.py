"""`shunt humpyard`: the whole game, people against bots, or bots by the hundred."""

from __future__ import annotations

import click

from shunt.cli.games.commands import play_command, simulate_command
from shunt.cli.hump.play import FRONT


@click.group("humpyard")
def command() -> None:
    """Play the game of Hump Yard; bots and the judge know its optimum tables exactly.

    Bots besides those of every game: reader (bids by its optimum tables); planner (also builds by them).

    \b
      shunt humpyard play
      shunt humpyard simulate --games 20 --seed 7
    """


command.add_command(play_command(FRONT))
command.add_command(simulate_command(FRONT))
