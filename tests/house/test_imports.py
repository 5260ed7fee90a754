"""Who may import whom: folders in their order, no circles at any level, heavy packages only where they are used."""

import ast
import importlib
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.house.sources import (
    PACKAGE,
    ROOT,
    SOURCES,
    found_in,
    imports,
    is_for_types,
    module_name,
    parsed,
)

# The core: each room may import only those before it, and no wing.
CORE = ["errors", "version", "files", "pictures", "track", "rules", "cards", "search", "render", "cli"]
# Each wing may import the core and the wings beside it. The generator measures the boards that it proposes as they are drawn.
WINGS = {
    "drawing": set(),
    "films": set(),
    "classics": set(),
    "generator": set(),
    "games": set(),
    "hump": {"games"},
    "railways": set(),
    "tablebases": set(),
    "paper": {"generator", "hump", "games", "classics"},
    "pages": {"generator", "hump", "games", "classics", "paper"},
}
# Folders with everything about a kind of puzzle. Each module or folder in them belongs to the room or wing of its name.
KINDS = {"sidings"}


def room_in(parts: Sequence[str]) -> str:
    """The room of a module, given its path in the package."""
    return parts[1] if parts[0] in KINDS and len(parts) > 1 else parts[0]


def room_of(path: Path) -> str:
    """The room of a source; `__init__` and `__main__` of the package or of a kind of puzzle are its door."""
    room = room_in(path.relative_to(PACKAGE).with_suffix("").parts)
    return "the door" if room in ("__init__", "__main__") else room


def wrong_way(here: str, name: str) -> str | None:
    """What is wrong with importing `name` in the room `here`, if anything."""
    parts = name.split(".")
    if parts[0] != "shunt" or here == "the door":
        return None
    target = room_in(parts[1:]) if len(parts) > 1 else ""
    if target in CORE:
        return f"{target}, which comes after it" if here in CORE and CORE.index(target) > CORE.index(here) else None
    if target in WINGS:
        return None if here == target or target in WINGS.get(here, ()) else f"the wing {target}"
    return None if target == "__version__" or here == "cli" else f"{name} through the package's door"


def test_the_core_imports_no_wing_and_rooms_only_those_they_may():
    assert {room_of(path) for path in SOURCES} == {"the door", *CORE, *WINGS} - {"version"}, "a room is not in the plan"

    def wrong(path: Path, tree: ast.Module) -> Iterator[str]:
        here = room_of(path)
        for line, name in imports(path, tree):
            if why := wrong_way(here, name):
                yield f"line {line}: {here} imports {why}"

    assert found_in(SOURCES, wrong) == []


@cache
def import_graph() -> dict[str, set[str]]:
    """Module → the modules of the package that it imports, wherever the import is (types aside)."""
    names = {module_name(path) for path in SOURCES}
    graph = {}
    for path in SOURCES:
        found = set()
        for _, name in imports(path, parsed(path), is_for_types):
            # `from package import module` names a module, `from module import value` a value in one.
            found |= {name} & names or {name.rpartition(".")[0]} & names
        graph[module_name(path)] = found - {module_name(path)}
    return graph


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """A circle of the graph; empty if it has none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_by_way_of_others():
    assert circle_in(import_graph()) == []


def test_the_names_in_every_folder_can_be_put_in_order():
    """In each folder, files and sub-folders import one another in one direction only."""
    for folder in [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__")]:
        prefix = module_name(folder / "__init__.py")
        depth = prefix.count(".") + 1
        rooms = {}
        for module, others in import_graph().items():
            if module.startswith(f"{prefix}."):
                room = room_in(module.split(".")[depth:])
                inside = {room_in(other.split(".")[depth:]) for other in others if other.startswith(f"{prefix}.")}
                rooms.setdefault(room, set()).update(inside - {room})
        assert circle_in(rooms) == [], f"{prefix}: a circle of imports"


def test_only_engines_import_numba():
    def numba(path: Path, tree: ast.Module) -> Iterator[str]:
        if not {"search", "engine", "passing"} & set(path.relative_to(PACKAGE).parts):
            yield from (f"line {line}" for line, name in imports(path, tree) if name.split(".")[0] == "numba")

    assert found_in(SOURCES, numba) == []


def test_starting_up_loads_nothing_heavy():
    """Of the package, whose imports of heavy packages Ruff checks; `tests/cli/test_main.py` starts commands."""
    done = subprocess.run(
        [sys.executable, "-c", "import shunt, sys; print(*sys.modules)"], cwd=ROOT, capture_output=True, text=True
    )
    loaded = set(done.stdout.split())
    assert "shunt" in loaded, done.stderr
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
    heavy = rules["flake8-tidy-imports"]["banned-module-level-imports"]
    assert loaded & {*heavy, "numpy", "pydantic"} == set()


def test_every_module_can_be_imported():
    for path in SOURCES:
        name = module_name(path)
        if not name.endswith("__main__") and ".adapters" not in name:
            assert importlib.import_module(name).__name__ == name
