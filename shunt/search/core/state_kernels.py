"""States in kernels. Only these kernels depend on the number of words of a state and on the meaning of its bits.

In a kernel, a state is a pair (low word, high word). In an array, a state is one integer or a row of two. numba knows which from
the rank of the array when it compiles, so only one of the branches below remains. If there is one word, the high word is a
constant 0, and all computations with it vanish too. See `codec.py`.
"""

import numpy as np

from shunt.search.core.jit import inlined


@inlined
def _load(states, k):
    """Return states[k]."""
    if states.ndim == 1:
        return states[k], np.int64(0)
    else:
        return states[k, 0], states[k, 1]


@inlined
def _store(states, k, state):
    """Set states[k] to `state`."""
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
    """Return both words combined into one, for hashing. If there is no high word, this is the low word."""
    high = np.uint64(state[1]) * np.uint64(0xC2B2AE3D27D4EB4F)
    return state[0] ^ np.int64(high ^ high >> np.uint64(29))


@inlined
def _slot_in(state, shift, width):
    """Return the slot of the piece that consists of the `width` bits from bit `shift` on (bits of the high word count from
    64)."""
    return (state[0] if shift < 64 else state[1]) >> (shift & 63) & ((1 << width) - 1)


@inlined
def _with_slot(state, shift, slot):
    """Return `state` with a value for a slot that is still zero."""
    bits = slot << (shift & 63)
    return (state[0] | bits, state[1]) if shift < 64 else (state[0], state[1] | bits)


@inlined
def _changed(state, shift, amount):
    """Return `state` with `amount` added to a slot."""
    bits = amount << (shift & 63)
    return (state[0] + bits, state[1]) if shift < 64 else (state[0], state[1] + bits)


@inlined
def _without_slot(state, shift, width):
    """Return `state` with a slot set to zero."""
    kept = ~(((1 << width) - 1) << (shift & 63))
    return (state[0] & kept, state[1]) if shift < 64 else (state[0], state[1] & kept)


@inlined
def _replaced(state, shift, width, slot):
    """Return `state` with a different value for a slot."""
    return _with_slot(_without_slot(state, shift, width), shift, slot)


@inlined
def _setting_in(state, shift):
    """Return the setting, which consists of all bits of a word from `shift` on."""
    return (state[0] if shift < 64 else state[1]) >> (shift & 63)


@inlined
def _with_setting(state, shift, setting):
    """Return `state` with a different setting."""
    below = (1 << (shift & 63)) - 1
    bits = setting << (shift & 63)
    return (state[0] & below | bits, state[1]) if shift < 64 else (state[0], state[1] & below | bits)
