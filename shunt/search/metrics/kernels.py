"""Kernels for metrics other than moves: every outcome of one train move with its cost, and a table of the smallest known costs.

A state is a packed position with a *memory* in the bits that the position leaves free. The memory contains what a metric needs to
know about earlier moves (which locomotives have run and in which direction, which pieces are coupled). The bits are described in
`plan.py`. As in all kernels of trains, a state is a pair of words, of which the second is 0 if one is enough
(`core/state_kernels.py`).
"""

import numpy as np

from shunt.rules.objective import ROWS
from shunt.search.core.hashtable import _find
from shunt.search.core.jit import inlined, inner, lean
from shunt.search.core.state_kernels import _holds, _is_free, _load, _replaced, _slot_in, _store, _with_slot, _without_slot
from shunt.search.trains.move_kernels import _forward, _space
from shunt.search.trains.records import COST, LEADER, LENGTH, MEMBERS
from shunt.search.trains.successor_kernels import _after, _bit, _canonical, _flipped, _unpack

# Rows of `M.weight`.
MOVES, RUNS, REVERSALS, COUPLINGS, DISTANCE = (ROWS[name] for name in ("moves", "runs", "reversals", "couplings", "distance"))


# --------------------------------------------------------------------------------------------------------------------
# The memory


@inlined
def _without_bit(state, bit):
    """Return `state` with a bit cleared."""
    return _without_slot(state, bit, 1)


@inlined
def _forgotten(M, state, locomotive):
    """Return `state` as if this locomotive had not run."""
    state = _without_bit(state, M.ran_shift + locomotive)
    return _without_bit(state, M.sense_shift + locomotive) if M.has_sense else state


@inner
def _note_run(T, W, M, state, locomotive, sense):
    """Return `state` with the memory that `locomotive` ran in direction `sense`; add the cost to W.tally[COST]."""
    ran = _bit(state, M.ran_shift + locomotive)
    before = _bit(state, M.sense_shift + locomotive) if M.has_sense else np.int64(0)
    same = ran == 1 and before == sense
    if ran and not same:
        W.tally[COST] += M.weight[REVERSALS]
    goes_on = _slot_in(state, M.last_shift, M.last_width) if M.last_width else locomotive + 1
    if not (same and goes_on == locomotive + 1):
        W.tally[COST] += M.weight[RUNS]
    for other in range(T.locomotives):
        if not M.all_senses:
            state = _forgotten(M, state, other)
        if not M.has_sense and other != locomotive and _bit(state, M.ran_shift + other) == 0:
            state = _without_bit(state, T.shift[other])  # it has not run yet, but may have been pushed round a bend
    state = _with_slot(state, M.ran_shift + locomotive, np.int64(1))
    if M.has_sense:
        state = _replaced(state, M.sense_shift + locomotive, 1, np.int64(sense))
    else:
        state = _flipped(state, T.shift[locomotive], sense)
    if M.last_width:
        state = _replaced(state, M.last_shift, M.last_width, locomotive + 1)
    return state


@inner
def _show_joints(T, M, state, D):
    """Write the coupled pairs of pieces to D.joined."""
    for a in range(1, T.pieces):
        for b in range(a):
            coupled = _bit(state, M.joint[a, b])
            D.joined[a, b] = coupled
            D.joined[b, a] = coupled


@inlined
def _is_kept(W, D, c, k, a, b):
    """Return whether pieces a and b, which are neighbours in the train of outcome k, stay or become coupled."""
    n = W.composition[c, LENGTH]
    for place in range(n - 1):
        one = W.train[c, place, 0]
        other = W.train[c, place + 1, 0]
        if one == a and other == b or one == b and other == a:
            if place < W.composition[c, LEADER] or D.kept[c] >> place & 1:
                return True
    if D.outcome_closed[k]:
        one = W.train[c, 0, 0]
        other = W.train[c, n - 1, 0]
        return one == a and other == b or one == b and other == a
    return False


@inner
def _recouple(T, W, M, state, k, D):
    """Return `state` with the joints after outcome k; add the cost to W.tally[COST].

    Of the joints of its train, these remain: the joints of pulled pieces, those of pieces that were met while coupled, and the
    closing joint of a ring that turned.
    """
    c = W.outcome[k, 0]
    members = W.composition[c, MEMBERS]
    for place in range(W.composition[c, LEADER]):
        bit = M.joint[W.train[c, place, 0], W.train[c, place + 1, 0]]
        if _bit(state, bit) == 0:
            state = _with_slot(state, bit, np.int64(1))
            W.tally[COST] += M.weight[COUPLINGS]
    for a in range(1, T.pieces):
        for b in range(a):
            if (members >> a & 1 or members >> b & 1) and _bit(state, M.joint[a, b]):
                if not _is_kept(W, D, c, k, a, b):
                    state = _without_bit(state, M.joint[a, b])
                    W.tally[COST] += M.weight[COUPLINGS]
    return state


@inner
def _torn(T, W, M, state, setting):
    """Return `state` without the joints that the turntables parted; they were in `setting` before the last step. Add the cost."""
    now = _slot_in(state, T.setting_shift, M.setting_width)
    for a in range(1, T.pieces):
        for b in range(a):
            if _bit(state, M.joint[a, b]):
                one = _space(T, a, _slot_in(state, T.shift[a], T.width[a]))
                other = _space(T, b, _slot_in(state, T.shift[b], T.width[b]))
                if M.ends[now, one, other] != M.ends[setting, one, other]:
                    state = _without_bit(state, M.joint[a, b])
                    W.tally[COST] += M.weight[COUPLINGS]
    return state


@inner
def _after_hand(T, W, D, M, state, setting):
    """Return `state` after a turntable was stepped by hand to `setting`, which ends every run."""
    before = _slot_in(state, T.setting_shift, M.setting_width)
    W.tally[COST] = M.weight[MOVES]
    state = _replaced(state, T.setting_shift, M.setting_width, setting)
    if M.last_width:
        state = _without_slot(state, M.last_shift, M.last_width)
    elif M.has_ran and not M.all_senses:
        for locomotive in range(T.locomotives):
            state = _forgotten(M, state, locomotive)
            if not M.has_sense:
                state = _without_bit(state, T.shift[locomotive])
    if D is not None:
        if M.has_joints:
            state = _torn(T, W, M, state, before)
    return state


# --------------------------------------------------------------------------------------------------------------------
# States


@inner
def _costed_outcome(T, W, D, M, before, setting, k):
    """Return the state after outcome k of a state in `setting`; its cost is in W.tally[COST]. `before`: see `_after`."""
    c = W.outcome[k, 0]
    state = _after(T, W, k, before)
    leader = W.composition[c, LEADER]
    W.tally[COST] = M.weight[MOVES]
    if D is not None:
        W.tally[COST] += M.weight[DISTANCE] * D.outcome_distance[k]
        if M.has_joints:
            state = _recouple(T, W, M, state, k, D)
    if M.has_ran:
        state = _note_run(T, W, M, state, W.train[c, leader, 0], W.train[c, leader, 1])
    if D is not None:
        if M.has_joints and T.setting.shape[0] > 1:
            state = _torn(T, W, M, state, setting)
    return state


@lean
def _costed_neighbours(T, W, D, M, states, start, stop, out, cost):
    """Write the successors of states[start:stop], as many as fit, to `out`, and the cost of each move to `cost`.

    `D` is None if neither distance nor couplings are counted; code for these is then not compiled. Return (the first state not
    done, the end of the output, 0 or −1 if W is too small for that state).
    """
    at = 0
    for s in range(start, stop):
        state = _load(states, s)
        _unpack(T, W, state)
        setting = _slot_in(state, T.setting_shift, M.setting_width)
        if D is not None:
            if M.has_joints:
                _show_joints(T, M, state, D)
        found = _forward(T, W, D, setting)
        if found < 0:
            return s, at, -1
        count = found + T.by_hand.shape[2]
        if at + count > out.shape[0]:
            return s, at, 0
        base = _replaced(state, T.setting_shift, M.setting_width, T.setting[setting, 0])
        for k in range(count):
            if k < found:
                after = _costed_outcome(T, W, D, M, base, setting, np.int64(k))
            else:
                after = _after_hand(T, W, D, M, state, T.by_hand[setting, 0, k - found])
            _store(out, at, _canonical(T, M, after) if M.grouped else after)
            cost[at] = W.tally[COST]
            at += 1
    return stop, at, 0


# --------------------------------------------------------------------------------------------------------------------
# The table of least totals


@lean
def _with_position_in(table, value, below, mask, wanted, found, found_value):
    """Return the states of the table with a value less than `below` whose bits in mask[0] are in the hash set `wanted`.

    Write them and their values; return their number. At most as many as fit are written.
    """
    count = 0
    kept = _load(mask, 0)
    for k in range(table.shape[0]):
        if not _is_free(table, k) and value[k] < below:
            state = _load(table, k)
            position = (state[0] & kept[0], state[1] & kept[1])
            if _holds(wanted, _find(wanted, position), position):
                if count < found.shape[0]:
                    _store(found, count, state)
                    found_value[count] = value[k]
                count += 1
    return count
