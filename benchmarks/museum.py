"""The museum of published puzzles: writes puzzles/MUSEUM.md, what was published beside what is proven.

python -m benchmarks.museum [--time-limit S] [CARD …]

A puzzle is in the museum if its card names in `[about]` what was `published`. Each is solved in every metric of its ruleset, and
every solution is replayed by the referee. What a limit leaves open is printed as an interval. Results of earlier runs are kept in
benchmarks/museum.json: with names of cards only these are solved again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.classics import _write
from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import TooLargeError
from shunt.files.library import card_names
from shunt.search.core.limits import Limits
from shunt.search.solve import solve

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "puzzles" / "MUSEUM.md"
KEPT = Path(__file__).with_name("museum.json")

INTRODUCTION = """# Published puzzles, proven

Each puzzle is a card in our own words and on a board of our own drawing. *Published* is what its source says. The other columns
are the proven fewest in each metric; `2–5` means that at least 2 are needed and 5 are enough. Made by
`python -m benchmarks.museum`, newest cards first.
"""


def museum() -> list[Card]:
    """Return the cards that say what was published, the newest first."""
    cards = [card for card in map(load_card, card_names()) if "published" in card.about]
    return sorted(cards, key=lambda card: (str(card.about.get("added", "")), card.name), reverse=True)


def result(card: Card, metric: str, seconds: float) -> str:
    """Return the optimum of a card in a metric, kept in the card or proven now, or what is known of it."""
    if card.proof.get("metric") == metric and isinstance(card.proof.get("optimum"), int):
        return str(card.proof["optimum"])
    try:
        answer = solve(card, metric=metric, limits=Limits(time=seconds))
    except TooLargeError:
        return "too large"
    if answer.stopped is not None and answer.stopped.is_interrupt:
        raise KeyboardInterrupt
    if answer.status == "unsolvable":
        return "none"
    if answer.optimum is not None:
        return str(answer.optimum)
    return f"{answer.lower_bound}–{answer.upper_bound if answer.upper_bound is not None else '?'}"


def results(names: list[str], seconds: float) -> dict[str, dict[str, str]]:
    """Solve cards in every metric, all of them without names, and keep what is found after each."""
    found: dict[str, dict[str, str]] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for card in museum():
        if names and card.name not in names:
            continue
        found[card.name] = {metric: result(card, metric, seconds) for metric in card.rules.metrics}
        print(f"{card.name}: {found[card.name]}", file=sys.stderr)
        _write(KEPT, dict(sorted(found.items())))
    return found


def page(found: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield the lines of the page: a table for each ruleset, then what each picture leaves open."""
    cards = [card for card in museum() if card.name in found]
    yield INTRODUCTION
    yield f"{len(cards)} puzzles.\n"
    for ruleset in dict.fromkeys(card.ruleset for card in cards):
        mine = [card for card in cards if card.ruleset == ruleset]
        metrics = list(mine[0].rules.metrics)
        yield f"## `{ruleset}`\n"
        yield f"| puzzle | source | published | {' | '.join(metrics)} |"
        yield f"|---|---|---|{'---:|' * len(metrics)}"
        for card in mine:
            proven = [found[card.name].get(metric, "") for metric in metrics]
            about: Any = card.about
            words = (f"{about.get('title', card.name)} (`{card.name}`)", about.get("source", ""), about["published"], *proven)
            yield f"| {' | '.join(map(str, words))} |"
        yield ""
    yield "## What the sources leave open\n"
    for card in sorted(cards, key=lambda card: card.name):
        if geometry := card.about.get("geometry"):
            yield f"- `{card.name}`: {geometry}."


def main() -> None:
    """Solve, and write the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cards", nargs="*", metavar="CARD", help="solve these again (default: all)")
    options.add_argument("--time-limit", type=float, default=300, metavar="S", help="seconds for each card and metric")
    given = options.parse_args()
    lines = list(page(results(given.cards, given.time_limit)))
    beside = PAGE.with_suffix(".new")
    beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    beside.replace(PAGE)
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
