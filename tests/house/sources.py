"""The sources of the package and its tests, parsed, and what several house rules ask of them."""

import ast
import gc
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "shunt"
SOURCES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
HAND_WRITTEN = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]

Function = ast.FunctionDef | ast.AsyncFunctionDef


def found_in(paths: Iterable[Path], look: Callable[[Path, ast.Module], Iterable[str]]) -> list[str]:
    """What `look` finds in each source, with the file it is in."""
    return [f"{path.relative_to(ROOT)}: {what}" for path in paths for what in look(path, parsed(path))]


def fresh(path: Path) -> ast.Module:
    """The tree of a source, which may be changed. To look for garbage among its many nodes would take longer than to parse."""
    gc.disable()
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    gc.freeze()
    gc.enable()
    return tree


parsed = cache(fresh)  # for those who only read the tree


def imports(path: Path, tree: ast.AST, left_out: Callable[[ast.AST], bool] = lambda node: False) -> Iterator[tuple[int, str]]:
    """Every import below `tree` as (line, full dotted name), relative ones resolved; none below nodes that are left out."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = path.relative_to(ROOT).with_suffix("").parts
                base = ".".join([*here[: len(here) - node.level], *([base] if base else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif is_for_types(node):
            todo += [child for child in node.orelse if not left_out(child)]
            if not left_out(node):
                todo += node.body
        elif not isinstance(node, ast.expr):
            todo += [child for child in ast.iter_child_nodes(node) if is_for_types(child) or not left_out(child)]


def is_for_types(node: ast.AST) -> TypeGuard[ast.If]:
    """Whether only type checkers read the body of a statement."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def module_name(path: Path) -> str:
    """The dotted name of a source."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def functions(tree: ast.AST, public: bool = True) -> Iterator[tuple[bool, Function]]:
    """Every function with whether it is public: no private name on the way to it, and not inside another function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            helper = any(last_name(mark) in ("setter", "deleter", "overload") for mark in node.decorator_list)
            yield public and not helper and not node.name.startswith("_"), node
            yield from functions(node, False)
        elif not isinstance(node, ast.expr):  # no function is defined in one
            private = isinstance(node, ast.ClassDef) and node.name.startswith("_")
            yield from functions(node, public and not private)


def last_name(node: ast.AST) -> str | None:
    """The last part of a dotted name; None for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None
