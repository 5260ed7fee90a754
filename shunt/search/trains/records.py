"""The arrays that train kernels read and write, and the numbers of their columns.

Kernels import them from this module, which contains no rules. Editing the rules or the code that builds tables (`tables.py`)
therefore does not cause any kernel to be compiled again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from shunt.search.core.arrays import Ints, Ints32

# Columns of a composition. MEMBERS: bit set of the pieces that move or have moved, since nothing else is in the way of them.
# LEADER: the place of the locomotive in the train, counted from the tail. DROPPED: how many pieces have been left behind
# (backwards); they follow the train's in its row of `train`. JOKERS: how many jokers (pieces without a place in the state) it
# has taken along.
LENGTH, MEMBERS, SEEDS, SEEDS_END, LEADER, DROPPED, JOKERS, COLUMNS = range(8)

JOKER = -1  # stands for the piece in `train` and `contact`

# Columns of the table of stretches: the stretch without its head, and without its tail; its first row in the table of branches
# (the next stretch's row ends them); whether no space of it is a no-stop space.
PREFIX, SUFFIX, BRANCHES, MAY_STOP = range(4)

# Columns of the table of branches, what may happen at the head: the space ahead; the stretch after one step onto it, −1 where the
# train itself blocks it; the stretch longer by that space, for a piece that is pushed from there, −1 where there is none.
ENTERS, ROLLS, MEETS = range(3)

# Counters in `Work.tally`. COST: of one move, in other metrics than moves.
STAMP, COMPOSITIONS, SEED_COUNT, OUTCOMES, FULL, COST, COUNTERS = range(7)


class Tables(NamedTuple):
    """Everything that the kernels of the train rules need to know about one puzzle.

    Shapes: S stretches, B branches, P settings, K pieces, N spaces. `sides` (S, longest train + 1) from tail to head, then the
    setting. `behind[first_behind[i] …]`: the stretches that are longer than i by one space at the tail. `back[first_back[i] …]`:
    the stretches from which one step leads to i. `movers`: the number of locomotives that move by themselves. `jokers`: the
    number of pieces whose places are not part of a state; they may be wherever no other piece is (see `pattern_databases.py`).
    `rules`: a number for each rule of trains that a card has, by name (`TrainRules.flags`). `is_limited`: whether some trains may
    not be everywhere (`_is_allowed`). `closed` (N): the pieces to which a space is closed, as a bit set; `cars_differ`: whether
    some space is closed to only some of the cars. `setting` (P, 2): the settings after and before a train's move; `by_hand`
    (P, 2, M): after and before a step of one of the M manual turntables. `shift`, `width` (K): the first bit and the number of
    bits of a piece's slot. `group` (K): the number of its interchangeable group, or −1.
    """

    spaces: int
    pieces: int
    locomotives: int
    movers: int
    couples_both_ways: int
    has_headings: int
    rules: Any
    is_limited: int
    cars_differ: int
    has_exclusive: int
    jokers: int
    setting_shift: int
    stretch: Ints32
    sides: Ints32
    branch: Ints32
    behind: Ints32
    first_behind: Ints32
    back: Ints32
    first_back: Ints32
    setting: Ints
    by_hand: Ints
    partners: Ints32
    first_partner: Ints32
    shift: Ints
    width: Ints
    group: Ints
    closed: Ints


class Distances(NamedTuple):
    """The distance of every seed, queued stretch, contact and outcome, and the pieces that stay coupled.

    `joined` (K, K): 1 for pieces that are coupled before the move. `contact_keeps`: whether the piece is met while it is coupled
    to the head. `kept` (C): one bit per place of the train, set if the pushed piece there stays coupled to the next one in this
    way. `outcome_closed`: whether the train has turned as a full ring with its closing joint.
    """

    seed_distance: Ints
    queue_distance: Ints
    contact_distance: Ints
    contact_keeps: Ints
    outcome_distance: Ints
    outcome_closed: Ints
    kept: Ints
    joined: Ints


class Work(NamedTuple):
    """Scratch memory of the kernels, reused for every state. Only `tally[STAMP]` survives a call.

    `occupant` (N): the piece on each space, or −1. `train` (C, K, 2): the piece, and the bit to flip between the side it travels
    to and its slot. `contact` (·, 2): the piece met or slot left, and the stretch that follows. `distances`: None if no rule
    depends on the number of spaces that a train rolls. Metrics have their own.
    """

    slots: Ints
    occupant: Ints
    visited: Ints
    seeded: Ints
    composition: Ints
    train: Ints
    seed: Ints
    queue: Ints
    contact: Ints
    outcome: Ints
    tally: Ints
    distances: Distances | None


class Changes(NamedTuple):
    """Scratch memory in addition to `Work`: the changes that each outcome makes to a state, for all states that occupy the same
    spaces.

    Change k: the slot of `piece[e]` grows by `amount[e]`, for e from `first[k]` to `first[k + 1]`. `standing` (K): the piece of
    another state that is in the place of each piece of the first one.
    """

    first: Ints
    piece: Ints
    amount: Ints
    standing: Ints
