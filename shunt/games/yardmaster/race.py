"""The race: the fewest turns in which one player alone could reach the goal on a known deck, by A*.

A yardstick for a deal, not a game: one player, two actions a turn, the other exchange tokens in the centre, cards drawn from the
draw pile only (nothing comes back from the discard pile, so TAKE 1 is a dead card), and no token of the Yardmaster.

Moves that cannot be worse are forced, and moves that cannot be better are left out. More cards, or the same cards sooner, never
hurt here: hands have no limit, and nobody else draws. Hence PLUS 1 and DRAW 2 are played as soon as they may be, no action is
given away while a card can be drawn, and a swap comes directly before a purchase that uses its token (draws between the two
could come before both, purchases with the old token too).

The bound. Let P be the points that are missing even if the whole sorting yard is loaded, and call cargo and PAY 1 LESS useful
cards. A railcar of value v takes at least v useful cards, since an exchange never lowers their number below one a unit.

- Purchases: k purchases turn up at most k − 1 railcars beyond those on show, so they bring at most the k highest values among
  these; b is the least k that brings P, and at least 1 while nothing can be loaded.
- Draws: P less the useful cards in hand must come from the pile, so at least its next n cards are drawn, where n is the first
  number of cards that holds enough. Drawing the next m cards takes m actions, less two for each DRAW 2 and one for each PLUS 1 in
  hand or among them; the least of that over all m ≥ n counts.

So b + draws bounds the actions from below, W say, and with a actions left in this turn at least ⌈(W − a)/2⌉ turns more begin.
The bound is consistent: an action lowers W by at most one (a purchase lowers b by at most one, and P by its value against as
many useful cards at least; a draw moves the place in the pile by one), a PLUS 1 raises a and W by one, a DRAW 2 raises W by two
for two free draws, a load changes neither P nor the hand. So A* never opens a state twice, and the first goal that it reaches
is proven best.
"""

from __future__ import annotations

import heapq
import random
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, count
from typing import Any, NamedTuple

from shunt.errors import Fault, InputError, counted
from shunt.games.yardmaster.actions import DRAW_PILE, YardmasterAction, action_text
from shunt.games.yardmaster.cards import (
    DRAW_2,
    NOTHING,
    PAY_1_LESS,
    PLUS_1,
    TYPES,
    car_text,
    car_value,
    card_data,
    counts,
    couples,
    kind_text,
    railcar_counts,
    spread,
)
from shunt.games.yardmaster.payments import payments

MOST_STATES = 400_000
ENDLESS = 1 << 20
QUICK = 3
"""The weight of the bound in the quick search for any plan: it looks deep rather than wide."""


@dataclass(frozen=True)
class Deal:
    """A known deck: a hand, an exchange token, the railcars on show and to come, and the draw pile from its top."""

    hand: tuple[int, ...]
    token: int
    arrivals: tuple[int, ...]
    railcars: tuple[int, ...]
    pile: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the deal in JSON types, cards by their names."""
        return {
            "hand": list(map(kind_text, spread(self.hand))),
            "token": None if self.token == NOTHING else kind_text(self.token),
            "arrivals": list(map(car_text, self.arrivals)),
            "railcars": list(map(car_text, self.railcars)),
            "pile": list(map(kind_text, self.pile)),
        }


@dataclass(frozen=True)
class RaceResult:
    """What was found: `turns` with a plan (texts by turn), and the proven `lower_bound`.

    `status` is `optimal` (they are equal), `unknown` (a limit stopped the search; `turns` is the best known, if any) or
    `unsolvable`.
    """

    status: str
    turns: int | None
    lower_bound: int
    plan: tuple[tuple[str, ...], ...]
    states: int


class _Runner(NamedTuple):
    """A state of the race. `due`: a swap was made, and a purchase with its token must follow."""

    actions: int
    hand: tuple[int, ...]
    drawn: int
    arrivals: tuple[int, ...]
    shown: int
    end: int
    points: int
    yard: tuple[int, ...]
    token: int
    window: bool
    due: bool


_Step = tuple[_Runner | None, tuple[str, ...], int]
"""The state before, the texts of the move, and 1 if it began a turn."""


def random_deal(seed: int, split: str = "2332") -> Deal:
    """Return a shuffled deal: five cards in hand, four railcars on show, a token at random."""
    chance, data = random.Random(seed), card_data()
    cargo, cars = list(spread(data.cargo)), list(spread(railcar_counts(split)))
    chance.shuffle(cargo)
    chance.shuffle(cars)
    hand, shown = counts(cargo[: data.hand]), tuple(sorted(cars[: data.arrivals]))
    return Deal(hand, chance.randrange(len(TYPES)), shown, tuple(cars[data.arrivals :]), tuple(cargo[data.hand :]))


def solve_race(deal: Deal, goal: int = 18, max_states: int = MOST_STATES) -> RaceResult:
    """Return the fewest turns to `goal` points; raise `InputError` for a goal below 1.

    Stopped at `max_states` it returns what is proven, no plan of fewer than `lower_bound` turns, with a plan that a quick search
    found.
    """
    if goal < 1 or max_states < 1:
        name, value = ("goal", goal) if goal < 1 else ("max_states", max_states)
        raise InputError(Fault(name, str(value), "at least 1"))
    search = _RaceSearch(deal, goal)
    race = search.run(max_states)
    if race.status != "unknown":
        return race
    quick = search.run(max_states, QUICK)
    return replace(race, turns=quick.turns, plan=quick.plan, states=race.states + quick.states)


class _RaceSearch:
    """A* over one deal."""

    def __init__(self, deal: Deal, goal: int) -> None:
        self.deal, self.goal = deal, goal
        useful = [kind < len(TYPES) or kind == PAY_1_LESS for kind in deal.pile]
        prices = [1 - 2 * (kind == DRAW_2) - (kind == PLUS_1) for kind in deal.pile]
        self.useful, self.price = (list(accumulate(numbers, initial=0)) for numbers in (useful, prices))
        # The least price of the first m cards over all m from a place on.
        self.least = list(accumulate(reversed(self.price), min))[::-1]
        self.purchases = cache(self._purchases)

    def run(self, max_states: int, weight: int = 1) -> RaceResult:
        """Search until the goal is reached, nothing remains, or enough states were opened.

        With a `weight` above 1 the plan need not be the best, and nothing is proven.
        """
        deal = self.deal
        first = _Runner(2, deal.hand, 0, deal.arrivals, 0, NOTHING, 0, (), deal.token, False, False)
        start, played = self._settled(first)
        cost: dict[_Runner, int] = {start: 0}
        parent: dict[_Runner, _Step] = {start: (None, played, 0)}
        actions = self.actions(start)
        queue = [(weight * self.turns(start, actions), actions, 0, start)]
        opened, number, bound = 0, 0, 0
        closed = set()
        while queue:
            bound, _, _, state = heapq.heappop(queue)
            if state.points >= self.goal:
                return RaceResult("optimal", cost[state] + 1, cost[state] + 1, self._plan(parent, state), opened)
            if state in closed:
                continue
            if opened == max_states:
                return RaceResult("unknown", None, bound + 1, (), opened)
            closed.add(state)
            opened += 1
            for texts, after, turn in self.successors(state):
                total = cost[state] + turn
                if total < cost.get(after, ENDLESS):
                    cost[after], parent[after] = total, (state, texts, turn)
                    actions = self.actions(after)
                    if actions < ENDLESS:
                        number += 1
                        # Of equal bounds the fewest actions to go first, of these the latest.
                        bounded = total + weight * self.turns(after, actions)
                        heapq.heappush(queue, (bounded, actions, -number, after))
        return RaceResult("unsolvable", None, bound + 1, (), opened)

    # ------------------------------------------------------------------------------------------------------------- bound

    def actions(self, state: _Runner) -> int:
        """Return the lower bound W of the actions to go, `ENDLESS` where the goal is out of reach."""
        if state.points >= self.goal:
            return 0
        missing = max(0, self.goal - state.points - sum(map(car_value, state.yard)))
        buys = self.purchases(state.arrivals, state.shown, missing)
        if not missing and not (state.window and state.yard):
            buys = max(1, buys)
        hand = state.hand
        wanted = missing - sum(hand[: len(TYPES)]) - hand[PAY_1_LESS]
        # The first place in the pile before which the useful cards that are wanted come; beyond its end if there are too few.
        place = bisect_left(self.useful, self.useful[state.drawn] + wanted, state.drawn)
        if place > len(self.deal.pile):
            return ENDLESS
        draws = self.least[place] - self.price[state.drawn] - 2 * hand[DRAW_2] - hand[PLUS_1]
        return max(0, buys + draws)

    def turns(self, state: _Runner, actions: int) -> int:
        """Return how many turns more must begin."""
        return max(0, -(-(actions - state.actions) // 2))

    def _purchases(self, arrivals: tuple[int, ...], shown: int, missing: int) -> int:
        """Return the least number of purchases that can bring `missing` points."""
        for number in count():
            to_come = self.deal.railcars[shown : shown + max(0, number - 1)]
            values = sorted(map(car_value, (*arrivals, *to_come)), reverse=True)
            if sum(values[:number]) >= missing:
                return number
            if number > len(values):
                break
        return ENDLESS

    # ------------------------------------------------------------------------------------------------------------ moves

    def _settled(self, state: _Runner) -> tuple[_Runner, tuple[str, ...]]:
        """Return the state after the bonus cards that are played at once, as long as an action remains, and their texts."""
        hand, drawn, actions = list(state.hand), state.drawn, state.actions
        texts: list[str] = []
        while actions and (hand[PLUS_1] or hand[DRAW_2] and drawn < len(self.deal.pile)):
            if hand[PLUS_1]:
                hand[PLUS_1] -= 1
                actions += 1
                texts.append(action_text(YardmasterAction("play", PLUS_1)))
                continue
            hand[DRAW_2] -= 1
            texts.append(action_text(YardmasterAction("play", DRAW_2)))
            for kind in self.deal.pile[drawn : drawn + 2]:
                hand[kind] += 1
                drawn += 1
                texts.append(action_text(DRAW_PILE))
        return state._replace(actions=actions, hand=tuple(hand), drawn=drawn), tuple(texts)

    def successors(self, state: _Runner) -> list[tuple[tuple[str, ...], _Runner, int]]:
        """Return every move as its texts, the state after it, and 1 if it begins a turn."""
        found: list[tuple[tuple[str, ...], _Runner, int]] = []
        for car in sorted(set(state.yard)) if state.window else ():
            if couples(state.end, car):
                yard = list(state.yard)
                yard.remove(car)
                after = state._replace(yard=tuple(yard), end=car, points=state.points + car_value(car))
                found.append(((action_text(YardmasterAction("load", car)),), after, 0))
        if not state.actions:
            after, texts = self._settled(state._replace(actions=2, window=False))
            return [*found, (texts, after, 1)]
        can_draw = state.drawn < len(self.deal.pile)
        if not state.due:
            if can_draw:
                kind = self.deal.pile[state.drawn]
                hand = (*state.hand[:kind], state.hand[kind] + 1, *state.hand[kind + 1 :])
                after = state._replace(actions=state.actions - 1, hand=hand, drawn=state.drawn + 1, window=False)
                after, texts = self._settled(after)
                found.append(((action_text(DRAW_PILE), *texts), after, 0))
            for token in range(len(TYPES)):
                if token != state.token:
                    after = state._replace(actions=state.actions - 1, token=token, window=False, due=True)
                    found.append(((action_text(YardmasterAction("swap", token)),), after, 0))
        found += self._buys(state)
        if not can_draw and not state.due:
            # An empty pile: only now may actions be given away.
            found.append(((), state._replace(actions=0, window=False), 0))
        return found

    def _buys(self, state: _Runner) -> list[tuple[tuple[str, ...], _Runner, int]]:
        found: list[tuple[tuple[str, ...], _Runner, int]] = []
        for car in sorted(set(state.arrivals)):
            seen = set()
            for paid in payments(car, state.hand, state.token):
                given = counts(paid)
                if given in seen or state.due and (state.token == car >> 2 or not given[state.token]):
                    continue
                seen.add(given)
                found.append(((action_text(YardmasterAction("buy", car, paid)),), self._bought(state, car, given), 0))
        return found

    def _bought(self, state: _Runner, car: int, given: tuple[int, ...]) -> _Runner:
        hand = tuple(have - less for have, less in zip(state.hand, given, strict=True))
        arrivals = list(state.arrivals)
        arrivals.remove(car)
        coming = self.deal.railcars[state.shown : state.shown + 1]
        couple = couples(state.end, car)
        return state._replace(
            actions=state.actions - 1,
            hand=hand,
            arrivals=tuple(sorted((*arrivals, *coming))),
            shown=state.shown + len(coming),
            end=car if couple else state.end,
            points=state.points + (car_value(car) if couple else 0),
            yard=state.yard if couple else tuple(sorted((*state.yard, car))),
            window=couple,
            due=False,
        )

    def _plan(self, parent: dict[_Runner, _Step], state: _Runner) -> tuple[tuple[str, ...], ...]:
        turns: list[list[str]] = [[]]
        step: _Runner | None = state
        while step is not None:
            step, texts, turn = parent[step]
            turns[-1] += reversed(texts)
            if turn:
                turns.append([])
        return tuple(tuple(reversed(turn)) for turn in reversed(turns))


def check_deal(deal: Deal, split: str = "2332") -> None:
    """Raise `InputError` for more cards of a kind than the game has."""
    cargo = [have + to_come for have, to_come in zip(deal.hand, counts(deal.pile), strict=True)]
    cars = (*deal.arrivals, *deal.railcars)
    copies = railcar_counts(split)
    faults = [
        Fault("pile", f"{counted(number, 'cards')} {kind_text(kind)} in the hand and the pile", f"there are {most}")
        for kind, (number, most) in enumerate(zip(cargo, card_data().cargo, strict=True))
        if number > most
    ]
    faults += [
        Fault("railcars", f"{cars.count(car)} railcars {car_text(car)}", f"the split {split} has {copies[car]}")
        for car in sorted(set(cars))
        if cars.count(car) > copies[car]
    ]
    if faults:
        raise InputError(faults)
