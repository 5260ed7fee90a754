"""What a card claims of itself, compared with a proof; and what a new proof writes."""

from dataclasses import replace

import pytest

import shunt
from shunt.cards.card import Ranks
from shunt.cards.claims import proven_card, wrong_claims

CARD = shunt.load("first-swap")
BEST = CARD.proof["optimum"]


@pytest.fixture(scope="module")
def answer():
    return shunt.solve(CARD)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, []),
        ({"proof": {}}, []),
        ({"limit": BEST, "ranks": None}, []),
        ({"proof": {"optimum": 3}}, ["proof.optimum says 3, but it is 6", "guide.moves has 6 moves, but proof.optimum says 3"]),
        ({"proof": {"optimum": [3, 4]}}, ["proof.optimum says 3, 4, but it is 6"]),
        ({"proof": {"status": "unsolvable"}}, ["proof.status says unsolvable, but the optimum is 6"]),
        ({"limit": 4, "ranks": None}, ["options.limit: the limit of 4 is below the optimum of 6 (at least 6, or no limit)"]),
        ({"guide": CARD.guide[:-1]}, ["guide.moves does not end at the goal"]),
        ({"guide": ("nothing",)}, ["guide.moves[0]: 'nothing' is not a move"]),
        ({"guide": (CARD.guide[1],)}, ["guide.moves: move 1 is illegal"]),
        ({"limit": None, "ranks": Ranks(5, 7, 9)}, ["options.ranks.yard_master: the rank of 5 moves"]),
    ],
)
def test_claims_that_a_proof_contradicts(answer, change, wrong):
    found = wrong_claims(replace(CARD, **change), answer)
    assert len(found) == len(wrong)
    assert all(line.startswith(words) for line, words in zip(found, wrong, strict=True)), found


@pytest.mark.parametrize(
    ("status", "proof", "wrong"),
    [
        ("unsolvable", {}, []),
        ("unsolvable", {"optimum": 5}, ["proof.optimum says 5, but the card has no solution"]),
        ("unsolvable", {"status": "optimal"}, ["proof.status says optimal, but the card has no solution"]),
        ("unknown", {"optimum": 6}, ["proof.optimum says 6, but no solution has fewer than 7"]),
        ("unknown", {"optimum": 7}, []),
    ],
)
def test_claims_without_a_solution(answer, status, proof, wrong):
    unproven = replace(answer, status=status, optima=(), moves=(), lower_bound=7)
    assert wrong_claims(replace(CARD, proof=proof, guide=()), unproven) == wrong


@pytest.mark.parametrize(
    ("ranks", "limit", "written", "limit_written", "remark"),
    [
        (None, None, BEST, "usual", ""),
        (None, 99, BEST, 99, ""),
        (None, BEST, None, BEST, "no ranks are written"),
        (9, "usual", BEST, "usual", ""),  # the usual ranks of another optimum were written by the program
        (9, 99, BEST, 99, ""),
        (Ranks(9, 10, 11), 11, 9, 11, "they are not changed"),
        (Ranks(BEST, 7, 20), 20, BEST, 20, ""),
    ],
)
def test_ranks_follow_the_optimum(answer, ranks, limit, written, limit_written, remark):
    def usual(optimum: int) -> int:
        return Ranks.from_optimum(optimum).brakeman

    had = Ranks.from_optimum(ranks) if isinstance(ranks, int) else ranks
    card = replace(CARD, ranks=had, limit=usual(9) if limit == "usual" else limit, proof={}, guide=())
    card, remarks = proven_card(card, answer)
    assert (card.ranks and card.ranks.yard_master) == written
    assert card.limit == (usual(BEST) if limit_written == "usual" else limit_written)
    assert [remark in line for line in remarks] == [True] * bool(remark)
    assert (card.proof["optimum"], card.proof["status"], card.guide) == (BEST, "optimal", answer.guide)
