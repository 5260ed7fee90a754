"""The museum of published puzzles: writes docs/results/museum.md, what was published beside what is proven.

python -m benchmarks.museum [--time-limit S] [CARD …]

A puzzle is in the museum if its card names in `[about]` what was `published`, and that is not `none`; `claimed` has the
published counts by the metrics that the source may mean, and `variant_of` names the card of which it is another start or reading.
Each is solved in every metric of its ruleset and in those that are claimed, and every solution is replayed by the referee. What a
limit leaves open is printed as an interval, unless the card itself or `IN_MOVES` keeps a proof. Results are in
benchmarks/museum.json: with names of cards only these are solved again, and `--page` writes the page alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.classics import _write
from benchmarks.dataset import IN_MOVES
from shunt.cards.card import Card, RouteCard
from shunt.cards.files import load_card
from shunt.errors import TooLargeError, counted
from shunt.files.library import card_names
from shunt.rules.metrics import measures
from shunt.rules.ruleset import replay
from shunt.search.core.limits import Limits
from shunt.search.solve import solve

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "results" / "museum.md"
KEPT = Path(__file__).with_name("museum.json")
MOST_PIECES = 30

Found = Mapping[str, Mapping[str, str]]
"""What is known of each card in each metric: an optimum such as `13`, or an interval such as `2–6`."""

FEWER, FIRST, OPEN, SAME = "fewer than published", "first proof", "open", "confirmed"
"""What is new about a puzzle, in the order of the page."""
MEANING = {
    FEWER: "The proven count is lower than the published one, in a metric that the source may have meant",
    FIRST: "The source gives no count, or one that cannot be compared, and the minimum is now proven",
    OPEN: "A limit stopped the search, or the source counts something else",
    SAME: "The proof confirms the published count",
}

INTRODUCTION = """# Museum

Each puzzle is a card in our own words, on a board that we drew ourselves. Click its name to play it. The *published* column
gives the source's count. The *proven* column gives the lowest possible count in each [metric](../reference/metrics.md). The
bold count is in the metric that the source uses, or in the card's own. `2–5` means that at least 2 are needed and that 5 are
enough.

`python -m benchmarks.museum` solves every card again and writes this page. If a search takes more than five minutes, it uses
a stored proof, or prints an interval.
"""
DETAILS = """
## Details that the sources leave open

[Classics](classics.md#two-trains-that-pass-on-a-line-with-a-stub) gives the counts of Loyd's and Dudeney's puzzles in other
readings of the sources.
"""


def museum() -> list[Card]:
    """Return the cards that say what was published, the newest first."""
    cards = [card for card in map(load_card, card_names()) if card.about.get("published", "none") != "none"]
    return sorted(cards, key=lambda card: (str(card.about.get("added", "")), card.name), reverse=True)


def claimed(card: Card) -> dict[str, int]:
    """Return the published counts of a card by the metrics that its source may mean."""
    return dict(card.about.get("claimed", {}))


def metrics(card: Card) -> list[str]:
    """Return the metrics in which a card is solved: its own first, then those of its ruleset and those that are claimed.

    Long trains are solved in their own metric alone: a search in another one exceeds every limit before it looks at any.
    """
    if isinstance(card, RouteCard) and len(card.roster.pieces) > MOST_PIECES:
        return [card.metric[0]]
    return list(dict.fromkeys((card.metric[0], *card.rules.metrics, *claimed(card))))


# --------------------------------------------------------------------------------------------------------------------
# Proofs


def result(card: Card, metric: str, seconds: float) -> str:
    """Return the optimum of a card in a metric, or what is known of it."""
    kept = card.proof.get("optimum") if card.proof.get("metric") == metric else _in_moves(card) if metric == "moves" else None
    try:
        answer = solve(card, metric=metric, limits=Limits(time=seconds))
    except TooLargeError:
        return "?" if kept is None else str(kept)
    if answer.stopped is not None and answer.stopped.is_interrupt:
        raise KeyboardInterrupt
    if answer.status == "unsolvable":
        return "none"
    if answer.optimum is not None and kept is not None and answer.optimum != kept:
        raise SystemExit(f"{card.name}: {answer.optimum} {metric} proven, {kept} in the card")
    if answer.optimum is not None or kept is not None:
        return str(answer.optimum if kept is None else kept)
    return interval(card, metric, answer.lower_bound, answer.upper_bound)


def _in_moves(card: Card) -> int | None:
    """Return the optimum in moves that a longer search proved for the planning instances, or None."""
    low, high = IN_MOVES.get(card.name, (0, None))
    return high if low == high else None


def interval(card: Card, metric: str, low: int, high: int | None) -> str:
    """Return what is known between two bounds; the card's own solution is enough too, whatever it counts."""
    if isinstance(card, RouteCard) and card.guide:
        made = list(replay(card.rules, card.start, card.guide))
        counts = measures(card.rules, card.start, [one.run for one in made if one.run])
        high = min((bound for bound in (high, counts.get(metric)) if bound is not None), default=None)
    if low == high:
        return str(low)
    return f"{low}–{'?' if high is None else high}"


def results(names: list[str], seconds: float) -> Found:
    """Solve cards in every metric, all of them without names, and keep what is found after each."""
    cards = museum()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    found: dict[str, dict[str, str]] = {card.name: kept[card.name] for card in cards if card.name in kept}
    for card in cards:
        if names and card.name not in names:
            continue
        found[card.name] = {metric: result(card, metric, seconds) for metric in metrics(card)}
        print(f"{card.name}: {found[card.name]}", file=sys.stderr)
        _write(KEPT, dict(sorted(found.items())))
    return found


# --------------------------------------------------------------------------------------------------------------------
# The page


def news(card: Card, found: Mapping[str, str]) -> str:
    """Return what is new: fewer than published in a claimed metric, a first proof, the published count, or nothing proven."""
    claims = claimed(card)
    if not claims:
        return FIRST if found[card.metric[0]].isdigit() else OPEN
    enough = {metric: found[metric].rpartition("–")[2] for metric in claims}
    if any(count.isdigit() and int(count) < claims[metric] for metric, count in enough.items()):
        return FEWER
    return SAME if any(found[metric] == str(count) for metric, count in claims.items()) else OPEN


def page(found: Found) -> Iterator[str]:
    """Yield the lines of the page: a table, then what each picture leaves open."""
    cards = museum()
    told = {card.name: news(card, found[card.name]) for card in cards}
    kinds = [kind for kind in (FEWER, FIRST, OPEN, SAME) if kind in told.values()]
    variants = sum("variant_of" in card.about for card in cards)
    yield INTRODUCTION
    yield f"The museum has {len(cards) - variants} puzzles on {len(cards)} cards: {variants} cards have another start or another"
    yield "reading of a puzzle. The last column means:\n"
    for kind in kinds:
        yield f"- *{kind}* ({list(told.values()).count(kind)} cards). {MEANING[kind]}."
    yield ""
    yield "| puzzle | published | proven | result |"
    yield "|---|---|---|---|"
    for kind in kinds:
        for card in cards:
            if told[card.name] == kind:
                yield f"| {_named(card)} | {card.about['published']} | {_proven(found[card.name])} | {kind} |"
    yield DETAILS
    names: dict[str, list[str]] = {}
    for card in sorted(cards, key=lambda card: card.name):
        names.setdefault(_details(card), []).append(f"`{card.name}`")
    yield from (f"- {', '.join(alike)}: {text}." for text, alike in names.items() if text)


def _details(card: Card) -> str:
    """Return what a card adds to its source, or "": its convention without the definition of its metric, geometry and notes."""
    special = str(card.about.get("convention", "")).partition(". ")[2]
    notes = [special, *(str(card.about.get(key, "")) for key in ("geometry", "notes"))]
    return ". ".join(note.rstrip(".") for note in notes if note)


def _named(card: Card) -> str:
    title = card.title
    return f'<a href="../play/cards/{card.name}.html">{title}</a> (`{card.name}`)<br>{card.about.get("source", "")}'


def _proven(found: Mapping[str, str]) -> str:
    own, *others = [counted(int(count) if count.isdigit() else count, metric) for metric, count in found.items()]
    return "<br>".join(filter(None, (f"**{own}**", ", ".join(others))))


def main() -> None:
    """Solve, and write the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cards", nargs="*", metavar="CARD", help="solve these again (default: all)")
    options.add_argument("--time-limit", type=float, default=300, metavar="S", help="seconds for each card and metric")
    options.add_argument("--page", action="store_true", help="solve nothing: write the page from benchmarks/museum.json")
    given = options.parse_args()
    found = json.loads(KEPT.read_text()) if given.page else results(given.cards, given.time_limit)
    beside = PAGE.with_suffix(".new")
    beside.write_text("\n".join(page(found)) + "\n", encoding="utf-8")
    beside.replace(PAGE)
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
