"""The interface of real work: mappings, copies, state graphs, costs of one's own, and what other programs read."""

import copy
import json

import networkx
import pytest

import shunt
from shunt.cards.card import RouteCard
from shunt.generator.rating.rate import rate
from tests.shipped import shipped_cards, shipped_pack


def test_every_card_survives_its_mapping():
    for card in shipped_cards():
        again = shunt.load(json.loads(json.dumps(card.to_dict())))
        assert (again, again.proof, again.rating) == (card, card.proof, card.rating)


def test_a_mapping_with_faults_reports_them_all():
    table = shunt.load("first-swap").to_dict()
    table["goal"]["rad"] = "B1"
    table["start"]["cars"]["red"] = "nowhere"
    with pytest.raises(shunt.CardError) as caught:
        shunt.Card.from_dict(table)
    assert {fault.where for fault in caught.value.faults} == {"goal.rad", "start.cars.red"}
    with pytest.raises(shunt.InputError, match="cannot store"):
        shunt.load({"schema": object()})


def test_copies_of_games_share_nothing():
    game = shunt.load("first-swap").play()
    game.push("A A1>B3")
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert other.moves == game.moves
        other.push("A B3>C2")
        assert len(game.moves) == 1
        other.pop()
        other.pop()
        assert len(game.moves) == 1


def two_in_tow() -> RouteCard:
    """A card of two moves with 130 positions."""
    card = shipped_pack("starter")[6]
    return card


def test_costs_of_ones_own_are_exact():
    card = two_in_tow()
    graph = card.state_graph()
    exact = {graph.position(number): int(distance) for number, distance in enumerate(graph.distances)}
    plain, led = shunt.solve(card, heuristic=lambda position: 0), shunt.solve(card, heuristic=lambda position: exact[position])
    assert plain.optimum == led.optimum == card.proof["optimum"]
    assert led.states < plain.states
    weighted = networkx.DiGraph()
    for number in range(len(graph)):
        for made in card.successors(graph.position(number)):
            weight = len(made.run.path)
            edge = (graph.position(number), card.rules.canonical(made.position))
            if not weighted.has_edge(*edge) or weighted.edges[edge]["weight"] > weight:
                weighted.add_edge(*edge, weight=weight)
    best = networkx.single_source_dijkstra_path_length(weighted, card.start)
    cheapest = min(length for position, length in best.items() if card.is_solved(position))
    found = shunt.solve(card, cost=lambda made: len(made.run.path))
    assert found.optimum == cheapest == sum(len(made.run.path) for made in found.moves)
    assert shunt.solve(card, cost=lambda made: 1, limits=shunt.Limits(states=3)).status == "unknown"


def test_a_heuristic_that_is_not_consistent_is_refused():
    card = two_in_tow()
    graph = card.state_graph()
    tripled = {graph.position(number): 3 * int(distance) for number, distance in enumerate(graph.distances)}
    with pytest.raises(shunt.InputError, match="where the goal is met"):
        shunt.solve(card, heuristic=lambda position: 1)
    with pytest.raises(shunt.InputError, match="not consistent"):
        shunt.solve(card, heuristic=lambda position: tripled[position])
    with pytest.raises(shunt.InputError, match="not a cost"):
        shunt.solve(card, cost=lambda made: -1)
    with pytest.raises(shunt.InputError, match="leave the others out"):
        shunt.solve(card, cost=lambda made: 1, metric="runs")


def test_positions_know_their_pieces_on_every_way():
    card = shunt.load("first-swap")
    assert card.start.as_dict() == {"A": "A1", "red": "B1", "green": "C2"}
    assert shunt.solve(card).moves[-1].position.as_dict()["red"] == "C2"
    with pytest.raises(ValueError, match="does not know the names"):
        shunt.Position.parse("A1>1").as_dict()
    assert shunt.load("ras-toy").start.as_dict()["1"] in ("headshunt", "1", "2")
    assert rate(card).tier == "green"
