"""The container of the binary files that a user names: tablebases, and checkpoints of floods.

    magic (8) · format version (4) · bytes of the header (4) · digest (32) · header, JSON · digests of the blocks (8 each)
    · zeros up to a multiple of 4,096 · data

Numbers are little-endian, and digests are BLAKE2b. The first digest covers the header and the digests of the blocks. Opening a
file of any size is therefore fast, and a block is verified when it is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import IO, Any, TypeVar

from pydantic import TypeAdapter

PREFIX = struct.Struct("<8sII32s")
DIGEST = 8  # bytes of a block's digest
PAGE = 4096
LONGEST_HEADER = 1 << 20


class ContainerHeader(ABC):
    """The header of a file: its `text`, the number of `blocks` of data that follow it, and the size of the data in bytes,
    `data_size`."""

    @property
    @abstractmethod
    def text(self) -> bytes:
        """Return the header as written in the file."""

    @property
    @abstractmethod
    def blocks(self) -> int:
        """Return the number of blocks, each with a digest."""

    @property
    @abstractmethod
    def data_size(self) -> int:
        """Return the size of all data in bytes."""

    @property
    def data_begins(self) -> int:
        """Return the offset of the data in the file."""
        return -(-(PREFIX.size + len(self.text) + DIGEST * self.blocks) // PAGE) * PAGE

    @property
    def file_size(self) -> int:
        """Return the size of the whole file in bytes."""
        return self.data_begins + self.data_size


H = TypeVar("H", bound=ContainerHeader)
_adapter = cache(TypeAdapter)


class ContainerError(ValueError):
    """A fault of a file, and the remedy."""

    def __init__(self, what: str, remedy: str) -> None:
        self.what, self.remedy = what, remedy
        super().__init__(what)


def canonical(value: Any) -> bytes:
    """Return a value as JSON in the canonical form that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def block_digest(block: bytes | memoryview) -> bytes:
    """Return the digest of one block."""
    return hashlib.blake2b(block, digest_size=DIGEST).digest()


@dataclass(frozen=True)
class Container:
    """A kind of file: its `magic`, the `version` of its data, its `name` with an article, and the remedies for faults.

    `another`: the remedy for a file of another kind. `again`: the remedy for a damaged one.
    """

    magic: bytes
    version: int
    name: str
    another: str
    again: str

    def head(self, header: ContainerHeader, digests: bytes) -> bytes:
        """Return all that comes before the data."""
        digest = hashlib.blake2b(header.text + digests, digest_size=32).digest()
        found = PREFIX.pack(self.magic, self.version, len(header.text), digest) + header.text + digests
        return found.ljust(header.data_begins, b"\0")

    def read_head(self, file: IO[bytes], kind: type[H]) -> tuple[H, bytes]:
        """Return the header, which is a dataclass, and the digests of the blocks; raise `ContainerError` for the first fault
        found."""
        size = os.fstat(file.fileno()).st_size
        prefix = file.read(PREFIX.size)
        if prefix[: len(self.magic)] != self.magic:
            raise ContainerError(f"this is not {self.name}" if prefix else "this file is empty", self.another)
        truncated = ContainerError(f"truncated: only {size:,} bytes are there", self.again)
        if len(prefix) < PREFIX.size:
            raise truncated
        _, version, length, digest = PREFIX.unpack(prefix)
        if version != self.version:
            which = "a newer" if version > self.version else "an older"
            what = f"{which} program wrote format version {version}; this one reads version {self.version}"
            raise ContainerError(what, f"use that program, or {self.again}")
        damaged = ContainerError("the header has been changed or damaged", self.again)
        if length > LONGEST_HEADER:
            raise damaged
        text = file.read(length)
        if len(text) < length:
            raise truncated
        try:
            header = _adapter(kind).validate_json(text, strict=True)
            if header.text != text:
                raise damaged
        except (ValueError, RecursionError, MemoryError):
            raise damaged from None
        expected = DIGEST * header.blocks
        digests = file.read(expected) if expected <= size else b""
        if len(digests) < expected:
            raise ContainerError(f"truncated: only {size:,} of {header.file_size:,} bytes are there", self.again)
        if hashlib.blake2b(text + digests, digest_size=32).digest() != digest:
            raise damaged
        if size != header.file_size:
            what = "truncated: only" if size < header.file_size else "something was added:"
            raise ContainerError(f"{what} {size:,} bytes are there, and it should be {header.file_size:,}", self.again)
        return header, digests
