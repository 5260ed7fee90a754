"""The five tiers of difficulty: their names, the grades at which they begin, and their colours.

The borders were chosen with generated cards (`docs/how-it-works/rating.md`). The weights that make a grade are in
`generator/rating/weights.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

TIER_BORDERS = {"blue": 0.0, "green": 2.6, "yellow": 4.0, "red": 5.2, "black": 6.4}
"""Each tier, easiest first, and the grade at which it begins."""

TIERS = tuple(TIER_BORDERS)
"""The names of the tiers, easiest first."""

TIER_COLOURS = {"blue": "#2f6fb5", "green": "#3a9150", "yellow": "#d9a400", "red": "#c23b35", "black": "#222222"}
"""The colour in which a tier is drawn, as `#rrggbb`."""


def tier_of(grade: float, borders: Mapping[str, float] = TIER_BORDERS) -> str:
    """Return the tier of a grade."""
    return [name for name, least in borders.items() if grade >= least][-1]
