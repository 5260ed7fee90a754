"""How commands show a card and the answer of a search: its exit status, its description, and the proof on the card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shunt.cards.faults import limit_fault
from shunt.cards.stop import Stop, StopKind
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import DRAWING, watching
from shunt.errors import InputError

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.solution import Solution
    from shunt.render.characters import Picture
    from shunt.search.core.limits import Limits
    from shunt.search.unsolvable.reasons import Reasons
    from shunt.track.layout import Layout


def search(
    card: Card,
    method: str | None,
    limits: Limits,
    tablebases: str | None = None,
    first: bool = False,
    gap: int = 0,
    databases: str | None = None,
) -> Solution:
    """Solve a card, and show progress and better solutions on stderr if it is a terminal; for `first` and `gap` see `solve`."""
    with watching("searching") as progress:
        from shunt.search.solve import solve

        with output.parameters_as():
            return solve(
                card,
                method=method,
                limits=limits,
                progress=progress,
                tablebases=tablebases,
                databases=databases,
                first=first,
                gap=gap,
                found=progress.found,
            )


def reasons_of(card: Card, limits: Limits, spent: float) -> Reasons | None:
    """Return the reasons why a card that was proven unsolvable has no solution, or None if the limits leave no time after `spent`
    seconds."""
    from shunt.search.unsolvable.reasons import explain_unsolvable

    if limits.time is not None and spent >= limits.time:
        return None
    remaining = replace(limits, time=None if limits.time is None else limits.time - spent)
    with watching("why unsolvable") as progress:
        return explain_unsolvable(card, limits=remaining, progress=progress, is_proven=True)


def reason_lines(reasons: Reasons | None) -> list[str]:
    """Return a heading, and one line per reason."""
    lines = reasons.lines if reasons is not None else ("unknown: the time limit left no time to search for reasons",)
    return ["why it has no solution", *(f"  {line}" for line in lines)]


def note_limit(card: Card, answer: Solution) -> None:
    """Print a note if the card's limit is below the optimum or the proven lower bound."""
    if answer.status == "unsolvable" or card.limit is None:
        return
    if not answer.is_proven:
        if limit_fault(card, answer.lower_bound) is not None:
            fewest = output.counted(answer.lower_bound, "moves")
            output.note(f"the card's limit of {card.limit} cannot be met: no solution has fewer than {fewest}")
    elif (fault := limit_fault(card, answer.optima)) is not None:
        output.note(f"{fault.where}: {fault.what}, so the card cannot be solved within it ({fault.remedy})")


def exit_status(answer: Solution) -> int:
    """Return the exit status of an answer: 0 optimal, 1 unsolvable, 3 stopped without a proof, 130 interrupted."""
    if not answer.is_proven:
        return stopped_status(answer.stopped)
    return ExitStatus.ANSWERED if answer.status == "optimal" else ExitStatus.NO


def answer_lines(card: Card, answer: Solution) -> list[str]:
    """Return lines that give the proven result, the ranks that are saved with it, and the cost of the search."""
    from shunt.cards.claims import with_ranks
    from shunt.cli.evidence import reason

    took = f"{output.counted(answer.states, 'states')} in {answer.seconds:.2f} s, {answer.method}"
    if answer.status == "optimal":
        why = "no count is less than 0" if answer.moves else "the goal is met at the start"
        if any(answer.optima):
            why = reason(answer.evidence, answer.metric)
        lines = [f"optimum {answer.metric.words(answer.optima)}, proven: {why}"]
        if answer.metric != ("moves",) and (counts := answer.counts):
            lines.append("counted: " + " · ".join(f"{metric} {count}" for metric, count in counts.items()))
        ranks = with_ranks(card, answer)[0].ranks
        if ranks is not None and answer.metric.counts_moves:
            lines.append(f"ranks: {ranks}")
        return [*lines, took]
    if answer.status == "unsolvable":
        return [f"unsolvable, proven: {reason(answer.evidence, answer.metric)}", took]
    least = f"no solution has fewer than {answer.metric.least(answer.lower_bound)}"
    if answer.status == "solved":
        found = answer.metric.words(answer.totals)
        stopped = "" if answer.stopped is None or answer.stopped.kind is StopKind.ENOUGH else f"{why_stopped(answer.stopped)}; "
        return [f"solved in {found}, not proven best: {stopped}{least}", took]
    return [f"unknown: {why_stopped(answer.stopped)}; proven so far: {least}", took]


def stopped_status(stop: Stop | None) -> int:
    """Return the exit status of a search that ended without an answer."""
    return ExitStatus.INTERRUPTED if stop is not None and stop.is_interrupt else ExitStatus.STOPPED


def why_stopped(stop: Stop | None) -> str:
    """Say why a search ended without an answer."""
    if stop is None or stop.is_interrupt:
        return "interrupted"
    if stop.kind is StopKind.BUDGET:  # of a search that has nothing faster after it
        return f"stopped at its {stop}; with --time-limit or --max-states it may search further"
    return f"stopped at the limit of {stop}"


# --------------------------------------------------------------------------------------------------------------------
# Cards


def card_parts(
    card: Card, heading: str = "", position: Any = None, above: Iterable[str] = (), below: Iterable[str] = ()
) -> Iterator[str | Picture]:
    """Yield a card for a person: its heading, its board, and its details, with more lines before and after."""
    yield (heading or heading_line(card)) + "\n"
    yield card_picture(card, position)
    yield from ("", *above, *puzzle_lines(card, position), *below)


def card_picture(card: Card, position: Any = None) -> Picture:
    """Return the board of a card with its pieces. A large one takes seconds, during which progress is shown."""
    from shunt.render.terminal import draw

    with watching(DRAWING):
        return draw(card, position, width=output.columns(), unicode=output.knows_unicode())


def layout_picture(layout: Layout) -> Picture:
    """Return a board without pieces."""
    from shunt.render.terminal import draw_layout

    with watching(DRAWING):
        return draw_layout(layout, width=output.columns(), unicode=output.knows_unicode())


def heading_line(card: Card) -> str:
    """Return the card's name and title, and its board."""
    board = card.layout_ref or card.layout.name
    words = f"{card.name}: {card.title}" if card.title != card.name else card.name
    on = f" on {board}" if board and board != card.name else ""
    return f"{words} ({card.ruleset}{on})"


def puzzle_lines(card: Card, position: Any = None) -> list[str]:
    """Return lines with the places of all pieces, the goal, the broken tracks, and the texts printed on the card."""
    from shunt.render.words import rule_lines

    lines = ["start  " + card.rules.describe_position(card.start)]
    if position is not None and position != card.start:
        lines.append("now    " + card.rules.describe_position(position))
    lines.append("goal   " + card.rules.describe_goal(card.goal))
    lines += [line.replace("alike:", "alike ") for line in rule_lines(card) if line.startswith("alike:")]
    if card.broken_spaces:
        lines.append("broken " + " ".join(card.broken_spaces))
    if card.ranks is not None:
        lines.append(f"ranks  {card.ranks}" + (f" · limit {card.limit}" if card.limit is not None else ""))
    elif card.limit is not None:
        lines.append(f"limit  {output.counted(card.limit, 'moves')}")
    status, optimum = card.proof.get("status"), card.proof.get("optimum")
    if status == "unsolvable":
        lines.append("proven unsolvable")
    elif optimum is not None:
        words = "proven optimum" if status == "optimal" else "best known, not proven:"
        lines.append(f"{words} {card.metric.words([optimum] if isinstance(optimum, int) else optimum)}")
    return lines + [f"rule   {line}" for line in card.option_lines()] + card.board_lines()


# --------------------------------------------------------------------------------------------------------------------
# Saving


def check_save(card: str) -> None:
    """Raise `InputError`, before any work, if `--save` cannot write to the card's file.

    It writes only to the user's own files, so the card must not be given by a shipped name or on standard input.
    """
    from shunt.files.library import file_meant

    if card == options.STDIN:
        raise InputError("--save", "the standard input is not a file to save into", "give the path of a file")
    found = file_meant("cards", card)
    if isinstance(found, Path):  # a path is returned unchanged, a name becomes the path of the shipped file
        raise InputError(
            "--save", f"{card} names a shipped card, which is not changed", f"copy {found} and give the path of the copy"
        )
    output.check_output("--save", card)


def save_proven(card: Card, answer: Solution, path: str) -> None:
    """Write a card with its proof. If the search was stopped, nothing is written, because too little is proven."""
    from shunt.cards.claims import proven_card
    from shunt.cards.writing import save_card

    if not answer.is_proven:
        output.note("nothing was saved: the search stopped before it proved an answer")
        return
    proven, remarks = proven_card(card, answer)
    for remark in remarks:
        output.note(remark)
    save_card(proven, path)
    rate = "" if card.rating else f"; shunt rate {path} --save rates it"
    output.note(f"saved the {'proof' if path == card.path else 'card'} in {path}{rate}")
