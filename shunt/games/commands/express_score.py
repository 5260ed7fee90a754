"""`shunt express score` and `show`: trains of a real table scored and drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from shunt.cli.options import json_option, number_option, picture_option
from shunt.cli.output import check_output, parameters_as, print_json, say, show_picture
from shunt.errors import Fault, faults_into, raise_faults
from shunt.games.commands.express_front import RuleValues, rule_options, rules_from
from shunt.games.commands.front import check_start_player
from shunt.games.express.companion import ExpressCompanion, Games
from shunt.games.express.options import Options
from shunt.games.express.pictures import draw_train, trains_scene
from shunt.games.express.scoring import points_text, score_sheet
from shunt.games.express.trains import parse_train


@click.command("score")
@click.option(
    "--train",
    "trains",
    multiple=True,
    required=True,
    metavar="CARS",
    help="A player's train, in the order in which it was laid. Repeat the option for each player.",
)
@number_option("--start-player", "Start player, from 1.", "start", least=1, most=5, default=1)
@rule_options
@json_option
def score_command(trains: tuple[str, ...], start: int, rules: RuleValues, as_json: bool) -> None:
    """Score complete trains: values, longest run, caboose, and who wins a tie.

    Give the trains in seat order, clockwise. A face-down card is written --.

    \b
    Examples:
      shunt express score --train "R3|G3 -- G3|B3 …" --train "Y2|Y3 Y3|B3 …"
      shunt express score --caboose Executive --start-player 2 --train "…" --train "…"
    """
    options = rules_from(rules)
    with parameters_as(players="--train"):
        companion = ExpressCompanion(len(trains), **options)
    check_start_player(start - 1, len(trains))
    state, faults = companion.entered(companion.begin(), f"start {start}"), list[Fault]()
    for seat, train in enumerate(trains, start=1):
        with faults_into(faults, lambda fault: replace(fault, where="--train")):
            state = companion.entered(state, f"train {seat} {train}")
    raise_faults(faults)
    if as_json:
        print_json(_sheet_json(companion, state))
    else:
        for line in companion.lines(state):
            say(line)


def _sheet_json(companion: ExpressCompanion, state: Games) -> dict[str, Any]:
    games = []
    for game in state:
        scores = companion.sheet(game)
        row = {"start": game.start + 1, "caboose": game.caboose.name if game.caboose else None}
        rows = {"values": scores.values, "runs": scores.runs, "run_bonuses": scores.bonuses, "caboose_points": scores.caboose}
        games.append(row | {name: list(numbers) for name, numbers in rows.items()} | {"totals": list(scores.totals)})
    won = [seat + 1 for seat in companion.winners(state)]
    return {"games": games, "totals": list(companion.totals(state)), "winners": won}


@click.command("show", context_settings={"ignore_unknown_options": True})  # a train may begin with --
@click.argument("trains", nargs=-1, required=True, metavar="TRAIN…")
@picture_option("Picture to write (.svg or .png).")
@rule_options
def show_command(trains: tuple[str, ...], file: str | None, rules: RuleValues) -> None:
    """Draw trains with their points, in the terminal or in a file.

    \b
    Examples:
      shunt express show "R3|G3 G2|G2 -- Y4|R4"
      shunt express show "R3|G3 G2|G2" "Y2|Y3 Y3|B3" -o trains.svg
    """
    from shunt.cli.picture_files import write_picture

    options = Options(**rules_from(rules))
    laid = [parse_train(train, f"TRAIN {number}") for number, train in enumerate(trains, start=1)]
    sheet = score_sheet(laid, options.fixed_caboose, options)
    check_output("--output", file)
    if file:
        names = [f"train {number}" if len(laid) > 1 else "" for number in range(1, len(laid) + 1)]
        write_picture("--output", file, trains_scene(laid, sheet, names))
        return
    for number, train in enumerate(laid):
        show_picture(draw_train(train))
        say(points_text(sheet, number))
