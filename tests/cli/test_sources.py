"""The sources of commands: they do not import each other, and their texts are in plain English."""

import ast
from collections.abc import Iterator
from pathlib import Path

from shunt.cli.commands import COMMANDS, MAKE
from tests.cli.test_help import BANNED
from tests.house.sources import SOURCES, found_in, imports, module_name

MODULES = {entry[0].partition(":")[0] for entry in (*COMMANDS.values(), *MAKE.values())}
OURS = [path for path in SOURCES if "cli" in path.parts]


def test_no_command_of_the_core_imports_another():
    def commands(path: Path, tree: ast.Module) -> Iterator[str]:
        for _, name in imports(path, tree):
            yield from {name, name.rpartition(".")[0]} & MODULES - {module_name(path)}

    assert len(MODULES) > 20
    assert found_in(OURS, commands) == []


def test_texts_are_in_plain_english():
    def banned(path: Path, tree: ast.Module) -> Iterator[str]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := BANNED.search(node.value)):
                yield f"line {node.lineno}: {match[0]!r} in {node.value[:60]!r}"

    assert found_in(OURS, banned) == []
