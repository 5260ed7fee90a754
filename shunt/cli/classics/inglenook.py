"""`shunt inglenook`: pulls and drops in a fan of sidings, from a start typed as `57218/346`, or the whole table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import Whole, json_option, limit_options, limits_of, plot_option, seed_option
from shunt.cli.output import check_output, counted, note, output_of, print_json
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import SidingsCard
    from shunt.cards.solution import Solution
    from shunt.errors import Fault
    from shunt.rules.sidings import Cars, Sidings, SidingsGoal, SidingsPosition
    from shunt.search.core.limits import Limits
    from shunt.search.sidings.table import SidingsTable

NUMBERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Request:
    """The options as given."""

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


@click.command("inglenook")
@click.argument("start", required=False)
@click.option("--random", is_flag=True, help="Solve a random start.")
@seed_option("Random seed of --random: the same seed gives the same start.", default=None)
@click.option("--build", metavar="CARS", help='Goal: a train of these cars, from the locomotive on: "1 2 3 4 5".')
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
@plot_option("Draw the distribution of the starts into an SVG file.", "--histogram")
@limit_options
@json_option
def command(max_memory: int | None, max_states: int | None, time_limit: float | None, as_json: bool, **options: Any) -> int:
    """Solve an Inglenook: print the fewest pulls (or legs) from START to the goal; without a START, count all starts.

    START gives each siding from the points to the buffer stop: 57218/346. Longer names of cars are separated by blanks:
    "10 7/3 4 6". Cars on the headshunt come first, before a |. Without --goal or --build the cars must be put in order, siding by
    siding. Without START and --random, the distribution over all starts is printed: how many of them take how many moves.

    \b
    Examples:
      shunt inglenook 57218/346
      shunt inglenook 57218/346 --build "1 2 3 4 5"
      shunt inglenook --random --seed 1
      shunt inglenook --yard 3-2-2 --build "1 2 3"

    Exit status: 0 answered · 1 proven unsolvable · 3 stopped at a limit · 130 interrupted.
    """
    request = Request(**options)
    limits = limits_of(max_memory, max_states, time_limit)
    if request.start is not None or request.random:
        return _solve(request, limits, as_json)
    return _distribution(request, limits, as_json)


# --------------------------------------------------------------------------------------------------------------- the puzzle


def _yard_cars(request: Request, capacities: list[int]) -> Cars:
    """The cars where no start names them: those of `--cars`, or 1, 2, … for all sidings but the last."""
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings_notation import parse_cars

    if request.cars is not None:
        return parse_cars(request.cars)
    count = sum(capacities[:-1]) or capacities[0]
    if count > len(NUMBERS):
        raise InputError(Fault("--cars", f"{count} cars have no names of one letter each", 'name them: --cars "a1 a2 …"'))
    return tuple(NUMBERS[:count])


def _fill(cars: Cars, capacities: list[int]) -> tuple[Cars, ...]:
    """The cars set out in this order, siding by siding."""
    tracks, seat = [], 0
    for capacity in capacities:
        tracks.append(cars[seat : seat + capacity])
        seat += capacity
    return tuple(tracks)


def _card(request: Request) -> SidingsCard:
    """The puzzle that the options describe; raises `InputError` with every fault."""
    from shunt.cards.card import SidingsCard
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import Sidings
    from shunt.rules.sidings_notation import parse_yard

    with _faults_of("--yard"):
        yard = parse_yard(request.yard)
    _refuse_contradictions(request)
    named = "--cars" if request.start is None else "START"
    with _faults_of(named):
        start = _start(request, yard)
    distinct = tuple(dict.fromkeys(start.cars))
    if not distinct:
        raise InputError(Fault(named, "no cars", "name at least one, such as 57218/346"))
    with _faults_of(named):
        rules = Sidings(request.headshunt, yard, distinct, metric="legs" if request.metric == "legs" else "pulls")
    faults = [_typed(fault, named) for fault in rules.faults_of(start)]
    option = "--build" if request.build is not None else "--goal"
    try:
        with _faults_of(option):
            goal = _goal(request, rules)
    except InputError as error:
        raise InputError([*faults, *error.faults]) from None
    if faults := faults + [_typed(fault, option) for fault in goal.problems(rules)]:
        raise InputError(faults)
    return SidingsCard(name="inglenook", rules=rules, start=start, goal=goal)


def _refuse_contradictions(request: Request) -> None:
    """A START leaves nothing to name or to draw, and nothing is drawn but by --random."""
    from shunt.errors import Fault, InputError

    faults = []
    if request.start is not None:
        asked = {"--random": request.random, "--seed": request.seed is not None, "--cars": request.cars is not None}
        what = "START gives the cars and their places already"
        faults = [Fault(option, what, f"leave out START or {option}") for option, given in asked.items() if given]
    elif request.seed is not None and not request.random:
        faults = [Fault("--seed", "nothing is random here", "add --random")]
    if request.build is not None and request.goal is not None:
        faults.append(Fault("--goal", "--build gives a goal already", "leave out one of the two"))
    if faults:
        raise InputError(faults)


def _start(request: Request, yard: Mapping[str, int]) -> SidingsPosition:
    """The position that is typed or drawn, or every car in its place."""
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import SidingsPosition
    from shunt.rules.sidings_notation import parse_position

    if request.start is not None:
        return parse_position(request.start, yard)
    capacities = list(yard.values())
    cars = list(_yard_cars(request, capacities))
    if request.random:
        Random(request.seed).shuffle(cars)
    if len(cars) > (room := sum(capacities)):
        raise InputError(Fault("--cars", f"{len(cars)} cars, but the sidings hold {room}", "fewer cars, or a larger --yard"))
    return SidingsPosition((), _fill(tuple(cars), capacities))


def _goal(request: Request, rules: Sidings) -> SidingsGoal:
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import SidingsGoal
    from shunt.rules.sidings_notation import in_order, parse_cars

    if request.build is not None:
        if not (train := parse_cars(request.build)):
            raise InputError(Fault("--build", "the train is empty", 'name its cars, such as --build "1 2 3 4 5"'))
        return SidingsGoal(train=train)
    if request.goal is not None:
        return SidingsGoal.parse(request.goal, rules.capacities)
    capacities = list(rules.capacities.values())
    if len(rules.cars) > (room := sum(capacities)):
        what = f"{len(rules.cars)} cars cannot be set out in order: the sidings hold {room}"
        raise InputError(Fault("--goal", what, "give --goal or --build, or a larger --yard"))
    return SidingsGoal(dict(zip(rules.capacities, _fill(in_order(rules.cars), capacities), strict=True)))


@contextmanager
def _faults_of(option: str) -> Iterator[None]:
    """Report faults from below as faults of what was typed."""
    from shunt.errors import InputError

    try:
        yield
    except InputError as error:
        raise InputError(_typed(fault, option) for fault in error.faults) from None


def _typed(fault: Fault, option: str) -> Fault:
    """A fault placed as in a card's file (`start.1`, `goal.train`), as a fault of what was typed: `START, siding 1`."""
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


# ---------------------------------------------------------------------------------------------------------------- one start


def _solve(request: Request, limits: Limits, as_json: bool) -> int:
    from shunt.errors import Fault, InputError

    if request.table or request.plot:
        option = "--table" if request.table else "--plot"
        raise InputError(Fault(option, "the whole table has no single start", "leave out START and --random"))
    card = _card(request)
    with watching("searching") as progress:
        from shunt.search.solve import solve

        answer = solve(card, limits=limits, progress=progress)
    if as_json:
        print_json(answer.as_json() | {"start": card.names(card.start)})
    else:
        _print(card, answer)
    if answer.stopped and answer.stopped.is_interrupt:
        return ExitStatus.INTERRUPTED
    return {"optimal": ExitStatus.ANSWERED, "unsolvable": ExitStatus.NO}.get(answer.status, ExitStatus.STOPPED)


def _print(card: SidingsCard, answer: Solution) -> None:
    metric = answer.metric[0]
    click.echo(f"{card.start}  start")
    width = max((len(step.notation) for step in answer.moves), default=0)
    for number, step in enumerate(answer.moves, 1):
        click.echo(f"{number:3}. {step.notation:{width}}  {step.position}")
    if answer.status == "optimal":
        took = f"{counted(answer.states, 'states')}, {answer.seconds * 1000:.1f} ms"
        click.echo(f"{counted(answer.optimum, metric)}, proven the fewest ({took})")
    elif answer.status == "unsolvable":
        click.echo(f"unsolvable, proven: everything that can be reached was searched ({counted(answer.states, 'states')})")
    else:
        needed = f"at least {counted(answer.lower_bound, metric)} {'is' if answer.lower_bound == 1 else 'are'} needed"
        click.echo(f"unknown: stopped at the limit of {answer.stopped}; {needed}")


# ----------------------------------------------------------------------------------------------------------------- the table


def _distribution(request: Request, limits: Limits, as_json: bool) -> int:
    from shunt.errors import Fault, InputError

    if request.table is not None and not request.table.lower().endswith((".csv", ".parquet")):
        raise InputError(
            Fault("--table", f"{request.table} is neither CSV nor Parquet", "use a name that ends in .csv or .parquet")
        )
    if request.plot is not None and not request.plot.lower().endswith(".svg"):
        raise InputError(Fault("--plot", f"{request.plot} is not an SVG file", "use a name that ends in .svg"))
    card = _card(request)
    check_output("--table", request.table)
    check_output("--plot", request.plot)
    with watching("building the table") as progress:
        from shunt.search.core.limits import LimitReached
        from shunt.search.sidings.graph import sidings_problem
        from shunt.search.sidings.table import build_table, warm_up_table

        warm_up_table()
        limits.restart()
        try:
            table = build_table(sidings_problem(card.rules, card.goal), limits, progress)
        except LimitReached as limit:
            note(f"stopped at the limit of {limit}: the table does not fit")
            return ExitStatus.STOPPED
        if not table.exhausted:
            note(f"stopped at the limit of {table.stopped}: the rest needs {len(table.levels)} {card.rules.metric} or more")
            return ExitStatus.STOPPED
        if request.table is not None:
            progress("writing the table", len(table.levels) - 1, table.problem.states)
            _write_table(request.table, table)
        starts = table.starts((0, *(len(cars) for cars in card.start.sidings)))
    if request.plot is not None:
        _write_histogram(request.plot, starts, _title(card), card.rules.metric)
    if as_json:
        print_json(_numbers(card, table, starts))
    else:
        _show_bars(card, table, starts)
    return ExitStatus.ANSWERED


def _write_table(path: str, table: SidingsTable) -> None:
    from shunt.search.sidings.export import write_table

    with output_of("--table"):
        write_table(table, path)


def _title(card: SidingsCard) -> str:
    yard = "-".join(str(capacity) for capacity in card.rules.capacities.values())
    return f"Inglenook {yard}, headshunt {card.rules.headshunt or 'without limit'}"


def _numbers(card: SidingsCard, table: SidingsTable, starts: tuple[int, ...]) -> dict[str, Any]:
    solvable = sum(starts)
    return {
        "schema": "shunt-sidings-table/1",
        "metric": card.rules.metric,
        "states": table.problem.states,
        "levels": list(table.levels),
        "unreachable": table.problem.states - sum(table.levels),
        "starts": {str(moves): count for moves, count in enumerate(starts) if count},
        "unsolvable_starts": table.problem.arrangements - solvable,
        "mean": round(sum(moves * count for moves, count in enumerate(starts)) / solvable, 6) if solvable else None,
        "most": len(starts) - 1 if solvable else None,
        "exhausted": table.exhausted,
        "seconds": round(table.seconds, 6),
    }


def _show_bars(card: SidingsCard, table: SidingsTable, starts: tuple[int, ...]) -> None:
    """The distribution as bars, as wide as the terminal allows."""
    from rich.bar import Bar
    from rich.console import Console
    from rich.table import Table

    numbers = _numbers(card, table, starts)
    bars = Table.grid(padding=(0, 1))
    bars.add_column(justify="right")
    bars.add_column(justify="right")
    bars.add_column()
    for moves, count in enumerate(starts):
        if count:
            bars.add_row(str(moves), f"{count:,}", Bar(max(starts), 0, count, width=50))
    console = Console(highlight=False)
    console.print(f"{_title(card)}: starts by fewest {card.rules.metric}")
    console.print(bars)
    if numbers["most"] is not None:
        console.print(f"mean {numbers['mean']:.4f}, most {numbers['most']}")
    if numbers["unsolvable_starts"]:
        stuck = counted(numbers["unsolvable_starts"], "starts")
        console.print(f"{stuck} cannot be solved: everything that can reach the goal was searched")
    console.print(f"{counted(numbers['states'], 'states')}, farthest {len(table.levels) - 1}, {table.seconds:.2f} s")


def _write_histogram(path: str, starts: tuple[int, ...], title: str, metric: str) -> None:
    """Bars as SVG: fewest moves to the right, starts upwards; the same bytes for the same numbers."""
    from xml.sax.saxutils import escape

    from shunt.files.atomic import write_text_atomically

    step, height, top = 28, 240, 44
    heading = f"{escape(title)}: starts by fewest {metric}"
    width = 40 + max(step * len(starts), 8 * len(heading))  # few bars stand in the middle below their heading
    left = (width - step * len(starts)) // 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + height + 48}" '
        f'viewBox="0 0 {width} {top + height + 48}" font-family="sans-serif" font-size="9" text-anchor="middle">',
        f"<title>{heading}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{width / 2:g}" y="18" font-size="13">{heading}</text>',
    ]
    for moves, count in enumerate(starts):
        x, tall = left + step * moves, round(height * count / max(starts), 2)
        if count:
            parts.append(f'<rect x="{x + 2}" y="{top + height - tall:g}" width="{step - 4}" height="{tall:g}" fill="#3a6ea5"/>')
            parts.append(f'<text x="{x + step / 2:g}" y="{top + height - tall - 3:g}" font-size="7">{count:,}</text>')
        parts.append(f'<text x="{x + step / 2:g}" y="{top + height + 14}">{moves}</text>')
    parts.append(f'<path d="M{left} {top + height}H{width - left}" stroke="black"/>')
    parts.append(f'<text x="{width / 2:g}" y="{top + height + 34}" font-size="11">fewest {metric}</text></svg>')
    with output_of("--plot"):
        write_text_atomically(path, "\n".join(parts) + "\n")
