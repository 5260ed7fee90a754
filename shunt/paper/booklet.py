"""The booklet of a pack: its rules, the Railyard Guide, the boards, the tiers and a list of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from shunt.cards.card import Card
from shunt.cards.tiers import TIER_COLOURS
from shunt.errors import Fault, InputError
from shunt.paper.flow import Block, Figure, Heading, Paragraph, Table, flowed
from shunt.paper.front import credits_of, title_of
from shunt.paper.pdf import Printed, print_imposed, print_scenes
from shunt.paper.rule_texts import RAILWAY_NOTE, RULES, TERMS
from shunt.paper.sheets import PAPERS
from shunt.render.scene import Scene
from shunt.render.values import scene_of

WORDS = {True: "board", False: "boards"}


def print_booklet(cards: Sequence[Card], title: str = "", paper: str = "a4", single: bool = False) -> Printed:
    """Return the booklet of cards: pages of half the paper's size, placed so that the printed sheets fold to a booklet.

    `single`: one page of the booklet on each page of the file, in order, to be read on a screen.
    """
    if not cards:
        raise InputError(Fault("cards", "no card is given", "give at least one card"))
    whole = PAPERS[paper]
    title = title or (title_of(cards[0]) if len(cards) == 1 else "Route cards")
    leaves = flowed(_blocks(cards, title), (max(whole) / 2, min(whole)), title=title)
    return print_scenes(leaves, title) if single else print_imposed(leaves, whole, title)


def _blocks(cards: Sequence[Card], title: str) -> Iterator[Block]:
    yield from _cover(cards, title)
    yield from _rules(cards)
    yield from _boards(cards)
    yield from _tiers(cards)
    yield from _list(cards)


def _cover(cards: Sequence[Card], title: str) -> Iterator[Block]:
    boards = _boards_of(cards)
    yield Heading(title, 8.0)
    count = f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}"
    yield Paragraph(f"{count} on {len(boards)} {WORDS[len(boards) == 1]}", size=4.0)
    if boards:
        yield Figure(boards[0][1], boards[0][0], 80.0)
    credits = list(dict.fromkeys(credit for card in cards if (credit := credits_of(card))))
    for credit in credits[:6]:
        yield Paragraph(credit, size=2.6)


def _rules(cards: Sequence[Card]) -> Iterator[Block]:
    kinds = list(dict.fromkeys(card.ruleset for card in cards))
    tables = list(dict.fromkeys(id(RULES[kind]) for kind in kinds))
    for identity in tables:
        kind = next(kind for kind in kinds if id(RULES[kind]) == identity)
        yield Heading("How to play" if len(tables) == 1 else f"How to play: {kind}", begins_page=True)
        for label, text in RULES[kind]:
            yield Paragraph(text, label)
        if kind != "sidings":
            if "railway" in kinds:
                yield Paragraph(RAILWAY_NOTE, "Railway")
            yield from _guide()


def _guide() -> Iterator[Block]:
    yield Heading("Railyard Guide", begins_page=True)
    for term in TERMS:
        yield Paragraph(term.text, term.name)
        if term.example:
            yield Figure(term.example.scene(), height=22.5)
    yield Paragraph("In the pictures the arrow is the path, and dashed outlines are the places after the move.", size=2.6)


def _boards_of(cards: Sequence[Card]) -> list[tuple[str, Scene, list[str]]]:
    """Return the title, the picture and the remarks of every board, in the order of the cards."""
    found: dict[str, tuple[str, Scene, list[str]]] = {}
    for card in cards:
        if card.board is not None and card.board_name not in found:
            title = str(card.board.about.get("title") or card.board_name)
            found[card.board_name] = (title, scene_of(card.board), card.board_lines())
    return list(found.values())


def _boards(cards: Sequence[Card]) -> Iterator[Block]:
    for number, (title, scene, lines) in enumerate(_boards_of(cards)):
        if not number:
            yield Heading("Boards", begins_page=True)
        yield Figure(scene, title, 78.0)
        for line in lines:
            yield Paragraph(line[:1].upper() + line[1:] + ".", size=2.6)


def _tiers(cards: Sequence[Card]) -> Iterator[Block]:
    tiers = [str(card.rating.get("tier", "")) for card in cards]
    if set(tiers) & set(TIER_COLOURS):
        yield Heading("Tiers", begins_page=True)
        yield Paragraph("Five tiers of difficulty, from the easiest to the hardest. Begin with blue.")
        rows = [["", "tier", "cards"]]
        rows += [[colour, tier, str(tiers.count(tier))] for tier, colour in TIER_COLOURS.items() if tier in tiers]
        yield Table(rows, (1, 3, 2))
    if any(card.ranks for card in cards):
        yield Heading("Ranks")
        yield Paragraph("Yard Master is the fewest moves that solve the card, which is proven.")
        yield Paragraph("Conductor is a quarter more, Brakeman a half more; the moves of Brakeman are the moves allowed.")


def _list(cards: Sequence[Card]) -> Iterator[Block]:
    yield Heading("Cards", begins_page=True)
    rows: list[list[str]] = [["", "no.", "title", "limit", "moves", "solved"]]
    numbered = list(enumerate(cards, 1))
    for _, group in groupby(numbered, key=lambda entry: str(entry[1].rating.get("tier", ""))):
        for number, card in group:
            colour = TIER_COLOURS.get(str(card.rating.get("tier", "")), "")
            limit = str(card.limit) if card.limit is not None else ""
            rows.append([colour, str(number), title_of(card), limit, "____", "[]"])
    yield Table(rows, (0.8, 1, 7, 1.3, 1.5, 1.3), size=2.6)
