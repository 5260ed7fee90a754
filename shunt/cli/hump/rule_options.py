"""The options of the rules of the game of Hump Yard: for a game, a simulation and the companion of a table."""

from __future__ import annotations

import click

from shunt.cli.games.front import start_player_options
from shunt.cli.options import Whole
from shunt.games.hump_yard.state import LONGEST, TURNS
from shunt.humpyard.car_cards import COPIES_OF_COLOUR


def sides(ctx: click.Context, parameter: click.Parameter, text: str | None) -> list[str] | None:
    """Read a list with commas."""
    return None if text is None else [side.strip() for side in text.split(",")]


RULE_OPTIONS: tuple[click.Option, ...] = (
    start_player_options("start", "--start", "at random")[0],
    click.Option(
        ["--branches"],
        callback=sides,
        metavar="LIST",
        help="Side of the headings' branches, up or down: one for all players, or one for each, as in up,down,up. Default: up.",
    ),
    click.Option(["--turns"], type=Whole(), default=TURNS, show_default=True, metavar="N", help="Maximum number of turns."),
    click.Option(
        ["--longest"],
        type=Whole(),
        default=LONGEST,
        show_default=True,
        metavar="N",
        help="Maximum length of a train that is extended, at most 10 cars. The default is the longest whose chances are known.",
    ),
    click.Option(
        ["--copies"],
        type=Whole(),
        default=COPIES_OF_COLOUR,
        show_default=True,
        metavar="N",
        help="Number of car cards of each of the five colours.",
    ),
    click.Option(
        ["--stop"],
        type=click.Choice(["farthest", "any"]),
        default="farthest",
        show_default=True,
        help="Where a move may end: as far as it can go, or anywhere.",
    ),
    click.Option(["--returns"], is_flag=True, help="Allow cuts to move back into the source."),
)
