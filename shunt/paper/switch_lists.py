"""For the layout room: switch lists and car cards of cards, several to a page.

A switch list says where each car is and where it is to go, as a crew is given its work; a car card is the same for a single car.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.kinds import refused
from shunt.paper import fonts
from shunt.paper.flow import Block, Figure, HeadingBlock, Paragraph, TableBlock, flowed
from shunt.paper.order import Order
from shunt.paper.pdf import Printed, print_cutouts
from shunt.render.appearance import card_liveries
from shunt.render.cards import position_scene
from shunt.render.colours import FAINT, PAPER, writing_on
from shunt.render.scene import Item, Rect, Scene, Text, moved
from shunt.render.words import board_title, label_of, title_of
from shunt.rules.goal import Want
from shunt.rules.position import heading_text
from shunt.rules.sidings import ANY
from shunt.track.plan import End

SLIP = (98.0, 133.0)  # four on A4 and on Letter
PICTURE = 52.0  # height of the picture of the board on a switch list
TICKET = (54.0, 86.0)  # of a car card: as wide as those that model railways use


@dataclass(frozen=True)
class Job:
    """A piece and its work: where it is and where it is to go, in words; "" for anywhere."""

    name: str
    colour: str
    is_locomotive: bool
    at: str
    to: str


def print_switch_lists(order: Order) -> Printed:
    """Return the switch list of each card as a slip, four to a page: the work, with boxes to tick, and a picture of the board."""
    slips = [slip for card in order.cards for slip in flowed(_slip(card), SLIP, 8.0, title_of(card), is_numbered=False)]
    return print_cutouts(slips, SLIP, order.settings.paper, "Switch lists", order.author)


def print_tickets(order: Order) -> Printed:
    """Return a car card for each car of each card: its name and colour, where it is and where it is to go."""
    tickets = [_ticket(card, job) for card in order.cards for job in jobs(card) if not job.is_locomotive]
    return print_cutouts(tickets, TICKET, order.settings.paper, "Car cards", order.author)


@singledispatch
def jobs(card: Card) -> Iterator[Job]:
    """Yield the work of every piece of a card, locomotives first."""
    raise refused(card, "printed as a switch list")


@jobs.register
def _(card: RouteCard) -> Iterator[Job]:
    colours = card_liveries(card)
    for name, space in zip(card.roster.pieces, card.start.places, strict=True):
        to = card.goal.places.get(name, "")
        heading = card.goal.headings.get(name)
        asked = [_place(card, want) for want in card.goal.wants if name in want.pieces]
        asked += [f"{train} {train.where}" for train in card.goal.trains if name in train.pieces]
        words = label_of(card, to) if to else ", ".join(asked)
        if heading is not None:
            words += f" ({heading_text(card.plan, End(to, heading))})"
        is_locomotive = name in card.roster.locomotives
        yield Job(name, colours[name].colour, is_locomotive, label_of(card, space), words)


def _place(card: RouteCard, want: Want) -> str:
    """Return where a piece is to go, if some of several are: `dock (2 of h1 h2 h3)`."""
    return label_of(card, want.place) + (f" ({want.text})" if len(want.pieces) > 1 else "")


@jobs.register
def _(card: SidingsCard) -> Iterator[Job]:
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


def _slip(card: Card) -> Iterator[Block]:
    yield HeadingBlock(title_of(card), 5.0)
    crew = ", ".join(job.name for job in jobs(card) if job.is_locomotive)
    limit = card.moves_in_words(card.limit) if card.limit is not None else ""
    words = [
        f"Board: {board_title(card)}" if board_title(card) else "",
        f"Locomotives: {crew}" if crew else "",
        f"Limit: {limit}" if limit else "",
    ]
    yield Paragraph(". ".join(part for part in words if part) + ".", size=2.6)
    rows = [["", "car", "at", "to", "done"]]
    rows += [[job.colour, job.name, job.at, job.to or "anywhere", "[]"] for job in jobs(card)]
    yield TableBlock(rows, (0.9, 2.2, 2.8, 2.8, 1.4), size=2.8, below=1.5)
    yield from _work_by_place(card)
    yield Figure(position_scene(card, card.start), height=PICTURE)
    for line in card.board_lines():
        yield Paragraph(line, size=2.4)


@singledispatch
def _work_by_place(card: Card) -> Iterator[Block]:
    """Yield what a crew pulls and spots at each place, if the board has any."""
    yield from ()


@_work_by_place.register
def _(card: RouteCard) -> Iterator[Block]:
    at, goal = dict(zip(card.roster.pieces, card.start.places, strict=True)), card.goal
    rows = [["place", "pull", "spot"]]
    for place, spaces in card.places.items():
        stay = {name for name, space in goal.places.items() if space in spaces}
        stay |= {name for want in goal.wants if want.place == place for name in want.pieces}
        stay |= {name for train in goal.trains if train.place == place for name in train.pieces}
        pull = [name for name in card.roster.cars if at[name] in spaces and name in goal.pieces and name not in stay]
        spot = [f"{name} on {label_of(card, space)}" for name, space in goal.places.items() if space in spaces]
        spot += [want.text if len(want.pieces) > 1 else want.pieces[0] for want in goal.wants if want.place == place]
        spot += [str(train) for train in goal.trains if train.place == place]
        if pull or spot:
            rows.append([place, ", ".join(pull), ", ".join(spot)])
    if len(rows) > 1:
        yield TableBlock(rows, (2.2, 3.4, 4.5), size=2.8, below=1.5)


def _ticket(card: Card, job: Job) -> Scene:
    """Draw a car card: a band in the car's colour with its name, and its journey below."""
    width, height = TICKET
    band = 18.0
    name = fonts.line((width / 2, band / 2), job.name, 8.0, width - 8, writing_on(job.colour), "middle", bold=True)
    items: list[Item] = [
        Rect(width / 2, height / 2, width, height, fill=PAPER),
        Rect(width / 2, band / 2, width, band, fill=job.colour),
        moved(name, 0, 0.36 * name.size),
    ]
    y = band + 9
    for label, words in (("At", job.at), ("To", job.to or "anywhere")):
        items.append(Text(5, y, label, 3.2, FAINT, "start", bold=True))
        items.append(fonts.line((5, y + 7.5), words, 5.4, width - 10, bold=True))
        y += 20
    for words in (title_of(card), board_title(card)):
        items.append(fonts.line((5, y + 4), words, 2.8, width - 10, FAINT))
        y += 5
    return Scene(width, height, tuple(items), f"{title_of(card)}: {job.name}")
