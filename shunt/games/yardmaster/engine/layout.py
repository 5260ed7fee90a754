"""The numbers of cards, railcars, phases and actions that the kernels of Yardmaster compute with.

Railcars are 0–19 (four times the type plus value less one), cargo cards 0–9 (five types, then DRAW 2, PAY 1 LESS, TAKE 1, PLUS 1,
EXCHANGE 1:1).

Actions: 0 end, 1 and 2 draw from the pile and the discard, 3 + token swap, 8 + railcar load, 28 DRAW 2, 29 PLUS 1, 30 + kind
TAKE 1, and from 40 on purchases: `BUY + 60 * car + 2 * (5 * (2 * less + even) + exchanged) + top`, where `exchanged` units are
paid with the token's cargo, and `top` is 1 if that cargo ends on top of the discard pile.
"""

from __future__ import annotations

TYPES, KINDS, CARS = 5, 10, 20
DRAW_2, PAY_1_LESS, TAKE_1, PLUS_1, EXCHANGE_1 = 5, 6, 7, 8, 9

# Phases: a player's turn, over, a cargo card is drawn, the arrival yard is refilled.
TURN_PHASE, OVER, CARD, CAR = 0, 1, 2, 3

END_TURN, DRAW_PILE, DRAW_DISCARD, SWAP, LOAD, PLAY_DRAW_2, PLAY_PLUS_1, PLAY_TAKE_1, BUY = 0, 1, 2, 3, 8, 28, 29, 30, 40
PAYMENTS = 60
MOST_CHOICES = 64
"""More actions than a plan ever has to choose from: 2 draws, 4 swaps, 10 railcars, 2 bonus cards, 10 to take, 20 to load."""
