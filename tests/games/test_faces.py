"""The faces of the table games: every legal action is offered, nothing else is, and nothing hidden is drawn."""

from __future__ import annotations

import random

import pytest

from shunt.files.lazy import load_place
from shunt.games.face import NARROW, WIDE, TableFace
from shunt.games.protocol import OVER, Match
from shunt.games.registry import GAMES, game_class, make_game
from shunt.pages.tables.seated import SPECTATOR, face_data
from tests.effort import examples


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


def face(game, state, seat: int, width: float = WIDE) -> TableFace:
    names = [f"name{number}" for number in range(game.players)]
    return load_place(game.face)(game, game.view(state, seat), seat, names, width)


def check_offers(name: str, number: int) -> None:
    """Compare what faces offer in so many positions with the rules: every legal action and no other, a reason for the rest."""
    for step, (game, state, _) in enumerate(positions(name, number)):
        acting = game.to_act(state)
        for seat in range(game.players):
            shown = face(game, state, seat, NARROW if step % 2 else WIDE)
            wanted = list(game.legal_actions(state)) if seat == acting else []
            assert [one.action for one in shown.choices] == wanted
            named = {zone.name for zone in shown.zones}
            assert all(set(one.zones) <= named and one.zones for one in shown.choices)
            taken = {frozenset(one.zones) for one in shown.choices}
            assert all(set(zones) <= named and why and frozenset(zones) not in taken for zones, why in shown.barred)
            for zone in shown.zones:
                assert zone.x >= 0
                assert zone.x + zone.across <= shown.scene.width
                assert zone.y + zone.down <= shown.scene.height
        texts = [game.action_text(one.action) for one in face(game, state, max(acting, 0)).choices]
        assert [game.parse_action(text) for text in texts] == list(game.legal_actions(state) if acting != OVER else [])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_face_offers_every_legal_action_and_no_other(name) -> None:
    check_offers(name, examples(36 if name == "humpyard" else 180))  # drawing yards takes most of the time


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_hidden_leaves_no_trace_in_what_is_sent(name) -> None:
    for game, state, chance in positions(name, examples(9 if name == "humpyard" else 36)):
        for seat in range(game.players):
            other = game.determinize(game.view(state, seat), seat, chance)
            for observer in (seat, SPECTATOR):  # who watches knows no more than any player
                assert face_data(game, face(game, state, observer)) == face_data(game, face(game, other, observer))
