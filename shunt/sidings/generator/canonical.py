"""The canonical text of a card of sidings, which does not depend on the names of cars and sidings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from shunt.sidings.cards.card import SidingsCard


def canonical_sidings(card: SidingsCard) -> str:
    """Return the alphabetically first form of a card, over all orders of the sidings in which capacities rise."""
    capacities = card.rules.capacities
    rising = sorted(capacities.values())
    orders = (order for order in permutations(capacities) if [capacities[name] for name in order] == rising)
    return min(_sidings_form(card, order) for order in orders)


def _sidings_form(card: SidingsCard, order: tuple[str, ...]) -> str:
    rules, start, goal = card.rules, card.start, card.goal
    number = {name: index for index, name in enumerate(rules.capacities)}
    alike = {name: group[0] for group in rules.interchangeable for name in group}
    called: dict[str, str] = {}

    def row(cars: Sequence[str]) -> str:
        return ".".join(car if car == "?" else called.setdefault(alike.get(car, car), str(len(called))) for car in cars)

    lines = [f"sidings {card.metric.key} {rules.headshunt} " + " ".join(str(rules.capacities[name]) for name in order)]
    lines.append(" ".join([row(start.headshunt) or "-", *(row(start.sidings[number[name]]) or "-" for name in order)]))
    lines.append("at " + (str(order.index(start.locomotive)) if start.locomotive in order else "-"))
    lines.append("train " + row(goal.train) if goal.train else "headshunt " + row(goal.headshunt))
    lines.append(" ".join(row(goal.sidings[name]) or "-" if name in goal.sidings else "*" for name in order))
    return "\n".join(lines) + "\n"
