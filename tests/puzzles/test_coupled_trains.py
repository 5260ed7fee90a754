"""The table of shipped cards with two locomotives: every card is in it, and what it says is proven again."""

from __future__ import annotations

import pytest

from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.track.plan import End
from tests.puzzles.coupled_trains import BEGIN, END, PAGE, pairs, table


def shown() -> str:
    """The table as the page shows it."""
    return PAGE.read_text("utf-8").split(BEGIN)[1].split(END)[0]


def test_every_shipped_card_with_two_locomotives_is_in_the_table() -> None:
    rows = [line.split("|")[1].strip() for line in shown().splitlines()[2:]]
    assert rows == [name for name, _ in pairs()]
    assert "| yes |" not in shown()


def test_engines_of_the_line_never_turn() -> None:
    """What the table says of the cards that count runs: alone on the line, an engine faces one way on each space."""
    for name, card in pairs():
        if card.metric != ("runs",):
            continue
        rules = Switcher(card.plan, Roster(("L",)))
        for space, heading in zip(card.start.places, card.start.headings, strict=False):
            start = Position((space,), (End(space, heading).end,), ())
            seen, todo = {start}, [start]
            while todo:
                fresh = rules.successors(todo.pop()) - seen
                seen |= fresh
                todo += fresh
            assert len({position.places for position in seen}) == len(seen), name


@pytest.mark.slow
def test_the_table_is_proven_again() -> None:
    assert shown() == table()
