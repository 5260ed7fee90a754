"""Kernels for metrics other than moves: every outcome of one train move with its cost, and a table of the least costs known.

A state is a packed position with a *memory* above it: what a metric needs to know of the moves before (which locomotives have
run and in which sense, which pieces are coupled). See `plan.py` for the bits.
"""

import numpy as np

from shunt.search.core.hashtable import _find
from shunt.search.core.jit import inlined, inner, lean
from shunt.search.core.state_kernels import _load
from shunt.search.trains.move_kernels import _forward, _slot
from shunt.search.trains.scratch import LEADER, LENGTH, MEMBERS
from shunt.search.trains.successor_kernels import _unpack

# Rows of `M.weight`.
MOVES = 0
RUNS = 1
REVERSALS = 2
COUPLINGS = 3
DISTANCE = 4


# --------------------------------------------------------------------------------------------------------------------
# The memory


@inlined
def _joint(M, a, b):
    """The bit of the joint between two pieces."""
    return M.joint_shift + (a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a)


@inner
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


@inner
def _show_joints(T, M, memory, D):
    """Write to D.joined which pieces are coupled."""
    for a in range(1, T.pieces):
        for b in range(a):
            coupled = memory >> _joint(M, a, b) & 1
            D.joined[a, b] = coupled
            D.joined[b, a] = coupled


@inner
def _recouple(T, W, M, memory, k, D):
    """The joints after outcome k; adds the cost to D.cost[0].

    Of those of its train remain: what is pulled, what was met standing and coupled, and the closing joint of a ring that turned.
    """
    c = W.outcome[k, 0]
    n = W.composition[c, LENGTH]
    members = W.composition[c, MEMBERS]
    kept = np.int64(0)
    for place in range(n - 1):
        bit = _joint(M, W.train[c, place, 0], W.train[c, place + 1, 0])
        if place < W.composition[c, LEADER]:
            if memory >> bit & 1 == 0:
                memory |= 1 << bit
                D.cost[0] += M.weight[COUPLINGS]
            kept |= 1 << bit
        elif D.kept[c] >> place & 1:
            kept |= 1 << bit
    if D.outcome_closed[k]:
        kept |= 1 << _joint(M, W.train[c, 0, 0], W.train[c, n - 1, 0])
    for a in range(1, T.pieces):
        for b in range(a):
            bit = _joint(M, a, b)
            if (members >> a & 1 or members >> b & 1) and memory >> bit & 1 and kept >> bit & 1 == 0:
                memory &= ~(1 << bit)
                D.cost[0] += M.weight[COUPLINGS]
    return memory


@inlined
def _space_of(T, packed, piece):
    slot = packed >> T.shift[piece] & ((1 << T.width[piece]) - 1)
    return slot >> 1 if T.has_headings and piece < T.locomotives else slot


@inner
def _torn(T, M, state, phase, D):
    """`state`, before whose last step the turntables were in `phase`, without the joints that they have parted; adds the cost."""
    now = (state & M.position_mask) >> T.phase_shift
    for a in range(1, T.pieces):
        for b in range(a):
            bit = _joint(M, a, b)
            if state >> bit & 1:
                one = _space_of(T, state, a)
                other = _space_of(T, state, b)
                if M.ends[now, one, other] != M.ends[phase, one, other]:
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


@inner
def _canonical_with_memory(T, M, state):
    """The state with the members of every interchangeable group in rising order of slot, memories following them."""
    for piece in range(1, T.pieces):
        if T.group[piece] < 0:
            continue
        current = np.int64(piece)
        for other in range(piece - 1, -1, -1):
            if T.group[other] == T.group[piece]:
                mask = (1 << T.width[piece]) - 1
                if state >> T.shift[other] & mask <= state >> T.shift[current] & mask:
                    break
                state = _swap(T, M, state, np.int64(other), current)
                current = np.int64(other)
    return state


@inner
def _after_hand(T, M, state, phase, D):
    """`state` after a turntable was stepped by hand to `phase`, which ends every run."""
    before = (state & M.position_mask) >> T.phase_shift
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
    return _torn(T, M, state, before, D) if M.has_joints else state


# --------------------------------------------------------------------------------------------------------------------
# States


@inner
def _costed_outcome(T, W, D, M, memory, phase, k):
    """The state that outcome k of a state in `phase` leads to; its cost is left in D.cost[0]."""
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    packed = W.base[c]
    for place in range(W.composition[c, LENGTH]):
        piece = W.train[c, place, 0]
        packed |= _slot(T, piece, np.int64(T.sides[i, place]), W.train[c, place, 1]) << T.shift[piece]
    leader = W.composition[c, LEADER]
    D.cost[0] = M.weight[MOVES] + M.weight[DISTANCE] * D.outcome_distance[k]
    if M.has_joints:
        memory = _recouple(T, W, M, memory, k, D)
    state = memory | packed
    if M.has_ran:
        state = _turn_memory(T, M, memory, packed, W.train[c, leader, 0], W.train[c, leader, 1], D)
    if M.has_joints and T.phase.shape[0] > 1:
        state = _torn(T, M, state, phase, D)
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
        if M.has_joints:
            _show_joints(T, M, memory, D)
        found = _forward(T, W, D, phase, (base, np.int64(0)))
        if found < 0:
            return s, at, -1
        if at + found + T.by_hand.shape[2] > out.size:
            return s, at, 0
        for k in range(found):
            after = _costed_outcome(T, W, D, M, memory, phase, np.int64(k))
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
# The table of least costs: a hash table with a value beside every state


@lean
def _relax(table, value, states, cost, stop, key, better):
    """Lower the values of states[:stop] to key + cost where that is less; the numbers of those lowered go to `better`.

    Returns (how many were lowered, how many of them are new).
    """
    count = 0
    added = 0
    for k in range(stop):
        at = _find(table, _load(states, k))
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
def _with_position_in(table, value, below, mask, wanted, found, found_value):
    """The states of the table with a value under `below` whose bits under `mask` are in the hash set `wanted`.

    Writes them and their values; returns how many there are (no more are written than fit).
    """
    count = 0
    for k in range(table.size):
        if table[k] != -1 and value[k] < below:
            position = table[k] & mask
            if wanted[_find(wanted, (position, np.int64(0)))] == position:
                if count < found.size:
                    found[count] = table[k]
                    found_value[count] = value[k]
                count += 1
    return count
