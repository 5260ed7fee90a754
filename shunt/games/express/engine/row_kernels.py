"""The hash table of Yardmaster Express: rows of a key of two or three words, open addressing, linear probing.

A row is free while its first word is 0, so that tables begin as zeros, whose memory is not touched where it is not used.
"""

import numpy as np

from shunt.search.core.jit import inlined


@inlined
def row_of(keys, key):
    """Return the row of `key` (words, the first not 0), or the free one where it goes. The number of rows is a power of two."""
    mixed, mask = np.uint64(0), keys.shape[0] - 1
    for place in range(len(key)):
        mixed = (mixed ^ np.uint64(key[place])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(31)
    row = np.int64((mixed >> np.uint64(20)) & np.uint64(mask))
    while keys[row, 0] != 0:
        same = True
        for place in range(len(key)):
            same &= keys[row, place] == key[place]
        if same:
            break
        row = (row + 1) & mask
    return row
