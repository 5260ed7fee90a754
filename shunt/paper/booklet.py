"""The booklet of a pack: rules, Railyard Guide, boards, tiers, a list of the cards; and the Railyard Guide as one card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from shunt.cards.card import Card
from shunt.cards.tiers import TIER_COLOURS
from shunt.errors import Fault, InputError
from shunt.paper.document import Settings, print_faces
from shunt.paper.flow import Block, Figure, Heading, Paragraph, Table, flowed
from shunt.paper.front import Face, legible
from shunt.paper.pdf import Printed, print_imposed, print_scenes
from shunt.paper.rule_texts import CHAPTERS, TERMS, Term
from shunt.paper.sheets import CARDS, PAPERS, SAFE, Size
from shunt.render.board import UNIT
from shunt.render.cards.words import credits_of, title_of
from shunt.render.scene import Scene
from shunt.render.values import scene_of

GUIDE = "Railyard Guide"
SIDES = (TERMS[:2], TERMS[2:])
TEXT = {"poker": 2.12, "tarot": 2.45, "a6": 3.1}
"""Size of card → size of its text, in millimetres."""
TALLEST, STEP = 40.0, 0.5  # of the pictures, in millimetres


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
    yield Paragraph(f"{_counted(len(cards), 'card')} on {_counted(len(boards), 'board')}", size=4.0)
    if boards:
        yield Figure(boards[0][1], boards[0][0], 80.0)
    credits = list(dict.fromkeys(credit for card in cards if (credit := credits_of(card))))
    for credit in credits[:6]:
        yield Paragraph(credit, size=2.6)


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _rules(cards: Sequence[Card]) -> Iterator[Block]:
    chapters = list(dict.fromkeys(CHAPTERS[card.ruleset] for card in cards))
    for chapter in chapters:
        yield Heading("How to play" if len(chapters) == 1 else f"How to play: {chapter.name}", begins_page=True)
        for label, text in chapter.rules:
            yield Paragraph(text, label)
    if any(chapter.has_guide for chapter in chapters):
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


# --------------------------------------------------------------------------------------------------------------------
# The Railyard Guide as a card


def print_guide(settings: Settings) -> Printed:
    """Return the Railyard Guide as one card of the chosen size; without backs, both sides are printed as fronts."""
    front, back = guide_faces(settings.card)
    faces = [(front, back)] if settings.sheet().backs else [(front, back), (back, front)]
    return print_faces(faces, settings, GUIDE)


def guide_faces(card: str) -> tuple[Face, Face]:
    """Return both sides, with pictures as tall as fit on both of them."""
    size, text = CARDS[card], TEXT[card]
    height = TALLEST
    while height > STEP:
        pages = [_card_pages(terms, size, text, height, has_note=terms is SIDES[0]) for terms in SIDES]
        if all(len(held) == 1 for held in pages):
            return Face(pages[0][0]), Face(pages[1][0])
        height -= STEP
    raise AssertionError(f"the Railyard Guide does not fit on {card}")


def _card_pages(terms: Sequence[Term], size: Size, text: float, height: float, has_note: bool) -> list[Scene]:
    margin = SAFE + 1.0
    blocks = _card_blocks(terms, size[0] - 2 * margin, text, height, has_note)
    return flowed(blocks, size, margin, GUIDE, is_numbered=False)


def _card_blocks(terms: Sequence[Term], width: float, text: float, height: float, has_note: bool) -> Iterator[Block]:
    yield Heading(GUIDE, 1.3 * text)
    for term in terms:
        yield Paragraph(term.text, term.name, text)
        if term.example:
            yield Figure(_picture(term, width, height), height=height)
    if has_note:
        yield Paragraph("Arrow: the path. Dashed outlines: the places after the move.", size=text)


@cache
def _drawn(name: str) -> Scene:
    """Draw the example of a term."""
    (example,) = (term.example for term in TERMS if term.name == name)
    assert example is not None
    return example.scene()


def _picture(term: Term, width: float, height: float) -> Scene:
    """Return the example of a term in its final size, in which a car's name that is too long for it is its first letter."""
    scene = _drawn(term.name)
    cars = term.example.cars if term.example else {}
    scale = min(width / scene.width, height / scene.height)
    items = legible(scene.placed(0.0, 0.0, scale), {name: name[:1] for name in cars}, UNIT * scale)
    return Scene(scene.width * scale, scene.height * scale, items)
