"""For the layout room: switch lists and car cards of cards, several to a page.

A switch list says where each car is and where it is to go, as a crew is given its work; a car card is the same for a single car.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.errors import Fault, InputError
from shunt.paper import fonts
from shunt.paper.flow import Block, Heading, Paragraph, Space, Table, flowed
from shunt.paper.pdf import Printed, print_grid
from shunt.paper.sheets import sheet_for
from shunt.render.cards.words import board_title, label_of, title_of
from shunt.render.colours import writing_on
from shunt.render.looks.liveries import card_liveries
from shunt.render.scene import Item, Rect, Scene, Text
from shunt.render.style import FAINT, INK, PAPER
from shunt.rules.position import heading_text
from shunt.rules.sidings import ANY
from shunt.track.plan import End

SLIP = (98.0, 133.0)  # four on A4 and on Letter
TICKET = (54.0, 86.0)  # of a car card: as wide as those that model railways use


@dataclass(frozen=True)
class Job:
    """A piece and its work: where it is and where it is to go, in words; "" for anywhere."""

    name: str
    colour: str
    is_locomotive: bool
    at: str
    to: str


def print_switch_lists(cards: Sequence[Card], paper: str = "a4") -> Printed:
    """Return the switch list of each card as a slip, four to a page, with boxes to tick."""
    if not cards:
        raise InputError(Fault("cards", "no card is given", "give at least one card"))
    slips = [slip for card in cards for slip in flowed(_slip(card), SLIP, 8.0, title_of(card), is_numbered=False)]
    return print_grid(slips, sheet_for(paper, SLIP, "none"), "Switch lists")


def print_tickets(cards: Sequence[Card], paper: str = "a4") -> Printed:
    """Return a car card for each car of each card: its name and colour, where it is and where it is to go."""
    if not cards:
        raise InputError(Fault("cards", "no card is given", "give at least one card"))
    tickets = [_ticket(card, job) for card in cards for job in jobs(card) if not job.is_locomotive]
    return print_grid(tickets, sheet_for(paper, TICKET, "none"), "Car cards")


def jobs(card: Card) -> list[Job]:
    """Return the work of every piece of a card, locomotives first."""
    return list(JOBS[card.ruleset](card))


def _train_jobs(card: RouteCard) -> Iterator[Job]:
    colours = card_liveries(card)
    for name, space in zip(card.roster.pieces, card.start.places, strict=True):
        to = card.goal.places.get(name, "")
        heading = card.goal.headings.get(name)
        words = label_of(card, to) if to else ""
        if heading is not None:
            words += f" ({heading_text(card.plan, End(to, heading))})"
        is_locomotive = name in card.roster.locomotives
        yield Job(name, colours[name].colour, is_locomotive, label_of(card, space), words)


def _siding_jobs(card: SidingsCard) -> Iterator[Job]:
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


JOBS: Mapping[str, Callable[..., Iterator[Job]]] = {"switcher": _train_jobs, "railway": _train_jobs, "sidings": _siding_jobs}
"""Ruleset → the work of the pieces of its cards."""


def _slip(card: Card) -> Iterator[Block]:
    yield Heading(title_of(card), 5.0)
    crew = ", ".join(job.name for job in jobs(card) if job.is_locomotive)
    limit = f"{card.limit} {card.metric[0]}" if card.limit is not None else ""
    words = [
        f"Board: {board_title(card)}" if board_title(card) else "",
        f"Locomotives: {crew}" if crew else "",
        f"Limit: {limit}" if limit else "",
    ]
    yield Paragraph(". ".join(part for part in words if part) + ".", size=2.6)
    rows = [["", "car", "at", "to", "done"]]
    rows += [[job.colour, job.name, job.at, job.to or "anywhere", "[]"] for job in jobs(card)]
    yield Table(rows, (0.9, 2.2, 2.8, 2.8, 1.4), size=2.8)
    yield Space(1.5)
    for line in card.board_lines():
        yield Paragraph(line, size=2.4)


def _ticket(card: Card, job: Job) -> Scene:
    """Draw a car card: a band in the car's colour with its name, and its journey below."""
    width, height = TICKET
    band = 18.0
    name, size = fonts.fitted(job.name, 8.0, width - 8, bold=True)
    items: list[Item] = [
        Rect(width / 2, height / 2, width, height, fill=PAPER),
        Rect(width / 2, band / 2, width, band, fill=job.colour),
        Text(width / 2, band / 2 + 0.36 * size, name, size, writing_on(job.colour), bold=True),
    ]
    y = band + 9
    for label, words in (("At", job.at), ("To", job.to or "anywhere")):
        items.append(Text(5, y, label, 3.2, FAINT, "start", bold=True))
        text, size = fonts.fitted(words, 5.4, width - 10, bold=True)
        items.append(Text(5, y + 7.5, text, size, INK, "start", bold=True))
        y += 20
    for words in (title_of(card), board_title(card)):
        text, size = fonts.fitted(words, 2.8, width - 10)
        items.append(Text(5, y + 4, text, size, FAINT, "start"))
        y += 5
    return Scene(width, height, tuple(items), f"{title_of(card)}: {job.name}")
