"""`shunt solutions`: every shortest solution of a card, counted, listed or sampled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.answers import stopped_status, why_stopped
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import flag, number_option, text_option
from shunt.cli.progress import watching
from shunt.rules.objective import metric_help

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits
    from shunt.search.methods.shortest_solutions import Solutions

LISTED = 10  # solutions that are printed unless more are asked for


@click.command("solutions")
@options.card_argument
@text_option("--metric", "NAME,…", metric_help())
@flag("--count", "Print only the number of solutions.", "only_count")
@number_option("--limit", f"List the first N solutions. Default: {LISTED}.", least=0)
@flag("--all", "List all solutions.", "list_all")
@number_option("--sample", "List a random sample of N solutions. All solutions are equally likely.", least=1)
@options.seed_option("Random seed for --sample.")
@options.tablebases_option
@options.json_option
@options.limit_options
def command(
    card: str,
    metric: str | None,
    only_count: bool,
    limit: int | None,
    list_all: bool,
    sample: int | None,
    seed: int,
    tablebases: str | None,
    as_json: bool,
    limits: Limits,
) -> int:
    """Count and list all solutions of CARD that need the fewest moves.

    For sidings, pulls or legs are counted as moves. If the card or --metric has another metric, only solutions with the
    least cost are counted, and of these only the ones with the fewest moves.

    Two solutions differ if any of their moves differ in locomotive, start, destination, coupling or outcome. Two paths
    to the same outcome are the same move, even if one is forward and the other backward. Interchangeable pieces are
    distinguished by name. The list is in a fixed order and numbered from 0. CARD is a file, a shipped name, or - for
    standard input.

    \b
    Examples:
      shunt solutions first-swap --count
      shunt solutions first-swap --limit 3
      shunt solutions first-swap --sample 5 --seed 1 --json
      shunt solutions inglenook-533 --count
      shunt solutions first-swap --metric couplings --count

    Exit status: 0 if the solutions are counted, 1 if CARD is unsolvable, 3 if a limit stopped the search, 130 if interrupted.
    """
    from shunt.cli.arguments import card_named, counted_in

    if only_count + list_all + (limit is not None) + (sample is not None) > 1:
        raise click.UsageError("give one of --count, --limit, --all and --sample")

    loaded = card_named(card)
    if metric is not None:
        loaded = counted_in(loaded, metric)
    with watching("searching") as progress:
        from shunt.search.core.limits import LimitReached, stop_of
        from shunt.search.solutions import solutions

        try:
            with output.parameters_as():
                found = solutions(loaded, limits, progress, tablebases)
        except (LimitReached, KeyboardInterrupt) as stop:
            output.note(f"{why_stopped(stop_of(stop))}: nothing is counted")
            return stopped_status(stop_of(stop))
    listed: Iterable[tuple[int, tuple[Any, ...]]]
    if sample is not None:
        listed = found.sample(sample, seed)
    else:
        listed = enumerate(found.all(0 if only_count else None if list_all else LISTED if limit is None else limit))
    output.show(found.as_json(listed, limits.seconds) if as_json else _lines(found, listed))
    return ExitStatus.NO if found.optimum is None else ExitStatus.ANSWERED


def _lines(found: Solutions, listed: Iterable[tuple[int, tuple[Any, ...]]]) -> Iterator[str]:
    if found.optimum is None:
        yield "unsolvable, proven: every reachable position was searched"
        return
    for rank, moves in listed:
        yield f"{rank}: {'; '.join(map(str, moves))}"
    yield (
        f"{output.counted(found.count, 'solutions')} in {found.card.metric.words(found.totals)}, "
        f"along {found.paths:,} {'paths' if found.paths != 1 else 'path'} of {output.counted(found.states, 'positions')}"
    )
