"""Making cards that is interrupted keeps what was made."""

from dataclasses import replace

import pytest

from shunt.generator.forge.run import forge
from shunt.generator.spec import CardSpec
from shunt.track.layout_file import load_layout

SPEC = CardSpec(load_layout("fan-10"), cars=(1, 1), optimum=(2, 4))
NOTHING = "nothing was written; no such card was found on fan-10 in 1 search; the nearest was a card of "


def test_an_interrupt_keeps_the_cards_made_and_is_raised_without_any():
    def stop(what: str, done: int, shards: int) -> None:
        """Interrupt once there are cards, or after the first search for cards that do not exist."""
        if not what.startswith("searches, 0 ") or shards == 1:
            raise KeyboardInterrupt

    haul = forge(SPEC, 1_000, "7", progress=stop)
    assert haul.is_interrupted
    assert 0 < len(haul.cards) < 1_000
    assert all(2 <= forged.optimum <= 4 for forged in haul.cards)
    with pytest.raises(KeyboardInterrupt, match=NOTHING):
        forge(replace(SPEC, optimum=(40, 50)), 1, "7", 1, progress=stop)
