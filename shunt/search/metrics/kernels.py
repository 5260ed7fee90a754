"""Kernels for metrics other than moves: every outcome of one train move with its cost, and a table of the least costs known.

A state is a packed position with a *memory* above it: what a metric needs to know of the moves before (which locomotives have
run and in which sense, which pieces are coupled). See `metric_plan.py` for the bits.
"""

import numpy as np

from shunt.search.core.hashtable import _slot_of
from shunt.search.core.jit import inlined, lean
from shunt.search.trains.move_kernels import _add_seed, _flip, _is_excluded, _meet, _set_out, _slot, _stand_ready
from shunt.search.trains.scratch import COMPOSITIONS, FULL, LEADER, LENGTH, MEMBERS, OUTCOMES, SEED_COUNT, SEEDS, SEEDS_END, STAMP
from shunt.search.trains.stretch_kernels import BRANCHES, ENTERS, MAY_STOP, MEETS, ROLLS
from shunt.search.trains.successor_kernels import _unpack

# Rows of `M.weight`.
MOVES = 0
RUNS = 1
REVERSALS = 2
COUPLINGS = 3
DISTANCE = 4


@inlined
def _expand(T, W, D, c, i, so_far, contacts):
    """Look one space ahead of composition c on stretch i, `so_far` spaces on its way; returns the contacts noted so far.

    What rolls on is written to the end of the queue (`W.tally[SEEDS_END]` keeps it), with its distance.
    """
    members = W.composition[c, MEMBERS]
    n = W.composition[c, LENGTH]
    stamp = W.tally[STAMP]
    for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
        space = np.int64(T.branch[k, ENTERS])
        piece = W.occupant[space]
        if piece >= 0 and members >> piece & 1 == 0:
            longer = np.int64(T.branch[k, MEETS])
            W.contact[contacts, 0] = 2 * piece + _flip(T, W, piece, np.int64(T.sides[longer, n]))
            W.contact[contacts, 1] = longer
            D.contact_distance[contacts] = so_far
            contacts += 1
            continue
        j = T.branch[k, ROLLS]
        if j < 0 or W.visited[j] == stamp or (T.has_exclusive and _is_excluded(T, W, space, members)):
            continue
        W.visited[j] = stamp
        if T.stretch[j, MAY_STOP]:
            W.outcome[W.tally[OUTCOMES], 0] = c
            W.outcome[W.tally[OUTCOMES], 1] = j
            D.outcome_distance[W.tally[OUTCOMES]] = so_far + 1
            W.tally[OUTCOMES] += 1
        if W.seeded[j] != stamp:
            W.seeded[j] = stamp
            W.queue[D.tail[0]] = j
            D.queue_distance[D.tail[0]] = so_far + 1
            D.tail[0] += 1
    return contacts


@lean
def _roll_with_distance(T, W, D, c):
    """Like `_roll_forward`, nearest first: seeds join the queue when it is as far as they are.

    Seeds of a composition stand in rising order of distance, as its contacts were met in that order.
    """
    if W.tally[OUTCOMES] + T.stretch.shape[0] > W.outcome.shape[0]:
        W.tally[FULL] = 1
        return
    W.tally[STAMP] += 1
    stamp = W.tally[STAMP]
    D.tail[0] = 0
    contacts = np.int64(0)
    at = np.int64(0)
    seed = W.composition[c, SEEDS]
    last = W.composition[c, SEEDS_END]
    while at < D.tail[0] or seed < last:
        if at == D.tail[0] or (seed < last and D.seed_distance[seed] <= D.queue_distance[at]):
            i = W.seed[seed]
            so_far = D.seed_distance[seed]
            seed += 1
            if W.seeded[i] == stamp:
                continue
            W.seeded[i] = stamp
        else:
            i = W.queue[at]
            so_far = D.queue_distance[at]
            at += 1
        contacts = _expand(T, W, D, c, i, so_far, contacts)
    for k in range(contacts):
        met = W.contact[k, 0]
        if met >= 0 and W.tally[FULL] == 0:
            with_it = _meet(T, W, c, met >> 1, W.contact[k, 1])
            if W.tally[FULL] == 0:
                D.seed_distance[W.composition[with_it, SEEDS]] = D.contact_distance[k]
            for other in range(k + 1, contacts):
                if W.contact[other, 0] == met:
                    _add_seed(W, W.contact[other, 1])
                    D.seed_distance[W.tally[SEED_COUNT] - 1] = D.contact_distance[other]
                    W.contact[other, 0] = -1
            W.composition[with_it, SEEDS_END] = W.tally[SEED_COUNT]


@lean
def _forward_with_distance(T, W, D, phase, base):
    """Every outcome of one train move from `W.slots`, with the fewest spaces to it; returns how many, −1 if W has no room."""
    _set_out(T, W)
    _stand_ready(T, W, base, phase * 2 * T.spaces)
    for seed in range(W.tally[SEED_COUNT]):
        D.seed_distance[seed] = 0
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        _roll_with_distance(T, W, D, c)
        c += 1
    return -1 if W.tally[FULL] else W.tally[OUTCOMES]


# --------------------------------------------------------------------------------------------------------------------
# The memory


@inlined
def _joint(M, a, b):
    """The bit of the joint between two pieces."""
    return M.joint_shift + (a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a)


@lean
def _turn_memory(T, M, memory, packed, locomotive, sense, D):
    """Remember that `locomotive` ran in `sense`; writes the cost to D.cost[0], returns memory and position together."""
    ran = memory >> (M.ran_shift + locomotive) & 1
    before = memory >> (M.sense_shift + locomotive) & 1 if M.has_sense else 0
    same = ran == 1 and before == sense
    if ran and not same:
        D.cost[0] += M.weight[REVERSALS]
    goes_on = memory >> M.last_shift & M.last_mask if M.last_mask else locomotive + 1
    if not (same and goes_on == locomotive + 1):
        D.cost[0] += M.weight[RUNS]
    for other in range(T.locomotives):
        if other == locomotive or (not M.all_senses):
            if not M.all_senses:
                memory &= ~(1 << (M.ran_shift + other))
                if M.has_sense:
                    memory &= ~(1 << (M.sense_shift + other))
            if not M.has_sense and other != locomotive and memory >> (M.ran_shift + other) & 1 == 0:
                packed &= ~(1 << T.shift[other])
    memory |= 1 << (M.ran_shift + locomotive)
    if M.has_sense:
        memory &= ~(1 << (M.sense_shift + locomotive))
        memory |= sense << (M.sense_shift + locomotive)
    else:
        packed ^= sense << T.shift[locomotive]
    if M.last_mask:
        memory = memory & ~(M.last_mask << M.last_shift) | (locomotive + 1) << M.last_shift
    return memory | packed


@lean
def _recouple(T, W, M, memory, c, D):
    """The joints after the train of composition c has moved; adds the cost to D.cost[0]."""
    n = W.composition[c, LENGTH]
    members = W.composition[c, MEMBERS]
    for a in range(1, T.pieces):
        for b in range(a):
            bit = _joint(M, a, b)
            if memory >> bit & 1 and (members >> a & 1 or members >> b & 1):
                parted = True
                for k in range(n - 1):
                    one = W.train[c, k, 0]
                    other = W.train[c, k + 1, 0]
                    if (one == a and other == b) or (one == b and other == a):
                        parted = False
                if parted:
                    memory &= ~(1 << bit)
                    D.cost[0] += M.weight[COUPLINGS]
    for k in range(W.composition[c, LEADER]):
        bit = _joint(M, W.train[c, k, 0], W.train[c, k + 1, 0])
        if memory >> bit & 1 == 0:
            memory |= 1 << bit
            D.cost[0] += M.weight[COUPLINGS]
    return memory


@inlined
def _space_of(T, packed, piece):
    slot = packed >> T.shift[piece] & ((1 << T.width[piece]) - 1)
    return slot >> 1 if T.has_headings and piece < T.locomotives else slot


@lean
def _torn(T, M, state, D):
    """`state` without the joints that a turntable has parted; adds their cost to D.cost[0]."""
    phase = (state & M.position_mask) >> T.phase_shift
    for a in range(1, T.pieces):
        for b in range(a):
            bit = _joint(M, a, b)
            if state >> bit & 1 and not M.adjacent[phase, _space_of(T, state, a), _space_of(T, state, b)]:
                state &= ~(1 << bit)
                D.cost[0] += M.weight[COUPLINGS]
    return state


@inlined
def _swapped_bits(state, i, j):
    """`state` with bits i and j exchanged."""
    differ = (state >> i ^ state >> j) & 1
    return state ^ (differ << i | differ << j)


@lean
def _swap(T, M, state, a, b):
    """`state` with the pieces a and b (of one kind) in each other's place, and in each other's memories."""
    mask = (1 << T.width[a]) - 1
    differ = (state >> T.shift[a] ^ state >> T.shift[b]) & mask
    state ^= differ << T.shift[a] | differ << T.shift[b]
    if a < T.locomotives and M.has_ran:
        state = _swapped_bits(state, M.ran_shift + a, M.ran_shift + b)
        if M.has_sense:
            state = _swapped_bits(state, M.sense_shift + a, M.sense_shift + b)
        if M.last_mask:
            last = state >> M.last_shift & M.last_mask
            now = b + 1 if last == a + 1 else a + 1 if last == b + 1 else last
            state ^= (last ^ now) << M.last_shift
    if M.has_joints:
        for other in range(T.pieces):
            if other != a and other != b:
                state = _swapped_bits(state, _joint(M, a, other), _joint(M, b, other))
    return state


@lean
def _canonical_with_memory(T, M, state):
    """The state with the members of every interchangeable group in rising order of slot, memories following them."""
    for piece in range(1, T.pieces):
        if T.group[piece] < 0:
            continue
        here = np.int64(piece)
        for other in range(piece - 1, -1, -1):
            if T.group[other] == T.group[piece]:
                mask = (1 << T.width[piece]) - 1
                if state >> T.shift[other] & mask <= state >> T.shift[here] & mask:
                    break
                state = _swap(T, M, state, np.int64(other), here)
                here = np.int64(other)
    return state


@lean
def _after_hand(T, M, state, phase, D):
    """`state` after a turntable was stepped by hand to `phase`: nobody's run goes on."""
    D.cost[0] = M.weight[MOVES]
    state = state & ~(M.position_mask >> T.phase_shift << T.phase_shift) | phase << T.phase_shift
    if M.last_mask:
        state &= ~(M.last_mask << M.last_shift)
    elif M.has_ran and not M.all_senses:
        for locomotive in range(T.locomotives):
            state &= ~(1 << (M.ran_shift + locomotive))
            if M.has_sense:
                state &= ~(1 << (M.sense_shift + locomotive))
            else:
                state &= ~(1 << T.shift[locomotive])
    return _torn(T, M, state, D) if M.has_joints else state


# --------------------------------------------------------------------------------------------------------------------
# States


@lean
def _costed_outcome(T, W, D, M, memory, k):
    """The state that outcome k leads to; its cost is left in D.cost[0]."""
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    packed = W.base[c]
    for place in range(W.composition[c, LENGTH]):
        piece = W.train[c, place, 0]
        packed |= _slot(T, piece, np.int64(T.sides[i, place]), W.train[c, place, 1]) << T.shift[piece]
    leader = W.composition[c, LEADER]
    D.cost[0] = M.weight[MOVES] + M.weight[DISTANCE] * D.outcome_distance[k]
    if M.has_joints:
        memory = _recouple(T, W, M, memory, c, D)
    state = memory | packed
    if M.has_ran:
        state = _turn_memory(T, M, memory, packed, W.train[c, leader, 0], W.train[c, leader, 1], D)
    if M.has_joints and T.phase.shape[0] > 1:
        state = _torn(T, M, state, D)
    return state


@lean
def _costed_neighbours(T, W, D, M, states, start, stop, out, cost):
    """Write the successors of states[start:stop], as many as fit, to `out`, and what each move costs to `cost`.

    Returns (the first state not done, the end of what was written, 0 or −1 where W is too small for that state).
    """
    at = 0
    for s in range(start, stop):
        state = states[s] & M.position_mask
        memory = states[s] & ~M.position_mask
        _unpack(T, W, (state, np.int64(0)))
        phase = state >> T.phase_shift
        base = state & ((1 << T.phase_shift) - 1) | T.phase[phase, 0] << T.phase_shift
        found = _forward_with_distance(T, W, D, phase, (base, np.int64(0)))
        if found < 0:
            return s, at, -1
        if at + found + T.by_hand.shape[2] > out.size:
            return s, at, 0
        for k in range(found):
            after = _costed_outcome(T, W, D, M, memory, np.int64(k))
            out[at] = _canonical_with_memory(T, M, after) if M.grouped else after
            cost[at] = D.cost[0]
            at += 1
        for m in range(T.by_hand.shape[2]):
            after = _after_hand(T, M, states[s], T.by_hand[phase, 0, m], D)
            out[at] = _canonical_with_memory(T, M, after) if M.grouped else after
            cost[at] = D.cost[0]
            at += 1
    return stop, at, 0


# --------------------------------------------------------------------------------------------------------------------
# The table of least costs: open addressing as in `hash_kernels.py`, with a value beside every state


@inlined
def _place_of(table, state):
    """Where `state` is in the table, or the empty slot where it belongs."""
    at = _slot_of(state, table.size)
    while table[at] != -1 and table[at] != state:
        at += 1
        if at == table.size:
            at = 0
    return at


@lean
def _relax(table, value, states, cost, stop, key, better):
    """Lower the values of states[:stop] to key + cost where that is less; the numbers of those lowered go to `better`.

    Returns (how many were lowered, how many of them are new).
    """
    count = 0
    added = 0
    for k in range(stop):
        at = _place_of(table, states[k])
        if table[at] == -1:
            table[at] = states[k]
            added += 1
        elif value[at] <= key + cost[k]:
            continue
        value[at] = key + cost[k]
        better[count] = k
        count += 1
    return count, added


@lean
def _settled(table, value, states, key, out):
    """Write to `out` those of `states` whose value is `key` (the others have been reached for less); returns how many."""
    count = 0
    for k in range(states.size):
        if value[_place_of(table, states[k])] == key:
            out[count] = states[k]
            count += 1
    return count


@lean
def _move_all_with_values(old, old_value, table, value):
    """Put every state of the table `old`, with its value, into the empty `table`."""
    for k in range(old.size):
        if old[k] != -1:
            at = _place_of(table, old[k])
            table[at] = old[k]
            value[at] = old_value[k]


@lean
def _with_position_in(table, value, below, mask, wanted, found, found_value):
    """The states of the table with a value under `below` whose bits under `mask` are in the hash set `wanted`.

    Writes them and their values; returns how many there are (no more are written than fit).
    """
    count = 0
    for k in range(table.size):
        if table[k] != -1 and value[k] < below:
            position = table[k] & mask
            if wanted[_place_of(wanted, position)] == position:
                if count < found.size:
                    found[count] = table[k]
                    found_value[count] = value[k]
                count += 1
    return count
