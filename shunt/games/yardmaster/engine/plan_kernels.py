"""Planning of one turn of Yardmaster: every order of its actions, depth first, and what the table is worth after it.

What chance would turn up is left open: a card from the draw pile counts as a card of unknown use, and the arrival yard is not
refilled. Of the payments for a railcar only the cheapest is tried, since the others differ in what is kept in hand.
"""

from __future__ import annotations

import numpy as np

from shunt.games.yardmaster.engine.board import BOARD
from shunt.games.yardmaster.engine.layout import (
    BUY,
    CAR,
    CARS,
    DRAW_2,
    DRAW_DISCARD,
    DRAW_PILE,
    END_TURN,
    KINDS,
    LOAD,
    MOST_CHOICES,
    OVER,
    PAYMENTS,
    PLAY_DRAW_2,
    PLAY_PLUS_1,
    PLAY_TAKE_1,
    PLUS_1,
    SWAP,
    TURN_PHASE,
    TYPES,
)
from shunt.games.yardmaster.engine.policy_kernels import best_purchase, cheapest
from shunt.games.yardmaster.engine.rules_kernels import act, coupled, discard_open, held, may_take, pile_open, takeable
from shunt.search.core.jit import kernel, lean

DEEPEST, MOST_NODES = 10, 20_000
# Values in tenths of a point.
POINT, YARD_POINT, CARGO, MORE_CARGO, BONUS, BLIND, WIN = 10, 6, 4, 2, 8, 4, 100_000
ENOUGH = 4
"""Cargo of one type that a purchase takes at most; more of it is worth less."""


@lean
def worth(board, blind):
    """Return what a player's side of the table is worth after the turn, `blind` cards of unknown kind included."""
    if board.phase == OVER:
        return WIN + board.actions  # the sooner the better
    seat = board.seats[board.player]
    value = POINT * seat.points + BLIND * blind
    for car in range(CARS):
        value += YARD_POINT * ((car & 3) + 1) * seat.yard[car]
    for kind in range(TYPES):
        number = seat.hand[kind]
        value += CARGO * min(number, ENOUGH) + MORE_CARGO * max(0, number - ENOUGH)
    for bonus in range(TYPES, KINDS):
        value += BONUS * seat.hand[bonus]
    _, surplus = best_purchase(board, seat)
    return value + max(0, surplus) // 2


@lean
def choices(board, found):
    """Write the actions that a plan tries to `found` and return how many there are.

    These are all legal actions except the end of the turn, with only the cheapest payment for each railcar.
    """
    size = 0
    can_pile, can_discard = pile_open(board), discard_open(board)
    if board.extra > 0 or board.actions > 0:
        if can_pile:
            found[size] = DRAW_PILE
            size += 1
        if can_discard:
            found[size] = DRAW_DISCARD
            size += 1
    if board.extra > 0:
        return size
    seat = board.seats[board.player]
    if board.actions > 0:
        for token in range(TYPES):
            if token != seat.token:
                found[size] = SWAP + token
                size += 1
        for place in range(board.arrivals_size):
            car, again = board.arrivals[place], False
            for before in range(place):
                again = again or board.arrivals[before] == car
            code, _ = cheapest(board, seat, car)
            if code >= 0 and not again:
                found[size] = BUY + PAYMENTS * car + code
                size += 1
    if held(board, seat, PLUS_1) > 0:
        found[size] = PLAY_PLUS_1
        size += 1
    if held(board, seat, DRAW_2) > 0 and (can_pile or (can_discard and not board.letter)):
        found[size] = PLAY_DRAW_2
        size += 1
    if may_take(board, seat):
        for kind in range(KINDS):
            if takeable(board, kind):
                found[size] = PLAY_TAKE_1 + kind
                size += 1
    if seat.yard_size > 0 and (board.window or board.any_time):
        for car in range(CARS):
            if seat.yard[car] > 0 and coupled(seat.end, car):
                found[size] = LOAD + car
                size += 1
    return size


@lean
def advance(board, action, blind):
    """Apply an action without chance and return the number of blind cards after it."""
    if action == DRAW_PILE:
        if board.extra > 0:
            board.extra -= 1
        else:
            board.actions -= 1
        board.window = False
        board.pile_size = max(0, board.pile_size - 1)
        return blind + 1
    act(board, action)
    if board.phase == CAR:
        board.phase = TURN_PHASE
    return blind


@lean
def deepen(boards, found, depth, blind, first, best):
    """Try every action at a depth of the plan that begins with `first`, and the plans that go on from there.

    `best` holds the highest worth so far, the first action of its plan, and the number of actions tried.
    """
    size = choices(boards[depth], found[depth])
    for place in range(size):
        if best[2] >= MOST_NODES:
            break
        action = found[depth, place]
        boards[depth + 1] = boards[depth]
        after = boards[depth + 1]
        unseen = advance(after, action, blind)
        best[2] += 1
        if depth == 0:
            first = action
        value = worth(after, unseen)
        if value > best[0]:
            best[0], best[1] = value, first
        if after.phase == TURN_PHASE and depth + 1 < DEEPEST:
            deepen(boards, found, depth + 1, unseen, first, best)
    return size


@kernel
def plan(tables):
    """Return the first action of the best plan for the player in turn on the first of `tables`."""
    boards = np.empty(DEEPEST + 1, BOARD)
    found = np.empty((DEEPEST + 1, MOST_CHOICES), dtype=np.int64)
    board = tables[0]
    boards[0] = board
    best = np.array([worth(board, 0), END_TURN, 0])
    if board.extra > 0:
        choices(board, found[0])
        best[0], best[1] = -1, found[0, 0]
    deepen(boards, found, 0, 0, np.int64(END_TURN), best)
    return best[1]
