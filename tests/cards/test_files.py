"""Cards in and out: what is read is what was written, and an author's file stays the author's."""

import json
import os
import shutil
import threading
import tomllib
from dataclasses import replace
from random import Random

import pytest

from shunt import load
from shunt.cards.card import Goal, Ranks, RouteCard
from shunt.cards.files import load_card, problems
from shunt.cards.writing import save_card
from shunt.errors import InputError
from shunt.files.library import card_names, shipped_file
from shunt.rules.position import Roster
from shunt.track.layout_file import load_layout
from tests.effort import examples, some
from tests.rules.random_cards import FAMILIES, closed_card

CARD = """\
# Two cars change places.
schema = "shunt-card/1"
name = "swap"
ruleset = "switcher"
layout = "wye-18" # shipped

[start]
locomotives = { A = "A1>A2" } # it stands on A1
cars = { red = "B1", green = "C2" }

[goal]
green = "B1" # order is the author's
red = "C2"

[options]
limit = 9 # to be rewritten
# interchangeable = [["red", "green"]]

[about]
title = "Swap"
"""
PROOF = {"status": "optimal", "optimum": 6, "method": "bidirectional", "states": 1234, "version": "0.1.0"}
RATING = {"grade": 2.5, "tier": "blue", "features": {"optimum": 6.0}}


def proven(card: RouteCard) -> RouteCard:
    return replace(card, proof=PROOF, guide=("A A1>B3 +red", "A B3>A1 via A3,A2"), rating=RATING, limit=10, ranks=Ranks(6, 8, 10))


def test_the_first_card_reads_as_printed():
    card = load_card("first-swap")
    assert card.roster == Roster(("A",), ("red", "green"))
    assert card.names(card.start) == {"A": "A1>A2", "red": "B1", "green": "C2"}
    assert card.goal == Goal({"red": "C2", "green": "B1", "A": "A1"})
    assert (card.broken, card.limit, card.ranks, card.metric) == ({"F2"}, 9, Ranks(6, 8, 9), ("moves",))
    assert card.layout_ref == "wye-18"
    assert card.layout == load_layout("wye-18")
    assert card.path == str(shipped_file("cards", "first-swap"))


@pytest.mark.parametrize("name", some(card_names(), 6))
def test_every_shipped_card_is_sound_and_survives_a_round_trip(name, tmp_path):
    path = shipped_file("cards", name)
    assert problems(path) == []
    if tomllib.loads(path.read_text())["ruleset"] == "sidings":
        return
    card = load_card(name)
    for file, inline in (("a.toml", False), ("b.toml", True), ("a.json", False), ("b.json", True)):
        save_card(card, tmp_path / file, inline_layout=inline)
        again = load_card(tmp_path / file)
        assert again == card
        assert again.layout_ref == ("" if inline else card.layout_ref)


def test_saving_a_proven_card_keeps_what_its_author_wrote(tmp_path):
    path = tmp_path / "mine.toml"
    before = CARD
    path.write_text(before)
    card = proven(load_card(path))
    save_card(card, path)
    after = path.read_text()
    assert load_card(path) == card
    old, new = before.splitlines(), after.splitlines()
    assert [line for line in new if line and line in old] == [line for line in old if line and "limit" not in line]
    assert "limit = 10 # to be rewritten" in new
    save_card(card, path)
    assert path.read_text() == after
    save_card(replace(card, proof={}, guide=(), rating={}), path)
    assert "[proof]" not in path.read_text()
    assert "# it stands on A1" in path.read_text()


@pytest.mark.parametrize(
    "sections",
    [
        "[proof] # mine\noptimum = 9 # wrong\nmethod = 'x'\n\n[guide]\nmoves = []\n",
        "proof.optimum = 9\nproof.method = 'x'\n",
        "proof = { optimum = 9 }\nrating = {}\n",
        "[options]\nmetric = 'moves'\nranks.yard_master = 1\nranks.conductor = 2\nranks.brakeman = 3\n",
        "[options.ranks]\nyard_master = 1\nconductor = 2\nbrakeman = 3\n\n[proof]\n",
        "options = { limit = 3 }\n",
    ],
)
def test_sections_may_be_written_in_any_way(tmp_path, sections):
    head, tail = CARD[: CARD.index("[start]")], CARD[CARD.index("[start]") :]
    tail = tail[: tail.index("[options]")] + "\n[about]\ntitle = 'x' # about\n"
    path = tmp_path / "card.toml"
    path.write_text(head + sections + "\n" + tail if not sections.startswith("[") else head + tail + "\n" + sections)
    assert problems(path) == []
    card = proven(load_card(path))
    save_card(card, path)
    assert load_card(path) == card
    assert "# about" in path.read_text()


def test_another_puzzle_in_the_file_is_replaced_whole(tmp_path):
    path = tmp_path / "card.toml"
    path.write_text(CARD)
    card = load_card(path)
    other = replace(card, start=replace(card.start, places=("A1", "B2", "C2")))
    save_card(other, path)
    assert load_card(path) == other
    assert "#" not in path.read_text()
    path.write_bytes(b"\0garbage")
    save_card(card, path)
    assert load_card(path) == card


def test_a_card_goes_into_a_pipe(tmp_path):
    """Nothing is read from it before, for which the program would wait for ever."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    told = []
    reader = threading.Thread(target=lambda: told.append(pipe.read_text()), daemon=True)
    reader.start()
    save_card(load_card("first-swap"), pipe)
    reader.join(10)
    assert tomllib.loads(told[0])["name"] == "first-swap"
    assert pipe.is_fifo()


def test_a_layout_beside_the_card_is_found_from_wherever_the_card_is_saved(tmp_path):
    (tmp_path / "boards").mkdir()
    (tmp_path / "cards").mkdir()
    shutil.copy(shipped_file("layouts", "wye-18"), tmp_path / "boards" / "board.toml")
    path = tmp_path / "cards" / "card.toml"
    path.write_text(CARD.replace('"wye-18"', '"../boards/board.toml"'))
    card = load_card(path)
    save_card(card, tmp_path / "copy.toml")
    copy = load_card(tmp_path / "copy.toml")
    assert copy.layout_ref == "boards/board.toml"
    assert copy == card


def test_dates_and_the_like_under_about_become_text(tmp_path):
    path = tmp_path / "card.toml"
    path.write_text(CARD + "date = 2024-01-01\nratio = inf\nlist = [1, 07:00:00]\n")
    card = load_card(path)
    assert card.about == {"title": "Swap", "date": "2024-01-01", "ratio": "inf", "list": [1, "07:00:00"]}
    json.dumps(dict(card.about), allow_nan=False)


def test_an_unwritable_place_is_an_input_error(tmp_path):
    card = load_card("first-swap")
    with pytest.raises(InputError, match="cannot be written"):
        save_card(card, tmp_path / "none" / "card.toml")
    with pytest.raises(InputError, match="directory"):
        save_card(card, tmp_path)


@pytest.mark.parametrize("family", FAMILIES)
def test_random_cards_survive_a_round_trip(family, tmp_path):
    for seed in range(examples(20)):
        random = Random(seed)
        card = closed_card(random, family).with_metric(*random.choice([("moves",), ("couplings", "distance")]))
        path = tmp_path / f"{seed}.{random.choice(['toml', 'json'])}"
        save_card(card, path)
        assert load_card(path) == card


@pytest.mark.parametrize("file", ["a.toml", "a.json"])
def test_pieces_may_have_any_names(file, tmp_path):
    card = load("first-swap")
    roster = Roster((".",), ("-1", "1.0"))
    card = replace(card, roster=roster, goal=Goal({"-1": "C2", ".": "A1"}), guide=())
    save_card(card, tmp_path / file)
    assert load_card(tmp_path / file) == card


def test_an_inline_layout_may_be_a_layout_file_pasted_whole(tmp_path):
    for name, layout in (("first-swap", "wye-18"), ("inglenook-533", None)):
        card = load_card(name)
        data = tomllib.loads(shipped_file("cards", name).read_text())
        data["layout"] = tomllib.loads(shipped_file("layouts", layout).read_text()) if layout else data["layout"]
        data["layout"] |= {"schema": "shunt-layout/1", "name": "pasted"}
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(data))
        again = load_card(file)
        assert (again.start, again.goal, again.layout_ref) == (card.start, card.goal, "")
        assert again.layout.name == "pasted"
        data["layout"]["schema"] = "shunt-card/1"
        file.write_text(json.dumps(data))
        assert [fault.where for fault in problems(file)] == ["layout.schema"]
