"""Tests that can fail: every one asserts something, none is switched off, no property test skips examples in silence."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.house.sources import (
    ROOT,
    TESTS,
    Function,
    found_in,
    functions,
    last_name,
    parsed,
)


@cache
def calls(function: Function) -> set[str]:
    """The last names of everything that a function calls; "assert" for an assertion of its own."""
    nodes = list(ast.walk(function))
    found = {last_name(node.func) for node in nodes if isinstance(node, ast.Call)} - {None}
    return found | ({"assert"} if any(isinstance(node, ast.Assert) for node in nodes) else set())


def asserting(functions: Mapping[str, list[Function]]) -> set[str]:
    """The names of functions that contain an assertion, themselves or in what they call, as far as these functions know it.

    Every definition of a name must assert, so that a harmless namesake lends no proof.
    """
    proven = {"assert", "raises", "warns", "fail", "assert_array_equal"}
    while True:
        more = {name for name, bodies in functions.items() if name not in proven and all(calls(body) & proven for body in bodies)}
        if not more:
            return proven
        proven |= more


def test_every_test_asserts_something():
    """Every test has an assertion, itself or in a helper of the tests that it calls."""
    everything = {}
    for path in (ROOT / "tests").rglob("*.py"):
        for _, function in functions(parsed(path)):
            everything.setdefault(function.name, []).append(function)
    proven = asserting({name: bodies for name, bodies in everything.items() if not name.startswith("test")})

    def silent(path: Path, tree: ast.Module) -> Iterator[str]:
        for _, function in functions(tree):
            if function.name.startswith("test") and not calls(function) & proven:
                yield function.name

    assert found_in(TESTS, silent) == []


def test_no_test_is_switched_off():
    off = re.compile(r"pytest\.(mark\.)?(skip|skipif|xfail)\b|importorskip")

    def switched_off(path: Path, tree: ast.Module) -> Iterator[str]:
        lines = path.read_text(encoding="utf-8").splitlines()
        yield from (line.strip() for line in lines if off.search(line) and "re.compile" not in line)

    assert found_in(TESTS, switched_off) == []


def test_no_property_test_returns_early():
    """A `return` inside `@given` would hide how few examples are checked: `assume` counts them."""

    def returns(path: Path, tree: ast.Module) -> Iterator[str]:
        for _, function in functions(tree):
            if not any(isinstance(mark, ast.Call) and last_name(mark.func) == "given" for mark in function.decorator_list):
                continue
            inner = {
                id(node)
                for child in ast.walk(function)
                if isinstance(child, Function) and child is not function
                for node in ast.walk(child)
            }
            if any(isinstance(node, ast.Return) and id(node) not in inner for node in ast.walk(function)):
                yield function.name

    assert found_in(TESTS, returns) == []
