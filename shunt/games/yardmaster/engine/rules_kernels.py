"""The rules of Yardmaster on one record (`board.BOARD`): actions, what they need, and what chance draws.

The referee is `games.yardmaster.game`; a property test holds these kernels against it, state by state, for every option.
"""

from __future__ import annotations

from shunt.games.yardmaster.engine.layout import (
    BUY,
    CAR,
    CARD,
    CARS,
    DRAW_2,
    DRAW_DISCARD,
    DRAW_PILE,
    END_TURN,
    EXCHANGE_1,
    KINDS,
    LOAD,
    OVER,
    PAY_1_LESS,
    PAYMENTS,
    PLAY_DRAW_2,
    PLAY_PLUS_1,
    PLAY_TAKE_1,
    PLUS_1,
    SWAP,
    TAKE_1,
    TURN_PHASE,
    TYPES,
)
from shunt.search.core.jit import inlined, inner, lean


@inlined
def coupled(end, car):
    """Return whether `car` may follow the railcar `end` (-1: the engine)."""
    return end < 0 or end >> 2 == car >> 2 or end & 3 == car & 3


@inlined
def pile_open(board):
    """Return whether a card can be drawn from the draw pile."""
    return board.pile_size > 0 or board.at_once and board.discard_size > 1


@inlined
def discard_open(board):
    """Return whether the top of the discard pile can be drawn."""
    size = board.discard_size
    return size > 0 and board.discard[size - 1] < TYPES


@inlined
def held(board, seat, bonus):
    """Return how many bonus cards of a kind the player in turn may play."""
    return seat.hand[bonus] - board.frozen[bonus]


@inlined
def may_take(board, seat):
    """Return whether the player in turn may play TAKE 1, if there is a card to take."""
    return held(board, seat, TAKE_1) > 0 and (not board.take_fresh or board.fresh[TAKE_1] < 2)


@inlined
def takeable(board, kind):
    """Return whether the discard pile has a card of a kind that TAKE 1 may fetch."""
    return board.discarded[kind] > (0 if board.take_fresh else board.fresh[kind])


# --------------------------------------------------------------------------------------------------------------------
# Cards and piles


@inlined
def push(board, kind):
    """Put a card on the discard pile."""
    board.discard[board.discard_size] = kind
    board.discard_size += 1
    board.discarded[kind] += 1


@inlined
def pop(board):
    """Take the top card of the discard pile off and return its kind."""
    board.discard_size -= 1
    kind = board.discard[board.discard_size]
    board.discarded[kind] -= 1
    return kind


@inlined
def spend(board, seat, kind, number):
    """Discard cards of the player in turn."""
    seat.hand[kind] -= number
    if kind >= TYPES:
        board.fresh[kind] += number
    for _ in range(number):
        push(board, kind)


@inner
def take_in(board, kind):
    """Put a card into the hand of the player in turn; a bonus card that comes without an action left is frozen."""
    board.seats[board.player].hand[kind] += 1
    if kind >= TYPES and board.actions == 0:
        board.frozen[kind] += 1


@lean
def reshuffle(board):
    """Move all but the top of the discard pile into the draw pile."""
    if board.discard_size < 2:
        return
    top = pop(board)
    for kind in range(KINDS):
        board.pile[kind] += board.discarded[kind]
        board.discarded[kind] = 0
        board.fresh[kind] = min(board.fresh[kind], kind == top)
    board.pile_size += board.discard_size
    board.discard_size = 0
    push(board, top)


@lean
def drawn(board):
    """Finish a draw: a DRAW 2 that is done, or cannot be continued, is discarded."""
    if board.extra > 0 and (pile_open(board) or discard_open(board)):
        return
    if board.aside >= 0:
        push(board, board.aside)
        board.aside = -1
    board.extra = 0


@lean
def give_card(board, kind):
    """Apply chance: the card drawn from the draw pile is of this kind."""
    board.pile[kind] -= 1
    board.pile_size -= 1
    board.phase = TURN_PHASE
    take_in(board, kind)
    drawn(board)


@lean
def give_car(board, car):
    """Apply chance: the railcar that refills the arrival yard."""
    board.railcars[car] -= 1
    board.railcars_left -= 1
    board.arrivals[board.arrivals_size] = car
    board.arrivals_size += 1
    board.phase = TURN_PHASE


# --------------------------------------------------------------------------------------------------------------------
# Actions


@inner
def attach(board, seat, car):
    """Put a railcar at the end of the train of the player in turn, who may have won by it."""
    seat.end = car
    seat.points += (car & 3) + 1
    board.window = True
    if seat.points >= board.goal:
        board.phase = OVER


@lean
def buy(board, seat, code):
    """Buy a railcar; `code` is the action less `BUY`."""
    car, code = code // PAYMENTS, code % PAYMENTS
    top, code = code & 1, code >> 1
    exchanged, code = code % 5, code // 5
    even, less = code & 1, code >> 1
    own, token = car >> 2, seat.token
    mine, other = (car & 3) + 1 - less - exchanged, (2 - even) * exchanged
    spend(board, seat, PAY_1_LESS, less)
    spend(board, seat, EXCHANGE_1, even)
    spend(board, seat, token, other * (1 - top))
    spend(board, seat, own, mine)
    spend(board, seat, token, other * top)
    board.actions -= 1
    board.busy = True
    last = board.arrivals_size - 1
    for place in range(board.arrivals_size):
        if board.arrivals[place] == car:
            board.arrivals[place] = board.arrivals[last]
            break
    board.arrivals_size = last
    if coupled(seat.end, car):
        attach(board, seat, car)
    else:
        seat.yard[car] += 1
        seat.yard_size += 1
        board.window = False
    if board.phase == TURN_PHASE and board.railcars_left > 0:
        board.phase = CAR


@lean
def draw(board, action):
    """Draw a card, by an action or for a DRAW 2."""
    if board.extra > 0:
        board.extra -= 1
    else:
        board.actions -= 1
    board.window = False
    board.busy = True
    if action == DRAW_PILE:
        if board.pile_size == 0:
            reshuffle(board)
        board.phase = CARD
        return
    take_in(board, pop(board))
    drawn(board)


@lean
def play(board, seat, action):
    """Play a bonus card."""
    board.window = False
    board.busy = True
    if action == PLAY_PLUS_1:
        spend(board, seat, PLUS_1, 1)
        board.actions += 1
    elif action == PLAY_DRAW_2:
        spend(board, seat, DRAW_2, 1)
        board.extra = 2
        if not board.letter:
            board.aside = pop(board)
    else:
        kind = action - PLAY_TAKE_1
        skip = 0 if board.take_fresh else board.fresh[kind]
        place = board.discard_size
        while skip >= 0:
            place -= 1
            if board.discard[place] == kind:
                skip -= 1
        for above in range(place, board.discard_size - 1):
            board.discard[above] = board.discard[above + 1]
        board.discard_size -= 1
        board.discarded[kind] -= 1
        spend(board, seat, TAKE_1, 1)
        take_in(board, kind)


@inner
def sold_out(board):
    """Return whether the railcars have run out and with them the game."""
    if board.railcars_left > 0:
        return False
    if board.end_on_railcars:
        return True
    if board.arrivals_size > 0:
        return False
    if board.any_time:
        for player in range(board.players):
            seat = board.seats[player]
            for car in range(CARS):
                if seat.yard[car] > 0 and coupled(seat.end, car):
                    return False
    return True


@inner
def end_turn(board):
    """End the turn: reshuffle, pass the token of the Yardmaster, give the turn to the left."""
    if board.pile_size == 0:
        reshuffle(board)
    player, players = board.player, board.players
    if board.yardmaster == player:
        if board.face_up:
            board.yardmaster = (player + players - 1) % players
        board.face_up = not board.face_up or players > 2
    stuck = not (board.busy or pile_open(board) or discard_open(board))
    board.idle = board.idle + 1 if stuck else 0
    board.turn += 1
    player = (player + 1) % players
    board.player = player
    board.actions = 3 if board.face_up and board.yardmaster == player else 2
    board.fresh[:] = 0
    board.frozen[:] = 0
    board.window = False
    board.busy = False
    if board.idle >= players or board.turn >= board.last_turn or sold_out(board):
        board.phase = OVER


@lean
def act(board, action):
    """Apply a legal action of the player in turn. `board.phase` is `CARD` or `CAR` if chance draws next."""
    seat = board.seats[board.player]
    if action >= BUY:
        buy(board, seat, action - BUY)
    elif action == END_TURN:
        end_turn(board)
    elif action <= DRAW_DISCARD:
        draw(board, action)
    elif action < LOAD:
        token = action - SWAP
        for player in range(board.players):
            if board.seats[player].token == token:
                board.seats[player].token = seat.token
        seat.token = token
        board.actions -= 1
        board.window = False
    elif action < PLAY_DRAW_2:
        car = action - LOAD
        seat.yard[car] -= 1
        seat.yard_size -= 1
        board.busy = True
        attach(board, seat, car)
    else:
        play(board, seat, action)
