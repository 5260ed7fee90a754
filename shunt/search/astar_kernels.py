"""Kernels of A*: a hash table from states to the fewest moves known to lead to them."""

from shunt.search.hash_kernels import _slot_of
from shunt.search.jit import inlined, lean

CLOSED = 128  # added to the moves of a state once it is expanded; moves themselves stay below


@inlined
def _find(table, state):
    """The slot of `state`, or the empty one where it would go."""
    capacity = table.size
    at = _slot_of(state, capacity)
    while table[at] != -1 and table[at] != state:
        at += 1
        if at == capacity:
            at = 0
    return at


@lean
def _improve(table, moves, states, count, g, better):
    """Note that states[:count] can be reached in g moves; write those for which this is news to `better`.

    Returns (how many these are, how many of them were not in the table).
    """
    found = 0
    added = 0
    for k in range(count):
        at = _find(table, states[k])
        if table[at] == -1:
            table[at] = states[k]
            added += 1
        elif moves[at] & (CLOSED - 1) <= g:
            continue
        moves[at] = g
        better[found] = states[k]
        found += 1
    return found, added


@lean
def _close(table, moves, states, count, g, opened):
    """Of states[:count], write those still open at g moves to `opened` and mark them as expanded; returns how many."""
    found = 0
    for k in range(count):
        at = _find(table, states[k])
        if moves[at] == g:
            moves[at] = g + CLOSED
            opened[found] = states[k]
            found += 1
    return found


@lean
def _with_moves(table, moves, states, g, found):
    """Write to `found` those of `states` that are known to be reached in g moves; returns how many."""
    count = 0
    for k in range(states.size):
        at = _find(table, states[k])
        if table[at] != -1 and moves[at] & (CLOSED - 1) == g:
            found[count] = states[k]
            count += 1
    return count


@lean
def _move_entries(old, old_moves, table, moves):
    """Copy every entry of a table to a larger, empty one."""
    for k in range(old.size):
        if old[k] != -1:
            at = _find(table, old[k])
            table[at] = old[k]
            moves[at] = old_moves[k]
