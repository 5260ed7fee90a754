"""The pictures kept in the repository: those of the guides, and some that show every thing that is drawn.

`python -m tests.render.golden` draws them again; look at them before they are committed.
"""

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
from shunt.hump.pictures.yard import tile_set_scene, yard_scene
from shunt.hump.yard_file import find_yard
from shunt.render.board import board_scene
from shunt.render.cards import card_scene
from shunt.render.scene import Scene
from shunt.render.svg import svg_text
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from tests.docs.diagrams import ends_scene
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
CARDS = ("alphabet-crews", "two-on-two", "about-turn", "wait-for-it")


@cache
def card_drawing(name: str) -> Scene:
    """The front of a shipped card that stands on tracks, drawn once for all tests."""
    return card_scene(load_card(name))


def pictures() -> dict[Path, Callable[[], str]]:
    """A function that draws every picture, by its file."""
    drawn = {IMAGES / f"{name}.svg": partial(_board, name) for name in BOARDS}
    drawn |= {IMAGES / "hump-move.svg": partial(_hump_move, 1), IMAGES / "hump-exit.svg": partial(_hump_move, -1)}
    drawn |= {IMAGES / "hump-tiles.svg": tile_set_scene, IMAGES / "hump-sites.svg": _hump_sites}
    drawn[IMAGES / "search-ends.svg"] = ends_scene
    drawn[IMAGES / "first-swap.svg"] = partial(card_drawing, "first-swap")
    drawn |= {IMAGES / f"{name}.svg": partial(_yardmaster, *cars) for name, cars in YARDMASTER.items()}
    drawn |= {GOLDEN / f"{name}.svg": partial(card_drawing, name) for name in CARDS}
    drawn |= {IMAGES / "railways-yard.svg": _panel, GOLDEN / "turned.svg": _turned, GOLDEN / "bare.svg": _bare}
    return {path: partial(_text, draw) for path, draw in drawn.items()} | {IMAGES / "search-film.svg": search_film}


def _text(draw: Callable[[], Scene]) -> str:
    return svg_text(draw())


def _board(name: str) -> Scene:
    return board_scene(load_layout(name))


def _yardmaster(train: str, yard: str) -> Scene:
    return train_scene(parse_cars(train), parse_cars(yard))


def _hump_sites() -> Scene:
    return yard_scene(find_yard("one-straight"), sites=True, caption="One tile is built")


def _hump_move(number: int) -> Scene:
    answer = check_bid(find_yard("loops-and-wye"), ["A", "B", "red", "red"], ["red", "B", "A", "red"])
    return solution_scenes(find_yard("loops-and-wye"), answer.solution[0].names, answer.solution)[number]


def _panel() -> Scene:
    with TemporaryDirectory() as folder:
        return board_scene(read(small_yard().write(Path(folder))).layout)


def _turned() -> Scene:
    card = load_card("wait-for-it")
    turned = replace(card.start, turntables=(1,))
    return board_scene(card.layout, turned, replace(card, goal=Goal({})), unit=12)


def _bare() -> Scene:
    bare = Plan.from_tracks("bare", ["a b c", "a b d e"], no_stop=["b"], exclusive=[["c", "d"]])
    at = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1.9, -0.7), "e": (2.9, -1)}
    return board_scene(Layout(bare, at), unit=15)


if __name__ == "__main__":
    for path, draw in pictures().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(draw(), encoding="utf-8")
        print(path.relative_to(ROOT))
