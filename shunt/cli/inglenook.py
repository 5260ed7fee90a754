"""`shunt inglenook`: pulls and drops in a fan of sidings, from a start typed as `57218/346`, or the whole table."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import ANSWERED, INTERRUPTED, NO, STOPPED
from shunt.cli.options import counted, json_option, limit_options, limits_of, note, print_json, watching

if TYPE_CHECKING:
    from shunt.cards.card import SidingsCard
    from shunt.rules.sidings import Cars, Sidings, SidingsGoal
    from shunt.search.limits import Limits
    from shunt.search.sidings_table import SidingsTable
    from shunt.search.solution import Solution

NUMBERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Wishes:
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
    histogram: str | None


@click.command("inglenook")
@click.argument("start", required=False)
@click.option("--random", is_flag=True, help="Solve a random start.")
@click.option("--seed", type=int, metavar="N", help="Which random start; the same seed gives the same one.")
@click.option("--build", metavar="CARS", help='Goal: a train of these cars, in order from the locomotive: "1 2 3 4 5".')
@click.option("--goal", metavar="GOAL", help="Goal by sidings: 12345/678; a siding left out or * is free, ? is any car.")
@click.option("--metric", type=click.Choice(["pulls", "legs"]), default="pulls", show_default=True, help="What is counted.")
@click.option("--yard", metavar="N-N-N", default="5-3-3", show_default=True, help="How many cars each siding takes.")
@click.option("--headshunt", type=click.IntRange(0), default=3, show_default=True, help="Cars it takes; 0 = without limit.")
@click.option("--cars", metavar="CARS", help="The cars, where no START names them; else 1, 2, … in all sidings but the last.")
@click.option("--table", metavar="FILE", help="Write every state and its distance to FILE.csv or FILE.parquet.")
@click.option("--histogram", metavar="FILE", help="Draw the distribution of the starts to FILE.svg.")
@limit_options
@json_option
def command(max_memory: int | None, max_states: int | None, time_limit: float | None, as_json: bool, **options: Any) -> int:
    """Solve an Inglenook, or list all of it.

    START is typed siding by siding, each from the points to the buffer stop: 57218/346. Cars with longer names are separated
    by blanks: "10 7/3 4 6". What is on the headshunt comes first, before a |.

    Without a goal the cars are to be set out in order, siding by siding. Without START and --random the distribution over all
    starts is shown: how many of them take how many moves.
    """
    wishes = Wishes(**options)
    limits = limits_of(max_memory, max_states, time_limit)
    if wishes.start is not None or wishes.random:
        return _solve(wishes, limits, as_json)
    return _distribution(wishes, limits, as_json)


# --------------------------------------------------------------------------------------------------------------- the puzzle


def _yard_cars(wishes: Wishes, capacities: list[int]) -> Cars:
    """The cars where no start names them: those of `--cars`, or 1, 2, … for all sidings but the last."""
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings_text import parse_cars

    if wishes.cars is not None:
        return parse_cars(wishes.cars)
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


def _card(wishes: Wishes) -> SidingsCard:
    """The puzzle that the options describe; raises `InputError` with every fault."""
    from shunt.cards.card import SidingsCard
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import Sidings, SidingsPosition
    from shunt.rules.sidings_text import parse_position, parse_yard

    yard = parse_yard(wishes.yard)
    capacities = list(yard.values())
    if wishes.start is not None:
        if wishes.random or wishes.cars is not None:
            option = "--random" if wishes.random else "--cars"
            raise InputError(Fault(option, "START names the cars and where they stand already", f"leave out START or {option}"))
        start = parse_position(wishes.start, yard)
    else:
        cars = list(_yard_cars(wishes, capacities))
        if wishes.random:
            Random(wishes.seed).shuffle(cars)
        start = SidingsPosition((), _fill(tuple(cars), capacities))
        if len(cars) > (room := sum(capacities)):
            raise InputError(Fault("--cars", f"{len(cars)} cars, but the sidings hold {room}", "fewer cars, or a larger --yard"))
    distinct = tuple(dict.fromkeys(start.cars))
    if not distinct:
        raise InputError(Fault("START", "there are no cars", "name at least one, such as 57218/346"))
    rules = Sidings(wishes.headshunt, yard, distinct, metric="legs" if wishes.metric == "legs" else "pulls")
    faults = rules.faults_of(start)
    goal = _goal(wishes, rules)
    if faults := faults + goal.problems(rules):
        raise InputError(faults)
    return SidingsCard(name="inglenook", rules=rules, start=start, goal=goal)


def _goal(wishes: Wishes, rules: Sidings) -> SidingsGoal:
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import SidingsGoal
    from shunt.rules.sidings_text import in_order, parse_cars, parse_goal

    if wishes.build is not None and wishes.goal is not None:
        raise InputError(Fault("--goal", "--build gives a goal already", "leave out one of the two"))
    if wishes.build is not None:
        if not (train := parse_cars(wishes.build)):
            raise InputError(Fault("--build", "the train is empty", 'name its cars, such as --build "1 2 3 4 5"'))
        return SidingsGoal(train=train)
    if wishes.goal is not None:
        return parse_goal(wishes.goal, rules.capacities)
    capacities = list(rules.capacities.values())
    return SidingsGoal(dict(zip(rules.capacities, _fill(in_order(rules.cars), capacities), strict=True)))


# ---------------------------------------------------------------------------------------------------------------- one start


def _solve(wishes: Wishes, limits: Limits, as_json: bool) -> int:
    from shunt.errors import Fault, InputError
    from shunt.search.sidings_solve import INTERRUPT, solve_sidings

    if wishes.table or wishes.histogram:
        option = "--table" if wishes.table else "--histogram"
        raise InputError(Fault(option, "the whole table has no start of its own", "leave out START and --random"))
    card = _card(wishes)
    with watching() as progress:
        answer = solve_sidings(card, limits, progress)
    if as_json:
        print_json(answer.as_json() | {"start": card.names(card.start)})
    else:
        _tell(card, answer)
    if answer.stopped == INTERRUPT:
        return INTERRUPTED
    return {"optimal": ANSWERED, "unsolvable": NO}.get(answer.status, STOPPED)


def _tell(card: SidingsCard, answer: Solution) -> None:
    metric = answer.metric[0]
    click.echo(f"{card.start}  start")
    width = max((len(step.notation) for step in answer.steps), default=0)
    for number, step in enumerate(answer.steps, 1):
        click.echo(f"{number:3}. {step.notation:{width}}  {step.position}")
    if answer.status == "optimal":
        took = f"{counted(answer.states, 'states')}, {answer.seconds * 1000:.1f} ms"
        click.echo(f"{counted(answer.moves, metric)}, proven the fewest ({took})")
    elif answer.status == "unsolvable":
        click.echo(
            f"unsolvable: all that can be reached was searched ({counted(answer.states, 'states')}), and the goal is not in it"
        )
    else:
        needed = f"at least {counted(answer.lower_bound, metric)} {'is' if answer.lower_bound == 1 else 'are'} needed"
        click.echo(f"unknown: stopped at the limit of {answer.stopped}; {needed}")


# ----------------------------------------------------------------------------------------------------------------- the table


def _distribution(wishes: Wishes, limits: Limits, as_json: bool) -> int:
    from shunt.errors import Fault, InputError
    from shunt.search.limits import LimitReached
    from shunt.search.sidings_export import write_table
    from shunt.search.sidings_graph import sidings_problem
    from shunt.search.sidings_table import build_table, warm_up_table

    if wishes.seed is not None:
        raise InputError(Fault("--seed", "nothing is random here", "add --random"))
    for option, path in (("--table", wishes.table), ("--histogram", wishes.histogram)):
        if path is not None and not Path(path).absolute().parent.is_dir():
            raise InputError(Fault(option, f"there is no folder {Path(path).absolute().parent}"))
    if wishes.histogram is not None and not wishes.histogram.lower().endswith(".svg"):
        raise InputError(Fault("--histogram", f"{wishes.histogram} is not an SVG file", "let the name end in .svg"))
    card = _card(wishes)
    with watching() as progress:
        warm_up_table()
        limits.restart()
        try:
            table = build_table(sidings_problem(card.rules, card.goal), limits, progress)
        except LimitReached as limit:
            note(f"stopped at the limit of {limit}: the table does not fit")
            return STOPPED
    if not table.exhausted:
        note(f"stopped at the limit of {table.stopped}: what is left needs {len(table.levels)} {card.rules.metric} or more")
        return STOPPED
    if wishes.table is not None:
        write_table(table, wishes.table)
    starts = table.starts((0, *(len(cars) for cars in card.start.sidings)))
    if wishes.histogram is not None:
        _write_histogram(wishes.histogram, starts, _title(card), card.rules.metric)
    if as_json:
        print_json(_numbers(card, table, starts))
    else:
        _show_bars(card, table, starts)
    return ANSWERED


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
        console.print(f"{stuck} cannot be solved: all that can reach the goal was searched")
    console.print(f"{counted(numbers['states'], 'states')}, farthest {len(table.levels) - 1}, {table.seconds:.2f} s")


def _write_histogram(path: str, starts: tuple[int, ...], title: str, metric: str) -> None:
    """Bars as SVG: fewest moves to the right, starts upwards; the same bytes for the same numbers."""
    from xml.sax.saxutils import escape

    from shunt.track.document import write_text_atomically

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
    write_text_atomically(os.fspath(path), "\n".join(parts) + "\n")
