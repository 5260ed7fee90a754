"""The faces of the table games: every legal action is offered, nothing else is, and nothing hidden is drawn."""

import random
from itertools import pairwise

import pytest

from shunt.files.lazy import load_place
from shunt.games.express.cards import HIDDEN
from shunt.games.face import FaceSheet, TableFace
from shunt.games.protocol import OVER, Match
from shunt.games.registry import GAMES, game_class, make_game
from shunt.games.room import SCREEN, Room
from shunt.pages.tables.seated import SPECTATOR, face_data, face_svg
from tests.effort import examples

ROOMS = [SCREEN, Room(375, 560), Room(320, 470), Room(667, 300), Room(1580, 1000)]


def positions(name: str, number: int):
    """Yield positions of random games: the game, a state and the random numbers, games of all numbers of players."""
    chance = random.Random(f"{name} faces")
    seats = game_class(name).seats
    match = None
    for step in range(number):
        if match is None or match.is_over or chance.random() < 0.02:
            players = seats[step % len(seats)]
            options = {"by_hand": range(players)} if name == "humpyard" and chance.random() < 0.5 else {}
            match = Match(make_game(name, players, **options), chance.getrandbits(30))
        else:
            match.act(chance.choice(match.game.legal_actions(match.state)))
        yield match.game, match.state, chance


def face(game, state, seat: int, room: Room = SCREEN) -> TableFace:
    names = [f"name{number}" for number in range(game.players)]
    return load_place(game.face)(FaceSheet(game, game.view(state, seat), seat, names, room))


def check_offers(name: str, number: int) -> None:
    """Compare what faces offer in so many positions with the rules: every legal action and no other, a reason for the rest."""
    for step, (game, state, _) in enumerate(positions(name, number)):
        acting = game.to_act(state)
        for seat in range(game.players):
            room = ROOMS[step % len(ROOMS)]
            shown = face(game, state, seat, room)
            assert shown.scene.height >= shown.scene.width * room.down / room.across - 0.1  # the table fills the room
            assert all(one.after <= other.first for one, other in pairwise(shown.pieces))
            wanted = list(game.legal_actions(state)) if seat == acting else []
            assert [one.action for one in shown.choices] == wanted
            named = {zone.name for zone in shown.zones}
            assert all(set(one.zones) <= named and one.zones for one in shown.choices)
            taken = {frozenset(one.zones) for one in shown.choices}
            assert all(set(zones) <= named and why and frozenset(zones) not in taken for zones, why in shown.barred)
            for zone in shown.zones:
                assert zone.x >= 0
                assert zone.x + zone.across <= shown.scene.width + 0.1
                assert zone.y + zone.down <= shown.scene.height + 0.1
        texts = [game.action_text(one.action) for one in face(game, state, max(acting, 0)).choices]
        assert [game.parse_action(text) for text in texts] == list(game.legal_actions(state) if acting != OVER else [])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_face_offers_every_legal_action_and_no_other(name):
    check_offers(name, examples(24))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_hidden_leaves_no_trace_in_what_is_sent(name):
    for game, state, chance in positions(name, examples(8 if name == "humpyard" else 16)):
        for seat in range(game.players):
            other = game.determinize(game.view(state, seat), seat, chance)
            for observer in (seat, SPECTATOR):  # who watches knows no more than any player
                assert face_data(game, face(game, state, observer)) == face_data(game, face(game, other, observer))


def test_a_table_that_is_scrolled_begins_with_what_is_touched():
    """Of three yards the first screen of a phone that lies on its side has no room; the player's own is on it."""
    match, room = Match(make_game("humpyard", 3), 5), Room(667, 320)
    seat = match.game.to_act(match.state)
    shown = face(match.game, match.state, seat, room)
    screen = shown.scene.width * room.down / room.across
    assert shown.scene.height > screen
    zones = [zone for zone in shown.zones if any(zone.name in one.zones for one in shown.choices)]
    assert sum(zone.y + zone.down / 2 < screen for zone in zones) == len(zones)


def test_cards_of_others_show_their_backs():
    """What lies face down in a train is wild; what is in a hand is a card from behind."""
    match = Match(make_game("express", 2, start=1), 5)
    while match.game.to_act(match.state) != 1:
        match.act(random.Random(1).choice(match.game.chance_outcomes(match.state))[0])
    shown = face(match.game, match.state, 0)
    assert sum(piece.name == HIDDEN for piece in shown.pieces) == 3
    assert "wild" not in face_svg(shown)
