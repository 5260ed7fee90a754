"""All searches agree with tablebases of whole boards."""

import os
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from tests.effort import campaign
from tests.search.agreement.answers import early_answers, proofs, same_answers
from tests.search.agreement.deals import DEALS, LARGE, Deal

CARDS_A_BOARD = 20  # with one goal
ON_THREADS = 3  # each third card is also solved on several threads
CARDS = campaign(1)
SEED = os.environ.get("SHUNT_SEED", "1")


def check(deal: Deal, cards: int, folder: Path, seed: str = "1") -> list[bool]:
    """Check all answers to cards of one kind; return whether each card has a solution."""
    random, solvable = Random(f"{deal} {seed}"), list[bool]()
    while len(solvable) < cards:
        for card, moves in deal.batch(random, min(CARDS_A_BOARD, cards - len(solvable)), folder):
            optimum, is_large = None if moves is None else (moves,), bool(deal.runs)
            found = chain(
                proofs(card, optimum, folder, is_large),
                early_answers(card, optimum, random, is_large),
                same_answers(card, random, is_large) if len(solvable) % ON_THREADS == 0 else (),
            )
            assert [(how, fault) for how, fault in found if fault] == [], (deal, len(solvable), card)
            solvable.append(moves is not None)
    return solvable


def test_a_few_cards(tmp_path):
    assert {*check(DEALS[0], 3, tmp_path), *check(DEALS[2], 3, tmp_path)} == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("deal", [*DEALS, *LARGE] if CARDS > 1 else [*DEALS[::4], DEALS[-1]])
def test_cards_of_many_kinds(deal, tmp_path):
    """All kinds only as a campaign, since some of them take long; of these there are a quarter of the cards."""
    check(deal, max(1, CARDS // 4) if deal in LARGE else CARDS, tmp_path, SEED)
