"""The state graph of a card, for research: all positions that can be reached, the moves between them, levels and distances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from shunt.rules.ruleset import AnyPosition

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import scipy.sparse
    from numpy.typing import NDArray

    from shunt.cards.card import Card

    Ints: TypeAlias = NDArray[np.int64]
    Rows: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, repr=False)
class CardGraph:
    """All positions that can be reached from the start of a card, by number, and the moves between them.

    The start is number 0. The successors of position i are `to[first[i] : first[i + 1]]`. Two moves that lead to the same
    position are one edge. `goals` lists the numbers of the positions that meet the goal. `levels` gives the fewest moves from
    the start to each position, and `distances` gives the fewest moves from each position to the goal, or -1 if the goal cannot
    be reached.

    >>> import shunt
    >>> graph = shunt.load("about-turn").state_graph()
    >>> len(graph), graph.edge_count, int(graph.distances[0]), int(graph.levels.max())
    (253, 3908, 2, 5)
    >>> graph.to_networkx().nodes[0]["distance"]
    2
    """

    card: Card
    first: Ints
    to: Rows
    goals: Ints
    _position: Callable[[int], AnyPosition] = field(repr=False)

    def __len__(self) -> int:
        return len(self.first) - 1

    def __iter__(self) -> Iterator[AnyPosition]:
        return (self.position(number) for number in range(len(self)))

    def __repr__(self) -> str:
        return f"<CardGraph of {self.card.name}: {len(self)} positions, {self.edge_count} edges>"

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return len(self.to)

    def position(self, number: int) -> AnyPosition:
        """Return the position with this `number`."""
        return self._position(number)

    def number(self, position: AnyPosition) -> int:
        """Return the number of `position`; raise `KeyError` if it cannot be reached.

        >>> import shunt
        >>> game = shunt.load("about-turn").play()
        >>> graph, made = game.card.state_graph(), game.push("1 A>C via D")
        >>> int(graph.levels[graph.number(game.position)])
        1
        """
        return self._numbers[self.card.rules.canonical(position)]

    @cached_property
    def _numbers(self) -> dict[AnyPosition, int]:
        return {position: number for number, position in enumerate(self)}

    def successors(self, number: int) -> Rows:
        """Return the numbers of the positions one move after position `number`."""
        return self.to[self.first[number] : self.first[number + 1]]

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield every edge as a pair of position numbers."""
        for number in range(len(self)):
            for successor in self.successors(number):
                yield number, int(successor)

    @cached_property
    def levels(self) -> Rows:
        """The fewest moves from the start to each position."""
        return _distances(self._matrix, [0])

    @cached_property
    def distances(self) -> Rows:
        """The fewest moves from each position to the goal, or -1 if the goal cannot be reached."""
        return _distances(self._matrix.T, self.goals)

    @cached_property
    def _matrix(self) -> scipy.sparse.csr_matrix:
        from numpy import ones
        from scipy.sparse import csr_matrix

        return csr_matrix((ones(len(self.to)), self.to, self.first), shape=(len(self), len(self)))

    def to_networkx(self) -> networkx.DiGraph[int]:
        """Return the graph as a networkx graph. Nodes have `position`, `level` and, if the goal can be reached, `distance`."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph(name=self.card.name)
        for number, position in enumerate(self):
            graph.add_node(number, position=position, level=int(self.levels[number]))
            if self.distances[number] >= 0:
                graph.nodes[number]["distance"] = int(self.distances[number])
        graph.add_edges_from(self.edges())
        return graph


def _distances(matrix: scipy.sparse.csr_matrix, sources: Any) -> Rows:
    """Return the fewest edges from any of `sources` to every node, or -1 if there is no path."""
    from numpy import int32, where
    from scipy.sparse.csgraph import dijkstra

    found = dijkstra(matrix, unweighted=True, indices=sources, min_only=True)
    return where(found < matrix.shape[0], found, -1).astype(int32)
