"""Making cards that is interrupted keeps what was made."""

from __future__ import annotations

import pytest

from shunt.generator.forge.run import forge
from shunt.generator.forge.spec import CardSpec
from shunt.track.layout import load_layout


def test_an_interrupt_keeps_the_cards_made_and_is_raised_without_any() -> None:
    spec = CardSpec(load_layout("fan-10"), cars=(1, 1), optimum=(2, 4))

    def stop_with_cards(what: str, done: int, shards: int) -> None:
        """Interrupt once there are cards."""
        if not what.startswith("searches, 0 "):
            raise KeyboardInterrupt

    haul = forge(spec, 1_000, "7", progress=stop_with_cards)
    assert haul.is_interrupted
    assert 0 < len(haul.cards) < 1_000
    assert all(2 <= forged.optimum <= 4 for forged in haul.cards)

    def stop_at_once(what: str, done: int, shards: int) -> None:
        """Interrupt before anything is asked of a card."""
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        forge(CardSpec(load_layout("fan-10"), cars=(1, 1), optimum=(40, 50)), 1, "7", progress=stop_at_once)
