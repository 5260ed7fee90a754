"""Yardmaster as a game of the protocol: the rules with their texts, JSON, and what bots and simulations ask of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from shunt.games.protocol import ScoreForm
from shunt.games.yardmaster import actions, policy, refusals
from shunt.games.yardmaster.actions import YardmasterAction
from shunt.games.yardmaster.pictures import table_text
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState, to_json


class Yardmaster(YardmasterRules):
    """The game for 2 to 5 players; its options are those of `YardmasterOptions`."""

    name = "yardmaster"
    score_form = ScoreForm(
        ("Railcars of value 1", "Railcars of value 2, × 2", "Railcars of value 3, × 3", "Railcars of value 4, × 4", "Points"),
        4,
        "18 points win, 16 with four or five players. Railcars in the yard do not count.",
    )
    title = "Yardmaster"
    summary = "Draw cargo, buy railcars with it, and be the first with a train that is worth enough."
    bots: ClassVar = {
        "greedy": "shunt.games.yardmaster.bots:YardmasterGreedyBot",
        "planner": "shunt.games.yardmaster.bots:PlannerBot",
        "search": "shunt.games.yardmaster.bots:SearchBot",
    }
    strengths: ClassVar = {"easy": "greedy", "normal": "planner", "strong": "search"}
    face = "shunt.games.yardmaster.face:yardmaster_face"
    front = "shunt.games.commands.yardmaster:FRONT"

    # ------------------------------------------------------------------------------------------------------ texts and JSON

    action_text = staticmethod(actions.action_text)
    words = staticmethod(actions.action_words)
    parse_action = staticmethod(actions.parse_action)
    refusal = refusals.refusal
    state_to_json = staticmethod(to_json)
    describe = table_text

    def options_to_json(self) -> dict[str, Any]:
        """Return the keywords of the constructor."""
        return asdict(self.options) | {"goal": self.goal}

    # --------------------------------------------------------------------------------------------------------------- hooks

    def observed(self, state: YardmasterState, action: YardmasterAction, observer: int) -> str:
        """Return what `observer` sees: of a card dealt or drawn by another player only that there was one."""
        if action.what != "card" or state.phase == "discard":
            return actions.action_text(action)
        drawer = (state.player + sum(state.hand_sizes)) % self.players if state.phase == "hands" else state.player
        return actions.action_text(action) if observer == drawer else "a hidden card"

    evaluate = staticmethod(policy.lead)

    def playout_action(self, state: YardmasterState, chance: random.Random) -> YardmasterAction:
        """Return what the quick policy does."""
        return policy.policy_action(self, state)

    def facts(self, state: YardmasterState) -> Mapping[str, tuple[float, ...]]:
        """Return the railcars on each train and in each sorting yard, and the turns that each player had."""
        turns = state.turn / self.players
        return {
            "railcars on the train": tuple(map(float, map(len, state.trains))),
            "railcars in the yard": tuple(map(float, map(len, state.yards))),
            "turns": (turns,) * self.players,
        }

    @classmethod
    def warm(cls) -> None:
        """Compile the kernels of the bots."""
        import numpy as np

        from shunt.games.yardmaster.engine.board import BOARD
        from shunt.games.yardmaster.engine.layout import END_TURN
        from shunt.games.yardmaster.engine.plan_kernels import plan
        from shunt.games.yardmaster.engine.playout_kernels import trials
        from shunt.games.yardmaster.engine.policy_kernels import choose

        boards = np.zeros(1, BOARD)
        boards["players"], boards["last_turn"] = 2, 1  # the last turn, without an action left
        choose(boards)
        plan(boards)
        trials(boards, np.array([END_TURN], dtype=np.int64), 0, 1)

    def most_actions(self) -> int:
        """Return a number that no match exceeds: a turn has few actions, and each bonus card is played once in it."""
        return 60 * self.options.turn_cap * self.players

    def action_space(self) -> tuple[YardmasterAction, ...]:
        """Return every action of a player, sorted."""
        return actions.all_actions()
