"""What a search answered: its exit status, the words for it, and the proof on the card. Shared by all commands that search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shunt.cards.limits import MOVES, limit_fault
from shunt.cards.stop import Stop, StopKind
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.files.version import program_version

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.solution import Solution
    from shunt.search.core.limits import Limits
    from shunt.search.unsolvable.reasons import Reasons


def search(
    card: Card,
    method: str | None,
    limits: Mapping[str, Any],
    tablebases: str | None = None,
    first: bool = False,
    gap: int = 0,
    databases: str | None = None,
) -> Solution:
    """Solve a card, and show progress and better solutions on stderr if it is a terminal; for `first` and `gap` see `solve`."""
    with watching("searching") as progress:
        from shunt.search.solve import solve

        bounds: Limits = options.limits_of(**limits)
        with output.parameters_as(method="--method", tablebases="--tablebases", databases="--databases", gap="--gap"):
            return solve(
                card,
                method=method,
                limits=bounds,
                progress=progress,
                tablebases=tablebases,
                databases=databases,
                first=first,
                gap=gap,
                found=lambda moves: progress.announce(f"a solution of {output.counted(moves, 'moves')}"),
            )


def reasons_of(card: Card, limits: Mapping[str, Any], spent: float) -> Reasons | None:
    """Return why a card that was proven unsolvable has no solution; None if `spent` seconds are all that the limits allow."""
    from shunt.search.unsolvable.reasons import explain_unsolvable

    time = limits.get("time_limit")
    if time is not None and spent >= time:
        return None
    remaining = {**limits, "time_limit": None if time is None else time - spent}
    with watching("why unsolvable") as progress:
        return explain_unsolvable(card, limits=options.limits_of(**remaining), progress=progress, is_proven=True)


def reason_lines(reasons: Reasons | None) -> list[str]:
    """Return a heading and a line for each reason."""
    lines = reasons.lines if reasons is not None else ("unknown: the time limit left no time to search for reasons",)
    return ["why it has no solution", *(f"  {line}" for line in lines)]


def note_limit(card: Card, answer: Solution) -> None:
    """Print a note if the card's limit is below the optimum, or below what no solution can be shorter than."""
    if answer.status == "unsolvable" or card.limit is None:
        return
    if not answer.is_proven:
        if limit_fault(card, answer.lower_bound) is not None:
            fewest = output.counted(answer.lower_bound, "moves")
            output.note(f"the card's limit of {card.limit} cannot be met: no solution has fewer than {fewest}")
    elif (fault := limit_fault(card, answer.as_json()["moves"])) is not None:
        output.note(f"{fault.where}: {fault.what}, so the card cannot be solved within it ({fault.remedy})")


def exit_status(answer: Solution) -> int:
    """Return the exit status of an answer: 0 optimal, 1 unsolvable, 3 stopped without a proof, 130 interrupted."""
    if not answer.is_proven:
        return stopped_status(answer.stopped)
    return ExitStatus.ANSWERED if answer.status == "optimal" else ExitStatus.NO


def answer_lines(card: Card, answer: Solution) -> list[str]:
    """Return lines that state what was proven, the ranks, and what the search took."""
    took = f"{output.counted(answer.states, 'states')} in {answer.seconds:.2f} s, {answer.method}"
    if answer.status == "optimal":
        optima = zip(answer.optima, answer.metric, strict=False)
        lines = [f"optimum {', '.join(output.counted(*pair) for pair in optima)}, proven: {_evidence(answer)}"]
        if answer.metric != ("moves",) and answer.counts:
            lines.append("counted: " + " · ".join(f"{metric} {count}" for metric, count in answer.counts.items()))
        ranks = _ranks(card, answer)
        return [*lines, ranks, took] if ranks else [*lines, took]
    if answer.status == "unsolvable":
        return ["unsolvable, proven: everything that could be reached was searched", took]
    least = f"no solution has fewer than {output.counted(answer.lower_bound, answer.metric[0])}"
    if answer.status == "solved":
        found = ", ".join(output.counted(*pair) for pair in zip(answer.totals, answer.metric, strict=False))
        stopped = "" if answer.stopped is None or answer.stopped.kind is StopKind.ENOUGH else f"{why_stopped(answer.stopped)}; "
        return [f"solved in {found}, not proven best: {stopped}{least}", took]
    return [f"unknown: {why_stopped(answer.stopped)}; proven so far: {least}", took]


def stopped_status(stop: Stop | None) -> int:
    """Return the exit status of a search that ended without an answer."""
    return ExitStatus.INTERRUPTED if stop is not None and stop.is_interrupt else ExitStatus.STOPPED


def why_stopped(stop: Stop | None) -> str:
    """Say why a search ended without an answer."""
    return "interrupted" if stop is None or stop.is_interrupt else f"stopped at the limit of {stop}"


def _evidence(answer: Solution) -> str:
    """Return the evidence in a line: how far each side was searched completely, or the argument that the search gives."""
    if answer.status == "optimal" and not answer.moves:
        return "the goal is met at the start"
    fields = answer.proof
    levels = [(side, fields.get(f"levels from the {side}")) for side in ("start", "goal")]
    far = [(len(found) - 1, f"of the {side}") for side, found in levels if found]
    if far:
        counts = [output.counted(far[0][0], answer.metric[0]), *(str(more) for more, _ in far[1:])]
        within = " and ".join(f"{count} {side}" for count, (_, side) in zip(counts, far, strict=True))
        return f"every position within {within} was searched, and no solution is shorter"
    return str(fields.get("argument") or "everything that counts less was searched or excluded by a bound")


def _ranks(card: Card, answer: Solution) -> str:
    from shunt.cards.card import Ranks

    if answer.optimum is None or answer.metric[0] not in MOVES:
        return ""
    ranks = card.ranks or Ranks.from_optimum(answer.optimum)
    return f"ranks: Yard Master {ranks.yard_master} · Conductor {ranks.conductor} · Brakeman {ranks.brakeman}"


# --------------------------------------------------------------------------------------------------------------------
# Saving


def save_proof(card: Card, answer: Solution) -> None:
    """Write what was proven into the card's file; a search that was stopped proves too little and writes nothing."""
    from shunt.cards.files import save_card

    if not answer.is_proven:
        output.note("nothing is saved: the search stopped before it proved an answer")
        return
    save_card(proven_card(card, answer), card.path)
    output.note(f"saved the proof in {card.path}")


def save_new(card: Card, answer: Solution, path: str) -> None:
    """Write a card that was made with what was proven of it; a search that was stopped proves too little and writes nothing."""
    from shunt.cards.files import save_card

    if not answer.is_proven:
        output.note("nothing is saved: the search stopped before it proved an answer")
        return
    save_card(proven_card(card, answer), path)
    output.note(f"saved the card in {path}")


def proven_card(card: Card, answer: Solution) -> Card:
    """Return the card with the proof, the Yard Guide, and default ranks and limit if it has none and its limit leaves room."""
    from dataclasses import replace

    proof: dict[str, Any] = {"status": answer.status}
    if answer.optimum is not None:
        proof["optimum"] = answer.as_json()["moves"]
    proof |= {"metric": answer.metric[0] if len(answer.metric) == 1 else list(answer.metric), "method": answer.method}
    proof |= {"states": answer.states, "version": program_version()}
    card = replace(card, proof=proof, guide=answer.guide)
    if answer.optimum is None or answer.metric[0] not in MOVES:
        return card
    return _with_ranks(card, answer.optimum)


def _with_ranks(card: Card, optimum: int) -> Card:
    from dataclasses import replace

    from shunt.cards.card import Ranks

    if card.ranks is not None:
        if card.ranks.yard_master != optimum:
            output.note(f"the card's ranks begin at {card.ranks.yard_master}, but its optimum is {optimum}; they are not changed")
        return card
    ranks = Ranks.from_optimum(optimum)
    if card.limit is None:
        return replace(card, ranks=ranks, limit=ranks.brakeman)
    if ranks.brakeman <= card.limit:
        return replace(card, ranks=ranks)
    output.note(f"the card's limit of {card.limit} is below the usual ranks up to {ranks.brakeman}; no ranks are written")
    return card
