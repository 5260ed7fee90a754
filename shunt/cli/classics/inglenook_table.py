"""The whole table of `shunt inglenook`: how many starts take how many moves, as bars, JSON, a chart or a file of states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shunt.cli.classics.inglenook_puzzle import Request, card_of
from shunt.cli.exit_status import ExitStatus
from shunt.cli.output import check_output, counted, note, output_of, print_json, say
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import SidingsCard
    from shunt.search.core.limits import Limits
    from shunt.search.sidings.graph import SidingsProblem
    from shunt.search.sidings.table import SidingsTable

LARGE = 5_000_000
"""States from which the cost of a table is announced."""
SLOWER = 2.0
"""How much longer a state of a large table takes than one of a small table, which fits the cache (measured: 1.4 to 2.5)."""


def distribution(request: Request, limits: Limits, as_json: bool) -> int:
    """Count all starts by their fewest moves, and print or write what was asked for."""
    from shunt.errors import Fault, InputError

    if request.table is not None and not request.table.lower().endswith((".csv", ".parquet")):
        raise InputError(
            Fault("--table", f"{request.table} is neither CSV nor Parquet", "use a name that ends in .csv or .parquet")
        )
    if request.plot is not None and not request.plot.lower().endswith(".svg"):
        raise InputError(Fault("--plot", f"{request.plot} is not an SVG file", "use a name that ends in .svg"))
    card = card_of(request)
    check_output("--table", request.table)
    check_output("--plot", request.plot)
    with watching("building the table") as progress:
        from shunt.search.core.limits import LimitReached
        from shunt.search.sidings.graph import sidings_problem
        from shunt.search.sidings.table import build_table, warm_up_table

        warm_up_table()
        problem = sidings_problem(card.rules, card.goal)
        note_cost(problem)
        limits.restart()
        try:
            table = build_table(problem, limits, lambda what, level, states: progress.show(what, states, problem.states))
        except LimitReached as limit:
            note(f"stopped at the limit of {limit}: the table needs about {megabytes(problem)}")
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
        _show_bars(card, table, starts, limits)
    return ExitStatus.ANSWERED


def note_cost(problem: SidingsProblem) -> None:
    """Print what a large table costs: its states, its memory, and its time at the rate of a small table built just now."""
    if problem.states < LARGE:
        return
    from shunt.rules.sidings import Sidings, SidingsGoal
    from shunt.search.sidings.graph import sidings_problem
    from shunt.search.sidings.table import build_table

    rules = Sidings(3, {"1": 4, "2": 3, "3": 3}, tuple("abcdefg"))
    small = build_table(sidings_problem(rules, SidingsGoal({"1": tuple("abcd"), "2": tuple("efg")})))
    seconds = SLOWER * problem.states * small.seconds / small.problem.states
    time = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    orders = f"{problem.permutations:,} orders of the cars, on {len(problem.graph.occupancies)} choices of places"
    note(f"{orders}: {problem.states:,} states, about {megabytes(problem)} of memory, and {time} at the rate measured now")


def megabytes(problem: SidingsProblem) -> str:
    """Return the memory that the table of a problem needs."""
    from shunt.search.sidings.table import table_bytes

    size = table_bytes(problem) / 1e6
    return f"{size:,.0f} MB" if size < 10_000 else f"{size / 1000:,.0f} GB"


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
        "unsolvable_starts": table.problem.permutations - solvable,
        "mean": round(sum(moves * count for moves, count in enumerate(starts)) / solvable, 6) if solvable else None,
        "most": len(starts) - 1 if solvable else None,
        "exhausted": table.exhausted,
        "seconds": round(table.seconds, 6),
    }


def _show_bars(card: SidingsCard, table: SidingsTable, starts: tuple[int, ...], limits: Limits) -> None:
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
    say(f"{_title(card)}: starts by fewest {card.rules.metric}")
    Console(highlight=False).print(bars)
    if numbers["most"] is not None:
        say(f"mean {numbers['mean']:.4f}, most {numbers['most']}")
    if numbers["unsolvable_starts"]:
        stuck = counted(numbers["unsolvable_starts"], "starts")
        say(f"{stuck} cannot be solved: everything that can reach the goal was searched")
        if length := long_enough(card, limits.rest()):
            say(f"with a headshunt that holds {counted(length, 'cars')} all of them can (--headshunt {length})")
    say(f"{counted(numbers['states'], 'states')}, farthest {len(table.levels) - 1}, {table.seconds:.2f} s")


def long_enough(card: SidingsCard, limits: Limits | None = None) -> int | None:
    """Return the least length of a longer headshunt with which all starts can be solved.

    None if there is none, or if its table is not small or passes the limits.
    """
    from dataclasses import replace

    from shunt.search.core.limits import LimitReached
    from shunt.search.sidings.graph import sidings_problem
    from shunt.search.sidings.table import build_table

    rules = card.rules
    for length in range(rules.headshunt + 1, len(rules.cars) + 1) if rules.headshunt else ():
        problem = sidings_problem(replace(rules, headshunt=length), card.goal)
        if problem.states > LARGE:
            return None
        try:
            table = build_table(problem, limits)
        except LimitReached:
            return None
        solvable = sum(table.starts((0, *(len(cars) for cars in card.start.sidings))))
        if table.exhausted and solvable == problem.permutations:
            return length
    return None


def _write_histogram(path: str, starts: tuple[int, ...], title: str, metric: str) -> None:
    """Bars as SVG: fewest moves to the right, starts upwards; the same bytes for the same numbers."""
    from xml.sax.saxutils import escape

    from shunt.files.atomic import write_text_atomically
    from shunt.files.printable import xml_text

    step, height, top = 28, 240, 44
    heading = f"{escape(xml_text(title))}: starts by fewest {metric}"
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
