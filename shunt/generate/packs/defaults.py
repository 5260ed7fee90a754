"""The boards that packs and daily cards are made on. They are named here, so that a card of a date never changes."""

from __future__ import annotations

BOARDS = ("alphabet-26", "wye-18", "turntable-19", "loop-12", "balloon-12", "roundhouse-14", "fan-10")
"""The main board first."""

TIERS = (8, 8, 8, 8, 8)
