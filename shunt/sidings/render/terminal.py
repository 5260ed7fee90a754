"""A fan of sidings as text."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.render.characters import Part, Picture
from shunt.render.colours import INKS
from shunt.render.terminal_pens import FAINT, TRACK, car_style
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import SidingsPosition


def draw_sidings(card: SidingsCard, position: SidingsPosition | None = None, *, unicode: bool = True) -> Picture:
    """Draw the headshunt from the locomotive to the points, and each siding from the points to its buffer stop."""
    position = position or card.start
    rules = card.rules
    at_home = position.locomotive not in rules.capacities
    straight, tee, fork, last, stop = ("──", "┬", "├", "└", "┤") if unicode else ("--", "+", "+", "+", "|")
    engine: list[Part] = [("[loco]", "bold reverse")]
    head: list[Part] = [*(engine if at_home else []), *_row_of(position.headshunt)]
    picture = Picture()
    picture.write(0, 0, [*head, (straight, TRACK)])
    fan = sum(len(text) for text, _ in head) + len(straight)
    widest = max(len(name) for name in rules.capacities)
    for row, ((name, capacity), cars) in enumerate(zip(rules.capacities.items(), position.sidings, strict=True)):
        joint = tee if row == 0 else last if row == len(rules.capacities) - 1 else fork
        joint = straight[0] if len(rules.capacities) == 1 else joint
        standing: list[Part] = [*(engine if position.locomotive == name else []), *_row_of(cars)]
        free: list[Part] = [(" · " if unicode else " . ", FAINT)] * max(0, capacity - len(cars))
        parts: list[Part] = [(joint + straight, TRACK), (f" {name:<{widest}} ", "bold"), *standing, *free, (stop, TRACK)]
        picture.write(row, fan, parts)
    return picture


def _row_of(cars: Sequence[str]) -> list[Part]:
    return [(f"[{car}]", car_style(car) if car.lower() in INKS else "bold black on white") for car in cars]
