"""Tablebases against the referee, and files that are not what they should be."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.search.tablebase.format import BLOCK_WORDS, TablebaseError
from shunt.search.tablebase.reader import Tablebase, open_for
from shunt.tablebases.builder import build
from tests.effort import examples
from tests.rules.random_cards import FAMILIES, train_card
from tests.rules.settings import distances

AMPLE = 1 << 40


@given(st.integers(0, 1 << 32), st.sampled_from(FAMILIES))
@settings(max_examples=examples(30))
def test_every_distance_is_one_more_than_the_least_after_it(tmp_path_factory, seed, family):
    """With 0 just where the goal is met, that settles every distance; the referee says which positions come after which."""
    card = train_card(Random(seed), family, most_cars=2)
    rules, goal, start = card.rules, card.goal, card.start
    path = tmp_path_factory.mktemp("table") / "x.table"
    build(card, path, Limits(memory=AMPLE))
    table = Tablebase.open(path)
    table.verify()
    assert table.goal == goal
    assert table.rules.successors(start) == rules.successors(start)
    for here in distances(rules.successors, [rules.roster.canonical(start)], 80):
        after = rules.successors(here)
        assert not list(table.rules.faults_of(here))
        distance = table.distance(here)
        assert (distance == 0) == rules.is_met(goal, here)
        if distance != 0:
            rest = [left for left in map(table.distance, after) if left is not None]
            assert distance == (1 + min(rest) if rest else None)
        best = table.best(here)
        assert (best is None) if not distance else (best in after and table.distance(best) == distance - 1)
    path, distance = table.path(start), table.distance(start)
    assert (None if path is None else len(path) - 1) == distance
    if path is not None:
        assert path[0] == rules.roster.canonical(start)
        assert all(after in rules.successors(here) for here, after in pairwise(path))
        assert rules.is_met(goal, path[-1])


# --------------------------------------------------------------------------------------------------------------------
# Faults


def refusal(content: bytes, path: Path) -> str:
    """What is said of a file when it is opened and verified."""
    path.write_bytes(content)
    with pytest.raises(TablebaseError) as caught:
        Tablebase.open(path).verify()
    (fault,) = caught.value.faults
    assert fault.file == str(path)
    return fault.what


def test_files_that_are_no_sound_tables_are_refused(sound, tmp_path):
    for content, what in ((b"", "empty"), (sound[:-1], "truncated"), (sound[:-1] + b"\x99", "damaged in block 0 (slots 0 to")):
        assert what in refusal(content, tmp_path / "x")
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(TablebaseError, match="cannot be read"):
            Tablebase.open(missing)


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_a_damaged_block_is_noticed_when_it_is_asked_for(tmp_path):
    path = tmp_path / "x.table"
    build(load_card("wye-two-broken"), path, Limits(memory=AMPLE))
    table = Tablebase.open(path)
    assert table.header.blocks > 2
    slots = BLOCK_WORDS * table.header.a_word
    content = bytearray(path.read_bytes())
    content[table.header.data_begins + 8 * BLOCK_WORDS + 5] ^= 64
    path.write_bytes(content)
    table = Tablebase.open(path)
    table.distance(table.arrangements.position(0))
    with pytest.raises(TablebaseError, match=r"damaged in block 1 "):
        table.distance(table.arrangements.position(slots + slots // 2))


def test_a_table_of_another_puzzle_is_refused(sound, tmp_path):
    path = _written(tmp_path / "x.table", sound)
    card, other = load_card("first-swap"), load_card("wye-about")
    assert open_for(card, path).distance(card.start) == 6
    for one in (other, replace(card, goal=Goal({"red": "C2"}))):
        with pytest.raises(TablebaseError, match="another puzzle"):
            open_for(one, path)


# --------------------------------------------------------------------------------------------------------------------
# In `solve`


@pytest.fixture
def card_file(tmp_path):
    """A copy of a shipped card."""
    return _written(tmp_path / "mine.toml", Path(load_card("first-swap").path).read_bytes())


def test_solve_uses_the_table_beside_the_card(card_file, sound):
    card = load_card(card_file)
    assert solve(card).method != "tablebase"
    card_file.with_suffix(".table").write_bytes(sound)
    answer = solve(card)
    assert (answer.method, answer.optimum, answer.lower_bound, len(answer.moves)) == ("tablebase", 6, 6, 6)
    assert solve(card, method="forward").method == "forward"


def test_solve_uses_a_folder_of_tables(card_file, sound, tmp_path, monkeypatch):
    card = load_card(card_file)
    folder = tmp_path / "tables"
    folder.mkdir()
    _written(folder / "any name.table", sound)
    assert solve(card, tablebases=str(folder)).method == "tablebase"
    assert solve(card).method != "tablebase"
    monkeypatch.setenv("SHUNT_TABLEBASES", str(folder))
    assert solve(card).method == "tablebase"
    assert solve(load_card("wye-about")).method != "tablebase"


def test_solve_searches_where_the_table_is_damaged(card_file, sound):
    card = load_card(card_file)
    table = card_file.with_suffix(".table")
    for damaged in (sound[:-1], sound[:-3000] + bytes(3000), b"nothing of the kind"):
        table.write_bytes(damaged)
        answer = solve(card)
        assert (answer.method, answer.optimum) == ("referee", 6)
        assert str(answer.proof["attempts"][0]["stopped"]).startswith("refused")
        with pytest.raises(TablebaseError if damaged[-3:] == bytes(3) else InputError):
            solve(card, method="tablebase")


def test_solve_says_that_the_table_is_of_another_puzzle(card_file, sound, tmp_path):
    text = card_file.read_text()
    card_file.write_text(text.replace('"F2"', '"F1"'))
    assert card_file.read_text() != text
    card_file.with_suffix(".table").write_bytes(sound)
    card = load_card(card_file)
    assert "another puzzle" in str(solve(card).proof["attempts"][0]["stopped"])
    with pytest.raises(InputError, match="another puzzle"):
        solve(card, method="tablebase")
