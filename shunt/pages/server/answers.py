"""What the editor asks about a text: its faults and warnings, places for its spaces, and its solution, within limits."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event
from typing import Any

from shunt.cards.card import Card
from shunt.cards.files import document_faults, read_card
from shunt.errors import Fault, InputError
from shunt.files.document import Document, read_inner_document
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.humpyard.bids import BidTable, bid_table
from shunt.pages.server.searches import CancellableLimits
from shunt.search.core.limits import LimitReached
from shunt.search.solve import solve
from shunt.search.unsolvable.reasons import explain_unsolvable
from shunt.track.layout import LAYOUT_SCHEMA, YARD_SCHEMA, Layout, layout_table, read_layout, shipped_layout
from shunt.track.survey import layout_warnings
from shunt.track.yard_file import yard_of

SECONDS, STATES = 10.0, 3_000_000
LIMITS = f"{SECONDS:g} s and {STATES:,} states"
MOST_ARRANGED = 3_000  # spaces, which take some five seconds
RATED_STATES = 60_000  # larger graphs are not rated while a card is being drawn
TRAINS = (3, 4, 5)
"""Cars of the trains whose orders are searched for in a hump yard."""


def checked(document: Document) -> dict[str, Any]:
    """Return every fault and every warning of a text, as `shunt check` prints them."""
    faults = document_faults(document)
    warnings = [] if faults else _warnings(document)
    return {"faults": [fault_data(fault) for fault in faults], "warnings": [fault_data(one) for one in warnings]}


def fault_data(fault: Fault) -> dict[str, Any]:
    """Return a fault as the page shows it."""
    return {"where": fault.where, "line": fault.line, "what": fault.what, "remedy": fault.remedy}


def _warnings(document: Document) -> list[Fault]:
    """Return the warnings of a text without faults."""
    schema = document.data.get("schema")
    if schema == YARD_SCHEMA:
        return []
    if schema == LAYOUT_SCHEMA:
        layout, _ = read_layout(document)
        return document.placed(layout_warnings(layout.plan)) if isinstance(layout, Layout) else []
    card, _ = read_card(document)
    if card is None or not isinstance(card.board, Layout):
        return []
    found = layout_warnings(card.board.plan, tuple(card.start.turntables))
    if isinstance(document.data.get("layout"), Mapping):
        return document.placed(found, ("layout",))
    return read_inner_document(card.board.path).placed(found)


def arranged(document: Document) -> dict[str, Any]:
    """Return places for the spaces of a text, whatever places it gives itself."""
    layout: object = None
    if document.data.get("schema") == LAYOUT_SCHEMA:
        layout, faults = read_layout(document)
    else:
        card, faults = read_card(document)
        layout = card.board if card is not None else None
    if faults or not isinstance(layout, Layout):
        raise InputError(faults or [Fault("", "this has no board to arrange")])
    if len(layout.plan.spaces) > MOST_ARRANGED:
        what = f"boards of more than {MOST_ARRANGED:,} spaces are not arranged here"
        raise InputError(Fault("", what, "give places under [at]"))
    places = Layout(layout.plan).coordinates()
    return {"at": {name: [round(value, 3) for value in place] for name, place in places.items()}}


def described(name: str) -> dict[str, Any]:
    """Return a shipped layout as a table, for a card that names it."""
    layout = shipped_layout(name)
    return {"layout": {"name": layout.plan.name, **layout_table(layout)}}


# --------------------------------------------------------------------------------------------------------------------
# Searches


def solved(document: Document, cancelled: Event) -> dict[str, Any]:
    """Return what is proven of a card (the fewest moves with its grade, or why there are none) or of a hump yard."""
    if document.data.get("schema") == YARD_SCHEMA:
        return _sorted(document, cancelled)
    card, faults = read_card(document)
    if faults or card is None:
        raise InputError(faults)
    answer = solve(card, limits=CancellableLimits(time=SECONDS, states=STATES, cancelled=cancelled))
    moves = [made.notation for made in answer.moves]
    words = _words(card, answer, cancelled)
    return {"status": answer.status, "words": words, "moves": moves, "rating": _rating(card, answer.status, cancelled)}


def _words(card: Card, answer: Any, cancelled: Event) -> str:
    """Return an answer in a few words."""
    counted = card.metric[0] if card.metric[0] in ("pulls", "legs") else "moves"
    if answer.status == "optimal":
        return f"optimum {answer.optimum}, proven" if answer.moves else "the goal is met at the start"
    if answer.status == "unsolvable":
        return f"no solution: {_why(card, cancelled)}"
    least = f"no solution has fewer than {answer.lower_bound} {counted}"
    if answer.status == "solved":
        return f"solved in {answer.upper_bound} {counted}, not proven within {LIMITS}; {least}"
    return f"not solved within {LIMITS}; {least}"


def _why(card: Card, cancelled: Event) -> str:
    """Return why a card has no solution."""
    limits = CancellableLimits(time=SECONDS / 2, cancelled=cancelled)
    return (
        "; ".join(explain_unsolvable(card, limits=limits, is_proven=True).lines[:2])
        or "every position that can be reached was tried"
    )


def _rating(card: Card, status: str, cancelled: Event) -> str:
    """Return the grade of a solved card in words, "" if it is not rated."""
    if status != "optimal":
        return ""
    try:
        rating = rate(card, CancellableLimits(time=SECONDS, cancelled=cancelled), graph_states=RATED_STATES)
    except (UnratableError, LimitReached):
        return ""
    return f"{rating.tier}, grade {rating.grade:.2f}"


def _sorted(document: Document, cancelled: Event) -> dict[str, Any]:
    """Return the moves that the orders of short trains need in a hump yard, as far as the limits allow."""
    yard = yard_of(document)
    limits = CancellableLimits(time=SECONDS, states=STATES, cancelled=cancelled)
    lines, cars = [], 0
    for cars in TRAINS:
        rest = limits.rest()
        rest.restart()
        try:
            lines.append(_table_words(bid_table(yard, cars=cars, limits=rest)))
        except LimitReached:
            lines.append(f"{cars} cars: not within {LIMITS}")
            break
    return {"status": "optimal", "words": "Sorting, proven", "lines": lines}


def _table_words(table: BidTable) -> str:
    cars, optima = len(table.train), table.optima
    if not optima:
        return f"{cars} cars: no train can leave"
    mean = sum(moves * orders for moves, orders in optima.items()) / sum(optima.values())
    words = f"{cars} cars: {mean:.2f} moves on average, {max(optima)} at most"
    if table.impossible:
        words += f"; {table.impossible} of {table.orders} orders are impossible"
    return words
