"""`shunt catalogue` from the outside: what goes in comes out, and what is wrong is told."""

import shutil
from pathlib import Path

import pytest

from shunt.generator.catalogue.store import Catalogue
from tests.cli.running import answer, check_refused, shunt
from tests.generator.shard_work import made_row


@pytest.fixture
def full(tmp_path):
    """A catalogue of a hundred made-up cards."""
    path = tmp_path / "full.sqlite"
    with Catalogue(path, create=True) as catalogue:
        catalogue.add(made_row(number) for number in range(100))
    return str(path)


def test_a_card_goes_in_and_comes_out(tmp_path):
    file, out = str(tmp_path / "mine.sqlite"), str(tmp_path / "out.jsonl")
    check_refused(shunt("catalogue find -c", file), "mine.sqlite", "does not exist")
    added = answer("catalogue add first-swap -c", file)
    assert added | {"schema": ""} == {"schema": "", "new": 1, "known": 0, "refused": 0, "cards": 1}
    copy = Path(shutil.copy("puzzles/cards/first-swap.toml", tmp_path / "\udcff.toml"))  # a name that is not UTF-8
    again = shunt("catalogue add -c", file, copy)
    assert "0 new, 1 known already" in again.stdout
    found = answer("catalogue find --optimum 6 -c", file)
    (card,) = found["cards"]
    assert (found["count"], found["after"], card["name"], card["optimum"], card["board"]) == (1, None, "first-swap", 6, "wye-18")
    assert (card["features"]["optimum"], bool(card["tier"])) == (6, True)
    whole = shunt(f"catalogue find -c {file} --show {card['id'][:8]}")
    assert whole.stdout.startswith('schema = "shunt-card/1"\nname = "first-swap"\n')
    assert shunt(f"catalogue export -c {file} --output {out}").exit_code == 0
    assert shunt("catalogue export -c", file).stdout == Path(out).read_text()
    merged = shunt(f"catalogue add {out} {file} --trust -c", tmp_path / "merged.sqlite")
    assert "1 new, 1 known already" in merged.stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("find --optimum 9-6", ["optimum", "6-9"]),
        ("find --optimum six", ["six", "not a number"]),
        ("find --after nowhere", ["after"]),
        ("find --show xyz", ["--show"]),
        ("export --output cards.xyz", ["--output", ".jsonl"]),
        ("export --format cards", ["need a folder"]),
        ("stats --plot plot.jpg", ["--plot", ".svg or .png"]),
        ("add no-such-card", ["no-such-card"]),
    ],
)
def test_bad_input(full, line, told):
    check_refused(shunt(f"catalogue {line} -c {full}"), *told)


def test_generating_goes_on_where_it_was(tmp_path):
    file = str(tmp_path / "cards.sqlite")
    wishes = f"make catalogue fan-10 --output {file} --cars 1 --optimum 2-3 -n 3 --workers 1"
    told, again = answer(wishes), answer(wishes)
    assert told["cards"] == told["in_catalogue"] >= 3
    assert (again["cards"], again["shards"], again["seconds"]) == (told["cards"], told["shards"], 0)
