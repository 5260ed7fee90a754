"""The race against plain search by the referee on short decks, and its plans replayed by the referee."""

import random
from dataclasses import replace

import pytest

from shunt.errors import InputError
from shunt.games.protocol import CHANCE
from shunt.games.yardmaster.actions import YardmasterAction
from shunt.games.yardmaster.cards import counts, parse_cargo, parse_cars, parse_hand, spread
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.race import Deal, check_deal, random_deal, solve_race


class Solitaire(Yardmaster):
    """The referee's rules for one player on a known deck."""

    seats = (1, 2)

    def __init__(self, deal, goal):
        super().__init__(1, goal=goal, first=0)
        self.deal = deal

    def start(self):
        deal = self.deal
        return replace(
            self.initial(),
            phase="turn",
            hands=(deal.hand,),
            tokens=(deal.token,),
            yardmaster=5,
            arrivals=deal.arrivals,
            railcars=tuple(map(deal.railcars.count, range(20))),
            pile=counts(deal.pile),
            pile_size=len(deal.pile),
        )

    def settled(self, state):
        """The state once the deck has turned up what comes next."""
        while self.to_act(state) == CHANCE:
            if state.phase == "car":
                outcome = YardmasterAction("car", self.deal.railcars[len(self.deal.railcars) - sum(state.railcars)])
            else:
                outcome = YardmasterAction("card", self.deal.pile[len(self.deal.pile) - state.pile_size])
            state = self.act(state, outcome)
        return state

    def moves(self, state):
        """What may be done in a race; the discard pile is out of reach."""
        barred = ("draw discard", "play take-1")
        return [action for action in self.legal_actions(state) if not self.action_text(action).startswith(barred)]


def plainly_fewest(deal, goal, most=6):
    """The fewest turns by breadth-first search over everything that the referee allows."""
    game = Solitaire(deal, goal)
    turn = {clean(game.start())}
    for number in range(1, most + 1):
        seen, todo, ended = set(turn), list(turn), set()
        while todo:
            state = todo.pop()
            for action in game.moves(state):
                after = game.settled(game.apply(state, action))
                if after.points(0) >= goal:
                    return number
                after = clean(after)
                if action.what == "end":
                    ended.add(after)
                elif after not in seen:
                    seen.add(after)
                    todo.append(after)
        turn = ended
    return None


def clean(state):
    """The state without what cannot matter: the discard pile, what was seen, the number of the turn."""
    return replace(state, discard=(), known=((0,) * 10,), turn=0, idle=0, busy=True, fresh=(0,) * 5)


def short_deal(seed):
    """A short deck: few cards, and many bonus cards among them."""
    chance = random.Random(seed)
    deck = list(spread((4, 4, 3, 0, 0, 2, 1, 1, 2, 1)))
    cars = [*parse_cars("C1 C2 C2 L1 L2 L2 O1 O2 L3 C3")]
    chance.shuffle(deck)
    chance.shuffle(cars)
    return Deal(counts(deck[:3]), chance.randrange(3), tuple(sorted(cars[:3])), tuple(cars[3:6]), tuple(deck[3:11]))


@pytest.mark.parametrize("seed", [0, 2, 3, 5, 6, 7, 8, 9])
def test_as_few_turns_as_plain_search_finds(seed):
    deal = short_deal(seed)
    found = solve_race(deal, 4)
    assert found.turns == plainly_fewest(deal, 4)
    assert found.status == ("optimal" if found.turns else "unsolvable")


@pytest.mark.parametrize(("seed", "goal"), [(0, 10), (7, 8), (2, 12)])
def test_plans_are_played_by_the_referee(seed, goal):
    deal = random_deal(seed)
    found = solve_race(deal, goal)
    assert found.status == "optimal"
    assert len(found.plan) == found.turns == found.lower_bound
    game = Solitaire(deal, goal)
    state = game.start()
    for number, turn in enumerate(found.plan, start=1):
        for text in turn:
            state = game.settled(game.act(state, game.parse_action(text)))
        assert game.is_over(state) == (number == found.turns)
        state = state if game.is_over(state) else game.act(state, YardmasterAction("end"))
    assert state.points(0) >= goal


@pytest.mark.parametrize("seed", range(2))
def test_the_bound_never_exceeds_what_is_to_come(seed):
    """A search that is stopped proves less, never more, and its plan is no better than the optimum."""
    deal = random_deal(seed)
    best = solve_race(deal, 8)
    for most in (1, 10, 100):
        stopped = solve_race(deal, 8, most)
        assert stopped.lower_bound <= best.turns
        assert stopped.turns is None or stopped.turns >= best.turns


def test_small_races():
    deal = Deal(parse_hand("3C"), 1, parse_cars("C1 C2"), (), parse_cargo("C C L"))
    assert solve_race(deal, 3).plan in ((("buy C2 for 2C", "buy C1 for C"),), (("buy C1 for C", "buy C2 for 2C"),))
    assert solve_race(deal, 4).status == "unsolvable"
    with pytest.raises(InputError, match="goal"):
        solve_race(deal, 0)
    with pytest.raises(InputError, match="there are 2"):
        check_deal(Deal(parse_hand("plus-1 plus-1"), 1, (), (), parse_cargo("plus-1")))
    with pytest.raises(InputError, match="the split 4321 has 1"):
        check_deal(Deal(parse_hand(""), 1, parse_cars("C4 C4"), (), ()), "4321")
