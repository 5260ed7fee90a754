"""Kernels of one train: what couples, what a card changes, and the points at the end.

A train is one word: bits 0–3 its end (3 × colour + value − 2, or 15 for a wild car or the engine), 4–7 the length of the run
at its end, 8–11 its longest run, and from bit 12 on a feature of 20 bits that depends on the caboose.

`rules` are `position.Rules`. `kind` is the number of a card's row in `rules.cards`: colour and value of its left half, colour and
value of its right half.
"""

import numpy as np

from shunt.games.express.engine.codes import (
    A_FIVE,
    ENGINE,
    FEWEST_TYPES,
    LAST_THREE,
    LOWEST_VALUE,
    MATCHED,
    MOST_OF_A_TYPE,
    MOST_RUNS,
    MOST_WILDS,
    NO_FOURS,
    NO_MIXED,
    NO_RUN,
    NONE,
    SEQUENCE,
    TWO_THREES,
    WILD_INPUT,
)
from shunt.search.core.jit import inlined, lean

HIGH_VALUE = 1000
"""More than any train is worth."""


@inlined
def fits(train, kind, rules):
    """Return whether a card couples face up."""
    end, card = train & 15, rules.cards[kind]
    return end == ENGINE or end // 3 == card[0] or end % 3 + 2 == card[1]


@inlined
def _counted(feature, colour, cap):
    """Return the feature with one more railcar of a colour; counts stop at `cap`."""
    if (feature >> (4 * colour)) & 15 < cap:
        feature += np.int64(1) << (4 * colour)
    return feature


@inlined
def _noticed(feature, card, rules):
    """Return the feature after a face-up card, for conditions that do not depend on runs."""
    condition = rules.condition
    if condition == FEWEST_TYPES:
        feature |= (np.int64(1) << card[0]) | (np.int64(1) << card[2])
    elif condition == TWO_THREES or condition == MOST_OF_A_TYPE or condition == A_FIVE:
        cap = 4 if condition == TWO_THREES else 6 if condition == A_FIVE else 15
        feature = _counted(_counted(feature, card[0], cap), card[2], cap)
    elif condition == NO_FOURS:
        if card[1] == 4 or card[3] == 4:
            feature = 1
    elif condition == NO_MIXED:
        if card[0] != card[2]:
            feature = 1
    elif condition == SEQUENCE:
        feature = rules.sequence[rules.sequence[feature, card[1] - 2], card[3] - 2]
    return feature


@inlined
def coupled(train, card, rules):
    """Return the train after a card face up."""
    end, run, best, feature = train & 15, (train >> 4) & 15, (train >> 8) & 15, train >> 12
    run = run + 1 if end != ENGINE and end // 3 == card[0] else 1
    more = 1 if run == 2 else 0
    best = max(best, run)
    run = run + 1 if card[0] == card[2] else 1
    more += 1 if run == 2 else 0
    best = max(best, run)
    if rules.condition == MOST_RUNS:
        feature += more
    elif rules.condition != NONE:
        feature = _noticed(feature, card, rules)
    return (3 * card[2] + card[3] - 2) | (run << 4) | (best << 8) | (feature << 12)


@inlined
def buried(train, rules):
    """Return the train after a card face down."""
    feature = train >> 12
    if rules.condition == SEQUENCE:
        feature = rules.sequence[rules.sequence[feature, WILD_INPUT], WILD_INPUT]
    elif rules.condition == MOST_WILDS:
        feature += 1
    elif rules.condition == NO_MIXED and rules.wild_mixed:
        feature = 1
    return ENGINE | (((train >> 8) & 15) << 8) | (feature << 12)


@inlined
def played(train, down, kind, rules):
    """Return the points of a card laid face up, or (`down`) face down, and the train after it."""
    if down == 0:
        card = rules.cards[kind]
        return card[1] + card[3], coupled(train, card, rules)
    return 2 * rules.wild, buried(train, rules)


@lean
def laid(cars, rules):
    """Return the points and the word of a train whose cars are rows of a card's number and whether it is face down."""
    points, train = np.int64(0), np.int64(ENGINE)
    for place in range(cars.shape[0]):
        gain, train = played(train, cars[place, 1], cars[place, 0], rules)
        points += gain
    return points, train


@inlined
def _amount(train, value, rules):
    """Return what the caboose's condition counts, 0 for too little to pay; of some only whether it is met (1 or 0)."""
    condition, feature = rules.condition, train >> 12
    amount = feature
    if condition == FEWEST_TYPES:
        amount = 6
        for colour in range(5):
            amount -= (feature >> colour) & 1
        if amount == 6 and rules.all_wild == 0:
            amount = 0
    elif condition == TWO_THREES or condition == A_FIVE:
        wanted, found = 3 if condition == TWO_THREES else 5, 0
        for colour in range(5):
            count = (feature >> (4 * colour)) & 15
            if count == wanted or count > wanted and rules.at_least:
                found += 1
        amount = 1 if found >= (2 if condition == TWO_THREES else 1) else 0
    elif condition == MOST_OF_A_TYPE:
        amount = 0
        for colour in range(5):
            amount = max(amount, (feature >> (4 * colour)) & 15)
    elif condition == LOWEST_VALUE:
        amount = HIGH_VALUE - value
    elif condition == NO_FOURS or condition == NO_MIXED:
        amount = 1 - feature
    elif condition == SEQUENCE:
        amount = 1 if feature == MATCHED else 0
    elif condition == LAST_THREE:
        amount = 1 if train & 15 != ENGINE and (train & 15) % 3 == 1 else 0
    elif condition == NO_RUN:
        amount = 1 if (train >> 8) & 15 < 2 else 0
    return amount


@inlined
def add_bonuses(trains, values, players, rules, totals):
    """Write each player's bonuses to `totals`: run and caboose. `values` matter for the lowest-valued train alone."""
    longest = 0
    for player in range(players):
        longest = max(longest, (trains[player] >> 8) & 15)
    if longest < rules.smallest_run:
        longest = 0
    for player in range(players):
        totals[player] = longest if (trains[player] >> 8) & 15 == longest else 0
    if rules.condition == NONE:
        return
    most = np.int64(0)
    for player in range(players):
        most = max(most, _amount(trains[player], values[player] + totals[player] * rules.with_run, rules))
    if most == 0 and rules.pays_none == 0:
        return
    for player in range(players):
        if _amount(trains[player], values[player] + totals[player] * rules.with_run, rules) == most:
            totals[player] += rules.points
