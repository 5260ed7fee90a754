"""Every shipped layout and card is sound, every optimum is proven anew, every Yard Guide replays."""

from math import hypot, perm
from pathlib import Path

import pytest

from shunt.cards.card import Ranks, RouteCard
from shunt.cards.files import problems
from shunt.files.library import card_names, shipped
from shunt.pages.cards import guide_data
from shunt.paper.back import guide_rows
from shunt.render.words import label_of
from shunt.rules.guide import resolve
from shunt.rules.moves import TrainMove, parse_move
from shunt.rules.position import Position, Roster, parse_heading
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Switcher
from shunt.search.methods.flood import flood_position
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout
from shunt.track.survey import survey
from tests.shipped import packed_cards, shipped_card

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks" / "cards"
FEW_VISITED = 60_000


BENCHMARK_CARDS = [str(path) for path in sorted(BENCHMARKS.glob("wye-18-five-*.toml"))]
TRAIN_CARDS = [name for name in card_names() if isinstance(shipped_card(name), RouteCard)]
LAYOUTS = [name for name, file in shipped("layouts").items() if "tracks" in file.read_text(encoding="utf-8")]


def visited(name: str) -> int:
    """How many states the stored proof visited."""
    return int(shipped_card(name).proof["states"])


def slowly(names: list[str], is_slow: dict[str, bool]) -> list[object]:
    return [pytest.param(name, marks=pytest.mark.slow if is_slow[name] else (), id=Path(name).stem) for name in names]


EVERY_CARD = [*TRAIN_CARDS, *BENCHMARK_CARDS]


# ------------------------------------------------------------------------------------------------------------------ layouts


def test_files_have_no_fault_and_are_called_like_what_they_hold():
    for path in [*shipped("layouts").values(), *BENCHMARKS.glob("*.toml")]:
        assert problems(path) == [], path
        assert f'name = "{path.stem}"' in path.read_text(encoding="utf-8"), path


def test_layouts_say_where_every_space_is_drawn_and_give_it_a_mark_of_its_own():
    for layout in map(load_layout, LAYOUTS):
        assert set(layout.at) == set(layout.marks) == set(layout.plan.spaces), layout.name
        points = list(layout.at.values())
        nearest = min(hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(points) for b in points[:i])
        assert nearest >= 0.7, layout.name
        assert layout.about["title"], layout.name
        assert layout.about["notes"], layout.name
        assert all(mark.letter == space for space, mark in layout.marks.items()), layout.name
        figures = [(mark.colour, mark.shape) for mark in layout.marks.values()]
        assert all(colour and shape for colour, shape in figures), layout.name
        assert len(set(figures)) == len(figures), layout.name


def test_where_a_locomotive_can_turn():
    turning = {name for name in LAYOUTS if survey(load_layout(name).plan).turning is not None}
    assert turning >= {"balloon-12", "roundhouse-14", "wye-18", "turntable-19", "alphabet-26"}
    assert turning.isdisjoint({"fan-10", "loop-12", "scissors-12"})


def test_the_main_board_is_lettered_and_rich():
    layout = load_layout("alphabet-26")
    assert sorted(layout.plan.spaces) == [chr(ord("A") + number) for number in range(26)]
    start = parse_heading(layout.plan, "F>G")
    rules = Switcher(layout.plan, Roster(("A",), ("red", "green")))
    flood = flood_position(Codec.for_rules(rules), Position(("F", "N", "T"), (start.end,), (0,)))
    assert flood.exhausted
    assert flood.states > 0.94 * perm(26, 3) * 2 * 4


# -------------------------------------------------------------------------------------------------------------------- cards


def test_proof_ranks_and_limit_agree():
    for card in map(shipped_card, EVERY_CARD):
        assert card.proof["status"] == "optimal", card.name
        optimum = card.proof["optimum"]
        assert card.about["title"], card.name
        if card.metric == ("moves",):
            assert len(card.guide) == optimum, card.name
            assert card.ranks == Ranks.from_optimum(optimum), card.name
            assert card.limit == card.ranks.brakeman, card.name


def test_the_yard_guide_replays_to_the_goal():
    for card in map(shipped_card, EVERY_CARD):
        assert not card.is_solved(card.start), card.name
        here = card.start
        for index, text in enumerate(card.guide, 1):
            move = parse_move(text)
            assert str(move) == text, card.name
            if isinstance(move, TrainMove):
                assert len(resolve(card.rules, here, move)) == 1, (card.name, text)
            here = next(replay(card.rules, here, [move])).position
            assert card.is_solved(here) == (index == len(card.guide)), card.name


IN_MOVES = [name for name in EVERY_CARD if shipped_card(name).metric == ("moves",)]


# `solve` itself searches other shipped cards so: `test_the_stored_guide_is_the_one_that_solve_shows`.
OTHERWISE = [name for name in IN_MOVES if name in BENCHMARK_CARDS or shipped_card(name).proof["method"] != "bidirectional"]


@pytest.mark.parametrize("name", slowly(OTHERWISE, {name: visited(name) > FEW_VISITED for name in OTHERWISE}))
def test_optima_are_proven_from_both_ends(name):
    card = shipped_card(name)
    answer = solve(card, method="bidirectional")
    assert (answer.status, answer.optimum) == ("optimal", card.proof["optimum"])


# --------------------------------------------------------------------------------------------------------------------
# One Yard Guide: what is stored, printed, animated and shown on pages is what `solve` shows

SLOW_STATES = 6_000
# `solve` does not end, or takes a second and more: `python -m benchmarks.museum` proves what can be proven of these.
LONG = ["dudeney-muddle", "doublenook", "loyd-primitive", "loyd-primitive-left", "loyd-switch", "loyd-switch-single"]
LONG += ["oval-make-up", "polish-overtaking", "polish-passing", "saw-by", "single-track"]
LONG += ["branch-line", "getting-past", "twenty-one-wagons", "weak-bridge"]


PACKED = {card.name: card for card in packed_cards()}
GUIDED = {name: shipped_card(name) for name in card_names() if name not in LONG} | PACKED
SAMPLE = [*list(GUIDED)[::5], *list(PACKED)[::16]]  # the others are slow together; those of packs were made by one program
SLOWLY = [name for name in GUIDED if name not in PACKED]  # packs are proved as packs


@pytest.mark.parametrize(
    "name",
    slowly(
        list(dict.fromkeys([*SAMPLE, *SLOWLY])),
        {name: card.proof.get("states", 0) > SLOW_STATES or name not in SAMPLE for name, card in GUIDED.items()},
    ),
)
def test_the_stored_guide_is_the_one_that_solve_shows(name):
    answer = solve(GUIDED[name])
    assert (answer.status, answer.guide) == ("optimal", GUIDED[name].guide)


def test_the_printed_guide_and_that_of_pages_are_the_stored_one():
    for card in map(GUIDED.__getitem__, SAMPLE):
        rows, remarks = guide_rows(card)
        assert (len(rows), remarks) == (len(card.guide), []), card.name
        for text, row in zip(card.guide, rows, strict=True):
            move = card.rules.parse_move(text)
            words = [word.text for word in row]
            if isinstance(card, RouteCard) and isinstance(move, TrainMove):
                expected = [move.locomotive, label_of(card, move.start), "→", label_of(card, move.to)]
                expected += [f"+{piece}" for piece in move.couples]
                assert words[: len(expected)] == expected, (card.name, text)
            else:
                assert words == [str(move)], (card.name, text)
        if isinstance(card, RouteCard):
            made = list(replay(card.rules, card.start, card.guide))
            steps = guide_data(card)
            pieces, spaces = card.roster.pieces, card.plan.spaces
            assert [step[0] for step in steps] == [pieces.index(one.run.locomotive) if one.run else -1 for one in made]
            assert [[spaces[at] for at in step[3]] for step in steps if len(step) > 2] == [
                list(one.run.passes) for one in made if one.run
            ]
