"""The pictures kept in the repository: those of the guides, and some that show every thing that is drawn.

`python -m tests.render.golden` draws them again; look at them before they are committed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from shunt.cards.files import load_card, load_layout
from shunt.humpyard.bids import check_bid
from shunt.render.bids import solution_scenes
from shunt.render.board import board_scene
from shunt.render.card import card_scene
from shunt.render.svg import svg_text
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from shunt.track.yard_file import find_yard

ROOT = Path(__file__).resolve().parents[2]
IMAGES, GOLDEN = ROOT / "docs" / "images", ROOT / "tests" / "render" / "golden"
BOARDS = (
    "alphabet-26",
    "balloon-12",
    "fan-10",
    "loop-12",
    "roundhouse-14",
    "scissors-12",
    "timesaver",
    "turntable-19",
    "wye-18",
)
CARDS = ("alphabet-crews", "two-on-two", "about-turn", "wait-for-it")


def pictures() -> dict[Path, str]:
    """The text of every picture by its file."""
    found = {IMAGES / f"{name}.svg": svg_text(board_scene(load_layout(name))) for name in BOARDS}
    answer = check_bid(find_yard("loops-and-wye"), ["A", "B", "red", "red"], ["red", "B", "A", "red"])
    steps = solution_scenes(find_yard("loops-and-wye"), answer.solution[0].names, answer.solution)
    found[IMAGES / "hump-move.svg"] = svg_text(steps[1])
    found[IMAGES / "first-swap.svg"] = svg_text(card_scene(load_card("first-swap")))
    for name in CARDS:
        found[GOLDEN / f"{name}.svg"] = svg_text(card_scene(load_card(name)))
    card = load_card("wait-for-it")
    turned = replace(card.start, turntables=(1,))
    found[GOLDEN / "turned.svg"] = svg_text(board_scene(card.board or Layout(card.plan), turned, card.roster, unit=12))
    bare = Plan.from_tracks("bare", ["a b c", "a b d e"], no_stop=["b"], exclusive=[["c", "d"]])
    at = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1.9, -0.7), "e": (2.9, -1)}
    found[GOLDEN / "bare.svg"] = svg_text(board_scene(Layout(bare, at), unit=15))
    return found


if __name__ == "__main__":
    for path, text in pictures().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
