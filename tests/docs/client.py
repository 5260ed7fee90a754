"""A program of somebody who uses `shunt`: every public name, with the type that it must have.

It is type-checked with mypy and pyright (`test_types.py`), and not run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_type

import shunt
from shunt import Move, Position, SidingsMove, SidingsPosition, hump


def read_and_play() -> None:
    card = shunt.load("first-swap")
    assert_type(card, shunt.Card)
    game = card.play()
    assert_type(game, shunt.Game[shunt.Card])
    assert_type(game.position, Position | SidingsPosition)
    legal: shunt.LegalMoves = game.legal_moves
    for move in legal:
        assert_type(move, Move | SidingsMove)
        made = game.push(move)
        assert_type(made.position, Position | SidingsPosition)
        assert_type(game.pop(), shunt.MoveMade)
    shunt.save(card, "mine.toml")
    assert_type(game.rank, str | None)


def solve_and_judge(card: shunt.Card) -> None:
    solution: shunt.Solution = shunt.solve(card, limits=shunt.Limits(time=60, memory="2G"))
    assert_type(solution.optimum, int | None)
    assert_type(solution.moves, tuple[shunt.MoveMade, ...])
    assert_type(solution.moves[0].notation, str)
    stopped: shunt.Stop | None = solution.stopped
    assert stopped is None or stopped.kind is shunt.StopKind.TIME
    found: shunt.Solutions = shunt.solutions(card)
    assert_type(found.count, int)
    flood: shunt.Flood = shunt.flood(card)
    assert_type(flood.levels, tuple[int, ...])
    rating: shunt.Rating = shunt.rate(card)
    assert_type(rating.grade, float)
    reasons: shunt.Reasons = shunt.explain_unsolvable(card)
    assert_type(reasons.lines, tuple[str, ...])
    assert_type(shunt.canonical_id(card), str)
    table = shunt.Tablebase.open("x.table")
    assert_type(table.distance(Position.parse("A1>1 B1")), int | None)


def make_cards() -> None:
    layout = shunt.Layout.from_tracks("A B C D", "A B E")
    card = shunt.Card.build(layout, locomotives={"L": "A>B"}, cars={"red": "C"}, goal={"red": "D"}, broken=["E"], limit=4)
    assert_type(card, shunt.Card)
    assert_type(shunt.generate(layout, cars=(1, 2), tier="blue", seed=7), shunt.RouteCard)
    assert_type(shunt.generate("wye-18", cars=2, unique=True), shunt.Card)
    assert_type(shunt.generate_many(layout, 3), Iterator[shunt.RouteCard])
    loaded: shunt.Layout = shunt.load_layout("wye-18")
    plan: shunt.Plan = loaded.plan
    marks: list[shunt.Mark] = list(loaded.marks.values())
    turntables: tuple[shunt.Turntable, ...] = plan.turntables
    end = shunt.End("A", 0)
    assert_type(shunt.card_names() + shunt.layout_names() + shunt.yard_names(), list[str])
    print(marks, turntables, end.space)


def know_the_rules(card: shunt.Card) -> None:
    if isinstance(card, shunt.RouteCard):
        rules: shunt.Switcher = card.rules
        goal: shunt.Goal = card.goal
        roster: shunt.Roster = card.roster
        made = list(shunt.replay(rules, card.start, ["A A1>B3"]))
        assert_type(made[0].position, Position)
        assert_type(made[0].move, Move)
        assert_type(card.play(), shunt.Game[shunt.RouteCard])
        print(goal.places, roster.pieces)
    elif isinstance(card, shunt.SidingsCard):
        sidings: shunt.Sidings = card.rules
        wanted: shunt.SidingsGoal = card.goal
        yard: shunt.SidingsLayout = card.layout
        assert_type(sidings.make(card.start, SidingsMove.parse("1-3")).position, SidingsPosition)
        print(wanted.train, yard.sidings)
    move = shunt.parse_move("A A1>B3")
    assert_type(move, shunt.TrainMove | shunt.TurntableStep)
    assert_type(shunt.parse_moves("A A1>B3"), list[tuple[int, shunt.TrainMove | shunt.TurntableStep]])
    assert card.ranks is None or isinstance(card.ranks, shunt.Ranks)


def draw(card: shunt.Card, solution: shunt.Solution) -> None:
    assert_type(shunt.svg(card), str)
    assert_type(shunt.svg_steps(card, solution.moves), list[str])
    assert_type(shunt.svg_solution(card, solution.moves), str)
    assert_type(shunt.page(card, "mine.html"), str)
    assert_type(shunt.pdf([card], "pack.pdf"), bytes)
    print(shunt.widget(card))


def roll() -> None:
    yard: shunt.Yard = hump.load("two-storeys")
    hump.save("mine.toml", yard)
    checked: hump.BidCheck = hump.check_bid(yard, train="ABC", order="CAB", bid=5)
    steps: tuple[hump.BidStep, ...] = checked.solution
    assert_type(checked.optimum, int | None)
    table: hump.BidTable = hump.bid_table(yard, cars=4)
    assert_type(dict(table.chances), dict[int, Fraction])
    advice: list[hump.LengthAdvice] = hump.advise(yard, "red blue red", [hump.Opponent(yard)])
    best: hump.BidValue = advice[-1].bids[0]
    tiles: list[hump.TileValue] = hump.best_tiles(yard, ["62"], 3)
    design: hump.Design = hump.design(tiles=6, seed=1)
    built: hump.Yard = design.yard
    placed: tuple[hump.PlacedTile, ...] = tuple(built.tiles)
    judged: hump.Judgement = hump.judge_bid(yard, "ABC", "CAB", 5, [str(step) for step in steps], rules=hump.MoveRules())
    print(best.bid, tiles, placed, judged.holds, hump.yard_names())


def do_real_work(card: shunt.Card) -> None:
    table = card.to_dict()
    assert_type(shunt.Card.from_dict(table), shunt.Card)
    assert_type(shunt.load(table), shunt.Card)
    game = card.play().copy()
    assert_type(game.position.as_dict(), dict[str, str])
    for made in card.successors(game.position):
        assert_type(made, shunt.MoveMade)
    graph: shunt.CardGraph = card.state_graph(most=10_000)
    print(graph.levels, graph.distances, graph.to_networkx().nodes[0], graph.position(0).as_dict())
    own = shunt.solve(card, cost=lambda made: len(made.notation), heuristic=lambda position: 0)
    assert_type(own, shunt.Solution)
    pack = shunt.Pack("mine", "My cards")
    findings = pack.add([card, "first-swap"], limits=shunt.Limits(time=10))
    assert_type([finding.is_fault for finding in findings], list[bool])
    pack.remove("first-swap")
    pack.merge(shunt.Pack.open("first-forty"))
    print(pack.save("mine"), pack.cards[0].name)
    with shunt.Catalogue("cards.sqlite") as catalogue:
        assert_type(len(catalogue), int)
    layout: shunt.Layout = shunt.import_layout("panel.xml", points="span")
    print(layout.graph().nodes, shunt.export_jmri(card, dry_run=True), shunt.export_pddl(card).domain)
    print(shunt.plan_moves(card, "plan"))


def handle(error: Exception) -> None:
    if isinstance(error, shunt.InputError | shunt.CardError | shunt.LayoutError | shunt.NotationError):
        faults: tuple[shunt.Fault, ...] = error.faults
        print(faults)
    if isinstance(error, shunt.IllegalMoveError):
        assert_type(error.rule, str)
    if isinstance(error, shunt.LimitReached | shunt.TooLargeError | shunt.NoSuchCardError | shunt.UnratableError):
        print(error)
    if isinstance(error, shunt.TablebaseError | shunt.ShuntError):
        print(error)
