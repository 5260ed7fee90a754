"""Kernel that lists every *stretch*: a row of n joined spaces with a direction of travel, where a train of n pieces can stand.

A train within a move is nothing but a stretch and the order of its pieces, so its whole route is a walk from stretch to
stretch through tables made here once for a card. Side 2s + e means: on space s, travelling towards its end e.
"""

import numpy as np

from shunt.search.core.jit import inner, lean

# Columns of the table of stretches: the stretch without its head, and without its tail; its first row in the table of branches
# (the next stretch's row ends them); whether no space of it is a no-stop space.
PREFIX, SUFFIX, BRANCHES, MAY_STOP = range(4)

# Columns of the table of branches, what may happen at the head: the space ahead; the stretch after one step onto it, −1 where the
# train itself blocks it; the stretch longer by that space, for a piece that is pushed from there, −1 where there is none.
ENTERS, ROLLS, MEETS = range(3)


@lean
def _lengthen(joins, first_join, partners, first_partner, no_stop, stretch, sides, branch, first, last, n, longest, spaces):
    """Fill the branches of the stretches `first` … `last` − 1, all of length n, and append those of length n + 1.

    `joins[first_join[p·2·spaces + side] …]` are the sides that a piece leaving `side` arrives with in setting p; rows of
    `stretch`, `sides` and `branch` must have room. Returns (end of the stretches, end of the branches).
    """
    end = last
    rows = stretch[first, BRANCHES]
    setting_of = sides.shape[1] - 1  # the last column of sides holds the setting
    for i in range(first, last):
        setting = sides[i, setting_of]
        side_ahead = setting * 2 * spaces + sides[i, n - 1]
        stretch[i, BRANCHES] = rows
        suffix_row = stretch[stretch[i, SUFFIX], BRANCHES] if n > 1 else 0
        for k in range(first_join[side_ahead + 1] - first_join[side_ahead]):
            side = joins[first_join[side_ahead] + k]
            single = setting * 2 * spaces + side
            branch[rows, ENTERS] = side >> 1
            branch[rows, ROLLS] = single if n == 1 else branch[suffix_row + k, MEETS]
            branch[rows, MEETS] = -1
            if n < longest and _is_clear(sides, i, n, side >> 1, partners, first_partner):
                stretch[end, PREFIX] = i
                stretch[end, SUFFIX] = single if n == 1 else branch[suffix_row + k, MEETS]
                stretch[end, MAY_STOP] = stretch[i, MAY_STOP] * (1 - no_stop[side >> 1])
                for j in range(n):
                    sides[end, j] = sides[i, j]
                sides[end, n] = side
                sides[end, setting_of] = setting
                branch[rows, MEETS] = end
                end += 1
            rows += 1
    stretch[last, BRANCHES] = rows
    return end, rows


@inner
def _is_clear(sides, i, n, space, partners, first_partner):
    """Whether stretch i of length n neither holds `space` nor a space that excludes it."""
    for j in range(n):
        held = sides[i, j] >> 1
        if held == space:
            return False
        for k in range(first_partner[space], first_partner[space + 1]):
            if partners[k] == held:
                return False
    return True


@lean
def _invert(targets, sources, count, first, fill, out):
    """Group `sources` by their target: out[first[t] …] lists every source with target t, in order; −1 is no target."""
    for k in range(targets.size):
        if targets[k] >= 0:
            first[targets[k] + 1] += 1
    for t in range(count):
        first[t + 1] += first[t]
        fill[t + 1] = first[t + 1]
    for k in range(targets.size):
        if targets[k] >= 0:
            out[fill[targets[k]]] = sources[k]
            fill[targets[k]] += 1


def empty_rows(rows: int, columns: int) -> np.ndarray:
    """A table of −1."""
    return np.full((rows, columns), -1, np.int32)
