"""What is connected in a graph, what holds it together, and paths of searches.

A check of a layout needs them. To import networkx takes longer than the whole check (0.6 against 0.45 s of processor time), so
that only graphs for export are made with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def breadth_first(came: dict[T, T | None], ahead: Callable[[T], Iterable[T]]) -> Iterator[T]:
    """Yield the nodes in `came`, where a search begins, and all that are reached from them, the nearest first.

    `came` is extended by the nodes that each node leads to, after the node was yielded; see `path_to`.
    """
    todo = list(came)
    for node in todo:  # the list grows on the way
        yield node
        for other in ahead(node):
            if other not in came:
                came[other] = node
                todo.append(other)


def components(nodes: Iterable[T], beside: Callable[[T], Iterable[T]]) -> dict[T, int]:
    """Number the connected components of a graph in the order of their first nodes; return the number of every node."""
    label: dict[T, int] = {}
    count = 0
    for start in nodes:
        if start not in label:
            label[start] = count
            todo = [start]
            while todo:
                for other in beside(todo.pop()):
                    if other not in label:
                        label[other] = count
                        todo.append(other)
            count += 1
    return label


def path_to(came: Mapping[T, T | None], end: T) -> list[T]:
    """Return the path of a search to `end`; `came` has from where it came to each node, and None for its start."""
    path = [end]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return path[::-1]


def cuts(edges: Sequence[tuple[T, T]]) -> set[int]:
    """Return the numbers of the edges without which the graph has one more part: those on no circle.

    One walk in depth: an edge is on no circle if nothing beyond it is joined to what was reached before it.
    """
    around: dict[T, list[tuple[T, int]]] = {}
    for number, (a, b) in enumerate(edges):
        around.setdefault(a, []).append((b, number))
        around.setdefault(b, []).append((a, number))
    found: set[int] = set()
    reached: dict[T, int] = {}
    lowest: dict[T, int] = {}
    for start in around:
        if start in reached:
            continue
        reached[start] = lowest[start] = len(reached)
        walk = [(start, -1, iter(around[start]))]
        while walk:
            here, came_by, ahead = walk[-1]
            for there, number in ahead:
                if there not in reached:
                    reached[there] = lowest[there] = len(reached)
                    walk.append((there, number, iter(around[there])))
                    break
                if number != came_by:
                    lowest[here] = min(lowest[here], reached[there])
            else:
                walk.pop()
                if walk:
                    before = walk[-1][0]
                    lowest[before] = min(lowest[before], lowest[here])
                    if lowest[here] > reached[before]:
                        found.add(came_by)
    return found
