"""The forge as work for any executor: a shard's number to the rows of its cards, the same wherever it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from shunt.generate.catalogue.rows import CardRow, card_row
from shunt.generate.catalogue.shards import run_key
from shunt.generate.forge.forge import EFFORT, Effort, forge_shard
from shunt.generate.forge.spec import Wishes
from shunt.track.layout import layout_table


@dataclass(frozen=True)
class ForgeWork:
    """Makes the cards of a shard. It travels to the workers, so it holds plain values and is called there."""

    wishes: Wishes
    seed: str
    effort: Effort = EFFORT

    def __call__(self, shard: int) -> Sequence[CardRow]:
        """The rows of the cards of one shard."""
        forged, _ = forge_shard(self.wishes, self.seed, shard, self.effort)
        return [card_row(made.card, card_id=made.id) for made in forged]

    def key(self, version: str) -> str:
        """The key of the run that this work belongs to: all that decides its cards."""
        asked = {name: getattr(self.wishes, name) for name in self.wishes.__dataclass_fields__ if name != "layout"}
        board = {"name": self.wishes.layout.plan.name} | layout_table(self.wishes.layout)
        return run_key({"board": board, "wishes": asked, "effort": asdict(self.effort)}, version, self.seed)
