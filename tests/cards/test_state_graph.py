"""The state graph of a card: numbers, edges, levels and distances."""

import networkx
import pytest

import shunt


@pytest.mark.parametrize("name", ["about-turn", "first-swap", "roundhouse-rotation", "ras-toy"])
def test_a_state_graph_agrees_with_floods_optima_and_the_rules(name):
    card = shunt.load(name)
    graph, flood = card.state_graph(), shunt.flood(card)
    assert len(graph) == flood.states
    assert [int((graph.levels == level).sum()) for level in range(len(flood.levels))] == list(flood.levels)
    assert graph.distances[0] == card.proof["optimum"]
    assert [number for number, far in enumerate(graph.distances) if far == 0] == sorted(graph.goals.tolist())
    for index in range(0, len(graph), max(1, len(graph) // 20)):
        assert graph.number(graph.position(index)) == index
        after = {graph.number(made.position) for made in card.successors(graph.position(index))}
        assert after - {index} == set(graph.successors(index).tolist())
    with pytest.raises(shunt.LimitReached):
        card.state_graph(most=5)


def test_networkx_gets_the_positions_levels_and_distances():
    """From ten of the 97 positions of Cross Over the goal cannot be reached."""
    graph = shunt.load("cross-over").state_graph()
    there = graph.to_networkx()
    assert set(there.edges) == set(graph.edges())
    assert there.number_of_edges() == graph.edge_count == len(list(graph.edges()))
    assert networkx.single_source_shortest_path_length(there, 0) == dict(enumerate(graph.levels.tolist()))
    back = networkx.multi_source_dijkstra_path_length(there.reverse(), set(graph.goals.tolist()), weight=None)
    assert {number: far for number, far in there.nodes(data="distance") if far is not None} == back
    assert all(there.nodes[number]["position"] == position for number, position in enumerate(graph))
