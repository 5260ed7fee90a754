"""Games played on cards of every ruleset: legal moves, pushing and popping, counts, ranks; text forms; plans of planners."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import shunt
from shunt.cards.files import load_card
from shunt.classics.pddl.export import counted_metric, plan_moves, to_pddl
from shunt.errors import IllegalMoveError, InputError, NotationError
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.sidings.rules.referee import Sidings, SidingsMove, SidingsPosition
from tests.classics.planning import Problem
from tests.classics.test_pddl import card_at, sidings_card
from tests.effort import examples
from tests.search.boards import puzzles

YARD = Sidings(2, {"1": 3, "2-b": 2}, ("a", "b", "10"))


@pytest.fixture(params=["first-swap", "run-round", "inglenook-322"])
def card(request):
    return load_card(request.param)


def test_the_guide_solves_the_card(card):
    game = card.play()
    assert not game.is_solved
    for text in shunt.solve(card).guide:
        assert text in game.legal_moves
        made = game.push(text)
        assert isinstance(made, MoveMade)
        assert game.peek() is made
        assert made.position == game.position
    assert game.is_solved
    assert game.goal_is_met
    assert game.counts[card.metric[0]] == len(game.moves)
    assert set(card.metric) <= set(game.counts)
    after = game.position
    last = game.pop()
    assert last.position == after
    assert not game.is_solved
    game.push(last.move)
    assert game.position == after
    assert (game.rank is None) == (card.ranks is None)


def test_moves_that_were_made_equal_the_moves_that_are_read(card):
    made = shunt.solve(card).moves
    assert made
    read = [card.rules.parse_move(str(one)) for one in made]
    assert read == list(made)
    assert set(read) == set(made)
    assert made[0] != "nonsense"
    if isinstance(card, shunt.RouteCard):
        assert [shunt.parse_move(str(one)) for one in made] == list(made)


def test_what_is_legal(card):
    game = card.play()
    moves = list(game.legal_moves)
    assert len(game.legal_moves) == len(moves) == len(set(map(str, moves)))
    assert game.legal_moves
    for move in moves:
        assert move in game.legal_moves
        assert str(move) in game.legal_moves
        assert type(move).parse(str(move)) == move == game.rules.parse_move(str(move))
        assert eval(repr(move), {type(move).__name__: type(move)}) == move
    assert "nonsense" not in game.legal_moves


def test_an_illegal_move_leaves_the_game_as_it_was():
    game = shunt.load("first-swap").play()
    game.push("A A1>B3")
    before = game.position
    with pytest.raises(IllegalMoveError, match="move 2") as caught:
        game.push("A B3>F2")
    assert (caught.value.rule, game.position, len(game.moves)) == ("broken-track", before, 1)
    with pytest.raises(NotationError):
        game.push("A to B")
    game.pop()
    for method in (game.pop, game.peek):
        with pytest.raises(IndexError):
            method()
    assert game.position == game.card.start
    assert game.moves == ()


def test_a_limit_bounds_what_is_solved():
    card = shunt.load("first-swap")
    guide = shunt.solve(card).guide
    game = replace(card, limit=len(guide) - 1).play()
    assert game.extend(guide) is None
    assert game.goal_is_met
    assert not game.is_solved
    assert game.rank is None
    assert card.starting_at(game.position).play().goal_is_met
    error = card.play().extend(["A A1>B3", "A A1>B3"])
    assert error is not None
    assert error.number == 2


def test_cards_and_moves_are_values(card):
    game, again = card.play(), replace(card).play()
    move = next(iter(game.legal_moves))
    assert hash(game.push(move)) == hash(again.push(move))
    assert game.peek() == again.peek()
    assert hash(card) == hash(replace(card))
    assert card == replace(card)
    assert hash(card.goal) == hash(replace(card.goal))
    assert hash(card.rules) == hash(replace(card).rules)


def test_metrics_are_chosen_by_name():
    card = shunt.load("first-swap")
    assert card.with_metric("moves", "couplings").metric == ("moves", "couplings")
    yard = load_card("inglenook-322")
    in_legs = yard.with_metric("legs")
    assert in_legs.metric == ("legs",)
    assert in_legs == replace(yard, rules=replace(yard.rules, metric="legs"))
    for wrong in (("pulls",), ("moves", "moves"), ()):
        with pytest.raises(InputError, match="metric"):
            card.with_metric(*wrong)
    for names, why in ((("pulls", "legs"), "metric"), (("pulls+legs",), "different moves"), (("runs",), "under sidings")):
        with pytest.raises(InputError, match=why):
            yard.with_metric(*names)


# --------------------------------------------------------------------------------------------------------------------
# On random boards


@given(puzzles(most_cars=2))
@settings(max_examples=examples(45))
def test_pushing_every_legal_move_gives_the_successors(puzzle):
    rules, start = puzzle
    game = card_at(rules, start).play()
    moves = list(game.legal_moves)
    assert len(game.legal_moves) == len(moves)
    after = set()
    for move in moves:
        after.add(rules.canonical(game.push(str(move)).position))
        assert type(move).parse(str(move), rules.plan.spaces) == move
        assert rules.broken_rule(start, move) is None
        game.pop()
    assert after == rules.successors(start)


@given(
    st.lists(st.lists(st.sampled_from(["a", "b", "7", "10", "red", "x-1"]), max_size=3), min_size=2, max_size=4), st.booleans()
)
@settings(max_examples=examples(80))
def test_positions_of_sidings_round_trip(tracks, inside):
    head = () if inside else tuple(tracks[0])
    position = SidingsPosition(head, tuple(map(tuple, tracks[1:])), "2-b" if inside else "headshunt")
    assert SidingsPosition.parse(str(position)) == position


@pytest.mark.parametrize("text", ["A1>2 B1", "B1 A1>1", "A1>0 B1 @", "A1>0 @0 B1", "A1>0 B?"])
def test_what_is_not_a_position(text):
    with pytest.raises(NotationError, match="A1>1 B1 C2 @0"):
        Position.parse(text)


def test_every_legal_move_of_sidings_can_be_pushed():
    for rules in (YARD, replace(YARD, metric="legs")):
        todo = [SidingsPosition((), (("a", "b", "10"), ()))]
        seen = set(todo)
        while todo and len(seen) < 60:
            position = todo.pop()
            game = sidings_card(rules, position).play()
            assert len(game.legal_moves) == len(list(game.legal_moves))
            after = set()
            for move in game.legal_moves:
                after.add(game.push(SidingsMove.parse(str(move))).position)
                assert game.pop().as_json()["notation"] == str(move)
            assert after == rules.successors(position)
            todo += sorted(after - seen, key=str)
            seen |= after


# --------------------------------------------------------------------------------------------------------------------
# Plans of planners


@given(puzzles(most_cars=1))
@settings(max_examples=6)
def test_plans_are_read_back_as_moves(puzzle):
    rules, start = puzzle
    assume(not rules.roster.interchangeable)  # their pieces have one name in PDDL
    card = card_at(rules, start)
    after = set()
    for text in Problem(to_pddl(card)).one_move().values():
        (move,) = plan_moves(card, text + "; cost = 1 (unit cost)")
        after.add(rules.make(start, move).position)
    assert after == rules.successors(start)


def test_a_plan_that_does_not_fit():
    card = shunt.load("first-swap")
    assert counted_metric(card) == "moves"
    assert counted_metric(load_card("inglenook-322")) == "pulls"
    for text, why in [
        ("start-forward p-a", "not an action"),
        ("(roll-alone p-a e-a1-0 e-a2-1 s-a1 s-a2)", "no move was started"),
        ("(start-forward p-a s-zz e-a1-0)", "unknown action or name"),
        ("(start-forward p-a s-a1 e-a1-0)", "no such move"),
    ]:
        with pytest.raises(NotationError, match=why):
            plan_moves(card, text)


def test_problems_without_costs():
    for name in ("first-swap", "inglenook-322"):
        texts = to_pddl(load_card(name), costs=False)
        assert "cost)" not in texts.domain + texts.problem
        assert "action-costs" not in texts.domain
        whole, plain = Problem(to_pddl(load_card(name))), Problem(texts)
        states = [{state for _, _, state in one.following(one.init)} for one in (whole, plain)]
        assert states[0] == states[1]
