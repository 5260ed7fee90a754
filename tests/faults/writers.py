"""Commands that write files, with what is in their folder before: for the tests that make writing fail, and the campaign.

There is at least one for each way of writing: whole files, folders of them, packs, catalogues, logs, tables that are built for
long, saved games. `make catalogue` and its workers are killed in `tests/generator/catalogue/test_crash.py`.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from shunt.cards.files import load_route_card
from shunt.files.folder_update import JOURNAL, STAGE
from shunt.files.library import puzzles_folder
from shunt.generator.forge.shard import Forged
from shunt.generator.packs.files import write_pack
from tests.fuzz import sound

CARD = puzzles_folder() / "cards/first-swap.toml"
NOTES = {"notes.txt": b"mine", "sub/notes.txt": b"mine too"}
"""Files of the user that no command may touch."""

# What a program that was killed may leave beside its files: the next one removes or continues it.
STRAY = re.compile(rf"(^|/)(\.[^/]+\.part|{re.escape(STAGE)}(/.*)?|\.[^/]+\.searches/.*|[^/]+\.lock|[^/]+-(wal|shm|journal))$")
RESUMED = re.compile(r"\.table(\.part|\.part\.json|\.part\.json\.new|\.new)$|\.searches/")
"""What a build or a run that failed keeps on purpose, to be resumed."""

State = dict[str, bytes | frozenset[object]]
"""Path in the folder → its content; of a catalogue its rows, of a log its lines without their times."""


@dataclass(frozen=True)
class Writer:
    """A command, what its folder holds before, what it reads from the keyboard, and the options of a second try.

    `elsewhere`: another file in which it keeps what could not be written.
    """

    words: tuple[str, ...]
    before: Callable[[Path], None] = lambda folder: None
    keys: str = ""
    again: tuple[str, ...] = ()
    elsewhere: str = ""

    def prepare(self, folder: Path) -> None:
        """Fill an empty folder."""
        for path, content in NOTES.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        self.before(folder)


def _card(folder: Path) -> None:
    text = CARD.read_text("utf-8")
    (folder / "card.toml").write_text(text[: text.index("[proof]")] if "[proof]" in text else text, "utf-8")


def _second_card(folder: Path) -> None:
    shutil.copy(puzzles_folder() / "cards/run-round.toml", folder / "second.toml")


def _pack(folder: Path) -> None:
    """A pack of one card, and a card to add to it."""
    _card(folder)
    card = load_route_card(puzzles_folder() / "packs/first-forty/cards/01.toml")
    forged = Forged(card, str(card.about["id"]), float(card.about["look"]), tuple(card.about["mechanics"]))
    write_pack(folder / "pack", "pack", "Pack", "1", [forged], lambda one: one.name)


def _catalogue(folder: Path) -> None:
    (folder / "a.sqlite").write_bytes(sound.catalogue())
    _second_card(folder)


def _writer(
    words: str, before: Callable[[Path], None] = lambda folder: None, keys: str = "", again: str = "", elsewhere: str = ""
) -> Writer:
    return Writer(tuple(words.split()), before, keys, tuple(again.split()), elsewhere)


WRITERS: Mapping[str, Writer] = {
    "solve --save": _writer("solve card.toml --save", _card),
    "rate --save": _writer("rate card.toml --save", _card),
    "show": _writer("show first-swap -o new.svg"),
    "show as PNG": _writer("show first-swap -o new.png"),
    "show --pictures": _writer("show first-swap --pictures pictures"),
    "animate": _writer("animate first-swap -o new.svg"),
    "print": _writer("print first-swap -o new.pdf"),
    "export": _writer("export first-swap -o pddl"),
    "make cards": _writer("make cards fan-10 --cars 1 --optimum 2-3 -o made"),
    "pack new": _writer("pack new --board fan-10 --tiers 1,0,0,0,0 --cars 1 -o pack", again="--replace"),
    "pack add": _writer("pack add pack card.toml", _pack),
    "pack log": _writer("pack log first-forty --card 1 --moves 4 --log log.jsonl"),
    "catalogue add": _writer("catalogue add second.toml -c a.sqlite --trust", _catalogue),
    "catalogue add, new": _writer("catalogue add second.toml -c new.sqlite --trust", _second_card),
    "catalogue export": _writer("catalogue export -c a.sqlite -o new.jsonl", _catalogue),
    "catalogue export as cards": _writer("catalogue export -c a.sqlite --format cards -o cards", _catalogue),
    "catalogue stats --plot": _writer("catalogue stats -c a.sqlite --plot new.svg", _catalogue),
    "inglenook --table": _writer("inglenook --yard 2-1 --headshunt 2 --table new.csv --plot new.svg"),
    "inglenook -o": _writer("inglenook 21/- --yard 2-1 --headshunt 2 -o new.toml", again="--replace"),
    "tablebase build": _writer("tablebase build first-swap -o new.table"),
    "yard design": _writer("make yard --tiles 1 --cars 2 --steps 2 -o new.toml --save new.json"),
    "bid": _writer("bid table bare --cars 2 --plot new.svg"),
    "play": _writer("tiles play --save new.json --seed 1", keys="quit\n", elsewhere="tiles.json"),
    "games follow": _writer("games follow tiles --save new.json", keys="E-01\nquit\n"),
    "simulate": _writer("tiles simulate --games 2 --workers 1 --bots random,random --csv new.csv --plot new.svg"),
}


# --------------------------------------------------------------------------------------------------------------------
# What is in a folder


def state_of(folder: Path, elsewhere: str = "") -> State:
    """Return what a folder holds, without what a killed program may leave and without the file `elsewhere`."""
    found: State = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name != elsewhere and path.is_file() and not STRAY.search(name) and not RESUMED.search(name):
            if name.endswith(".sqlite"):
                if rows := _rows(path):
                    found[name] = rows
            elif name.endswith("log.jsonl"):
                found[name] = _lines(path)
            else:
                found[name] = path.read_bytes()
    return found


def strays_of(folder: Path) -> list[str]:
    """Return the files that a program should have removed, unless it was killed or its update of a pack holds already."""
    names = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file())
    kept = (".lock", "-wal", "-shm")
    updated = {journal.parent.relative_to(folder).as_posix() for journal in folder.rglob(JOURNAL) if journal.parent.name == STAGE}
    found = [name for name in names if STRAY.search(name) and not RESUMED.search(name) and not name.endswith(kept)]
    return [name for name in found if not any(name.startswith(stage + "/") for stage in updated)]


def _rows(path: Path) -> frozenset[object]:
    """Return the cards and the finished shards of a catalogue; raise `ValueError` if the file is not sound."""
    with closing(sqlite3.connect(path)) as connection:
        if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            return frozenset()
        if (sound := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise ValueError(f"{path.name}: {sound}")
        cards = connection.execute("SELECT id, name, title, guide, proof, rating, card FROM cards").fetchall()
        shards = connection.execute("SELECT shard, cards FROM shards").fetchall()
    if len(set(cards)) < len(cards):
        raise ValueError(f"{path.name}: a card is there twice")
    return frozenset(cards) | frozenset(shards)


def _lines(path: Path) -> frozenset[object]:
    """Return the whole lines of a log; raise `ValueError` if one is there twice."""
    found = []
    for line in path.read_bytes().split(b"\n"):
        try:
            entry = json.loads(line)
        except ValueError:
            continue  # what is left of a line that was not written whole
        found.append(tuple(sorted((key, value) for key, value in entry.items() if key != "at")))
    if len(set(found)) < len(found):
        raise ValueError(f"{path.name}: a line is there twice")
    return frozenset(found)


def faults_of(found: State, before: State, after: State) -> list[str]:
    """Return what is wrong with a folder in which a command was stopped: each file is old, new, or (of a set) in between."""
    wrong = [f"{name} is lost" for name in sorted(before.keys() - found.keys())]
    for name, content in found.items():
        old, new = before.get(name), after.get(name)
        if isinstance(content, frozenset):
            least = old if isinstance(old, frozenset) else frozenset()
            most = new if isinstance(new, frozenset) else least
            if not least <= content <= least | most:
                wrong.append(f"{name} holds something else")
        elif content not in (old, new):
            wrong.append(f"{name} is neither the old file nor the new one")
    return wrong
