"""What `shunt make yard` prints and writes while it searches and at the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from shunt.cli.output import output_of, print_json, say

if TYPE_CHECKING:
    from shunt.cli.progress import Progress
    from shunt.humpyard.design import Design, Searcher

SAVED = 10.0  # seconds between two savings of the search


class Desk:
    """Follows a search: shows its progress, writes the best yard to `output` and the search to `save`."""

    def __init__(self, output: str | None, save: str | None) -> None:
        self.output, self.save = output, save
        self.progress: Progress | None = None
        self._saved = time.perf_counter()
        self._best = ""

    def watch(self, searcher: Searcher) -> None:
        """Take note of a step; called after each."""
        now = time.perf_counter()
        if str(searcher.best) != self._best and searcher.trail.best_total:
            self._write_best(searcher)
        if self.progress is not None:
            mean = searcher.best_total / searcher.judge.orders
            words = f"steps, {searcher.judge.judged:,} yards judged, best {mean:.4f} moves"
            self.progress.show(words, searcher.trail.step, searcher.length)
        if self.save and now - self._saved >= SAVED:
            self._saved = now
            self.keep(searcher)

    def keep(self, searcher: Searcher) -> None:
        """Save the search."""
        if self.save:
            from shunt.humpyard.design_file import write_design

            with output_of("--save"):
                write_design(self.save, searcher)

    def _write_best(self, searcher: Searcher) -> None:
        self._best = str(searcher.best)
        if self.output:
            from shunt.track.yard_file import write_yard

            with output_of("--output"):
                write_yard(self.output, searcher.best)


def print_design(found: Design, as_json: bool) -> None:
    """Print the answer."""
    if as_json:
        print_json(
            {
                "yard": str(found.yard),
                "tiles": len(found.yard.tiles),
                "cars": found.cars,
                "mean": round(float(found.mean), 6),
                "impossible": found.impossible,
                "judged": found.judged,
                "proven": found.proven,
                "complete": not found.stopped_by,
            }
        )
        return
    say(str(found.yard))
    word = "no yard with this number of tiles is better" if found.proven else "the best found"
    mean = f"{float(found.mean):.4f} moves on average for {found.cars} cars"
    say(f"{mean}, {found.impossible} orders impossible: {word}")
