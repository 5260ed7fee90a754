"""`make pack`: its constraints reach the cards, a time limit keeps the nearest, and an interrupt costs no finished search."""

import re
from dataclasses import replace
from typing import Any

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.cards.stop import Stop, StopKind
from shunt.cards.writing import save_card
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.build import NotEnoughCardsError, PackPlan, make_pack
from shunt.generator.packs.check import Finding, check_pack
from shunt.generator.packs.kept import KeptSearches
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.reading import load_pack
from shunt.generator.packs.titles import slug_of
from shunt.search.core.limits import LimitInterrupt
from shunt.track.layout_file import load_layout
from tests.cli.running import answer, check_refused, shunt

FAN = load_layout("fan-10")
PLAN = PackPlan("two", "Two", (2, 0, 0, 0, 0), (FAN,), "1")


def test_numbers_names_colours_and_notes_reach_the_cards(tmp_path):
    options = "--cars 1 --car-names white --locomotive-names Big --broken 1 --goal all --author Ada --licence CC0-1.0"
    told = answer(f"make pack --board loop-12 --tiers 1,0,0,0,0 --seed 1 {options} -o", tmp_path / "pack")
    (card,) = load_pack(tmp_path / "pack")[1].cards
    assert len(told["order"]) == 1
    assert card.roster.pieces == ("Big", "white")
    assert len(card.broken) == 1
    assert set(card.goal.places) == {"Big", "white"}
    assert (card.about["author"], card.about["licence"]) == ("Ada", "CC0-1.0")


def test_constraints_that_no_board_can_meet_are_refused_and_leave_nothing(tmp_path):
    done = shunt("make pack --board fan-10 --turntable --cars 3 --car-names red -o", tmp_path / "pack")
    check_refused(done, "fan-10 has no turntable", "1 name for up to 3 pieces")
    assert list(tmp_path.iterdir()) == []


# --------------------------------------------------------------------------------------------------------------------
# A search that ends without the pack


def test_a_time_limit_keeps_the_nearest_cards_and_names_what_is_missing(tmp_path):
    def end(what: str, done: int, total: int) -> None:
        if done == 3:
            raise LimitInterrupt(Stop(StopKind.TIME, 1.0))

    with pytest.raises(NotEnoughCardsError, match=r"the time is up: .* still lacks .*ask for fewer") as caught:
        make_pack(PackPlan("far", "Far", (0, 0, 0, 0, 1), (FAN,), "1"), progress=end)
    error = caught.value
    assert error.stop is not None
    assert error.stop.kind is StopKind.TIME
    assert error.cards
    assert [forged.card.name for forged in error.cards] == [slug_of(forged.card.about["title"]) for forged in error.cards]
    assert "still lacks 1 black" in str(error)
    assert "the nearest cards are in their places: 1 for black (" in str(error)


# --------------------------------------------------------------------------------------------------------------------
# Resuming


def test_an_interrupted_pack_is_resumed_with_the_same_bytes(tmp_path, monkeypatch):
    whole, target = make_pack(PLAN), tmp_path / "two"

    def interrupt(what: str, done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    def refuse(*given: object) -> None:
        raise AssertionError("a finished search is repeated")

    with pytest.raises(NotEnoughCardsError, match=r"interrupted: .* may find better ones"):
        make_pack(PLAN, progress=interrupt, kept=KeptSearches.beside(target, PLAN.key))
    kept = KeptSearches.beside(target, PLAN.key)
    assert (kept.folder.parent, kept.count) == (tmp_path / ".two.searches", 3)
    resumed = make_pack(PLAN, kept=kept)
    monkeypatch.setattr("shunt.generator.packs.recipes.ShardSearch", refuse)
    repeated = make_pack(PLAN, kept=KeptSearches.beside(target, PLAN.key))
    texts = [Pack.from_proven(PLAN.name, PLAN.title, PLAN.seed, cards).texts() for cards in (whole, resumed, repeated)]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize("searches", [0, 2])
def test_a_stopped_command_leaves_a_pack_that_the_same_command_completes(searches, tmp_path, monkeypatch):
    def command(seed: int = 1) -> int:
        options = f"--board fan-10 --tiers 2,0,0,0,0 --seed {seed} --name two"
        return shunt(f"make pack {options} -o", tmp_path / "pack").exit_code

    def interrupted(pack: KeptSearches, shard: int, cards: list[ProvenCard]) -> None:
        if pack.count == searches:
            raise KeyboardInterrupt
        keep(pack, shard, cards)

    keep = KeptSearches.keep
    monkeypatch.setattr(KeptSearches, "keep", interrupted)
    assert command() == 130
    assert 0 < len(Pack.open(tmp_path / "pack")) <= 2
    assert check_pack(tmp_path / "pack").holds
    monkeypatch.setattr(KeptSearches, "keep", keep)
    assert command(seed=2) == 2  # another pack, which may not replace this one
    assert command() == 0
    assert len(Pack.open(tmp_path / "pack")) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]
    assert command() == 2  # a whole pack is not replaced


def test_an_interrupt_leaves_a_pack_of_the_own_cards_proven_so_far(tmp_path, monkeypatch):
    def add(pack: Pack, cards: list[RouteCard], **how: Any) -> list[Finding]:
        if cards[0].name == "run-round":
            raise KeyboardInterrupt
        return add_all(pack, cards, **how)

    add_all = Pack.add
    monkeypatch.setattr(Pack, "add", add)
    done = shunt("make pack --from first-swap run-round about-turn -o", tmp_path / "pack")
    assert done.exit_code == 130
    assert Pack.open(tmp_path / "pack").slugs == ("first-swap",)
    assert re.search(r"shunt pack add \S+pack \S*run-round\S* \S*about-turn", done.stderr)


def test_a_time_limit_ends_a_pack_of_own_cards_and_names_all_that_are_not_proven(tmp_path):
    save_card(replace(load_card("doublenook"), name="twin"), tmp_path / "twin.toml")
    done = shunt("make pack --time-limit 0.2 -o", tmp_path / "pack", "doublenook", tmp_path / "twin.toml")
    assert done.exit_code == 3
    assert not (tmp_path / "pack").exists()
    for name in ("doublenook", "twin"):
        assert re.search(rf"{name}\.toml: the optimum is not proven: stopped at the limit of time", done.stderr)
