"""Seeded changes of shipped layouts, cards, sidings and yards: files as people might leave them half right."""

import json
import random
import tomllib
from collections.abc import Iterator
from typing import Any

from shunt.cards.files import load_card
from shunt.cards.writing import card_text
from shunt.errors import InputError
from shunt.files.document import read_document
from shunt.files.library import puzzles_folder
from shunt.pages.server.answers import document_faults
from tests.fuzz.changes import change_text

CARDS = (
    "first-swap",
    "roundhouse-rotation",
    "wye-turn",
    "inglenook-533",
    "inglenook-533-classic",
    "ras-toy",
    "in-time",
    "two-of-a-kind",
)
LAYOUTS = ("turntable-19", "wye-18", "scissors-12", "roundhouse-14")
YARDS = ("two-storeys", "loops-and-wye", "record-5", "full-set")
SIDINGS = 'schema = "shunt-layout/1"\nname = "inglenook"\nheadshunt = 3\nsidings = { "1" = 5, "2" = 3, "3" = 3 }\n'


PLACES = """schema = "shunt-card/1"
name = "spot"
ruleset = "railway"
[start]
locomotives = { L = "A" }
cars = { red = "C", green = "D", h1 = "E", h2 = "F" }
broken = ["H"]
[places]
shed = ["A", "B", "G"]
[goal]
red = "mill"
G = "1 of h1 h2"
shed = "1 of h1 h2, 1 of green"
[options]
interchangeable = [["h1", "h2"]]
[layout]
tracks = ["A B C D E", "A B F G H"]
places = { mill = ["D", "E", "H"] }
"""
CLOSED = """schema = "shunt-card/1"
name = "bridge"
ruleset = "switcher"
[start]
locomotives = { L = "A>B", M = "E>D" }
cars = { red = "C", h1 = "F", h2 = "G" }
closed = { B = ["h1", "h2"], H = ["red", "M"] }
[goal]
red = "shed"
L = "B"
F = "1 of h1 h2"
[options]
interchangeable = [["h1", "h2"]]
[layout]
tracks = ["A B C D E", "A B F G H"]
closed = { E = "cars", H = "locomotives" }
places = { shed = ["D", "E", "A"] }
"""


def sound_files() -> list[str]:
    """Shipped files of every kind that the editor draws, cards with their layouts inside."""
    cards = [card_text(load_card(name), inline_layout=True) for name in CARDS]
    shipped = [f"layouts/{name}.toml" for name in LAYOUTS] + [f"yards/{name}.toml" for name in YARDS]
    return [*cards, *((puzzles_folder() / path).read_text() for path in shipped), SIDINGS, PLACES, CLOSED]


def mutants(number: int, seed: int = 13) -> Iterator[str]:
    """Yield changed files: a quarter with other characters, a quarter with other values, half with values exchanged."""
    draw = random.Random(seed)
    sound = sound_files()
    for index in range(number):
        text = draw.choice(sound)
        if index % 4 == 0:
            yield change_text(text.encode(), draw).decode("utf-8", "replace").replace("\0", "")
        elif index % 4 == 1:
            yield change_text(json.dumps(tomllib.loads(text), default=str).encode(), draw).decode("utf-8", "replace")
        else:
            yield json.dumps(exchanged(tomllib.loads(text), draw), default=str)


def exchanged(data: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """Return data with one to three texts or numbers replaced by others of the same file, which are nearly right."""
    places = list(_leaves(data))
    for _ in range(draw.randint(1, 3)):
        (table, key), (other, name) = draw.choice(places), draw.choice(places)
        value = other[name]
        if isinstance(value, str) and " " in value and draw.random() < 0.7:
            words = value.split()
            draw.shuffle(words)
            value = " ".join(words[: draw.randint(1, len(words))])
        table[key] = value
    return data


def _leaves(data: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(data) if isinstance(data, dict) else range(len(data))
    for key in keys:
        if key in ("about", "proof", "rating"):
            continue
        if isinstance(data[key], dict | list):
            yield from _leaves(data[key])
        elif key != "schema":
            yield data, key


def faults_on_disk(path: str) -> list[tuple[str, str]]:
    """The faults that `shunt check` finds in a file, each with its place and its words."""
    try:
        return [(fault.where, fault.what) for fault in document_faults(read_document(path))]
    except InputError as error:
        return [(fault.where, fault.what) for fault in error.faults]
