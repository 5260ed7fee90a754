"""The values stored on a card (optimum, limit, ranks, Yard Guide) compared with a proof, and cards with a new proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shunt.cards.card import Card, Ranks
from shunt.cards.faults import optimum_faults
from shunt.cards.play import Replay
from shunt.cards.solution import Solution
from shunt.errors import Fault, InputError, NotationError
from shunt.files.version import program_version


def guide_moves(card: Card) -> list[Any]:
    """Return the moves of the Yard Guide stored on a card; raise `InputError` if one of them is not a move."""
    moves = []
    for number, text in enumerate(card.guide):
        try:
            moves.append(card.rules.parse_move(text))
        except NotationError as error:
            raise InputError(Fault(f"guide.moves[{number}]", error.faults[0].what, "prove the card again", card.path)) from None
    return moves


def wrong_claims(card: Card, answer: Solution) -> list[str]:
    """Return the values stored on a card that an answer contradicts, one per line.

    >>> import shunt
    >>> card = shunt.load("first-swap")
    >>> wrong_claims(card, shunt.solve(card))
    []
    """
    wrong = []
    claimed, status, optimum = card.proof.get("optimum"), card.proof.get("status"), answer.as_json()["moves"]
    if answer.status == "optimal":
        if claimed is not None and claimed != optimum:
            wrong.append(f"proof.optimum says {optimum_text(claimed)}, but it is {optimum_text(optimum)}")
        if status == "unsolvable":
            wrong.append(f"proof.status says unsolvable, but the optimum is {optimum_text(optimum)}")
        wrong += [f"{fault.where}: {fault.what} ({fault.remedy})" for fault in optimum_faults(card, optimum)]
    elif answer.status == "unsolvable":
        if claimed is not None or status == "optimal":
            claim = "proof.status says optimal" if claimed is None else f"proof.optimum says {optimum_text(claimed)}"
            wrong.append(f"{claim}, but the card has no solution")
    elif answer.status == "unknown" and isinstance(claimed, int) and claimed < answer.lower_bound:
        wrong.append(f"proof.optimum says {claimed}, but no solution has fewer than {answer.lower_bound}")
    return wrong + wrong_guide(card)


def wrong_guide(card: Card) -> list[str]:
    """Return the faults of the Yard Guide stored on a card. A card without a Yard Guide has none."""
    if not card.guide:
        return []
    try:
        game = Replay(card, guide_moves(card))
    except InputError as error:
        return [f"{fault.where}: {fault.what}" for fault in error.faults]
    if game.broken:
        return [f"guide.moves: {game.broken.words}"]
    if not game.goal_is_met:
        return ["guide.moves does not end at the goal"]
    claimed, moves = card.proof.get("optimum"), len(game.moves)
    if card.metric.counts_moves and isinstance(claimed, int) and claimed != moves:
        return [f"guide.moves has {moves:,} {'move' if moves == 1 else 'moves'}, but proof.optimum says {claimed}"]
    return []


def optimum_text(optimum: Any) -> str:
    """Return an optimum, or a list of optima in several metrics, as text."""
    return ", ".join(map(str, optimum)) if isinstance(optimum, list) else str(optimum)


def without_usual_ranks(card: Card) -> Card:
    """Return a card without its ranks and limit if they are the default ones for some optimum.

    The program wrote these values, and they must change with the optimum.
    """
    if card.ranks is None or card.ranks != Ranks.from_optimum(card.ranks.yard_master):
        return card
    return replace(card, ranks=None, limit=None if card.limit == card.ranks.brakeman else card.limit)


def with_ranks(card: Card, answer: Solution) -> tuple[Card, list[str]]:
    """Return a card with the ranks for a proven optimum, and remarks about ranks or a limit that are kept.

    A card without ranks or a limit gets the default ones, if its limit leaves room for them. Default ranks of another optimum are
    replaced.
    """
    if answer.optimum is None or not answer.metric.counts_moves:
        return card, []
    if card.ranks and card.ranks.yard_master != answer.optimum:
        card = without_usual_ranks(card)
    if card.ranks is not None:
        first = card.ranks.yard_master
        changed = f"the card's ranks begin at {first}, but its optimum is {answer.optimum}; they are not changed"
        return card, [] if first == answer.optimum else [changed]
    ranks = Ranks.from_optimum(answer.optimum)
    if card.limit is not None and card.limit < ranks.brakeman:
        return card, [f"the card's limit of {card.limit} is below the usual ranks up to {ranks.brakeman}; no ranks are written"]
    return replace(card, ranks=ranks, limit=ranks.brakeman if card.limit is None else card.limit), []


def proven_card(card: Card, answer: Solution) -> tuple[Card, list[str]]:
    """Return a card with a proof, its Yard Guide and its ranks (`with_ranks`), and remarks about values that are kept."""
    card, remarks = with_ranks(card, answer)
    proof: dict[str, Any] = {"status": answer.status}
    if answer.optimum is not None:
        proof["optimum"] = answer.as_json()["moves"]
    written = {"metric": answer.metric.as_json, "method": answer.method, "states": answer.states, "version": program_version()}
    return replace(card, proof=proof | written, guide=answer.guide), remarks
