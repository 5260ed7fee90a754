"""Packs: the same bytes for the same seed, everything on them true, and honest answers about broken ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from shunt.cards.card import RouteCard, board_lines
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.files.library import puzzles_folder
from shunt.generator.packs.build import NotEnoughCardsError, PackPlan, make_pack
from shunt.generator.packs.check import add_to_pack, check_pack, checked_card
from shunt.generator.packs.files import Pack, pack_texts, write_pack
from shunt.generator.packs.reading import LEAST_DISTANCE, MANIFEST, read_manifest
from shunt.generator.packs.selection import distance, faults_of_order, nearest_pair
from shunt.generator.workers import local_pool
from shunt.track.layout_file import load_layout

SMALL = tuple(load_layout(name) for name in ("loop-12", "fan-10", "balloon-12"))
PLAN = PackPlan("small", "A small pack", (3, 2, 0, 0, 0), SMALL, "1")


def draw(card: RouteCard) -> str:
    return f"(the board {card.plan.name})\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pack(tmp_path_factory.mktemp("packs") / "small", Pack(PLAN.name, PLAN.title, PLAN.seed, make_pack(PLAN)), draw)


def test_a_pack_holds(folder: Path) -> None:
    checked = check_pack(folder)
    assert checked.holds
    assert checked.findings == ()
    assert checked.manifest.tiers == {"blue": 3, "green": 2}
    grades = [forged.grade for forged in checked.cards]
    assert grades == sorted(grades)
    assert nearest_pair(checked.cards) >= LEAST_DISTANCE
    assert distance(checked.cards[0], checked.cards[0]) == 0.0
    assert faults_of_order(checked.cards) == []
    assert {path.name for path in folder.iterdir()} == {"cards", "sheets", MANIFEST}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_on_two_workers(folder: Path) -> None:
    cards = make_pack(PLAN, local_pool(2))
    texts = pack_texts(Pack(PLAN.name, PLAN.title, PLAN.seed, cards), draw)
    assert texts == {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def copied(folder: Path, there: Path) -> Path:
    import shutil

    return Path(shutil.copytree(folder, there / "copy"))


def test_a_changed_card_is_noticed(folder: Path, tmp_path: Path) -> None:
    pack = copied(folder, tmp_path)
    file = pack / "cards/02.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("optimum = ", "optimum = 1", 1), "utf-8")
    told = [finding.what for finding in check_pack(pack).findings]
    assert any("SHA-256" in what for what in told)
    assert any("the optimum is" in what for what in told)


def test_missing_and_strange_files_and_doubles_are_noticed(folder: Path, tmp_path: Path) -> None:
    pack = copied(folder, tmp_path)
    (pack / "sheets/01.txt").unlink()
    (pack / "cards/03.toml").unlink()
    (pack / "note.txt").write_text("hello", "utf-8")
    (pack / "cards/02.toml").write_bytes((pack / "cards/01.toml").read_bytes())
    checked = check_pack(pack)
    assert not checked.holds
    found = {(one.where, one.is_fault) for one in checked.findings}
    faults = {"sheets/01.txt", "cards/02.toml", "cards/03.toml"}
    assert found == {*((where, True) for where in faults), ("note.txt", False), ("order", False)}
    (missing,) = [one for one in checked.findings if one.where == "cards/03.toml"]
    assert "restore the file" in missing.remedy
    assert any("the same puzzle as card 01" in one.what for one in checked.findings)
    with pytest.raises(InputError, match="restore the file"):
        add_to_pack(pack, [load_card("first-swap")], draw)


def test_a_card_made_by_hand_can_be_added_once(folder: Path, tmp_path: Path) -> None:
    pack = copied(folder, tmp_path)
    added, _ = add_to_pack(pack, [load_card("first-swap")], draw)
    assert [forged.tier for forged in added] == [added[0].card.rating["tier"]]
    manifest, _ = read_manifest(pack)
    assert len(manifest.order) == 6
    assert check_pack(pack).holds
    with pytest.raises(InputError, match="the same puzzle"):
        add_to_pack(pack, [load_card("first-swap")], draw)


def test_a_pack_larger_than_the_space_of_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shunt.generator.packs.build.MOST_ROUNDS", 2)
    with pytest.raises(NotEnoughCardsError, match="still lacks"):
        make_pack(PackPlan("huge", "Huge", (500, 0, 0, 0, 0), (load_layout("fan-10"),), "1"))


def test_plans_that_make_no_pack() -> None:
    for tiers in ((0, 0, 0, 0, 0), (1, 2), (1, -1, 0, 0, 1)):
        with pytest.raises(InputError, match="tiers"):
            make_pack(PackPlan("x", "X", tiers, SMALL, "1"))


def test_folders_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    cards = check_pack(folder).cards
    (tmp_path / "file").write_text("x", "utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thing").write_text("x", "utf-8")
    for place, told in (("file", "is a file"), ("file/below", "cannot be written"), ("other", "already exists")):
        with pytest.raises(InputError, match=told):
            write_pack(tmp_path / place, Pack("x", "X", "1", cards), draw)
    with pytest.raises(InputError, match="already exists"):
        write_pack(folder, Pack("x", "X", "1", cards), draw)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_manifest_with_faults_tells_them_all(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('schema = "shunt-pack/9"\nname = 3\ncolour = "red"\n', "utf-8")
    with pytest.raises(InputError) as caught:
        read_manifest(tmp_path)
    assert len(caught.value.faults) >= 4


def test_the_pack_s_name_changes_names_alone() -> None:
    made = {}
    for name in ("small", "other"):
        plan = replace(PLAN, name=name, tiers=(1, 0, 0, 0, 0))
        texts = pack_texts(Pack(name, PLAN.title, PLAN.seed, make_pack(plan)), draw)
        made[name] = {path: text.replace(f"{name}-", "NAME-") for path, text in texts.items() if path != MANIFEST}
    assert made["small"] == made["other"]


def test_sheets_say_how_the_board_works() -> None:
    folder = puzzles_folder() / "packs/first-forty"
    sheet = (folder / "sheets/23.txt").read_text("ascii")
    assert "Turned: T at 0, joins E3 and A1" in sheet
    assert "turntable T (turns after every move) joins 0: E3-A1, 1: F2-wall, 2: wall-E3, 3: A1-F2" in sheet
    for number in range(1, 41):
        card = load_card(folder / "cards" / f"{number:02}.toml")
        assert isinstance(card, RouteCard)
        text = " ".join((folder / "sheets" / f"{number:02}.txt").read_text("ascii").split())
        assert all(line in text for line in board_lines(card.plan, "-"))


def test_a_folder_that_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"this folder is not a pack \(it has no manifest.toml\)"):
        check_pack(tmp_path)


def test_a_card_that_counts_something_else_is_no_card_for_a_pack() -> None:
    card = load_card("first-swap")
    assert isinstance(card, RouteCard)
    forged, (found,) = checked_card(replace(card, metric=("runs",)))
    assert (forged, found.what) == (None, "packs count moves, and this card counts runs")


def test_a_link_to_a_pack_stays_one(folder: Path, tmp_path: Path) -> None:
    pack, link = copied(folder, tmp_path), tmp_path / "link"
    link.symlink_to(pack)
    write_pack(link, Pack(PLAN.name, "Another title", PLAN.seed, check_pack(folder).cards), draw, replace=True)
    assert link.is_symlink()
    assert read_manifest(pack)[0].title == "Another title"


@pytest.mark.parametrize(("pack", "has_boards"), [("first-forty", True), ("box-forty", False)])
def test_the_page_of_the_boards_shows_the_shipped_packs(pack: str, has_boards: bool) -> None:
    folder = puzzles_folder() / "packs" / pack
    page = (puzzles_folder().parent / "docs/gallery/boards.md").read_text("utf-8")
    cards = [load_card(folder / "cards" / f"{number:02}.toml") for number in range(1, 41)]
    for number, card in enumerate(cards, 1):
        assert isinstance(card, RouteCard)
        pieces = f"{len(card.roster.locomotives)} + {len(card.roster.cars)}"
        rating = f"{card.rating['tier']} | {card.rating['grade']:.2f} | {card.proof['optimum']}"
        board = f" {card.plan.name} |" if has_boards else ""
        uses = ", ".join({"broken": "broken track"}.get(one, one.replace("-l", " l")) for one in card.about["mechanics"])
        assert f"| {number} | {card.about['title']} |{board} {rating} | {pieces} | {uses} |" in page


@pytest.mark.slow
def test_the_shipped_pack_holds() -> None:
    checked = check_pack(puzzles_folder() / "packs/first-forty")
    assert checked.holds
    assert len(checked.cards) == 40
    assert set(checked.manifest.tiers.values()) == {8}
    assert faults_of_order(checked.cards) == []
