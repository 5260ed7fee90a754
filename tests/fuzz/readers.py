"""Every reader of a file of ours, with a sound file to begin from, and a seeded fuzzer that changes it.

As a program: `python -m tests.fuzz.readers SEED CASES [READER…]` prints, for each reader, how many cases were read and refused,
the slowest of them, and every case that ended in anything else than an `InputError`. Such a case belongs into `corpus.py`.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shunt.cards.files import card_text, load_card, problems
from shunt.errors import ShuntError
from shunt.files.document import read_document
from shunt.files.library import puzzles_folder
from shunt.games.companion import GameCompanion, Log
from shunt.generator.catalogue.imports import Refused, rows_of
from shunt.generator.packs.files import MANIFEST, read_manifest
from shunt.humpyard.design_file import read_design
from shunt.track.layout import load_layout
from shunt.track.yard_file import read_yard

PUZZLES = puzzles_folder()
TOKENS = [
    *('"', "'", '"""', "{", "}", "[", "]", "[[", "]]", "=", ":", ",", ".", "\n", "\\", "\\u0000", "\\ud800", "#", "null", "true"),
    *("nan", "-1", "0", "1e999", "9" * 30, "9" * 5000, "0.5", "A1>A2", "A1", "../../x", "/dev/zero", "\x00", "\x1b[2J", "\u202e"),
    *("schema", "name", "[start]", "[goal]", "[about]", "layout", "cars", "locomotives", "shunt-card/1", "shunt-layout/1"),
    *(" ", "?", "*", "é", "\ud7ff"),
]
VALUES: list[Any] = [None, True, False, 0, -1, 1, 10**6, 2**63, 10**300, 0.5, "", "A1", "A1>A2", "x" * 300, "\x1b[2J", "\u202e"]
VALUES += ["9" * 5000, [], {}, [[]], [{}], ["A1"], [1], {"A1": "A1"}, {"": ""}, {"\x00": None}, "../../x", "red", "-1", "1e999"]


@dataclass
class Reader:
    """A reader, the name of the file that it reads, and a sound text of one."""

    read: Callable[[Path], object]
    file: str
    sound: str


@dataclass
class Outcome:
    """What the cases of one reader ended in."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    wrong: list[tuple[bytes, str]] = field(default_factory=list)


def _shipped(path: str) -> str:
    return (PUZZLES / path).read_text("utf-8")


def _card(path: Path) -> object:
    card = load_card(path)
    return card_text(card, inline_layout=True), problems(path)


def _exported(path: Path) -> object:
    refused = Refused()
    rows = list(rows_of([str(path)], None, refused))
    return rows or [str(fault) for fault in refused.faults]


def _line() -> str:
    card = json.loads(_as_json(PUZZLES / "cards/first-swap.toml"))
    return json.dumps({"card": card | {"proof": {"status": "optimal", "optimum": 6}}}) + "\n"


def _as_json(path: Path) -> str:
    return json.dumps(read_document(path).data, default=str)


def _saved_game() -> str:
    from shunt.cli.games.table import Table

    with tempfile.TemporaryDirectory() as folder:
        table = Table.new("tiles", ["person", "person"], 1, {})
        table.save(f"{folder}/game.json")
        return Path(folder, "game.json").read_text("utf-8")


def _resumed(path: Path) -> object:
    from shunt.cli.games.table import Table

    return Table.resumed(str(path), "tiles")


def _log() -> str:
    return json.dumps(Log(GameCompanion("tiles", 2)).to_json())


def _design() -> str:
    from shunt.humpyard.design import Designer, Task
    from shunt.humpyard.design_file import write_design
    from shunt.track.yard import Yard

    with tempfile.TemporaryDirectory() as folder:
        write_design(f"{folder}/d.json", Designer(Task(Yard.parse("5u_62r1@2,1"), 2, 3)))
        return Path(folder, "d.json").read_text("utf-8")


def readers() -> dict[str, Reader]:
    """All readers by name."""
    first = PUZZLES / "cards/first-swap.toml"
    sidings = next(
        path for path in sorted((PUZZLES / "cards").rglob("*.toml")) if 'ruleset = "sidings"' in path.read_text("utf-8")
    )
    yard = next(iter(sorted((PUZZLES / "yards").rglob("*.toml"))))
    return {
        "card": Reader(_card, "a.toml", first.read_text("utf-8")),
        "card of sidings": Reader(_card, "a.toml", sidings.read_text("utf-8")),
        "card as JSON": Reader(_card, "a.json", _as_json(first)),
        "layout": Reader(lambda path: load_layout(path), "a.toml", _shipped("layouts/turntable-19.toml")),
        "layout as JSON": Reader(lambda path: load_layout(path), "a.json", _as_json(PUZZLES / "layouts/turntable-19.toml")),
        "yard": Reader(read_yard, "a.toml", yard.read_text("utf-8")),
        "manifest": Reader(lambda path: read_manifest(path.parent), MANIFEST, _shipped("packs/first-forty/manifest.toml")),
        "exported lines": Reader(_exported, "a.jsonl", _line()),
        "saved game": Reader(_resumed, "a.json", _saved_game()),
        "log": Reader(lambda path: Log.opened(path, GameCompanion), "a.json", _log()),
        "search for a yard": Reader(read_design, "a.json", _design()),
    }


# --------------------------------------------------------------------------------------------------------------------
# Changes


def changed(text: str, draw: random.Random) -> bytes:
    """A sound text with one to four changes: of its bytes, its tokens, or (JSON) its values."""
    if text.lstrip().startswith("{") and draw.random() < 0.6:
        data = json.loads(text)
        for _ in range(draw.randint(1, 3)):
            _change_value(data, draw)
        return (json.dumps(data) + "\n").encode()
    content = bytearray(text.encode())
    for _ in range(draw.randint(1, 4)):
        at, length = draw.randrange(len(content) + 1), draw.choice([0, 1, 1, 3, 10, 40])
        act = draw.random()
        if act < 0.4:
            content[at : at + length] = draw.choice(TOKENS).encode()
        elif act < 0.55:
            content[at : at + length] = b""
        elif act < 0.7:
            content[at:at] = content[at : at + length * 5] * draw.choice([1, 2, 50])
        elif act < 0.85:
            lines = bytes(content).split(b"\n")
            line = draw.randrange(len(lines))
            lines[line : line + 1] = draw.choice([[], [lines[line]] * 2, [draw.choice(lines)]])
            content = bytearray(b"\n".join(lines))
        elif act < 0.95 and content:
            content[at % len(content)] = draw.randrange(256)
        else:
            del content[at:]
    return bytes(content)


def _change_value(data: Any, draw: random.Random) -> None:
    here = data
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = draw.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and draw.random() < 0.8:
            here = here[key]
            continue
        act = draw.random()
        if act < 0.15:
            del here[key]
        elif act < 0.3 and isinstance(here, dict):
            here[draw.choice(["new", "", "\x1b", "name", "A1", "red"])] = copy.deepcopy(draw.choice(VALUES))
        else:
            here[key] = copy.deepcopy(draw.choice(VALUES))
        return


def run(reader: Reader, seed: int, cases: int, folder: Path) -> Outcome:
    """Read changed files; a case that is neither read nor refused is noted."""
    draw, outcome, path = random.Random(seed), Outcome(), folder / reader.file
    for _ in range(cases):
        content = changed(reader.sound, draw)
        try_one(reader, content, path, outcome)
    return outcome


def try_one(reader: Reader, content: bytes, path: Path, outcome: Outcome) -> None:
    """Read one file and note what came of it."""
    path.write_bytes(content)
    began = time.perf_counter()
    try:
        reader.read(path)
        outcome.read += 1
    except ShuntError:
        outcome.refused += 1
    except Exception as error:
        outcome.wrong.append((content, repr(error)))
    outcome.slowest = max(outcome.slowest, time.perf_counter() - began)


def main(seed: int, cases: int, names: list[str]) -> None:
    """Print what the cases of each reader ended in."""
    with tempfile.TemporaryDirectory() as folder:
        for name, reader in readers().items():
            if names and name not in names:
                continue
            outcome = run(reader, seed, cases, Path(folder))
            print(f"{name:18} {outcome.read:7,} read {outcome.refused:7,} refused, slowest {outcome.slowest:.2f} s", flush=True)
            for content, error in outcome.wrong[:5]:
                print("   ", error[:200], content[:4000])


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
