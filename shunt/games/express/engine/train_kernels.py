"""Kernels of one train: what couples, what a card changes, and the points at the end.

A train is one word: bits 0–3 its end (3 × colour + value − 2, or 15 for a wild car or the engine), 4–7 the length of the run
at its end, 8–11 its longest run, and from bit 12 on a feature of 20 bits that depends on the caboose. A card is a row of
four: colour and value of its left half, colour and value of its right half.

`rules` is a row: points of a face-down half, smallest run that pays, code of the caboose's condition, its points, and the
options of `RULES`.
"""

import numpy as np

from shunt.search.core.jit import inlined

ENGINE = 15
NONE, FEWEST_TYPES, TWO_THREES, MOST_RUNS, MOST_OF_A_TYPE, NO_FOURS, A_FIVE = 0, 1, 2, 3, 4, 5, 6
LOWEST_VALUE, NO_MIXED, SEQUENCE, LAST_THREE, MOST_WILDS, NO_RUN = 7, 8, 9, 10, 11, 12
WILD, SMALLEST_RUN, CONDITION, POINTS, AT_LEAST, PAYS_NONE, ALL_WILD, WILD_MIXED, WITH_RUN = 0, 1, 2, 3, 4, 5, 6, 7, 8
RULES = 9
"""Numbers in a row of rules: at-least counts, "most" pays at none, all-wild trains qualify, wilds are mixed, value with run."""
MATCHED = 5  # the state of a sequence's automaton in which its five values have been seen


@inlined
def fits(train, card):
    """Return whether a card (a row) couples face up."""
    end = train & 15
    return end == 15 or end // 3 == card[0] or end % 3 + 2 == card[1]


@inlined
def _counted(feature, colour, cap):
    """Return the feature with one more railcar of a colour; counts stop at `cap`."""
    if (feature >> (4 * colour)) & 15 < cap:
        feature += np.int64(1) << (4 * colour)
    return feature


@inlined
def _noticed(feature, card, rules, sequence):
    """Return the feature after a face-up card, for conditions that do not depend on runs."""
    condition = rules[2]
    if condition == 1:
        feature |= (np.int64(1) << card[0]) | (np.int64(1) << card[2])
    elif condition == 2 or condition == 4 or condition == 6:
        cap = 4 if condition == 2 else 6 if condition == 6 else 15
        feature = _counted(_counted(feature, card[0], cap), card[2], cap)
    elif condition == 5:
        if card[1] == 4 or card[3] == 4:
            feature = 1
    elif condition == 8:
        if card[0] != card[2]:
            feature = 1
    elif condition == 9:
        feature = sequence[sequence[feature, card[1] - 2], card[3] - 2]
    return feature


@inlined
def coupled(train, card, rules, sequence):
    """Return the train after a card face up."""
    end, run, best, feature = train & 15, (train >> 4) & 15, (train >> 8) & 15, train >> 12
    run = run + 1 if end != 15 and end // 3 == card[0] else 1
    more = 1 if run == 2 else 0
    best = max(best, run)
    run = run + 1 if card[0] == card[2] else 1
    more += 1 if run == 2 else 0
    best = max(best, run)
    if rules[2] == 3:
        feature += more
    elif rules[2] != 0:
        feature = _noticed(feature, card, rules, sequence)
    return (3 * card[2] + card[3] - 2) | (run << 4) | (best << 8) | (feature << 12)


@inlined
def buried(train, rules, sequence):
    """Return the train after a card face down."""
    feature = train >> 12
    if rules[2] == 9:
        feature = sequence[sequence[feature, 3], 3]
    elif rules[2] == 11:
        feature += 1
    elif rules[2] == 8 and rules[7] == 1:
        feature = 1
    return 15 | (((train >> 8) & 15) << 8) | (feature << 12)


@inlined
def played(train, down, card, rules, sequence):
    """Return the points of a card laid face up, or (`down`) face down, and the train after it."""
    if down == 0:
        return card[1] + card[3], coupled(train, card, rules, sequence)
    return 2 * rules[0], buried(train, rules, sequence)


@inlined
def _meets(train, rules):
    """Return whether a train meets a condition that compares with no other train."""
    condition, feature = rules[2], train >> 12
    if condition == 2 or condition == 6:
        wanted = 3 if condition == 2 else 5
        found = 0
        for colour in range(5):
            count = (feature >> (4 * colour)) & 15
            if count == wanted or count > wanted and rules[4] == 1:
                found += 1
        return found >= 2 if condition == 2 else found >= 1
    if condition == 5 or condition == 8:
        return feature == 0
    if condition == 9:
        return feature == 5
    if condition == 10:
        return train & 15 != 15 and (train & 15) % 3 == 1
    return (train >> 8) & 15 < 2


@inlined
def _amount(train, value, rules):
    """Return the amount that a relative condition compares; the highest wins."""
    condition, feature = rules[2], train >> 12
    amount = feature
    if condition == 1:
        amount = 0
        for colour in range(5):
            amount -= (feature >> colour) & 1
        if amount == 0 and rules[6] == 0:
            amount = -6
    elif condition == 4:
        amount = 0
        for colour in range(5):
            amount = max(amount, (feature >> (4 * colour)) & 15)
    elif condition == 7:
        amount = -value
    return amount


@inlined
def _qualifies(amount, most, rules):
    """Return whether this amount is the best one, and one that pays."""
    condition = rules[2]
    if condition == 1:
        return amount == most and amount > -6
    if condition == 7:
        return amount == most
    return amount == most and (amount > 0 or rules[5] == 1)


@inlined
def add_bonuses(trains, values, players, rules, totals):
    """Write each player's bonuses to `totals`: run and caboose. `values` matter for the lowest-valued train alone."""
    longest = 0
    for player in range(players):
        longest = max(longest, (trains[player] >> 8) & 15)
    if longest < rules[1]:
        longest = 0
    for player in range(players):
        totals[player] = longest if (trains[player] >> 8) & 15 == longest else 0
    condition = rules[2]
    if condition == 0:
        return
    relative = condition == 1 or condition == 3 or condition == 4 or condition == 7 or condition == 11
    most = np.int64(-1000)
    if relative:
        for player in range(players):
            value = values[player] + (totals[player] if rules[8] == 1 else 0)
            most = max(most, _amount(trains[player], value, rules))
    with_run = rules[8] == 1
    for player in range(players):
        if relative:
            value = values[player] + (totals[player] if with_run else 0)
            if _qualifies(_amount(trains[player], value, rules), most, rules):
                totals[player] += rules[3]
        elif _meets(trains[player], rules):
            totals[player] += rules[3]
