"""The file of a catalogue: its tables, and the check of files.

A catalogue is one SQLite file. Its `application_id` distinguishes it from files of other programs, and its `user_version` is the
version of its tables. Cards with the same values for filters share a row of `kinds`, which counts them. A filter can therefore
work with thousands of kinds instead of millions of cards, and totals are known without reading cards.
"""

from __future__ import annotations

import os
import re
import sqlite3
from functools import cache
from pathlib import Path

from shunt.errors import Fault, InputError, raise_faults
from shunt.files.printable import printable
from shunt.files.reading import StrPath, reason_of

APPLICATION_ID = 0x53484E54  # "SHNT"
OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables
BUSY = 30.0  # seconds to wait for another program that writes
RESTORE = "restore it from a copy, or generate it again"
ANOTHER_FILE = "give a catalogue, or the name of a new file"
MOST_MEMORY = 2 << 30  # bytes that SQLite may hold in this process: a damaged index of words may ask for any amount
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError, MemoryError)
"""The second is a message about a damaged file that quotes bytes of it, the third the limit of memory."""

TABLES = """
CREATE TABLE boards (
    board  INTEGER PRIMARY KEY,       -- made from its content, so that kinds stand in one order in every catalogue
    name   TEXT NOT NULL,
    layout TEXT NOT NULL,             -- JSON: the [layout] of its cards, stored once
    UNIQUE (name, layout)
) STRICT;
CREATE TABLE kinds (
    kind        INTEGER PRIMARY KEY,
    tier        INTEGER NOT NULL,     -- 1 blue … 5 black; 0 = not rated
    optimum     INTEGER NOT NULL,     -- in the first metric
    board       INTEGER NOT NULL REFERENCES boards,
    ruleset     TEXT NOT NULL,
    metric      TEXT NOT NULL,        -- several: "moves+runs"
    locomotives INTEGER NOT NULL,
    cars        INTEGER NOT NULL,
    broken      INTEGER NOT NULL,     -- how many spaces
    turntables  INTEGER NOT NULL,     -- of the board
    is_unique   INTEGER NOT NULL,     -- one optimal solution up to reordering: 1 yes, 0 no, -1 not known
    cards       INTEGER NOT NULL DEFAULT 0,
    least_grade REAL,                 -- no card of the kind has a lower or a higher one
    most_grade  REAL
) STRICT;
CREATE UNIQUE INDEX kinds_in_order ON kinds
    (tier, optimum, board, ruleset, metric, locomotives, cars, broken, turntables, is_unique);
CREATE TABLE runs (
    run     INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,     -- what decides its cards, as JSON
    version TEXT NOT NULL,            -- of the generator
    seed    TEXT NOT NULL
) STRICT;
CREATE TABLE shards (
    run   INTEGER NOT NULL REFERENCES runs,
    shard INTEGER NOT NULL,           -- written in the transaction that writes its cards
    cards INTEGER NOT NULL,           -- how many it made
    PRIMARY KEY (run, shard)
) STRICT, WITHOUT ROWID;
CREATE TABLE cards (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE,      -- the canonical id: no puzzle is in a catalogue twice
    kind   INTEGER NOT NULL REFERENCES kinds,
    grade  REAL,
    name   TEXT NOT NULL,
    title  TEXT NOT NULL,
    guide  TEXT NOT NULL,             -- JSON: the moves of the Yard Guide
    proof  TEXT NOT NULL,             -- JSON: [proof]
    rating TEXT NOT NULL,             -- JSON: [rating], all features in it
    card   TEXT NOT NULL,             -- JSON: the rest of the card, without its layout
    run    INTEGER REFERENCES runs,   -- where it comes from: a run and its shard, or a file
    shard  INTEGER,
    source TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX kinds_by_board ON kinds (board, tier, optimum);
CREATE INDEX cards_by_kind ON cards (kind, id, grade);
CREATE INDEX cards_by_grade ON cards (grade, kind, id) WHERE grade IS NOT NULL;
CREATE TRIGGER card_counted AFTER INSERT ON cards BEGIN
    UPDATE kinds SET cards = cards + 1,
        least_grade = min(ifnull(least_grade, new.grade), ifnull(new.grade, least_grade)),
        most_grade = max(ifnull(most_grade, new.grade), ifnull(new.grade, most_grade))
    WHERE kind = new.kind;
END;
CREATE TRIGGER card_discounted AFTER DELETE ON cards BEGIN
    UPDATE kinds SET cards = cards - 1 WHERE kind = old.kind;
END;
CREATE VIRTUAL TABLE words USING fts5 (name, title, content = 'cards', content_rowid = 'number');
CREATE TRIGGER card_worded AFTER INSERT ON cards BEGIN
    INSERT INTO words (rowid, name, title) VALUES (new.number, new.name, new.title);
END;
CREATE TRIGGER card_unworded AFTER DELETE ON cards BEGIN
    INSERT INTO words (words, rowid, name, title) VALUES ('delete', old.number, old.name, old.title);
END;
CREATE TABLE rungs (
    tier        INTEGER NOT NULL,
    optimum     INTEGER NOT NULL,
    least_grade REAL NOT NULL,        -- no card of this tier and optimum has a lower or a higher one
    most_grade  REAL NOT NULL,
    PRIMARY KEY (tier, optimum)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER card_graded AFTER INSERT ON cards WHEN new.grade IS NOT NULL BEGIN
    INSERT INTO rungs SELECT tier, optimum, new.grade, new.grade FROM kinds WHERE kind = new.kind
    ON CONFLICT (tier, optimum) DO UPDATE
        SET least_grade = min(least_grade, excluded.least_grade), most_grade = max(most_grade, excluded.most_grade)
        WHERE excluded.least_grade < least_grade OR excluded.most_grade > most_grade;
END;
"""

VERSION = 3


def connect(path: StrPath, create: bool = False) -> sqlite3.Connection:
    """Open a catalogue. With `create`, it is created if it does not exist. An empty file becomes a catalogue.

    Raise `InputError` if the file is not a catalogue, has other tables, or cannot be opened.
    """
    shown = os.fspath(path)
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        what = f"this Python's SQLite is {sqlite3.sqlite_version}"
        raise InputError(Fault("", what, f"a catalogue needs {'.'.join(map(str, OLDEST_SQLITE))} or newer", printable(shown)))
    _check_path(shown, create)
    is_new, connection = not os.path.lexists(shown), None
    try:
        connection = _open(shown, create)
        if is_empty(connection, shown):
            _create(connection, shown)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if is_new:  # a full disk leaves an empty file
            for ending in ("", "-wal", "-shm"):
                Path(shown + ending).unlink(missing_ok=True)
        if isinstance(error, SQLITE_ERRORS):
            raise refusal(shown, error) from None
        raise
    return connection


_MEANINGS = (
    ("UnicodeDecodeError", "the catalogue is damaged: its tables are not text", RESTORE),
    ("MemoryError", "the catalogue is damaged: its word index is not an index", RESTORE),
    ("not a database", "this file is not a catalogue, and not an SQLite file at all", ANOTHER_FILE),
    ("locked|busy", f"another program has been writing to it for {BUSY:g} s", "wait for that program to end"),
    (
        "readonly|unable to open",
        "the catalogue cannot be opened for writing ({})",
        "it and its folder must be writable",
    ),
    (
        "full|disk I/O",
        "the disk is full or cannot be written ({}); what was written before is safe",
        "free some space and try again",
    ),
    (
        "malformed|corrupt|no such|decode|datatype mismatch|fts5|vtable|constraint",
        "the catalogue is damaged ({})",
        RESTORE,
    ),
    ("", "the catalogue cannot be used: {}", ""),
)
"""The causes of SQLite errors: the class or words of the error, the fault, and the remedy. The last row matches any error."""


def refusal(path: str, error: sqlite3.Error | UnicodeDecodeError | MemoryError) -> InputError:
    """Return an SQLite error as a fault of the file."""
    what, remedy = next((what, remedy) for words, what, remedy in _MEANINGS if re.search(words, repr(error)))
    return InputError(Fault("", what.format(error), remedy, printable(path)))


def _check_path(path: str, create: bool) -> None:
    try:
        target = Path(path)
        is_new, folder = not target.exists(), target.absolute().parent
        rows = [
            (target.is_dir(), "this is a folder, not a catalogue", "give a file in it"),
            (not is_new and not target.is_file(), "this is a device or a pipe, not a catalogue", "give a file"),
            (is_new and not create, "this catalogue does not exist", "give an existing one, or add cards to create it"),
            (is_new and not folder.is_dir(), f"the folder {folder} does not exist", "create it first"),
        ]
    except (OSError, ValueError) as error:
        raise InputError(Fault("", f"the file cannot be opened: {reason_of(error)}", "", printable(path))) from None
    raise_faults([Fault("", what, remedy, printable(path)) for is_wrong, what, remedy in rows if is_wrong][:1])


def _open(path: str, create: bool) -> sqlite3.Connection:
    """Return a connection without implicit transactions; it is read-only if the file or its folder is."""
    address = Path(path).absolute().as_uri()
    mode = "rwc" if create else "rw"
    connection = sqlite3.connect(f"{address}?mode={mode}", uri=True, timeout=BUSY, isolation_level=None)
    try:
        connection.execute(f"PRAGMA hard_heap_limit = {MOST_MEMORY}")
        is_empty(connection, path)  # checked before any change, because another program may own the file
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")  # with WAL, a power cut loses at most the last commits
        connection.execute("PRAGMA cache_size = -262144")  # at most 256 MB, enough for the indices of some million ids
        connection.execute("PRAGMA wal_autocheckpoint = 16384")  # pages; one that is written many times is copied once
        connection.execute("PRAGMA recursive_triggers = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        return connection
    except sqlite3.OperationalError as error:
        connection.close()
        if create or not any(words in str(error) for words in ("readonly", "unable to open", "full", "disk I/O")):
            raise
    except BaseException:
        connection.close()
        raise
    # On a disk that cannot be written nobody else changes the catalogue either, so it is read as it is.
    left_over = Path(path + "-wal")
    if left_over.exists() and left_over.stat().st_size:
        what = f"the program that wrote it was stopped, and {left_over.name} cannot be merged on a read-only disk"
        raise InputError(Fault("", what, "copy both files to a folder that can be written to", printable(path)))
    connection = sqlite3.connect(f"{address}?immutable=1", uri=True, isolation_level=None)
    connection.execute("PRAGMA query_only = ON")
    return connection


def is_empty(connection: sqlite3.Connection, path: str) -> bool:
    """Return whether a file has no tables yet; raise `InputError` if it is neither empty nor a valid catalogue."""
    whose = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    holds = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    damage, remedy = "", RESTORE
    if whose != APPLICATION_ID and (whose or version or holds):
        damage = "this SQLite file belongs to another program" + (f" (application id {whose:#x})" if whose else "")
        remedy = ANOTHER_FILE
    elif version not in (0, VERSION):
        damage = (
            f"this catalogue is of version {version}, made by another version of the program; this one reads version {VERSION}"
        )
        remedy = "export the cards with the other program"
    elif version and _objects(connection) != _expected():
        damage = "the catalogue is damaged: its tables are not those that this program makes"
    if damage:
        raise InputError(Fault("", damage, remedy, printable(path)))
    if version:
        connection.execute("SELECT rowid FROM words WHERE words MATCH 'a' LIMIT 1")  # reads the head of the index of words
    return version == 0


_Objects = frozenset[tuple[str, str, str | None]]


def _objects(connection: sqlite3.Connection) -> _Objects:
    """Return the definition of a catalogue as SQL. Tables that SQLite itself makes are listed only by name.

    A file from a stranger may contain anything under the names of our tables, such as views that never end or triggers that
    write.
    """
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")
    return frozenset((kind, name, None if name.startswith("words_") and kind == "table" else sql) for kind, name, sql in found)


@cache
def _expected() -> _Objects:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.executescript(TABLES)
        return _objects(connection)
    finally:
        connection.close()


def _create(connection: sqlite3.Connection, path: str) -> None:
    """Create the tables in one transaction, so that a crash leaves an empty file."""
    version = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}"
    try:
        with connection:
            connection.executescript(f"BEGIN IMMEDIATE; {TABLES} {version}; COMMIT")
    except sqlite3.Error:
        if is_empty(connection, path):  # otherwise, another program was faster
            raise
