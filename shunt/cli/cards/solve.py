"""`shunt solve`: the optimum of a card, proven, with its Yard Guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import ANSWERED, INTERRUPTED, NO, STOPPED, options
from shunt.cli.interrupts import refuse_shipped

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.solution import Solution
    from shunt.search.core.limits import Limits

MOVES = ("moves", "pulls", "legs")  # metrics that ranks can be told in: they count moves


@click.command("solve")
@options.card_argument
@options.json_option
@click.option(
    "--method",
    metavar="METHOD",
    help="How to search: bidirectional, forward, astar or tablebase; for metrics other than moves: orders or buckets. "
    "Default: the program chooses.",
)
@click.option(
    "--metric",
    metavar="NAME[,NAME]",
    help="What is counted, instead of the card's own metric: moves, runs, reversals, couplings, distance (sidings: pulls, legs); "
    "of several the first counts most.",
)
@options.limit_options
@click.option(
    "--tablebases",
    metavar="FOLDER",
    help="Where tablebases lie, beside CARD.table next to the card. Default: the folder that SHUNT_TABLEBASES names.",
)
@click.option("--save", is_flag=True, help="Write the proof, the Yard Guide, and missing ranks into the card's file.")
@click.option("--explain", is_flag=True, help="Say what each move does, and all that the proof rests on.")
def command(
    card: str,
    as_json: bool,
    method: str | None,
    metric: str | None,
    tablebases: str | None,
    save: bool,
    explain: bool,
    **limits: Any,
) -> int:
    """Prove the fewest moves that solve CARD, and print them.

    CARD is a file or the name of a shipped card. The moves are the Yard Guide in notation: locomotive, start>destination,
    +cars it couples, and "via" spaces that the head of the train passes where more than one way would be left.

    \b
      shunt solve first-swap
      shunt solve first-swap --explain
      shunt solve first-swap --metric moves,couplings
      shunt solve my-card.toml --save
      shunt solve my-card.toml --json --max-memory 2G --time-limit 60

    Exit status: 0 solved, 1 proven unsolvable, 3 stopped at a limit (the proven lower bound is told), 130 interrupted (likewise).
    """
    from shunt.cards.files import load_card

    loaded = load_card(card)
    if metric is not None:
        loaded = counted_in(loaded, metric, save)
    if save:
        refuse_shipped(card)
    answer = search(loaded, method, limits, tablebases)
    if save:
        save_proof(loaded, answer)
    if as_json:
        options.print_json(answer.as_json())
    else:
        _tell(loaded, answer, explain)
    return exit_status(answer)


def counted_in(card: Card, metric: str, save: bool = False) -> Card:
    """The card with another metric (names, separated by commas); raises `InputError` for what its ruleset does not count."""
    from dataclasses import replace

    from shunt.cards.card import SidingsCard
    from shunt.cards.models import SIDINGS_METRICS, TRAIN_METRICS
    from shunt.errors import Fault, InputError

    names = tuple(name.strip() for name in metric.split(","))
    known = SIDINGS_METRICS if isinstance(card, SidingsCard) else TRAIN_METRICS
    remedy = "one of " + ", ".join(known) if isinstance(card, SidingsCard) else "one or more of " + ", ".join(known)
    wrong = [name for name in dict.fromkeys(names) if name not in known]
    faults = [Fault("--metric", f"{name!r} is not counted under {card.ruleset}", remedy) for name in wrong]
    if (len(set(names)) < len(names) and not wrong) or (isinstance(card, SidingsCard) and len(names) > 1):
        faults.append(Fault("--metric", f"{metric!r} does not name each metric once", remedy))
    if save and names != card.metric:
        faults.append(
            Fault("--save", "the proof would be of another metric than the card's", "write it under [options] of the card")
        )
    if faults:
        raise InputError(faults)
    if isinstance(card, SidingsCard):
        return replace(card, rules=replace(card.rules, metric="legs" if names == ("legs",) else "pulls"))
    return replace(card, metric=names)


def search(card: Card, method: str | None, limits: Mapping[str, Any], tablebases: str | None = None) -> Solution:
    """Solve a card, telling on stderr how far it is."""
    with options.watching("searching") as progress:
        from shunt.search.solve import solve

        bounds: Limits = options.limits_of(**limits)
        return solve(card, method=method, limits=bounds, progress=progress, tablebases=tablebases)


def exit_status(answer: Solution) -> int:
    """0 solved, 1 unsolvable, 3 stopped at a limit, 130 interrupted."""
    if answer.status == "unknown":
        return INTERRUPTED if answer.stopped == "interrupted" else STOPPED
    return ANSWERED if answer.status == "optimal" else NO


# --------------------------------------------------------------------------------------------------------------------
# For a person


def _tell(card: Card, answer: Solution, explain: bool) -> None:
    from shunt.cli.cards.play import step_words
    from shunt.cli.printing import card_picture, heading_line, on_terminal, puzzle_lines, show_picture

    options.say(heading_line(card))
    if on_terminal():
        options.say()
        show_picture(card_picture(card))
        options.say()
        for line in puzzle_lines(card):
            options.say(line)
    if answer.moves:
        options.say("\nYard Guide")
    for number, step in enumerate(answer.moves, 1):
        options.say(f"{number:3}. {step.notation}")
        if explain:
            options.say(f"     {step_words(step)}")
            options.say(f"     {' · '.join(f'{name} {place}' for name, place in step.after.items())}")
    options.say()
    for line in answer_lines(card, answer):
        options.say(line)
    if explain:
        for key, value in answer.proof.items():
            if key == "attempts":
                for attempt in value:
                    options.say(_attempt_line(attempt))
            else:
                options.say(f"{key}: {_plain(value)}")


def answer_lines(card: Card, answer: Solution) -> list[str]:
    """What was proven, what it earns, and what it took."""
    took = f"{options.counted(answer.states, 'states')} in {answer.seconds:.2f} s, {answer.method}"
    if answer.status == "optimal":
        found = zip(answer.optima, answer.metric, strict=False)
        lines = [f"optimum {', '.join(options.counted(*pair) for pair in found)}, proven: {_evidence(answer)}"]
        if answer.metric != ("moves",) and answer.counts:
            lines.append("counted: " + " · ".join(f"{metric} {count}" for metric, count in answer.counts.items()))
        ranks = _ranks(card, answer)
        return [*lines, ranks, took] if ranks else [*lines, took]
    if answer.status == "unsolvable":
        return ["unsolvable, proven: everything that could be reached was searched", took]
    least = f"no solution has fewer than {options.counted(answer.lower_bound, answer.metric[0])}"
    return [f"unknown: {why_stopped(answer.stopped)}; proven so far: {least}", took]


def why_stopped(stopped: str) -> str:
    """Why a search ended without an answer."""
    return "interrupted" if stopped == "interrupted" else f"stopped at the limit of {stopped}"


def _attempt_line(attempt: Mapping[str, Any]) -> str:
    """What one method that was tried cost, why it was, and how it ended."""
    line = f"tried {attempt['method']} ({attempt['why']}): {attempt['seconds']:.2f} s"
    if "states" in attempt:
        line += f", {attempt['states']:,} states reached, {attempt['expanded']:,} expanded"
    if not (stopped := attempt.get("stopped")):
        return line
    return f"{line}; {stopped if stopped == 'interrupted' or stopped.startswith('refused') else f'stopped at its {stopped}'}"


def _evidence(answer: Solution) -> str:
    """The evidence in a line: how far each side was searched whole, or the argument that the search gives itself."""
    if answer.status == "optimal" and not answer.moves:
        return "the goal is met at the start"
    told = answer.proof
    levels = [(side, told.get(f"levels from the {side}")) for side in ("start", "goal")]
    far = [(len(found) - 1, f"of the {side}") for side, found in levels if found]
    if far:
        counts = [options.counted(far[0][0], answer.metric[0]), *(str(more) for more, _ in far[1:])]
        within = " and ".join(f"{count} {side}" for count, (_, side) in zip(counts, far, strict=True))
        return f"every position within {within} was searched, and no shorter way is among them"
    return str(told.get("argument") or "every way that counts less was searched or ruled out by a bound")


def _ranks(card: Card, answer: Solution) -> str:
    from shunt.cards.card import Ranks

    if answer.optimum is None or answer.metric[0] not in MOVES:
        return ""
    ranks = card.ranks or Ranks.from_optimum(answer.optimum)
    return f"ranks: Yard Master {ranks.yard_master} · Conductor {ranks.conductor} · Brakeman {ranks.brakeman}"


def _plain(value: Any) -> str:
    """Evidence of any shape in a line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_plain(inside)}" for key, inside in value.items())
    if isinstance(value, list | tuple):
        apart = "" if all(isinstance(item, int) for item in value) else ","
        return f"{apart} ".join(map(_plain, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


# --------------------------------------------------------------------------------------------------------------------
# Saving


def save_proof(card: Card, answer: Solution) -> None:
    """Write what was proven into the card's file; a search that was stopped proves too little and writes nothing."""
    from shunt.cards.files import save_card

    if answer.status == "unknown":
        options.note("nothing is saved: the search was stopped before it proved an answer")
        return
    save_card(proven_card(card, answer), card.path)
    options.note(f"saved the proof in {card.path}")


def proven_card(card: Card, answer: Solution) -> Card:
    """The card with the proof, the Yard Guide, and default ranks and limit where it has none and its limit leaves room."""
    from dataclasses import replace

    proof: dict[str, Any] = {"status": answer.status}
    if answer.optimum is not None:
        proof["optimum"] = answer.as_json()["moves"]
    proof |= {"metric": answer.metric[0] if len(answer.metric) == 1 else list(answer.metric), "method": answer.method}
    proof |= {"states": answer.states, "version": options.program_version()}
    card = replace(card, proof=proof, guide=answer.guide)
    if answer.optimum is None or answer.metric[0] not in MOVES:
        return card
    return _with_ranks(card, answer.optimum)


def _with_ranks(card: Card, optimum: int) -> Card:
    from dataclasses import replace

    from shunt.cards.card import Ranks

    if card.ranks is not None:
        if card.ranks.yard_master != optimum:
            options.note(
                f"the card's ranks begin at {card.ranks.yard_master}, but its optimum is {optimum}; they are left as they are"
            )
        return card
    ranks = Ranks.from_optimum(optimum)
    if card.limit is None:
        return replace(card, ranks=ranks, limit=ranks.brakeman)
    if ranks.brakeman <= card.limit:
        return replace(card, ranks=ranks)
    options.note(f"the card's limit of {card.limit} leaves no room for the usual ranks up to {ranks.brakeman}; none are written")
    return card
