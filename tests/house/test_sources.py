"""Readable sources: docstrings, functions that fit a screen, no leftovers."""

from __future__ import annotations

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


def test_modules_and_public_functions_have_docstrings() -> None:
    def silent(path: Path, tree: ast.Module) -> Iterator[str]:
        if not ast.get_docstring(tree):
            yield "the module has no docstring"
        yield from (f"line {f.lineno}: {f.name}" for public, f in functions(tree) if public and not ast.get_docstring(f))

    assert found_in(SOURCES, silent) == []


def test_functions_fit_a_screen() -> None:
    def long(path: Path, tree: ast.Module) -> Iterator[str]:
        for _, f in functions(tree):
            if (lines := (f.end_lineno or f.lineno) - f.lineno + 1) > LONGEST_FUNCTION:
                yield f"{f.name} has {lines} lines"

    assert found_in(HAND_WRITTEN, long) == []


def test_no_leftovers() -> None:
    leftover = re.compile(r"\b(" + "|".join(["TO" "DO", "FIX" "ME", "X" "XX", "HA" "CK"]) + r")\b|\bbreakpoint\(\)")  # fmt: skip

    def left(path: Path, tree: ast.Module) -> Iterator[str]:
        yield from (line.strip() for line in path.read_text(encoding="utf-8").splitlines() if leftover.search(line))

    assert found_in(HAND_WRITTEN, left) == []


def test_only_the_command_line_speaks_of_options() -> None:
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
