"""`shunt inglenook`: pulls and drops in a fan of sidings, from a start typed as `57218/346`, or the whole table."""

from __future__ import annotations

from dataclasses import replace as changed
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import output
from shunt.cli.classics.inglenook_puzzle import Request, card_of
from shunt.cli.classics.inglenook_table import distribution
from shunt.cli.options import AliasedOption, Whole, json_option, limit_options, limits_of, output_option, plot_option, seed_option
from shunt.cli.output import OUTPUT, check_output, counted, print_json
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import SidingsCard
    from shunt.cards.solution import Solution
    from shunt.search.core.limits import Limits

SEEDS = 1_000_000
"""Seeds that the program chooses from where none is given."""


@click.command("inglenook")
@click.argument("start", required=False)
@click.option("--random", is_flag=True, help="Solve a random start.")
@seed_option(
    "Random seed: the same seed gives the same start and train. Default: another each time, which is printed.", default=None
)
@click.option(
    "--train",
    "build",
    cls=AliasedOption,
    aliases=["--build"],
    metavar="CARS",
    help='Goal: a train of these cars, from the locomotive on: "1 2 3 4 5"; "random" draws as many as the longest siding holds.',
)
@click.option("--goal", metavar="GOAL", help="Goal by sidings: 12345/678; a siding that is left out or * is free, ? is any car.")
@click.option("--metric", type=click.Choice(["pulls", "legs"]), default="pulls", show_default=True, help="What to count.")
@click.option("--yard", metavar="N-N-N", default="5-3-3", show_default=True, help="Number of cars that each siding holds.")
@click.option(
    "--headshunt",
    type=Whole(0),
    default=3,
    show_default=True,
    metavar="N",
    help="Number of cars that the headshunt holds; 0 = no limit.",
)
@click.option("--cars", metavar="CARS", help="The cars, without a START. Default: 1, 2, … for all sidings but the last.")
@click.option("--table", metavar="FILE", help="Write every state and its distance to a CSV or Parquet file.")
@output_option("Write the puzzle as a card, with its proof.", "--save", type=click.Path(dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace FILE if it exists already.")
@plot_option("Draw the distribution of the starts into an SVG file.", "--histogram")
@limit_options
@json_option
def command(max_memory: int | None, max_states: int | None, time_limit: float | None, as_json: bool, **options: Any) -> int:
    """Solve an Inglenook: print the fewest pulls (or legs) from START to the goal; without a START, count all starts.

    START gives each siding from the points to the buffer stop: 57218/346. Longer names of cars are separated by blanks:
    "10 7/3 4 6". Cars on the headshunt come first, before a |; an empty siding is -. Without --goal or --train the cars must be
    put in order, siding by siding. Without START and --random, the distribution over all starts is printed: how many of them take
    how many moves. A large table announces first how much memory and time it takes.

    \b
    Examples:
      shunt inglenook 57218/346
      shunt inglenook 57218/346 --train "1 2 3 4 5"
      shunt inglenook --random --seed 1
      shunt inglenook --random --train random -o my-card.toml
      shunt inglenook --yard 3-2-2 --train "1 2 3"

    Exit status: 0 answered · 1 proven unsolvable · 3 stopped at a limit · 130 interrupted.
    """
    request = Request(**options)
    limits = limits_of(max_memory, max_states, time_limit)
    if request.seed is None and request.is_drawn:
        request = changed(request, seed=Random().randrange(SEEDS))
    return _solve(request, limits, as_json) if request.is_one_start else distribution(request, limits, as_json)


def _solve(request: Request, limits: Limits, as_json: bool) -> int:
    from shunt.cli.answers import exit_status, save_new
    from shunt.cli.interrupts import printed_anyway
    from shunt.errors import Fault, InputError

    if request.table or request.plot:
        option = "--table" if request.table else "--plot"
        raise InputError(Fault(option, "the whole table has no single start", "leave out START and --random"))
    card = card_of(request)
    check_output(OUTPUT, request.file, request.replace)
    with watching("searching") as progress:
        from shunt.search.solve import solve

        answer = solve(card, limits=limits, progress=progress)
    with printed_anyway(OUTPUT) as attempt:
        if request.file:
            attempt(partial(save_new, card, answer, request.file))
        if as_json:
            seed = {"seed": request.seed} if request.is_drawn else {}
            print_json(answer.as_json() | {"start": card.names(card.start), "goal": _goal_names(card)} | seed)
        else:
            _print(request, card, answer, limits)
    return exit_status(answer)


def _goal_names(card: SidingsCard) -> dict[str, str]:
    """Return the goal as a card's file has it."""
    from shunt.cards.sidings import sidings_table

    table: dict[str, str] = sidings_table(card)["goal"]
    return table


def _print(request: Request, card: SidingsCard, answer: Solution, limits: Limits) -> None:
    metric = answer.metric[0]
    if request.draws_train:
        output.say(f"goal: a train of {' '.join(card.goal.train)}, from the locomotive on")
    output.say(f"{card.start.shown()}  start")
    width = max((len(step.notation) for step in answer.moves), default=0)
    for number, step in enumerate(answer.moves, 1):
        output.say(f"{number:3}. {step.notation:{width}}  {step.position.shown()}")
    if answer.status == "optimal":
        took = f"{counted(answer.states, 'states')}, {answer.seconds * 1000:.1f} ms"
        output.say(f"{counted(answer.optimum, metric)}, proven the fewest ({took})")
    elif answer.status == "unsolvable":
        output.say(f"unsolvable, proven: everything that can be reached was searched ({counted(answer.states, 'states')})")
        _print_reasons(card, answer, limits)
    else:
        needed = f"at least {counted(answer.lower_bound, metric)} {'is' if answer.lower_bound == 1 else 'are'} needed"
        output.say(f"unknown: stopped at the limit of {answer.stopped}; {needed}")
    if answer.moves:
        for line in card.move_lines():
            output.say(line)
        output.say("positions: headshunt|siding/siding/…, each siding from the points to the buffer stop")
    if request.is_drawn:
        output.say(f"seed {request.seed}")


def _print_reasons(card: SidingsCard, answer: Solution, limits: Limits) -> None:
    """Print why no order of moves leads to the goal, and how long a headshunt would have to be."""
    from shunt.cli.answers import reason_lines, reasons_of

    given = {"max_memory": limits.memory, "max_states": limits.states, "time_limit": limits.time}
    for line in reason_lines(reasons_of(card, given, answer.seconds)):
        output.say(line)
