"""The front of a printed card: number, title and tier, the board at the start with its goals, and what counts.

Every text is at least 6 points. The board is drawn as large as the lines of text leave room for; a car whose name does not
fit on it shows the first letters of its name, and its number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.tiers import TIER_COLOURS
from shunt.paper import fonts
from shunt.paper.sheets import SAFE, Size
from shunt.render.board import UNIT, board_scene
from shunt.render.cards.words import card_lines, targets, title_of
from shunt.render.looks.liveries import card_liveries
from shunt.render.marks import MARK, TAG, Lettering
from shunt.render.pieces import CAR
from shunt.render.scene import Item, Rect, Scene, Text
from shunt.render.sidings import sidings_scene
from shunt.render.style import FAINT, INK, PAPER
from shunt.track.layout import Layout

PITCH = 1.28  # from one line of text to the next, in sizes
LARGEST_MARK = 0.62  # in lengths of a space
LETTER = 0.58  # of a mark, as a share of its size
TRIES = 4  # a board with larger letters is larger, so its letters must be larger again
NO_NAMES = "Too small for names here; see the board sheet or a larger card."
SMALLEST_UNIT = 4.5  # millimetres a space, below which marks and names of 6 points run into one another
BETTER = 1.2  # how much larger the board must be for a card to be upright, where the others are not


@dataclass(frozen=True)
class Face:
    """One side of a card, and what does not fit on it, a line each."""

    scene: Scene
    remarks: tuple[str, ...] = ()


def front(card: Card, size: Size, number: int | None = None) -> Face:
    """Draw the front of a card of `size`, upright or sideways, whichever gives the larger board."""
    probe = CONTENTS[card.ruleset].board(card, Lettering())
    sideways, upright = (_Front(card, shape, number, probe) for shape in ((max(size), min(size)), (min(size), max(size))))
    return (upright if upright.scale(probe) > BETTER * sideways.scale(probe) else sideways).face()


class _Front:
    """The parts of a front: a head line, the board, lines of text below. `board` has marks of the usual size."""

    def __init__(self, card: Card, shape: Size, number: int | None, board: Scene) -> None:
        self.card, self.shape, self.number, self.board = card, shape, number, board
        self.text = fonts.LEAST * 1.05 * min(1.4, min(shape) / 63.0)
        self.head = 6.2 * min(1.4, min(shape) / 63.0)
        self.inner = shape[0] - 2 * SAFE
        self.lines = self._lines()
        self._measure()

    def _measure(self) -> None:
        """Find the room that the lines of text leave for the board."""
        self.below = len(self.lines) * PITCH * self.text
        shape = self.shape
        self.room = (self.inner, shape[1] - 2 * SAFE - self.head - 1.6 - self.below - 0.8)

    def scale(self, board: Scene) -> float:
        """Return how large a board is drawn."""
        return max(0.02, min(self.room[0] / board.width, self.room[1] / board.height))

    def face(self) -> Face:
        """Draw it, and say what is too small."""
        remarks = []
        board, is_readable = self._lettered()
        if not is_readable:
            remarks.append(f"the board is drawn without names: {UNIT * self.scale(board):.1f} mm a space")
        scale = self.scale(board)
        unit = UNIT * scale
        if unresolved := {letter for _, words in self.lines for letter in words if fonts.printable_text(letter) != letter}:
            remarks.append("characters that the typeface does not have: " + " ".join(sorted(unresolved)))
        width, height = self.shape
        items: list[Item] = [Rect(width / 2, height / 2, width + 20, height + 20, fill=PAPER)]
        items += self._head_items()
        x = (width - scale * board.width) / 2
        y = SAFE + self.head + 1.6 + max(0.0, (self.room[1] - scale * board.height) / 2)
        items += legible(board.placed(x, y, scale), _short_names(self.card), unit)
        y = height - SAFE - self.below + 0.85 * self.text
        for number, (label, words) in enumerate(self.lines):
            at = y + number * PITCH * self.text
            if label:
                items.append(Text(SAFE, at, label, self.text, FAINT, "start", bold=True))
            items.append(Text(SAFE + self._indent, at, words, self.text, INK, "start"))
        return Face(Scene(width, height, tuple(items), title_of(self.card)), tuple(remarks))

    def _lettered(self) -> tuple[Scene, bool]:
        """Return the board with letters of 6 points; without any, and False, if they would run into one another."""
        lettering, board = Lettering(), self.board
        for _ in range(TRIES):
            unit = UNIT * self.scale(board)
            if unit < SMALLEST_UNIT:
                break
            least = fonts.LEAST / unit
            if least <= max(lettering.least, 0.62 * TAG):
                return board, True
            least = ceil(least * 100) / 100  # cards of one board then share the places of its marks
            short = {
                name: shorter
                for name, shorter in _short_names(self.card).items()
                if fonts.width(name, least, bold=True) > 0.94 * CAR[0]
            }
            lettering = Lettering(max(MARK, min(LARGEST_MARK, least / LETTER)), least, short)
            board = CONTENTS[self.card.ruleset].board(self.card, lettering)
        if UNIT * self.scale(board) >= SMALLEST_UNIT:
            return board, True
        lines = fonts.wrapped(NO_NAMES.split(), self.text, self.inner - self._indent)
        self.lines += [("" if index else "Board", line) for index, line in enumerate(lines)]
        self._measure()
        bare = CONTENTS[self.card.ruleset].board(self.card, Lettering(is_hidden=True))
        return replace(bare, items=tuple(item for item in bare.items if not isinstance(item, Text))), False

    def _head_items(self) -> list[Item]:
        tier = str(self.card.rating.get("tier", ""))
        size, base = self.head * 0.56, SAFE + 0.68 * self.head
        items: list[Item] = []
        left, right = SAFE, SAFE + self.inner
        if self.number is not None:
            wide = max(self.head * 1.25, fonts.width(str(self.number), size, bold=True) + 2.0)
            colour, ink = TIER_COLOURS.get(tier, INK), "#ffffff" if tier != "yellow" else INK
            items.append(Rect(left + wide / 2, SAFE + self.head / 2, wide, self.head, 1.2, fill=colour))
            items.append(Text(left + wide / 2, base, str(self.number), size, ink, bold=True))
            left += wide + 1.6
        if tier in TIER_COLOURS:
            wide = fonts.width(tier, self.text, bold=True)
            items.append(
                Text(right, base, tier, self.text, TIER_COLOURS[tier] if tier != "yellow" else "#8a6800", "end", bold=True)
            )
            right -= wide + 1.6
        title, size = fonts.fitted(title_of(self.card), size, right - left, bold=True)
        return [*items, Text(left, base, title, size, INK, "start", bold=True)]

    @property
    def _indent(self) -> float:
        return fonts.width("Metric", self.text, bold=True) + 1.4

    def _lines(self) -> list[tuple[str, str]]:
        """Return the lines below the board as (label, words), broken where they are too long."""
        lines = []
        for label, words in [("Goal", goal_words(self.card)), *card_lines(self.card)]:
            broken = fonts.wrapped(words, self.text, self.inner - self._indent)
            lines += [(label if index == 0 else "", line) for index, line in enumerate(broken)]
        return lines


def goal_words(card: Card) -> list[str]:
    """Return the goal as parts of a line that are not broken."""
    goals = [target.words + (" (there now)" if target.is_met else "") for target in targets(card)]
    if card.ruleset == "sidings":
        return "; ".join(goals).split()
    return [*(f"{words}," for words in goals[:-1]), *goals[-1:]] or ["any position"]


# --------------------------------------------------------------------------------------------------------------------
# The board


def _route_board(card: RouteCard, lettering: Lettering) -> Scene:
    layout = card.board or Layout(card.plan)
    colours = card_liveries(card)
    return board_scene(layout, card.start, card.roster, card.broken, card.goal, UNIT, lettering=lettering, colours=colours)


def _sidings_board(card: SidingsCard, lettering: Lettering) -> Scene:
    return sidings_scene(card.rules, card.start, unit=UNIT, colours=card_liveries(card))


class Contents(NamedTuple):
    """What the front of a card shows by its ruleset: the board at the start, and the cars."""

    board: Callable[..., Scene]
    cars: Callable[..., Sequence[str]]


_ROUTE = Contents(_route_board, lambda card: card.roster.cars)
_SIDINGS = Contents(_sidings_board, lambda card: card.rules.cars)
CONTENTS: Mapping[str, Contents] = {"switcher": _ROUTE, "railway": _ROUTE, "sidings": _SIDINGS}
"""Ruleset → what its fronts show; boards have each space `UNIT` long, and letters of a given size."""


def _short_names(card: Card) -> dict[str, str]:
    """Map the name of every car to its shortest beginning that no other car has, with its number: `blue12` to `b12`."""
    cars = CONTENTS[card.ruleset].cars(card)
    short: dict[str, str] = {}
    for name in cars:
        stem = name.rstrip("0123456789") or name
        number = name[len(stem) :]

        def begins_alone(end: int, stem: str = stem, number: str = number) -> bool:
            return sum(car.startswith(stem[:end]) and car.endswith(number) for car in cars) == 1

        short[name] = next((stem[:end] + number for end in range(1, len(stem)) if begins_alone(end)), name)
    return short


def legible(items: Sequence[Item], short: Mapping[str, str], unit: float) -> tuple[Item, ...]:
    """Return the items of a board with every text at least 6 points; names of cars are shortened to fit on a car."""
    room = CAR[0] * unit * 0.94
    found: list[Item] = []
    for item in items:
        if isinstance(item, Text):
            text = item.text
            size = max(item.size, fonts.LEAST)
            if text in short and fonts.width(text, size, item.bold) > room:
                text = short[text]
                size = max(size, min(CAR[1] * 0.62 * unit, 1.4 * size))
            if size > item.size and found and isinstance(tag := found[-1], Rect) and tag.dash and tag.fill == PAPER:
                across = fonts.width(text, size, item.bold) + 0.7 * size
                found[-1] = replace(tag, across=max(tag.across, across), down=max(tag.down, 1.4 * size))
            item = _centred(replace(item, text=text, size=size), item)
        found.append(item)
    return tuple(found)


def _centred(larger: Text, text: Text) -> Text:
    """Move an enlarged text so that its middle stays where it was, also if it is turned."""
    from math import cos, radians, sin

    drop = 0.36 * (larger.size - text.size)
    angle = radians(text.angle)
    return replace(larger, x=larger.x - drop * sin(angle), y=larger.y + drop * cos(angle))
