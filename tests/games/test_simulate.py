"""Simulations: seats, workers, interrupts, the tables made of them, CSV and plots."""

import csv
import io
from xml.etree import ElementTree as ET

import pytest

from shunt.errors import InputError
from shunt.games import simulate
from shunt.games.plots import write_plot
from shunt.games.statistics import Outcome, games_csv, mean_spread, seat_table, standings, summary, wilson

GAMES = [
    Outcome(("a", "b"), (5, 3), (0,), 10, {"bonus": (1.0, 0.0)}),
    Outcome(("b", "a"), (4, 4), (0, 1), 12, {"bonus": (0.0, 0.0), "rare": (2.0, 4.0)}),
    Outcome(("a", "b"), (2, 2), (1,), 14),
    Outcome(("b", "a"), (1, 9), (1,), 8),
]


def test_bots_move_on_by_one_seat():
    games = [simulate.play_game("express", ["random", "greedy", "random"], 3, number) for number in range(3)]
    assert [game.bots.index("greedy") for game in games] == [1, 0, 2]
    assert games[0] == simulate.play_game("express", ["random", "greedy", "random"], 3, 0)
    assert games[0].actions == 18
    assert games[0].points != games[1].points


def test_results_are_the_same_for_any_number_of_workers():
    seen = []
    first = simulate.simulate("express", ["random", "random"], 24, seed=4, progress=lambda *told: seen.append(told))
    assert seen == [("games over", done, 24) for done in range(1, 25)]
    assert simulate.simulate("express", ["random", "random"], 24, seed=4, workers=2, start_seconds=0.0) == first
    assert simulate.simulate("express", ["random", "random"], 24, seed=5) != first


@pytest.mark.parametrize("bad", [{"games": 0}, {"workers": 0}, {"workers": 257}, {"bots": ["random"]}, {"bots": ["random", "x"]}])
def test_bad_simulations(bad):
    arguments = {"bots": ["random", "random"], "games": 1, **bad}
    with pytest.raises(InputError):
        simulate.simulate("express", **arguments)


def test_options_reach_game_and_bots():
    found = simulate.simulate("humpyard", ["planner", "reader"], 1, simulate.GameSettings({"turns": 1}, {"reach": 2}))
    assert found[0].bots == ("planner", "reader")
    assert found[0].actions <= 1 * 2 * 7


# ------------------------------------------------------------------------------------------------------------------ tables


def test_standings():
    first, second = standings(GAMES)
    assert (first.bot, first.seats, first.wins, first.fair, first.points) == ("a", 1, 0.625, 0.5, 5.0)
    assert (second.bot, second.wins) == ("b", 0.375)
    assert first.low < 0.625 < first.high


def test_seats_ties_and_facts():
    rows = seat_table(GAMES)
    assert [(row.wins, row.points) for row in rows] == [(0.375, 3.0), (0.625, 4.5)]
    found = summary(GAMES)
    assert (found.games, found.actions, found.shared) == (4, 11.0, {1: 3, 2: 1})
    assert found.level == 0.5  # one of the two was broken
    assert found.to_json()["shared"] == {"1": 3, "2": 1}
    assert found.to_json()["facts"][0]["by_seat"] == [0.5, 0.0]
    bonus, rare = found.facts
    assert (bonus.name, bonus.games, bonus.mean, bonus.by_seat) == ("bonus", 2, 0.25, (0.5, 0.0))
    assert (rare.name, rare.games, rare.mean, rare.spread, rare.by_seat) == ("rare", 1, 3.0, 0.0, (2.0, 4.0))


def test_csv():
    rows = list(csv.DictReader(io.StringIO(games_csv(GAMES))))
    assert len(rows) == 8
    assert list(rows[3].values()) == ["1", "1", "a", "4", "0.5", "12", "0", "4"]
    assert list(rows[3]) == ["game", "seat", "bot", "points", "won", "actions", "bonus", "rare"]
    assert rows[4]["rare"] == ""


def test_intervals():
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert wilson(0, 10)[0] == 0
    assert wilson(1, 10)[1] == 1
    mean, spread = mean_spread([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert spread == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5)
    assert mean_spread([7.0]) == (7.0, 0.0)


# ------------------------------------------------------------------------------------------------------------------- plots


@pytest.mark.slow
def test_plots(tmp_path):
    first, second, picture = tmp_path / "a.svg", tmp_path / "b.svg", tmp_path / "c.png"
    for path in (first, second, picture):
        write_plot(str(path), GAMES, "Two bots")
    assert ET.parse(first).getroot().tag.endswith("svg")
    assert first.read_bytes() == second.read_bytes()
    assert picture.read_bytes().startswith(b"\x89PNG")
