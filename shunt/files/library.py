"""The shipped layouts and cards by name.

Imported by shell completion, so it must stay cheap: listing names reads a folder and no file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from shunt.errors import Fault, InputError
from shunt.files.data import puzzles_folder


def layout_names() -> list[str]:
    """The names of the shipped layouts, sorted."""
    return sorted(_files("layouts"))


def card_names() -> list[str]:
    """The names of the shipped cards, sorted."""
    return sorted(_files("cards"))


def yard_names() -> list[str]:
    """The names of the shipped hump yards, sorted."""
    return sorted(_files("yards"))


def find_layout(name: str) -> Path:
    """The file of a shipped layout; an unknown name raises `InputError` with the nearest known ones."""
    return _find("layouts", "layout", name)


def find_card(name: str) -> Path:
    """The file of a shipped card; an unknown name raises `InputError` with the nearest known ones."""
    return _find("cards", "card", name)


def layout_path(path_or_name: str | os.PathLike[str]) -> Path | str:
    """The file meant by a path, or by the name of a shipped layout."""
    return _file_meant("layouts", "layout", path_or_name)


def card_path(path_or_name: str | os.PathLike[str]) -> Path | str:
    """The file meant by a path, or by the name of a shipped card."""
    return _file_meant("cards", "card", path_or_name)


def yard_path(path_or_name: str | os.PathLike[str]) -> Path | str:
    """The file meant by a path, or by the name of a shipped hump yard."""
    return _file_meant("yards", "yard", path_or_name)


def _files(kind: str) -> dict[str, Path]:
    """Name → file of everything shipped of one kind; folders within group cards without being part of their names."""
    return {path.stem: path for path in sorted((puzzles_folder() / kind).rglob("*.toml"))}


def _find(kind: str, word: str, name: str, also: Iterable[str] = ()) -> Path:
    files = _files(kind)
    if name in files:
        return files[name]
    near = get_close_matches(name, files, n=3, cutoff=0.5)
    remedy = "did you mean " + " or ".join(near) + "?" if near else f"shipped: {' '.join(sorted(files)[:20])}"
    missing = " and ".join([f"no {word} called {name!r} is shipped", *also])
    for other, what in (("layouts", "layout"), ("cards", "card"), ("yards", "hump yard")):
        if other != kind and name in _files(other):
            missing, remedy = f"{name} is a {what}, and a {word} is wanted here", f"the shipped ones: shunt list --{kind}"
    raise InputError(Fault("", missing, remedy))


def _file_meant(kind: str, word: str, path_or_name: str | os.PathLike[str]) -> Path | str:
    """A file that is there comes before a shipped name, a shipped name before a folder of the same name."""
    if not isinstance(path_or_name, str):
        return Path(path_or_name)
    looks_like_path = not path_or_name or os.sep in path_or_name or path_or_name.endswith((".toml", ".json"))
    try:
        if looks_like_path or os.path.exists(path_or_name) and not os.path.isdir(path_or_name):
            return path_or_name
    except ValueError:  # a zero byte in it
        return path_or_name
    if os.path.isdir(path_or_name) and path_or_name not in _files(kind):
        return path_or_name
    return _find(kind, word, path_or_name, ["there is no such file"])
