"""Kernels of A*: a hash table from states to the fewest moves known to lead to them."""

from shunt.search.core.hashtable import _find
from shunt.search.core.jit import lean
from shunt.search.core.state_kernels import _is_free, _load, _store

CLOSED = 128  # added to the moves of a state once it is expanded; moves themselves stay below


@lean
def _improve(table, moves, states, count, g, better):
    """Record g as the cost of states[:count]; write those whose cost improved to `better`.

    Returns (how many these are, how many of them were not in the table).
    """
    found = 0
    added = 0
    for k in range(count):
        state = _load(states, k)
        at = _find(table, state)
        if _is_free(table, at):
            _store(table, at, state)
            added += 1
        elif moves[at] & (CLOSED - 1) <= g:
            continue
        moves[at] = g
        _store(better, found, state)
        found += 1
    return found, added


@lean
def _close(table, moves, states, count, g, opened):
    """Of states[:count], write those still open at g moves to `opened` and mark them as expanded; returns how many."""
    found = 0
    for k in range(count):
        state = _load(states, k)
        at = _find(table, state)
        if moves[at] == g:
            moves[at] = g + CLOSED
            _store(opened, found, state)
            found += 1
    return found
