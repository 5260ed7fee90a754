"""`shunt solve`: the fewest moves of a card, proven, with its Yard Guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.answers import answer_lines, exit_status, note_limit, reason_lines, reasons_of, save_proof, search
from shunt.cli.interrupts import check_save, printed_anyway

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.solution import Solution
    from shunt.search.unsolvable.reasons import Reasons


@click.command("solve")
@options.card_argument
@options.json_option
@click.option(
    "--method",
    metavar="METHOD",
    help="Method of search: bidirectional, forward, astar or tablebase; on large boards also contracted; for metrics other than "
    "moves: orders or buckets. Default: the program chooses.",
)
@click.option(
    "--metric",
    metavar="NAME[,NAME]",
    help="What to count instead of the card's own metric: moves, runs, reversals, couplings, distance (sidings: pulls, legs). "
    "Of several, the first counts most. Couplings are joints coupled and parted; their order is not counted.",
)
@options.limit_options
@options.tablebases_option
@options.databases_option
@click.option("--first", is_flag=True, help="End with the first solution found.")
@click.option("--gap", type=options.Whole(0), default=0, metavar="N", help="End with a solution at most N above the lower bound.")
@click.option("--save", is_flag=True, help="Write proof, Yard Guide and a missing limit and ranks into the card's file.")
@click.option(
    "--explain",
    is_flag=True,
    help="Describe what each move does, and print everything that the proof rests on; of a card without a solution, print why it "
    "has none.",
)
@options.plot_option("Draw into an SVG file how the proven bound and the best solution found close in over time.")
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
    **limits: Any,
) -> int:
    """Solve CARD: print the fewest moves that reach its goal, and the proof that no solution is shorter.

    CARD is a file, the name of a shipped card, or - for the standard input. The moves printed are the Yard Guide: locomotive,
    start>destination, the cars it couples (+red) and, if more than one path is possible, "via" a space on the way.

    For a card without a solution, --explain prints which goals can be met alone or not together, and which broken track or piece
    is in the way (with --json: "reasons"). It searches variants of the card, each up to two million states.

    \b
    Examples:
      shunt solve first-swap
      shunt solve first-swap --explain
      shunt solve first-swap --metric moves,couplings
      shunt solve first-swap --json --max-memory 2G --time-limit 60
      shunt solve my-card.toml --first
      shunt solve first-swap --plot bounds.svg
      shunt solve my-card.toml --save

    A card that is too large to prove still gets a solution: at a limit or Ctrl-C the best one found is printed, with the lower
    bound that was proven. On a terminal each better solution is announced when it is found.

    Exit status: 0 optimal, proven · 1 proven unsolvable · 3 stopped at a limit, --first or --gap · 130 interrupted. The last two
    print the lower bound that was proven, and a solution if one was found.
    """
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    if metric is not None:
        loaded = counted_in(loaded, metric, save)
    if save:
        check_save(card)
    output.check_output("--plot", plot)
    answer = search(loaded, method, limits, tablebases, first, gap, databases)
    with printed_anyway("--save") as attempt:
        if save:
            attempt(lambda: save_proof(loaded, answer))
        attempt(lambda: _draw_race(plot, answer))
        reasons = reasons_of(loaded, limits, answer.seconds) if explain and answer.status == "unsolvable" else None
        if as_json:
            output.print_json(answer.as_json() | ({"reasons": reasons.as_json()} if reasons is not None else {}))
        else:
            _print(loaded, answer, explain)
            if answer.status == "unsolvable":
                _say_why(reasons, explain)
        note_limit(loaded, answer)
    return exit_status(answer)


def _say_why(reasons: Reasons | None, explain: bool) -> None:
    """Print why a card has no solution, or which option does."""
    if not explain:
        output.note("--explain says why it has no solution")
        return
    for line in reason_lines(reasons):
        output.say(line)


def counted_in(card: Card, metric: str, save: bool = False) -> Card:
    """Return the card with another metric (names, separated by commas); raises `InputError` for names its ruleset lacks."""
    from dataclasses import replace

    from shunt.errors import Fault, InputError
    from shunt.rules.metrics import metric_names

    names = metric_names(metric)
    faults: list[Fault] = []
    counted = card
    try:
        counted = card.with_metric(*names)
    except InputError as error:
        faults += [replace(fault, where="--metric") for fault in error.faults]
    if save and names != card.metric:
        faults.append(
            Fault("--save", "the proof would be of another metric than the card's", "write it under [options] of the card")
        )
    if faults:
        raise InputError(faults)
    return counted


# --------------------------------------------------------------------------------------------------------------------
# For a person


def _print(card: Card, answer: Solution, explain: bool) -> None:
    from shunt.cli.printing import card_picture, heading_line, on_terminal, puzzle_lines, show_picture

    output.say(heading_line(card))
    if on_terminal():
        output.say()
        show_picture(card_picture(card))
        output.say()
        for line in puzzle_lines(card):
            output.say(line)
    if answer.moves:
        output.say("\nYard Guide")
    for number, step in enumerate(answer.moves, 1):
        output.say(f"{number:3}. {step.notation}")
        if explain:
            output.say(f"     {step.words}")
            output.say(f"     {card.rules.describe_position(step.position)}")
    output.say()
    for line in [*answer_lines(card, answer), *(card.move_lines() if answer.moves else ())]:
        output.say(line)
    if explain:
        for key, value in answer.proof.items():
            if key == "attempts":
                for attempt in value:
                    output.say(_attempt_line(attempt))
            elif key == "race":
                for line in _race_lines(value):
                    output.say(line)
            elif key == "beams":
                for beam in value:
                    output.say(_beam_line(beam))
            else:
                output.say(f"{key}: {_plain(value)}")


def _attempt_line(attempt: Mapping[str, Any]) -> str:
    """Return a line with a method that was tried: why, what it cost, and how it ended."""
    line = f"tried {attempt['method']} ({attempt['why']}): {attempt['seconds']:.2f} s"
    if "states" in attempt:
        line += f", {attempt['states']:,} states reached, {attempt['expanded']:,} expanded"
    if not (stopped := attempt.get("stopped")):
        return line
    return f"{line}; {stopped if stopped == 'interrupted' or stopped.startswith('refused') else f'stopped at its {stopped}'}"


def _beam_line(beam: Mapping[str, Any]) -> str:
    """Return a line with a beam that looked for a solution."""
    found = "no path" if beam["moves"] is None else f"a path of {output.counted(beam['moves'], 'moves')}"
    return f"beam of {beam['width']:,}: {found}, {beam['seconds']:.2f} s"


def _race_lines(race: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the bounds over time: a line whenever one of them became better."""
    lines = ["bounds over time:"]
    for standing in race:
        found = "" if standing["upper_bound"] is None else f", found {standing['upper_bound']}"
        by = f" ({standing['method']})" if standing["method"] else ""
        lines.append(f"  {standing['seconds']:8.2f} s  at least {standing['lower_bound']}{found}{by}")
    return lines


def _draw_race(file: str | None, answer: Solution) -> None:
    """Draw the bounds over time, if a file is given."""
    if file is None:
        return
    from shunt.files.atomic import write_text_atomically
    from shunt.render.charts.race import race_scene
    from shunt.render.svg import svg_text

    race = answer.proof.get("race", ())
    scene = race_scene(race, answer.seconds, answer.metric[0], f"{answer.card}: what was proven and found")
    with output.output_of("--plot"):
        write_text_atomically(file, svg_text(scene))


def _plain(value: Any) -> str:
    """Return evidence of any shape in a line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_plain(inside)}" for key, inside in value.items())
    if isinstance(value, list | tuple):
        apart = "" if all(isinstance(item, int) for item in value) else ","
        return f"{apart} ".join(map(_plain, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
