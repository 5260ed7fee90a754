"""The rules of Yardmaster on one array (`layout`): legal actions, actions, and what chance draws.

The referee is `games.yardmaster.game`; a property test holds these kernels against it, state by state, for every option.
"""

from __future__ import annotations

from shunt.games.yardmaster.engine import layout as L
from shunt.search.core.jit import inlined, inner, lean


@inlined
def seat_of(player):
    """Return the place of a player's seat."""
    return L.SEATS + player * L.SEAT_SIZE


@inlined
def coupled(end, car):
    """Return whether `car` may follow the railcar `end` (-1: the engine)."""
    return end < 0 or end >> 2 == car >> 2 or end & 3 == car & 3


@inlined
def pile_open(board):
    """Return whether a card can be drawn from the draw pile."""
    return board[L.PILE_SIZE] > 0 or (board[L.AT_ONCE] == 1 and board[L.DISCARD_SIZE] > 1)


@inlined
def discard_open(board):
    """Return whether the top of the discard pile can be drawn."""
    size = board[L.DISCARD_SIZE]
    return size > 0 and board[L.DISCARD + size - 1] < L.TYPES


@inlined
def held(board, seat, bonus):
    """Return how many bonus cards of a kind the player in turn may play."""
    return board[seat + L.HAND + bonus] - board[L.FROZEN + bonus - L.TYPES]


@inner
def add_payments(board, seat, car, found, size):
    """Append every purchase of `car` to `found` and return the new size."""
    own, value, token = car >> 2, (car & 3) + 1, board[seat + L.TOKEN]
    have = board[seat + L.HAND + own]
    other = board[seat + L.HAND + token] if token != own else 0
    most_less = min(held(board, seat, L.PAY_1_LESS), value)
    most_even = min(held(board, seat, L.EXCHANGE_1), 1)
    base = L.BUY + L.PAYMENTS * car
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


@lean
def legal(board, found):
    """Write the legal actions of the player in turn to `found` and return how many there are."""
    size = 0
    can_pile, can_discard = pile_open(board), discard_open(board)
    if board[L.EXTRA] > 0 or board[L.ACTIONS] > 0:
        if can_pile:
            found[size] = L.DRAW_PILE
            size += 1
        if can_discard:
            found[size] = L.DRAW_DISCARD
            size += 1
    if board[L.EXTRA] > 0:
        return size
    found[size] = L.END_TURN
    size += 1
    seat = seat_of(board[L.PLAYER])
    if board[L.ACTIONS] > 0:
        for token in range(L.TYPES):
            if token != board[seat + L.TOKEN]:
                found[size] = L.SWAP + token
                size += 1
        for place in range(board[L.ARRIVALS]):
            car, again = board[L.ARRIVAL + place], False
            for before in range(place):
                again = again or board[L.ARRIVAL + before] == car
            if not again:
                size = add_payments(board, seat, car, found, size)
    if held(board, seat, L.PLUS_1) > 0:
        found[size] = L.PLAY_PLUS_1
        size += 1
    if held(board, seat, L.DRAW_2) > 0 and (can_pile or (can_discard and board[L.LETTER] == 0)):
        found[size] = L.PLAY_DRAW_2
        size += 1
    if held(board, seat, L.TAKE_1) > 0 and (board[L.TAKE_FRESH] == 0 or board[L.FRESH + L.TAKE_1 - L.TYPES] < 2):
        for kind in range(L.KINDS):
            fresh = board[L.FRESH + kind - L.TYPES] if kind >= L.TYPES and board[L.TAKE_FRESH] == 0 else 0
            if board[L.DISCARDED + kind] > fresh:
                found[size] = L.PLAY_TAKE_1 + kind
                size += 1
    if board[seat + L.YARD_SIZE] > 0 and (board[L.WINDOW] == 1 or board[L.ANY_TIME] == 1):
        for car in range(L.CARS):
            if board[seat + L.YARD + car] > 0 and coupled(board[seat + L.END], car):
                found[size] = L.LOAD + car
                size += 1
    return size


# --------------------------------------------------------------------------------------------------------------------
# Cards and piles


@inlined
def push(board, kind):
    """Put a card on the discard pile."""
    board[L.DISCARD + board[L.DISCARD_SIZE]] = kind
    board[L.DISCARD_SIZE] += 1
    board[L.DISCARDED + kind] += 1


@inlined
def spend(board, seat, kind, number):
    """Discard cards of the player in turn."""
    board[seat + L.HAND + kind] -= number
    if kind >= L.TYPES:
        board[L.FRESH + kind - L.TYPES] += number
    for _ in range(number):
        push(board, kind)


@inner
def take_in(board, kind):
    """Put a card into the hand of the player in turn; a bonus card that comes without an action left is frozen."""
    board[seat_of(board[L.PLAYER]) + L.HAND + kind] += 1
    if kind >= L.TYPES and board[L.ACTIONS] == 0:
        board[L.FROZEN + kind - L.TYPES] += 1


@lean
def reshuffle(board):
    """Move all but the top of the discard pile into the draw pile."""
    size = board[L.DISCARD_SIZE]
    if size < 2:
        return
    top = board[L.DISCARD + size - 1]
    for kind in range(L.KINDS):
        moved = board[L.DISCARDED + kind] - (1 if kind == top else 0)
        board[L.PILE + kind] += moved
        board[L.DISCARDED + kind] -= moved
    board[L.PILE_SIZE] += size - 1
    board[L.DISCARD] = top
    board[L.DISCARD_SIZE] = 1
    for bonus in range(L.TYPES):
        board[L.FRESH + bonus] = min(board[L.FRESH + bonus], 1 if top == L.TYPES + bonus else 0)


@lean
def drawn(board):
    """Finish a draw: a DRAW 2 that is done, or cannot be continued, is discarded."""
    if board[L.EXTRA] > 0 and (pile_open(board) or discard_open(board)):
        return
    if board[L.ASIDE] >= 0:
        push(board, board[L.ASIDE])
        board[L.ASIDE] = -1
    board[L.EXTRA] = 0


@lean
def give_card(board, kind):
    """Apply chance: the card drawn from the draw pile is of this kind."""
    board[L.PILE + kind] -= 1
    board[L.PILE_SIZE] -= 1
    board[L.PHASE] = L.TURN_PHASE
    take_in(board, kind)
    drawn(board)


@lean
def give_car(board, car):
    """Apply chance: the railcar that refills the arrival yard."""
    board[L.RAILCARS + car] -= 1
    board[L.RAILCARS_LEFT] -= 1
    board[L.ARRIVAL + board[L.ARRIVALS]] = car
    board[L.ARRIVALS] += 1
    board[L.PHASE] = L.TURN_PHASE


# --------------------------------------------------------------------------------------------------------------------
# Actions


@inner
def attach(board, seat, car):
    """Put a railcar at the end of the train of the player in turn, who may have won by it."""
    board[seat + L.END] = car
    board[seat + L.POINTS] += (car & 3) + 1
    board[L.WINDOW] = 1
    if board[seat + L.POINTS] >= board[L.GOAL]:
        board[L.PHASE] = L.OVER


@lean
def buy(board, seat, code):
    """Buy a railcar; `code` is the action less `BUY`."""
    car, code = code // L.PAYMENTS, code % L.PAYMENTS
    top, code = code & 1, code >> 1
    exchanged, code = code % 5, code // 5
    even, less = code & 1, code >> 1
    own, token = car >> 2, board[seat + L.TOKEN]
    mine, other = (car & 3) + 1 - less - exchanged, (2 - even) * exchanged
    spend(board, seat, L.PAY_1_LESS, less)
    spend(board, seat, L.EXCHANGE_1, even)
    spend(board, seat, token, other * (1 - top))
    spend(board, seat, own, mine)
    spend(board, seat, token, other * top)
    board[L.ACTIONS] -= 1
    board[L.BUSY] = 1
    last = board[L.ARRIVALS] - 1
    for place in range(board[L.ARRIVALS]):
        if board[L.ARRIVAL + place] == car:
            board[L.ARRIVAL + place] = board[L.ARRIVAL + last]
            break
    board[L.ARRIVALS] = last
    if coupled(board[seat + L.END], car):
        attach(board, seat, car)
    else:
        board[seat + L.YARD + car] += 1
        board[seat + L.YARD_SIZE] += 1
        board[L.WINDOW] = 0
    if board[L.PHASE] == L.TURN_PHASE and board[L.RAILCARS_LEFT] > 0:
        board[L.PHASE] = L.CAR


@lean
def draw(board, action):
    """Draw a card, by an action or for a DRAW 2."""
    if board[L.EXTRA] > 0:
        board[L.EXTRA] -= 1
    else:
        board[L.ACTIONS] -= 1
    board[L.WINDOW] = 0
    board[L.BUSY] = 1
    if action == L.DRAW_PILE:
        if board[L.PILE_SIZE] == 0:
            reshuffle(board)
        board[L.PHASE] = L.CARD
        return
    board[L.DISCARD_SIZE] -= 1
    kind = board[L.DISCARD + board[L.DISCARD_SIZE]]
    board[L.DISCARDED + kind] -= 1
    take_in(board, kind)
    drawn(board)


@lean
def play(board, seat, action):
    """Play a bonus card."""
    board[L.WINDOW] = 0
    board[L.BUSY] = 1
    if action == L.PLAY_PLUS_1:
        spend(board, seat, L.PLUS_1, 1)
        board[L.ACTIONS] += 1
    elif action == L.PLAY_DRAW_2:
        spend(board, seat, L.DRAW_2, 1)
        board[L.EXTRA] = 2
        if board[L.LETTER] == 0:
            board[L.DISCARD_SIZE] -= 1
            board[L.DISCARDED + L.DRAW_2] -= 1
            board[L.ASIDE] = L.DRAW_2
    else:
        kind = action - L.PLAY_TAKE_1
        skip = board[L.FRESH + kind - L.TYPES] if kind >= L.TYPES and board[L.TAKE_FRESH] == 0 else 0
        place = board[L.DISCARD_SIZE]
        while skip >= 0:
            place -= 1
            if board[L.DISCARD + place] == kind:
                skip -= 1
        for above in range(place, board[L.DISCARD_SIZE] - 1):
            board[L.DISCARD + above] = board[L.DISCARD + above + 1]
        board[L.DISCARD_SIZE] -= 1
        board[L.DISCARDED + kind] -= 1
        spend(board, seat, L.TAKE_1, 1)
        take_in(board, kind)


@inner
def sold_out(board):
    """Return whether the railcars have run out and with them the game."""
    if board[L.RAILCARS_LEFT] > 0:
        return False
    if board[L.END_ON_RAILCARS] == 1:
        return True
    if board[L.ARRIVALS] > 0:
        return False
    if board[L.ANY_TIME] == 1:
        for player in range(board[L.PLAYERS]):
            seat = seat_of(player)
            for car in range(L.CARS):
                if board[seat + L.YARD + car] > 0 and coupled(board[seat + L.END], car):
                    return False
    return True


@inner
def end_turn(board):
    """End the turn: reshuffle, pass the token of the Yardmaster, give the turn to the left."""
    if board[L.PILE_SIZE] == 0:
        reshuffle(board)
    player, players = board[L.PLAYER], board[L.PLAYERS]
    if board[L.YARDMASTER] == player:
        if board[L.FACE_UP] == 1:
            board[L.YARDMASTER] = (player + players - 1) % players
            board[L.FACE_UP] = 1 if players > 2 else 0
        else:
            board[L.FACE_UP] = 1
    stuck = board[L.BUSY] == 0 and not pile_open(board) and not discard_open(board)
    board[L.IDLE] = board[L.IDLE] + 1 if stuck else 0
    board[L.TURN] += 1
    player = (player + 1) % players
    board[L.PLAYER] = player
    board[L.ACTIONS] = 3 if board[L.FACE_UP] == 1 and board[L.YARDMASTER] == player else 2
    for bonus in range(L.TYPES):
        board[L.FRESH + bonus] = 0
        board[L.FROZEN + bonus] = 0
    board[L.WINDOW] = 0
    board[L.BUSY] = 0
    if board[L.IDLE] >= players or board[L.TURN] >= board[L.LAST_TURN] or sold_out(board):
        board[L.PHASE] = L.OVER


@lean
def act(board, action):
    """Apply a legal action of the player in turn. `board[PHASE]` is `CARD` or `CAR` if chance draws next."""
    seat = seat_of(board[L.PLAYER])
    if action >= L.BUY:
        buy(board, seat, action - L.BUY)
    elif action == L.END_TURN:
        end_turn(board)
    elif action <= L.DRAW_DISCARD:
        draw(board, action)
    elif action < L.LOAD:
        token = action - L.SWAP
        for player in range(board[L.PLAYERS]):
            if board[seat_of(player) + L.TOKEN] == token:
                board[seat_of(player) + L.TOKEN] = board[seat + L.TOKEN]
        board[seat + L.TOKEN] = token
        board[L.ACTIONS] -= 1
        board[L.WINDOW] = 0
    elif action < L.PLAY_DRAW_2:
        car = action - L.LOAD
        board[seat + L.YARD + car] -= 1
        board[seat + L.YARD_SIZE] -= 1
        board[L.BUSY] = 1
        attach(board, seat, car)
    else:
        play(board, seat, action)
