"""The error for a feature that only some kinds of cards offer."""

from __future__ import annotations

from typing import Any

from shunt.errors import CardError, Fault


def refused(value: Any, what: str) -> CardError:
    """Return the error that a card, or cards with these rules, cannot be `what`, such as drawn, rated or solved from both
    ends."""
    ruleset = getattr(value, "ruleset", "")
    name = f"cards of {ruleset}" if ruleset else f"values of type {type(value).__name__}"
    remedy = "use a card of another ruleset" if ruleset else "give a card"
    return CardError(Fault("ruleset" if ruleset else "", f"{name} cannot be {what}", remedy, getattr(value, "path", "")))
