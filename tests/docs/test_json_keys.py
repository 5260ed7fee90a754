"""Every key that a command prints with `--json` is described in the reference."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from shunt.cli.commands import COMMANDS
from tests.cli.running import answer
from tests.docs.blocks import DOCS, PAGES
from tests.effort import some

MOVES, SHARED = "a train move", {"common", "reasons", "simulate"}


@cache
def described() -> dict[str, dict[str, str]]:
    """The tables of keys with their meanings."""
    return tomllib.loads((DOCS / "reference" / "json-keys.toml").read_text(encoding="utf-8"))


def named(table: str) -> set[str]:
    """The keys that a table names, in its rows or in what it says of them."""
    rows = described()[table]
    keys = {key for names in rows for key in re.split(r", |\[\]\.|\.", names)}
    return keys | {key for meaning in rows.values() for key in re.findall("`([^`]+)`", meaning)}


def printed(data: Mapping[str, Any]) -> Iterator[str]:
    """The keys of an object, and of the entries of its lists."""
    for key, value in data.items():
        yield key
        for entry in value if isinstance(value, list) else []:
            if isinstance(entry, dict):
                yield from entry


COMMAND_LINES = [
    ("solve", "solve push-and-home"),
    ("hint", "hint push-and-home"),
    ("moves", "moves push-and-home"),
    ("replay", "replay first-swap; A A1>B2"),
    ("show", "show first-swap"),
    ("show", "show wye-18"),
    ("list", "list"),
    ("check", "check first-swap"),
    ("graph", "graph wye-18"),
    ("pack log", "pack log starter"),
    ("bid referee", "bid referee bare; A+B q0>sink; --train; A B; --order; A B; --bid; 1"),
    ("bid table", "bid table two-storeys --cars 2"),
    ("yard show", "yard show two-storeys"),
    ("yard check", "yard check two-storeys"),
    ("yard tiles", "yard tiles"),
    ("games", "games"),
    ("simulate", "tiles simulate --games 1 --workers 1"),
    ("yardmaster pay", "yardmaster pay C3 --token L --hand; 2C 2L"),
    ("express best", "express best --length 2 --cards; R3|G3 G2|G2 G4|Y4"),
    ("tiles odds", "tiles odds"),
]


@pytest.mark.parametrize("called", some(COMMAND_LINES, 4), ids=lambda called: called[1])
def test_every_key_is_described(called):
    table, line = called
    first, *rest = line.split("; ")
    known = named(table) | named("common") | (named(MOVES) if table in ("solve", "replay") else set())
    assert set(printed(answer(*first.split(), *rest))) - known == set()


def test_every_table_is_shown_and_belongs_to_a_command():
    blocks = re.findall(r"^```\{output\}\s(.+?)\n```$", PAGES["docs/reference/json.md"], re.MULTILINE | re.DOTALL)
    assert [name for block in blocks for name in block.split("\n")] == [*described()]
    assert {name.split()[0] for table in described() for name in table.split(", ")} <= {*COMMANDS, *SHARED, *MOVES.split()}
