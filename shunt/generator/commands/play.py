"""Packs in `shunt play`: the next card, and the log of results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shunt.cli import output

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.generator.packs.results import ResultLog


def card_of_pack(name: str, number: int | None, tier: str | None, file: str | None) -> tuple[Card | None, ResultLog] | None:
    """Return a card of a pack and the log of its results. The card is the one with this number or, without a number, the next
    unsolved one (None if all are solved).

    Return None if the name is not a pack. `file` is the file of the log; by default it is in the user's data folder.
    """
    from shunt.generator.packs.reading import load_deck, pack_folder

    if pack_folder(name) is None:
        return None
    deck = load_deck(name)
    log = deck.log(file)
    if number is not None:
        return deck.numbered(number), log
    if cards := deck.unsolved(log, tier):
        return cards[0], log
    output.note(f"every {tier + ' ' if tier else ''}card of {deck.title} is solved")
    return None, log
