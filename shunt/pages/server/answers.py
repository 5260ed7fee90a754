"""What the editor asks about a text: its faults and warnings, places for its spaces, and its solution, within limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from threading import Event
from typing import Any

from shunt.cards.card import Card
from shunt.cards.files import card_in, problems
from shunt.cards.layout_report import placed_warnings
from shunt.cli.commands import OPENED
from shunt.errors import Fault, InputError, raise_faults
from shunt.files.document import Document
from shunt.files.lazy import load_place
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.hump.bids import BidTable, bid_table
from shunt.hump.yard_file import yard_document_faults, yard_of
from shunt.pages.html import Data
from shunt.pages.page import page_of_cards, page_of_yard
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.solve import solve
from shunt.search.unsolvable.reasons import explain_unsolvable
from shunt.track.layout import Layout
from shunt.track.layout_file import LAYOUT_SCHEMA, YARD_SCHEMA, read_layout, shipped_layout
from shunt.track.layout_table import layout_table

SECONDS, STATES = 10.0, 3_000_000
PLAY_SECONDS = 2.0  # before a page to play a card opens
LIMITS = f"{SECONDS:g} s and {STATES:,} states"
MOST_ARRANGED = {"spaces": 3_000, "switches and ends": 1_000, "parts that are not connected": 40}
"""Of a board that is arranged, which takes some three seconds then."""
RATED_STATES = 60_000  # larger graphs are not rated while a card is being drawn
TRAINS = (3, 4, 5)
"""Cars of the trains whose orders are searched for in a hump yard."""


def checked(document: Document) -> Data:
    """Return every fault and every warning of a text, as `shunt check` prints them."""
    faults = document_faults(document)
    warnings: list[Fault] = []
    if not faults and document.data.get("schema") != YARD_SCHEMA:
        layout, settings = _layout_in(document)
        warnings = placed_warnings(layout, document, settings) if isinstance(layout, Layout) else []
    return {"faults": list(map(fault_data, faults)), "warnings": list(map(fault_data, warnings))}


def document_faults(document: Document) -> list[Fault]:
    """Return every fault of a card, a layout or a hump yard."""
    return (yard_document_faults if document.data.get("schema") == YARD_SCHEMA else problems)(document)


def fault_data(fault: Fault) -> Data:
    """Return a fault as the page shows it."""
    return {"where": fault.where, "line": fault.line, "what": fault.what, "remedy": fault.remedy}


def imported(data: Mapping[str, str]) -> Data:
    """Return what the wing that reads files of other programs understood of the one that the page has opened."""
    answer: Data = load_place(OPENED)(data)
    faults = {key: list(map(fault_data, answer[key])) for key in ("faults", "left", "loose") if key in answer}
    return answer | faults


def _layout_in(document: Document) -> tuple[object, tuple[int, ...]]:
    """Return the layout of a text, and how the turntables are at the start of a card; raise `InputError` with all faults."""
    if document.data.get("schema") == LAYOUT_SCHEMA:
        layout, faults = read_layout(document)
        raise_faults(faults)
        return layout, ()
    card = card_in(document)
    return card.layout, tuple(getattr(card.start, "turntables", ()))


def arranged(document: Document) -> Data:
    """Return places and directions for the spaces of a text, regardless of the places that it gives."""
    layout, _ = _layout_in(document)
    if not isinstance(layout, Layout):
        raise InputError("", "this has no board to arrange")
    import networkx

    graph = layout.plan.graph()
    size = {  # the numbers that determine how long the work takes
        "spaces": len(graph),
        "switches and ends": sum(len(graph[space]) != 2 for space in graph),
        "parts that are not connected": networkx.number_connected_components(graph),
    }
    for what, count in size.items():
        if count > MOST_ARRANGED[what]:
            raise InputError(
                "", f"{count:,} {what}; boards of at most {MOST_ARRANGED[what]:,} are arranged here", "give places under [at]"
            )
    drawn = Layout(layout.plan)
    places, angles = drawn.coordinates(), drawn.directions()
    at = {name: [*place, *([angles[name]] if name in angles else [])] for name, place in places.items()}
    return {"at": {name: [round(value, 3) for value in place] for name, place in at.items()}}


def played(document: Document) -> str:
    """Return a page to play a card or a hump yard as it is drawn, with what a short search proves of a card."""
    if document.data.get("schema") == YARD_SCHEMA:
        return page_of_yard(yard_of(document))
    card = card_in(document)
    if not card.proof:
        answer = solve(card, limits=Limits(time=PLAY_SECONDS, states=STATES))
        if answer.is_proven:
            proof = {"status": answer.status, "optimum": answer.as_json()["moves"], "metric": card.metric[0]}
            card = replace(card, proof=proof, guide=answer.guide)
    return page_of_cards([card])


def described(name: str) -> Data:
    """Return a shipped layout as a table, for a card that names it."""
    layout = shipped_layout(name)
    return {"layout": {"name": layout.plan.name, **layout_table(layout)}}


# --------------------------------------------------------------------------------------------------------------------
# Searches


def solved(document: Document, cancelled: Event) -> Data:
    """Return what is proven of a card (the fewest moves with its grade, or why there are none) or of a hump yard."""
    if document.data.get("schema") == YARD_SCHEMA:
        return _sorted(document, cancelled)
    card = card_in(document)
    answer = solve(card, limits=Limits(time=SECONDS, states=STATES, cancelled=cancelled.is_set))
    moves = [made.notation for made in answer.moves]
    words = _words(card, answer, cancelled)
    return {"status": answer.status, "words": words, "moves": moves, "rating": _rating(card, answer.status, cancelled)}


def _words(card: Card, answer: Any, cancelled: Event) -> str:
    """Return an answer in a few words."""
    counted = card.metric[0] if card.metric[0] in ("pulls", "legs") else "moves"
    if answer.status == "optimal":
        return f"optimum {answer.optimum}, proven" if answer.moves else "the goal is met at the start"
    if answer.status == "unsolvable":
        limits = Limits(time=SECONDS / 2, cancelled=cancelled.is_set)
        reasons = explain_unsolvable(card, limits=limits, is_proven=True).lines[:2]
        return f"no solution: {'; '.join(reasons) or 'every position that can be reached was tried'}"
    least = f"no solution has fewer than {answer.lower_bound} {counted}"
    if answer.status == "solved":
        return f"solved in {answer.upper_bound} {counted}, not proven within {LIMITS}; {least}"
    return f"not solved within {LIMITS}; {least}"


def _rating(card: Card, status: str, cancelled: Event) -> str:
    """Return the grade of a solved card in words, "" if it is not rated."""
    if status != "optimal":
        return ""
    try:
        rating = rate(card, Limits(time=SECONDS, cancelled=cancelled.is_set), graph_states=RATED_STATES)
    except (UnratableError, LimitReached):
        return ""
    return f"{rating.tier}, grade {rating.grade:.2f}"


def _sorted(document: Document, cancelled: Event) -> Data:
    """Return the moves that the orders of short trains need in a hump yard, as far as the limits allow."""
    yard = yard_of(document)
    limits = Limits(time=SECONDS, states=STATES, cancelled=cancelled.is_set)
    lines, cars = [], 0
    for cars in TRAINS:
        rest = limits.rest()
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
