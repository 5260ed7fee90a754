"""Bots of Yardmaster Express, what players know, and the hooks of the protocol."""

import random

import pytest

from shunt.errors import InputError
from shunt.games.express.game import Express, ExpressAction
from shunt.games.protocol import Match
from shunt.games.registry import make_bot
from tests.games.every_game import share_won
from tests.games.express.scripts import scripted


def test_greedy_beats_random():
    assert share_won("express", "greedy", "random", 40) >= 0.95


def test_sampled_play_beats_greedy():
    assert share_won("express", "sampler:samples=3:aim=win", "greedy", 12) >= 0.55


def test_bad_options_of_bots():
    with pytest.raises(InputError, match="aim"):
        make_bot(Express, "sampler:aim=most", 1)


def test_hidden_cards_are_drawn_by_their_copies():
    match = scripted(2, "B4|G4 R4|B4", "G4|Y4 Y4|R4 B2|B3", ["G4|Y4", "Y4|R4 down"], start=0)
    view = match.game.view(match.state, 0)
    chance = random.Random(3)
    guesses = [match.game.determinize(view, 0, chance).train(1)[0].card for _ in range(800)]
    assert abs(guesses.count("B2|B2") / 800 - 2 / 20) < 0.03
    assert abs(guesses.count("B3|Y3") / 800 - 1 / 20) < 0.02


def test_what_others_see():
    match = scripted(2, "B2|B2 R2|R2", "G2|G2", start=0)
    game, state = match.game, match.state
    assert game.observed(state, ExpressAction("play", "B2|B2", True), 1) == "--"
    assert game.observed(state, ExpressAction("play", "B2|B2", True), 0) == "B2|B2 down"
    assert game.observed(state, ExpressAction("play", "B2|B2"), 1) == "B2|B2"
    before = game.apply(game.initial(), ExpressAction("start", "0"))
    assert game.observed(before, ExpressAction("deal", "B2|B2"), 1) == "a card is dealt"
    assert game.observed(before, ExpressAction("deal", "B2|B2"), 0) == "deal B2|B2"


def test_facts_of_a_finished_game():
    game = Express(3, caboose="random")
    match = Match(game, 3)
    match.play([make_bot(Express, "greedy", seat) for seat in range(3)])
    facts = game.facts(match.state)
    assert facts[f"earned {match.state.caboose}"]
    assert sum(facts["started"]) == 1
    assert len(match.actions) == game.most_actions()
