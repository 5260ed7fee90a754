"""Random numbers for the kernels of games: the same seed gives the same games everywhere."""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined


@inlined
def below(chance, bound):
    """Return a random number from 0 to `bound` - 1 (splitmix64; `bound` is below 2^31, so its bias is below 2^-32).

    `chance` is an array of one word, which counts on.
    """
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    bits = chance[0]
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    bits ^= bits >> np.uint64(31)
    return np.int64(((bits >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))
