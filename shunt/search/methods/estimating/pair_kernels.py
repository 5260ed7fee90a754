"""Kernels of the estimates by pairs of cars: the distances for one locomotive and two cars, and the sums."""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _load, _setting_in, _slot_in


@inlined
def _mirrored(place, spaces):
    """Return the index of the same arrangement with the two cars exchanged."""
    return place - place % (spaces * spaces) + place % spaces * spaces + place // spaces % spaces


@lean
def _distances_by_steps(row, first, steps, spaces, far, reached, now, after, found):
    """Write the number of moves from every index to each of up to 63 goals to `found` (goals, places), at most `far`.

    `row` (places): the number of the state at an index, or −1 for one that is reached only as a mirror image or never. `first`
    (states + 1), `steps`: the indices one move before each state. The bits of `now` (places) are the goals that an index meets;
    `reached` is a copy of it, and `after` is all 0.
    """
    for moves in range(far):
        going = False
        for place in range(row.shape[0]):
            bits = now[place]
            if bits == 0:
                continue
            going = True
            _note(found, place, bits, moves)
            same = row[place] >= 0
            state = np.int64(row[place] if same else row[_mirrored(place, spaces)])
            if state < 0:
                continue
            for k in range(first[state], first[state + 1]):
                before = np.int64(steps[k])
                after[before if same else _mirrored(before, spaces)] |= bits
        if not going:
            return
        for place in range(row.shape[0]):
            now[place] = after[place] & ~reached[place]
            reached[place] |= now[place]
            after[place] = 0


@inlined
def _note(found, place, bits, moves):
    """Write the number of moves from an index to the goals of `bits`."""
    goal = 0
    while bits:
        if bits & 1:
            found[goal, place] = moves
        bits >>= 1
        goal += 1


@inlined
def _moves_of_choice(tables, begin, seats, pair, choice, slots, spaces, begins):
    """Return the number of moves of the nearest locomotive for one pair and one choice of cars. Indices are unsigned, so that no
    check for negative ones is needed."""
    first, second = seats[pair, choice, np.uint64(0)], seats[pair, choice, np.uint64(1)]
    at = begin + slots[np.uint64(first)] * spaces + slots[np.uint64(second)]
    moves = np.int64(tables[np.uint64(begins[np.uint64(0)] + at)])
    for engine in range(1, begins.shape[0]):
        moves = min(moves, np.int64(tables[np.uint64(begins[np.uint64(engine)] + at)]))
    return moves


@lean
def _pair_estimates(tables, shape, seats, room, shift, width, setting_shift, states, found):
    """Write the estimate for each of `states` to `found`. The arrays are described in `pair_estimates.PairEstimates`.

    `tables` is flat, and `shape` is its shape (P, S, Q, N, N). `room`: space for as many numbers as there are wanted
    places, pieces, and locomotives.
    """
    (_, sides, count, spaces, _), (farthest, slots, begins) = shape, room
    block, cars = spaces * spaces, farthest.shape[0]
    for k in range(states.shape[0]):
        state = _load(states, k)
        setting = _setting_in(state, setting_shift)
        total, pair = np.int64(0), np.uint64(0)
        for piece in range(slots.shape[0]):
            slots[piece] = _slot_in(state, shift[piece], width[piece])
        for engine in range(begins.shape[0]):
            begins[engine] = (setting * sides + slots[engine]) * count * block
        for car in range(cars):
            farthest[car] = 0
        begin = np.int64(0)
        for one in range(cars):
            worst = farthest[one]
            for other in range(one + 1, cars):
                best = _moves_of_choice(tables, begin, seats, pair, np.uint64(0), slots, spaces, begins)
                for choice in range(1, seats.shape[1]):
                    if seats[pair, choice, 0] < 0:
                        break
                    best = min(best, _moves_of_choice(tables, begin, seats, pair, np.uint64(choice), slots, spaces, begins))
                total += 2 * best
                worst = max(worst, best)
                farthest[np.uint64(other)] = max(farthest[np.uint64(other)], best)
                pair += np.uint64(1)
                begin += block
            total += (cars - 1) * worst
        found[k] = total
