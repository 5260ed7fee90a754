"""Kernels of Hump Yard moves on occupancies: successors and predecessors.

See `words.py` for occupancies, shuffles and states. All routes of a cut are explored as a tree of ends: a node is the end
through which a car will leave its space, and a cut of k cars is the k last nodes on the path from the root to a node. A
node is not opened twice for one cut, so loops end. `room` is what one call needs to work in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shunt.hump.engine.words import HumpTables, Ints
from shunt.search.core.hashtable import _slot_of
from shunt.search.core.jit import inlined, inner, lean

LARGEST_TRAIN = 16


class MoveRoom(NamedTuple):
    """Working space: occupied bits by tile, slot by space (-1: free), the tree's ends and parents, its hash table with
    stamps, the chain (slots, ends), and the outcomes: slots and shuffle; `counter` = stamp."""

    taken: Ints
    at: Ints
    node_end: Ints
    node_parent: Ints
    hash_node: Ints
    hash_stamp: Ints
    chain_slot: Ints
    chain_end: Ints
    out_slots: Ints
    out_shuffle: Ints
    counter: Ints


def make_room(tables: HumpTables, nodes: int = 4096, outcomes: int = 8192) -> MoveRoom:
    """Make working space for trees of `nodes` and as many `outcomes`; a kernel that needs more returns -1."""
    cars = tables.cars

    def ints(size: int, value: int = 0) -> Ints:
        return np.full(size, value, np.int64)

    return MoveRoom(
        taken=ints(tables.tiles),
        at=ints(len(tables.tile), -1),
        node_end=ints(nodes),
        node_parent=ints(nodes),
        hash_node=ints(2 * nodes),
        hash_stamp=ints(2 * nodes),
        chain_slot=ints(LARGEST_TRAIN),
        chain_end=ints(LARGEST_TRAIN),
        out_slots=np.zeros((outcomes, cars), np.int64),
        out_shuffle=ints(outcomes),
        counter=ints(1),
    )


def more_room(tables: HumpTables, room: MoveRoom) -> MoveRoom:
    """Return a working space twice as large."""
    return make_room(tables, 2 * len(room.node_end), 2 * len(room.out_shuffle))


@inlined
def permutation_mask(cars):
    """Return the bits of a state that are its permutation."""
    return (np.int64(1) << (4 * cars)) - 1


@lean
def shuffled(permutation, shuffle, cars):
    """Return labels after a move: new slot j holds the car of old slot `shuffle[j]`."""
    result = np.int64(0)
    for slot in range(cars):
        old = (shuffle >> (4 * slot)) & 15
        result |= ((permutation >> (4 * old)) & 15) << (4 * slot)
    return result


@inlined
def may_enter(tables, end, forward):
    """Return whether a cut may enter by `end`: cars in the source roll towards the yard only, and in the sink away from it."""
    space, queue = end >> 1, tables.queue
    one_way = space >= queue - tables.cars and (space < queue or not tables.returns)
    return not one_way or (end & 1) == (0 if forward else 1)


@inlined
def in_sink(tables, space):
    """Return whether a space is one of the sink's."""
    return tables.queue - tables.cars <= space < tables.queue


@inner
def set_up(tables, slots, room):
    """Mark the cars of an occupancy in `room`."""
    for slot in range(tables.cars):
        space = slots[slot]
        room.at[space] = slot
        room.taken[tables.tile[space]] |= tables.bit[space]


@lean
def clear(tables, slots, room):
    """Undo `set_up`."""
    for slot in range(tables.cars):
        room.at[slots[slot]] = -1
        room.taken[tables.tile[slots[slot]]] = 0


@inlined
def car_at(tables, room, end):
    """Return the end at which a car touches `end` from the other side (there is at most one), or -1."""
    for index in range(tables.join_first[end], tables.join_first[end + 1]):
        other = tables.join_to[index]
        if room.at[other >> 1] >= 0:
            return other
    return -1


@inlined
def is_free(tables, room, node, length, space):
    """Return whether the cut whose head is `node` may enter `space` (the standing cars being marked in `room.taken`)."""
    tile, clash = tables.tile[space], tables.clash[space]
    if room.taken[tile] & clash:
        return False
    for _ in range(length - 1):
        own = room.node_end[node] >> 1
        if tables.tile[own] == tile and tables.bit[own] & clash:
            return False
        node = room.node_parent[node]
    return True


@lean
def is_new(room, node, length, stamp):
    """Enter the cut whose head is `node` into the tree's hash table; False if it was there already."""
    value, walk = np.int64(0), node
    for _ in range(length):
        value = value * 1000003 + room.node_end[walk] + 1
        walk = room.node_parent[walk]
    place = _slot_of(value, len(room.hash_node))
    while room.hash_stamp[place] == stamp:
        a, b, same = room.hash_node[place], node, True
        for _ in range(length):
            if room.node_end[a] != room.node_end[b]:
                same = False
                break
            a, b = room.node_parent[a], room.node_parent[b]
        if same:
            return False
        place = place + 1 if place + 1 < len(room.hash_node) else 0
    room.hash_node[place] = node
    room.hash_stamp[place] = stamp
    return True


@lean
def record(tables, slots, room, node, length, forward, count):
    """Write the occupancy with the cut at `node` as outcome `count`; return the new count (a move that changes nothing, or ends
    in the sink, is none)."""
    cars, out, shuffle = tables.cars, room.out_slots[count], np.int64(0)
    for slot in range(cars):
        out[slot] = slots[slot]
    for index in range(length):
        # Nodes are listed from the leading car back. If the chain runs backward, the leading car is its last one.
        out[room.chain_slot[index if forward else length - 1 - index]] = room.node_end[node] >> 1
        node = room.node_parent[node]
    for slot in range(cars):
        space, place = out[slot], slot
        while place > 0 and out[place - 1] > space:
            out[place] = out[place - 1]
            place -= 1
        out[place] = space
        low = (np.int64(1) << (4 * place)) - 1
        shuffle = (shuffle & low) | (np.int64(slot) << (4 * place)) | ((shuffle & ~low) << 4)
    room.out_shuffle[count] = shuffle
    changed = False
    for slot in range(cars):
        if in_sink(tables, out[slot]):
            return count
        changed |= out[slot] != slots[slot] or (shuffle >> (4 * slot)) & 15 != slot
    return count + changed


@inlined
def plant(room, length, forward):
    """Begin the tree with the chain in its place; return the node at its head (backward: its last car, leading)."""
    for index in range(length):
        position = length - 1 - index if forward else index
        end = room.chain_end[position]
        room.node_end[index] = end if forward else end ^ 1
        room.node_parent[index] = index - 1
    return length - 1


@inlined
def may_roll(tables, room, node, length, entered, forward):
    """Return whether the cut whose head is `node` may enter by the end `entered`; into the sink and out of it only as a whole."""
    if length < tables.cars and (in_sink(tables, entered >> 1) or in_sink(tables, room.node_end[node] >> 1)):
        return False
    return may_enter(tables, entered, forward) and is_free(tables, room, node, length, entered >> 1)


@inner
def explore(tables, slots, room, length, forward, count):
    """Write all ends of a move of the chain's first `length` cars, or (not `forward`) all occupancies from which one ends here.

    Return the new count of outcomes, -1 if room is short. Steps can be undone one by one: a cut that rolls back needs the same
    tiles free as before.
    """
    room.counter[0] += 1
    stamp, any_stop = room.counter[0], tables.any_stop
    first = plant(room, length, forward)
    is_new(room, first, length, stamp)
    node, nodes = first, first + 1
    while node < nodes:
        end, blocked = room.node_end[node], True
        for index in range(tables.join_first[end], tables.join_first[end + 1]):
            entered = tables.join_to[index]
            if may_roll(tables, room, node, length, entered, forward):
                blocked = False
                if nodes >= len(room.node_end):
                    return -1
                room.node_end[nodes] = entered ^ 1
                room.node_parent[nodes] = node
                if is_new(room, nodes, length, stamp):
                    nodes += 1
        if node > first and (blocked or any_stop or not forward):
            if count >= len(room.out_shuffle):
                return -1
            count = record(tables, slots, room, node, length, forward, count)
        node += 1
    return count


@inner
def may_roll_on(tables, room, length):
    """Return whether the chain's first `length` cars could roll on, if their own places are free."""
    head, first = room.chain_end[0], plant(room, length, True)
    for index in range(tables.join_first[head], tables.join_first[head + 1]):
        if may_roll(tables, room, first, length, tables.join_to[index], True):
            return True
    return False


@lean
def moves(tables, slots, room, forward):
    """Write outcomes of every cut of an occupancy into `room.out_*`: successors, or (not `forward`) predecessors.

    Return their number, or -1 if there is too little room.
    """
    cars, any_stop, count = tables.cars, tables.any_stop, np.int64(0)  # bare numbers are types of their own
    for lead in range(cars):
        for end in range(2):
            set_up(tables, slots, room)  # this also puts back the cars that the last chain has taken out
            room.chain_slot[0], room.chain_end[0] = lead, 2 * slots[lead] + end
            length = np.int64(1)
            while may_enter(tables, room.chain_end[length - 1] ^ 1, True):
                space = slots[room.chain_slot[length - 1]]
                room.taken[tables.tile[space]] &= ~tables.bit[space]
                if forward or any_stop or not may_roll_on(tables, room, length):
                    count = explore(tables, slots, room, length, forward, count)
                if count < 0:
                    clear(tables, slots, room)
                    return -1
                behind = car_at(tables, room, room.chain_end[length - 1] ^ 1)
                if behind < 0 or room.at[behind >> 1] == lead:
                    break
                room.chain_slot[length], room.chain_end[length] = room.at[behind >> 1], behind
                length += 1
    clear(tables, slots, room)
    return count
