"""A quick policy for Yardmaster: rules of thumb that look at one's own hand and at what is public, never at other hands.

It loads the best chain of the sorting yard, plays PLUS 1 and DRAW 2 at once, buys what brings most points for its cargo, uses
TAKE 1 and swaps where they make a purchase possible, and otherwise draws what it lacks. It is the greedy bot, and the policy of
the playouts of the search bot.
"""

from __future__ import annotations

from shunt.games.yardmaster.engine import layout as L
from shunt.games.yardmaster.engine.rules_kernels import coupled, discard_open, held, pile_open, seat_of
from shunt.search.core.jit import inner, lean

DEEPEST = 5
"""Railcars that a chain out of the sorting yard is looked ahead."""
# Values in tenths of a point.
PER_POINT, PER_YARD_POINT, PER_CARGO, PER_BONUS, WIN = 10, 6, 3, 7, 10_000


@lean
def chain(board, seat, end, most):
    """Return the most points that the sorting yard adds to a train that ends with `end`, at most `most` railcars ahead."""
    best = 0
    if most == 0 or board[seat + L.YARD_SIZE] == 0:
        return best
    for car in range(L.CARS):
        if board[seat + L.YARD + car] > 0 and coupled(end, car):
            board[seat + L.YARD + car] -= 1
            best = max(best, (car & 3) + 1 + chain(board, seat, car, most - 1))
            board[seat + L.YARD + car] += 1
    return best


@inner
def best_load(board, seat):
    """Return the loading that begins the best chain, or -1 if nothing can be loaded."""
    best, action = 0, -1
    end = board[seat + L.END]
    for car in range(L.CARS):
        if board[seat + L.YARD + car] > 0 and coupled(end, car):
            board[seat + L.YARD + car] -= 1
            points = (car & 3) + 1 + chain(board, seat, car, DEEPEST - 1)
            board[seat + L.YARD + car] += 1
            if points > best:
                best, action = points, L.LOAD + car
    return action


@lean
def gain(board, seat, car):
    """Return what a railcar brings, in tenths of a point, before its price; `WIN` more if it wins."""
    value = (car & 3) + 1
    end = board[seat + L.END]
    if coupled(end, car):
        points = value + chain(board, seat, car, DEEPEST)
        return PER_POINT * points + (WIN if board[seat + L.POINTS] + points >= board[L.GOAL] else 0)
    return PER_YARD_POINT * value


@lean
def cheapest(board, seat, car, token):
    """Return the cheapest payment for `car` with an exchange token, as code and price; the code is -1 without one.

    Own cargo comes first, then exchanged cargo; bonus cards only where cargo does not suffice.
    """
    own, value = car >> 2, (car & 3) + 1
    have = board[seat + L.HAND + own]
    other = board[seat + L.HAND + token] if token != own else 0
    code, price = -1, 1 << 30
    for less in range(min(held(board, seat, L.PAY_1_LESS), value) + 1):
        for even in range(min(held(board, seat, L.EXCHANGE_1), 1) + 1):
            need = value - less
            exchanged = max(need - have, even)
            if exchanged > need or (2 - even) * exchanged > other:
                continue
            mine = need - exchanged
            cost = PER_CARGO * (mine + (2 - even) * exchanged) + PER_BONUS * (less + even)
            if cost < price:
                top = 1 if mine == 0 and exchanged > 0 else 0
                code, price = 2 * (5 * (2 * less + even) + exchanged) + top, cost
    return code, price


@inner
def best_purchase(board, seat, token):
    """Return the purchase of most gain less price with a token, as action and surplus; -1 without one."""
    action, surplus = -1, -(1 << 30)
    for place in range(board[L.ARRIVALS]):
        car = board[L.ARRIVAL + place]
        code, price = cheapest(board, seat, car, token)
        if code >= 0:
            worth = gain(board, seat, car) - price
            if worth > surplus:
                action, surplus = L.BUY + L.PAYMENTS * car + code, worth
    return action, surplus


@lean
def wanted(board, seat):
    """Return the type of cargo that is missing for the most promising railcar, or -1 if none is on offer.

    Promising is what couples and needs little more: each missing unit counts half a railcar's value.
    """
    token, best, kind = board[seat + L.TOKEN], -(1 << 30), -1
    for place in range(board[L.ARRIVALS]):
        car = board[L.ARRIVAL + place]
        own, value = car >> 2, (car & 3) + 1
        have = board[seat + L.HAND + own]
        if token != own:
            have += board[seat + L.HAND + token] // 2
        missing = max(0, value - have)
        worth = 2 * gain(board, seat, car) - 10 * missing
        if missing > 0 and worth > best:
            best, kind = worth, own
    return kind


@lean
def source(board, seat):
    """Return where to draw: from the discard if its top is wanted or exchangeable, otherwise from the pile; -1 if neither is
    open."""
    if discard_open(board):
        top = board[L.DISCARD + board[L.DISCARD_SIZE] - 1]
        if top == wanted(board, seat) or top == board[seat + L.TOKEN] or not pile_open(board):
            return L.DRAW_DISCARD
    return L.DRAW_PILE if pile_open(board) else -1


@lean
def take(board, seat):
    """Return the TAKE 1 worth playing: for a DRAW 2 or PLUS 1, or for cargo that makes a purchase possible; -1 without one."""
    if held(board, seat, L.TAKE_1) <= 0 or (board[L.TAKE_FRESH] == 1 and board[L.FRESH + L.TAKE_1 - L.TYPES] >= 2):
        return -1
    for bonus in (L.DRAW_2, L.PLUS_1):
        fresh = board[L.FRESH + bonus - L.TYPES] if board[L.TAKE_FRESH] == 0 else 0
        if board[L.DISCARDED + bonus] > fresh:
            return L.PLAY_TAKE_1 + bonus
    best, action = 0, -1
    for kind in range(L.TYPES):
        if board[L.DISCARDED + kind] > 0:
            board[seat + L.HAND + kind] += 1
            _, surplus = best_purchase(board, seat, board[seat + L.TOKEN])
            board[seat + L.HAND + kind] -= 1
            if surplus > best:
                best, action = surplus, L.PLAY_TAKE_1 + kind
    return action


@lean
def swap(board, seat):
    """Return the swap after which most can be bought, or -1 if none helps."""
    best, action = 5, -1
    for token in range(L.TYPES):
        if token != board[seat + L.TOKEN]:
            _, surplus = best_purchase(board, seat, token)
            if surplus > best:
                best, action = surplus, L.SWAP + token
    return action


@lean
def choose(board):
    """Return the action of the policy for the player in turn."""
    seat = seat_of(board[L.PLAYER])
    if board[L.EXTRA] > 0:
        return source(board, seat)
    if board[seat + L.YARD_SIZE] > 0 and (board[L.WINDOW] == 1 or board[L.ANY_TIME] == 1):
        action = best_load(board, seat)
        if action >= 0:
            return action
    if held(board, seat, L.PLUS_1) > 0:
        return L.PLAY_PLUS_1
    if board[L.ACTIONS] > 0 and held(board, seat, L.DRAW_2) > 0:
        if pile_open(board) or (discard_open(board) and board[L.LETTER] == 0):
            return L.PLAY_DRAW_2
    if board[L.ACTIONS] == 0:
        return L.END_TURN
    action, surplus = best_purchase(board, seat, board[seat + L.TOKEN])
    if action >= 0 and surplus > 0:
        return action
    action = take(board, seat)
    if action >= 0:
        return action
    if board[L.ACTIONS] > 1:
        action = swap(board, seat)
        if action >= 0:
            return action
    action = source(board, seat)
    return action if action >= 0 else L.END_TURN
