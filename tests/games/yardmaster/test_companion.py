"""The record of a real table: what is counted, what is refused, and the file."""

import pytest

from shunt.errors import InputError
from shunt.games.companion import Log
from shunt.games.yardmaster.companion import YardmasterCompanion


def log_of(*entries, **settings):
    log = Log(YardmasterCompanion(**settings))
    for entry in entries:
        log.enter(entry)
    return log


def test_actions_tokens_and_trains_are_followed():
    log = log_of("tokens C L", "buy C2 for 2C", "swap L", "end")
    assert (log.state.player, log.state.actions, log.state.tokens) == (1, 3, (1, 0))
    for entry in ("draw", "buy T4 for 4T", "buy O2 for 2O"):
        log.enter(entry)
    assert (log.state.yards[1], log.state.actions) == ((9,), 0)
    with pytest.raises(InputError, match="no action remains"):
        log.enter("draw")
    three = log_of("tokens C L O", "end", "end", players=3, first=1)
    assert (three.state.player, three.state.actions) == (0, 3)


def test_the_yard_is_loaded_only_after_an_addition():
    log = log_of("tokens C L", "buy C2 for 2C", "buy T4 for 4T", "end", "end")
    with pytest.raises(InputError, match="only directly after"):
        log.enter("load T4")
    for entry in ("buy C4 for 4C", "load T4"):
        log.enter(entry)
    assert log.lines()[0].startswith("player 1: 10 points")
    assert log.companion.choices(log.state)[:2] == ["draw", "buy …"]


def test_the_goal_ends_the_record_and_draw_2_needs_two_draws():
    log = log_of("tokens C L", "buy C4 for 4C", goal=4)
    assert log.lines()[-1] == "game over, won by player 1"
    with pytest.raises(InputError, match="over"):
        log.enter("end")
    log = log_of("tokens C L", "play draw-2")
    for entry in ("swap O", "play plus-1"):
        with pytest.raises(InputError, match="2 more to draw"):
            log.enter(entry)
    log.enter("draw")
    log.enter("draw")
    assert (log.state.extra, log.state.actions) == (0, 2)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("buy C3 for 2C", "counts as 2"),
        ("swap C", "the player's own exchange token"),
        ("card C", "not entered here"),
        ("play pay-1-less", "is played with a purchase"),
        ("jump", "not an action"),
    ],
)
def test_entries_are_checked(entry, why):
    log = log_of("tokens C L")
    with pytest.raises(InputError, match=why):
        log.enter(entry)
    assert log.entries == ["tokens C L"]


@pytest.mark.parametrize("entry", ["draw", "tokens C", "tokens C C", "tokens C Q"])
def test_the_tokens_come_first(entry):
    with pytest.raises(InputError):
        log_of(entry)


def test_a_railcar_is_sold_as_often_as_there_are_copies():
    log = log_of("tokens C L", "buy C4 for 4C", "buy C4 for 4C", "end")
    with pytest.raises(InputError, match="all 2 railcars C4 are sold"):
        log.enter("buy C4 for 4C")


@pytest.mark.parametrize(
    "settings", [{"players": 6}, {"players": "2"}, {"first": 2}, {"first": None}, {"goal": 0}, {"split": "9"}]
)
def test_bad_settings(settings):
    with pytest.raises(InputError):
        YardmasterCompanion(**settings)
