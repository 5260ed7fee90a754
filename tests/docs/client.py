"""A program of somebody who uses `shunt`, with the types that its editor must know.

It is type-checked with mypy and pyright (`test_types.py`), and not run. The names themselves are typed where they are defined:
`shunt/__init__.pyi` is read at run time too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_type

import shunt
from shunt import Move, Position, SidingsMove, SidingsPosition, hump


def play() -> None:
    game = shunt.load("first-swap").play()
    assert_type(game, shunt.Game[shunt.Card])
    assert_type(game.position, Position | SidingsPosition)
    assert_type(game.position.as_dict(), dict[str, str])
    for move in game.legal_moves:
        assert_type(move, Move | SidingsMove)
        assert_type(game.push(move), shunt.MoveMade)
    assert_type(game.rank, str | None)


def solve(card: shunt.Card) -> None:
    solution = shunt.solve(card, cost=lambda made: len(made.notation), heuristic=lambda position: 0)
    assert_type(solution, shunt.Solution)
    assert_type(solution.optimum, int | None)
    assert_type(solution.moves, tuple[shunt.MoveMade, ...])
    assert_type(solution.stopped, shunt.Stop | None)
    assert_type(shunt.flood(card, limits=shunt.Limits(time=60, memory="2G")).levels, tuple[int, ...])
    assert_type(shunt.rate(card).grade, float)
    assert_type(shunt.Tablebase.open("x.table").distance(Position.parse("A1>1 B1")), int | None)
    assert_type(shunt.svg_steps(card, solution.moves), list[str])
    assert_type(shunt.pdf([card], "pack.pdf"), bytes)
    if isinstance(card, shunt.RouteCard):
        (made,) = shunt.replay(card.rules, card.start, ["A A1>B3"])
        assert_type((made.position, made.move), tuple[Position, Move])
        assert_type(card.play(), shunt.Game[shunt.RouteCard])
    elif isinstance(card, shunt.SidingsCard):
        assert_type(card.rules.make(card.start, SidingsMove.parse("1-3")).position, SidingsPosition)


def make() -> None:
    layout = shunt.Layout.from_tracks("A B C D", "A B E")
    card = shunt.Card.build(layout, locomotives={"L": "A>B"}, cars={"red": "C"}, goal={"red": "D"}, broken=["E"], limit=4)
    assert_type(card, shunt.Card)
    assert_type(shunt.Card.from_dict(card.to_dict()), shunt.Card)
    assert_type(shunt.generate(layout, cars=(1, 2), tier="blue", seed=7), shunt.RouteCard)
    assert_type(shunt.generate_many(layout, 3), Iterator[shunt.RouteCard])
    assert_type(shunt.parse_moves("A A1>B3"), list[tuple[int, shunt.TrainMove | shunt.TurntableStep]])
    findings = shunt.Pack("mine", "My cards").add([card, "first-swap"])
    assert_type([finding.is_fault for finding in findings], list[bool])
    with shunt.Catalogue("cards.sqlite") as catalogue:
        assert_type(len(catalogue), int)
    print(card.state_graph(most=10_000).to_networkx().nodes[0], layout.graph().nodes, shunt.widget(card))


def roll() -> None:
    yard = hump.load("two-storeys")
    checked = hump.check_bid(yard, train="ABC", order="CAB", bid=5)
    assert_type(checked.solution, tuple[hump.BidStep, ...])
    assert_type(checked.optimum, int | None)
    assert_type(dict(hump.bid_table(yard, cars=4).chances), dict[int, Fraction])
    advice = hump.advise(yard, "red blue red", [hump.Opponent(yard)])
    assert_type(advice[-1].bids[0], hump.BidValue)


def handle(error: shunt.InputError | shunt.IllegalMoveError) -> None:
    if isinstance(error, shunt.InputError):
        assert_type(error.faults, tuple[shunt.Fault, ...])
    else:
        assert_type(error.rule, str)
