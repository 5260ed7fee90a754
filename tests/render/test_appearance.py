"""Other names and colours for the pieces of a card."""

from dataclasses import replace

import pytest

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.render.appearance import card_liveries, card_pieces, renamed, with_colours
from shunt.track.layout import Layout


def test_a_renamed_card_is_the_same_puzzle_and_its_yard_guide_still_solves_it():
    card = load_card("first-swap")
    other = renamed(card, {"A": "Duchess", "red": "milk", "green": "red"})
    assert card_pieces(other).every == ("Duchess", "milk", "red")
    assert other.start == card.start
    assert other.goal.places == {"milk": "C2", "red": "B1", "Duchess": "A1"}
    game = other.play()
    for move in other.guide:
        game.push(move)
    assert game.goal_is_met
    assert any("+red" in move for move in other.guide)
    assert renamed(other, {"Duchess": "A", "milk": "red", "red": "green"}).puzzle == card.puzzle


def test_spaces_that_are_closed_to_a_piece_are_closed_to_it_under_its_new_name():
    card = Card.build(
        Layout.from_tracks("a b c d e"), locomotives={"A": "a>b"}, cars={"red": "c"}, goal={"red": "d"}, closed={"e": ["red"]}
    )
    other = renamed(card, {"red": "milk"})
    assert dict(other.closed_spaces) == dict(card.closed_spaces) == {"e": "cars"}


@pytest.mark.parametrize("key", ["colours", "colors"])
def test_the_colours_of_a_file_are_the_same_for_every_command(key):
    card = replace(load_card("first-swap"), about={key: {"A": "black"}})
    assert card_liveries(with_colours(card, {})) == card_liveries(card)


def test_cars_on_sidings_are_renamed_wherever_they_are():
    original = load_card("inglenook-322")
    card = renamed(original, {"1": "coal", "2": "milk"})
    names = {"coal", "milk"}
    assert names <= set(card.rules.cars)
    assert names <= {car for track in card.start.sidings for car in track}
    goal = {car for track in card.goal.sidings.values() for car in track} | set(card.goal.train)
    assert names & goal
    assert not {"1", "2"} & goal
    assert card_pieces(card).every[0] == "locomotive"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"blue": "x"}, "unknown piece 'blue'"),
        ({"red": "two words"}, "is not a name"),
        ({"red": "green"}, "two pieces"),
        ({"red": "\u202eabc"}, "is not a name"),
    ],
)
def test_names_that_cannot_be_given_are_refused(names, words):
    with pytest.raises(InputError, match=words):
        renamed(load_card("first-swap"), names)
