"""The commands that rate and make cards: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shunt.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leaving:
        main(list(args))
    told = capsys.readouterr()
    code = leaving.value.code
    return code if isinstance(code, int) else 0, told.out, told.err


def test_rate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, "rate", "first-swap", "--json")
    rating = json.loads(out)
    assert status == 0
    assert rating["schema"] == "shunt-rating/1"
    assert rating["features"]["optimum"] == 6
    assert round(sum(part["points"] for part in rating["points"].values()), 1) == round(rating["grade"], 1)
    assert "wandering" in run(capsys, "rate", "first-swap", "--explain")[1]


def test_forge_save_rating_and_hardest(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, "make", "cards", "fan-10", "-n", "2", "--cars", "1-2", "--optimum", "2-6", "-o", str(tmp_path))
    assert status == 0
    files = out.split()
    assert len(files) == 2
    assert run(capsys, "rate", files[0], "--save")[0] == 0
    assert run(capsys, "check", *files)[0] == 0
    status, out, err = run(capsys, "make", "cards", "fan-10", "--cars", "1", "--hardest", "-o", str(tmp_path), "--json")
    assert status == 0
    assert json.loads(out)["goals"] == 10
    assert "all 10 goals" in err


def test_how_they_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = ("-o", str(tmp_path))
    nothing = run(capsys, "make", "cards", "fan-10", "--cars", "1", "--optimum", "30-40", "--tries", "2", *out)
    assert nothing[:2] == (1, "")
    assert "the nearest was" in nothing[2]
    assert run(capsys, "make", "cards", "fan-10", "--turntable", *out)[0] == 2
    assert run(capsys, "make", "cards", "alphabet-26", "--cars", "5", "--hardest", *out)[0] == 3
    assert run(capsys, "daily", "--date", "yesterday")[0] == 2
    assert run(capsys, "pack", "new", "--count", "3", "--tiers", "1,1,1,1,1", *out)[0] == 2
    assert run(capsys, "pack", "check", str(tmp_path))[0] == 2
    assert "inglenook-322: red, grade 5.71 of 10 (14 pulls)" in run(capsys, "rate", "inglenook-322")[1]


def test_the_folder_is_looked_at_before_the_work(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    below = ("-o", str(tmp_path / "file" / "below"))
    for command in (
        ("make", "cards", "alphabet-26"),
        ("make", "boards", "--tries", "1"),
        ("make", "cards", "loop-12", "--cars", "3", "--hardest"),
    ):
        status, out, err = run(capsys, *command, *below)
        assert (status, out) == (2, "")
        assert "below cannot be created" in err
    new = tmp_path / "new"
    assert run(capsys, "make", "cards", "fan-10", "--cars", "1", "--optimum", "30-40", "--tries", "1", "-o", str(new))[0] == 1
    assert not new.exists()


def test_one_is_told_in_the_singular(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = ("-o", str(tmp_path))
    assert "in 1 search;" in run(capsys, "make", "cards", "fan-10", "--cars", "1", "--optimum", "30-40", "--tries", "1", *out)[2]
    assert "1 locomotive and 5 cars" in run(capsys, "make", "cards", "alphabet-26", "--cars", "5", "--hardest", *out)[2]
    assert "cars: 40 is out of bounds" in run(capsys, "make", "cards", "fan-10", "--cars", "40", *out)[2]


def test_pack_and_daily(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pack = str(tmp_path / "tiny")
    made = run(capsys, "pack", "new", "--tiers", "2,0,0,0,0", "--board", "loop-12", "--board", "fan-10", "-o", pack, "--json")
    assert made[0] == 0
    assert json.loads(made[1])["cards"] == 2
    status, out, _ = run(capsys, "pack", "check", pack)
    assert status == 0
    assert "the pack holds" in out
    assert run(capsys, "pack", "new", "--tiers", "2,0,0,0,0", "-o", pack)[0] == 2  # it is there already
    (tmp_path / "tiny/cards/01.toml").write_text("", "utf-8")
    assert run(capsys, "pack", "check", pack)[0] == 1
    status, out, _ = run(capsys, "daily", "--date", "2026-11-23", "--json")
    assert status == 0
    assert json.loads(out)["tier"] == "blue"


def test_where_nothing_can_be_written_is_found_before_the_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def work(*given: object, **named: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr("shunt.generator.packs.build.make_pack", work)
    monkeypatch.setattr("shunt.generator.packs.recipes.daily_card", work)
    (tmp_path / "file").touch()
    below = str(tmp_path / "file" / "x")
    for command in (("pack", "new"), ("daily",)):
        status, out, err = run(capsys, *command, "-o", below)
        assert (status, out) == (2, "")
        assert "file" in err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_interrupt_tells_what_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("shunt.generator.packs.build.make_pack", interrupted)
    monkeypatch.setattr("shunt.generator.forge.shard.candidates", interrupted)
    monkeypatch.setattr("shunt.generator.forge.boards.propose", interrupted)
    out = ("-o", str(tmp_path / "new" / "folder"))
    for command in (
        ("pack", "new"),
        ("make", "cards", "fan-10"),
        (
            "make",
            "boards",
        ),
    ):
        status, told, err = run(capsys, *command, *out)
        assert (status, told) == (130, "")
        kept = "the searches so far are kept beside it; the same command resumes it"
        assert (kept if command[0] == "pack" else "nothing was written; the same command makes the same") in err
    assert [path.name for path in (tmp_path / "new").iterdir()] == [".folder.searches"]  # of the pack
    cards = str(tmp_path / "cards.sqlite")
    asked = ("make", "catalogue", "fan-10", "-o", cards, "--cars", "1", "--optimum", "2-3")
    monkeypatch.setattr("shunt.generator.catalogue.shards.map_shards", interrupted)
    status, _, err = run(capsys, *asked)
    assert status == 130
    assert f"{cards} keeps 0 shards of this run with 0 cards; the same command resumes it" in err


def test_shipped_cards_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("rate", "solve"):
        status, out, err = run(capsys, command, "first-swap", "--save")
        assert (status, out) == (2, "")
        assert "first-swap names a shipped card" in err
        assert "first-swap.toml" in err


def test_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ("make", "boards", "--feature", "wye", "--spaces", "10-13", "--tries", "6", "-o", str(tmp_path))
    status, out, err = run(capsys, *asked)
    assert status == 0
    assert "score" in err
    assert run(capsys, "check", out.strip())[0] == 0
