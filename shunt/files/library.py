"""The shipped layouts, cards and hump yards by name.

Shell completion imports this module, so it stays cheap: listing names reads a folder and no file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from shunt.errors import InputError, ShuntError, either, suggest
from shunt.files.reading import StrPath

KINDS = {"layouts": "layout", "cards": "card", "yards": "hump yard", "packs": "pack of cards"}
"""The folders of what is shipped, and the words for one of each."""


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
    return sorted(shipped("layouts"))


def card_names() -> list[str]:
    """Return the names of the shipped cards, sorted."""
    return sorted(shipped("cards"))


def yard_names() -> list[str]:
    """Return the names of the shipped hump yards, sorted."""
    return sorted(shipped("yards"))


def pack_names() -> list[str]:
    """Return the names of the shipped packs, sorted."""
    return sorted(shipped("packs"))


def shipped(kinds: str | Sequence[str]) -> dict[str, Path]:
    """Map the name of everything shipped of one of `KINDS`, or of several, to its file; sub-folders are not part of the names.

    What has the same name in two kinds is of the first.
    """
    wanted = [kinds] if isinstance(kinds, str) else reversed(kinds)
    return {name: file for kind in wanted for name, file in _files_in(puzzles_folder() / kind).items()}


@cache
def _files_in(folder: Path) -> dict[str, Path]:
    """Map the names in a folder of `KINDS` to their files: what is shipped does not change while a program runs."""
    if folder.name == "packs":
        return {path.parent.name: path for path in sorted(folder.glob("*/manifest.toml"))}
    return dict(sorted((path.stem, path) for path in folder.rglob("*.toml")))


def shipped_file(kinds: str | Sequence[str], name: str, also: Iterable[str] = ()) -> Path:
    """Return a shipped file of one or several of `KINDS`; raise `InputError` with the nearest names for an unknown one."""
    files = shipped(kinds)
    if name in files:
        return files[name]
    word = either([KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)])
    remedy = suggest(name, files, "shunt list")
    missing = " and ".join([f"no {word} called {name!r} is shipped", *also])
    for other, what in KINDS.items():
        if name in (there := shipped(other)):
            missing, remedy = f"{name} is a {what}, not a {word}", f"give a {word}"
            if other == "yards":
                remedy = f"for yards: shunt yard show {name}"
            if other == "packs":
                first = min((there[name].parent / "cards").glob("*.toml"))
                remedy = f"name one of its cards: {os.path.relpath(first)}"
    raise InputError("", missing, remedy)


def file_meant(kinds: str | Sequence[str], path_or_name: StrPath) -> Path | str:
    """Return the file that a path or a name of one or several of `KINDS` means: an existing file first, then a shipped name, then
    a folder."""
    if not isinstance(path_or_name, str):
        return Path(path_or_name)
    looks_like_path = not path_or_name or os.sep in path_or_name or path_or_name.endswith((".toml", ".json"))
    try:
        if looks_like_path or os.path.exists(path_or_name) and not os.path.isdir(path_or_name):
            return path_or_name
    except ValueError:  # a NUL byte in the name
        return path_or_name
    if os.path.isdir(path_or_name) and path_or_name not in shipped(kinds):
        return path_or_name
    return shipped_file(kinds, path_or_name, ["no file has this name"])
