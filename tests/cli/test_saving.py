"""`--save`: what cannot be written is found before the search, and the answer is printed whatever happens to the file."""

import os
from pathlib import Path

import pytest

from shunt.cards.card import Ranks
from shunt.cards.files import load_card
from tests.cli.running import check_refused, shunt


@pytest.mark.parametrize("command", ["solve", "rate"])
def test_a_file_that_cannot_be_written_is_found_before_the_search(command, card, monkeypatch):
    path = card()
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr("shunt.search.solve.solve", lambda *_, **__: pytest.fail("searched"))
    monkeypatch.setattr("shunt.generator.rating.rate.rate", lambda *_, **__: pytest.fail("searched"))
    check_refused(shunt(command, path, "--save"), "--save", "write-protected")


@pytest.mark.parametrize("command", ["solve", "rate"])
def test_the_answer_is_printed_although_the_disk_is_full_at_last(command, card, monkeypatch):
    path = card()
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    done = shunt(command, path, "--save")
    assert done.exit_code == 2
    assert "optimum 6 moves" in done.stdout or "grade" in done.stdout
    assert "--save" in done.stderr
    assert "No space left on device" in done.stderr
    assert path.read_bytes() == before
    assert [entry.name for entry in Path(path).parent.iterdir()] == [path.name]


def test_the_ranks_that_are_printed_are_those_that_are_saved(card):
    usual_of_another = "limit = 6\nranks = { yard_master = 4, conductor = 5, brakeman = 6 }"
    path = card(("[goal]", f"[options]\n{usual_of_another}\n\n[goal]"))
    done = shunt("solve --save", path)
    assert "ranks: Yard Master 6 · Conductor 8 · Brakeman 9\n" in done.stdout
    assert load_card(path).ranks == Ranks(6, 8, 9)
