"""Tablebases with right digests and wrong contents, made by changing the header of a sound one.

As a program: `python -m tests.search.tablebase.crafted FILE FOLDER SEED COUNT` opens COUNT changed copies of FILE and asks each
for every distance; it prints how many were accepted and how many refused. Run it with NUMBA_BOUNDSCHECK=1 to see every index.
"""

import json
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.files.container import DIGEST, PREFIX, block_digest
from shunt.search.tablebase.format import BLOCK, TABLEBASE, Header, key_of_card
from shunt.search.tablebase.reader import Tablebase
from tests.fuzz.values import VALUES, change_value

MOST_SLOTS = 1 << 24


def parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    """The header of a table as JSON, and its data."""
    length = int.from_bytes(content[12:16], "little")
    values = json.loads(content[PREFIX.size : PREFIX.size + length])
    return values, content[_header(values).data_begins :]


def _header(values: dict[str, Any]) -> Header:
    return Header(values["key"], values["puzzle"], values["slots"], tuple(values["levels"]), values["program"])


def crafted(values: dict[str, Any], data: bytes) -> bytes:
    """A table of this header, its digests and its sizes right as far as they can be."""
    header = _header(values)
    data = data[: 8 * header.words].ljust(8 * header.words, b"\0")
    digests = b"".join(block_digest(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))
    assert len(digests) == DIGEST * header.blocks
    return TABLEBASE.head(header, digests) + data


def changed(content: bytes, draw: random.Random) -> bytes:
    """A table with one to three values of its header, at any depth, replaced, left out or doubled, as a file could hold them."""
    while True:
        values, data = parts(content)
        with suppress(TypeError, ValueError, KeyError, AttributeError, MemoryError, OverflowError):  # no file could say this
            for _ in range(draw.randint(1, 3)):
                change_value(values["puzzle"] if draw.random() < 0.95 else values, draw, VALUES)
            with suppress(InputError):  # a card: the key is right, too
                values["key"] = key_of_card(load_card(json.dumps(values["puzzle"])))
            if values["slots"] < MOST_SLOTS:  # the file has the size that its header says
                return crafted(values, data)


def asked(path: Path, slots: int = 300) -> bool:
    """Open a table and ask it; return whether it was accepted. Any error but `InputError` is a bug."""
    try:
        table = Tablebase.open(path)
        table.verify()
        draw = random.Random(1)
        for number in {draw.randrange(table.header.slots) for _ in range(slots)}:
            position = table.arrangements.position(number)
            if not list(table.rules.faults_of(position)):
                table.distance(position)
                table.path(position)
    except InputError as error:
        if not str(error).isprintable():
            raise ValueError(f"not printable: {str(error)!r}") from None
        return False
    return True


def run(content: bytes, folder: Path, seed: int, count: int) -> tuple[int, int]:
    """Ask `count` changed copies; return how many were accepted and how many were refused."""
    draw = random.Random(seed)
    path, accepted = folder / "crafted.table", 0
    for _ in range(count):
        path.write_bytes(changed(content, draw))
        accepted += asked(path, 5)
    return accepted, count - accepted


if __name__ == "__main__":
    print(*run(Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
