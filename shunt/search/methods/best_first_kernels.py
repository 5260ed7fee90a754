"""Kernel of best-first search: a hash table from states to the least total known to lead to each."""

from shunt.search.core.hashtable import _find
from shunt.search.core.jit import lean
from shunt.search.core.state_kernels import _is_free, _load, _store


@lean
def _lower(table, totals, states, cost, stop, total, lowered):
    """Lower the totals of states[:stop] to total + cost where that is less; the numbers of those lowered go to `lowered`.

    Returns (how many were lowered, how many of them are new).
    """
    count = 0
    added = 0
    for k in range(stop):
        state = _load(states, k)
        at = _find(table, state)
        if _is_free(table, at):
            _store(table, at, state)
            added += 1
        elif totals[at] <= total + cost[k]:
            continue
        totals[at] = total + cost[k]
        lowered[count] = k
        count += 1
    return count, added
