"""The styles of printed cards: what is below the text of a front and of a back. A further style is one entry of `STYLES`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shunt.cards.card import Card
from shunt.cards.tiers import TIER_COLOURS
from shunt.paper.sheets import Size
from shunt.render.cards import FaceStyle
from shunt.render.colours import FAINT, PAPER, paled
from shunt.render.scene import Item, Rect

BLEED = 20.0  # print beyond the card that the largest bleed needs
FRAME = 2.1  # width of a frame, in millimetres
TRACK = 1.0  # from the cut to the middle of the track round a back, beyond the frame
PALE = 0.78  # share of white in the pattern of a back


@dataclass(frozen=True)
class CardStyle:
    """How the faces of a card look. `inset`: how much farther from the cut than `SAFE` the text is."""

    inset: float = 0.0
    has_frame: bool = False
    is_banner: bool = False
    has_pattern: bool = True

    def ground(self, card: Card, shape: Size, head: FaceStyle) -> Iterator[Item]:
        """Draw what is below a front: paper, and the frame or the banner in the colour of the tier."""
        yield from self._paper(tier_colour(card), shape)
        if self.is_banner:
            bottom = head.top + head.height + 0.7
            yield Rect(shape[0] / 2, (bottom - BLEED) / 2, shape[0] + BLEED, bottom + BLEED, fill=tier_colour(card))

    def _paper(self, colour: str, shape: Size) -> Iterator[Item]:
        width, height = shape
        ground = colour if self.has_frame else PAPER
        yield Rect(width / 2, height / 2, width + BLEED, height + BLEED, fill=ground)
        if self.has_frame:
            yield Rect(width / 2, height / 2, width - 2 * FRAME, height - 2 * FRAME, 2.4, fill=PAPER)

    def back_ground(self, card: Card, shape: Size) -> Iterator[Item]:
        """Draw what is below a back: paper, and a track round it in the colour of the tier."""
        colour, (width, height) = tier_colour(card), shape
        yield from self._paper(colour, shape)
        if not self.has_pattern:
            return
        off = TRACK if not self.has_frame else FRAME / 2
        across, down = width - 2 * off, height - 2 * off
        ties, rails = (PAPER, PAPER) if self.has_frame else (paled(colour, PALE), paled(colour, PALE / 2))
        yield Rect(width / 2, height / 2, across, down, 3.0, stroke=ties, width=1.5, dash=(0.45, 0.75))
        for side in (-0.42, 0.42):
            yield Rect(width / 2, height / 2, across + 2 * side, down + 2 * side, 3.0 + side, stroke=rails, width=0.22)


def tier_colour(card: Card) -> str:
    """Return the colour of a card's tier; grey if it has none."""
    return TIER_COLOURS.get(card.tier, FAINT)


STYLES: dict[str, CardStyle] = {
    "framed": CardStyle(inset=0.5, has_frame=True),
    "banner": CardStyle(is_banner=True),
    "plain": CardStyle(has_pattern=False),
}
"""The styles by name, the first the usual one: a frame or a banner in the colour of the tier, or white paper that saves ink."""
