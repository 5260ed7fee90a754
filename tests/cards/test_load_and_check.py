"""`shunt.load` and `shunt check`: where they differ, and texts. `tests/fuzz/readers.py` compares them on changed cards."""

import json

import pytest

import shunt
from shunt.cards.claims import proven_card
from shunt.cards.files import problems
from shunt.cards.writing import card_table, save_card
from shunt.errors import InputError
from shunt.files.library import shipped_file
from shunt.files.reading import LARGEST


def test_a_wrong_claim_can_be_replaced(tmp_path):
    """A limit below the optimum that the card's own proof claims is a fault for `check`, and yet the card loads."""
    path = tmp_path / "card.toml"
    path.write_text(shipped_file("cards", "first-swap").read_text().replace("optimum = 6", "optimum = 20"))
    assert [fault.where for fault in problems(path)] == ["options.limit"]
    card = shunt.load(path)
    save_card(proven_card(card, shunt.solve(card))[0], path)
    assert problems(path) == []


def test_a_text_has_the_limits_of_a_file(tmp_path):
    sound = json.dumps(card_table(shunt.load("first-swap"), True), default=str)
    path = tmp_path / "card.json"
    path.write_text("{\n" + " " * LARGEST + sound[1:])
    with pytest.raises(InputError, match="the text is longer than 1 MB"):
        shunt.load(path.read_text())
    assert problems(path)
    with pytest.raises(InputError) as caught:
        shunt.load('schema = "shunt-card/1"\nname = "\ud800"\n')
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.what) == ("<text>", 2, "the text has half a character (a lone surrogate)")
