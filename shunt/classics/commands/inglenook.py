"""`shunt inglenook`: pulls and drops in a fan of sidings, from a start typed as `57218/346`, or the distribution of all
starts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from shunt.classics.commands.solving import SEEDS, hide_option, shown_answer, without_moves
from shunt.cli.answers import search
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import (
    choice_option,
    flag,
    gathered,
    json_option,
    limit_options,
    number_option,
    output_option,
    plot_option,
    seed_option,
    text_option,
)
from shunt.cli.output import OUTPUT, check_output, counted, note, output_of, parameters_as, print_json, say
from shunt.cli.picture_files import write_picture
from shunt.cli.progress import watching
from shunt.errors import Fault, InputError, faults_as, raise_faults

if TYPE_CHECKING:
    from shunt.cards.solution import Solution
    from shunt.classics.inglenook import StartCounts
    from shunt.search.core.limits import Limits
    from shunt.sidings.cards.card import SidingsCard
    from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition

RANDOM = "random"
"""The train of random cars."""


@dataclass(frozen=True)
class InglenookOptions:
    """The options as given. If something is random and no seed is given, the program chooses `seed`."""

    start: str | None
    random: bool
    seed: int | None
    cars: str | None
    build: str | None
    goal: str | None
    metric: str
    yard: str
    headshunt: int
    table: str | None
    plot: str | None
    hide: bool
    file: str | None
    replace: bool

    @property
    def draws_train(self) -> bool:
        """Return whether the cars of the train are random."""
        return self.build == RANDOM

    @property
    def is_drawn(self) -> bool:
        """Return whether anything is random."""
        return self.random or self.draws_train

    @property
    def is_one_start(self) -> bool:
        """Return whether one start is solved; otherwise all of them are counted."""
        return self.start is not None or self.random


@click.command("inglenook")
@click.argument("start", required=False)
@flag("--random", "Solve a random start.")
@seed_option("Random seed. The same seed gives the same start and train. Default: a new seed, which is printed.", default=None)
@text_option(
    "--train",
    "CARS",
    'Goal train, beginning at the locomotive, such as "1 2 3 4 5". "random" draws as many cars as the longest siding holds.',
    "build",
)
@text_option(
    "--goal",
    "GOAL",
    "Goal for each siding, such as 12345/678. A siding that is left out or given as * may hold any cars. ? means any car.",
)
@choice_option("--metric", ["pulls", "legs"], "Metric to minimise.")
@click.option("--yard", metavar="N-N-N", default="5-3-3", show_default=True, help="Number of cars that each siding holds.")
@number_option("--headshunt", "Number of cars that the headshunt holds. 0 means no limit.", least=0, default=3)
@text_option("--cars", "CARS", "Cars, if START is not given. Default: 1, 2, … for all sidings except the last.")
@text_option("--table", "FILE", "Write every state and its distance to a CSV or Parquet file.")
@hide_option
@output_option("Write the puzzle as a card, with its proof.", type=click.Path(dir_okay=False))
@flag("--replace", "Replace FILE if it exists already.")
@plot_option("Plot the number of starts for each number of moves to FILE (.svg or .png).")
@limit_options
@json_option
@partial(gathered, "request", InglenookOptions.__match_args__, InglenookOptions)
def command(request: InglenookOptions, limits: Limits, as_json: bool) -> int:
    """Solve an Inglenook from START. Without START, count the starts for each number of pulls or legs.

    START lists each siding from the points to the buffer stop, such as 57218/346. Longer car names are separated by
    blanks, as in "10 7/3 4 6". Cars on the headshunt come first, before a |. An empty siding is written -. Without --goal or
    --train, the cars must be put in order, siding by siding. Without START and --random, the command prints the number of
    starts for each number of moves. If the table is large, it first prints the memory and time that are needed.

    \b
    Examples:
      shunt inglenook 57218/346
      shunt inglenook 57218/346 --train "1 2 3 4 5"
      shunt inglenook --random --seed 1
      shunt inglenook --random --train random -o my-card.toml
      shunt inglenook --random --hide
      shunt inglenook --yard 3-2-2 --train "1 2 3"

    Exit status: 0 if there is an answer, 1 if the start is proven unsolvable, 3 if a limit stopped the search, 130 if
    interrupted.
    """
    if request.seed is None and request.is_drawn:
        request = replace(request, seed=Random().randrange(SEEDS))
    return _solve(request, limits, as_json) if request.is_one_start else _count_starts(request, limits, as_json)


# --------------------------------------------------------------------------------------------------------------------
# One start


def _solve(request: InglenookOptions, limits: Limits, as_json: bool) -> int:
    if request.table or request.plot:
        option = "--table" if request.table else "--plot"
        raise InputError(option, "the whole table has no single start", "leave out START and --random")
    card = card_of(request)
    check_output(OUTPUT, request.file, request.replace)
    answer = search(card, None, limits)
    fields = _puzzle(card) if as_json else None
    seed = request.seed if request.is_drawn else None
    answer = without_moves(answer) if request.hide else answer
    return shown_answer(card, answer, limits, request.file, _lines(request, card, answer), fields, seed)


def _puzzle(card: SidingsCard) -> dict[str, Any]:
    """Return the start and the goal, as `--json` shows them."""
    from shunt.cards.writing import puzzle_table

    return {"start": card.names(card.start), "goal": puzzle_table(card)["goal"]}


def _lines(request: InglenookOptions, card: SidingsCard, answer: Solution) -> Iterator[str]:
    """Yield the start, the moves and the proven result."""
    metric = answer.metric
    if request.draws_train:
        yield f"goal: a train of {' '.join(card.goal.train)}, from the locomotive on"
    elif request.hide:
        yield f"goal: {card.rules.describe_goal(card.goal)}"
    yield f"{card.start.shown()}  start"
    width = max((len(step.notation) for step in answer.moves), default=0)
    for number, step in enumerate(answer.moves, 1):
        after: SidingsPosition = step.position  # type: ignore[assignment]  # the moves of a sidings card
        yield f"{number:3}. {step.notation:{width}}  {after.shown()}"
    if answer.status == "optimal":
        took = f"{counted(answer.states, 'states')}, {answer.seconds * 1000:.1f} ms"
        yield f"{metric.least(answer.optimum)}, proven the fewest ({took})"
    elif answer.status == "unsolvable":
        yield f"unsolvable, proven: everything that can be reached was searched ({counted(answer.states, 'states')})"
    else:
        needed = f"at least {metric.least(answer.lower_bound)} {'is' if answer.lower_bound == 1 else 'are'} needed"
        yield f"unknown: stopped at the limit of {answer.stopped}; {needed}"
    if answer.moves or request.hide:
        yield from card.move_lines()
        yield "positions: headshunt|siding/siding/…, each siding from the points to the buffer stop"


# --------------------------------------------------------------------------------------------------------------------
# All starts


def _count_starts(request: InglenookOptions, limits: Limits, as_json: bool) -> int:
    """Count all starts by their fewest moves, and print or write the requested results."""
    if request.table is not None:
        from shunt.classics.table_export import check_ending

        with parameters_as(target="--table"):
            check_ending(request.table)
    card = card_of(request)
    check_output("--table", request.table)
    check_output("--plot", request.plot)
    with watching("building the table") as progress:
        from shunt.classics.inglenook import MANY_STATES, StartCounts, expected_cost, megabytes
        from shunt.classics.table_export import write_table
        from shunt.search.core.limits import LimitReached, begun
        from shunt.sidings.search.graph import sidings_problem
        from shunt.sidings.search.table import build_table, warm_up_table

        problem = sidings_problem(card.rules, card.goal)  # refused before anything is compiled, where it is too large
        warm_up_table()
        if problem.states >= MANY_STATES:
            note(expected_cost(problem))
        bounds = begun(limits, lambda what, level, states: progress.show(what, states, problem.states))
        try:
            table = build_table(problem, bounds)
        except LimitReached as limit:
            note(f"stopped at the limit of {limit}: the table needs about {megabytes(problem)}")
            return ExitStatus.STOPPED
        if not table.exhausted:
            note(f"stopped at the limit of {table.stopped}: the rest needs {len(table.levels)} {card.rules.metric} or more")
            return ExitStatus.STOPPED
        if request.table is not None:
            progress("writing the table", len(table.levels) - 1, table.problem.states)
            with output_of("--table"):
                write_table(table, request.table)
        counts = StartCounts(card, table)
    if request.plot is not None:
        write_picture("--plot", request.plot, counts.histogram())
    if as_json:
        print_json(counts.as_json())
    else:
        _show_bars(counts, limits)
    return ExitStatus.ANSWERED


def _show_bars(counts: StartCounts, limits: Limits) -> None:
    """Print the distribution as bars, as wide as the terminal allows."""
    from rich.bar import Bar
    from rich.console import Console
    from rich.table import Table

    bars = Table.grid(padding=(0, 1))
    bars.add_column(justify="right")
    bars.add_column(justify="right")
    bars.add_column()
    for moves, count in enumerate(counts.starts):
        if count:
            bars.add_row(str(moves), f"{count:,}", Bar(max(counts.starts), 0, count, width=50))
    say(f"{counts.title}: starts by fewest {counts.card.rules.metric}")
    Console(highlight=False).print(bars)
    if counts.mean is not None:
        say(f"mean {counts.mean:.4f}, most {len(counts.starts) - 1}")
    if counts.unsolvable:
        say(f"{counted(counts.unsolvable, 'starts')} cannot be solved: everything that can reach the goal was searched")
        if length := counts.long_enough(limits.rest()):
            say(f"with a headshunt that holds {counted(length, 'cars')} all of them can (--headshunt {length})")
    table = counts.table
    say(f"{counted(table.problem.states, 'states')}, farthest {len(table.levels) - 1}, {table.seconds:.2f} s")


# --------------------------------------------------------------------------------------------------------------------
# The puzzle


def card_of(request: InglenookOptions) -> SidingsCard:
    """Return the puzzle that the options describe; raise `InputError`, which lists every fault."""
    from shunt.sidings.cards.card import SidingsCard
    from shunt.sidings.rules.notation import parse_yard
    from shunt.sidings.rules.referee import Sidings

    with _faults_of("--yard"):
        yard = parse_yard(request.yard)
    _refuse_contradictions(request)
    named = "--cars" if request.start is None else "START"
    with _faults_of(named):
        start = _start(request, yard)
    distinct = tuple(dict.fromkeys(start.cars))
    if not distinct:
        raise InputError(named, "no cars", "name at least one, such as 57218/346")
    with _faults_of(named):
        rules = Sidings(request.headshunt, yard, distinct, metric="legs" if request.metric == "legs" else "pulls")
    faults = [_typed(fault, named) for fault in rules.faults_of(start)]
    option = "--train" if request.build is not None else "--goal"
    try:
        with _faults_of(option):
            goal = _goal(request, rules)
    except InputError as error:
        raise InputError([*faults, *error.faults]) from None
    raise_faults(faults + [_typed(fault, option) for fault in goal.problems(rules)])
    name = Path(request.file).stem if request.file else "inglenook"
    title = {"title": "Inglenook"} | ({"seed": request.seed} if request.is_drawn else {})
    return SidingsCard(name=name, rules=rules, start=start, goal=goal, about=title)


def _refuse_contradictions(request: InglenookOptions) -> None:
    """Raise `InputError` if an option would have no effect: with a START, only the train is free; only one start can be saved."""
    faults = []
    if request.start is not None:
        seeded = request.seed is not None and not request.draws_train
        asked = {"--random": request.random, "--seed": seeded, "--cars": request.cars is not None}
        what = "START gives the cars and their places already"
        faults = [Fault(option, what, f"leave out START or {option}") for option, given in asked.items() if given]
    elif request.seed is not None and not request.is_drawn:
        faults = [Fault("--seed", "nothing is random here", "add --random or --train random")]
    if request.file is not None and not request.is_one_start:
        faults.append(Fault("--output", "the whole table has no single start to save", "give START or --random"))
    if request.hide and not request.is_one_start:
        faults.append(Fault("--hide", "the whole table has no solution to hide", "give START or --random"))
    if request.replace and request.file is None:
        faults.append(Fault("--replace", "no file is written", "name it: -o FILE"))
    if request.build is not None and request.goal is not None:
        faults.append(Fault("--goal", "--train gives a goal already", "leave out one of the two"))
    raise_faults(faults)


def _start(request: InglenookOptions, yard: Mapping[str, int]) -> SidingsPosition:
    """Return the typed or random position, or the position with every car in its place."""
    from shunt.classics.inglenook import set_out, usual_cars
    from shunt.sidings.rules.notation import parse_cars, parse_position

    if request.start is not None:
        return parse_position(request.start, yard)
    capacities = list(yard.values())
    cars = parse_cars(request.cars) if request.cars is not None else usual_cars(capacities)
    return set_out(cars, capacities, request.seed if request.random else None)


def _goal(request: InglenookOptions, rules: Sidings) -> SidingsGoal:
    from shunt.classics.inglenook import random_train, sorted_goal
    from shunt.sidings.rules.notation import parse_cars
    from shunt.sidings.rules.referee import SidingsGoal

    if request.draws_train:
        return random_train(rules, request.seed)
    if request.build is not None:
        if not (train := parse_cars(request.build)):
            raise InputError("--train", "the train is empty", 'name its cars, such as --train "1 2 3 4 5"')
        return SidingsGoal(train=train)
    return sorted_goal(rules) if request.goal is None else SidingsGoal.parse(request.goal, rules.capacities)


def _faults_of(option: str) -> AbstractContextManager[None]:
    """Report faults from below as faults of the typed arguments."""
    return faults_as(lambda fault: _typed(fault, option))


def _typed(fault: Fault, option: str) -> Fault:
    """Convert a fault with a place as in a card's file (`start.1`, `goal.train`) to a fault of the arguments: `START, siding
    1`."""
    from shunt.files.document import parse_where

    if fault.where.startswith("-") or fault.where == "START":
        return fault
    keys = [str(key) for key in parse_where(fault.where)] or ["cars"]
    if keys[0] in ("headshunt", "sidings"):
        option = "--headshunt" if keys[0] == "headshunt" else "--yard"
    track = ""
    if keys[1:] and keys[1] != "train":
        track = ", headshunt" if keys[1] == "headshunt" else f", siding {keys[1]}"
    what = re.sub(r"(?<=, but )(the headshunt|siding \S+)(?= holds)", "it", fault.what) if track else fault.what
    return replace(fault, where=option + track, what=what)
