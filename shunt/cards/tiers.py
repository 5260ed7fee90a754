"""The five tiers of difficulty, once: names and colours. The grades at which they begin are weights of the rating."""

from __future__ import annotations

TIERS = ("blue", "green", "yellow", "red", "black")
"""The names of the tiers, easiest first."""

TIER_COLOURS = {"blue": "#2f6fb5", "green": "#3a9150", "yellow": "#d9a400", "red": "#c23b35", "black": "#222222"}
"""The colour in which a tier is drawn, as `#rrggbb`."""
