"""The names that `import shunt` promises: complete, sorted, typed and documented."""

import inspect

import pytest

import shunt
from tests.house.sources import (
    PACKAGE,
)


def test_all_is_sorted_and_resolves():
    assert list(shunt.__all__) == sorted(set(shunt.__all__))
    missing = [name for name in shunt.__all__ if not hasattr(shunt, name)]
    assert not missing
    scope = {}
    exec("from shunt import *", scope)
    assert set(shunt.__all__) <= scope.keys()


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        shunt.no_such_name  # noqa: B018


def test_everything_promised_is_explained():
    told = [(name, getattr(shunt, name)) for name in shunt.__all__]
    silent = [name for name, thing in told if (callable(thing) or inspect.ismodule(thing)) and not inspect.getdoc(thing)]
    assert not silent


def test_no_public_name_is_also_a_folder_or_a_module():
    """Importing a sub-module binds its name on the package, which would hide a function of that name."""
    rooms = {path.name.removesuffix(".py") for path in PACKAGE.iterdir()}
    assert set(shunt.__all__) & rooms == {"hump"}
