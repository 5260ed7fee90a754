"""What the pieces of a card look like: a colour for each, and bands where colours alone could be confused.

A card chooses colours in its file, under `[about]`: `colours = { A = "black", coal = "#1d3a2f", red = "pink" }`. An entry
applies to a piece of that name, or to all pieces of that name with a number (`w` to `w1` and `w2`). Two cars whose colours
differ by less than `APART` to anyone, colour-blind or not, differ by the bands at their ends, unless they are alike on the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.errors import CardError, Fault
from shunt.files.printable import printable
from shunt.render.colours import APART, INKS, LOCOMOTIVES, SPARE, base_name, difference, ink, known_ink, spare_index

MOST_BANDS = 4
LOCOMOTIVE = "locomotive"  # of cards of sidings, whose locomotive has no name


class Livery(NamedTuple):
    """The colour of a piece as `#rrggbb`, and how many bands its ends have, from 0 to `MOST_BANDS`."""

    colour: str
    bands: int = 0


Liveries = Mapping[str, Livery]


def card_liveries(card: Card) -> Liveries:
    """Return the livery of every piece of a card; raise `CardError` for a colour in its file that is not known."""
    return liveries(*PIECES[card.ruleset](card), chosen_colours(card))


class Pieces(NamedTuple):
    """The pieces of a card by name: locomotives, cars, and the groups that are alike."""

    locomotives: tuple[str, ...]
    cars: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]


def _of_trains(card: RouteCard) -> Pieces:
    return Pieces(card.roster.locomotives, card.roster.cars, card.roster.interchangeable)


def _of_sidings(card: SidingsCard) -> Pieces:
    return Pieces((LOCOMOTIVE,), card.rules.cars, card.rules.interchangeable)


PIECES: Mapping[str, Callable[..., Pieces]] = {"switcher": _of_trains, "railway": _of_trains, "sidings": _of_sidings}
"""Ruleset → the pieces of its cards."""


def chosen_colours(card: Card) -> dict[str, str]:
    """Return the colours that a card chooses for its pieces, as `#rrggbb` by name."""
    given = card.about.get("colours", card.about.get("colors", {}))
    if not isinstance(given, Mapping):
        raise CardError(Fault("about.colours", "is not a table", 'write pieces and colours: { A = "black" }', card.path))
    faults = [
        Fault(f"about.colours.{name}", f"unknown colour {printable(str(colour))!r}", COLOUR_RULE, card.path)
        for name, colour in given.items()
        if not isinstance(colour, str) or not known_ink(colour)
    ]
    if faults:
        raise CardError(faults)
    return {str(name): known_ink(colour) for name, colour in given.items()}


COLOUR_RULE = f"one of {', '.join(sorted(INKS))}, or a code such as #1f6f8b"


def liveries(
    locomotives: Sequence[str],
    cars: Sequence[str] = (),
    alike: Iterable[Iterable[str]] = (),
    chosen: Mapping[str, str] | None = None,
) -> dict[str, Livery]:
    """Return the livery of every piece; `alike`: groups of pieces that may look the same, `chosen`: colours by name."""
    chosen = chosen or {}
    found = {}
    for number, name in enumerate(locomotives):
        found[name] = Livery(_chosen(chosen, name) or LOCOMOTIVES[number % len(LOCOMOTIVES)])
    group_of = {name: number for number, group in enumerate(alike) for name in group}
    painted: dict[str, Livery] = {}
    by_base: dict[str, str] = {}
    for name in cars:
        base = base_name(name)
        taken = [livery.colour for livery in painted.values()]
        fixed = _chosen(chosen, name) or known_ink(name)
        colour = by_base.setdefault(base, fixed or _free_spare(base, taken))
        others = [livery for other, livery in painted.items() if group_of.get(name, -1) != group_of.get(other, -2)]
        mates = {livery for other, livery in painted.items() if group_of.get(name, -1) == group_of.get(other, -2)}
        tries = [fixed] if fixed else [colour, *SPARE]
        free = [livery for tried in tries for livery in _bands_free(tried, others)]
        alike_to = [livery for livery in free if livery in mates]
        painted[name] = (alike_to or free or [Livery(fixed or colour)])[0]
    return found | painted


def _chosen(chosen: Mapping[str, str], name: str) -> str:
    return chosen.get(name) or chosen.get(base_name(name), "")


def _bands_free(colour: str, others: Sequence[Livery]) -> list[Livery]:
    """Return the liveries of a colour, fewest bands first, that nobody takes for one of the others."""
    near = {other.bands for other in others if difference(colour, other.colour) < APART}
    return [Livery(colour, bands) for bands in range(MOST_BANDS + 1) if bands not in near]


def _free_spare(base: str, taken: Sequence[str]) -> str:
    """Return the spare ink of a name, or the next one that differs from all those taken."""
    first = spare_index(base)
    order = [SPARE[(first + step) % len(SPARE)] for step in range(len(SPARE))]
    return next((colour for colour in order if all(difference(colour, other) >= APART for other in taken)), ink(base))
