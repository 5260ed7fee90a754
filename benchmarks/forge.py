"""The forge against plain random placement at equal processor time: how many cards, how hard, how they look, how lean.

    python benchmarks/forge.py [SECONDS [BOARD…]]      one JSON object on stdout

Random placement draws a start and a goal for the same pieces on the same boards, and keeps every card that has a solution of at
least two moves; its cards are rated by the same code. Time is processor time of this process, rating included on both sides.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.measuring import Figure, Plan, benchmark
from shunt.cards.card import Goal, RouteCard
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.measures import look
from shunt.generator.forge.proof import UnprovenError, optimum_of, proven, search_limits, superfluous
from shunt.generator.forge.shard import draw_space, forge_shard
from shunt.generator.rating.rate import rate, rated
from shunt.generator.rating.unrated import UnratableError
from shunt.generator.spec import CardSpec, SearchBudget
from shunt.track.layout import with_tracks
from shunt.track.layout_file import load_layout

CASES: dict[str, dict[str, Any]] = {
    "loop-12": {"cars": (3, 3)},
    "wye-18": {"cars": (2, 2), "broken": (0, 1)},
    "alphabet-26": {"cars": (2, 2), "broken": (0, 2)},
}
BUDGET = SearchBudget(held=160_000, near=0)


def by_the_forge(wishes: CardSpec, seconds: float) -> Iterator[RouteCard]:
    """Cards of the forge until the time is up."""
    began, shard = time.process_time(), 0
    while time.process_time() - began < seconds:
        for forged in forge_shard(wishes, "benchmark", shard, BUDGET)[0]:
            yield forged.card
        shard += 1


def at_random(wishes: CardSpec, seconds: float) -> Iterator[RouteCard]:
    """Random placements with a solution of two moves or more, proven and rated like the others."""
    began, chance = time.process_time(), random.Random("benchmark")
    while time.process_time() - began < seconds:
        family, goal = (draw_space(with_tracks(wishes.layout), wishes, chance) for _ in range(2))
        if family is None or goal is None:
            continue
        places = goal.roster.at(goal.start)
        wanted = {name: places[name] for name in family.roster.cars if name in places and places[name] not in family.broken}
        if len(wanted) < len(family.roster.cars):
            continue
        card = replace(family, goal=Goal(wanted))
        try:
            done = proven(rated(card, rate(card, search_limits())))
        except UnratableError:
            continue
        if done is not None and done[0].proof["optimum"] >= 2:
            yield done[0]


@benchmark("forge", "The generator compared with random placement in the same processor time")
def forge_against_random(plan: Plan) -> Iterator[Figure]:
    """Cards that are minimal and look well (0.7 or more), and the grades, on three boards."""
    seconds = 3.0 if plan.quick else 12.0
    for board, wished in list(CASES.items())[: 1 if plan.quick else None]:
        wishes = CardSpec(load_layout(board), **wished)
        forge_shard(wishes, "warm", 0, BUDGET)
        forged, drawn = (told(list(made(wishes, seconds))) for made in (by_the_forge, at_random))
        plan.say(f"{board}: {forged}; at random {drawn}")
        good = "look 0.7 or more and minimal"
        ratio = forged[good] / max(1, drawn[good])
        title = f"{board}: minimal cards with a look of 0.7 or more, forge against random"
        yield Figure(f"forge/{board}", title, ratio, "×", "higher", note=f"{forged[good]} and {drawn[good]} in {seconds:g} s")
        note = f"at random {drawn['mean grade']}; the ten best {forged['ten best grades']} and {drawn['ten best grades']}"
        yield Figure(
            f"forge/{board} grade", f"{board}: mean grade of the forge's cards", forged["mean grade"], "", "higher", note=note
        )


def told(cards: list[RouteCard]) -> dict[str, Any]:
    """The measures of a set of cards; whether they are minimal is found here, outside the time that is measured."""
    grades = sorted((float(card.rating["grade"]) for card in cards), reverse=True)
    lean = 0
    for card in cards:
        try:
            lean += superfluous(card, optimum_of(card) or 0) is None
        except UnprovenError:
            continue
    tiers = [str(card.rating["tier"]) for card in cards]
    return {
        "cards": len(cards),
        "different": len({canonical_id(card) for card in cards}),
        "mean grade": round(statistics.fmean(grades), 2),
        "ten best grades": round(statistics.fmean(grades[:10]), 2),
        "mean look": round(statistics.fmean(look(card) for card in cards), 2),
        "minimal": round(lean / len(cards), 2),
        "look 0.7 or more and minimal": sum(
            look(card) >= 0.7 and superfluous(card, optimum_of(card) or 0) is None for card in cards
        ),
        "mean moves": round(statistics.fmean(card.proof["optimum"] for card in cards), 1),
        "tiers": {tier: tiers.count(tier) for tier in dict.fromkeys(sorted(tiers))},
    }


def main() -> None:
    """Measure every case for so many seconds a side."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    found: dict[str, object] = {"seconds": seconds}
    for board, wished in CASES.items():
        if sys.argv[2:] and board not in sys.argv[2:]:
            continue
        wishes = CardSpec(load_layout(board), **wished)
        forge_shard(wishes, "warm", 0, BUDGET)
        found[board] = {"forge": told(list(by_the_forge(wishes, seconds))), "random": told(list(at_random(wishes, seconds)))}
        print(board, json.dumps(found[board]), file=sys.stderr)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
