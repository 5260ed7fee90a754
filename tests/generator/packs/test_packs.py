"""Packs: the same bytes for the same seed, everything on them true, and honest answers about broken ones."""

import subprocess
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import shunt
from shunt.cards.card import Ranks, RouteCard
from shunt.cards.tiers import TIERS
from shunt.errors import InputError
from shunt.files.library import puzzles_folder
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.build import PackPlan, make_pack
from shunt.generator.packs.check import check_pack
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.reading import LEAST_DISTANCE, MANIFEST, load_pack, read_manifest
from shunt.generator.packs.selection import distance, faults_of_order, nearest_pair
from shunt.search.core.shards import local_pool
from shunt.track.layout_file import load_layout

SMALL = tuple(load_layout(name) for name in ("loop-12", "fan-10"))
PLAN = PackPlan("small", "A small pack", (3, 2, 0, 0, 0), SMALL, "1")


def packed(plan: PackPlan, cards: Sequence[ProvenCard]) -> Pack:
    return Pack.from_proven(plan.name, plan.title, plan.seed, cards)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return packed(PLAN, make_pack(PLAN)).save(tmp_path_factory.mktemp("packs") / "small")


def test_a_pack_holds(folder):
    checked = check_pack(folder)
    assert checked.holds
    assert checked.findings == ()
    assert sorted(checked.manifest.tiers.values()) == ["blue"] * 3 + ["green"] * 2
    grades = [forged.grade for forged in checked.cards]
    assert grades == sorted(grades)
    assert nearest_pair(checked.cards) >= LEAST_DISTANCE
    assert distance(checked.cards[0], checked.cards[0]) == 0.0
    assert faults_of_order(checked.cards) == []
    assert {path.name for path in folder.iterdir()} == {"cards", "layouts", "sheets", MANIFEST, ".gitattributes", ".gitignore"}
    assert (checked.proved, check_pack(folder, prove=True).holds) == (0, True)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_on_two_workers(folder):
    texts = packed(PLAN, make_pack(PLAN, local_pool(2))).texts()
    assert texts == {path: (folder / path).read_text("utf-8") for path in texts}


def copied(folder: Path, there: Path) -> Path:
    import shutil

    return Path(shutil.copytree(folder, there / "copy"))


def test_an_edited_card_is_taken_as_it_is_and_proved_again(folder, tmp_path):
    pack = copied(folder, tmp_path)
    slug = read_manifest(pack)[0].order[1]
    file = pack / f"cards/{slug}.toml"
    wrong = file.read_text("utf-8").replace("optimum = ", "optimum = 1", 1)
    file.write_text(f"# mine\n{wrong}", "utf-8")
    checked = check_pack(pack)
    assert checked.proved == 1
    assert any("it was edited" in one.what and not one.is_fault for one in checked.findings)
    assert any("the optimum is" in one.what for one in checked.findings)
    opened = Pack.open(pack)
    opened.rename(title="Another title")
    opened.save()  # which does not vouch for the card
    opened = Pack.open(pack)
    assert opened.edited == (slug,)
    assert opened.settle() == []
    opened.save()
    assert file.read_text("utf-8").startswith("# mine\n")
    assert (check_pack(pack).holds, check_pack(pack).proved) == (True, 0)


def test_a_card_that_was_made_easier_gets_the_ranks_of_its_new_optimum(tmp_path):
    pack = Pack("mine")
    pack.add(["first-swap"])
    file = pack.save(tmp_path / "mine") / "cards/first-swap.toml"
    file.write_text(file.read_text("utf-8").replace('red = "C2"', 'red = "C1"'), "utf-8")
    opened = Pack.open(tmp_path / "mine")
    assert opened.settle() == []
    (card,) = opened.cards
    assert card.proof["optimum"] != 6
    assert card.ranks == Ranks.from_optimum(card.proof["optimum"])
    assert card.limit == card.ranks.brakeman
    opened.save()
    assert check_pack(tmp_path / "mine").holds


def test_claims_that_the_manifest_vouches_for_are_proved_when_that_is_asked(folder, tmp_path):
    pack = copied(folder, tmp_path)
    manifest = pack / MANIFEST
    slug = read_manifest(pack)[0].order[0]
    file = pack / f"cards/{slug}.toml"
    old = file.read_bytes()
    file.write_bytes(old.replace(b'tier = "blue"', b'tier = "black"'))
    digests = [sha256(content).hexdigest() for content in (old, file.read_bytes())]
    manifest.write_text(manifest.read_text("utf-8").replace(*digests), "utf-8")
    assert check_pack(pack).holds
    checked = check_pack(pack, prove=True)
    assert (checked.holds, checked.proved) == (False, 5)
    assert any("the card says black" in one.what for one in checked.findings)


def test_missing_and_strange_files_and_doubles_are_noticed(folder, tmp_path):
    pack = copied(folder, tmp_path)
    first, second, third, *_ = read_manifest(pack)[0].order
    (pack / f"cards/{third}.toml").unlink()
    (pack / "note.txt").write_text("hello", "utf-8")
    (pack / f"cards/{second}.toml").write_bytes((pack / f"cards/{first}.toml").read_bytes())
    checked = check_pack(pack)
    assert not checked.holds
    faults = {f"cards/{second}.toml", f"cards/{third}.toml"}
    assert {one.where for one in checked.findings if one.is_fault} == faults
    assert {one.where for one in checked.findings if not one.is_fault} >= {"note.txt"}
    (missing,) = [one for one in checked.findings if one.where == f"cards/{third}.toml"]
    assert "restore" in missing.remedy
    assert any(f"the same puzzle as card {first}" in one.what for one in checked.findings)
    with pytest.raises(InputError, match="restore it"):
        Pack.open(pack)
    Pack.open(pack, without=[second, third]).save()
    assert check_pack(pack).holds


def test_one_bad_card_does_not_refuse_the_others(folder, tmp_path):
    opened = Pack.open(copied(folder, tmp_path))
    findings = opened.add(["loop-exchange", "no-such-card", "loop-exchange", "about-turn"])
    assert [one.is_fault for one in findings] == [True, True]
    assert "the same puzzle as loop-exchange" in str(findings[1])
    checked = check_pack(opened.save())
    assert (checked.holds, len(checked.cards), checked.proved) == (True, 7, 0)
    assert checked.manifest.boards[0] == read_manifest(folder)[0].boards[0]  # the main board stays


def test_cards_are_replaced_renamed_removed_and_merged(folder, tmp_path):
    pack = Pack.open(copied(folder, tmp_path))
    pack.add(["first-swap"])
    pack.rename("swap", "Swap", card="first-swap")
    pack.rename("other", "Another pack")
    easier = shunt.Card.build("wye-18", locomotives={"A": "A1>A2"}, cars={"red": "B1"}, goal={"red": "C2"}, name="first-swap")
    assert pack.replace(easier, "swap") == []
    for name in ("x", "9" * 5000):
        with pytest.raises(InputError, match=f"the pack has no card '{name}'"):
            pack.remove(name)
    pack.remove("1")
    pack.save()
    again = Pack.open(tmp_path / "copy")
    assert (again.name, again.title, len(again)) == ("other", "Another pack", 5)
    swap = next(card for slug, card in zip(again.slugs, again.cards, strict=True) if slug == "swap")
    assert (swap.name, swap.about["title"], swap.goal) == ("swap", "Swap", easier.goal)
    notes = again.merge(Pack.open(folder))
    assert (len(again), len(notes), any(one.is_fault for one in notes)) == (6, 4, False)


def git(folder: Path, *args: str) -> str:
    options = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *options, *args], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_two_branches_that_each_add_a_card_merge(tmp_path):
    pack = copied(puzzles_folder() / "packs/first-forty", tmp_path)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "forty cards")
    for branch, name in (("one", "first-swap"), ("two", "about-turn")):
        git(tmp_path, "switch", "-qc", branch, "main")
        opened = Pack.open(pack)
        assert opened.add([name]) == []
        opened.save()
        git(tmp_path, "add", ".")
        assert len(git(tmp_path, "status", "--porcelain", "--", "*cards*", "*.toml").splitlines()) <= 3
        git(tmp_path, "commit", "-qm", branch)
    git(tmp_path, "switch", "-q", "main")
    git(tmp_path, "merge", "-q", "--no-edit", "one")
    git(tmp_path, "merge", "-q", "--no-edit", "two")
    checked = check_pack(pack)
    assert (checked.holds, len(checked.cards), checked.proved) == (True, 42, 0)
    assert checked.manifest.boards[0] == read_manifest("puzzles/packs/first-forty")[0].boards[0]


def test_folders_that_cannot_be_written(folder, tmp_path):
    cards = check_pack(folder).cards
    (tmp_path / "file").write_text("x", "utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thing").write_text("x", "utf-8")
    for place, told in (("file", "is a file"), ("file/below", "cannot be written"), ("other", "already exists")):
        with pytest.raises(InputError, match=told):
            Pack.from_proven("x", "X", "1", cards).save(tmp_path / place)
    with pytest.raises(InputError, match="already exists"):
        Pack.from_proven("x", "X", "1", cards).save(folder)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_the_pack_s_name_is_in_the_manifest_alone():
    made = []
    for name in ("small", "other"):
        plan = replace(PLAN, name=name, tiers=(1, 0, 0, 0, 0), boards=SMALL[1:2])
        texts = packed(plan, make_pack(plan)).texts()
        made.append({path: text for path, text in texts.items() if path != MANIFEST})
    assert made[0] == made[1]


@pytest.mark.parametrize(("pack", "boards", "shortest", "longest"), [("first-forty", 7, 2, 18), ("box-forty", 1, 2, 20)])
def test_the_shipped_decks_rise_from_blue_to_black(pack, boards, shortest, longest):
    cards = [card for card in load_pack(puzzles_folder() / "packs" / pack)[1].cards if isinstance(card, RouteCard)]
    assert len({card.plan.name for card in cards}) == boards
    assert [card.rating["tier"] for card in cards] == [tier for tier in TIERS for _ in range(8)]
    grades = [card.rating["grade"] for card in cards]
    assert grades == sorted(grades)
    optima = [card.proof["optimum"] for card in cards]
    assert (min(optima), max(optima)) == (shortest, longest)


@pytest.mark.slow
def test_the_shipped_pack_holds():
    checked = check_pack(puzzles_folder() / "packs/first-forty", prove=True)
    assert checked.holds
    assert faults_of_order(checked.cards) == []
