"""`make pack`: its constraints reach the cards, a time limit keeps the nearest, and an interrupt costs no finished search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from shunt.cards.card import RouteCard
from shunt.errors import Fault, InputError
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs import kept as kept_module
from shunt.generator.packs.build import NotEnoughCardsError, PackPlan, make_pack
from shunt.generator.packs.kept import KeptSearches
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.reading import load_pack
from shunt.generator.packs.recipes import BoxRecipes, Recipes
from shunt.generator.packs.selection import introduced_together
from shunt.generator.packs.titles import slug_of
from shunt.generator.spec import check_on_boards, known_mechanics
from shunt.track.layout_file import load_layout
from tests.cli.running import answer, check_refused, shunt

FAN = load_layout("fan-10")
PLAN = PackPlan("two", "Two", (2, 0, 0, 0, 0), (FAN,), "1")


def made(folder: Path, *args: str, board: str = "fan-10", tiers: str = "2,0,0,0,0") -> list[RouteCard]:
    """Make a small pack with these options; return its cards."""
    figures = answer("make", "pack", "--board", board, "--tiers", tiers, "--seed", "1", "-o", folder, *args)
    cards = [card for card in load_pack(folder)[1] if isinstance(card, RouteCard)]
    assert len(figures["order"]) == len(cards) == sum(map(int, tiers.split(",")))
    return cards


def test_numbers_names_colours_and_notes_reach_the_cards(tmp_path: Path) -> None:
    options = ["--cars", "1", "--car-names", "white", "--locomotive-names", "Big", "--broken", "1", "--goal", "all"]
    notes = ["--author", "Ada", "--licence", "CC0-1.0"]
    (card,) = made(tmp_path / "pack", *options, *notes, board="loop-12", tiers="1,0,0,0,0")
    assert card.roster.pieces == ("Big", "white")
    assert len(card.broken) == 1
    assert set(card.goal.places) == {"Big", "white"}
    assert (card.about["author"], card.about["licence"]) == ("Ada", "CC0-1.0")


def test_two_locomotives_and_a_mechanic_reach_the_cards(tmp_path: Path) -> None:
    options = ["--locomotives", "2", "--cars", "1", "--mechanic", "push", "--without", "couple"]
    (card,) = made(tmp_path / "pack", *options, tiers="1,0,0,0,0")
    assert (len(card.roster.locomotives), len(card.roster.cars)) == (2, 1)
    assert ("push" in card.about["mechanics"], "couple" in card.about["mechanics"]) == (True, False)


def test_constraints_that_no_board_can_meet_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    done = shunt("make", "pack", "--board", "fan-10", "--turntable", "--cars", "3", "--car-names", "red", "-o", tmp_path / "pack")
    check_refused(done, "fan-10 has no turntable", "1 name for up to 3 pieces")
    assert list(tmp_path.iterdir()) == []


def test_names_limit_the_number_of_cars_unless_it_is_given() -> None:
    two = {"car_names": ("red", "white")}
    check_on_boards(two, (FAN,))
    for shard in range(20):
        assert PackPlan("x", "X", (0, 0, 0, 0, 1), (FAN,), "1", constraints=two).recipes.spec(shard).cars[1] <= 2  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="2 names for up to 3 pieces"):
        check_on_boards(two | {"cars": (3, 3)}, (FAN,))


def test_what_every_card_must_have_is_not_introduced_by_the_first() -> None:
    every = {"broken": (1, 2), "locomotives": (2, 2), "mechanics": ("push",)}
    assert known_mechanics(every) == ("push", "broken", "two-locomotives")
    assert known_mechanics({"turntable": True}) == ("turntable",)
    assert known_mechanics({"broken": (0, 2), "locomotives": (1, 2), "turntable": False}) == ()


def cards_that_use(*used: str) -> dict[str, ProvenCard]:
    """A pool of cards with these mechanics, each text one card."""
    card = make_pack(replace(PLAN, tiers=(1, 0, 0, 0, 0)))[0]
    return {str(number): replace(card, id=str(number), mechanics=tuple(names.split())) for number, names in enumerate(used)}


def test_what_no_card_introduces_alone_is_introduced_together() -> None:
    assert introduced_together({}, ()) == set()
    assert introduced_together(cards_that_use("push", "push couple turn"), ()) == set()
    assert introduced_together(cards_that_use("push couple broken", "push couple turn"), ("broken",)) == {"push", "couple"}
    assert introduced_together(cards_that_use("push couple turn", "couple run-round broken"), ()) == {"push", "couple", "turn"}


def test_under_constraints_every_other_search_is_for_a_card_of_its_tier() -> None:
    free, bound = (replace(PLAN, constraints=one).recipes for one in ({}, {"cars": (2, 2)}))
    assert isinstance(free, Recipes)
    assert isinstance(bound, Recipes)
    assert {free.spec(shard).tier for shard in range(8)} == {None}
    assert {bound.spec(shard).tier for shard in range(8)} == {None, "blue"}
    box = BoxRecipes((load_layout("alphabet-26"),), (1, 1, 0, 0, 0), "1", {"cars": (2, 2)})
    assert [box.spec(shard).tier for shard in (0, box.round - 1, box.round, 2 * box.round - 1)] == [None, None, "blue", "green"]


# --------------------------------------------------------------------------------------------------------------------
# A search that ends without the pack


def test_a_time_limit_keeps_the_nearest_cards_and_names_what_is_missing(tmp_path: Path) -> None:
    times = iter([False] * 3)
    with pytest.raises(NotEnoughCardsError, match=r"the time is up: .* still lacks .*ask for fewer") as caught:
        make_pack(PackPlan("far", "Far", (0, 0, 0, 0, 1), (FAN,), "1"), is_time_up=lambda: next(times, True))
    error = caught.value
    assert error.is_time_up
    assert error.cards
    assert [forged.card.name for forged in error.cards] == [slug_of(forged.card.about["title"]) for forged in error.cards]
    assert "still lacks 1 black" in str(error)
    assert "the nearest cards are in their places: 1 for black (" in str(error)


def test_the_command_ends_with_status_3_when_the_time_is_up_and_is_resumed(tmp_path: Path) -> None:
    options = ["make", "pack", "--board", "fan-10", "--tiers", "1,0,0,0,0", "--seed", "1", "-o", str(tmp_path / "pack")]
    done = shunt(*options, "--time-limit", "0.000001")
    assert done.exit_code == 3
    assert "the time is up" in done.stderr
    assert "Traceback" not in done.output
    again = shunt(*options, "--replace")
    assert again.exit_code == 0, again.output
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]


# --------------------------------------------------------------------------------------------------------------------
# Resuming


def test_an_interrupted_pack_is_resumed_with_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, target = make_pack(PLAN), tmp_path / "two"

    def interrupt(what: str, done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    def refuse(*given: object) -> None:
        raise AssertionError("a finished search is repeated")

    with pytest.raises(KeyboardInterrupt):
        make_pack(PLAN, progress=interrupt, kept=KeptSearches.beside(target, PLAN.key))
    kept = KeptSearches.beside(target, PLAN.key)
    assert (kept.folder, kept.count) == (tmp_path / ".two.searches", 3)
    resumed = make_pack(PLAN, kept=kept)
    monkeypatch.setattr("shunt.generator.packs.recipes.forge_shard", refuse)
    repeated = make_pack(PLAN, kept=KeptSearches.beside(target, PLAN.key))
    texts = [Pack.from_proven(PLAN.name, PLAN.title, PLAN.seed, cards).texts() for cards in (whole, resumed, repeated)]
    assert texts[0] == texts[1] == texts[2]


def test_searches_of_another_plan_or_damaged_ones_count_as_nothing(tmp_path: Path) -> None:
    kept = KeptSearches.beside(tmp_path / "two", PLAN.key)
    kept.keep(0, [])
    kept.keep(1, [])
    for damaged in ('[{"id": "x"}]', "[" * 100_000, "\x00", "7", '[{"id": "x", "card": "", "look": {}, "mechanics": []}]'):
        (kept.folder / "00001.json").write_text(damaged, "utf-8")
        assert (kept.cards_of(0), kept.cards_of(1), kept.cards_of(2)) == ([], None, None)
    assert KeptSearches.beside(tmp_path / "two", "another").count == 0
    kept.drop()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing_but_searches_that_are_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["make", "pack", "--board", "fan-10", "--tiers", "1,0,0,0,0", "--seed", "1", "-o", str(tmp_path / "pack")]
    write, room = kept_module.write_text_atomically, [0]

    def filled(path: Path, text: str) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise InputError(Fault("", "the file cannot be written: No space left on device"))
        write(path, text)

    monkeypatch.setattr(kept_module, "write_text_atomically", filled)
    for files in (0, 1):  # no room for the key, and none for the first search
        room[0] = files
        check_refused(shunt(*options), "No space left on device")
        assert list(tmp_path.iterdir()) == []
    room[0] = 2
    check_refused(shunt(*options), "No space left on device", "the searches so far are kept beside it")
    assert [path.name for path in tmp_path.iterdir()] == [".pack.searches"]
