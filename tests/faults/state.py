"""What is in a folder in which a command was stopped, and what is wrong with it."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from shunt.generator.folder_update import JOURNAL, STAGE

# What a program that was killed may leave beside its files: the next one removes or continues it.
STRAY = re.compile(rf"(^|/)(\.[^/]+\.part|{re.escape(STAGE)}(/.*)?|\.[^/]+\.searches/.*|[^/]+\.lock|[^/]+-(wal|shm|journal))$")
RESUMED = re.compile(r"\.table\.part(\.json)?$|\.searches/|(^|/)[^./][^/]*\.checkpoint$")
"""What a build or a run that failed keeps on purpose, to be resumed."""

State = dict[str, bytes | frozenset[object]]
"""Path in the folder → its content; of a catalogue its rows, of a log its lines without their times."""


def state_of(folder: Path, elsewhere: str = "", timed: str = "") -> State:
    """Return what a folder holds, without what a killed program may leave and without the file `elsewhere`.

    Of the picture `timed`, which shows how long something took, it matters only that it is whole.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name != elsewhere and path.is_file() and not STRAY.search(name) and not RESUMED.search(name):
            if name.endswith(".sqlite"):
                if rows := _rows(path):
                    found[name] = rows
            elif name == timed and path.read_bytes().endswith(b"</svg>\n"):
                found[name] = b"whole"
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
    found = [name for name in names if name.endswith(".new") or STRAY.search(name) and not RESUMED.search(name)]
    found = [name for name in found if not name.endswith(kept)]
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
    wrong = [f"{name} is lost" for name in sorted((before.keys() & after.keys()) - found.keys())]  # others may be removed
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
