"""The commands that rate and make cards: what they print, and how they end."""

import json

import pytest

from tests.cli.running import answer, shunt


def test_forge_save_rating_and_hardest(tmp_path):
    made = shunt("make cards fan-10 -n 2 --cars 1-2 --optimum 2-6 -o", tmp_path)
    files = made.stdout.split()
    assert (made.exit_code, len(files)) == (0, 2)
    assert shunt("rate --save", files[0]).exit_code == 0
    assert shunt("check", *files).exit_code == 0
    done = shunt("make cards fan-10 --cars 1 --hardest -o", tmp_path, "--json")
    assert (done.exit_code, json.loads(done.stdout)["goals"]) == (0, 10)
    assert "all 10 goals" in done.stderr


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        ("make cards fan-10 --cars 1 --optimum 30-40 --tries 1", 1, "in 1 search; the nearest was"),
        ("make cards fan-10 --turntable", 2, "no turntable"),
        ("make cards fan-10 --cars 40", 2, "cars: 40 is out of bounds"),
        ("make cards alphabet-26 --cars 5 --hardest", 3, "1 locomotive and 5 cars"),
        ("daily --date yesterday", 2, "is not a date"),
        ("make pack --count 3 --tiers 1,1,1,1,1", 2, "the tiers add up to 5"),
    ],
)
def test_how_they_end(line, status, words, tmp_path):
    done = shunt(f"{line} -o", tmp_path / "new")
    assert (done.exit_code, done.stdout) == (status, "")
    assert words in done.stderr
    assert not (tmp_path / "new").exists()


def test_pack(tmp_path):
    pack = tmp_path / "tiny"
    assert answer("make pack --tiers 1,0,0,0,0 --board fan-10 -o", pack)["cards"] == 1
    done = shunt("pack check", pack)
    assert (done.exit_code, "the pack is sound" in done.stdout) == (0, True)
    assert shunt("make pack --tiers 1,0,0,0,0 -o", pack).exit_code == 2  # it is there already
    next((pack / "cards").glob("*.toml")).write_text("", "utf-8")
    assert shunt("pack check", pack).exit_code == 1
    assert shunt("pack check", tmp_path).exit_code == 2


def test_boards(tmp_path):
    made = shunt("make boards --feature wye --spaces 10-13 --tries 6 -o", tmp_path)
    assert (made.exit_code, "score" in made.stderr) == (0, True)
    assert shunt("check", made.stdout.strip()).exit_code == 0
