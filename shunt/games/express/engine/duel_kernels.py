"""Kernels of two players: the exact margin of a known deck, and the expected one of the last plies of a hidden deck.

Points so far do not matter to what follows: the value of a state is the best margin still to come for the player to move. It
depends on the plies left, the two cards held and both trains. Known decks are searched by alpha-beta, and each value or bound is
stored in a hash table: `keys` has two words a row and the value, `meta[0]` counts them;
when too few rows are free, `meta[2]` is set and results are void.
"""

import numpy as np

from shunt.games.express.engine.codes import LOWEST_VALUE, MOST_RUNS, NO_RUN
from shunt.games.express.engine.row_kernels import row_of
from shunt.games.express.engine.train_kernels import add_bonuses, fits, played
from shunt.search.core.jit import inlined, lean

EXACT, LOWER, UPPER = 1, 2, 3  # what a stored value is
VALUE = 2  # the column of a row that has 4 · value + kind, after the two words of the key


@inlined
def _settled(train, plies, rival, rules):
    """Return the train without what cannot matter any more: a run too short to become the longest, its own or the game's.

    `plies` more cards lengthen a run by at most two railcars each. Cabooses that look at runs keep all of it.
    """
    if rules.condition == MOST_RUNS or rules.condition == NO_RUN or rules.condition == LOWEST_VALUE and rules.with_run:
        return train
    reach, best = ((train >> 4) & 15) + 2 * plies, (train >> 8) & 15
    if max(reach, best) < (rival >> 8) & 15:
        return train & ~np.int64(0xFF0)
    return train & ~np.int64(0xF0) if reach <= best else train


@inlined
def _key(plies, low, high, mine, theirs, lead):
    """Return a state of two players as two words: plies left, hand, ends and runs, lead; and the features of both trains."""
    base = np.int64(4095)
    word = np.int64(plies) | (low << 4) | (high << 9) | ((mine & base) << 14) | ((theirs & base) << 26) | ((lead + 128) << 38)
    return word, ((mine >> 12) << 20) | (theirs >> 12)


@inlined
def _margin(mine, theirs, lead, rules, pair):
    """Return the bonuses of a finished game: those of the player to move less the other's; `pair` is room for two rows of two."""
    pair[0, 0], pair[0, 1] = mine, theirs
    pair[1, 0], pair[1, 1] = lead, 0
    add_bonuses(pair[0], pair[1], 2, rules, pair[2])
    return pair[2, 0] - pair[2, 1]


@inlined
def _option(choice, low, high, drawn):
    """Return one of the three cards with the two that are passed on, in order; −1 for a copy of one that came before."""
    if choice == 0:
        return drawn, low, high
    if choice == 1:
        return (-1 if low == drawn else low), min(drawn, high), max(drawn, high)
    return (-1 if high == drawn or high == low else high), min(drawn, low), max(drawn, low)


@lean
def duel(plies, low, high, mine, theirs, lead, alpha, beta, deck, rules, keys, meta, pair):
    """Return the margin to come for the player to move, `plies` before the end, both best; exact between `alpha` and `beta`.

    A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound. `low` ≤ `high` are the cards received,
    deck[-plies:] those drawn from now on; `lead` is the difference of values so far where the caboose asks for it, else 0.
    """
    if plies == 0:
        return _margin(mine, theirs, lead, rules, pair)
    row, word, other = np.int64(-1), np.int64(0), np.int64(0)
    if plies > 1:
        mine, theirs = _settled(mine, (plies + 1) // 2, theirs, rules), _settled(theirs, plies // 2, mine, rules)
        word, other = _key(plies, low, high, mine, theirs, lead)
        row = row_of(keys, (word, other))
        if keys[row, 0] != 0:
            known, kind = keys[row, VALUE] >> 2, keys[row, VALUE] & 3
            if kind == EXACT or kind == LOWER and known >= beta or kind == UPPER and known <= alpha:
                return known
    drawn, weigh, best, least = deck[deck.shape[0] - plies], rules.condition == LOWEST_VALUE, np.int64(-1000), alpha
    for down in range(2):
        for choice in range(3):
            card, first, second = _option(choice, low, high, drawn)
            if card < 0 or down == 0 and not fits(mine, card, rules):
                continue
            gain, after = played(mine, down, card, rules)
            rest = duel(
                plies - 1, first, second, theirs, after, -lead - gain if weigh else lead, gain - beta, gain - least,
                deck, rules, keys, meta, pair,
            )  # fmt: skip
            best = max(best, gain - rest)
            least = max(least, best)
            if least >= beta:
                break
        if least >= beta or meta[2] != 0:
            break
    if row >= 0 and meta[2] == 0:
        _store(word, other, best, EXACT if alpha < best < beta else LOWER if best >= beta else UPPER, keys, meta)
    return best


@inlined
def _store(word, other, value, kind, keys, meta):
    """Write a value to the table; a table that is three quarters full takes no new row."""
    row = row_of(keys, (word, other))
    if keys[row, 0] == 0:
        if meta[0] * 4 > keys.shape[0] * 3:
            meta[2] = 1
            return
        meta[0] += 1
    keys[row, 0], keys[row, 1], keys[row, VALUE] = word, other, value << 2 | np.int64(kind)


# --------------------------------------------------------------------------------------------------------- hidden deck


@inlined
def _worth(mine, theirs, lead, tie, win, rules, pair):
    """Return what the end is worth to the player to move: the bonuses' margin, or 1, 0 or `tie` for a win, a loss or a tie."""
    margin = _margin(mine, theirs, lead, rules, pair)
    if not win:
        return np.float64(margin)
    margin += lead
    return 1.0 if margin > 0 else 0.0 if margin < 0 else tie


@lean
def hidden(plies, low, high, mine, theirs, lead, tie, win, taken, pool, rules, keys, found, meta, pair):
    """Return the expected worth for the player to move, before the draw: a card of `pool` (copies left of each) at random.

    `taken`: two bits for each kind of card drawn since the root. `lead` is kept where the caboose or `win` asks for it.
    """
    if plies == 0:
        return _worth(mine, theirs, lead, tie, win, rules, pair)
    mine, theirs = _settled(mine, (plies + 1) // 2, theirs, rules), _settled(theirs, plies // 2, mine, rules)
    word, other = _key(plies, low, high, mine, theirs, lead)
    row = row_of(keys, (word, other, taken))
    if keys[row, 0] == word:
        return found[row]
    total, kinds = 0.0, 0
    for drawn in range(pool.shape[0]):
        copies = pool[drawn]
        if copies == 0:
            continue
        pool[drawn] -= 1
        now = taken + (np.int64(1) << (2 * drawn))
        best = -1000.0
        for choice in range(3):
            card, first, second = _option(choice, low, high, drawn)
            if card < 0:
                continue
            for down in range(2):
                if down == 0 and not fits(mine, card, rules):
                    continue
                gain, after = played(mine, down, card, rules)
                ahead = -lead - gain if win or rules.condition == LOWEST_VALUE else lead
                rest = hidden(
                    plies - 1, first, second, theirs, after, ahead, 1.0 - tie, win, now,
                    pool, rules, keys, found, meta, pair,
                )  # fmt: skip
                best = max(best, 1.0 - rest if win else gain - rest)
        pool[drawn] += 1
        total += copies * best
        kinds += copies
        if meta[2] != 0:
            return 0.0
    if meta[0] * 4 > keys.shape[0] * 3:
        meta[2] = 1
        return 0.0
    row = row_of(keys, (word, other, taken))
    keys[row, 0], keys[row, 1], keys[row, 2] = word, other, taken
    found[row] = total / kinds
    meta[0] += 1
    return found[row]
