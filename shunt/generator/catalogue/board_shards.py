"""Shards of one board each: the seed proposes the board, which is searched until searches find nothing new.

A board gives at most some hundreds or thousands of cards, so many boards are needed. As with `ForgeWork`, the cards of a shard
depend only on its number and the spec of the run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from shunt.errors import InputError
from shunt.generator.catalogue.rows import CardRow, card_row
from shunt.generator.constraints import constraints_of
from shunt.generator.forge.boards import drawn, proposed_layout
from shunt.generator.forge.shard import ProvenCard, ShardSearch
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.generator.spec import BUDGET, BoardSpec, CardSpec

BOARDS_TRIED = 60  # proposals for one shard, of which the first that can be used is taken
DRY_SEARCHES = 3  # searches in a row without a new card, after which a board is left


@dataclass(frozen=True)
class BoardWork:
    """The work of making cards on one board. It is sent to the workers, so it contains only values that can be pickled.

    `constraints`: the constraints on the cards, by the names of `CardSpec`. `most`: the maximum number of cards of one board.
    """

    boards: BoardSpec
    constraints: Mapping[str, Any] = field(default_factory=dict)
    weights: Weights = SHIPPED
    most: int = 1_000

    def __call__(self, shard: int) -> list[CardRow]:
        """Return the rows of the cards of one board."""
        spec = self.spec(shard)
        found: dict[str, ProvenCard] = {}
        search = dry = 0
        while len(found) < self.most and dry < DRY_SEARCHES:
            dry += 1
            for _ in ShardSearch(spec, f"{self.boards.seed}/{shard}", search, BUDGET, found).cards():
                dry = 0
                if len(found) == self.most:
                    break
            search += 1
        return [card_row(made.card, card_id=made.id) for made in found.values()]

    def spec(self, shard: int) -> CardSpec:
        """Return the spec of a shard's cards on its board; raise `InputError` if no proposed board allows the constraints."""
        refused: InputError | None = None
        for attempt in range(BOARDS_TRIED):
            proposal = proposed_layout(self.boards, f"{shard}/{attempt}")
            if proposal is None:
                continue
            try:
                spec = CardSpec.from_constraints(proposal.layout, {**self.constraints, "weights": self.weights})
            except InputError as error:
                refused = error
                continue
            if layout := drawn(proposal.layout):
                return replace(spec, layout=layout)
        what = f"none of {BOARDS_TRIED} proposed boards can be used"
        raise refused or InputError("spaces, feature", what, "allow more spaces, or another feature")

    def check(self) -> None:
        """Raise `InputError` if no board can meet the constraints."""
        self.boards.check()
        self.spec(0)

    def key(self, version: str) -> str:
        """Return the key of this run: everything that determines the cards of a shard, and nothing else."""
        names = constraints_of(CardSpec)
        decides = {
            "boards": asdict(self.boards),
            "constraints": {name: self.constraints[name] for name in names if self.constraints.get(name) is not None},
            "weights": asdict(self.weights),
            "most": self.most,
            "budget": asdict(BUDGET),
            "version": version,
        }
        return json.dumps(decides, sort_keys=True, ensure_ascii=False)
