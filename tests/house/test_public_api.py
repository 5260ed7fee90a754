"""The names that `import shunt` promises: complete, sorted, typed and documented."""

from __future__ import annotations

import ast
import inspect
import types

import pytest

import shunt
from tests.house.sources import (
    PACKAGE,
    Function,
    fresh,
    imports,
    parsed,
    runs_later,
)


def names_seen_by_type_checkers() -> set[str]:
    """Every name that `shunt/__init__.py` (or its stub) binds as a type checker reads it."""
    stub = PACKAGE / "__init__.pyi"
    names: set[str] = set()
    for node in ast.walk(without_bodies(fresh(stub if stub.exists() else PACKAGE / "__init__.py"))):
        match node:
            case ast.ImportFrom() | ast.Import():
                names |= {alias.asname for alias in node.names if alias.asname == alias.name}  # a stub exports no other
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
    door = PACKAGE / "__init__.py"
    tools = {name.split(".")[-1] for _, name in imports(door, parsed(door), runs_later) if name.split(".")[0] != "shunt"}
    # Lazy names that nobody listed are still seen by type checkers, and answer when asked for.
    reachable = {*dir(shunt), *(name for name in names_seen_by_type_checkers() if hasattr(shunt, name))}
    public = {name for name in reachable if not name.startswith("_") and not isinstance(getattr(shunt, name), types.ModuleType)}
    assert public - tools == {name for name in shunt.__all__ if not isinstance(getattr(shunt, name), types.ModuleType)}


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


def test_no_public_name_is_also_a_folder_or_a_module() -> None:
    """Importing a sub-module binds its name on the package, which would hide a function of that name."""
    rooms = {path.name.removesuffix(".py") for path in PACKAGE.iterdir()}
    assert set(shunt.__all__) & rooms == {"hump"}
