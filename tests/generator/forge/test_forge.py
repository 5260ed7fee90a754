"""The forge: every card is what it is said to be, the same seed gives the same cards, and wishes that cannot be are told."""

from dataclasses import replace

import pytest

from shunt.cards.card import Goal, RouteCard
from shunt.errors import InputError
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.hardest import SpaceTooLargeError, hardest
from shunt.generator.forge.measures import look
from shunt.generator.forge.proof import minimal, optimum_of, reductions
from shunt.generator.forge.run import NoSuchCardError, forge, generate, generate_many
from shunt.generator.forge.shard import ProvenCard, forge_shard
from shunt.generator.rating.rate import rate
from shunt.generator.spec import CardSpec, SearchBudget, grade_bounds
from shunt.rules.moves import parse_move
from shunt.rules.position import Position, Roster
from shunt.rules.ruleset import replay
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan

QUICK = SearchBudget(spaces=3, goals=2, starts=2, held=20_000, near=5_000)


def spec(board: str, **wished: object) -> CardSpec:
    return CardSpec(load_layout(board), **wished)  # type: ignore[arg-type]


def assert_sound(forged: ProvenCard) -> None:
    card = forged.card
    assert forged.id == canonical_id(card)
    assert solve(card).optimum == forged.optimum == card.proof["optimum"]
    *_, last = replay(card.rules, card.start, [parse_move(move) for move in card.guide])
    assert card.is_solved(last.position)
    assert len(card.guide) == forged.optimum
    assert all(optimum_of(smaller) != forged.optimum for _, smaller in reductions(card))
    rating = rate(card)
    assert (rating.grade, rating.tier) == (forged.grade, forged.tier)
    assert forged.look == look(card)


@pytest.mark.parametrize(
    ("board", "wished"),
    [
        pytest.param("loop-12", {"cars": (1, 3)}, marks=pytest.mark.slow),
        ("wye-18", {"cars": (1, 2), "broken": (1, 2)}),
        pytest.param("roundhouse-14", {"cars": (1, 2), "locomotives": (1, 2)}, marks=pytest.mark.slow),
        pytest.param("fan-10", {"cars": (2, 3), "ruleset": "railway"}, marks=pytest.mark.slow),
        ("wye-18", {"cars": (3, 3), "locomotives": (1, 1)}),  # too large to be held here: searched back from the goal
    ],
)
def test_every_card_is_sound(board, wished):
    asked = spec(board, **wished)
    found = []
    for shard in range(12):
        made, _ = forge_shard(asked, "sound", shard, QUICK)
        found += made
        if found:
            break
    assert_sound(found[0])


@pytest.mark.parametrize(
    ("board", "tier", "least"), [("balloon-12", "green", 3), pytest.param("loop-12", "yellow", 1, marks=pytest.mark.slow)]
)
def test_a_search_that_estimates_grades_gives_sound_cards_of_its_tier(board, tier, least):
    aimed, tries = replace(QUICK, spaces=1, near=0, aimed=True), range(6)
    wished = spec(board, cars=(2, 2), tier=tier, optimum=(2, 14))
    given = [forge_shard(wished, str(seed), 0, aimed) for seed in tries]
    found = [forged for cards, _ in given for forged in cards]
    assert len(found) >= least
    assert {forged.tier for forged in found} == {tier}
    assert_sound(found[0])
    wrong = sum(count for _, why in given for words, count in why.rejected.items() if words.endswith(f", not {tier}"))
    assert wrong <= len(found)  # an estimate is nearly as good as the rating
    assert forge_shard(wished, "0", 0, aimed) == given[0]


def test_goals_by_place_are_sound():
    """Every car is sent to a place of the board; so on a board that is too large to be held and is searched back."""
    for board, places in (("fan-10", {"mill": ("E", "F"), "dock": ("G", "H")}), ("wye-18", {"mill": ("B1", "B2", "B3")})):
        named = replace(load_layout(board), places=places)
        asked = CardSpec(named, cars=(2, 2), goal="places")
        for forged in forge(asked, 1, "places", budget=replace(QUICK, held=2_000)).cards:
            assert_sound(forged)
            assert not forged.card.goal.places
            assert {want.place for want in forged.card.goal.wants} <= set(places)
            assert forged.card.goal.pieces == set(forged.card.roster.cars)


def test_a_broken_space_and_a_locomotive_of_one_name_are_not_mistaken():
    """Broken B is superfluous, and locomotive B is not: it stands in the way of A."""
    plan = Plan.from_tracks("line", ["A C D E F", "A C G", "B H"])
    start, roster = Position(("D", "C"), ()), Roster(("A", "B"), ())
    card = RouteCard("names", "railway", Layout(plan), roster, start, Goal({"A": "A"}), broken=frozenset({"B"}))
    assert optimum_of(card) == 2
    smaller = minimal(card, 2)
    assert (smaller.broken, smaller.roster.locomotives, optimum_of(smaller)) == (frozenset(), ("A", "B"), 2)


def is_within_bounds(forged: ProvenCard) -> bool:
    low, high = grade_bounds((forged.optimum, forged.optimum))
    return low - 0.01 <= forged.grade <= high + 0.01


@pytest.mark.parametrize(
    ("board", "wished", "holds"),
    [
        ("loop-12", {"tier": "green", "optimum": (4, 6)}, lambda one: one.tier == "green" and 4 <= one.optimum <= 6),
        ("loop-12", {"goal": "all"}, lambda one: set(one.card.goal.places) == set(one.card.roster.pieces)),
        ("loop-12", {"cars": (1, 3), "unique": True}, lambda one: one.card.rating["features"]["solutions"] == 1),
        ("roundhouse-14", {"cars": (1, 1), "optimum": (2, 8), "turntable": True}, lambda one: "turntable" in one.mechanics),
        pytest.param(
            *(
                "roundhouse-14",
                {"cars": (1, 1), "optimum": (2, 5), "turntable": False},
                lambda one: "turntable" not in one.mechanics,
            ),
            marks=pytest.mark.slow,
        ),
        ("loop-12", {"cars": (1, 2), "closed": (1, 1)}, lambda one: "closed" in one.mechanics),
        ("loop-12", {"cars": (1, 2), "optimum": (2, 15)}, is_within_bounds),
    ],
)
def test_what_is_wished_comes_true(board, wished, holds):
    made = forge(spec(board, **({"optimum": (2, 12)} | wished)), 1, "turn", shards=40, budget=QUICK).cards
    assert made
    assert all(map(holds, made))


@pytest.mark.parametrize(
    ("board", "wished", "told"),
    [
        ("fan-10", {"optimum": (5, 3)}, "optimum"),
        ("fan-10", {"turntable": True}, "no turntable"),
        ("fan-10", {"goal": "places"}, "no places"),
        ("fan-10", {"cars": (8, 8), "broken": (3, 3)}, "leave no space free"),
        ("fan-10", {"tier": "black", "optimum": (2, 3)}, "tier, optimum"),
        ("fan-10", {"tier": "blue", "optimum": (25, 30)}, "tier, optimum"),
        ("loop-12", {"tier": "black", "optimum": (2, 4)}, "no black card of fewer than 7 moves is known"),
        ("fan-10", {"goal": "some", "cars": (1, 1)}, "goal, cars"),
        ("fan-10", {"locomotives": (0, 1)}, "locomotives"),
    ],
)
def test_a_spec_that_contradicts_itself_is_a_fault(board, wished, told):
    with pytest.raises(InputError, match=told):
        spec(board, **wished).check()


def test_the_hardest_card_of_a_small_board_is_the_hardest():
    asked = spec("fan-10", cars=(2, 2))
    found = hardest(asked)
    assert found.card is not None
    assert_sound(found.card)
    assert sum(found.histogram) == len(found.reached) == 90
    assert found.optimum == len(found.histogram) - 1 == found.card.optimum
    # Nothing that the forge finds with such goals is harder.
    made, _ = forge_shard(replace(asked, goal="cars"), "hard", 0, QUICK)
    assert all(forged.optimum <= found.optimum for forged in made)
    with pytest.raises(SpaceTooLargeError, match="can be held"):
        hardest(spec("alphabet-26", cars=(5, 5)))


def test_cards_for_programs_are_those_of_a_run():
    constraints = {"cars": (1, 2), "optimum": (2, 5)}
    wanted = [forged.card for forged in forge(spec("fan-10", **constraints), 2, "7").cards]
    assert list(generate_many("fan-10", 2, seed=7, **constraints)) == wanted
    assert generate(load_layout("fan-10"), seed="7", **constraints) == wanted[0]
    assert next(generate_many("fan-10", seed=7, **constraints)) == wanted[0]


def test_too_many_cars_are_named_while_cards_are_made_and_in_the_end():
    said = []
    with pytest.raises(NoSuchCardError, match="6 cars are too many here: ask for fewer"):
        forge(CardSpec(load_layout("fan-10"), cars=(6, 6)), 1, "1", shards=2, progress=lambda text, *_: said.append(text))
    assert said[0] == "searches, 0 cards (6 cars may be too many here)"
