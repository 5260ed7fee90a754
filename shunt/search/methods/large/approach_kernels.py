"""Kernel of how many moves a locomotive alone needs from every slot to every other one."""

from shunt.search.core.jit import lean

FAR = 40  # what counts as out of reach


@lean
def _moves_between(first_ahead, ahead, first_behind, behind, may_stop, rows, columns, scratch, last_ahead, last_back):
    """Write the moves from each slot of `rows` to all slots: with a last roll ahead to `last_ahead`, back to `last_back`.

    A move rolls ahead or back by at least one space, and ends where `may_stop`; the last one ends anywhere. The slots one space
    ahead of slot i are `ahead`[`first_ahead`[i] …], those behind it are in `behind`. `columns` is how many slots there are.
    `scratch` has six rows, longer by one than that.
    """
    queue, found, level, done = scratch[0], scratch[1], scratch[2:4], scratch[4:6]
    for row in range(rows.shape[0]):
        for slot in range(columns):
            found[slot] = FAR
            done[0, slot] = 0
            done[1, slot] = 0
            last_ahead[row, slot] = FAR
            last_back[row, slot] = FAR
        level[0, 0] = rows[row]
        found[rows[row]] = 0
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
                        other = beyond[k]
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
