"""The notation of moves: what is written is read again, and what is typed by hand is understood."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import NotationError
from shunt.rules.moves import TrainMove, TurntableStep, parse_move, parse_moves
from tests.effort import examples

names = st.text("AZaz09_.-", min_size=1, max_size=4)
words = st.one_of(names, st.sampled_from(["via", "path", "forward", "backward", "T", "1"]))


@st.composite
def train_moves(draw: st.DrawFn) -> TrainMove:
    via = tuple(draw(st.lists(words, max_size=4)))
    return TrainMove(
        draw(words),
        draw(words),
        draw(words),
        tuple(draw(st.lists(words, max_size=3))),
        draw(st.sampled_from([None, "forward", "backward"])),
        via,
        bool(via) and draw(st.booleans()),
    )


moves = st.one_of(train_moves(), st.builds(TurntableStep, words))


@settings(max_examples=examples(200))
@given(st.lists(moves, max_size=4))
def test_what_is_written_is_read_again(several):
    assert [parse_move(str(move)) for move in several] == several
    lines = "\n".join(map(str, several))
    assert parse_moves(lines) == list(enumerate(several, 1))
    assert [move for _, move in parse_moves("; ".join(map(str, several)))] == several
    numbered = "\n".join(f"{number}. {move}" for number, move in enumerate(several, 1))
    assert [move for _, move in parse_moves(numbered)] == several


@pytest.mark.parametrize(
    "typed",
    [
        "A A1>B3 +red+green via W1,B2",
        "  A   A1 > B3  + red + green   via W1 , B2  ",
        "A: A1>B3 +red+green via W1,B2",
        "A:A1>B3+red+green via W1,B2",
        "A\tA1>B3 +red +green via W1, B2",
    ],
)
def test_odd_spacing_is_understood(typed):
    assert parse_move(typed) == TrainMove("A", "A1", "B3", ("red", "green"), None, ("W1", "B2"))


def test_a_direction_and_a_whole_path_are_understood():
    assert parse_move("A A1>B3 backward path W1,B3") == TrainMove("A", "A1", "B3", (), "backward", ("W1", "B3"), True)


@pytest.mark.parametrize("typed", ["T+1", " T+1 ", "T +1", "T + 1"])
def test_a_turntable_step_is_understood(typed):
    assert parse_move(typed) == TurntableStep("T")


def test_lists_may_be_numbered_commented_and_on_one_line():
    text = """# how to begin
    1. A A1>B3   # out
    2. T+1; 3. A B3>A1
    A A1>A2;;
    """
    step = TrainMove("A", "A1", "B3"), TurntableStep("T"), TrainMove("A", "B3", "A1"), TrainMove("A", "A1", "A2")
    assert parse_moves(text) == [(2, step[0]), (3, step[1]), (3, step[2]), (4, step[3])]
    assert parse_moves("") == []


def test_a_locomotive_may_be_called_like_a_number():
    assert parse_moves("3. A1>B2\n4. 3. B2>A1") == [(1, TrainMove("3.", "A1", "B2")), (2, TrainMove("3.", "B2", "A1"))]


def test_a_fault_names_its_line():
    with pytest.raises(NotationError) as caught:
        parse_moves("A A1>B3\n\nA A1 B3")
    (fault,) = caught.value.faults
    assert fault.line == 3
    assert "the sign > is missing between A1 and B3" in fault.what


def test_all_faults_are_told_at_once():
    with pytest.raises(NotationError) as caught:
        parse_moves("A A1\nT+1\n???; A A1>B3\nA>B")
    assert [fault.line for fault in caught.value.faults] == [1, 3, 4]


GARBAGE = "|A|A A1|A1>B3|A A1>|A >B3|A A1>B3 +|A A1>B3 via|A A1>B3 via ,|A A1>B3 sideways|T+2|A A1>B3 via W1 W2|A -1|1-3|A1-B3"


@pytest.mark.parametrize("typed", GARBAGE.split("|"))
def test_garbage_is_refused(typed):
    with pytest.raises(NotationError):
        parse_move(typed)
