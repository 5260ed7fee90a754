"""The symmetries of a board and what they make of a card, by another library: to check canonical ids, and a whole catalogue.

As a program: `python -m tests.generator.symmetries CATALOGUE [PROVED [A_STAR]]` looks for doubles among all cards, proves the
first PROVED anew from the start alone (all of them where it is left out) and A_STAR of them by A*, and replays their guides.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable
from itertools import product

import networkx as nx
from networkx.algorithms.isomorphism import DiGraphMatcher

from shunt.cards.card import RouteCard
from shunt.generator.canonical import canonical_id
from shunt.generator.catalogue.exports import card_of
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.forge.proof import optimum_of
from shunt.rules.moves import parse_move
from shunt.rules.ruleset import replay
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


def prove_anew(card: RouteCard, method: str) -> None:
    """Raises `AssertionError` where a search of its own finds another optimum, or the referee objects to the Yard Guide."""
    assert optimum_of(card, method) == card.proof["optimum"], card.name
    *_, last = replay(card.rules, card.start, [parse_move(move) for move in card.guide])
    assert card.is_solved(last.position), card.name
    assert len(card.guide) == card.proof["optimum"], card.name


def main(path: str, proved: str = "1000000000", a_star: str = "500") -> None:
    """Check a whole catalogue; prints one JSON object."""
    began = time.process_time()
    groups: dict[str, list[Symmetry]] = {}
    forms: dict[Form, str] = {}
    cards: list[RouteCard] = []
    with Catalogue(path) as catalogue:
        for row in catalogue.every():
            card = card_of(row)
            assert isinstance(card, RouteCard)
            assert canonical_id(card) == row.id
            group = groups.setdefault(row.layout, symmetries(card.plan))
            form = (row.layout, smallest_image(card, group))
            assert form not in forms, f"{row.id} is {forms[form]}"
            forms[form] = row.id
            cards.append(card)
    told: dict[str, object] = {"cards": len(cards), "doubles": len(cards) - len(forms)}
    told |= {"symmetries": sorted(map(len, groups.values())), "seconds_forms": round(time.process_time() - began, 1)}
    random.Random(1).shuffle(cards)
    for number, card in enumerate(cards[: int(proved)]):
        prove_anew(card, "forward")
        if number < int(a_star):
            prove_anew(card, "astar")
    told |= {"proved_forward": min(len(cards), int(proved)), "proved_astar": min(len(cards), int(a_star))}
    print(json.dumps(told | {"seconds": round(time.process_time() - began, 1)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
