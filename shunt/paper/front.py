"""The front of a printed card: head, board, goals as pictures, ranks and rules, in a given size, every text at least 6 points.

The text is below the board, or beside it where the board is then larger; the card is upright or sideways. Pieces show
their names, or all of them a letter where one of the names does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import ceil

from shunt.cards.card import Card
from shunt.paper.goals import Cell, goal_cells, rank_cells, text_cells
from shunt.paper.initials import initials
from shunt.paper.jobs import jobs
from shunt.paper.sheets import SAFE, Size
from shunt.paper.styles import STYLES, CardStyle
from shunt.render import fonts
from shunt.render.appearance import CardPieces, card_pieces
from shunt.render.board import UNIT
from shunt.render.cards import FaceStyle, head_items, position_scene
from shunt.render.colours import known_ink
from shunt.render.marks import MARK, TAG, Lettering
from shunt.render.pieces import BETWEEN_CAB_AND_LAMP, CAR
from shunt.render.scene import Item, Scene, Text, moved
from shunt.render.words import card_lines

LARGEST_MARK = 0.62  # in lengths of a space
LETTER = 0.72  # of a mark, as a share of its size
TRIES = 5  # a board with larger letters is larger, so its letters must be larger again
NO_NAMES = "Too small for names here; see the board sheet or a larger card."
SMALLEST_UNIT = 4.2  # millimetres a space, below which marks and names of 6 points run into one another
SMALLEST_BY_TRACK = 3.2  # the same where only tracks have names
NUMBERED = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # pieces whose letters do not fit either
BETTER = 1.2  # how much larger the board must be for a card to be upright, where the others are not
BESIDE = 1.03  # the same for text beside the board
WORDS = 1.07  # the same for goals without words
BROKEN = 0.75  # the same for a word of the goals over two lines
COLUMNS = (19.0, 23.0, 28.0)  # widths of text beside the board, in millimetres
ABOVE, BELOW = 1.2, 0.8  # millimetres between the board and the text
BETWEEN = 2.4  # cells of a row


@dataclass(frozen=True)
class Face:
    """One side of a card, and what does not fit on it, a line each."""

    scene: Scene
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class LetteredBoard:
    """A board in a size in which its texts have 6 points, or without texts if they would run into one another."""

    scene: Scene
    lettering: Lettering
    scale: float


def front(card: Card, size: Size, number: int | None = None, style: str = "framed") -> Face:
    """Draw the front of a card of `size`, in the arrangement that gives the largest board."""
    return best_front(card, size, number, STYLES[style]).face()


def best_front(card: Card, size: Size, number: int | None, style: CardStyle) -> CardFront:
    """Return the arrangement of a front that gives the largest board; rather sideways, and rather with the text below."""
    probe = position_scene(card, card.start, unit=UNIT)
    shapes = ((max(size), min(size)), (min(size), max(size)))
    found = []
    for shape, worth in zip(shapes, (BETTER, 1.0), strict=True):
        for column, has_words in product((0.0, *COLUMNS), (True, False)):
            made = CardFront(card, shape, number, style, column, has_words)
            liked = (1.0 if column else BESIDE) * (WORDS if has_words else 1.0) * (BROKEN if made.is_broken else 1.0)
            found.append((scale_in(made.room, probe) * worth * liked, made))
    return max(found, key=lambda entry: entry[0])[1]


@dataclass
class CardFront:
    """The parts of a front: a head, the board, and cells of text below it, or beside it in a column of a width."""

    card: Card
    shape: Size
    number: int | None
    style: CardStyle
    column: float
    has_words: bool

    def __post_init__(self) -> None:
        self.larger = min(1.4, min(self.shape) / 63.0)
        self.text = fonts.LEAST * 1.05 * self.larger
        self.margin = SAFE + self.style.inset
        self.rows = self._rows({})

    def _rows(self, names: Mapping[str, str], *more: tuple[str, list[str]]) -> list[list[Cell]]:
        """Set goals, ranks and rules in rows; `names` are the letters of pieces on the board."""
        width = self.column or self.shape[0] - 2 * self.margin
        goals, ranks = goal_cells(self.card, self.text, width, names, self.has_words), rank_cells(self.card, self.text)
        lines = [(label, words) for label, words in card_lines(self.card) if label != "Ranks"]
        is_one_row = sum(cell.width + BETWEEN for cell in (*goals, *ranks)) <= width
        rows = [[*goals, *ranks]] if is_one_row else [row for part in (goals, ranks) for row in _in_rows(part, width)]
        return rows + [[cell] for cell in text_cells([*lines, *more], self.text, width)]

    @property
    def is_broken(self) -> bool:
        """Return whether a word of the goals is over two lines."""
        return any(cell.is_broken for row in self.rows for cell in row)

    @property
    def head(self) -> FaceStyle:
        """Return how the head line is set: larger on a larger card."""
        height = 6.2 * self.larger
        base = self.margin + 0.68 * height
        return FaceStyle(
            margin=self.margin,
            top=self.margin,
            height=height,
            width=1.25 * height,
            room=2.0,
            corner=1.2,
            number_base=base,
            title_base=base,
            number=0.56 * height,
            title=0.56 * height,
            text=self.text,
            least=fonts.LEAST,
            gap=1.6,
            is_on_colour=self.style.is_banner,
            measure=fonts.width,
        )

    @property
    def room(self) -> Size:
        """The width and the height that the text leaves for the board."""
        width, height = self.shape[0] - 2 * self.margin, self.shape[1] - 2 * self.margin - self.head.height - ABOVE
        if self.column:
            return width - self.column - BETWEEN, height if self._text_height <= height else 0.5
        return width, height - self._text_height - BELOW

    @property
    def _text_height(self) -> float:
        return sum(max(cell.height for cell in row) for row in self.rows)

    def lettered(self) -> LetteredBoard:
        """Return the board in the room that there is for it."""
        draw = partial(position_scene, self.card, self.card.start, None, UNIT)
        return lettered_board(draw, self.room, card_pieces(self.card))

    def face(self) -> Face:
        """Draw it, and say what is too small."""
        remarks = []
        board = self.lettered()
        legend = self._legend(board.lettering)
        if legend and not board.lettering.is_hidden:
            self.rows = self._rows(board.lettering.names, *legend)
            board = self.lettered()
            legend = self._legend(board.lettering)
        if board.lettering.is_hidden:
            remarks.append(f"the board is drawn without names: {UNIT * board.scale:.1f} mm a space")
            self.rows = self._rows({}, *legend, ("Board", NO_NAMES.split()))
            board = replace(board, scale=scale_in(self.room, board.scene))
        else:
            self.rows = self._rows(board.lettering.names, *legend)
        items = [
            *self.style.ground(self.card, self.shape, self.head),
            *head_items(self.card, self.number, self.head, self.shape[0]),
        ]
        return Face(Scene(*self.shape, (*items, *self._placed(board)), self.card.title), tuple(remarks))

    def _legend(self, lettering: Lettering) -> list[tuple[str, list[str]]]:
        """Return a line about which letter on the board is which piece, or where each is if they bear none. It is left out if the
        colours are enough."""
        every = card_pieces(self.card).every
        if all(known_ink(name) or len(name) <= 2 for name in every):
            return []
        if lettering.is_hidden:
            at = {job.name: job.at for job in jobs(self.card)}
            parts = [f"{name} at {at[name]}" for name in every if name in at]
        else:
            changed = {name: letter for name, letter in lettering.names.items() if name != letter and not known_ink(name)}
            parts = [f"{letter} is {name}" for name, letter in changed.items()]
        return [("Pieces", ", ".join(parts).split())] if parts else []

    def _placed(self, board: LetteredBoard) -> Iterator[Item]:
        """Place the board, and the text below it or beside it."""
        (width, height), scale = self.room, board.scale
        top = self.margin + self.head.height + ABOVE
        left = self.margin + (self.column + BETWEEN if self.column else 0.0)
        wide, high = scale * board.scene.width, scale * board.scene.height
        yield from board.scene.placed(left + (width - wide) / 2, top + max(0.0, (height - high) / 2), scale)
        y = top if self.column else self.shape[1] - self.margin - self._text_height
        for row in self.rows:
            x = self.margin
            for cell in row:
                yield from (moved(item, x, y) for item in cell.items)
                x += cell.width + BETWEEN
            y += max(cell.height for cell in row)


def lettered_board(
    draw: Callable[[Lettering], Scene],
    room: Size,
    pieces: CardPieces,
    by_track: bool = False,
) -> LetteredBoard:
    """Return a board with letters of 6 points in a room; without any if they would run into one another.

    If a name of one of the pieces does not fit, all are called by letters. `by_track`: tracks are named and not their spaces, so
    that the board may be smaller.
    """
    lettering = Lettering(by_track=by_track)
    board = draw(replace(lettering, is_hidden=True) if by_track else lettering)  # for its size alone, which labels hardly change
    for _ in range(TRIES):
        scale = scale_in(room, board)
        if UNIT * scale < (SMALLEST_BY_TRACK if by_track else SMALLEST_UNIT):
            bare = draw(Lettering(is_hidden=True))
            bare = replace(bare, items=tuple(item for item in bare.items if not isinstance(item, Text)))
            return LetteredBoard(bare, Lettering(is_hidden=True), scale)
        least = fonts.LEAST / (UNIT * scale)
        if least <= lettering.least + 1e-9 or least <= 0.62 * TAG:
            break
        least = ceil(least * 50) / 50  # cards of one board then share the places of its marks
        wide = dict.fromkeys(pieces.locomotives, BETWEEN_CAB_AND_LAMP) | dict.fromkeys(pieces.cars, 0.94 * CAR[0])
        fits = all(fonts.width(name, least, bold=True) <= room for name, room in wide.items())
        names = {} if fits else initials(pieces.every)
        if by_track and any(fonts.width(letter, least, bold=True) > wide[name] for name, letter in names.items()):
            names = dict(zip(names, NUMBERED, strict=False))
        lettering = Lettering(max(MARK, min(LARGEST_MARK, least / LETTER)), least, names, by_track=by_track)
        board = draw(lettering)
    return LetteredBoard(board, lettering, scale_in(room, board))


def scale_in(room: Size, board: Scene) -> float:
    """Return how large a board is drawn in a room."""
    return max(0.02, min(room[0] / board.width, room[1] / board.height))


def _in_rows(cells: list[Cell], width: float) -> list[list[Cell]]:
    """Set cells beside each other as far as they fit."""
    rows: list[list[Cell]] = []
    used = 0.0
    for cell in cells:
        if rows and used + cell.width <= width:
            rows[-1].append(cell)
        else:
            rows.append([cell])
            used = 0.0
        used += cell.width + BETWEEN
    return rows
