"""Planning of one turn of Yardmaster: every order of its actions, depth first, and what the table is worth after it.

What chance would turn up is left open: a card from the draw pile counts as a card of unknown use, and the arrival yard is not
refilled. Of the payments for a railcar only the cheapest is tried, since the others differ in what is kept in hand.
"""

from __future__ import annotations

import numpy as np

from shunt.games.yardmaster.engine import layout as L
from shunt.games.yardmaster.engine.policy_kernels import best_purchase, cheapest
from shunt.games.yardmaster.engine.rules_kernels import act, legal, seat_of
from shunt.search.core.jit import kernel, lean

DEEPEST, MOST_NODES = 10, 20_000
# Values in tenths of a point.
POINT, YARD_POINT, CARGO, MORE_CARGO, TOKEN_CARGO, BONUS, BLIND, WIN = 10, 6, 4, 2, 1, 8, 4, 100_000
ENOUGH = 4
"""Cargo of one type that a purchase takes at most; more of it is worth less."""


@lean
def worth(board, seat, blind):
    """Return what a player's side of the table is worth after the turn, `blind` cards of unknown kind included."""
    if board[L.PHASE] == L.OVER:
        return WIN + board[L.ACTIONS]  # the sooner the better
    value = POINT * board[seat + L.POINTS] + BLIND * blind
    for car in range(L.CARS):
        value += YARD_POINT * ((car & 3) + 1) * board[seat + L.YARD + car]
    for kind in range(L.TYPES):
        number = board[seat + L.HAND + kind]
        value += CARGO * min(number, ENOUGH) + MORE_CARGO * max(0, number - ENOUGH)
    value += TOKEN_CARGO * board[seat + L.HAND + board[seat + L.TOKEN]]
    for bonus in range(L.TYPES, L.KINDS):
        value += BONUS * board[seat + L.HAND + bonus]
    _, surplus = best_purchase(board, seat, board[seat + L.TOKEN])
    return value + max(0, surplus) // 2


@lean
def tried(board, seat, action):
    """Return whether the plan tries an action: of purchases the cheapest for their railcar, and not the end of the turn."""
    if action == L.END_TURN:
        return False
    if action < L.BUY:
        return True
    car = (action - L.BUY) // L.PAYMENTS
    code, _ = cheapest(board, seat, car, board[seat + L.TOKEN])
    return action == L.BUY + L.PAYMENTS * car + code


@lean
def advance(board, action, blind):
    """Apply an action without chance and return the number of blind cards after it."""
    if action == L.DRAW_PILE:
        if board[L.EXTRA] > 0:
            board[L.EXTRA] -= 1
        else:
            board[L.ACTIONS] -= 1
        board[L.WINDOW] = 0
        board[L.PILE_SIZE] = max(0, board[L.PILE_SIZE] - 1)
        return blind + 1
    act(board, action)
    if board[L.PHASE] == L.CAR:
        board[L.PHASE] = L.TURN_PHASE
    return blind


@lean
def deepen(boards, found, seat, depth, blind, first, best):
    """Try every action at a depth of the plan that begins with `first`, and the plans that go on from there.

    `best` holds the highest worth so far, the first action of its plan, and the number of actions tried.
    """
    size = legal(boards[depth], found[depth])
    for place in range(size):
        action = found[depth, place]
        if best[2] >= MOST_NODES or not tried(boards[depth], seat, action):
            continue
        after = boards[depth + 1]
        for index in range(after.shape[0]):
            after[index] = boards[depth, index]
        unseen = advance(after, action, blind)
        best[2] += 1
        if depth == 0:
            first = action
        value = worth(after, seat, unseen)
        if value > best[0]:
            best[0], best[1] = value, first
        if after[L.PHASE] == L.TURN_PHASE and depth + 1 < DEEPEST:
            deepen(boards, found, seat, depth + 1, unseen, first, best)
    return size


@kernel
def plan(board):
    """Return the first action of the best plan for the turn of the player in turn, and its worth."""
    seat = seat_of(board[L.PLAYER])
    boards = np.empty((DEEPEST + 1, board.shape[0]), dtype=np.int64)
    found = np.empty((DEEPEST + 1, L.MOST_CHOICES), dtype=np.int64)
    boards[0] = board
    best = np.array([worth(board, seat, 0), L.END_TURN, 0])
    if board[L.EXTRA] > 0:
        legal(board, found[0])
        best[0], best[1] = -1, found[0, 0]
    deepen(boards, found, seat, 0, 0, np.int64(L.END_TURN), best)
    return best[1], best[0]
