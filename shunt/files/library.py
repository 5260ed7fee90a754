"""The shipped layouts, cards and hump yards by name.

Shell completion imports this module, so it stays cheap: listing names reads a folder and no file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from shunt.errors import Fault, InputError, ShuntError, suggest


def puzzles_folder() -> Path:
    """Return the folder that holds `layouts/`, `cards/` and the other shipped data.

    A wheel carries it inside the package; in a checkout, also an editable install, it is beside the package. Raise
    `ShuntError` if neither exists.
    """
    package = Path(__file__).resolve().parents[1]
    places = (package / "puzzles", package.parent / "puzzles")
    for folder in places:
        # The folder beside an installed package may belong to something else: only one with layouts is ours.
        if (folder / "layouts").is_dir():
            return folder
    looked = " and ".join(str(folder) for folder in places)
    raise ShuntError(f"the shipped puzzles are missing (looked in {looked}): reinstall the package")


def layout_names() -> list[str]:
    """Return the names of the shipped layouts, sorted."""
    return sorted(_files("layouts"))


def card_names() -> list[str]:
    """Return the names of the shipped cards, sorted."""
    return sorted(_files("cards"))


def yard_names() -> list[str]:
    """Return the names of the shipped hump yards, sorted."""
    return sorted(_files("yards"))


def shipped_files() -> dict[str, Path]:
    """Map the name of every shipped card, layout and hump yard to its file; of one name in several kinds it is the card's."""
    return _files("yards") | _files("layouts") | _files("cards")


def pack_names() -> list[str]:
    """Return the names of the shipped packs, sorted."""
    return sorted(path.parent.name for path in puzzles_folder().glob("packs/*/manifest.toml"))


def find_layout(name: str) -> Path:
    """Return the file of a shipped layout; raise `InputError` with the nearest names for an unknown one."""
    return _find("layouts", "layout", name)


def find_card(name: str) -> Path:
    """Return the file of a shipped card; raise `InputError` with the nearest names for an unknown one."""
    return _find("cards", "card", name)


def find_yard(name: str) -> Path:
    """Return the file of a shipped hump yard; raise `InputError` with the nearest names for an unknown one."""
    return _find("yards", "yard", name)


def layout_path(path_or_name: str | os.PathLike[str]) -> Path | str:
    """Return the file meant by a path or by the name of a shipped layout."""
    return _file_meant("layouts", "layout", path_or_name)


def card_path(path_or_name: str | os.PathLike[str]) -> Path | str:
    """Return the file meant by a path or by the name of a shipped card."""
    return _file_meant("cards", "card", path_or_name)


def yard_path(path_or_name: str | os.PathLike[str]) -> Path | str:
    """Return the file meant by a path or by the name of a shipped hump yard."""
    return _file_meant("yards", "yard", path_or_name)


def _files(kind: str) -> dict[str, Path]:
    """Map the name of everything shipped of one kind to its file; sub-folders are not part of the names."""
    return {path.stem: path for path in sorted((puzzles_folder() / kind).rglob("*.toml"))}


def _find(kind: str, word: str, name: str, also: Iterable[str] = ()) -> Path:
    files = _files(kind)
    if name in files:
        return files[name]
    remedy = suggest(name, files, "shunt list")
    missing = " and ".join([f"no {word} called {name!r} is shipped", *also])
    for other, what in (("layouts", "layout"), ("cards", "card"), ("yards", "hump yard")):
        if other != kind and name in _files(other):
            missing, remedy = f"{name} is a {what}, not a {word}", f"give a {word}"
    if name in pack_names():
        missing, remedy = f"{name} is a pack of cards, not a {word}", f"name one of its cards: {_first_card(name)}"
    raise InputError(Fault("", missing, remedy))


def _first_card(pack: str) -> str:
    """Return the path of the first card of a shipped pack, as it can be given to a command."""
    return os.path.relpath(min((puzzles_folder() / "packs" / pack / "cards").glob("*.toml")))


def _file_meant(kind: str, word: str, path_or_name: str | os.PathLike[str]) -> Path | str:
    """Return the file that a name means: an existing file first, then a shipped name, then a folder."""
    if not isinstance(path_or_name, str):
        return Path(path_or_name)
    looks_like_path = not path_or_name or os.sep in path_or_name or path_or_name.endswith((".toml", ".json"))
    try:
        if looks_like_path or os.path.exists(path_or_name) and not os.path.isdir(path_or_name):
            return path_or_name
    except ValueError:  # a NUL byte in the name
        return path_or_name
    if os.path.isdir(path_or_name) and path_or_name not in _files(kind):
        return path_or_name
    return _find(kind, word, path_or_name, ["no file has this name"])
