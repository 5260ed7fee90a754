"""Yardmaster Express at the terminal: its options, and how a table is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from shunt.cli.options import flag, text_option
from shunt.errors import Fault, raise_faults, suggest
from shunt.files.numbers import whole_number
from shunt.games.commands.front import Declared, FrontEnd, added, start_player_option
from shunt.games.express.advice import advise
from shunt.games.express.cards import CARGO, find_caboose
from shunt.games.express.options import CHOICES, NO_CABOOSE, RANDOM_CABOOSE
from shunt.games.express.pictures import draw_table
from shunt.games.express.scoring import points_text
from shunt.games.express.trains import train_text
from shunt.games.protocol import Seat
from shunt.games.table import GameTable
from shunt.games.thinking import ThinkingClock
from shunt.render.characters import Picture

_caboose_option = text_option("--caboose", "NAME", "Caboose to play with, as a name, a number, or random. Default: no caboose.")
settings_option = text_option(
    "--option",
    "KEY=VALUE",
    "How to read an unclear rule, such as wild_value=0. The documented rules of the game list the choices.",
    "settings",
    multiple=True,
)
RULE_OPTIONS: Sequence[Declared] = (
    flag("--strategic", "Play the strategic variant of two games, the second one counter-clockwise."),
    _caboose_option,
    text_option("--cabooses", "SET", "Set from which random cabooses are drawn: rulebook12 (default), all16 or prototype7."),
    settings_option,
)
rule_options = added("rules", _caboose_option, settings_option)
"""The options of the rules of a single game, which a command receives as `rules`."""
RuleValues = Mapping[str, Any]
"""The values of options of the rules by name; `rules_from` reads them."""


def rules_from(values: RuleValues) -> dict[str, Any]:
    """Return the keywords of the game for the options; raise `InputError` for settings that are unknown or cannot be read."""
    chosen: dict[str, Any] = {"variant": "strategic"} if values.get("strategic") else {}
    name = values.get("caboose")
    if name is not None:
        chosen["caboose"] = name if name in (NO_CABOOSE, RANDOM_CABOOSE) else find_caboose(name).name
    if values.get("cabooses") is not None:
        chosen["cabooses"] = values["cabooses"]
        chosen.setdefault("caboose", RANDOM_CABOOSE)
    faults = []
    for setting in values.get("settings") or ():
        key, _, value = (part.strip() for part in setting.partition("="))
        key, choices = key.replace("-", "_"), CHOICES.get(key.replace("-", "_"), ())
        number = whole_number(value) if key == "wild_value" else None
        chosen[key] = value if number is None else number
        if key not in (*CHOICES, "wild_value"):
            faults.append(Fault("--option", f"unknown option {key!r}", suggest(key, [*CHOICES, "wild_value"])))
        elif number is None and value not in choices:
            faults.append(Fault("--option", f"{key}: {value!r}", "one of " + ", ".join(choices) if choices else "a whole number"))
    raise_faults(faults)
    return chosen


class ExpressFront(FrontEnd):
    """Express at the terminal: trains as pictures, the hand in colours."""

    game = "express"
    bots, simulated = "sampler", "sampler,greedy"
    options = (start_player_option("start", "at random"), *RULE_OPTIONS)
    page_options: ClassVar = {
        "strategic": ("Games", {"one game": False, "two games, the second counter-clockwise": True}),
        "caboose": ("Caboose", {"no caboose": None, "a caboose at random": "random"}),
    }
    help = "  R3|G3         lay this card face up\n  R3|G3 down    lay it face down\n  cards         list every card of the deck"

    def make_options(self, values: Mapping[str, Any], people: Sequence[int]) -> dict[str, Any]:
        """Return the keywords of the game for the options."""
        start = {} if values.get("start") is None else {"start": values["start"]}
        return start | rules_from(values)

    def opening_lines(self, table: GameTable) -> list[str]:
        """Return what the letters of the cards mean."""
        return [
            "Cards: " + ", ".join(f"{letter} {cargo}" for letter, cargo in CARGO.items()) + "; a hand travels round the table."
        ]

    def picture(self, seat: Seat, names: Sequence[str]) -> list[Picture]:
        """Return the trains, the caboose and the hand."""
        return [draw_table(*seat, names)]

    def prompt(self, seat: Seat) -> str:
        """Return the prompt for a player."""
        return "Card to lay"

    def advice(self, seat: Seat, text: Callable[[Any], str]) -> list[str]:
        """Return the chance to win and the mean lead of every action, exactly near the end of a game of two, else by samples."""
        chance = Random(len(seat.view.past))
        advise(*seat, chance, samples=1)  # loads kernels before the clock runs
        found = advise(*seat, chance, 100, ThinkingClock("1500ms"))
        lines = [f"{text(one.action)}: wins {one.win:.0%}, lead {one.lead:+.1f}" for one in found]
        return [*lines, f"best: {text(found[0].action)} ({found[0].method})"]

    def answer(self, seat: Seat, text: str) -> list[str] | None:
        """List the cards that the player cannot place, on `cards`."""
        if text.strip().lower() != "cards":
            return None
        unseen = (f"{card}{' x2' if number > 1 else ''}" for card, number in sorted(seat.view.deck().items()))
        return ["   not seen yet: " + "  ".join(unseen)]

    def final_lines(self, table: GameTable) -> list[str]:
        """Return the score sheet of the last game and the result."""
        game, state = table.game, table.state
        sheet = game.sheet(state)  # type: ignore[attr-defined]
        lines = [
            f"{table.name(seat)}: {train_text(train)}  {points_text(sheet, seat)}" for seat, train in enumerate(state.trains)
        ]
        if state.earlier:
            lines.append("game 1: " + ", ".join(f"{table.name(seat)} {total}" for seat, total in enumerate(state.earlier)))
        return [*lines, *super().final_lines(table)]


FRONT = ExpressFront()
