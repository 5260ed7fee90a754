"""Kernels of the train rules (`switcher`, `railway`): every outcome of one move (`predecessor_kernels.py` goes back).

Both directions work alike. A *composition* is an ordered train (tail first) with its seeds, the stretches from which it begins to
roll. Compositions wait in a list. Each is rolled over the tables of stretches, and every stretch is visited once. Pieces that its
head meets (forwards) or leaves behind (backwards) make longer or shorter compositions, which are added to the list. An outcome is
a pair (composition, stretch). `successor_kernels.py` converts outcomes to states, and `index/occupancy_kernels.py` converts them
to occupancies of an index. Recursion and copying are not needed.
"""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined, inner
from shunt.search.trains.records import (
    BRANCHES,
    COMPOSITIONS,
    DROPPED,
    ENTERS,
    FULL,
    JOKER,
    JOKERS,
    LEADER,
    LENGTH,
    MAY_STOP,
    MEETS,
    MEMBERS,
    OUTCOMES,
    ROLLS,
    SEED_COUNT,
    SEEDS,
    SEEDS_END,
    STAMP,
)


@inlined
def _has_heading(T, piece):
    return T.has_headings and piece < T.locomotives


@inlined
def _space(T, piece, slot):
    """Return the space of `piece` if it has this slot."""
    return slot >> 1 if _has_heading(T, piece) else slot


@inlined
def _set_out(T, W):
    """Put the pieces where `W.slots` says, and remove all others."""
    for space in range(T.spaces):
        W.occupant[space] = -1
    for piece in range(T.pieces):
        W.occupant[_space(T, piece, W.slots[piece])] = piece
    W.tally[COMPOSITIONS] = 0
    W.tally[SEED_COUNT] = 0
    W.tally[OUTCOMES] = 0
    W.tally[FULL] = 0


@inlined
def _slot(T, piece, side, flip):
    """Return the slot of `piece` on `side`, with its heading if it has one."""
    return side ^ flip if _has_heading(T, piece) else side >> 1


@inlined
def _slot_after(T, W, c, i, place):
    """Return the slot of the piece at `place` of composition c, or behind its train if it was left there, after it has stopped on
    stretch i."""
    piece, slot = W.train[c, place, 0], W.train[c, place, 1]
    return slot if place >= W.composition[c, LENGTH] else _slot(T, piece, np.int64(T.sides[i, place]), slot)


@inlined
def _flip(T, W, piece, side):
    """Return 1 if `piece` on `side` has a heading against that direction of travel."""
    return (side ^ W.slots[piece]) & 1 if piece != JOKER and _has_heading(T, piece) else 0


@inlined
def _add_seed(W, D, c, stretch, distance):
    """Add a seed to composition c, whose seeds are the last ones."""
    if W.tally[SEED_COUNT] < W.seed.size:
        W.seed[W.tally[SEED_COUNT]] = stretch
        if D is not None:
            D.seed_distance[W.tally[SEED_COUNT]] = distance
        W.tally[SEED_COUNT] += 1
        W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
    else:
        W.tally[FULL] = 1


@inlined
def _new_composition(W, old, length):
    """Append a composition with the members of `old` and without seeds; return its row (row 0 if there is no room)."""
    c = W.tally[COMPOSITIONS]
    if c >= W.composition.shape[0]:
        W.tally[FULL] = 1
        return 0
    W.tally[COMPOSITIONS] = c + 1
    for column in (MEMBERS, LEADER, DROPPED, JOKERS):
        W.composition[c, column] = W.composition[old, column]
    W.composition[c, LENGTH] = length
    W.composition[c, SEEDS] = W.tally[SEED_COUNT]
    W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
    return c


@inlined
def _join(T, W, c, place, piece, side):
    """Add `piece`, which is on `side`, to the train of composition c at `place`."""
    W.train[c, place, 0] = piece
    W.train[c, place, 1] = _flip(T, W, piece, side)
    if piece == JOKER:
        W.composition[c, JOKERS] += 1
        return
    W.composition[c, MEMBERS] |= 1 << piece


@inlined
def _copy_train(W, c, place, old, n):
    """Copy n pieces of the train of composition `old` to that of c, from `place` on."""
    for k in range(n):
        W.train[c, place + k, 0] = W.train[old, k, 0]
        W.train[c, place + k, 1] = W.train[old, k, 1]


@inlined
def _longer(T, W, D, old, coupled, piece, stretch, distance):
    """Return the composition `old` with `piece` added at the tail if it is `coupled` (1), or else at the head (0).

    Its first seed is `stretch`, which it reaches at `distance`.
    """
    n = W.composition[old, LENGTH]
    c = _new_composition(W, old, n + 1)
    if W.tally[FULL] == 0:
        place = np.int64(0) if coupled else n
        _copy_train(W, c, coupled, old, n)
        _join(T, W, c, place, piece, np.int64(T.sides[stretch, place]))
        W.composition[c, LEADER] += coupled
        _add_seed(W, D, c, stretch, distance)
    return c


@inlined
def _may_stand_there(T, W, c, occupant):
    """Return whether composition c may take along the occupant of a space: a piece that is not yet in it or, on an empty space, a
    joker."""
    if occupant == JOKER:
        return W.composition[c, JOKERS] < T.jokers
    return W.composition[c, MEMBERS] >> occupant & 1 == 0


@inner
def _is_dragged(T, W, c):
    """Return whether other locomotives have coupled every piece that follows the locomotive of composition c when it runs
    backward.

    As in `Motion.is_dragged`: the farthest locomotive with its rear towards this one has coupled all pieces up to itself, and a
    nearer one that faces this one may have coupled the rest.
    """
    last = W.composition[c, LEADER]
    if last == 0:
        return True
    nearer = np.int64(0)
    for k in range(1, last + 1):
        piece = W.train[c, last - k, 0]
        if piece != JOKER and piece < T.locomotives and W.train[c, last - k, 1]:
            nearer = np.int64(k)
    if nearer == last:
        return True
    for k in range(1, nearer):
        piece = W.train[c, last - k, 0]
        if piece != JOKER and piece < T.locomotives and W.train[c, last - k, 1] == 0:
            return True
    return False


@inner
def _is_allowed(T, W, c, i, distance):
    """Return whether composition c may be on stretch i, regardless of the pieces that its head may meet.

    As in `Motion.is_allowed`, none of its pieces may be on a space that is closed to it. A joker may be anywhere. `distance`: the
    smallest number of spaces that it has rolled there, if a rule depends on it; otherwise 0.
    """
    for place in range(W.composition[c, LENGTH]):
        piece = W.train[c, place, 0]
        if piece != JOKER and T.closed[T.sides[i, place] >> 1] >> piece & 1:
            return False
    return True


@inlined
def _stop_if_kept_out(T, W, c, i, distance):
    """Leave composition c no seed, so that it rolls nowhere, if it may not be on stretch i."""
    if T.is_limited and W.tally[FULL] == 0 and not _is_allowed(T, W, c, i, distance):
        W.composition[c, SEEDS_END] = W.composition[c, SEEDS]


@inlined
def _stand_ready(T, W, D, singles):
    """List the compositions of every locomotive that may move, direction and coupled chain, each on its current stretch.

    `singles`: the number of the stretch of side 0 in the setting whose joins the move uses.
    """
    for locomotive in range(T.movers):
        for turned in range(2):
            side = W.slots[locomotive] ^ turned if T.has_headings else 2 * W.slots[locomotive] + turned
            first = W.tally[COMPOSITIONS]
            c = _new_composition(W, first, np.int64(1))
            if W.tally[FULL]:
                return
            for column in (MEMBERS, LEADER, DROPPED, JOKERS):
                W.composition[c, column] = 0
            _join(T, W, c, np.int64(0), locomotive, side)
            _add_seed(W, D, c, singles + side, np.int64(0))
            if turned == 1 and T.couples_both_ways == 0 and T.rules.drags_coupled == 0:
                continue
            while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
                i = W.seed[W.composition[c, SEEDS]]
                for k in range(T.first_behind[i], T.first_behind[i + 1]):
                    longer = np.int64(T.behind[k])
                    piece = W.occupant[T.sides[longer, 0] >> 1]
                    if T.stretch[longer, MAY_STOP] and _may_stand_there(T, W, c, piece):
                        _longer(T, W, D, c, np.int64(1), piece, longer, np.int64(0))
                c += 1
            if turned == 1 and T.couples_both_ways == 0:
                for c in range(first, W.tally[COMPOSITIONS]):
                    if not _is_dragged(T, W, c):  # without a seed it rolls nowhere
                        W.composition[c, SEEDS_END] = W.composition[c, SEEDS]


@inlined
def _is_excluded(T, W, space, members):
    """Return whether a piece outside `members` is on a space that excludes `space`."""
    for k in range(T.first_partner[space], T.first_partner[space + 1]):
        piece = W.occupant[T.partners[k]]
        if piece >= 0 and members >> piece & 1 == 0:
            return True
    return False


@inlined
def _is_barred(T, W, c, i, space, distance):
    """Return whether composition c may not roll to stretch i, with its head on `space`, because it is excluded or closed."""
    if T.has_exclusive and _is_excluded(T, W, space, W.composition[c, MEMBERS]):
        return True
    return T.is_limited and not _is_allowed(T, W, c, i, distance)


@inlined
def _seed_at(W, D, seed):
    """Return the stretch of a seed and its distance, which is 0 if distances are not kept."""
    if D is None:
        return W.seed[seed], np.int64(0)
    return W.seed[seed], D.seed_distance[seed]


@inlined
def _queued_at(W, D, at):
    """Return a stretch of the queue and its distance."""
    if D is None:
        return W.queue[at], np.int64(0)
    return W.queue[at], D.queue_distance[at]


@inlined
def _enqueue(W, D, end, stretch, distance):
    """Put a stretch at the end of the queue; return its new end."""
    W.queue[end] = stretch
    if D is not None:
        D.queue_distance[end] = distance
    return end + 1


@inlined
def _contact_at(W, D, k):
    """Return the stretch of a contact and its distance."""
    if D is None:
        return W.contact[k, 1], np.int64(0)
    return W.contact[k, 1], D.contact_distance[k]


@inlined
def _seed_is_next(D, seed, at, end):
    """Return whether the next stretch is a seed. Seeds come first or, if distances are kept, in order of distance."""
    if D is None:
        return True
    return at == end or D.seed_distance[seed] <= D.queue_distance[at]


@inlined
def _note_contact(T, W, D, c, k, so_far, stands, contacts):
    """Note the piece that the head of composition c meets on branch k; return the number of contacts.

    `stands`: the head has not rolled yet, so that a joint between the two is kept.
    """
    n = W.composition[c, LENGTH]
    piece = W.occupant[T.branch[k, ENTERS]]
    longer = np.int64(T.branch[k, MEETS])
    W.contact[contacts, 0] = 2 * piece + _flip(T, W, piece, np.int64(T.sides[longer, n]))
    W.contact[contacts, 1] = longer
    if D is not None:
        D.contact_distance[contacts] = so_far
        D.contact_keeps[contacts] = 1 if stands and D.joined[W.train[c, n - 1, 0], piece] else 0
    return contacts + 1


@inner
def _note_joined(T, W, D, c, i, so_far, contacts):
    """Note the piece that is in front of the head of composition c on its seed i and coupled to it, because nothing has rolled
    yet.

    Stretch i was visited before, when the train had rolled there, which parts that joint.
    """
    for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
        piece = W.occupant[T.branch[k, ENTERS]]
        if piece >= 0 and W.composition[c, MEMBERS] >> piece & 1 == 0:
            if D.joined[W.train[c, W.composition[c, LENGTH] - 1, 0], piece]:
                contacts = _note_contact(T, W, D, c, k, so_far, True, contacts)
    return contacts


@inner
def _turn_ring(T, W, D, c):
    """Note the outcomes of composition c as a full ring that turns with its closing joint. Head and tail never part."""
    n = W.composition[c, LENGTH]
    first = W.composition[c, SEEDS]
    if first == W.composition[c, SEEDS_END]:
        return
    if n < 3 or D.seed_distance[first] or D.joined[W.train[c, 0, 0], W.train[c, n - 1, 0]] == 0:
        return
    i = W.seed[first]
    for turned in range(1, n + 1):
        follows = np.int64(-1)
        for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
            j = np.int64(T.branch[k, ROLLS])
            if j >= 0 and T.sides[j, n - 1] == T.sides[i, 0]:
                if not (T.has_exclusive and _is_excluded(T, W, np.int64(T.branch[k, ENTERS]), W.composition[c, MEMBERS])):
                    follows = j
        if follows < 0 or (T.is_limited and not _is_allowed(T, W, c, follows, np.int64(turned))):
            return
        i = follows
        if T.stretch[i, MAY_STOP]:
            W.outcome[W.tally[OUTCOMES], 0] = c
            W.outcome[W.tally[OUTCOMES], 1] = i
            D.outcome_distance[W.tally[OUTCOMES]] = turned
            D.outcome_closed[W.tally[OUTCOMES]] = 1
            W.tally[OUTCOMES] += 1


@inlined
def _add_longer(T, W, D, c, contacts):
    """Make compositions of the contacts of composition c: one for each piece, heading, and joint that it keeps.

    The same piece met on several stretches is one composition with several seeds.
    """
    n = W.composition[c, LENGTH]
    for k in range(contacts):
        met = W.contact[k, 0]
        if met >= 0 and W.tally[FULL] == 0:
            stretch, distance = _contact_at(W, D, k)
            longer = _longer(T, W, D, c, np.int64(0), met >> 1, stretch, distance)
            if D is not None and W.tally[FULL] == 0:
                D.kept[longer] = D.kept[c] | D.contact_keeps[k] << (n - 1)
            for other in range(k + 1, contacts):
                if W.contact[other, 0] == met and _keeps_the_same(D, k, other):
                    _add_seed(W, D, longer, *_contact_at(W, D, other))
                    W.contact[other, 0] = -1
            _stop_if_kept_out(T, W, longer, stretch, distance)


@inlined
def _keeps_the_same(D, k, other):
    if D is None:
        return True
    return D.contact_keeps[k] == D.contact_keeps[other]


@inlined
def _roll_forward(T, W, D, c):
    """Roll composition c along all paths of its head; note its outcomes, and the compositions that begin at a contact.

    If distances are kept (D is not None), the nearest stretch comes first: a seed is taken when the queue has reached its
    distance. Seeds are in rising order of distance, because contacts are met in that order.
    """
    if W.tally[OUTCOMES] + T.stretch.shape[0] + T.pieces > W.outcome.shape[0]:
        W.tally[FULL] = 1
        return
    if D is not None:
        _turn_ring(T, W, D, c)
    members = W.composition[c, MEMBERS]
    W.tally[STAMP] += 1
    stamp = W.tally[STAMP]
    seed, last = W.composition[c, SEEDS], W.composition[c, SEEDS_END]
    outcomes = W.tally[OUTCOMES]
    contacts, at, end = np.int64(0), np.int64(0), np.int64(0)
    while at < end or seed < last:
        stands = seed < last and _seed_is_next(D, seed, at, end)
        if stands:
            i, so_far = _seed_at(W, D, seed)
            seed += 1
            if W.seeded[i] == stamp:
                if D is not None:
                    contacts = _note_joined(T, W, D, c, i, so_far, contacts)
                continue
            W.seeded[i] = stamp
        else:
            i, so_far = _queued_at(W, D, at)
            at += 1
        for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
            space = np.int64(T.branch[k, ENTERS])
            piece = W.occupant[space]
            if piece >= 0 and members >> piece & 1 == 0:
                contacts = _note_contact(T, W, D, c, k, so_far, stands, contacts)
                continue
            j = np.int64(T.branch[k, ROLLS])
            if j < 0 or W.visited[j] == stamp or _is_barred(T, W, c, j, space, so_far + 1):
                continue
            W.visited[j] = stamp
            if T.stretch[j, MAY_STOP]:
                W.outcome[outcomes, 0] = c
                W.outcome[outcomes, 1] = j
                if D is not None:
                    D.outcome_distance[outcomes] = so_far + 1
                    D.outcome_closed[outcomes] = 0
                outcomes += 1
            if W.seeded[j] != stamp:
                W.seeded[j] = stamp
                end = _enqueue(W, D, end, j, so_far + 1)
    W.tally[OUTCOMES] = outcomes
    _add_longer(T, W, D, c, contacts)


@inlined
def _forward(T, W, D, setting):
    """Find every outcome of one train move from `W.slots` in `setting`, and fill W.outcome.

    `D`: None, or the memory for distances and joints (if it is None, the compiler leaves out their code). Return the number of
    outcomes, or −1 if W has no room.
    """
    _set_out(T, W)
    _stand_ready(T, W, D, setting * 2 * T.spaces)
    if D is not None:
        for ready in range(W.tally[COMPOSITIONS]):
            D.kept[ready] = 0
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        _roll_forward(T, W, D, c)
        c += 1
    return -1 if W.tally[FULL] else W.tally[OUTCOMES]
