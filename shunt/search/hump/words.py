"""How Hump Yard patterns and states are laid out in words, and the flat arrays of a yard: what kernels and codec share.

A *pattern* says which spaces are taken, in rising order of space: its *slots*. Only the pattern decides which moves there
are; which car stands in which slot (the *labels*) is carried along. A pattern is packed into two words of six slots with ten
bits each, whatever the length of the train: this is where trains too long for one word are dealt with. Patterns are
numbered as they turn up, and a *state* is one signed word again: `pattern number << 4 n | labels`, four bits a slot, slot 0
lowest. A label is the number of the car's name, in order of first appearance in the train (distinct cars: 0 … n-1 from the
lead car). A *shuffle* has the layout of labels and says from which old slot each new slot's car comes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

SLOT_BITS = 10
SLOTS_IN_WORD = 6
LABEL_BITS = 4
USABLE_BITS = 63


class HumpTables(NamedTuple):
    """A compiled yard as flat arrays. An end is numbered 2 · space + end; the queue's spaces are the last n.

    `join_first` (one more than ends) points into `join_to`, the ends that a car enters by. Of each space, `tile` is its
    tile, `bit` its segment's bit and `clash` the bits of the segments on which no other car may stand meanwhile. `exits`
    marks ends at the sink. `shape` = cars, first space of the queue, 1 if any stop is allowed, 1 if the source may be
    entered again, number of tiles.
    """

    join_first: Ints
    join_to: Ints
    exits: Ints
    tile: Ints
    bit: Ints
    clash: Ints
    shape: Ints
