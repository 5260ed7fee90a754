"""The symmetries of a board and what they make of a card, by another library: to check canonical ids."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import networkx as nx
from networkx.algorithms.isomorphism import DiGraphMatcher

from shunt.cards.card import RouteCard
from shunt.track.plan import End, Plan

Symmetry = dict[End, End]
Form = tuple[object, ...]


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


def image(card: RouteCard, symmetry: Symmetry) -> Form:
    """What a symmetry makes of a card, all pieces without names: the same for two cards exactly where names alone differ."""
    roster = card.roster
    assert not roster.interchangeable

    def place(space: str | None, faces: int | None) -> Form:
        if space is None:
            return ()
        if faces is None:
            return (symmetry[End(space, 0)].space,)
        return tuple(symmetry[End(space, faces)])

    pieces = []
    for seat, name in enumerate(roster.pieces):
        faces = card.start.headings[seat] if seat < len(card.start.headings) else None
        goal = place(card.goal.places.get(name), card.goal.headings.get(name))
        closed = sorted(symmetry[End(space, 0)].space for space, names in card.rules.access.kept_out.items() if name in names)
        pieces.append((name in roster.locomotives, place(card.start.places[seat], faces), goal, tuple(closed)))
    broken = sorted(symmetry[End(space, 0)].space for space in card.broken)
    return (card.ruleset, card.metric, tuple(broken), tuple(sorted(pieces)))


def smallest_image(card: RouteCard, group: Iterable[Symmetry]) -> Form:
    """One form for all cards that a symmetry, or other names, turn into each other."""
    return min(image(card, symmetry) for symmetry in group)
