"""A quick policy for Yardmaster: rules of thumb that look at one's own hand and at what is public, never at other hands.

It loads the best chain of the sorting yard, plays PLUS 1 and DRAW 2 at once, buys the railcar that brings the most points for its
cargo, uses TAKE 1 for one of those two cards, and otherwise draws cards that it lacks. It never swaps, because swaps lose more
games than they win. It is the greedy bot, and the policy of the playouts of the search bot.
"""

from __future__ import annotations

from shunt.games.yardmaster.engine.layout import (
    BUY,
    CARS,
    DRAW_2,
    DRAW_DISCARD,
    DRAW_PILE,
    END_TURN,
    EXCHANGE_1,
    LOAD,
    PAY_1_LESS,
    PAYMENTS,
    PLAY_DRAW_2,
    PLAY_PLUS_1,
    PLAY_TAKE_1,
    PLUS_1,
)
from shunt.games.yardmaster.engine.rules_kernels import coupled, discard_open, held, may_take, pile_open, takeable
from shunt.search.core.jit import inner, lean

DEEPEST = 5
"""Railcars that a chain out of the sorting yard is looked ahead."""
# Values in tenths of a point.
PER_POINT, PER_YARD_POINT, PER_CARGO, PER_BONUS, WIN = 10, 6, 3, 7, 10_000


@lean
def chain(seat, end, most):
    """Return the most points that the sorting yard adds to a train that ends with `end`, at most `most` railcars ahead, and the
    first railcar of the chain that does, or -1."""
    best, first = 0, -1
    if most == 0 or seat.yard_size == 0:
        return best, first
    for car in range(CARS):
        if seat.yard[car] > 0 and coupled(end, car):
            seat.yard[car] -= 1
            further, _ = chain(seat, car, most - 1)
            seat.yard[car] += 1
            if (car & 3) + 1 + further > best:
                best, first = (car & 3) + 1 + further, car
    return best, first


@lean
def gain(board, seat, car):
    """Return what a railcar brings, in tenths of a point, before its price; `WIN` more if it wins."""
    value = (car & 3) + 1
    end = seat.end
    if coupled(end, car):
        points = value + chain(seat, car, DEEPEST)[0]
        return PER_POINT * points + (WIN if seat.points + points >= board.goal else 0)
    return PER_YARD_POINT * value


@lean
def cheapest(board, seat, car):
    """Return the cheapest payment for `car`, as code and price; the code is -1 without one.

    Own cargo comes first, then exchanged cargo; bonus cards only where cargo does not suffice.
    """
    own, value = car >> 2, (car & 3) + 1
    have = seat.hand[own]
    other = seat.hand[seat.token] if seat.token != own else 0
    code, price = -1, 1 << 30
    for less in range(min(held(board, seat, PAY_1_LESS), value) + 1):
        for even in range(min(held(board, seat, EXCHANGE_1), 1) + 1):
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
def best_purchase(board, seat):
    """Return the purchase of most gain less price, as action and surplus; -1 without one."""
    action, surplus = -1, -(1 << 30)
    for place in range(board.arrivals_size):
        car = board.arrivals[place]
        code, price = cheapest(board, seat, car)
        if code >= 0:
            worth = gain(board, seat, car) - price
            if worth > surplus:
                action, surplus = BUY + PAYMENTS * car + code, worth
    return action, surplus


@lean
def wanted(board, seat):
    """Return the type of cargo that is missing for the most promising railcar, or -1 if none is on offer.

    Promising is what couples and needs little more: each missing unit counts half a railcar's value.
    """
    token, best, kind = seat.token, -(1 << 30), -1
    for place in range(board.arrivals_size):
        car = board.arrivals[place]
        own, value = car >> 2, (car & 3) + 1
        have = seat.hand[own]
        if token != own:
            have += seat.hand[token] // 2
        missing = max(0, value - have)
        worth = 2 * gain(board, seat, car) - 10 * missing
        if missing > 0 and worth > best:
            best, kind = worth, own
    return kind


@lean
def source(board, seat):
    """Return where to draw: from the discard if its top is wanted, otherwise from the pile; -1 if neither is open."""
    if discard_open(board):
        top = board.discard[board.discard_size - 1]
        if top == wanted(board, seat) or not pile_open(board):
            return DRAW_DISCARD
    return DRAW_PILE if pile_open(board) else -1


@lean
def choose(boards):
    """Return the action of the policy for the player in turn on the first of `boards`."""
    board = boards[0]
    seat = board.seats[board.player]
    if board.extra > 0:
        return source(board, seat)
    if seat.yard_size > 0 and (board.window or board.any_time):
        _, car = chain(seat, seat.end, DEEPEST)
        if car >= 0:
            return LOAD + car
    if held(board, seat, PLUS_1) > 0:
        return PLAY_PLUS_1
    if board.actions > 0 and held(board, seat, DRAW_2) > 0:
        if pile_open(board) or (discard_open(board) and not board.letter):
            return PLAY_DRAW_2
    if board.actions == 0:
        return END_TURN
    action, surplus = best_purchase(board, seat)
    if action >= 0 and surplus > 0:
        return action
    if may_take(board, seat):
        for bonus in (DRAW_2, PLUS_1):
            if takeable(board, bonus):
                return PLAY_TAKE_1 + bonus
    action = source(board, seat)
    return action if action >= 0 else END_TURN
