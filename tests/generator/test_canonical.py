"""Canonical ids: the same for symmetric and renamed cards, different for anything else."""

import random
from collections import defaultdict
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import DiGraphMatcher

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.generator.canonical import canonical_id, canonical_text
from shunt.rules.position import Position, Roster
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import End, Plan
from tests.effort import examples
from tests.search.boards import cards, positions


def disguised(card: RouteCard, seed: int) -> RouteCard:
    """The same puzzle: spaces, ends and pieces renamed, everything listed in another order."""
    chance = random.Random(seed)
    plan = card.plan
    turned = {
        space: space not in plan.on_bridges and has_both_ends(plan, space) and chance.random() < 0.5 for space in plan.spaces
    }
    new = {space: f"n{number}" for number, space in enumerate(chance.sample(plan.spaces, len(plan.spaces)))}

    def end(old: End) -> End:
        return End(new[old.space], old.end ^ turned[old.space])

    fixed = {end(one): tuple(sorted(end(other) for other in others)) for one, others in plan.fixed.items()}
    tables = tuple(
        replace(
            table,
            bridge=tuple(new[space] for space in table.bridge),
            positions=tuple((new.get(a, ""), new.get(b, "")) for a, b in table.positions),
        )
        for table in plan.turntables
    )
    groups = tuple(frozenset(new[space] for space in group) for group in plan.exclusive)
    no_stop = frozenset(new[space] for space in plan.no_stop)
    kinds = {new[space]: kind for space, kind in plan.closed.items()}
    renamed = Plan("other", tuple(sorted(new.values())), fixed, (), tables, no_stop, groups, kinds)
    locomotives = chance.sample(card.roster.locomotives, len(card.roster.locomotives))
    cars = chance.sample(card.roster.cars, len(card.roster.cars))
    called = {name: f"L{number}" for number, name in enumerate(locomotives)} | {name: f"c{n}" for n, name in enumerate(cars)}
    seats = [card.roster.pieces.index(name) for name in (*locomotives, *cars)]
    start = Position(
        tuple(new[card.start.places[seat]] for seat in seats),
        tuple(card.start.headings[seat] ^ turned[card.start.places[seat]] for seat in seats if seat < len(card.start.headings)),
        card.start.turntables,
    )
    goal = Goal(
        {called[name]: new[space] for name, space in card.goal.places.items()},
        {called[name]: heading ^ turned[card.goal.places[name]] for name, heading in card.goal.headings.items()},
    )
    roster = Roster(
        tuple(called[name] for name in locomotives),
        tuple(called[name] for name in cars),
        tuple(tuple(called[name] for name in group) for group in card.roster.interchangeable),
    )
    broken = frozenset(new[space] for space in card.broken)
    closed = {new[space]: tuple(called[name] for name in names) for space, names in card.closed.items()}
    pieces = {"roster": roster, "start": start, "goal": goal, "broken": broken, "closed": closed}
    return replace(card, name="disguise", layout=Layout(renamed), **pieces)


def has_both_ends(plan: Plan, space: str) -> bool:
    """Whether turning the space's ends round cannot change which end a turntable joins."""
    outside = {name for table in plan.turntables for position in table.positions for name in position}
    return space not in outside


@given(cards(), st.integers(0, 1 << 30))
@settings(max_examples=examples(100))
def test_a_disguise_keeps_the_id(card, seed):
    assert canonical_text(disguised(card, seed)) == canonical_text(card)


def as_graph(card: RouteCard) -> nx.DiGraph:
    """The card as a graph for another program to compare."""
    from shunt.generator.canonical import _ColouredGraph

    ours, graph = _ColouredGraph(card), nx.DiGraph()
    for vertex, key in enumerate(ours.keys):
        graph.add_node(vertex, key=key)
    kinds = {}
    for a, b, kind in sorted(ours.edges):
        kinds[a, b] = kinds.get((a, b), "") + kind
    for (a, b), kind in kinds.items():
        graph.add_edge(a, b, kind=kind)
    return graph


@given(cards(), st.data())
@settings(max_examples=examples(64))
def test_ids_are_equal_exactly_where_the_graphs_are_isomorphic(card, data):
    other = replace(card, start=data.draw(positions(card.rules)))
    assume(other.start != card.start)
    same = nx.is_isomorphic(
        as_graph(card),
        as_graph(other),
        node_match=lambda a, b: a["key"] == b["key"],
        edge_match=lambda a, b: a["kind"] == b["kind"],
    )
    assert (canonical_id(card) == canonical_id(other)) == same


def test_sidings_of_one_length_may_change_places():
    card = load_card("inglenook-533")
    assert canonical_id(card) == canonical_id(load_card("inglenook-533"))
    assert canonical_text(card).startswith("sidings pulls 3 3 3 5")
    assert canonical_id(card) != canonical_id(load_card("inglenook-322"))


# --------------------------------------------------------------------------------------------------------------------
# Against the symmetries of the board, found by another library


def symmetries(plan: Plan) -> list[dict[object, object]]:
    """Every way to map the ends of a plan's spaces onto themselves that keeps what may be driven. The plan has no turntables."""
    graph = nx.DiGraph()
    for space in plan.spaces:
        for end in (0, 1):
            graph.add_node(End(space, end), kind=space in plan.no_stop)
            graph.add_edge(End(space, end), End(space, 1 - end), kind="through")
    graph.add_edges_from(((here, other) for here, others in plan.fixed.items() for other in others), kind="join")
    for number, group in enumerate(plan.exclusive):
        graph.add_node(number, kind="group")
        graph.add_edges_from(((number, End(space, end)) for space in group for end in (0, 1)), kind="member")
    same_kind = lambda a, b: a["kind"] == b["kind"]  # noqa: E731
    return list(DiGraphMatcher(graph, graph, node_match=same_kind, edge_match=same_kind).isomorphisms_iter())


@pytest.mark.parametrize(("board", "no_stop", "count"), [("scissors-12", (), 4), ("scissors-12", ("A",), 1), ("fan-10", (), 2)])
def test_ids_meet_exactly_where_a_symmetry_of_the_board_does(board, no_stop, count):
    """Random cards of one car, so few that many are images of each other."""
    layout = load_layout(board)
    layout = Layout(replace(layout.plan, no_stop=frozenset(no_stop)))
    group, chance = symmetries(layout.plan), random.Random(board)
    assert len(group) == count
    ids, forms = defaultdict[str, set[object]](set), defaultdict[object, set[str]](set)
    for _ in range(150):
        at, car, to = chance.sample([space for space in layout.plan.spaces[:8] if space not in no_stop], 3)
        faces = chance.randrange(2)
        start = Position((at, car), (faces,), ())
        name = canonical_id(RouteCard("c", "switcher", layout, Roster(("A",), ("red",)), start, Goal({"red": to})))
        form = min((image[End(at, faces)], image[End(car, 0)][0], image[End(to, 0)][0]) for image in group)
        ids[name].add(form)
        forms[form].add(name)
    assert all(len(found) == 1 for found in (*ids.values(), *forms.values()))
    assert len(ids) < 148
