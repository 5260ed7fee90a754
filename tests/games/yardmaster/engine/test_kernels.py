"""The kernels against the referee: the same legal actions and the same states, for every option and number of players."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.games.protocol import CHANCE, drawn
from shunt.games.yardmaster.encoding import decode_action, encode, encode_action
from shunt.games.yardmaster.engine import layout
from shunt.games.yardmaster.engine.plan_kernels import choices
from shunt.games.yardmaster.engine.policy_kernels import choose
from shunt.games.yardmaster.engine.rules_kernels import act, give_car, give_card
from shunt.games.yardmaster.game import Yardmaster
from tests.effort import examples

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "split": st.sampled_from(["2332", "3322", "4321", "0064"]),
        "goal": st.sampled_from([6, 18, 125]),
        "first": st.just(1),
        "reshuffle": st.just("at-once"),
        "bonus_order": st.just("letter"),
        "loading": st.just("any-time"),
        "take_fresh_bonus": st.just(True),
        "end_on_railcars_exhausted": st.just(True),
        "turn_cap": st.sampled_from([3, 20]),
    },
)


def same_board(board, other):
    """Return whether two boards are one state: the arrival yard in any order, the discard pile only as far as it is high."""
    first, second = board.copy(), other.copy()
    for boards in (first, second):
        boards["arrivals"][0, boards["arrivals_size"][0] :] = layout.CARS
        boards["arrivals"].sort()
        boards["discard"][0, boards["discard_size"][0] :] = 0
    return first.tobytes() == second.tobytes()


def but_for_the_payment(action):
    return action.what, action.item, () if action.what == "buy" else action.cards


def after_set_up(game, chance):
    state = game.initial()
    while state.phase not in ("turn", "over"):
        state = game.apply(state, drawn(game, state, chance))
    return state


def check_game(game, seed, chooser):
    """Play one game, or the beginning of a long one, on both sides."""
    chance, found = random.Random(seed), np.empty(layout.MOST_CHOICES, dtype=np.int64)
    state = after_set_up(game, chance)
    board = encode(game, state)
    for _ in range(400):
        if game.is_over(state):
            break
        if game.to_act(state) == CHANCE:
            outcome = drawn(game, state, chance)
            (give_card if state.phase == "card" else give_car)(board[0], outcome.item)
            state = game.apply(state, outcome)
        else:
            token = state.tokens[state.player]
            tried = [decode_action(number, token) for number in found[: choices(board[0], found)].tolist()]
            actions = game.legal_actions(state)
            assert set(tried) <= set(actions)
            assert sorted(map(but_for_the_payment, tried)) == sorted({*map(but_for_the_payment, actions)} - {("end", 0, ())})
            assert [decode_action(encode_action(action, token), token) for action in actions] == list(actions)
            action = chooser(board, found, state, actions, chance)
            assert action in actions
            act(board[0], encode_action(action, token))
            state = game.apply(state, action)
        assert same_board(board, encode(game, state))


def at_random(board, found, state, actions, chance):
    # Purchases outnumber the rest by far: choose a kind of action first, so that everything happens.
    kind = chance.choice(sorted({action.what for action in actions}))
    return chance.choice([action for action in actions if action.what == kind])


def by_policy(board, found, state, actions, chance):
    before = board.copy()
    action = decode_action(int(choose(board)), state.tokens[state.player])
    assert board.tobytes() == before.tobytes(), "the policy has changed the table"
    return action


@settings(deadline=None, max_examples=examples(40))
@given(players=st.integers(2, 5), options=OPTIONS, seed=st.integers(0, 10**6))
def test_kernels_follow_the_referee(players, options, seed):
    check_game(Yardmaster(players, **options), seed, at_random)


@settings(deadline=None, max_examples=examples(30))
@given(players=st.integers(2, 5), options=OPTIONS, seed=st.integers(0, 10**6))
def test_the_policy_plays_legal_actions(players, options, seed):
    check_game(Yardmaster(players, **options), seed, by_policy)
