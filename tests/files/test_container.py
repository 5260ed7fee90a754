"""Containers of data: damage to the head is found when a file is opened."""

import struct
from dataclasses import dataclass
from pathlib import Path

import pytest

from shunt.files.container import PREFIX, Container, ContainerError, ContainerHeader, block_digest, canonical

BOX = Container(b"SHUNT\x1aXX", 2, "a box", "name another file", "pack it again")
DATA = b"what is in it"


@dataclass(frozen=True)
class Box(ContainerHeader):
    """The header of a box, whose data is one block."""

    size: int
    blocks = 1
    data_size = property(lambda self: self.size)
    text = property(lambda self: canonical({"size": self.size}))


SOUND = BOX.head(Box(len(DATA)), block_digest(DATA)) + DATA
HEAD = PREFIX.size + len(Box(len(DATA)).text) + 8
BIG = PREFIX.pack(BOX.magic, 2, 1 << 30, bytes(32))


def opened(content: bytes, folder: Path) -> Box:
    (folder / "box").write_bytes(content)
    with (folder / "box").open("rb") as file:
        return BOX.read_head(file, Box)[0]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "this file is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(5000), "this is not a box"),
        (SOUND[:8] + struct.pack("<I", 3) + SOUND[12:], "a newer program wrote format version 3; this one reads version 2"),
        (SOUND[:8] + struct.pack("<I", 1) + SOUND[12:], "an older program wrote format version 1"),
        (SOUND + b"x", "something was added: 4,110 bytes are there, and it should be 4,109"),
        (BIG, "the header has been changed or damaged"),
        *((SOUND[:length], "truncated: only ") for length in (8, 13, PREFIX.size, PREFIX.size + 5, HEAD - 1, HEAD, 4108)),
    ],
)
def test_what_is_wrong_is_said(content, what, tmp_path):
    assert opened(SOUND, tmp_path) == Box(len(DATA))
    with pytest.raises(ContainerError) as caught:
        opened(content, tmp_path)
    assert caught.value.what.startswith(what)


def test_each_byte_of_the_head_counts(tmp_path):
    for place in range(HEAD):
        changed = bytearray(SOUND)
        changed[place] ^= 1
        with pytest.raises(ContainerError):
            opened(changed, tmp_path)
