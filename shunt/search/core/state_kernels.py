"""States as kernels see them: the only kernels that know how many words a state has and which bits of it belong to what.

In the hands of a kernel a state is a pair (low word, high word). An array holds a state in one integer or in a row of two;
which it is, numba knows from the rank of the array when it compiles, so that of the branches below just one is left. Where
there is one word, the high one is a constant 0, and what is worked out with it vanishes too. See `codec.py`.
"""

import numpy as np

from shunt.search.core.jit import inlined

NOTHING = (np.int64(0), np.int64(0))  # a state without pieces, for callers that want outcomes and no states


@inlined
def _load(states, k):
    """Return states[k]."""
    if states.ndim == 1:
        return states[k], np.int64(0)
    else:
        return states[k, 0], states[k, 1]


@inlined
def _store(states, k, state):
    """Let states[k] be `state`."""
    if states.ndim == 1:
        states[k] = state[0]
    else:
        states[k, 0] = state[0]
        states[k, 1] = state[1]


@inlined
def _is_free(table, at):
    """Return whether a slot of a hash table is empty."""
    if table.ndim == 1:
        return table[at] == -1
    else:
        return table[at, 0] == -1


@inlined
def _holds(table, at, state):
    """Return whether a slot of a hash table holds `state`."""
    if table.ndim == 1:
        return table[at] == state[0]
    else:
        return table[at, 0] == state[0] and table[at, 1] == state[1]


@inlined
def _folded(state):
    """Return both words in one, for hashing: the low word as it is where there is no high one."""
    high = np.uint64(state[1]) * np.uint64(0xC2B2AE3D27D4EB4F)
    return state[0] ^ np.int64(high ^ high >> np.uint64(29))


@inlined
def _slot_in(state, shift, width):
    """Return the slot of the piece whose bits are the `width` from bit `shift` on (bits of the high word count from 64)."""
    return (state[0] if shift < 64 else state[1]) >> (shift & 63) & ((1 << width) - 1)


@inlined
def _with_slot(state, shift, slot):
    """Return `state` with a slot where it has none yet."""
    bits = slot << (shift & 63)
    return (state[0] | bits, state[1]) if shift < 64 else (state[0], state[1] | bits)


@inlined
def _without_slot(state, shift, width):
    """Return `state` with zeros for a slot."""
    kept = ~(((1 << width) - 1) << (shift & 63))
    return (state[0] & kept, state[1]) if shift < 64 else (state[0], state[1] & kept)


@inlined
def _setting_in(state, shift):
    """Return the setting: all the bits of a word from `shift` on."""
    return (state[0] if shift < 64 else state[1]) >> (shift & 63)


@inlined
def _with_setting(state, shift, setting):
    """Return `state` with another setting."""
    below = (1 << (shift & 63)) - 1
    bits = setting << (shift & 63)
    return (state[0] & below | bits, state[1]) if shift < 64 else (state[0], state[1] & below | bits)
