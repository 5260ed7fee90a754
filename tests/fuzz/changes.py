"""Random changes of sound files: of bytes, tokens, values (JSON), rows (SQLite) and headers (tablebases, checkpoints)."""

import hashlib
import json
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any

from shunt.files.container import DIGEST, PAGE, PREFIX, canonical
from shunt.search.tablebase.checkpoint import BLOCK, CHECKPOINT
from tests.fuzz.values import VALUES, change_value
from tests.search.tablebase import crafted

TOKENS = [
    *('"', "'", '"""', "{", "}", "[", "]", "[[", "]]", "=", ":", ",", ".", "\n", "\\", "\\u0000", "\\ud800", "#", "null", "true"),
    *("nan", "-1", "0", "1e999", "9" * 30, "9" * 5000, "0.5", "A1>A2", "A1", "../../x", "/dev/zero", "\x00", "\x1b[2J", "\u202e"),
    *("schema", "name", "[start]", "[goal]", "[about]", "layout", "cars", "locomotives", "shunt-card/1", "shunt-layout/1"),
    *(" ", "?", "*", "é", "\ud7ff", "(", ")", ";", "+red", "-green", "via", "forward"),
]
WAL = slice(18, 20)  # bytes of the head of an SQLite file: 2 means that it is in WAL mode, which a database in memory cannot be


def change_text(sound: bytes, draw: random.Random) -> bytes:
    """Return a text with other bytes and tokens or (JSON) other values; JSON Lines have one object on each line."""
    if sound.startswith(b"{") and draw.random() < 0.6:
        whole = sound.startswith(b"{\n")
        first, _, rest = (sound, b"", b"") if whole else sound.partition(b"\n")
        with suppress(ValueError):
            data = json.loads(first)
            for _ in range(draw.randint(1, 3)):
                change_value(data, draw, VALUES)
            return json.dumps(data).encode() + b"\n" + rest
    return change_bytes(sound, draw, [token.encode("utf-8", "surrogatepass") for token in TOKENS])


def change_bytes(sound: bytes, draw: random.Random, tokens: Sequence[bytes] = ()) -> bytes:
    """Return a file with parts replaced, removed or copied, lines moved, or its end cut off.

    Parts of a text are replaced by `tokens`. In a binary file, most changes are near the beginning.
    """
    content = bytearray(sound)
    for _ in range(draw.randint(1, 4)):
        within = len(content) if tokens else draw.choice([100, 1_000, 10_000, len(content)])
        at, begin = draw.randrange(min(within, len(content)) or 1), draw.randrange(len(content) or 1)
        length, act = draw.choice([1, 1, 2, 4, 8, 40]), draw.random()
        if act < 0.5:
            content[at : at + length] = draw.choice(tokens or [draw.randbytes(length), b"\0" * length, b"\xff" * length])
        elif act < 0.65:
            content[at : at + length] = b""
        elif act < 0.8:
            content[at : at + 8 * length] = content[begin : begin + 8 * length] * draw.choice([1, 1, 2, 50])
        elif act < 0.95:
            lines = bytes(content).split(b"\n")
            lines.insert(draw.randrange(len(lines)), lines.pop(draw.randrange(len(lines))))
            content = bytearray(b"\n".join(lines))
        else:
            del content[at:]
    return bytes(content)


def change_catalogue(sound: bytes, draw: random.Random) -> bytes:
    """Return a catalogue with other bytes, or (mostly) with other values in its tables than a program would write."""
    if draw.random() < 0.3:
        return change_bytes(sound, draw)
    head = bytearray(sound)
    head[WAL] = b"\1\1"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(bytes(head))
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA writable_schema = ON")
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        # Columns are asked before anything is changed: a table of full text may be unreadable after that.
        tables = [(name, _columns(connection, name)) for name in ("sqlite_master", *names)]
        for _ in range(draw.randint(1, 3)):
            table, columns = draw.choice(tables)
            column = draw.choice(columns)
            # A STRICT table refuses values of another type.
            with suppress(sqlite3.Error, OverflowError, UnicodeError, MemoryError):
                where = "WHERE rowid = 1" if table in ("cards", "kinds", "boards") and draw.random() < 0.5 else ""
                if draw.random() < 0.1:
                    connection.execute(f"DELETE FROM {table} {where}")
                else:
                    connection.execute(
                        f"UPDATE OR IGNORE {table} SET {column} = ? {where}", (_cell(connection, table, column, draw),)
                    )
        changed = bytearray(connection.serialize())
    changed[WAL] = sound[WAL]
    return bytes(changed)


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _cell(connection: sqlite3.Connection, table: str, column: str, draw: random.Random) -> Any:
    """Return a value for a cell: any value, or its own one changed as a text."""
    found = connection.execute(f"SELECT {column} FROM {table} LIMIT 1").fetchone()
    if found and isinstance(found[0], str) and draw.random() < 0.6:
        return change_text(found[0].encode(), draw).decode("utf-8", "replace")
    if found and isinstance(found[0], bytes):
        return change_bytes(found[0] or b"\0", draw)
    value = draw.choice(VALUES)
    return value if isinstance(value, int | float | str | None) else json.dumps(value)


def change_tablebase(sound: bytes, draw: random.Random) -> bytes:
    """Return a tablebase with other bytes, or with another header and digests that are right."""
    return crafted.changed(sound, draw) if draw.random() < 0.7 else change_bytes(sound, draw)


def change_checkpoint(sound: bytes, draw: random.Random) -> bytes:
    """Return a checkpoint with other bytes, or with another header and other words whose digests are right."""
    if draw.random() < 0.3:
        return change_bytes(sound, draw)
    length = int.from_bytes(sound[12:16], "little")
    values = json.loads(sound[PREFIX.size : PREFIX.size + length])
    begins = -(-(PREFIX.size + length + DIGEST * len(values["arrays"])) // PAGE) * PAGE  # each array is less than a block
    words = bytearray(sound[begins:])
    sizes = [8 * size for _, size in values["arrays"]]
    for _ in range(draw.randint(0, 3)):
        words[draw.randrange(len(words))] ^= 1 << draw.randrange(8)
    for _ in range(draw.randint(0, 2)):
        change_value(values, draw, VALUES)
    try:
        text = canonical(values)
    except ValueError:
        return change_bytes(sound, draw)
    digests = b""
    for size in sizes:
        assert size <= BLOCK
        digests += hashlib.blake2b(words[sum(sizes[: len(digests) // DIGEST]) :][:size], digest_size=DIGEST).digest()
    digest = hashlib.blake2b(text + digests, digest_size=32).digest()
    head = PREFIX.pack(CHECKPOINT.magic, CHECKPOINT.version, len(text), digest) + text + digests
    return head.ljust(-(-len(head) // PAGE) * PAGE, b"\0") + bytes(words)
