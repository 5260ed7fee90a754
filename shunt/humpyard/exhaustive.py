"""The best yard of n tiles by trying every one that differs to cars.

A tile whose track no joins connect with the source changes nothing, so a yard without such tiles is as good as any. Those yards
are built tile by tile, each joining the track that is there: of the tiles in order of their distance along the track, the last
can be removed, and the others are still reached. All yards of n - 1 tiles are listed, and on each every last tile is tried.
A yard that is the same to cars as one tried before costs nothing, and one that is certain not to beat the best is given up.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from shunt.humpyard.design import Searcher, Trail, left_over
from shunt.humpyard.table_cache import track_in_use
from shunt.track.tiles import distinct_turns
from shunt.track.yard import Yard


class EveryYard(Searcher):
    """A search through all yards of `task.tiles` that extend `task.start`; a step tries every last tile on one yard."""

    def beginning(self) -> Trail:
        """Return the yard of the task, which is as good as one with further tiles that join nothing."""
        total = self.judge.total(self.task.start)
        return Trail(0, self.task.start, total, self.task.start, total)

    @cached_property
    def bases(self) -> list[Yard]:
        """Every yard of one tile less whose added tiles are all in use, in order of their texts."""
        listed = {str(self.task.start): self.task.start}
        for _ in range(len(self.task.start.tiles), self.task.tiles - 1):
            listed = {str(built): built for yard in listed.values() for built in joined(yard)}
        return [listed[text] for text in sorted(listed)]

    @property
    def length(self) -> int:
        """One step for each yard of one tile less."""
        return len(self.bases) if self.task.tiles > len(self.task.start.tiles) else 0

    @property
    def proven(self) -> bool:
        """Whether every yard was tried, or no yard at all can be better."""
        return self.over

    def advance(self) -> None:
        """Try every last tile on the next yard."""
        trail = replace(self.trail, step=self.trail.step + 1)
        for built in joined(self.bases[self.trail.step]):
            worth = self.judge.worth(built, trail.best_total)
            if worth.total < trail.best_total:
                trail = replace(trail, yard=built, total=worth.total, best=built, best_total=worth.total, improved=trail.step)
        self.trail = trail


def joined(yard: Yard) -> list[Yard]:
    """Return the yards with one more tile from the set that joins the track in use."""
    result = []
    for kind in left_over(yard):
        for turn in distinct_turns(kind):
            for at in yard.sites:
                built = yard.build(kind, at, turn)
                if any(cell == at for cell, _ in track_in_use(built)):
                    result.append(built)
    return result
