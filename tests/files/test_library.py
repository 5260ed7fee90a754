"""The shipped layouts and cards by name."""

import tomllib
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.files.library import card_names, file_meant, layout_names, shipped, shipped_file


def test_shipped_names_are_listed_and_found():
    assert {"wye-18", "turntable-19"} <= set(layout_names())
    assert "first-swap" in card_names()
    assert layout_names() == sorted(layout_names())
    for name, file in [*shipped("layouts").items(), *shipped("cards").items()]:
        assert tomllib.loads(file.read_text())["name"] == name


def test_an_unknown_name_gives_near_ones():
    with pytest.raises(InputError, match="did you mean turntable-19"):
        shipped_file("layouts", "turntabel-19")
    with pytest.raises(InputError, match="did you mean first-swap"):
        shipped_file("cards", "frist-swap")
    with pytest.raises(InputError, match=r"known: .*wye-18"):
        shipped_file("layouts", "???")


def test_a_file_comes_before_a_name_and_a_name_before_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wye-18").mkdir()
    assert file_meant("layouts", "wye-18") == shipped_file("layouts", "wye-18")
    (tmp_path / "first-swap").write_text("mine")
    assert file_meant("cards", "first-swap") == "first-swap"
    assert file_meant("cards", "first-swap.toml") == "first-swap.toml"
    assert file_meant("cards", Path("x")) == Path("x")
    with pytest.raises(InputError, match="no file has this name"):
        file_meant("cards", "nothing-like-it")
