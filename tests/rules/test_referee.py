"""Replaying moves, writing runs as moves, and saying which rule an illegal move breaks."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import assume, given, settings

from shunt.errors import IllegalMoveError
from shunt.rules.guide import describe, resolve, run_between
from shunt.rules.moves import TrainMove, parse_move
from shunt.rules.position import Position
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Run, Switcher
from shunt.track.turntable import Turntable
from tests.effort import examples
from tests.rules.settings import STUB, after, made, setting
from tests.search.boards import puzzles

LINE = ["A B C D E"]
BEHIND = ["E D C B A", "E D Y X W"]
"""Two branches behind D."""
FORK = ["A B C X", "A B D X", "C X Y", "D X Y"]
"""From B by way of C or of D to X, and on to Y."""


def runs_from(rules: Switcher, position: Position, most: int = 40) -> list[Run]:
    return list(islice((how for how, _ in rules.outcomes(position) if isinstance(how, Run)), most))


# ------------------------------------------------------------------------------------------------- runs, moves and back


@settings(max_examples=examples(120))
@given(puzzles(by_name=True))
def test_every_outcome_is_described_by_a_move_that_means_it_alone(puzzle):
    rules, position = puzzle
    for run in runs_from(rules, position):
        move = describe(rules, position, run)
        assert parse_move(str(move)) == move
        (meant,) = resolve(rules, position, move)
        assert rules.roster.canonical(meant.after) == rules.roster.canonical(run.after)
        (replayed,) = replay(rules, position, [move])
        assert replayed.run is not None
        assert replace(replayed.run, direction=meant.direction) == meant  # the direction is as seen from the locomotive


@settings(max_examples=examples(60))
@given(puzzles(by_name=True))
def test_no_shorter_list_of_spaces_would_do(puzzle):
    rules, position = puzzle
    written = [(run, describe(rules, position, run)) for run in runs_from(rules, position)]
    for run, move in [(run, move) for run, move in written if move.via or move.direction][:4]:
        wanted = rules.roster.canonical(run.after)
        plain = TrainMove(move.locomotive, move.start, move.to, move.couples)
        shorter = min(len(move.via), 3) if move.direction is None else 3  # a direction comes only after lists of three
        for length in range(shorter):
            for via in product(rules.plan.spaces, repeat=length):
                found = resolve(rules, position, TrainMove(*plain_fields(plain), via))
                assert [rules.roster.canonical(other.after) for other in found] != [wanted]


def plain_fields(move: TrainMove) -> tuple[str, str, str, tuple[str, ...], None]:
    return move.locomotive, move.start, move.to, move.couples, None


def test_there_is_no_run_between_positions_that_no_move_joins():
    rules, start = setting(LINE, {"L": "A>B"})
    with pytest.raises(ValueError, match="no move"):
        run_between(rules, start, start)


def test_a_run_tells_all_about_a_move():
    rules, start = setting(LINE, {"L": "B>C", "red": "A", "blue": "C"})
    (replayed,) = made(rules, start, "L B>C +red")
    assert replayed.run == Run(
        "L", "forward", ("red",), ("blue",), ("B", "C"), ("D",), ("C", "D"), Position(("C", "B", "D"), start.headings, ())
    )


def test_the_head_of_the_train_names_the_branch():
    rules, start = setting(["A B C D", "A B E F"], {"L": "A>B", "red": "B"})
    (to_c,) = [run for run in runs_from(rules, start) if run.head_path == ("C",)]
    assert str(describe(rules, start, to_c)) == "L A>B via C"
    assert after(rules, start, "L A>B via E") == "L=B>C red=E"


def test_pieces_on_both_branches_are_told_apart_though_the_head_ends_on_one_space():
    """The head is on X in either case; where it comes from shows only in the space of the piece that it meets."""
    rules, start = setting(FORK, {"L": "A>B", "red": "B", "green": "C", "blue": "D"})
    assert after(rules, start, "L A>B via C") == "L=B>C red=C green=X blue=D"
    assert after(rules, start, "L A>B via D") == "L=B>C red=D green=C blue=X"
    assert after(rules, start, "L A>B path B,C,X") == "L=B>C red=C green=X blue=D"
    with pytest.raises(IllegalMoveError, match="say which"):
        made(rules, start, "L A>B via X")


def test_a_way_that_the_way_round_a_loop_begins_with_is_told_by_the_whole_path():
    rules, start = setting(STUB, {"L": "S>A"})
    moves = {str(describe(rules, start, run)) for run in runs_from(rules, start)}
    assert moves >= {"L S>A forward path A", "L S>A via B", "L S>C via B", "L S>C via D", "L S>S"}


def test_interchangeable_pieces_make_one_outcome():
    rules, start = setting(FORK, {"L": "B>C", "red": "C", "blue": "D"}, alike=(("red", "blue"),))
    assert after(rules, start, "L B>C") == "L=C>X red=X blue=D"


def test_the_number_of_the_illegal_move_is_told():
    rules, start = setting(LINE, {"L": "B>C"})
    with pytest.raises(IllegalMoveError) as caught:
        made(rules, start, "L B>C; L B>D")
    assert (caught.value.rule, caught.value.number) == ("start", 2)
    assert str(caught.value) == "move 2: L B>D: L stands on C, not on B"


# ---------------------------------------------------------------------------------------------- coupling before a push


def coupled_first(rules: Switcher, position: Position, run: Run) -> Iterator[TrainMove]:
    """Every way to write a run backward with pieces coupled first that stand directly behind.

    Round a ring the same pieces may be in front too, coupled to another locomotive: then the move draws them, if they drag.
    """
    move = describe(rules, position, run)
    chains = [(ready[1], rules.coupled(ready)) for ready in rules.trains(position) if ready[0] == run.locomotive]
    for count in range(1, len(run.pushes) + 1):
        if ("forward", run.pushes[:count]) in chains and ("backward", run.pushes[:count]) not in chains:
            yield replace(move, couples=run.pushes[:count], direction="backward")
            yield replace(move, couples=run.pushes[:count], direction="backward", via=run.passes, whole_path=True)


@settings(max_examples=examples(90))
@given(puzzles(by_name=True))
def test_ts_25_coupling_before_backing_up_is_the_same_move_as_the_push(puzzle):
    rules, position = puzzle
    for run in runs_from(rules, position):
        if run.direction == "backward" and run.pushes and not (run.couples or rules.couples_both_ways):
            for written in coupled_first(rules, position, run):
                if broken := rules.broken_rule(position, written):
                    assert (broken[0], written.whole_path) == ("ambiguous", False)
                    continue
                (replayed,) = replay(rules, position, [written])
                assert replayed.run is not None
                assert (replayed.run.direction, replayed.run.couples) == ("backward", ())
                canonical = replayed.move
                assert canonical.couples == ()
                (pushed,) = replay(rules, position, [canonical])
                assert pushed.position == replayed.position
                if written.whole_path:
                    assert rules.roster.canonical(replayed.position) == rules.roster.canonical(run.after)


def test_coupling_before_backing_up_is_printed_as_the_push():
    rules, start = setting(LINE, {"L": "D>E", "red": "C", "blue": "B"})
    for text in ("L D>C +red", "L D>C +red+blue", "L D>C +red backward", "L D>C +red via C,B,A"):
        (step,) = made(rules, start, text)
        assert (step.notation, step.words) == ("L D>C", "L runs backward D C, pushes red blue")
        assert step.as_json()["couples"] == []
    assert rules.broken_rule(start, parse_move("L D>C +blue")) is not None


@pytest.mark.parametrize("alike", [(), (("red", "blue"),)])
def test_of_two_ways_round_to_one_outcome_the_one_that_pushes_what_is_coupled_is_made(alike):
    """Every space is held, and L reaches D by pushing blue off B or red off C: with the same outcome, or one that is alike."""
    rules, start = setting(["D A B C D A", "D A C D"], {"L": "A>B", "red": "C", "blue": "B", "green": "D"}, alike=alike)
    rows = [run for run in runs_from(rules, start) if run.direction == "backward" and run.pushes]
    assert rows
    for run in rows:
        for written in coupled_first(rules, start, run):
            if written.whole_path:
                (step,) = replay(rules, start, [written])
                assert step.run is not None
                assert (step.run.pushes[: len(written.couples)], step.run.passes) == (written.couples, run.passes)
                (again,) = replay(rules, start, [step.move])
                assert again.position == step.position


def test_what_is_coupled_chooses_the_branch_behind():
    rules, start = setting(BEHIND, {"L": "D>E", "red": "C", "blue": "Y"})
    assert after(rules, start, "L D>C +red") == "L=C>D red=B blue=Y"
    with pytest.raises(IllegalMoveError) as caught:
        made(rules, start, "L D>Y +red")
    assert caught.value.rule == "coupling"


def test_a_run_forward_with_cars_coupled_keeps_its_meaning():
    rules, start = setting(["A B C A B"], {"L": "B>C", "red": "A"})
    (step,) = made(rules, start, "L B>A +red")
    assert step.run is not None
    assert (step.run.direction, step.run.couples) == ("forward", ("red",))


# ----------------------------------------------------------------------------------------------------- broken rules

MANUAL = Turntable("T", ("T",), (("B", "C"), ("B", "")), "manual")
EACH_MOVE = Turntable("T", ("T",), (("B", "C"), ("B", "")))
CROSSING = ["A X B", "C Y D"]

ILLEGAL = [
    # rule, setting, move, words that must be in the message
    ("locomotive", setting(LINE, {"L": "B>C", "red": "C"}), "red C>D", "red is a car, and only locomotives move"),
    ("locomotive", setting(LINE, {"L": "B>C"}), "X B>C", "X is not a piece of this card (locomotives: L)"),
    ("space", setting(LINE, {"L": "B>C"}), "L B>Z", "unknown space Z"),
    ("space", setting(LINE, {"L": "B>C"}), "L B>E via Z", "unknown space Z"),
    ("start", setting(LINE, {"L": "B>C"}), "L A>C", "L stands on B, not on A"),
    ("coupling", setting(LINE, {"L": "B>C", "red": "A"}), "L B>C +rad", "unknown piece rad (did you mean red?)"),
    (
        "coupling",
        setting(LINE, {"L": "C>D", "red": "A"}),
        "L C>D +red",
        "directly behind L, where it could be coupled; there stands nothing",
    ),
    ("coupling", setting(LINE, {"L": "C>D", "red": "B", "blue": "A"}), "L C>D +blue+red", "do not stand in this order"),
    ("coupling", setting(LINE, {"L": "C>D", "red": "B", "blue": "A"}), "L C>D +blue", "there stands red blue"),
    ("coupling", setting(LINE, {"L": "C>D", "red": "D"}), "L C>B +red", "cars in front are never coupled, only pushed"),
    ("coupling", setting(LINE, {"L": "C>D", "red": "A"}), "L C>B +red backward", "there stands nothing"),
    ("coupling", setting(LINE, {"L": "C>D", "red": "D"}), "L C>B +red", "red is in front"),
    ("coupling", setting(BEHIND, {"L": "D>E", "red": "C"}), "L D>Y +red", "with nothing coupled it does"),
    ("coupling", setting(LINE, {"L": "C", "red": "A"}, railway=True), "L C>D +red", "at either end of L"),
    ("via", setting(LINE, {"L": "A>B"}), "L A>C via D", "on no run to C does the head of the train pass D in this order"),
    ("via", setting(LINE, {"L": "A>B"}), "L A>C path C", "on no run to C does the head of the train go by the path C"),
    ("direction", setting(LINE, {"L": "A>B"}), "L A>C backward", "L gets to C, but not running backward"),
    ("no-stop", setting(LINE, {"L": "A>B"}, no_stop=["C"]), "L A>C", "C may be passed, but nothing may stop there"),
    (
        "no-stop",
        setting(LINE, {"L": "A>B", "red": "B"}, no_stop=["D"]),
        "L A>C",
        "a piece would end on D, where nothing may stop",
    ),
    ("broken-track", setting(LINE, {"L": "A>B"}, broken=("C",)), "L A>C", "C is a broken track"),
    ("broken-track", setting(LINE, {"L": "A>B"}, broken=("C",)), "L A>E", "a broken track is in the way: C"),
    ("broken-track", setting(LINE, {"L": "A>B", "red": "E"}, broken=("C",)), "L A>E", "over a broken track (C)"),
    (
        "exclusive",
        setting(CROSSING, {"L": "A>X", "red": "Y"}, exclusive=[["X", "Y"]]),
        "L A>B",
        "of X, Y only one may be occupied",
    ),
    ("blocked", setting(LINE, {"L": "A>B", "red": "D", "blue": "E"}), "L A>D", "in the way and cannot be pushed on"),
    ("way", setting(["A B C", "A B D"], {"L": "C>B"}), "L C>D", "a move runs in one direction, without turning back"),
    ("way", setting(LINE, {"L": "A>B"}), "L A>A", "a move goes at least one space"),
    ("ambiguous", setting(["A B C", "A B D"], {"L": "A>B", "red": "B"}), "L A>B", "2 different outcomes; say which: L A>B via"),
    ("turntable", setting(["A B", "C D"], {"L": "A>B"}, turntables=[MANUAL]), "U+1", "unknown turntable U; this layout has T"),
    ("turntable", setting(["A B", "C D"], {"L": "A>B"}), "U+1", "this layout has none"),
    (
        "turntable",
        setting(["A B", "C D"], {"L": "A>B"}, turntables=[EACH_MOVE]),
        "T+1",
        "not turned by hand (its rotation is each-move)",
    ),
    (
        "turntable",
        setting(["A B", "C D"], {"L": "A>B"}, turntables=[MANUAL], at=(1,)),
        "L A>D",
        "T is at position 1; the path to D needs position 0",
    ),
]


@pytest.mark.parametrize(("rule", "where", "move", "words"), ILLEGAL)
def test_the_broken_rule_is_named(rule, where, move, words):
    with pytest.raises(IllegalMoveError) as caught:
        made(*where, move)
    assert words in str(caught.value)
    assert caught.value.rule == rule
    assert str(caught.value).startswith(f"move 1: {move}: ")


def test_an_ambiguous_move_is_answered_with_moves_that_are_not():
    rules, start = setting(["A B C", "A B D"], {"L": "A>B", "red": "B"})
    with pytest.raises(IllegalMoveError) as caught:
        made(rules, start, "L A>B")
    for move in caught.value.why.partition("say which: ")[2].split("; "):
        assert made(rules, start, move)


@settings(max_examples=examples(50))
@given(puzzles(by_name=True), puzzles())
def test_whatever_is_illegal_has_a_reason(puzzle, other):
    """Moves made for one board and tried on another: whatever means nothing there, or too much, is refused with a reason."""
    rules, position = puzzle
    moves = [describe(*other, run) for run in runs_from(*other, most=10)]
    assume(moves)
    for move in moves:
        if len(resolve(rules, position, move)) != 1:
            with pytest.raises(IllegalMoveError) as caught:
                list(replay(rules, position, [move]))
            assert caught.value.rule
            assert caught.value.why.startswith(f"{move}: ")


@pytest.mark.parametrize(
    ("tracks", "start", "moves", "directions"),
    [
        (["A B C"], "C", "L C>B; L B>C; L C>A; L A>B", "forward backward forward backward"),
        (STUB, "S", "L S>D; L D>S path C,B,A,S; L S>A", "forward forward backward"),  # round the balloon loop
    ],
)
def test_directions_under_railway_are_seen_from_the_locomotive(tracks, start, moves, directions):
    runs = [one.run for one in made(*setting(tracks, {"L": start}, railway=True), moves)]
    assert [run.direction for run in runs if run] == directions.split()
