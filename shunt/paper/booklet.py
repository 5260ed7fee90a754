"""The booklet of a pack: rules, Railyard Guide, boards, tiers, a list of the cards; and the Railyard Guide as one card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from math import inf, sqrt

from shunt.cards.card import Card
from shunt.cards.tiers import TIER_COLOURS
from shunt.errors import InputError, counted
from shunt.paper.flow import BODY, Block, Figure, HeadingBlock, Paragraph, TableBlock, flowed
from shunt.paper.front import front, lettered_board
from shunt.paper.order import Order, Settings
from shunt.paper.pdf import Printed, print_imposed, print_scenes, print_sheets
from shunt.paper.rule_texts import ENGINE, TERMS, Chapter, Example, Term, chapter_of
from shunt.paper.sheets import SAFE, Size, size_words
from shunt.paper.styles import tier_colour
from shunt.render import fonts
from shunt.render.appearance import CardPieces
from shunt.render.cards import position_scene
from shunt.render.scene import Rect, Scene
from shunt.render.values import scene_of
from shunt.render.words import board_title, credits_of, standing, targets

GUIDE = "Railyard Guide"
SIDES = (TERMS[:2], TERMS[2:])
EXAMPLE = 22.5  # height of the picture of a term, in millimetres
BOARD = 78.0  # height of the picture of a board
SCORES = 70.0  # the least height of a table to write results down, in millimetres
COVER = (126.0, 100.0)  # size of the card on the cover, in millimetres
MOST_STEPS, STEP_HEIGHT = 3, 40.0  # moves of the solved example, and the height of their pictures
TALLEST, STEP, STEPS = 40.0, 0.5, 79  # of the heights of pictures that are tried, in millimetres


def print_booklet(order: Order) -> Printed:
    """Return the booklet of cards: pages of half the paper's size, placed so that the printed sheets fold to a booklet.

    With the setting `single`, each page of the file is a page of the booklet, in order, to be read on a screen.
    """
    cards, whole = order.cards, order.settings.page
    title = order.title or (cards[0].title if len(cards) == 1 else "Route cards")
    blocks, size = [*_blocks(cards, title), *_scores()], (max(whole) / 2, min(whole))
    leaves = flowed(blocks, size, title=title)
    if order.settings.single:
        return print_scenes(leaves, title, order.author)
    scores = list(_scores()) * (-len(leaves) % 4)  # a sheet has four pages; none is blank
    return print_imposed(flowed([*blocks, *scores], size, title=title), whole, title, order.author)


def _blocks(cards: Sequence[Card], title: str) -> Iterator[Block]:
    yield from _cover(cards, title)
    yield from _rules(cards)
    yield from _example(cards)
    yield from _boards(cards)
    yield from _tiers(cards)
    yield from _list(cards)


def _cover(cards: Sequence[Card], title: str) -> Iterator[Block]:
    boards = _boards_of(cards)
    yield HeadingBlock(title, 11.0)
    proven = "" if any(standing(card) for card in cards) else ", each with its proven fewest moves"
    yield Paragraph(f"Train shunting puzzles{proven}", size=3.6)
    scene = front(cards[len(cards) // 2], COVER).scene  # a card from the middle is neither bare nor crowded
    paper = Rect(scene.width / 2, scene.height / 2, scene.width, scene.height, 3.0, fill=tier_colour(cards[len(cards) // 2]))
    yield Figure(replace(scene, items=(paper, *scene.items[1:])), "", COVER[1])
    yield Paragraph(f"{counted(len(cards), 'cards')} on {counted(len(boards), 'boards')}", size=4.0)
    credits = list(dict.fromkeys(credit for card in cards if (credit := credits_of(card))))
    for credit in credits[:6]:
        yield Paragraph(credit, size=2.6)


def _example(cards: Sequence[Card]) -> Iterator[Block]:
    """Yield the first card with a short Yard Guide, solved: the start, and each move with its picture."""
    short = [(number, card) for number, card in enumerate(cards, 1) if 1 <= len(card.guide) <= MOST_STEPS]
    if not short:
        return
    number, card = short[0]
    yield HeadingBlock("A solved example", needs=1.5 * STEP_HEIGHT)
    goal = "; ".join(target.text for target in targets(card)) or "any position"
    name = card.title if len(cards) == 1 else f"{number}. {card.title}"
    yield Paragraph(f"{name}. The goal: {goal}. It is reached in {counted(len(card.guide), 'moves')}.")
    game = card.play()
    yield Figure(position_scene(card, game.position), "The start", STEP_HEIGHT)
    for step, text in enumerate(card.guide, 1):
        made = game.push(text)
        yield Figure(position_scene(card, game.position, made), f"{step}. {made.words[:1].upper()}{made.words[1:]}", STEP_HEIGHT)


def _rules(cards: Sequence[Card]) -> Iterator[Block]:
    merged: dict[str, Chapter] = {}  # some cards of a ruleset have closed spaces, others do not
    for chapter in dict.fromkeys(map(chapter_of, cards)):
        known = merged.get(chapter.name, chapter)
        merged[chapter.name] = replace(known, rules=tuple(dict.fromkeys((*known.rules, *chapter.rules))))
    chapters = list(merged.values())
    for number, chapter in enumerate(chapters):
        title = "How to play" if len(chapters) == 1 else f"How to play: {chapter.name}"
        yield HeadingBlock(title) if number else HeadingBlock(title, needs=inf)  # on the page after the cover
        for label, text in chapter.rules:
            yield Paragraph(text, label)
    if any(chapter.has_guide for chapter in chapters):
        yield from _guide()


def _guide() -> Iterator[Block]:
    yield HeadingBlock(GUIDE, needs=2 * EXAMPLE)
    yield from _explained(TERMS, BODY, _drawn, EXAMPLE, needs=EXAMPLE + 3.0)
    yield Paragraph("In the pictures the orange arrow is the path, and dashed outlines are the places after the move.", size=2.6)


def _explained(
    terms: Sequence[Term], text: float, draw: Callable[[Example], Scene], height: float, needs: float = 0.0
) -> Iterator[Block]:
    """Yield terms with their examples, `text` and `height` the sizes of words and pictures."""
    for term in terms:
        yield Paragraph(term.text, term.name, text, needs=needs if term.example else 0.0)
        if term.example:
            yield Figure(draw(term.example), height=height)


def _boards_of(cards: Sequence[Card]) -> list[tuple[str, Scene, list[str]]]:
    """Return the title, the picture and the remarks of every board, in the order of the cards."""
    found: dict[str, tuple[str, Scene, list[str]]] = {}
    for card in cards:
        if card.board_name not in found:
            found[card.board_name] = (board_title(card), scene_of(card.layout), card.board_lines())
    return list(found.values())


def _boards(cards: Sequence[Card]) -> Iterator[Block]:
    for number, (title, scene, lines) in enumerate(_boards_of(cards)):
        if not number:
            yield HeadingBlock("Boards", needs=BOARD)
        yield Figure(scene, title, BOARD)
        for line in lines:
            yield Paragraph(line[:1].upper() + line[1:] + ".", size=2.6)


def _tiers(cards: Sequence[Card]) -> Iterator[Block]:
    tiers = [card.tier for card in cards]
    if set(tiers) & set(TIER_COLOURS):
        yield HeadingBlock("Tiers")
        yield Paragraph("Five tiers of difficulty, from the easiest to the hardest. Begin with blue.")
        rows = [["", "tier", "cards"]]
        rows += [[colour, tier, str(tiers.count(tier))] for tier, colour in TIER_COLOURS.items() if tier in tiers]
        yield TableBlock(rows, (1, 3, 2))
    if any(card.ranks for card in cards):
        yield HeadingBlock("Ranks")
        yield Paragraph("Yard Master is the proven minimum number of moves.")
        yield Paragraph("Conductor allows a quarter more, and Brakeman, the limit, a half more.")


def _list(cards: Sequence[Card]) -> Iterator[Block]:
    rows: list[list[str]] = [["", "no.", "title", "limit", "moves", "solved"]]
    for number, card in enumerate(cards, 1):
        colour = TIER_COLOURS.get(card.tier, "")
        limit = str(card.limit) if card.limit is not None else ""
        rows.append([colour, str(number), card.title, limit, "____", "[]"])
    table = TableBlock(rows, (0.8, 1, 7, 1.3, 1.5, 1.3), size=2.6)
    yield HeadingBlock("Cards", needs=sum(strip.height for strip in table.strips(inf)))  # on one page, if it fits on one
    yield table


def _scores() -> Iterator[Block]:
    """Yield a table to write results down, to the end of the page."""
    yield HeadingBlock("Scores", needs=SCORES)
    rows = [["card", "player", "moves", "date"], [""] * 4]
    yield TableBlock(rows, (1, 4, 1.3, 2), size=3.6, is_ruled=True, fills=True)


# --------------------------------------------------------------------------------------------------------------------
# The Railyard Guide as a card


def print_guide(settings: Settings) -> Printed:
    """Return a sheet full of Railyard Guides of the chosen size; without backs, both sides are printed as fronts."""
    sheet = settings.sheet()
    front, back = guide_faces(settings.size)
    held = len(sheet.fronts)
    faces = [(front, back)] * held if sheet.backs else [(front, back), (back, front)] * max(1, held // 2)
    return print_sheets(faces, len(faces), sheet, GUIDE, offset=settings.back_offset)


def guide_faces(size: Size) -> tuple[Scene, Scene]:
    """Return both sides of a card of `size`, with pictures as tall as fit on both; raise `InputError` if the text does not."""
    margin = SAFE + 1.0
    usual = round(0.68 + 0.01935 * sqrt(size[0] * size[1]), 2)  # larger on larger cards, but not in proportion

    def side(terms: Sequence[Term], text: float, height: float, draw: Callable[[Example], Scene]) -> list[Scene]:
        blocks = [HeadingBlock(GUIDE, 1.3 * text), *_explained(terms, text, draw, height)]
        if terms is SIDES[0]:
            blocks.append(Paragraph("Arrow (an orange line): the path. Dashed outlines: the places after the move.", size=text))
        return flowed(blocks, size, margin, GUIDE, is_numbered=False)

    for text in (max(usual, fonts.LEAST), fonts.LEAST):
        for height in (TALLEST - STEP * step for step in range(STEPS)):
            if all(len(side(terms, text, height, _drawn)) == 1 for terms in SIDES):  # as high as with letters for their size
                lettered = partial(_lettered, room=(size[0] - 2 * margin, height))
                first, second = (side(terms, text, height, lettered)[0] for terms in SIDES)
                return first, second
    what = f"the Railyard Guide does not fit on a card of {size_words(size)} mm"
    raise InputError("card", what, "use a larger card")


_drawn = cache(Example.scene)


def _lettered(example: Example, room: Size) -> Scene:
    """Draw an example in its final size."""
    return lettered_board(example.scene, room, CardPieces((ENGINE,), tuple(example.cars))).scene
