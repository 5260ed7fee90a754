"""What a player of Yardmaster Express knows, and whole states that agree with it.

A player sees his own hands, every face-up card, and his own face-down cards. The hand of the others and what they bury is
hidden, but much of it follows: the hand that comes back lacks what was played from it. `determinize` respects all of that:
it finds draws and buried cards that explain every hand its observer has held, at random.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from shunt.games.express.cards import HIDDEN
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
    """The turns between two hands that the observer knows. `before` or `after` is empty if the observer knows no such hand.

    `first` is the ply of the first of the turns, `cars` are what they added, and `draws` is the number of cards drawn: the first
    hand included if it is unknown, and one after the last turn if the observer is not to move.
    """

    first: int
    before: Cards
    cars: list[Car]
    after: Cards
    draws: int

    @property
    def ups(self) -> Cards:
        return Counter(car.card for car in self.cars if car.card != HIDDEN)

    @property
    def needed(self) -> Cards:
        """The cards that must have been drawn in this stretch."""
        return self.ups + self.after - self.before

    @property
    def gone(self) -> Cards:
        """The cards that the observer has passed on and not seen again."""
        return self.before - self.ups - self.after


def determinize_view(view: ExpressState, player: int, chance: random.Random) -> ExpressState:
    """Return a whole state that `player` may be in, at random; the view of it is `view`.

    Cards that must have been drawn are placed first, the others drawn from what is left; orders and buried cards are chosen
    at random among those that explain what was seen.
    """
    if view.start < 0 or view.player == player and not view.past:
        return view
    stretches, pool = list(_stretches(view, player)), view.deck()
    for stretch in stretches:
        pool -= stretch.gone
    rest = sorted(pool.elements())
    chance.shuffle(rest)
    past, hand, drawn = list(view.past), view.hand, view.drawn
    for stretch in stretches:
        draws = list(stretch.needed.elements())
        draws += [rest.pop() for _ in range(stretch.draws - len(draws))]
        turns, hand, last = _explained(stretch, draws, len(view.hand), chance)
        past[stretch.first : stretch.first + len(turns)] = turns
        drawn = drawn if view.player == player else last
    return replace(view, past=tuple(past), hand=hand, drawn=drawn)


def _stretches(view: ExpressState, player: int) -> Iterator[_Stretch]:
    """Yield the stretches of other players' turns, in order."""
    stretch = _Stretch(0, Counter(), [], Counter(), len(view.hand))
    for ply, turn in enumerate(view.past):
        if view.player_at(ply) != player:
            stretch.cars.append(turn.car)
            stretch.draws += 1
            continue
        if ply:
            stretch.after = Counter(turn.hand)
            yield stretch
        passed_on = Counter([*turn.hand, turn.drawn]) - Counter([turn.car.card])
        stretch = _Stretch(ply + 1, passed_on, [], Counter(), 0)
    if view.player == player:
        stretch.after = Counter(view.hand)
    else:
        stretch.draws += bool(view.drawn)
    yield stretch


def _explained(stretch: _Stretch, draws: list[str], size: int, chance: random.Random) -> tuple[list[Turn], tuple[str, ...], str]:
    """Return turns that draw these cards and add the cars seen, the hand of `size` cards left, and the card drawn last.

    Orders of draws and of buried cards are tried at random; at most four turns lie between two of one player.
    """
    dealt = 0 if stretch.before else size
    while True:
        chance.shuffle(draws)
        hand, turns = stretch.before + Counter(draws[:dealt]), []
        drawn = draws[dealt : dealt + len(stretch.cars)]
        unseen = list((hand + Counter(drawn) - stretch.ups - stretch.after).elements())
        chance.shuffle(unseen)
        for card, car in zip(drawn, stretch.cars, strict=True):
            played = unseen.pop() if car.card == HIDDEN else car.card
            turns.append(Turn(tuple(sorted(hand.elements())), card, Car(played, car.up)))
            hand[card] += 1
            hand[played] -= 1
            if hand[played] < 0:
                break
        else:
            return turns, tuple(sorted(hand.elements())), "".join(draws[dealt + len(drawn) :])
