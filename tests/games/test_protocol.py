"""Matches: scripts and saved games; on small games. What every game keeps to is in `test_every_game`."""

import json

import pytest

from shunt.errors import IllegalMoveError, InputError
from shunt.games.protocol import Match, match_from_json, match_to_json
from tests.games.every_game import make
from tests.games.high_card import HighCard


def test_a_script_fixes_what_chance_does():
    match = Match(HighCard(2), 1, script=["6", "2"])
    assert match.state.cards == (6, 2)
    match.act("fold")
    saved = json.loads(json.dumps(match_to_json(match)))
    assert saved["script"] == ["6", "2"]
    assert match_from_json(saved, make).state == match.state
    match.undo()
    assert match.state.cards == (6, 2)
    first = {Match(HighCard(3), seed, script=["4"]).state.cards[0] for seed in range(20)}
    rest = {Match(HighCard(3), seed, script=["4"]).state.cards[1:] for seed in range(20)}
    assert first == {4}
    assert len(rest) > 5
    with pytest.raises(IllegalMoveError, match="outcome 2 of the script"):
        Match(HighCard(2), 1, script=["6", "6"])
    with pytest.raises(InputError, match="outcome 2 of the script"):
        match_from_json(saved | {"script": ["6", "6"]}, make)


@pytest.mark.parametrize(
    "change",
    [
        {"script": "tile 62"},
        {"script": [1]},
        {"script": ["pass"]},
    ],
)
def test_damaged_saved_games(change):
    saved = match_to_json(Match(make("humpyard", 2), 1))
    with pytest.raises(InputError):
        match_from_json(saved | change, make)
    with pytest.raises(InputError):
        match_from_json([], make)
