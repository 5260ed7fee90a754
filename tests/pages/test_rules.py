"""The page's rules against the referee: successors of random positions, games counted in every metric, and the perft files."""

from random import Random

import pytest

import shunt
from shunt.pages.boards import plan_data
from shunt.pages.cards import position_data, rules_data
from shunt.pages.yards import track_data
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.pages import fan_data, sidings_position_data
from tests.pages.node_runs import run_node
from tests.pages.positions import game_case, goal_case, hump_case, sidings_case, train_case
from tests.perft.cases import HUMPS, SIDINGS, TRAINS, stored
from tests.shipped import shipped_cards

QUICK = (
    "first-swap",
    "roundhouse-rotation",
    "timesaver-1",
    "loyd-switch",
    "gum-stump",
    "cross-over",
    "two-on-two",
    "night-shift",
)


@pytest.mark.parametrize("others", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_successors_and_counts(others, tmp_path):
    """Of some boards, or of every sixth card of trains and every third of sidings besides."""
    random = Random(others)
    trains, sidings = [shunt.load(name) for name in QUICK], [shunt.load("inglenook-322"), shunt.load("inglenook-533-classic")]
    if others:
        rest = [card for card in shipped_cards() if card.name not in QUICK]
        trains, sidings = ([card for card in rest if (card.ruleset == "sidings") == fits] for fits in (False, True))
        trains, sidings = trains[::6], sidings[::3]
    cases = {
        "trains": [train_case(card, 5, random) for card in trains],
        "games": [game_case(card, 3, random) for card in trains],
        "sidings": [sidings_case(card, 60, random) for card in sidings if isinstance(card, SidingsCard)],
        "goals": [goal_case(number) for number in range(60 * others, 40 + 60 * others)],
        "humps": [hump_case(name, 4, 15, random) for name in shunt.yard_names()[others::6]],
    }
    assert len(cases["trains"]) >= 8
    assert run_node("rules.test.ts", cases, tmp_path)


@pytest.mark.parametrize("most", [100, pytest.param(10**3, marks=pytest.mark.slow)])
def test_level_counts_equal_the_perft_files(most, tmp_path):
    """Up to the first level with more than `most` new positions."""

    def levels(name: str) -> list[int]:
        counts = stored(name)
        return counts[: next((number for number, count in enumerate(counts, 1) if count > most), len(counts))]

    trains = [perft_train(name, *puzzle(), levels(name)) for name, puzzle in TRAINS.items()]
    sidings, humps = [], []
    for name, puzzle in SIDINGS.items():
        rules, start = puzzle()
        position = sidings_position_data(rules, start)
        sidings.append({"name": name, "yard": fan_data(rules), "start": position, "levels": levels(name)})
    for name, yard in HUMPS.items():
        humps.append({"name": name, "track": track_data(yard()[0]), "levels": levels(name)})
    assert run_node("perft.test.ts", {"most": most, "trains": trains, "sidings": sidings, "humps": humps}, tmp_path)


def perft_train(name: str, rules: Switcher, start: Position, levels: list[int]) -> dict[str, object]:
    plan, roster = rules.plan, rules.roster
    card = {
        "locomotives": len(roster.locomotives),
        **rules_data(rules),
    }
    return {"name": name, "plan": plan_data(plan), "card": card, "start": position_data(rules, start), "levels": levels}
