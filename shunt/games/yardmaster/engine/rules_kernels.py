"""The rules of Yardmaster on one array (`layout`): legal actions, actions, and what chance draws.

The referee is `games.yardmaster.game`; a property test holds these kernels against it, state by state, for every option.
"""

from __future__ import annotations

from shunt.games.yardmaster.engine.layout import (
    ACTIONS,
    ANY_TIME,
    ARRIVAL,
    ARRIVALS,
    ASIDE,
    AT_ONCE,
    BUSY,
    BUY,
    CAR,
    CARD,
    CARS,
    DISCARD,
    DISCARD_SIZE,
    DISCARDED,
    DRAW_2,
    DRAW_DISCARD,
    DRAW_PILE,
    END,
    END_ON_RAILCARS,
    END_TURN,
    EXCHANGE_1,
    EXTRA,
    FACE_UP,
    FRESH,
    FROZEN,
    GOAL,
    HAND,
    IDLE,
    KINDS,
    LAST_TURN,
    LETTER,
    LOAD,
    OVER,
    PAY_1_LESS,
    PAYMENTS,
    PHASE,
    PILE,
    PILE_SIZE,
    PLAY_DRAW_2,
    PLAY_PLUS_1,
    PLAY_TAKE_1,
    PLAYER,
    PLAYERS,
    PLUS_1,
    POINTS,
    RAILCARS,
    RAILCARS_LEFT,
    SEAT_SIZE,
    SEATS,
    SWAP,
    TAKE_1,
    TAKE_FRESH,
    TOKEN,
    TURN,
    TURN_PHASE,
    TYPES,
    WINDOW,
    YARD,
    YARD_SIZE,
    YARDMASTER,
)
from shunt.search.core.jit import inlined, inner, lean


@inlined
def seat_of(player):
    """Return the place of a player's seat."""
    return SEATS + player * SEAT_SIZE


@inlined
def coupled(end, car):
    """Return whether `car` may follow the railcar `end` (-1: the engine)."""
    return end < 0 or end >> 2 == car >> 2 or end & 3 == car & 3


@inlined
def pile_open(board):
    """Return whether a card can be drawn from the draw pile."""
    return board[PILE_SIZE] > 0 or (board[AT_ONCE] == 1 and board[DISCARD_SIZE] > 1)


@inlined
def discard_open(board):
    """Return whether the top of the discard pile can be drawn."""
    size = board[DISCARD_SIZE]
    return size > 0 and board[DISCARD + size - 1] < TYPES


@inlined
def held(board, seat, bonus):
    """Return how many bonus cards of a kind the player in turn may play."""
    return board[seat + HAND + bonus] - board[FROZEN + bonus - TYPES]


@inner
def add_payments(board, seat, car, found, size):
    """Append every purchase of `car` to `found` and return the new size."""
    own, value, token = car >> 2, (car & 3) + 1, board[seat + TOKEN]
    have = board[seat + HAND + own]
    other = board[seat + HAND + token] if token != own else 0
    most_less = min(held(board, seat, PAY_1_LESS), value)
    most_even = min(held(board, seat, EXCHANGE_1), 1)
    base = BUY + PAYMENTS * car
    for less in range(most_less + 1):
        need = value - less
        for even in range(most_even + 1):
            least, most = max(need - have, even), min(need, other >> (1 - even))
            code = base + 2 * (5 * (2 * less + even) + least)
            for exchanged in range(least, most + 1):
                if exchanged < need or exchanged == 0:
                    found[size] = code
                    size += 1
                if exchanged > 0:
                    found[size] = code + 1
                    size += 1
                code += 2
    return size


@inner
def add_loads(board, seat, found, size):
    """Append every loading of the sorting yard to `found` and return the new size."""
    end = board[seat + END]
    if end < 0:
        for car in range(CARS):
            if board[seat + YARD + car] > 0:
                found[size] = LOAD + car
                size += 1
        return size
    first, value = end & ~3, end & 3
    for car in range(first, first + 4):
        if board[seat + YARD + car] > 0:
            found[size] = LOAD + car
            size += 1
    for car in range(value, CARS, 4):
        if car >> 2 != end >> 2 and board[seat + YARD + car] > 0:
            found[size] = LOAD + car
            size += 1
    return size


@lean
def legal(board, found):
    """Write the legal actions of the player in turn to `found` and return how many there are."""
    size = 0
    can_pile, can_discard = pile_open(board), discard_open(board)
    if board[EXTRA] > 0 or board[ACTIONS] > 0:
        if can_pile:
            found[size] = DRAW_PILE
            size += 1
        if can_discard:
            found[size] = DRAW_DISCARD
            size += 1
    if board[EXTRA] > 0:
        return size
    found[size] = END_TURN
    size += 1
    seat = seat_of(board[PLAYER])
    if board[ACTIONS] > 0:
        for token in range(TYPES):
            if token != board[seat + TOKEN]:
                found[size] = SWAP + token
                size += 1
        for place in range(board[ARRIVALS]):
            car, again = board[ARRIVAL + place], False
            for before in range(place):
                again = again or board[ARRIVAL + before] == car
            if not again:
                size = add_payments(board, seat, car, found, size)
    if held(board, seat, PLUS_1) > 0:
        found[size] = PLAY_PLUS_1
        size += 1
    if held(board, seat, DRAW_2) > 0 and (can_pile or (can_discard and board[LETTER] == 0)):
        found[size] = PLAY_DRAW_2
        size += 1
    if held(board, seat, TAKE_1) > 0 and (board[TAKE_FRESH] == 0 or board[FRESH + TAKE_1 - TYPES] < 2):
        for kind in range(KINDS):
            fresh = board[FRESH + kind - TYPES] if kind >= TYPES and board[TAKE_FRESH] == 0 else 0
            if board[DISCARDED + kind] > fresh:
                found[size] = PLAY_TAKE_1 + kind
                size += 1
    if board[seat + YARD_SIZE] > 0 and (board[WINDOW] == 1 or board[ANY_TIME] == 1):
        size = add_loads(board, seat, found, size)
    return size


# --------------------------------------------------------------------------------------------------------------------
# Cards and piles


@inlined
def push(board, kind):
    """Put a card on the discard pile."""
    board[DISCARD + board[DISCARD_SIZE]] = kind
    board[DISCARD_SIZE] += 1
    board[DISCARDED + kind] += 1


@inlined
def spend(board, seat, kind, number):
    """Discard cards of the player in turn."""
    board[seat + HAND + kind] -= number
    if kind >= TYPES:
        board[FRESH + kind - TYPES] += number
    for _ in range(number):
        push(board, kind)


@inner
def take_in(board, kind):
    """Put a card into the hand of the player in turn; a bonus card that comes without an action left is frozen."""
    board[seat_of(board[PLAYER]) + HAND + kind] += 1
    if kind >= TYPES and board[ACTIONS] == 0:
        board[FROZEN + kind - TYPES] += 1


@lean
def reshuffle(board):
    """Move all but the top of the discard pile into the draw pile."""
    size = board[DISCARD_SIZE]
    if size < 2:
        return
    top = board[DISCARD + size - 1]
    for kind in range(KINDS):
        moved = board[DISCARDED + kind] - (1 if kind == top else 0)
        board[PILE + kind] += moved
        board[DISCARDED + kind] -= moved
    board[PILE_SIZE] += size - 1
    board[DISCARD] = top
    board[DISCARD_SIZE] = 1
    for bonus in range(TYPES):
        board[FRESH + bonus] = min(board[FRESH + bonus], 1 if top == TYPES + bonus else 0)


@lean
def drawn(board):
    """Finish a draw: a DRAW 2 that is done, or cannot be continued, is discarded."""
    if board[EXTRA] > 0 and (pile_open(board) or discard_open(board)):
        return
    if board[ASIDE] >= 0:
        push(board, board[ASIDE])
        board[ASIDE] = -1
    board[EXTRA] = 0


@lean
def give_card(board, kind):
    """Apply chance: the card drawn from the draw pile is of this kind."""
    board[PILE + kind] -= 1
    board[PILE_SIZE] -= 1
    board[PHASE] = TURN_PHASE
    take_in(board, kind)
    drawn(board)


@lean
def give_car(board, car):
    """Apply chance: the railcar that refills the arrival yard."""
    board[RAILCARS + car] -= 1
    board[RAILCARS_LEFT] -= 1
    board[ARRIVAL + board[ARRIVALS]] = car
    board[ARRIVALS] += 1
    board[PHASE] = TURN_PHASE


# --------------------------------------------------------------------------------------------------------------------
# Actions


@inner
def attach(board, seat, car):
    """Put a railcar at the end of the train of the player in turn, who may have won by it."""
    board[seat + END] = car
    board[seat + POINTS] += (car & 3) + 1
    board[WINDOW] = 1
    if board[seat + POINTS] >= board[GOAL]:
        board[PHASE] = OVER


@lean
def buy(board, seat, code):
    """Buy a railcar; `code` is the action less `BUY`."""
    car, code = code // PAYMENTS, code % PAYMENTS
    top, code = code & 1, code >> 1
    exchanged, code = code % 5, code // 5
    even, less = code & 1, code >> 1
    own, token = car >> 2, board[seat + TOKEN]
    mine, other = (car & 3) + 1 - less - exchanged, (2 - even) * exchanged
    spend(board, seat, PAY_1_LESS, less)
    spend(board, seat, EXCHANGE_1, even)
    if top == 1:
        spend(board, seat, own, mine)
        spend(board, seat, token, other)
    else:
        if other > 0:
            spend(board, seat, token, other)
        spend(board, seat, own, mine)
    board[ACTIONS] -= 1
    board[BUSY] = 1
    last = board[ARRIVALS] - 1
    for place in range(board[ARRIVALS]):
        if board[ARRIVAL + place] == car:
            board[ARRIVAL + place] = board[ARRIVAL + last]
            break
    board[ARRIVALS] = last
    if coupled(board[seat + END], car):
        attach(board, seat, car)
    else:
        board[seat + YARD + car] += 1
        board[seat + YARD_SIZE] += 1
        board[WINDOW] = 0
    if board[PHASE] == TURN_PHASE and board[RAILCARS_LEFT] > 0:
        board[PHASE] = CAR


@lean
def draw(board, action):
    """Draw a card, by an action or for a DRAW 2."""
    if board[EXTRA] > 0:
        board[EXTRA] -= 1
    else:
        board[ACTIONS] -= 1
    board[WINDOW] = 0
    board[BUSY] = 1
    if action == DRAW_PILE:
        if board[PILE_SIZE] == 0:
            reshuffle(board)
        board[PHASE] = CARD
        return
    board[DISCARD_SIZE] -= 1
    kind = board[DISCARD + board[DISCARD_SIZE]]
    board[DISCARDED + kind] -= 1
    take_in(board, kind)
    drawn(board)


@lean
def play(board, seat, action):
    """Play a bonus card."""
    board[WINDOW] = 0
    board[BUSY] = 1
    if action == PLAY_PLUS_1:
        spend(board, seat, PLUS_1, 1)
        board[ACTIONS] += 1
    elif action == PLAY_DRAW_2:
        spend(board, seat, DRAW_2, 1)
        board[EXTRA] = 2
        if board[LETTER] == 0:
            board[DISCARD_SIZE] -= 1
            board[DISCARDED + DRAW_2] -= 1
            board[ASIDE] = DRAW_2
    else:
        kind = action - PLAY_TAKE_1
        skip = board[FRESH + kind - TYPES] if kind >= TYPES and board[TAKE_FRESH] == 0 else 0
        place = board[DISCARD_SIZE]
        while skip >= 0:
            place -= 1
            if board[DISCARD + place] == kind:
                skip -= 1
        for above in range(place, board[DISCARD_SIZE] - 1):
            board[DISCARD + above] = board[DISCARD + above + 1]
        board[DISCARD_SIZE] -= 1
        board[DISCARDED + kind] -= 1
        spend(board, seat, TAKE_1, 1)
        take_in(board, kind)


@inner
def sold_out(board):
    """Return whether the railcars have run out and with them the game."""
    if board[RAILCARS_LEFT] > 0:
        return False
    if board[END_ON_RAILCARS] == 1:
        return True
    if board[ARRIVALS] > 0:
        return False
    if board[ANY_TIME] == 1:
        for player in range(board[PLAYERS]):
            seat = seat_of(player)
            for car in range(CARS):
                if board[seat + YARD + car] > 0 and coupled(board[seat + END], car):
                    return False
    return True


@inner
def end_turn(board):
    """End the turn: reshuffle, pass the token of the Yardmaster, give the turn to the left."""
    if board[PILE_SIZE] == 0:
        reshuffle(board)
    player, players = board[PLAYER], board[PLAYERS]
    if board[YARDMASTER] == player:
        if board[FACE_UP] == 1:
            board[YARDMASTER] = (player + players - 1) % players
            board[FACE_UP] = 1 if players > 2 else 0
        else:
            board[FACE_UP] = 1
    stuck = board[BUSY] == 0 and not pile_open(board) and not discard_open(board)
    board[IDLE] = board[IDLE] + 1 if stuck else 0
    board[TURN] += 1
    player = (player + 1) % players
    board[PLAYER] = player
    board[ACTIONS] = 3 if board[FACE_UP] == 1 and board[YARDMASTER] == player else 2
    for bonus in range(TYPES):
        board[FRESH + bonus] = 0
        board[FROZEN + bonus] = 0
    board[WINDOW] = 0
    board[BUSY] = 0
    if board[IDLE] >= players or board[TURN] >= board[LAST_TURN] or sold_out(board):
        board[PHASE] = OVER


@lean
def act(board, action):
    """Apply a legal action of the player in turn. `board[PHASE]` is `CARD` or `CAR` if chance draws next."""
    seat = seat_of(board[PLAYER])
    if action >= BUY:
        buy(board, seat, action - BUY)
    elif action == END_TURN:
        end_turn(board)
    elif action <= DRAW_DISCARD:
        draw(board, action)
    elif action < LOAD:
        token = action - SWAP
        for player in range(board[PLAYERS]):
            if board[seat_of(player) + TOKEN] == token:
                board[seat_of(player) + TOKEN] = board[seat + TOKEN]
        board[seat + TOKEN] = token
        board[ACTIONS] -= 1
        board[WINDOW] = 0
    elif action < PLAY_DRAW_2:
        car = action - LOAD
        board[seat + YARD + car] -= 1
        board[seat + YARD_SIZE] -= 1
        board[BUSY] = 1
        attach(board, seat, car)
    else:
        play(board, seat, action)
