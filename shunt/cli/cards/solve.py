"""`shunt solve`: the fewest moves of a card, proven, with its Yard Guide."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.answers import (
    answer_lines,
    card_parts,
    check_save,
    exit_status,
    heading_line,
    note_limit,
    reason_lines,
    reasons_of,
    save_proven,
    search,
)
from shunt.cli.output import printed_anyway
from shunt.rules.objective import metric_help

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.solution import Solution
    from shunt.render.characters import Picture
    from shunt.search.core.limits import Limits
    from shunt.search.unsolvable.reasons import Reasons


@click.command("solve")
@options.card_argument
@options.json_option
@options.text_option(
    "--method",
    "METHOD",
    "Search method. For moves: referee, bidirectional, forward, astar, tablebase, contracted (large boards) or "
    "blocks (long trains). For other metrics: guide, orders, referee or buckets. Default: chosen automatically.",
)
@options.text_option("--metric", "NAME,…", metric_help())
@options.limit_options
@options.tablebases_option
@options.databases_option
@options.flag("--first", "Stop at the first solution.")
@click.option(
    "--gap", type=options.Whole(0), default=0, metavar="N", help="Stop at a solution that is at most N above the lower bound."
)
@options.flag(
    "--save", "Write the proof and the Yard Guide to the card's file. Add the move limit and the ranks if they are missing."
)
@options.flag(
    "--explain", "Describe each move and print the evidence for the proof, or print the reasons why the card has no solution."
)
@options.plot_option("Plot the proven bound and the best solution over time to FILE (.svg or .png).")
def command(
    card: str,
    as_json: bool,
    method: str | None,
    metric: str | None,
    tablebases: str | None,
    databases: str | None,
    first: bool,
    gap: int,
    save: bool,
    explain: bool,
    plot: str | None,
    limits: Limits,
) -> int:
    """Solve CARD: print a shortest solution and the proof that no solution is shorter.

    CARD is a file, the name of a shipped card, or - for standard input. The solution is printed as a Yard Guide. Each line
    gives the locomotive, its start>destination, and the cars that it couples (+red). If there is more than one path, it also
    names a space on the path (via).

    If a card has no solution, --explain prints why: which goals cannot be met, alone or together, and which broken
    track or piece is in the way. With --json, the reasons are in the key "reasons". To find them, variants of the card
    are searched, each up to two million states.

    \b
    Examples:
      shunt solve first-swap
      shunt solve first-swap --explain
      shunt solve first-swap --metric moves,couplings
      shunt solve first-swap --metric 2*runs+couplings
      shunt solve first-swap --json --max-memory 2G --time-limit 60
      shunt solve my-card.toml --first
      shunt solve first-swap --plot bounds.svg
      shunt solve my-card.toml --save

    If a limit or Ctrl-C stops the search, the best solution found is printed with the proven lower bound. In a terminal,
    each better solution is shown when it is found.

    Exit status: 0 if the optimum is proven, 1 if the card is proven unsolvable, 3 if a limit, --first or --gap stopped the
    search, 130 if interrupted. With 3 and 130, the proven lower bound is printed, and a solution if one was found.
    """
    from shunt.cli.arguments import card_named, counted_in

    loaded = card_named(card) if metric is None else counted_in(card_named(card), metric, save)
    if save:
        check_save(card)
    output.check_output("--plot", plot)
    answer = search(loaded, method, limits, tablebases, first, gap, databases)
    with printed_anyway("--save") as attempt:
        if save:
            attempt(lambda: save_proven(loaded, answer, loaded.path))
        if plot is not None:
            attempt(partial(_draw_race, plot, answer))
        reasons = reasons_of(loaded, limits, answer.seconds) if explain and answer.status == "unsolvable" else None
        fields = {"reasons": reasons.as_json()} if reasons is not None else {}
        output.show(answer.as_json() | fields if as_json else _parts(loaded, answer, explain, reasons))
        if answer.status == "unsolvable" and not (explain or as_json):
            output.note("--explain says why it has no solution")
        note_limit(loaded, answer)
    return exit_status(answer)


# --------------------------------------------------------------------------------------------------------------------
# For a person


def _parts(card: Card, answer: Solution, explain: bool, reasons: Reasons | None) -> Iterator[str | Picture]:
    yield from card_parts(card) if output.on_terminal() else [heading_line(card)]
    if answer.moves:
        yield "\nYard Guide"
    for number, step in enumerate(answer.moves, 1):
        yield f"{number:3}. {step.notation}"
        if explain:
            yield f"     {step.words}"
            yield f"     {card.rules.describe_position(step.position)}"
    yield from ("", *answer_lines(card, answer), *(card.move_lines() if answer.moves else ()))
    if explain:
        from shunt.cli.evidence import evidence_lines

        yield from evidence_lines(answer.evidence, answer.metric, answer.proof)
        if answer.status == "unsolvable":
            yield from reason_lines(reasons)


def _draw_race(file: str, answer: Solution) -> None:
    """Draw the bounds over time."""
    from shunt.cli.picture_files import write_picture
    from shunt.render.race import race_scene

    race = answer.proof.get("race", ())
    scene = race_scene(race, answer.seconds, str(answer.metric.terms[0]), f"{answer.card}: what was proven and found")
    write_picture("--plot", file, scene)
