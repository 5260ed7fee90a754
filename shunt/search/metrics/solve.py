"""`solve` in metrics other than moves: the search, and its path told as moves that the referee has counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shunt.cards.card import RouteCard
from shunt.cards.solution import Solution, Status
from shunt.cards.stop import INTERRUPTED
from shunt.errors import IllegalMoveError, InputError, TooLargeError
from shunt.rules.metrics import METRICS, Tally
from shunt.rules.moves import Move, TrainMove, TurntableStep, parse_move
from shunt.rules.position import Position
from shunt.rules.referee import describe, replay, resolve
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Run, Switcher
from shunt.search.core.limits import Limits, Progress
from shunt.search.metrics.dijkstra import MetricSearch
from shunt.search.metrics.passing.line_orders import Fewest
from shunt.search.metrics.passing.line_solve import METHOD as ORDERS
from shunt.search.metrics.passing.line_solve import search_by_orders
from shunt.search.metrics.passing.loop_solve import LoopSearch, search_by_loop
from shunt.search.metrics.plan import MetricPlan
from shunt.search.solve import counts_of
from shunt.search.trains.goals import GoalSet

METHOD = "buckets"
METHODS = (METHOD, ORDERS)
GUIDE = "guide"


def solve_metric(card: RouteCard, method: str | None, limits: Limits, progress: Progress) -> Solution:
    """Prove the optimum of a card of the train rules in its own metric, one or several (lexicographic).

    `moves` and `lower_bound` of the answer are those of the first metric; `optimum` has all of them, and `counts` every metric
    of the solution. Among equals the solution has the fewest moves, unless it was found by orders. Raises `InputError` for a
    metric that nobody counts, `TooLargeError` for a card that no state holds, unless its own Yard Guide counts nothing.
    """
    if method not in (None, *METHODS):
        raise InputError(f"metric {', '.join(card.metric)} is searched by {' or '.join(METHODS)}, not by {method!r}")
    unknown = [name for name in card.metric if name not in METRICS]
    if unknown or not card.metric or len(set(card.metric)) < len(card.metric):
        given = ", ".join(card.metric) or "none"
        raise InputError(f"the metric is one or more of {', '.join(METRICS)}, each once, and not {given}")
    try:
        plan = MetricPlan.of(card.rules, card.metric)
    except TooLargeError:
        if method is None and (proven := _answer_by_guide(card, limits)):
            return proven
        raise
    goals = GoalSet.of(plan.codec, card.goal, plan.codec.phases.number[card.start.turntables])
    limits.restart()
    begun = card.start if card.rules.has_headings or not plan.codec.rules.has_headings else _any_ends(card)
    start = plan.codec.pack(begun)
    search = MetricSearch(plan, start, goals, limits, progress)
    bound = 0  # what is proven before it begins
    try:
        if method != METHOD and (found := search_by_orders(card, plan, start, goals, limits, progress)):
            by_orders, bound = found[0], found[1].count or 0
            if by_orders.path is not None or by_orders.stopped:
                return _answer_by_orders(_answer(card, plan, by_orders, limits), found[1])
        if method != METHOD and (by_loop := search_by_loop(card, plan, start, goals, limits, progress)):
            return _answer_by_loop(_answer(card, plan, by_loop[0], limits), by_loop[1])
        if method == ORDERS:
            raise InputError(
                f"orders alone do not solve {card.name}: they are for two trains on a line with a stub, or one by a loop"
            )
        search.run()
    except KeyboardInterrupt:
        search.stopped = INTERRUPTED
    answer = _answer(card, plan, search, limits)
    return replace(answer, lower_bound=max(answer.lower_bound, bound))


def _answer_by_guide(card: RouteCard, limits: Limits) -> Solution | None:
    """The card's own Yard Guide as the answer, where it solves the card and counts nothing in any of its metrics."""
    limits.restart()
    try:
        moves = [parse_move(text) for text in card.guide]
        made = list(replay(card.rules, card.start, moves))
    except (InputError, IllegalMoveError):
        return None
    if not made or not card.is_solved(made[-1].position):
        return None
    steps = _steps(card, moves)
    counts = counts_of(card, steps)
    if any(counts[name] for name in card.metric):
        return None
    return Solution(
        card=card.name,
        status="optimal",
        lower_bound=0,
        metric=card.metric,
        moves=steps,
        method=GUIDE,
        states=0,
        seconds=limits.seconds,
        proof={"argument": "the card's own Yard Guide, replayed by the rules, counts nothing, and nothing counts less"},
        optima=(0,) * len(card.metric),
        counts=counts,
    )


def _answer_by_orders(answer: Solution, bound: Fewest) -> Solution:
    argument = f"{bound.states:,} orders of the pieces were searched: no solution counts less, however long the line is"
    if answer.status == "optimal":
        argument += ", and this one counts no more"
    # What was searched for a solution is a part of all positions: it proves nothing of its own.
    return replace(answer, method=ORDERS, lower_bound=bound.count or 0, proof={"argument": argument})


def _answer_by_loop(answer: Solution, search: LoopSearch) -> Solution:
    bound = max(answer.lower_bound, search.lower_bound)
    if answer.status == "unsolvable":
        argument = "everything that the orders of the pieces do not rule out was searched"
    elif answer.status == "optimal" and search.anywhere == bound:
        argument = "the orders of the pieces were searched: no solution counts less, however long the line is"
    else:
        argument = (
            f"on a line of any length the orders of the pieces need {search.anywhere} or more; on this one every position was"
        )
        argument += f" searched from which, by its order, fewer than {bound} might do"
    return replace(answer, method=ORDERS, lower_bound=bound, states=search.states, proof={"argument": argument})


def _any_ends(card: RouteCard) -> Position:
    return replace(card.start, headings=(0,) * len(card.roster.locomotives))


def _answer(card: RouteCard, plan: MetricPlan, search: MetricSearch, limits: Limits) -> Solution:
    status: Status = "optimal" if search.path is not None else "unsolvable" if search.exhausted else "unknown"
    steps: tuple[MoveMade, ...] = ()
    if search.path is not None and search.total is not None:
        steps = _counted(card, plan, search.path, plan.counts(search.total))
    shown = len(card.metric)
    optimum = plan.counts(search.total)[:shown] if search.total is not None else ()
    return Solution(
        card=card.name,
        status=status,
        lower_bound=optimum[0] if optimum else search.lower_bound[0],
        metric=card.metric,
        moves=steps,
        method=METHOD,
        states=search.states,
        seconds=limits.seconds,
        stopped=search.stopped,
        proof={"states settled at each count": list(search.levels)},
        optima=optimum,
        counts=counts_of(card, steps) if status == "optimal" else {},
    )


def _counted(card: RouteCard, plan: MetricPlan, path: list[int], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """The moves along `path`, each replayed by the referee, which must count what the search has found."""
    moves: list[Move] = []
    here = card.start
    for how in cheapest_runs(card.rules, plan, card.start, path):
        moves.append(TurntableStep(how) if isinstance(how, str) else written(card.rules, here, how))
        here = next(replay(card.rules, here, [moves[-1]])).position
    steps = _steps(card, moves)
    told = counts_of(card, steps)
    if not card.is_solved(here) or tuple(told[name] for name in plan.order) != counts:
        raise AssertionError(f"the solution of {card.name} counts {told}, and the search found {counts} of {plan.order}")
    return steps


def _steps(card: RouteCard, moves: Sequence[Move]) -> tuple[MoveMade, ...]:
    """The moves as the referee plays them from the card's start."""
    return tuple(replay(card.rules, card.start, moves))


def written(rules: Switcher, here: Position, run: Run) -> TrainMove:
    """`run` in the shortest notation that replays to it: to its outcome, on its own way."""
    whole = TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples, None, run.passes, True)
    own = next(twin for twin in resolve(rules, here, whole) if (twin.path, twin.pushes) == (run.path, run.pushes))
    short = describe(rules, here, own)
    read = resolve(rules, here, short)
    if len(read) == 1 and (read[0].path, read[0].passes, read[0].pushes) == (own.path, own.passes, own.pushes):
        return short
    return replace(whole, direction=own.direction)


def cheapest_runs(rules: Switcher, plan: MetricPlan, start: Position, places: list[int]) -> list[Run | str]:
    """The cheapest moves that lead through `places` (packed states without memory), as the referee counts them.

    Runs are those of the rules that tell a locomotive's ends apart; the referee follows memories and positions of its own,
    whatever the kernels remembered.
    """
    weights = plan.memory.weight.tolist()
    begun = Tally.begin(rules, start)
    ways: dict[Tally, tuple[int, Tally, list[Run | str]]] = {begun: (0, begun, [])}
    for state in places[1:]:
        wanted = _seen(rules, plan.codec.unpack(state))
        reached: dict[Tally, tuple[int, Tally, list[Run | str]]] = {}
        for _, tally, runs in ways.values():
            for how, told in tally.outcomes():
                if _seen(rules, told.position) == wanted:
                    total = sum(weight * count for weight, count in zip(weights, told.counts, strict=True))
                    memory = replace(told, counts=begun.counts)
                    if memory not in reached or total < reached[memory][0]:
                        reached[memory] = (total, told, [*runs, how])
        ways = reached
    return min(ways.values(), key=lambda way: way[0])[2]


def _seen(rules: Switcher, position: Position) -> Position:
    """A position as the rules of the card see it: without headings where they have none, members of a group alike."""
    return rules.roster.canonical(position if rules.has_headings else replace(position, headings=()))
