"""Kernels of three and more players on a known deck: max^n, and one player against all others together.

max^n: each player maximises his own total. What a player can still get does not depend on points so far, so values are
stored by state: plies left, hand, trains (and values where the caboose compares them). A player who can choose between equal
totals takes the action that comes first (cards in order, face up before face down).

Paranoid: the others together keep the lead of one player over the best of them as low as possible. Leads are not sums, so
nothing is stored; alpha-beta cuts.
"""

import numpy as np

from shunt.games.express.engine.codes import CONDITION, LOWEST_VALUE
from shunt.games.express.engine.row_kernels import row_of
from shunt.games.express.engine.train_kernels import add_bonuses, fits, played
from shunt.search.core.jit import inlined, lean

WORDS = 4  # of a key


@inlined
def _write_key(plies, hand, trains, values, players, weigh, key):
    """Write plies and hand; trains; features of three trains; those of two more."""
    key[0], key[1], key[2], key[3] = plies, 0, 0, 0
    for player in range(players):
        key[0] |= hand[player] << (5 + 5 * player)
        key[1] |= (trains[player] & 4095) << (12 * player)
        key[2 + player // 3] |= (trains[player] >> 12) << (20 * (player % 3))
    if weigh:
        for player in range(players):
            key[0] |= (values[player] & 63) << (30 + 6 * player)


@inlined
def _take(hand, choice, players, drawn, below):
    """Write to `below` the hand that is passed on, sorted, after the card at `choice` (or `players`: the card drawn)."""
    count = 0
    placed = choice == players
    for place in range(players):
        if place == choice:
            continue
        if not placed and drawn < hand[place]:
            below[count] = drawn
            count += 1
            placed = True
        below[count] = hand[place]
        count += 1
    if not placed:
        below[count] = drawn


@inlined
def _next_choice(hand, players, drawn, last):
    """Return the place of the smallest card above `last` in the hand with the card drawn; −1 if there is none."""
    found, card = -1, np.int64(99)
    for place in range(players):
        if last < hand[place] < card:
            found, card = place, hand[place]
    if last < drawn < card:
        found = players
    return found


@lean
def max_n(plies, hands, trains, values, players, mover, deck, cards, rules, sequence, keys, found, meta, key_room, out):
    """Write what each player still gets to out[plies], `plies` plies before the end; `mover` is to draw deck[-plies].

    hands[plies] is the hand received, sorted. Returns whether the table sufficed. `key_room` and `out` have a row a ply.
    """
    if meta[2] != 0:
        return False
    if plies == 0:
        add_bonuses(trains, values, players, rules, out[0])
        return True
    weigh = rules[CONDITION] == LOWEST_VALUE
    key = key_room[plies]
    _write_key(plies, hands[plies], trains, values, players, weigh, key)
    row = row_of(keys, (key[0], key[1], key[2], key[3]), meta[1])
    if keys[row, 0] != 0:
        for player in range(players):
            out[plies, player] = found[row, player]
        return True
    drawn, train, best = deck[deck.shape[0] - plies], trains[mover], np.int64(-1)
    choice = _next_choice(hands[plies], players, drawn, np.int64(-1))
    while choice >= 0:
        card = drawn if choice == players else hands[plies, choice]
        _take(hands[plies], choice, players, drawn, hands[plies - 1])
        for down in range(2):
            if down == 0 and not fits(train, cards[card]):
                continue
            gain, trains[mover] = played(train, down, cards[card], rules, sequence)
            values[mover] += gain
            whole = max_n(
                plies - 1, hands, trains, values, players, (mover + 1) % players,
                deck, cards, rules, sequence, keys, found, meta, key_room, out,
            )  # fmt: skip
            values[mover] -= gain
            trains[mover] = train
            if not whole:
                return False
            if gain + out[plies - 1, mover] > best:
                best = gain + out[plies - 1, mover]
                for player in range(players):
                    out[plies, player] = out[plies - 1, player]
                out[plies, mover] = best
        choice = _next_choice(hands[plies], players, drawn, card)
    if meta[0] * 4 > meta[1] * 3:
        meta[2] = 1
        return False
    row = row_of(keys, (key[0], key[1], key[2], key[3]), meta[1])
    for place in range(4):
        keys[row, place] = key[place]
    for player in range(players):
        found[row, player] = out[plies, player]
    meta[0] += 1
    return True


@lean
def paranoid(plies, hands, trains, values, players, mover, me, low, high, deck, cards, rules, sequence, meta, room):
    """Return the lead of `me` over the best other player at the end, all others playing to lower it; within (low, high) exact.

    `values` are points so far. meta[0] counts states, meta[1] is the most of them, meta[2] is set when they do not suffice.
    """
    meta[0] += 1
    if meta[0] > meta[1]:
        meta[2] = 1
        return np.int64(0)
    if plies == 0:
        add_bonuses(trains, values, players, rules, room)
        lead = np.int64(-1000)
        for player in range(players):
            if player != me:
                lead = max(lead, values[player] + room[player])
        return values[me] + room[me] - lead
    drawn, train = deck[deck.shape[0] - plies], trains[mover]
    best = np.int64(-1000) if mover == me else np.int64(1000)
    choice = _next_choice(hands[plies], players, drawn, np.int64(-1))
    while choice >= 0:
        card = drawn if choice == players else hands[plies, choice]
        _take(hands[plies], choice, players, drawn, hands[plies - 1])
        for down in range(2):
            if down == 0 and not fits(train, cards[card]):
                continue
            gain, trains[mover] = played(train, down, cards[card], rules, sequence)
            values[mover] += gain
            lead = paranoid(
                plies - 1, hands, trains, values, players, (mover + 1) % players, me, low, high,
                deck, cards, rules, sequence, meta, room,
            )  # fmt: skip
            values[mover] -= gain
            trains[mover] = train
            if mover == me:
                best = max(best, lead)
                low = max(low, best)
            else:
                best = min(best, lead)
                high = min(high, best)
            if low >= high or meta[2] != 0:
                return best
        choice = _next_choice(hands[plies], players, drawn, card)
    return best
