"""The symmetries of a board, by another library: to check canonical ids."""

from __future__ import annotations

from itertools import product

import networkx as nx
from networkx.algorithms.isomorphism import DiGraphMatcher

from shunt.track.plan import End, Plan

Symmetry = dict[End, End]


def symmetries(plan: Plan) -> list[Symmetry]:
    """Every way to map the ends of a plan's spaces onto themselves that keeps what may be driven, for plans without turntables.

    A space's two ends stay those of one space; joins, places where nobody may stop and exclusive groups are kept.
    """
    assert not plan.turntables
    graph = nx.DiGraph()
    for space in plan.spaces:
        for end in (0, 1):
            graph.add_node(End(space, end), kind=("no-stop" if space in plan.no_stop else "space", plan.closed.get(space)))
        for end in (0, 1):
            graph.add_edge(End(space, end), End(space, 1 - end), kind="through")
    for here, others in plan.fixed.items():
        for other in others:
            graph.add_edge(here, other, kind="join")
    for number, group in enumerate(plan.exclusive):
        graph.add_node(number, kind="group")
        for space, end in product(sorted(group), (0, 1)):
            graph.add_edge(number, End(space, end), kind="member")
    same_kind = lambda a, b: a["kind"] == b["kind"]  # noqa: E731
    found = DiGraphMatcher(graph, graph, node_match=same_kind, edge_match=same_kind).isomorphisms_iter()
    return [{a: b for a, b in mapping.items() if isinstance(a, End)} for mapping in found]
