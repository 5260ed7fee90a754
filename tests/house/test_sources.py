"""Readable sources: functions that fit a screen, and no options in messages of the library. Ruff checks what is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import (
    HAND_WRITTEN,
    PACKAGE,
    SOURCES,
    found_in,
    functions,
)

LONGEST_FUNCTION = 60  # lines


def test_functions_fit_a_screen():
    def long(path: Path, tree: ast.Module) -> Iterator[str]:
        for _, f in functions(tree):
            if (lines := (f.end_lineno or f.lineno) - f.lineno + 1) > LONGEST_FUNCTION:
                yield f"{f.name} has {lines} lines"

    assert found_in(HAND_WRITTEN, long) == []


def test_only_the_command_line_speaks_of_options():
    """Faults raised below the commands name parameters: also a program that calls the library reads them."""

    option = re.compile(r"(?<![\w-])--[a-z]")

    def options(path: Path, tree: ast.Module) -> Iterator[str]:
        plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and id(node) not in plain else None
            if isinstance(text, str) and option.search(text):
                yield f"line {node.lineno}: {text}"

    library = [path for path in SOURCES if not {"cli", "commands"} & set(path.relative_to(PACKAGE).parts)]
    assert found_in((path for path in library if option.search(path.read_text(encoding="utf-8"))), options) == []
    assert list(options(Path(), ast.parse("raise InputError(Fault('--tablebases', f'no folder {name}'))"))) != []
