"""The sources of the command line: commands do not import each other, and their texts are in plain English."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from shunt.cli.commands import COMMANDS, MAKE
from tests.cli.running import ROOT
from tests.cli.test_help import BANNED

SOURCES = sorted((ROOT / "shunt" / "cli").rglob("*.py"))
MODULES = {entry[0].partition(":")[0] for entry in (*COMMANDS.values(), *MAKE.values())}


def imported(path: Path) -> set[str]:
    """Every module that a file imports, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_no_command_imports_another() -> None:
    assert len(MODULES) > 20
    found = {module_of(path): others for path in SOURCES if (others := imported(path) & MODULES - {module_of(path)})}
    assert not found


@pytest.mark.parametrize("folder", ["", "cards", "classics", "generate", "hump", "games"])
def test_texts_are_in_plain_english(folder: str) -> None:
    found = []
    for path in sorted((ROOT / "shunt" / "cli" / folder).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := BANNED.search(node.value)):
                found.append(f"{path.name}:{node.lineno}: {match[0]!r} in {node.value[:60]!r}")
    assert not found
