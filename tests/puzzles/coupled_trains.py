"""Write the table of shipped cards with two locomotives under both readings: `python -m tests.puzzles.coupled_trains`.

It is put between the two comments in `docs/rules/route-cards.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.files.library import card_names, puzzles_folder
from shunt.rules.train_rules import TrainRules
from shunt.search.solve import solve

PAGE = Path(__file__).resolve().parents[2] / "docs/rules/route-cards.md"
BEGIN, END = "<!-- coupled trains -->\n", "<!-- end of coupled trains -->"
PACKS = ("box-forty", "first-forty")
HEAD = '| card | counts | optimum | with "drag" | depends on the reading |\n|---|---|---|---|---|\n'


def pairs() -> Iterator[tuple[str, RouteCard]]:
    """Every shipped card with two locomotives, with how the table calls it."""
    folder = puzzles_folder() / "packs"
    named = [(name, load_card(name)) for name in card_names()]
    named += [
        (f"{pack} {path.stem}", load_card(path)) for pack in PACKS for path in sorted((folder / pack / "cards").glob("*.toml"))
    ]
    for name, card in named:
        if isinstance(card, RouteCard) and len(card.roster.locomotives) == 2:
            yield name, card


def row(name: str, card: RouteCard) -> str:
    """One line of the table, from the optimum on the card and one proven now."""
    metric = ", ".join(card.metric)
    optimum = card.proof.get("optimum", "–")
    if card.ruleset == "railway":
        return f"| {name} | {metric} | {optimum} | – | no: under railway a locomotive couples at both ends |"
    if metric == "runs":
        why = "no: on this line the engines face each other and cannot turn, so neither has its rear to the other"
        return f"| {name} | {metric} | {optimum} | {optimum} | {why} |"
    dragged = solve(replace(card, train_rules=TrainRules(drags_coupled=True))).optimum
    return f"| {name} | {metric} | {optimum} | {dragged} | {'no' if dragged == optimum else 'yes'} |"


def table() -> str:
    """The whole table."""
    return HEAD + "".join(row(name, card) + "\n" for name, card in pairs())


def main() -> None:
    """Put the table in its place."""
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.split(END)[1], "utf-8")


if __name__ == "__main__":
    main()
