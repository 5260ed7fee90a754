"""For the layout room: switch lists and car cards of cards, several to a page.

A switch list says where each car is and where it must go, in the form in which a crew receives its work. A car card says the same
for a single car.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from shunt.cards.card import Card, RouteCard
from shunt.errors import counted
from shunt.paper.flow import Block, Figure, HeadingBlock, Paragraph, TableBlock, flowed
from shunt.paper.front import lettered_board
from shunt.paper.initials import initials
from shunt.paper.jobs import Job, jobs, place_words
from shunt.paper.order import Order
from shunt.paper.pdf import Printed, print_cutouts
from shunt.render import fonts
from shunt.render.appearance import card_pieces
from shunt.render.cards import position_scene
from shunt.render.colours import FAINT, writing_on
from shunt.render.scene import Item, Rect, Scene, Text, ground, moved
from shunt.render.words import board_title
from shunt.track.plain_tracks import track_places

SLIP = (98.0, 133.0)  # four on A4 and on Letter
SLIP_MARGIN = 8.0
LEAST_PICTURE, AROUND = 20.0, 4.5  # the height below which a picture has a slip of its own; room around it
PICTURE = 52.0  # height of the picture of the board on a switch list
TICKET = (54.0, 86.0)  # of a car card: as wide as those that model railways use


def print_switch_lists(order: Order) -> Printed:
    """Return the switch list of each card as a slip, four to a page: the work, with boxes to tick, and a picture of the board."""
    slips = [slip for card in order.cards for slip in flowed(slip_blocks(card), SLIP, SLIP_MARGIN, card.title, is_numbered=False)]
    return print_cutouts(slips, SLIP, order.settings.paper, "Switch lists", order.author)


def print_tickets(order: Order) -> Printed:
    """Return a car card for each car of each card, with its name and colour, where it is and where it must go."""
    tickets = [_ticket(card, job) for card in order.cards for job in jobs(card) if not job.is_locomotive]
    return print_cutouts(tickets, TICKET, order.settings.paper, "Car cards", order.author)


def slip_blocks(card: Card) -> Iterator[Block]:
    """Yield the work of a card and a picture of its board, as large as there is room for on the same slip."""
    pieces = card_pieces(card)
    lines = [Paragraph(line, size=2.4) for line in (*card.option_lines(), *card.board_lines())]
    widest = [*_work(card, initials(pieces.every)), *lines]
    width = SLIP[0] - 2 * SLIP_MARGIN
    used = sum(strip.height for block in widest for strip in block.strips(width))
    left = SLIP[1] - 2 * SLIP_MARGIN - used - AROUND
    height = min(PICTURE, left) if left >= LEAST_PICTURE else PICTURE
    draw = partial(position_scene, card, card.start, None, None)
    board = lettered_board(draw, (width, height), pieces, by_track=True)
    yield from _work(card, board.lettering.names)
    yield Figure(board.scene, height=height)
    yield from lines


def _work(card: Card, letters: Mapping[str, str]) -> Iterator[Block]:
    """Yield the title and the tables of a slip; `letters` are those of pieces in its picture."""
    yield HeadingBlock(card.title, 5.0)
    crew = ", ".join(job.name for job in jobs(card) if job.is_locomotive)
    limit = card.moves_in_words(card.limit) if card.limit is not None else ""
    words = [
        f"Board: {board_title(card)}" if board_title(card) else "",
        f"Locomotives: {crew}" if crew else "",
        f"Limit: {limit}" if limit else "",
    ]
    yield Paragraph(". ".join(filter(None, words)) + ".", size=2.6)
    rows = [["", "car", "at", "to", "done"]]
    for job in sorted(jobs(card), key=lambda job: "" if job.is_locomotive else job.at.partition(",")[0]):
        letter = letters.get(job.name, job.name)
        name = job.name if letter == job.name else f"{job.name} ({letter})"
        rows.append([job.colour, name, job.at, job.to or "anywhere", "[]"])
    yield TableBlock(rows, (0.8, 2.2, 3.0, 3.0, 1.0), size=2.8, below=1.5)
    if isinstance(card, RouteCard):
        yield from _work_by_place(card)


def _work_by_place(card: RouteCard) -> Iterator[Block]:
    """Yield what a crew pulls and spots at each place, if the board has any."""
    at, goal, numbered = card.roster.at(card.start), card.goal, track_places(card.plan)
    rows = [["track" if not card.places else "place", "pull", "spot", "leave"]]
    for place, spaces in {**card.places, **_tracks(card)}.items():
        stay = {name for name, space in goal.places.items() if space in spaces}
        stay |= {name for want in goal.wants if want.place == place for name in want.pieces}
        stay |= {name for train in goal.trains if train.place == place for name in train.pieces}
        here = [name for name in card.roster.cars if at[name] in spaces and name in goal.pieces]
        pull, leave = ([name for name in here if (name in stay) is stays] for stays in (False, True))
        spot = [
            f"{name} on {place_words(card, space)}"
            if place in card.places
            else f"{name} at place {numbered[space].number}"
            if numbered[space].of > 1
            else name
            for name, space in goal.places.items()
            if space in spaces and name not in leave
        ]
        spot += [
            want.text if len(want.pieces) > 1 else want.pieces[0]
            for want in goal.wants
            if want.place == place and not set(want.pieces) <= set(leave)
        ]
        spot += [str(train) for train in goal.trains if train.place == place]
        if pull or spot or leave:
            words = place if place in card.places else f"{place}, {counted(len(spaces), 'cars')}"
            rows.append([words, ", ".join(pull), ", ".join(spot), ", ".join(leave)])
    if not any(row[3] for row in rows[1:]):
        rows = [row[:3] for row in rows]
    if len(rows) > 1:
        yield TableBlock(rows, (2.6, 3.0, 3.2, 1.6)[: len(rows[0])], size=2.8, below=1.5)


def _tracks(card: RouteCard) -> dict[str, list[str]]:
    """Return the tracks with numbered spaces that are in no place of the card, each with its spaces."""
    within = {space for spaces in card.places.values() for space in spaces}
    found: dict[str, list[str]] = {}
    for space, place in track_places(card.plan).items():
        if space not in within and space not in card.layout.marks and place.track not in card.places:
            found.setdefault(place.track, []).append(space)
    return found


def _ticket(card: Card, job: Job) -> Scene:
    """Draw a car card: a band in the car's colour with its name, and its journey below."""
    width, height = TICKET
    band = 18.0
    name = fonts.line((width / 2, band / 2), job.name, 8.0, width - 8, writing_on(job.colour), "middle", bold=True)
    items: list[Item] = [
        ground(*TICKET),
        Rect(width / 2, band / 2, width, band, fill=job.colour),
        moved(name, 0, 0.36 * name.size),
    ]
    y = band + 9
    for label, words in (("At", job.at), ("To", job.to or "anywhere")):
        items.append(Text(5, y, label, 3.2, FAINT, "start", bold=True))
        items.append(fonts.line((5, y + 7.5), words, 5.4, width - 10, bold=True))
        y += 20
    for words in (card.title, board_title(card)):
        items.append(fonts.line((5, y + 4), words, 2.8, width - 10, FAINT))
        y += 5
    return Scene(width, height, tuple(items), f"{card.title}: {job.name}")
