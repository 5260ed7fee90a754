"""How Hump Yard occupancies and states are laid out in words, and the flat arrays of a yard: what kernels and codec share.

An *occupancy* is the set of spaces that are taken, in rising order of space: its *slots*. The occupancy alone decides which
moves are possible; the *permutation* says which car stands in which slot. An occupancy is packed into two words of six slots
with ten bits each, whatever the length of the train. Occupancies are numbered in the order in which they are found, and a
*state* is one signed word: `number of the occupancy << 4 n | permutation`. A permutation has four bits a slot, slot 0 lowest:
the number of the car's name, in order of first appearance in the train (distinct cars: 0 … n-1 from the lead car). A *shuffle*
has the layout of a permutation and says from which old slot each new slot's car comes.
"""

from __future__ import annotations

from typing import NamedTuple

from shunt.search.core.arrays import Ints as Ints

SLOT_BITS = 10
SLOTS_IN_WORD = 6
CAR_BITS = 4
USABLE_BITS = 63


class HumpTables(NamedTuple):
    """A compiled yard as flat arrays. An end is numbered 2 · space + end; the last 2 n spaces are the sink's and the queue's.

    The sink is as long as the train, its first space the farthest from the yard. No car stands there before the exit, so a
    train in it is where the search back begins, and every state before the exit is one of its predecessors.

    `join_first`, which has one more entry than there are ends, points into `join_to`, the ends by which a car enters. For each
    space, `tile` is its tile, `bit` is its bit in that tile, and `clash` has the bits of the spaces of the tile that must be free
    while a car is on it. `queue` is the first space of the queue, and `tiles` is the number of tiles. `any_stop`: whether a move
    may stop anywhere; `returns`: whether cuts may move back into the source.
    """

    join_first: Ints
    join_to: Ints
    tile: Ints
    bit: Ints
    clash: Ints
    cars: int
    queue: int
    any_stop: bool
    returns: bool
    tiles: int
