"""The log of results over a deck: one line for each, whole or ignored, of one deck alone."""

import json
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.packs.results import ResultLog, deck_key

KEY = deck_key([("01", "abc"), ("02", "def")])


def log(tmp_path: Path, key: str = KEY, deck: str = "small") -> ResultLog:
    return ResultLog(tmp_path / "log.jsonl", deck, key)


def test_results_are_kept_and_the_best_counts(tmp_path):
    kept = log(tmp_path)
    assert (kept.results(), kept.best()) == ([], {})
    for moves, rank in ((6, "Brakeman"), (4, "Yard Master"), (5, "Conductor")):
        kept.add("small-01", moves, rank)
    assert [result.moves for result in kept.results()] == [6, 4, 5]
    assert kept.best()["small-01"].rank == "Yard Master"
    head = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[0])
    assert head == {"schema": "shunt-results/1", "deck": "small", "key": KEY}


def test_lines_that_are_no_results_and_what_a_kill_leaves_of_one_are_ignored(tmp_path):
    kept = log(tmp_path)
    kept.add("small-01", 4, None)
    with kept.path.open("a") as stream:
        stream.write('[]\n{"card": 3, "moves": 1}\n{"card": "x", "moves": true}\n{"card": "x", "moves": -1}\n{"card": "small-02"')
    kept.add("small-02", 7, "Conductor")
    assert [(one.card, one.moves, one.rank) for one in kept.results()] == [("small-01", 4, ""), ("small-02", 7, "Conductor")]


@pytest.mark.parametrize(("deck", "key"), [("small", deck_key([("01", "other")])), ("large", KEY)])
def test_the_log_of_another_deck_is_refused(tmp_path, deck, key):
    log(tmp_path).add("small-01", 4)
    before = (tmp_path / "log.jsonl").read_bytes()
    for action in (log(tmp_path, key, deck).best, lambda: log(tmp_path, key, deck).add("x", 1)):
        with pytest.raises(InputError, match="the log of another deck"):
            action()
    assert (tmp_path / "log.jsonl").read_bytes() == before
