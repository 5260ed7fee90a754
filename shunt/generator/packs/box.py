"""The contents of a box, and the check of a pack that is the deck of one.

A box contains one board, two locomotives, two broken tracks and five cars (TS-01, TS-04 to TS-06 of `docs/rules/route-cards.md`).
Every card of its deck names all its pieces in the goal (TS-08), except for the heading of a locomotive if the card is shorter
without it. Every card has a move limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.tiers import TIERS
from shunt.errors import Fault, counted

BOARD = "alphabet-26"
CARDS = 40
LOCOMOTIVES, BROKEN = 2, 2
COLOURS = ("red", "green", "yellow", "blue", "black")


def is_box(tiers: Sequence[int], constraints: Mapping[str, Any]) -> bool:
    """Return whether a pack with these numbers of cards and constraints can be a box deck. Only the weights of its rating are
    free."""
    return tuple(tiers) == (CARDS // len(TIERS),) * len(TIERS) and constraints.keys() <= {"weights"}


def box_faults(cards: Sequence[Card]) -> list[Fault]:
    """Return how the contents of a box deck differ from the contents of a box."""
    routes = [card for card in cards if isinstance(card, RouteCard)]
    others = [card for card in cards if not isinstance(card, RouteCard)]
    faults = [Fault(card.name, f"{card.ruleset} cards do not belong in a box", "remove it") for card in others]
    faults += [fault for card in routes for fault in _card_faults(card)]
    boards = sorted(name for name, _ in {(card.plan.name, card.layout.board) for card in routes})
    if len(boards) > 1:
        faults.append(Fault("boards", f"{len(boards)} boards ({', '.join(boards)}), but a box has one", "use one board"))
    if len(cards) != CARDS:
        faults.append(Fault("order", f"{counted(len(cards), 'cards')}, but a box has {CARDS}", f"make {CARDS} cards"))
    tiers = [card.tier for card in cards]
    uneven = {tier: tiers.count(tier) for tier in TIERS if tiers.count(tier) != CARDS // len(TIERS)}
    if uneven:
        shown = ", ".join(f"{count} {tier}" for tier, count in uneven.items())
        faults.append(Fault("tiers", f"{shown} cards, but a box has {CARDS // len(TIERS)} of each tier", "fill the tiers evenly"))
    return faults + use_faults(routes)


def use_faults(cards: Sequence[RouteCard]) -> list[Fault]:
    """Return a fault for everything in the box that no card uses."""
    remedy = "add a card that uses it"
    used = {name for card in cards for name in card.roster.cars}
    faults = [Fault("cards", f"no card uses the {colour} car", remedy) for colour in COLOURS if colour not in used]
    if max((len(card.roster.locomotives) for card in cards), default=0) < LOCOMOTIVES:
        faults.append(Fault("cards", "no card uses the second locomotive", remedy))
    return faults


def _card_faults(card: RouteCard) -> list[Fault]:
    """Return how one card differs from the contents of a box."""
    locomotives, broken, marks = len(card.roster.locomotives), len(card.broken), card.layout.marks
    foreign = ", ".join(name for name in card.roster.cars if name not in COLOURS)
    free = ", ".join(name for name in card.roster.pieces if name not in card.goal.settled(card.roster))
    whole = {space for space, mark in marks.items() if mark.letter and mark.colour and mark.shape}
    bare = [space for space in card.plan.spaces if space not in whole]
    shown = f"{' '.join(bare[:6])}{' …' if len(bare) > 6 else ''}"
    rows = [
        (locomotives > LOCOMOTIVES, f"{locomotives} locomotives, but a box has {LOCOMOTIVES}", "take locomotives away"),
        (broken > BROKEN, f"{broken} broken tracks, but a box has {BROKEN}", "take broken tracks away"),
        (foreign, f"{foreign}: a box has the cars {', '.join(COLOURS)}", "use these names"),
        (free, f"the goal does not name {free}, but on a card in a box it names every piece", "give each a space in the goal"),
        (
            not card.rules.has_headings,
            "its locomotives have no heading, but in a box they need one",
            'write ruleset = "switcher"',
        ),
        (card.limit is None, "it has no limit, but every card in a box has one", "give it a limit"),
        (card.ranks is None, "it has no ranks", "give it ranks"),
        (not card.guide, "it has no Yard Guide", "solve it and save the guide"),
        (bare, f"{len(bare)} spaces have no letter, colour and shape ({shown})", "add marks to the board"),
    ]
    return [Fault(card.name, what, remedy) for is_wrong, what, remedy in rows if is_wrong]
