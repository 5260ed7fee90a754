"""What a player of Yardmaster Express knows, and whole states that agree with it.

A player sees his own hands, every face-up card, and his own face-down cards. The hand of the others and what they bury is
hidden, but much of it follows: the hand that comes back lacks what was played from it. `determinize` respects all of that:
it finds draws and buried cards that explain every hand its observer has held, at random.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from shunt.games.express.cards import HIDDEN, deck_for
from shunt.games.express.state import ExpressState, Turn
from shunt.games.express.trains import Car

Cards = Counter[str]


def view_of(state: ExpressState, player: int, *, open_cards: bool = False) -> ExpressState:
    """Return the state with every card hidden that `player` has not seen; with `open_cards`, face-down cards are public."""

    def seen(ply: int, turn: Turn) -> Turn:
        if state.player_at(ply) == player:
            return turn
        car = turn.car if turn.car.up or open_cards else Car(HIDDEN, False)
        return Turn((HIDDEN,) * len(turn.hand), HIDDEN, car)

    past = tuple(seen(ply, turn) for ply, turn in enumerate(state.past))
    if state.start < 0 or state.player == player:
        return replace(state, past=past)
    hand = (HIDDEN,) * len(state.hand)
    return replace(state, past=past, hand=hand, drawn=HIDDEN if state.drawn else "")


@dataclass
class _Stretch:
    """The turns between two hands that the observer knows. `before` or `after` is None if the observer knows no such hand.

    `first` is the ply of the first of the turns, `cars` are what they added. `unseen`: another draw is made after them.
    """

    first: int
    before: Cards | None
    cars: list[Car]
    after: Cards | None
    last_draw: bool = False

    @property
    def ups(self) -> Cards:
        return Counter(car.card for car in self.cars if car.card != HIDDEN)

    def needed(self) -> Cards:
        """Return the cards that must have been drawn in this stretch."""
        return (self.ups + (self.after or Counter())) - (self.before or Counter())

    def drawn(self, hand: int) -> int:
        """Return the number of cards drawn in this stretch, the first hand included where it is unknown."""
        return len(self.cars) + self.last_draw + (hand if self.before is None else 0)


def determinize_view(view: ExpressState, player: int, chance: random.Random) -> ExpressState:
    """Return a whole state that `player` may be in, at random; the view of it is `view`.

    Cards that must have been drawn are placed first, the others drawn from what is left; orders and buried cards are chosen
    at random among those that explain what was seen.
    """
    if view.start < 0 or view.player == player and not view.past:
        return view
    size = view.players if view.past else len(view.hand)
    stretches = list(_stretches(view, player))
    pool = Counter(deck_for(view.players))
    pool.subtract(_known_cards(view, player))
    for stretch in stretches:
        pool.subtract(stretch.needed())
    rest = sorted((+pool).elements())
    chance.shuffle(rest)
    past = list(view.past)
    hand, drawn = view.hand, view.drawn
    for stretch in stretches:
        needed = sorted(stretch.needed().elements())
        draws = needed + [rest.pop() for _ in range(stretch.drawn(size) - len(needed))]
        found, left, last = _explain(stretch, draws, size, chance)
        past[stretch.first : stretch.first + len(found)] = found
        if stretch.after is None:
            hand, drawn = left, last
    return replace(view, past=tuple(past), hand=hand, drawn=drawn)


def _known_cards(view: ExpressState, player: int) -> Cards:
    """Return the cards that the observer has drawn himself or was dealt: those that no stretch accounts for."""
    known: Cards = Counter()
    for ply, turn in enumerate(view.past):
        if view.player_at(ply) == player:
            known[turn.drawn] += 1
            if ply == 0:
                known.update(turn.hand)
    if view.player == player and view.drawn:
        known[view.drawn] += 1
    return known


def _stretches(view: ExpressState, player: int) -> Iterator[_Stretch]:
    """Yield the stretches of other players' turns, in order."""
    before: Cards | None = None
    cars: list[Car] = []
    first = 0
    for ply, turn in enumerate(view.past):
        if view.player_at(ply) != player:
            cars.append(turn.car)
            continue
        if ply:
            yield _Stretch(first, before, cars, Counter(turn.hand))
        before = Counter([*turn.hand, turn.drawn])
        before.subtract([turn.car.card])
        before, cars, first = +before, [], ply + 1
    if view.player == player:
        yield _Stretch(first, before, cars, Counter(view.hand))
    else:
        yield _Stretch(first, before, cars, None, bool(view.drawn))


def _explain(stretch: _Stretch, draws: list[str], size: int, chance: random.Random) -> tuple[list[Turn], tuple[str, ...], str]:
    """Return turns that draw these cards in some order and add the cars seen, the hand left, and the card drawn last."""
    turns: list[Turn] = []

    def after(hand: Cards, left: list[str]) -> tuple[tuple[str, ...], str] | None:
        """Explain the remaining cars from this hand and these draws; return None if no order of draws does."""
        if len(turns) == len(stretch.cars):
            return _ended(stretch, hand, left)
        car = stretch.cars[len(turns)]
        for card in _shuffled(left, chance):
            rest = list(left)
            rest.remove(card)
            held = hand + Counter([card])
            for played in [car.card] if car.card != HIDDEN else _shuffled(list(held.elements()), chance):
                if held[played]:
                    turns.append(Turn(tuple(sorted(hand.elements())), card, Car(played, car.up)))
                    if found := after(held - Counter([played]), rest):
                        return found
                    turns.pop()
        return None

    starts: Iterable[tuple[Cards, list[str]]]
    if stretch.before is not None:
        starts = [(stretch.before, draws)]
    else:  # any choice of the first hand among the cards drawn, in a random order
        order = _shuffled(draws, chance, distinct=False)
        starts = (
            (Counter(order[index] for index in dealt), [card for index, card in enumerate(order) if index not in dealt])
            for dealt in combinations(range(len(order)), size)
        )
    found = next((end for hand, left in starts if (end := after(hand, left))), None)
    assert found is not None, "a view comes from a state"
    return turns, *found


def _ended(stretch: _Stretch, hand: Cards, left: list[str]) -> tuple[tuple[str, ...], str] | None:
    """Return the hand after the last turn of a stretch and the card drawn on top of it, if they are as they must be."""
    if stretch.after is not None and hand != stretch.after:
        return None
    return tuple(sorted(hand.elements())), left[0] if stretch.last_draw else ""


def _shuffled(cards: list[str], chance: random.Random, distinct: bool = True) -> list[str]:
    """Return the cards in a random order, copies once where only `distinct` ones matter (the likelier the more copies)."""
    order = list(cards)
    chance.shuffle(order)
    return list(dict.fromkeys(order)) if distinct else order
