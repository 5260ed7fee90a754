"""Kernels that compute the moves of a lone locomotive between all slots, and from these the moves that each piece needs."""

import numpy as np

from shunt.search.core.jit import lean
from shunt.search.core.state_kernels import _load, _slot_in

FAR = 40  # what counts as out of reach


@lean
def _moves_between(first_ahead, ahead, first_behind, behind, may_stop, scratch, last_ahead, last_back):
    """Write the number of moves from each slot to all slots: to `last_ahead` if the last roll is ahead, and to `last_back` if it
    is back.

    A move rolls ahead or back by at least one space, and ends where `may_stop`; the last one may end anywhere. The slots one
    space ahead of slot i are `ahead`[`first_ahead`[i] …], and those behind it are in `behind`. `scratch` has six rows, each one
    longer than the number of slots.
    """
    queue, found, level, done = scratch[0], scratch[1], scratch[2:4], scratch[4:6]
    for row in range(may_stop.shape[0]):
        for slot in range(may_stop.shape[0]):
            found[slot] = FAR
            done[0, slot] = 0
            done[1, slot] = 0
            last_ahead[row, slot] = FAR
            last_back[row, slot] = FAR
        level[0, 0] = row
        found[row] = 0
        size, made, current = 1, 0, 0
        while size > 0 and made < FAR - 1:
            made += 1
            following = 0
            for way in range(2):
                first = first_ahead if way == 0 else first_behind
                beyond = ahead if way == 0 else behind
                out = last_ahead if way == 0 else last_back
                for k in range(size):
                    queue[k] = level[current, k]
                at, end = 0, size
                while at < end:
                    slot = queue[at]
                    at += 1
                    for k in range(first[slot], first[slot + 1]):
                        other = np.int64(beyond[k])
                        if done[way, other] == 0:
                            done[way, other] = 1
                            out[row, other] = made
                            queue[end] = other
                            end += 1
                            if may_stop[other] and found[other] == FAR:
                                found[other] = made
                                level[1 - current, following] = other
                                following += 1
            size, current = following, 1 - current


@lean
def _approaches(locomotives, cars, seats, engines, is_bound, shift, width, states, found):
    """Write the estimate or bound for each of `states` to `found`. The arrays are described in `approach.Approach`."""
    alone = locomotives.shape[0]
    for k in range(states.shape[0]):
        state = _load(states, k)
        total = np.int64(0)
        for want in range(seats.shape[0]):
            best = np.int64(255)
            for choice in range(seats.shape[1]):
                seat = seats[want, choice]
                if seat < 0:
                    break
                slot = _slot_in(state, shift[seat], width[seat])
                if want < alone:
                    best = min(best, np.int64(locomotives[want, slot]))
                    continue
                for engine in range(engines):
                    moves = np.int64(cars[want - alone, slot, _slot_in(state, shift[engine], width[engine])])
                    if moves < best:
                        best = moves
            total = max(total, best) if is_bound else total + best
        found[k] = total
