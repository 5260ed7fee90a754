"""Bots that look ahead, on games whose best play is known."""

from fractions import Fraction

import pytest

from shunt.errors import InputError
from shunt.games.bots import GreedyBot, RandomBot
from shunt.games.planning import OBJECTIVES, Expectimax, Ismcts, Pimc, points
from shunt.games.protocol import CHANCE, OVER, Match
from tests.games.high_card import Hands, HighCard
from tests.games.tiny_games import Coin, Heap, Hidden, Nim, Pot, Roll

EVERY = [
    lambda seed, objective="points": Expectimax(seed, depth=9, objective=objective),
    lambda seed, objective="points": Pimc(seed, worlds=30, depth=4, objective=objective),
    lambda seed, objective="points": Pimc(seed, worlds=20, depth=3, playouts=4, objective=objective),
    lambda seed, objective="points": Ismcts(seed, iterations=300, objective=objective),
]
every_bot = pytest.mark.parametrize("make", EVERY, ids=["expectimax", "pimc", "pimc playouts", "ismcts"])


def exact(game, state):
    """The value to each player by the definition, in fractions."""
    player = game.to_act(state)
    if player == OVER:
        return tuple(map(Fraction, points(game, state)))
    if player == CHANCE:
        outcomes = [(exact(game, game.apply(state, outcome)), weight) for outcome, weight in game.chance_outcomes(state)]
        total = sum(weight for _, weight in outcomes)
        return tuple(sum(values[seat] * weight for values, weight in outcomes) / total for seat in range(game.players))
    return max((exact(game, game.apply(state, action)) for action in game.legal_actions(state)), key=lambda v: v[player])


@pytest.mark.parametrize("game", [Nim(2, 9), Roll(2), HighCard(2)], ids=lambda game: f"{game.name}{game.players}")
def test_expectimax_is_exact_when_deep_enough(game):
    assert Expectimax(1).expected(game, game.initial(), 99, {}) == pytest.approx(
        [float(value) for value in exact(game, game.initial())]
    )


@pytest.mark.parametrize("heap", [3, 6, 7])
@every_bot
def test_forced_wins_are_found(make, heap):
    assert make(1).choose(Nim(), Heap(heap), 0) == str(heap % 4)


@every_bot
def test_certain_answers_are_given(make):
    luck, cards = Roll(2), HighCard(2)
    assert make(1, "win").choose(luck, Pot((2, 0), 1), 1) == "take"  # enough to win for sure
    assert make(1, "win").choose(luck, Pot((5, 0), 1), 1) == "roll"  # 3 points are too few
    assert make(1).choose(cards, Hands((0, 6), ("play",)), 1) == "play"
    assert make(2).choose(cards, Hands((6, 0)), 0) == "play"


def test_information_sets_avoid_what_determinised_search_falls_for():
    """In every guess at the coin to guess it is worth 4; a player who does not see it gets 2, and should take the 3."""
    game, view = Coin(2), Hidden("?")
    assert Pimc(1, worlds=40, depth=3).choose(game, view, 0) == "guess"
    assert Expectimax(1, depth=3, samples=40).choose(game, view, 0) == "guess"
    bot = Ismcts(1, iterations=1500, objective="points")
    assert bot.choose(game, view, 0) == "take"
    found = bot.tallies(game, view, 0)
    assert found["take"][1] == pytest.approx(3)
    assert found["guess"][1] == pytest.approx(2, abs=0.4)


def test_hidden_cards_are_averaged():
    game = HighCard(2)
    values = Expectimax(1, depth=9, samples=60).values(game, Hands((0, 3), ("play",)), 1)
    assert values[0] == pytest.approx(-1)
    assert -0.6 < values[1] < 0.6  # two cards of the rival are lower, three higher: -1 or 1


@every_bot
def test_bots_are_deterministic_and_beat_random_play(make):
    for game in (HighCard(3), Roll(2)):
        matches = [Match(game, 4), Match(game, 4)]
        for match in matches:
            match.play([make(seed) for seed in range(game.players)])
        assert matches[0].actions == matches[1].actions
    won = 0
    for seed in range(8):
        match = Match(Nim(2, 7), seed)
        match.play([make(seed), RandomBot(seed)][:: 1 if seed % 2 else -1])
        won += match.game.winners(match.state) == (1 - seed % 2,)
    assert won >= 7  # the second to move wins only after a mistake of the first


@pytest.mark.parametrize(
    ("bot", "option", "value"),
    [
        *((Expectimax, *bad) for bad in (("depth", 0), ("samples", 0), ("objective", "glory"))),
        *((Pimc, *bad) for bad in (("worlds", 0), ("playouts", -1))),
        *((Ismcts, *bad) for bad in (("iterations", 0), ("depth", -1))),
        (GreedyBot, "samples", 0),
    ],
)
def test_bad_options(bot, option, value):
    with pytest.raises(InputError, match=option):
        bot(1, **{option: value})
    assert set(OBJECTIVES) == {"points", "win"}
