"""The campaign: for each kind of card its optima, every answer, and a report of what is wrong."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.search.agreement.answers import early_answers, proofs, same_answers
from tests.search.agreement.deals import Deal

CARDS_A_BOARD = 20  # with one goal
ON_THREADS = 3  # each third card is also solved on several threads


@dataclass
class Report:
    """What came of the cards of one kind; `seconds` of processor time."""

    kind: str
    cards: int = 0
    unsolvable: int = 0
    answers: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def counts(self) -> tuple[int, int, int]:
        """Cards, unsolvable cards, answers."""
        return self.cards, self.unsolvable, self.answers

    def add(self, number: int, is_solvable: bool, found: Iterable[tuple[str, str]]) -> None:
        """Add the answers to one card."""
        self.cards += 1
        self.unsolvable += not is_solvable
        for how, fault in found:
            self.answers += 1
            if fault:
                self.wrong.append(f"{self.kind}, card {number}, {how}: {fault}")


def compared(deal: Deal, cards: int, seed: int, folder: Path) -> Report:
    """Compare answers with the tablebases of whole boards."""
    random, report, began = Random(f"{deal} {seed}"), Report(str(deal)), time.process_time()
    while report.cards < cards:
        for card, moves in deal.batch(random, min(CARDS_A_BOARD, cards - report.cards), folder):
            optimum, is_large = None if moves is None else (moves,), bool(deal.runs)
            found = [
                *proofs(card, optimum, folder, is_large),
                *early_answers(card, optimum, random, is_large),
                *(same_answers(card, random, is_large) if report.cards % ON_THREADS == 0 else ()),
            ]
            report.add(report.cards, optimum is not None, found)
    report.seconds = time.process_time() - began
    return report


def run(kinds: Sequence[Deal], cards: int, seed: int, folder: Path) -> Iterator[Report]:
    """Draw about `cards` cards over the kinds, at least one of each; yield the report of each kind."""
    shares = sum(deal.share for deal in kinds)
    for deal in kinds:
        yield compared(deal, max(1, round(cards * deal.share / shares)), seed, folder)
