"""The look of a card's pieces: a colour for each, bands where colours alone could be confused; other names and colours by choice.

A card chooses colours in its file, under `[about]`: `colours = { A = "black", coal = "#1d3a2f", red = "pink" }`. An entry
applies to a piece of that name, or to all pieces of that name with a number (`w` to `w1` and `w2`). Two cars whose colours
differ by less than `APART` to anyone, colour-blind or not, differ by the bands at their ends, unless they are alike on the card.
A card with other colours has the same proof and identity; one with other names is the same puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import NamedTuple, TypeVar, cast

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.errors import CardError, Fault, InputError, raise_faults, suggest
from shunt.files.printable import printable
from shunt.render.colours import APART, INKS, LOCOMOTIVES, SPARE, base_name, difference, ink, known_ink, spare_index
from shunt.rules.moves import TrainMove, parse_move
from shunt.rules.notation import NAME, NAME_RULE
from shunt.sidings.cards.card import SidingsCard

MOST_BANDS = 4
LOCOMOTIVE = "locomotive"  # of sidings cards, whose locomotive has no name


class Livery(NamedTuple):
    """The colour of a piece as `#rrggbb`, and how many bands its ends have, from 0 to `MOST_BANDS`."""

    colour: str
    bands: int = 0


Liveries = dict[str, Livery]


def card_liveries(card: Card) -> Liveries:
    """Return the livery of every piece of a card; raise `CardError` for a colour in its file that is not known."""
    return liveries(*card_pieces(card), chosen_colours(card))


class CardPieces(NamedTuple):
    """The pieces of a card by name: locomotives, cars, and the groups that are alike."""

    locomotives: tuple[str, ...]
    cars: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        """All pieces, locomotives first."""
        return self.locomotives + self.cars


def card_pieces(card: Card) -> CardPieces:
    """Return the pieces of a card; the locomotive of a sidings card is called `locomotive`."""
    if isinstance(card, RouteCard):
        return CardPieces(card.roster.locomotives, card.roster.cars, card.roster.interchangeable)
    if isinstance(card, SidingsCard):
        return CardPieces((LOCOMOTIVE,), card.rules.cars, card.rules.interchangeable)
    raise refused(card, "drawn")


def chosen_colours(card: Card) -> dict[str, str]:
    """Return the colours that a card chooses for its pieces, as `#rrggbb` by name."""
    given = card.about.get("colours", {})
    if not isinstance(given, Mapping):
        raise CardError(Fault("about.colours", "is not a table", 'write pieces and colours: { A = "black" }', card.path))
    faults = [
        Fault(f"about.colours.{name}", f"unknown colour {printable(str(colour))!r}", COLOUR_RULE, card.path)
        for name, colour in given.items()
        if not isinstance(colour, str) or not known_ink(colour)
    ]
    raise_faults(faults, CardError)
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
    tints = zip(locomotives, cycle(LOCOMOTIVES), strict=False)
    found = {name: Livery(_chosen(chosen, name) or colour) for name, colour in tints}
    group_of = {name: group for group in map(tuple, alike) for name in group}
    painted: dict[str, Livery] = {}
    by_base: dict[str, str] = {}
    for name in cars:
        base = base_name(name)
        taken = [livery.colour for livery in painted.values()]
        fixed = _chosen(chosen, name) or known_ink(name)
        colour = by_base.setdefault(base, fixed or _free_spare(base, taken))
        mates = {other: painted[other] for other in group_of.get(name, ()) if other in painted}
        others = [painted[other] for other in painted.keys() - mates]
        tries = [fixed] if fixed else [colour, *SPARE]
        free = [livery for tried in tries for livery in _bands_free(tried, others)]
        alike_to = [livery for livery in free if livery in mates.values()]
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


C = TypeVar("C", bound=Card)
Rename = Callable[[Iterable[str]], tuple[str, ...]]


def with_colours(card: C, colours: Mapping[str, str]) -> C:
    """Return the card with colours for some of its pieces (`{"A": "black", "red": "#d9699b"}`), beside those in its file.

    A name without its number applies to all pieces of that name with one. Raise `InputError` for an unknown piece; what the
    pictures do not know as a colour is reported when they are drawn.
    """
    known = card_pieces(card).every
    bases = set(map(base_name, known))
    faults = [
        Fault("colours", f"unknown piece {printable(name)!r}", suggest(name, known), card.path)
        for name in colours
        if name not in known and name not in bases
    ]
    raise_faults(faults)
    before = card.about.get("colours")
    about = {**card.about, "colours": {**(before if isinstance(before, Mapping) else {}), **colours}}
    return replace(card, about=about)


def renamed(card: C, names: Mapping[str, str]) -> C:
    """Return the same puzzle with other names for some pieces (`{"A": "Duchess", "red": "milk"}`), in its Yard Guide too.

    Raise `InputError` if a piece is unknown, if a new name is not a name, or if two pieces would have the same name.
    """

    def changed(pieces: Iterable[str]) -> tuple[str, ...]:
        return tuple(names.get(name, name) for name in pieces)

    known = card.rules.pieces
    faults = [
        Fault("names", f"unknown piece {printable(name)!r}", suggest(name, known), card.path)
        for name in names
        if name not in known
    ]
    for new in names.values():
        if not re.fullmatch(NAME, new):
            faults.append(Fault("names", f"{printable(new)!r} is not a name", NAME_RULE, card.path))
    after = changed(known)
    for new in dict.fromkeys(name for name in after if after.count(name) > 1):
        faults.append(Fault("names", f"two pieces would be called {printable(new)!r}", "choose different names", card.path))
    raise_faults(faults)
    given = card.about.get("colours")
    colours = {"colours": {names.get(name, name): colour for name, colour in given.items()}} if isinstance(given, Mapping) else {}
    card = replace(card, about={**card.about, **colours})
    return cast("C", _with_names(card, changed))


def _with_names(card: Card, changed: Rename) -> Card:
    """Return a card with its pieces renamed."""
    if isinstance(card, RouteCard):
        called = dict(zip(card.roster.pieces, changed(card.roster.pieces), strict=True))
        closed = {space: changed(pieces) for space, pieces in card.closed.items()}
        guide = tuple(_renamed_move(text, card.plan.spaces, changed) for text in card.guide)
        return replace(card, roster=card.roster.renamed(called), closed=closed, goal=card.goal.renamed(called), guide=guide)
    if isinstance(card, SidingsCard):
        rules, start = card.rules, card.start
        position = replace(start, headshunt=changed(start.headshunt), sidings=tuple(map(changed, start.sidings)))
        alike = tuple(map(changed, rules.interchangeable))
        rules = replace(rules, cars=changed(rules.cars), interchangeable=alike)
        return replace(card, rules=rules, start=position, goal=card.goal.changed(changed))
    raise refused(card, "given other names")


def _renamed_move(text: str, spaces: tuple[str, ...], changed: Rename) -> str:
    """Return a move of the Yard Guide with other names; one that cannot be read stays, and is reported when it is printed."""
    try:
        move = parse_move(text, spaces)
    except InputError:
        return text
    if not isinstance(move, TrainMove):
        return text
    return str(replace(move, locomotive=changed([move.locomotive])[0], couples=changed(move.couples)))
