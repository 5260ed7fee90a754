"""Where everything of a Yardmaster table is in one array of integers, and the numbers of its actions.

Railcars are 0–19 (four times the type plus value less one), cargo cards 0–9 (five types, then DRAW 2, PAY 1 LESS, TAKE 1, PLUS 1,
EXCHANGE 1:1). The order of a train does not matter to play: its end and its points are stored. `games.yardmaster.encoding` turns
states into such arrays; kernels know this module as `L`.

Actions: 0 end, 1 and 2 draw from the pile and the discard, 3 + token swap, 8 + railcar load, 28 DRAW 2, 29 PLUS 1, 30 + kind
TAKE 1, and from 40 on purchases: `BUY + 60 * car + 2 * (5 * (2 * less + even) + exchanged) + top`, where `exchanged` units are
paid with the token's cargo, and `top` is 1 if that cargo ends on top of the discard pile.
"""

from __future__ import annotations

TYPES, KINDS, CARS = 5, 10, 20
DRAW_2, PAY_1_LESS, TAKE_1, PLUS_1, EXCHANGE_1 = 5, 6, 7, 8, 9

# Phases: a player's turn, over, a cargo card is drawn, the arrival yard is refilled.
TURN_PHASE, OVER, CARD, CAR = 0, 1, 2, 3

PHASE, PLAYER, TURN, ACTIONS, YARDMASTER, FACE_UP = range(6)
EXTRA, ASIDE, WINDOW, BUSY, IDLE = range(6, 11)
PILE_SIZE, RAILCARS_LEFT, DISCARD_SIZE, ARRIVALS = range(11, 15)
# Options of the rules.
PLAYERS, GOAL, LAST_TURN, AT_ONCE, LETTER, ANY_TIME, TAKE_FRESH, END_ON_RAILCARS, AFTER_RULES = range(15, 24)
FRESH, FROZEN = 24, 29
PILE = 34
DISCARDED = 44  # counts of the discard pile by kind
RAILCARS = 54
ARRIVAL = 74  # the railcars of the arrival yard, in any order
DISCARD = 84  # the discard pile from the bottom
SEATS = 160
SEAT_SIZE = 36
# Within a seat:
HAND, TOKEN, END, POINTS, YARD = 0, 10, 11, 12, 13
YARD_SIZE = 33
SIZE = SEATS + 5 * SEAT_SIZE

END_TURN, DRAW_PILE, DRAW_DISCARD, SWAP, LOAD, PLAY_DRAW_2, PLAY_PLUS_1, PLAY_TAKE_1, BUY = 0, 1, 2, 3, 8, 28, 29, 30, 40
PAYMENTS = 60
MOST_CHOICES = 256
