"""Cards of sidings in packs: added, checked, written on sheets, compared."""

from dataclasses import replace

import pytest

from shunt.cards.files import load_card
from shunt.generator.packs.check import check_pack, checked_card
from shunt.generator.packs.pack import Pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """A pack of a card of trains and two of sidings, one in legs."""
    folder = tmp_path_factory.mktemp("packs") / "mixed"
    made = Pack("mixed")
    assert made.add(["push-and-home", "inglenook-322", "ras-toy"]) == []
    titles = [card.about["title"] for card in made.cards]
    assert titles[1:] == ["The toy yard of the RAS problem of 2024", "Small Inglenook 3-2-2"]
    return made.save(folder)


def test_a_pack_with_sidings_holds(pack):
    checked = check_pack(pack)
    assert checked.holds, checked.findings
    assert [(one.card.ruleset, one.mechanics) for one in checked.cards][1:] == [("sidings", ("sidings",))] * 2
    grades = [one.grade for one in checked.cards]
    assert grades == sorted(grades)
    assert [one.card.board_name for one in checked.cards] == ["fan-10", "4-4", "3-2-2"]
    assert [one.card.limit for one in checked.cards[1:]] == [9, 21]


def test_a_wrong_claim_is_found(pack, tmp_path):
    card = load_card("ras-toy")
    wrong = replace(card, proof={**card.proof, "optimum": 5}, guide=(*card.guide[:-1], "1-1"))
    forged, findings = checked_card(wrong)
    assert forged is not None
    said = " ".join(finding.what for finding in findings if finding.is_fault)
    assert "the card says 5 moves, but the optimum is 6" in said
    assert "Yard Guide" in said
    (twin,) = Pack.open(pack).add([card])
    assert (twin.is_fault, twin.what) == (True, "the same puzzle as ras-toy")
