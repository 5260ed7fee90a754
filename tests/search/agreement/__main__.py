"""The agreement of all searches on many random cards, as a program.

`python -m tests.search.agreement CARDS [SEED]` draws about CARDS cards over all kinds, compares every answer with the optimum
of the whole board, and prints for each kind how many answers were compared and which of them are wrong.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.search.agreement import campaign
from tests.search.agreement.deals import DEALS, LARGE


def main(cards: int, seed: int) -> int:
    """Run the campaign; return how many answers were wrong."""
    began, wrong, total = time.process_time(), 0, [0, 0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for report in campaign.run([*DEALS, *LARGE], cards, seed, Path(folder)):
            total = [had + more for had, more in zip(total, report.counts, strict=True)]
            wrong += len(report.wrong)
            print(
                f"{report.kind:46} {report.cards:5} cards, {report.unsolvable:4} unsolvable, {report.answers:6} answers,", end=""
            )
            print(f" {len(report.wrong)} wrong, {report.seconds:5.1f} s", flush=True)
            for line in report.wrong[:8]:
                print("   ", line, flush=True)
    print("{:,} cards, {:,} unsolvable, {:,} answers,".format(*total), f"{wrong} wrong, {time.process_time() - began:.0f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)))
