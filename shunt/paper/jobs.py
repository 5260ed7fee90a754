"""The work for a card's pieces, as a crew receives it: where each piece is, and where it must go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.render.appearance import card_liveries
from shunt.render.words import label_of
from shunt.rules.goal import Want
from shunt.rules.position import heading_text
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import ANY
from shunt.track.plain_tracks import track_places
from shunt.track.plan import End


@dataclass(frozen=True)
class Job:
    """A piece and its work: where it is and where it must go, in words, or "" for anywhere."""

    name: str
    colour: str
    is_locomotive: bool
    at: str
    to: str


def jobs(card: Card) -> Iterator[Job]:
    """Yield the work of every piece of a card, locomotives first."""
    if isinstance(card, RouteCard):
        return _jobs_of_trains(card)
    if isinstance(card, SidingsCard):
        return _jobs_of_sidings(card)
    raise refused(card, "printed as a switch list")


def _jobs_of_trains(card: RouteCard) -> Iterator[Job]:
    colours = card_liveries(card)
    for name, space in card.roster.at(card.start).items():
        to = card.goal.places.get(name, "")
        heading = card.goal.headings.get(name)
        asked = [_place(card, want) for want in card.goal.wants if name in want.pieces]
        asked += [f"{train} {train.where}" for train in card.goal.trains if name in train.pieces]
        words = place_words(card, to) if to else ", ".join(asked)
        if heading is not None:
            words += f" ({heading_text(card.plan, End(to, heading))})"
        is_locomotive = name in card.roster.locomotives
        yield Job(name, colours[name].colour, is_locomotive, place_words(card, space), words)


def place_words(card: RouteCard, space: str) -> str:
    """Return the place of a space in a crew's words: `Mill, place 2` if it is a numbered part of a track, otherwise its mark or
    name."""
    place = track_places(card.plan).get(space)
    if place is None or space in card.layout.marks:
        return label_of(card, space)
    return f"{place.track}, place {place.number}" if place.of > 1 else place.track


def _place(card: RouteCard, want: Want) -> str:
    """Return where a piece must go, if some of several are: `dock (2 of h1 h2 h3)`."""
    return label_of(card, want.place) + (f" ({want.text})" if len(want.pieces) > 1 else "")


def _jobs_of_sidings(card: SidingsCard) -> Iterator[Job]:
    goal = {car: f"{number} in the train" for number, car in enumerate(card.goal.train, 1)}
    for name, cars in card.goal.sidings.items():
        goal |= {car: f"siding {name}, place {number}" for number, car in enumerate(cars, 1) if car != ANY}
    goal |= {car: f"headshunt, place {number}" for number, car in enumerate(card.goal.headshunt, 1) if car != ANY}
    tracks = {"headshunt": card.start.headshunt}
    tracks |= {f"siding {name}": cars for name, cars in zip(card.rules.capacities, card.start.sidings, strict=True)}
    colours = card_liveries(card)
    for track, cars in tracks.items():
        for number, car in enumerate(cars, 1):
            yield Job(car, colours[car].colour, False, f"{track}, place {number}", goal.get(car, ""))
