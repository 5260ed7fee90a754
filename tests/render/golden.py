"""The pictures kept in the repository: those of the guides, and some that show every thing that is drawn.

`python -m tests.render.golden` draws them again; look at them before they are committed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from shunt.cards.card import Goal
from shunt.cards.files import load_card
from shunt.games.yardmaster.cards import parse_cars
from shunt.games.yardmaster.drawing import train_scene
from shunt.hump.bids import check_bid
from shunt.hump.pictures.bid_chart import solution_scenes
from shunt.hump.pictures.yard import yard_scene
from shunt.hump.yard_file import find_yard
from shunt.render.board import board_scene
from shunt.render.cards import card_scene
from shunt.render.scene import Scene
from shunt.render.svg import svg_text
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from tests.docs.diagrams import ends_scene, index_scene, rooms_scene, states_scene, tile_set_scene
from tests.docs.search_film import search_film
from tests.railways.drawn import read, small_yard

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
# The examples of the rules of Yardmaster: train and sorting yard.
YARDMASTER = {"yardmaster-attach": ("L4 L3 O3", "O2"), "yardmaster-load": ("C2 T2 T4", "L3")}
DIAGRAMS = {
    "rooms": rooms_scene,
    "search-states": states_scene,
    "search-index": index_scene,
    "search-ends": ends_scene,
}
CARDS = ("alphabet-crews", "two-on-two", "about-turn", "wait-for-it")


@cache
def card_drawing(name: str) -> Scene:
    """The front of a shipped card that stands on tracks, drawn once for all tests."""
    return card_scene(load_card(name))


def pictures() -> dict[Path, Callable[[], str]]:
    """A function that draws every picture, by its file."""
    found: dict[Path, Callable[[], str]] = {IMAGES / f"{name}.svg": partial(_board, name) for name in BOARDS}
    found |= {IMAGES / "hump-move.svg": partial(_hump_move, 1), IMAGES / "hump-exit.svg": partial(_hump_move, -1)}
    found |= {IMAGES / "hump-tiles.svg": _hump_tiles, IMAGES / "hump-sites.svg": _hump_sites}
    found |= {IMAGES / f"{name}.svg": partial(_diagram, draw) for name, draw in DIAGRAMS.items()}
    found[IMAGES / "search-film.svg"] = search_film
    found[IMAGES / "first-swap.svg"] = partial(_card, "first-swap")
    found |= {IMAGES / f"{name}.svg": partial(_yardmaster, *cars) for name, cars in YARDMASTER.items()}
    found |= {GOLDEN / f"{name}.svg": partial(_card, name) for name in CARDS}
    found[IMAGES / "railways-yard.svg"] = _panel
    return found | {GOLDEN / "turned.svg": _turned, GOLDEN / "bare.svg": _bare}


def _diagram(draw: Callable[[], Scene]) -> str:
    return svg_text(draw())


def _board(name: str) -> str:
    return svg_text(board_scene(load_layout(name)))


def _card(name: str) -> str:
    return svg_text(card_drawing(name))


def _yardmaster(train: str, yard: str) -> str:
    return svg_text(train_scene(parse_cars(train), parse_cars(yard)))


def _hump_tiles() -> str:
    return svg_text(tile_set_scene())


def _hump_sites() -> str:
    return svg_text(yard_scene(find_yard("one-straight"), sites=True, caption="One tile is built"))


def _hump_move(number: int) -> str:
    answer = check_bid(find_yard("loops-and-wye"), ["A", "B", "red", "red"], ["red", "B", "A", "red"])
    return svg_text(solution_scenes(find_yard("loops-and-wye"), answer.solution[0].names, answer.solution)[number])


def _panel() -> str:
    with TemporaryDirectory() as folder:
        return svg_text(board_scene(read(small_yard().write(Path(folder))).layout))


def _turned() -> str:
    card = load_card("wait-for-it")
    turned = replace(card.start, turntables=(1,))
    return svg_text(board_scene(card.layout, turned, replace(card, goal=Goal({})), unit=12))


def _bare() -> str:
    bare = Plan.from_tracks("bare", ["a b c", "a b d e"], no_stop=["b"], exclusive=[["c", "d"]])
    at = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1.9, -0.7), "e": (2.9, -1)}
    return svg_text(board_scene(Layout(bare, at), unit=15))


if __name__ == "__main__":
    for path, draw in pictures().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(draw(), encoding="utf-8")
        print(path.relative_to(ROOT))
