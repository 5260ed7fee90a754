"""What the cards of a page share, and how vehicles are drawn on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from shunt.pages.boards import adaptive, board_data, svg_items
from shunt.pages.html import Data
from shunt.render.geometry import Spot
from shunt.render.pieces import Brush
from shunt.render.scene import Item, Text
from shunt.track.layout import Layout


@dataclass
class Shared:
    """What the cards of a page share: boards, and drawings of pieces by name.

    `with_guides`: whether Yard Guides are wanted.
    """

    with_guides: bool = True
    boards: list[Data] = field(default_factory=list)
    art: dict[str, str] = field(default_factory=dict)
    _numbers: dict[Layout, int] = field(default_factory=dict)

    def board(self, layout: Layout) -> int:
        """Return the number of a board in the page, adding it if it is new."""
        if layout not in self._numbers:
            self._numbers[layout] = len(self.boards)
            self.boards.append(board_data(layout))
        return self._numbers[layout]

    def drawing(self, name: str, items: Sequence[Item]) -> str:
        """Add a drawing unless it is known, and return its name."""
        self.art.setdefault(name, svg_items(items))
        return name


Draw = Callable[[Brush], Sequence[Item]]
LEVEL = Spot(0, 0)
"""The space on which pieces and signs are drawn. It points to the right."""
LARGER = 1.75
"""The factor by which names on pieces may be enlarged on a small screen, if there is room."""


def vehicle_data(kind: str, draw: Draw, brush: Brush, colour: str, shared: Shared) -> Data:
    """Return how a vehicle is drawn: its body, shared by all of its `kind`, and the label on it."""
    body = [item for item in draw(brush) if not isinstance(item, Text)]
    return {"body": shared.drawing(kind, body), "label": label_data(draw, brush), "colour": colour}


def label_data(draw: Draw, brush: Brush) -> Data:
    """Return where on a vehicle its name is, and how it is written: in its usual size and at `most`."""
    text, large = (_text(draw(one)) for one in (brush, replace(brush, larger=LARGER)))
    shown = adaptive(text)
    assert isinstance(shown, Text)
    return {"x": round(text.x, 2), "size": round(text.size, 2), "most": round(large.size, 2), "colour": shown.colour}


def _text(items: Sequence[Item]) -> Text:
    return next(item for item in items if isinstance(item, Text))
