"""Colours and lengths that boards, yards, sidings and cards share."""

from __future__ import annotations

GROUND, EDGE = "#f5f0e3", "#cdbf9f"
BED, SLEEPER, RAIL = "#ddd3bf", "#94795a", "#4f4b46"
GAUGE = 0.075  # from the middle of a track to each rail
PAPER, INK, FAINT = "#ffffff", "#2b2822", "#7a7264"
MARGIN = 6.0  # of a card, in millimetres
MOVED = "#e08a1e"  # the path of a move
