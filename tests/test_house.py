"""The rules of the house, read off the sources: who may import whom, what is heavy stays lazy, everything public is explained."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import shunt

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "shunt"
SOURCES = sorted(PACKAGE.rglob("*.py"))
HAND_WRITTEN = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]

# Each may import only those before it.
ORDER = ["errors", "files", "track", "rules", "cards", "search", "humpyard", "generate", "render", "paper", "pages", "games"]
ORDER += ["cli"]
# What takes long to import, and the folders that may do so on import; all others import it where it is used.
HEAVY = {
    "numba": {"search"},
    "scipy": {"generate"},
    "reportlab": set(),
    "networkx": set(),
    "matplotlib": set(),
    "pyarrow": set(),
    "distributed": set(),
    "dask": set(),
}
LONGEST_FUNCTION, LONGEST_FILE = 60, 450

Function = ast.FunctionDef | ast.AsyncFunctionDef
each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
each_file = pytest.mark.parametrize("path", HAND_WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every import below `tree` as (line, full dotted name), relative ones resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = path.relative_to(ROOT).with_suffix("").parts
                base = ".".join([*here[: len(here) - node.level], *([base] if base else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def runs_on_import(tree: ast.Module) -> ast.Module:
    """The module without what its import does not run: bodies of functions, and what only type checkers read."""

    class Strip(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
            return None

        def visit_If(self, node: ast.If) -> ast.AST:
            if ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
                return ast.Module(node.orelse, [])
            return self.generic_visit(node)

    stripped = Strip().visit(tree)
    assert isinstance(stripped, ast.Module)
    return stripped


def folder_of(path: Path) -> str:
    """The place in `ORDER` that a source belongs to; the package's own `__init__` and `__main__` are its door."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "the door" if first in ("__init__", "__main__") else first


def climb(here: str, name: str) -> str | None:
    """What is wrong with importing `name` in the folder `here`, if anything."""
    parts = name.split(".")
    if parts[0] != "shunt" or here == "the door":
        return None
    target = parts[1] if len(parts) > 1 else ""
    if target in ORDER:
        return f"{target}, which stands below it" if ORDER.index(target) > ORDER.index(here) else None
    # Through the package's door everything can be reached: that is for the last folder alone.
    return None if target == "__version__" or here == "cli" else f"{name} through the package's door"


# ----------------------------------------------------------------------------------------------------------------- imports


@each_source
def test_folders_import_only_those_above(path: Path) -> None:
    here = folder_of(path)
    assert here == "the door" or here in ORDER, (
        f"{here} has no place in the order of folders: give it one, here and in CONTRIBUTING.md"
    )
    climbs = [f"line {line}: {here} imports {why}" for line, name in imports(path, parsed(path)) if (why := climb(here, name))]
    assert not climbs


def test_climbing_imports_are_noticed() -> None:
    found = {
        text: [climb("rules", name) is not None for _, name in imports(PACKAGE / "rules/probe.py", ast.parse(text))]
        for text in [
            "from shunt.track import plan",
            "from ..track.plan import Plan",
            "from . import moves",
            "from shunt import __version__",
            "import numpy",
            "import shunt.search.solve",
            "from ..cards import card",
            "from .. import search",
            "from shunt import solve",
            "def later():\n    from shunt.cli import main",
        ]
    }
    assert list(found.values()) == [[False]] * 5 + [[True]] * 5, found


@each_source
def test_only_the_engine_imports_numba(path: Path) -> None:
    lines = [line for line, name in imports(path, parsed(path)) if name.split(".")[0] == "numba"]
    assert not lines or folder_of(path) == "search"


@each_source
def test_heavy_packages_are_imported_where_they_are_used(path: Path) -> None:
    heavy = {name.split(".")[0] for _, name in imports(path, runs_on_import(parsed(path)))} & HEAVY.keys()
    assert {name for name in heavy if folder_of(path) not in HEAVY[name]} == set()


@pytest.mark.parametrize("start", ["import shunt", "import shunt.cli", "from shunt.cli import main; main(['--help'])"])
def test_starting_up_loads_nothing_heavy(start: str) -> None:
    script = f"import atexit, sys; atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr)); {start}"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stderr.split())
    assert "shunt" in loaded
    assert loaded & {*HEAVY, "numpy", "pydantic"} == set()


# -------------------------------------------------------------------------------------------------------------- public API


def names_seen_by_type_checkers() -> set[str]:
    """Every name that `shunt/__init__.py` (or its stub) binds as a type checker reads it."""
    stub = PACKAGE / "__init__.pyi"
    names: set[str] = set()
    for node in ast.walk(without_bodies(parsed(stub if stub.exists() else PACKAGE / "__init__.py"))):
        match node:
            case ast.ImportFrom() | ast.Import():
                names |= {alias.asname or alias.name for alias in node.names}
            case ast.FunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Assign():
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


def without_bodies(tree: ast.Module) -> ast.Module:
    """The module without the bodies of its functions."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            node.body = [ast.Pass()]
    return tree


def test_all_is_sorted_and_resolves() -> None:
    assert list(shunt.__all__) == sorted(set(shunt.__all__))
    missing = [name for name in shunt.__all__ if not hasattr(shunt, name)]
    assert not missing
    scope: dict[str, object] = {}
    exec("from shunt import *", scope)
    assert set(shunt.__all__) <= scope.keys()


def test_all_leaves_nothing_public_out() -> None:
    for name in shunt.__all__:
        getattr(shunt, name)  # lazy names appear in the module once they were asked for
    door = runs_on_import(parsed(PACKAGE / "__init__.py"))
    tools = {name.split(".")[-1] for _, name in imports(PACKAGE / "__init__.py", door) if name.split(".")[0] != "shunt"}
    # Lazy names that nobody listed are still seen by type checkers, and answer when asked for.
    reachable = {*dir(shunt), *(name for name in names_seen_by_type_checkers() if hasattr(shunt, name))}
    public = {name for name in reachable if not name.startswith("_") and not isinstance(getattr(shunt, name), types.ModuleType)}
    assert public - tools == {name for name in shunt.__all__ if not name.startswith("_")}


def test_type_checkers_see_what_all_promises() -> None:
    assert set(shunt.__all__) <= names_seen_by_type_checkers()
    assert (PACKAGE / "py.typed").exists()


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        shunt.no_such_name  # noqa: B018


def test_everything_promised_is_explained() -> None:
    told = [(name, getattr(shunt, name)) for name in shunt.__all__]
    silent = [name for name, thing in told if (callable(thing) or inspect.ismodule(thing)) and not inspect.getdoc(thing)]
    assert not silent


# ------------------------------------------------------------------------------------------------------------- readability


def functions(tree: ast.AST, public: bool = True) -> Iterator[tuple[bool, Function]]:
    """Every function with whether it is public: no private name on the way to it, and not inside another function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            helper = any(ast.unparse(mark).endswith((".setter", ".deleter", "overload")) for mark in node.decorator_list)
            yield public and not helper and not node.name.startswith("_"), node
            yield from functions(node, False)
        else:
            private = isinstance(node, ast.ClassDef) and node.name.startswith("_")
            yield from functions(node, public and not private)


@each_source
def test_modules_and_public_functions_have_docstrings(path: Path) -> None:
    tree = parsed(path)
    assert ast.get_docstring(tree), "the module says nothing about itself"
    assert [f"line {f.lineno}: {f.name}" for public, f in functions(tree) if public and not ast.get_docstring(f)] == []


@each_file
def test_functions_fit_a_screen_and_files_one_subject(path: Path) -> None:
    long = {
        f.name: lines
        for _, f in functions(parsed(path))
        if (lines := (f.end_lineno or f.lineno) - f.lineno + 1) > LONGEST_FUNCTION
    }
    assert not long
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_FILE


@each_file
def test_no_leftovers(path: Path) -> None:
    leftover = re.compile(r"\b(" + "|".join(["TO" "DO", "FIX" "ME", "X" "XX", "HA" "CK"]) + r")\b|\bbreakpoint\(\)")  # fmt: skip
    found = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if leftover.search(line)]
    assert not found


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_tests_can_fail(path: Path) -> None:
    """Every test claims something, itself or through a helper called check… or assert…, and none is switched off."""
    tree = parsed(path)
    for _, function in functions(tree):
        if function.name.startswith("test"):
            body = ast.unparse(ast.Module(function.body, []))
            assert re.search(r"\bassert|\bcheck|\braises\(", body), f"{function.name} claims nothing"
    off = re.compile(r"pytest\.(mark\.)?(skip|skipif|xfail)\b|importorskip")
    switched_off = [
        line for line in path.read_text(encoding="utf-8").splitlines() if off.search(line) and "re.compile" not in line
    ]
    assert not switched_off


@each_source
def test_every_module_can_be_imported(path: Path) -> None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    if not name.endswith("__main__"):
        assert importlib.import_module(name).__name__ == name
