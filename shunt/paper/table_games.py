"""The card and tile games on paper: a page with the rules and their pictures, and a score sheet for an evening."""

from __future__ import annotations

from collections.abc import Iterator

from shunt.games.protocol import players_text
from shunt.games.registry import game_class, rules_of_game
from shunt.paper.flow import Block, Figure, HeadingBlock, Paragraph, TableBlock, flowed
from shunt.paper.order import Settings
from shunt.paper.pdf import Printed, print_scenes

TEXT, ROW = 4.2, 5.0  # sizes of text, and of the rows that are written in by hand, in millimetres
PICTURE = 26.0  # height of a picture, in millimetres
MARGIN = 16.0


def print_game_rules(game: str, settings: Settings) -> Printed:
    """Return the rules of a game as a page with pictures."""
    return _printed(_rules(game), f"{game_class(game).title}: rules", settings)


def print_scores(game: str, settings: Settings) -> Printed:
    """Return a score sheet of a game, with columns for as many players as it allows."""
    return _printed(_scores(game), f"{game_class(game).title}: scores", settings)


def _printed(blocks: Iterator[Block], title: str, settings: Settings) -> Printed:
    return print_scenes(flowed(blocks, settings.page, MARGIN, title, is_numbered=False), title)


def _rules(game: str) -> Iterator[Block]:
    rules = game_class(game)
    yield HeadingBlock(rules.title, 9.0)
    yield Paragraph(f"{rules.summary} {players_text(rules.seats)}.", size=TEXT)
    for number, (text, scene) in enumerate(rules_of_game(game), start=1):
        yield Paragraph(text, f"{number}.", TEXT)
        if scene is not None:
            yield Figure(scene, height=PICTURE)


def _scores(game: str) -> Iterator[Block]:
    rules = game_class(game)
    form = rules.score_form
    players = max(rules.seats)
    shares = (3.2, *[1.6] * players)
    yield HeadingBlock(f"{rules.title}: scores", 7.0)
    blank = [""] * players
    heads = ["", *(f"Player {number}" for number in range(1, players + 1))]
    yield TableBlock([heads, ["Name", *blank]], shares, size=ROW, below=ROW)
    for number in range(1, form.games + 1):
        rows = [(f"Game {number}", *blank)] if len(form.rows) > 1 else []
        names = form.rows if len(form.rows) > 1 else (f"Game {number}: {form.rows[0].lower()}",)
        yield TableBlock([*rows, *((name, *blank) for name in names)], shares, bool(rows), 4.0, 2.0)
    yield TableBlock([("All games", *blank)], shares, has_head=False, size=ROW, below=ROW)
    if form.remark:
        yield Paragraph(form.remark, size=3.4)
